"""Decks: what they are, what is legal, and where they are kept."""
