"""HTTP: the application, its routes, and the checks on every request. Changes to a table are in ``server.tables``."""
