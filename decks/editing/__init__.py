"""A deck that is open: `session.EditSession` is the front, for the editor's screen and for plain mode.

It holds an `edited_deck.EditedDeck`, each change of which is a step that can be taken back, and keeps it on
disk on the way. `conflict` says what can become of a deck whose file another program changed; `grouping` is
the order in which the cards of a pool and of a deck are listed.
"""
