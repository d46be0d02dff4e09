"""The files of a player: decks, and the drafts, versions and journals beside them."""
