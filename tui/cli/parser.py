"""Command lines that cost what they need: a command's module is imported when that command is given."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from core.clean import clean
from tui.exit_status import TEXT, USAGE, Stop
from tui.terminal.text_fit import columns, fitted


class Parser(argparse.ArgumentParser):
    """A command line whose arguments are declared, and the end of whose help is worked out, when needed."""

    def __init__(
        self, *args: Any, declare: Callable[[argparse.ArgumentParser], None] | None = None, **more: Any
    ) -> None:
        """`declare` adds the arguments; it is called once, when this command is given."""
        super().__init__(
            *args, **{"formatter_class": argparse.RawDescriptionHelpFormatter, "epilog": TEXT, **more}
        )
        self.appendix: Callable[[], str] | None = None
        """Gives the end of the help, instead of the exit statuses alone."""
        self._declare = declare

    # The typing of argparse has three overloads here, of which the base class makes no use.
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._declare is not None:
            declare, self._declare = self._declare, None
            declare(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        raise Stop(USAGE, clean(message, 600))

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own hides that an output can't be written, and where there is none takes the other.
        if message and file is sys.stdout:
            print(message, end="", flush=True)
        else:
            super()._print_message(message, file)

    def format_help(self) -> str:
        if self.appendix is not None:
            self.epilog = self.appendix()
        return fitted(super().format_help(), columns(sys.stdout))
