"""The full screens of the program, a module and a stylesheet each.

`app_protocol` is what they may ask of the application. They know no rules, no socket and no thread: a
match is shown through its client (tui.match.client), a deck through an open session (decks.editing).
"""
