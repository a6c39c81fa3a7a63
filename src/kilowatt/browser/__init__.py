"""The table without a server: what runs in the web workers of the site that ``kilowatt site`` makes.

``table_worker`` answers the page as a server would, over a store in IndexedDB; ``bot_worker`` asks bots, and
``review_worker`` analyses games, each in a worker of its own. What JavaScript provides is described by the protocols in
``ports``; ``web/src/lib/site`` is the other side.
"""
