"""HTTP: the application, its routes, and what every request passes. What a request does to a table is not here."""
