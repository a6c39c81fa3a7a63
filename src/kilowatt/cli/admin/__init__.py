"""``kilowatt admin``: what whoever runs a server needs, against its database, while it runs."""
