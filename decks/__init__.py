"""Decks: what they are, what is legal, where they are kept, and how they come in and go out.

The front, for those outside: `model.Deck` and `DeckError`; `formats` (what is legal, and why not), `query`
(the search language), `statistics`, `sample_hands`, `comparison` and `report` (sentences about decks);
`storage.store.DeckStore` (the decks of a player), `editing.session.EditSession` (one of them, open) and
`text` (lists, deck files and share codes). Nothing here draws, and no game is named but in `stock`.
"""
