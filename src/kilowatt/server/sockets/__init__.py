"""WebSockets: a client at a table, the messages in both directions, and which client receives what."""
