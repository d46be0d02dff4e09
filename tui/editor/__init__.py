"""What both front ends of the deck editor, its screen and plain mode, have in common.

`editor_commands` is the one table of what can be done with an open deck. Nothing here draws or prints.
"""
