"""Decks as text: lists as people write them, and share codes."""
