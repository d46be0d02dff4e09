"""The files of a player: their decks, and the drafts, journals and former versions beside them.

`store.DeckStore` is the front. It holds the `catalog` (listed, read, found, named), the `drafts` and the
`folders` (which files a key means, who has a deck open). Below it `paths` says what belongs to a deck,
`atomic` writes whole or not at all, `locks` keeps two programs apart, `versions` and `trash` keep what was.
"""
