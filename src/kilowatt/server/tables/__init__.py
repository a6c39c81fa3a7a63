"""Tables in play: the registry of those that are open, and a module for each thing that can happen to one."""
