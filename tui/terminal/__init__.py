"""The terminal: what it can do, what it sends, how it is called and how it is left.

The driver (`driver`, `input_parser`) puts the terminal back whatever happens and survives whatever
bytes come in; `capabilities` says whether screens can be shown; `glyphs` and `themes` are the signs and
colours; `shell_job` is the process that the shell knows. It knows no screen and no match.
"""
