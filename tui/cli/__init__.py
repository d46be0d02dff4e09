"""The command line: main.py, and a module a command, each with `declare(parser)` and `run(arguments)`."""
