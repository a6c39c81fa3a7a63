"""What clients ask for, apart from how a request arrives: the catalog, tables, records, reviews, and why not.

The server answers these requests over HTTP, ``kilowatt.browser`` answers them in a web worker. This package knows
neither HTTP nor SQL nor processes.
"""
