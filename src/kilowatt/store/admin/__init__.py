"""What an operator does with a database: look for something, remove it, ban, announce, drain, and keep account of it.

The functions take a connection, as everything in the store, and work beside a running server: whoever changes
something for others also writes a line of the audit log, which the servers follow.
"""
