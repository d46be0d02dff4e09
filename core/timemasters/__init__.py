"""Time Masters: a deck-builder for two to four seats."""
