"""Decks in plain mode: all that the deck pages can do, by typed words and in sentences."""
