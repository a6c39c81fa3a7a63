"""Child processes: how they are started, spoken to, limited and killed.

``workers`` runs our own functions in processes that do one task after the other; ``programs`` runs a module that may be
trusted with nothing but the lines of JSON it is sent. Both end with their parent, and leave Ctrl-C to it.

What a process computes does not belong here, and neither does anything that knows the game or the server.
"""
