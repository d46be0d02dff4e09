"""Decks as text: deck files, lists as people write them, and share codes.

`deck_import` takes in whatever a player brings and `deck_export` writes each form. `deck_file` is the TOML
of a deck's file, `deck_file_patch` changes one that was written by hand, `list_parser` gives a verdict on
each line of a list. Nothing here knows where decks are kept.
"""
