"""The decks of a player, and the editor in which they are made."""
