"""The page about bots is run by tests/docs/test_bots_page.py: it shows files, which have to be written first."""

collect_ignore = ["bots.md"]
