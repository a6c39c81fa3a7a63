"""WebSockets: one client at one table, the messages both ways, and who is sent what."""
