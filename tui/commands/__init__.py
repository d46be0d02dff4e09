"""One module a command; each has `add(subparsers)` and `run(arguments) -> exit status`."""
