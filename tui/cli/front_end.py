"""Opening the screens, or plain mode: what `tesser` alone needs of the command line, and nothing more."""

from __future__ import annotations

import argparse
import os

from tui import crash
from tui.exit_status import USAGE, Stop
from tui.profile import BadProfile, Profile, folder_named
from tui.terminal import glyphs


def add_decks(parser: argparse.ArgumentParser, default: object = argparse.SUPPRESS) -> None:
    """`--decks FOLDER`."""
    parser.add_argument(
        "--decks",
        dest="deck_folder",
        metavar="FOLDER",
        default=default,
        help="a folder of decks to use beside your own, such as a club's (default: that of the settings)",
    )


def add_glyphs(parser: argparse.ArgumentParser, default: object = argparse.SUPPRESS) -> None:
    """`--glyphs SET`."""
    parser.add_argument(
        "--glyphs",
        choices=tuple(glyphs.SETS),
        default=default,
        help=f"the signs screens are drawn with (default: what fits the terminal; also {glyphs.VARIABLE})",
    )


def add_plain(parser: argparse.ArgumentParser, default: object = argparse.SUPPRESS) -> None:
    """`--plain`."""
    parser.add_argument(
        "--plain",
        action="store_true",
        default=default,
        help="sentences and numbered questions instead of screens: for screen readers, pipes, scripts",
    )


def profile_of(arguments: argparse.Namespace) -> Profile:
    """The profile that was asked for."""
    try:
        if arguments.profile == "":
            raise BadProfile("An empty --profile names none; leave it out for the usual one.")
        profile = Profile(arguments.profile or "")
    except BadProfile as error:
        raise Stop(USAGE, str(error)) from None
    crash.keep_in(profile.crashes)
    if arguments.deck_folder is not None:
        try:
            profile.shared_decks = folder_named(arguments.deck_folder)
        except ValueError as error:
            raise Stop(USAGE, f"--decks: {error}") from None
    return profile


def open_app(profile: Profile, plan: object | None, plain: bool = False) -> int:
    """Open the screens, or plain mode, at home or right in what `plan` says; gives the exit status."""
    if not plain:
        from tui.terminal import capabilities as terminal

        if not terminal.ready():
            return terminal.STATUS

    def play() -> int:
        if plain:
            from tui.plain.session import run as run_plain

            return run_plain(profile, plan)
        from tui.app.application import run

        return run(profile, plan)

    # Without a terminal, as in a pipe, there is no key that stops a program.
    if not hasattr(os, "fork") or not os.isatty(0):
        return play()
    from tui.terminal.shell_job import keep

    killed = "tesser was killed. A match that went on is kept: tesser resume brings it back."
    return keep(play, killed, screens=not plain)


def run_home(arguments: argparse.Namespace) -> int:
    """Open the home screen, or plain mode's menu."""
    return open_app(profile_of(arguments), None, arguments.plain)
