"""The command line: `main.main` is the program, and a module a command has `declare(parser)` and
`run(arguments)`.

Commands turn what was typed into plans, and errors into a sentence and an exit status
(tui.exit_status). Each is imported when it is given. Nothing else of tui may use this.
"""
