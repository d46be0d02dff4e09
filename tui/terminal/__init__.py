"""The terminal: what it can do, what it sends, how it is left."""
