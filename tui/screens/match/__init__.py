"""The screen of a match: a view over a client (tui.match.client), put together from panes that it holds.

Each pane listens to the client's events, owns the keys of what it is about, and knows no other but those it
is given. From outside only MatchScreen, of match_screen.py, is used.
"""
