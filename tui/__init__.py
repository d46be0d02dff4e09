"""The program: a command line, the screens, plain mode, and the matches that run behind them.

cli/ is the outermost room, then app/, then the two front ends, screens/ and plain/, which don't know
each other. Below them are boards/, widgets/ and editor/, which show and draw, then match/, which runs a
match on a thread of its own and tells front ends what happens, then archive/ and terminal/. Nothing
outside tui uses anything of it. Only match/ speaks to net; only boards/ name a game.
"""
