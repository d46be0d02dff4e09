"""What several commands share: games, options, decks and records named on the command line."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from core import bots, registry
from core.clean import clean, shown_path
from core.contract.clock import FORMS, NO_CLOCK, read_clock, written
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.header import Decklist, Header
from core.engine.match import Match
from core.words import listed
from decks.formats import kind, legality, noun
from decks.model import Deck, DeckError
from decks.names import fold
from decks.report import format_title
from decks.storage.catalog import default_deck
from decks.storage.store import DeckStore
from tui.cli.front_end import add_decks as add_decks
from tui.cli.front_end import add_glyphs as add_glyphs
from tui.cli.front_end import add_plain as add_plain
from tui.cli.front_end import open_app as open_app
from tui.cli.front_end import profile_of as profile_of
from tui.cli.parser import Parser
from tui.exit_status import BAD_FILE, FINISHED, NO, USAGE, Stop
from tui.exit_status import TEXT as EXITS
from tui.match.local import all_options
from tui.match.plans import PERSON
from tui.match.player_names import read_name


def _option_list() -> str:
    lines = []
    for name in registry.names():
        game = registry.load(name)
        lines.append(f"presets of {game.title}:")
        lines += [f"  {preset.name:<12} {preset.about}" for preset in game.presets]
        lines.append(f"match options of {game.title}, with their range and default:")
        for option in game.options:
            span = f"{option.low} to {option.high}, {option.default}"
            named = "".join(f"; {value} {word}" for value, word in enumerate(option.named, option.low))
            lines.append(
                f"  {option.name:<12} {span:<11}  {option.about}{f' ({named[2:]})' if named else ''}"
            )
    return "\n".join([*lines, "", EXITS])


def add_profile(parser: argparse.ArgumentParser) -> None:
    """`--profile NAME`, and `--decks FOLDER`."""
    add_decks(parser)
    parser.add_argument(
        "--profile", metavar="NAME", default=argparse.SUPPRESS, help="another identity and data folder"
    )


def add_game(
    parser: argparse.ArgumentParser, default: str | None = registry.DEFAULT, otherwise: str = "%(default)s"
) -> None:
    """`--game NAME`; `otherwise` is what the help says that holds without it."""
    help_ = f"which game (default: {otherwise})"
    parser.add_argument("--game", choices=registry.names(), default=default, help=help_)


def whole(what: str) -> Callable[[str], int]:
    """For argparse's `type`: reads the whole number of the argument `what`. It raises Stop."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
            span = " of at most 18 digits" if re.fullmatch(r"[+-]?[0-9]+", text) else ""
            raise Stop(USAGE, f"{what} is a whole number{span}, not {clean(text, 40)!r}.")
        return int(text)

    return read


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--preset NAME`, and `--option NAME=VALUE` any number of times."""
    parser.add_argument(
        "--preset", metavar="NAME", help="match options by the name they have together; --option changes it"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a match option, such as evil_draw=1; give it again for another one",
    )
    if isinstance(parser, Parser):
        parser.appendix = _option_list


def _preset_of(game: AnyGame, name: str) -> dict[str, int]:
    for preset in game.presets:
        if fold(preset.name) == fold(name):
            return preset.options
    there = ", ".join(preset.name for preset in game.presets) or "none"
    raise Stop(USAGE, f"--preset {clean(name, 30)}: {game.title} has {there}.")


def options_of(game: AnyGame, given: list[str], preset: str | None = None) -> dict[str, int]:
    """The options of a preset and those named, which come before it, checked."""
    words = {(one.name, word): str(n) for one in game.options for n, word in enumerate(one.words, one.low)}
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        value = words.get((name, value.casefold()), value)
        option = next((one for one in game.options if one.name == name), None)
        if not equals or not re.fullmatch(r"-?[0-9]{1,5}", value):
            own = ("on", "off") if option is None else option.words
            span = "" if option is None else f" from {option.low} to {option.high}"
            wanted = f"a whole number{span}" + (f", or with {listed(own, 'or')}" if own else "")
            raise Stop(USAGE, f"--option {clean(text, 60)}: write NAME=VALUE with {wanted}.")
        if name in options:
            raise Stop(USAGE, f"--option {clean(name, 30)} is given twice.")
        options[name] = int(value)
    try:
        if preset is not None:
            options = {**_preset_of(game, preset), **options}
        all_options(game, options)
    except ValueError as error:
        raise Stop(USAGE, str(error)) from None
    return options


def seat_of(game: AnyGame, side: str) -> int:
    """The seat that a side's name, in any case, or a number from 1 means."""
    for seat in range(game.seats[1]):
        if side.casefold() in (game.texts.seat_name(seat).casefold(), str(seat + 1)):
            return seat
    sides = ", ".join(game.texts.seat_name(seat).lower() for seat in range(game.seats[1]))
    raise Stop(USAGE, f"--side {clean(side, 30)}: {game.title} has {sides}.")


def add_seats(parser: argparse.ArgumentParser, about: str, others: Sequence[str] = ()) -> None:
    """`--seats WHO,WHO`, for people; `others` may sit there beside persons and bots."""
    words = ", ".join((PERSON, *bots.names(), *others))
    parser.add_argument(
        "--seats", metavar="WHO,WHO", help=f"{about}, each of: {words}; with a name if you like: person=Ann"
    )


def seats_of(text: str, others: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Who plays at each seat as `--seats` says it, with the name it gives, empty if it gives none."""
    words = (PERSON, *bots.names(), *others)
    found = []
    for said in text.split(","):
        who, equals, name = said.strip().partition("=")
        if who not in words:
            raise Stop(
                USAGE,
                f"--seats: {clean(who, 30)!r} can't sit down; at each seat is one of: {', '.join(words)}.",
            )
        if equals and who in others:
            raise Stop(USAGE, f"--seats: a {who} brings a name of its own; leave ={clean(name, 30)} out.")
        try:
            found.append((who, read_name(name) if equals else ""))
        except ValueError as error:
            raise Stop(USAGE, f"--seats: {clean(said, 40)}: {error}") from None
    return found


def check_count(game: AnyGame, count: int) -> None:
    """Raise Stop if the game, with `--seats` for so many, has another number of seats."""
    low, high = game.seats
    if not low <= count <= high:
        seats = str(low) if low == high else f"{low} to {high}"
        raise Stop(USAGE, f"--seats: {game.title} has {seats} seats, not {count}.")


def check_start(game: AnyGame, header: Header) -> None:
    """Raise Stop if no match of the game begins with this header."""
    try:
        Match(header, game)
    except GameError as error:
        raise Stop(USAGE, str(error)) from None


def leave_out(option: str, given: object) -> None:
    """Raise Stop if an option that `--seats` replaces was given beside it."""
    if given is not None:
        raise Stop(USAGE, f"--seats says who plays at every seat: leave {option} out.")


def seat_for(store: DeckStore, game: AnyGame, side: str | None, named: str | None) -> int | None:
    """The seat that is meant: by its side, else by the deck's; None if neither is named."""
    if side is not None:
        return seat_of(game, side)
    if named is None:
        return None
    group = _group_of(store, game, named)
    return next((seat for seat in range(game.seats[1]) if game.deck_group(seat) == group), None)


def seat_of_deck(store: DeckStore, game: AnyGame, seats: Iterable[int], named: str | None) -> int | None:
    """Which of these seats plays the deck that is named: the first it is made for, or else the first that
    plays any, where it will be refused. None if no deck is named."""
    if named is None:
        return None
    group = _group_of(store, game, named)
    playing = [seat for seat in seats if game.deck_group(seat) is not None]
    return next((seat for seat in playing if game.deck_group(seat) == group), next(iter(playing), None))


def _group_of(store: DeckStore, game: AnyGame, named: str) -> str:
    """The group of a deck by name or by file."""
    try:
        deck = store.catalog.find(named)
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None
    if deck.group == game.shared_group:
        what = kind(registry.load(deck.game), deck.group)
        raise Stop(USAGE, f"--deck {clean(named, 60)}: {what} belongs to the table; say --setup.")
    if all(game.deck_group(seat) is None for seat in range(game.seats[1])):
        raise Stop(USAGE, f"--deck: {game.title} is played without decks of one's own; leave --deck out.")
    return deck.group


def new_file(path: Path | None, option: str = "--save ") -> Path | None:
    """Where a record is to go: a new file in a folder that is there; `option` is how it was given."""
    if path is None:
        return None
    given = f"{option}{shown_path(path)}"
    try:
        if path.exists():
            raise Stop(USAGE, f"{given}: there is such a file already; records are not overwritten.")
        if not path.absolute().parent.is_dir():
            raise Stop(USAGE, f"{given}: there is no folder {shown_path(path.absolute().parent)}.")
    except (OSError, ValueError) as error:
        raise Stop(USAGE, f"{given}: this can't be the name of a file: {reason(error)}.") from None
    return path


def reason(error: OSError | ValueError) -> str:
    """Why the system refused, in its own words."""
    return clean(str(getattr(error, "strerror", None) or error), 80)


def deck_named(store: DeckStore, game: AnyGame, group: str, named: str) -> Deck:
    """A deck by name or by file; it has to be of this group and legal in its format."""
    try:
        deck = store.catalog.find(named, noun(game, group))
    except DeckError as error:
        raise Stop(BAD_FILE, str(error)) from None
    if deck.game != game.name:
        raise Stop(BAD_FILE, f"{deck.name} belongs to {registry.title(deck.game)}, not to {game.title}.")
    if deck.group != group:
        raise Stop(
            BAD_FILE, f"{deck.name} is {kind(registry.load(deck.game), deck.group)}, not {kind(game, group)}."
        )
    reasons = legality(deck, game)
    if reasons:
        what = kind(registry.load(deck.game), deck.group)
        said = f"{deck.name}, {what}, is not allowed by {format_title(deck)}:"
        raise Stop(BAD_FILE, "\n".join([said, *(reason.sentence for reason in reasons)]))
    return deck


def decklist_for(
    store: DeckStore, game: AnyGame, seat: int, named: str | None, format_name: str = ""
) -> Decklist | None:
    """What a seat plays with: the deck named, or a stock deck of its side."""
    group = game.deck_group(seat)
    if group is None:
        if named is not None:
            raise Stop(
                USAGE, f"--deck {clean(named, 60)}: {game.texts.seat_name(seat)} plays without a deck."
            )
        return None
    if named is None:
        return default_deck(game, group, format_name).decklist()
    return deck_named(store, game, group, named).decklist()


def add_setup(parser: argparse.ArgumentParser) -> None:
    """`--setup LIST`: the list of cards that belongs to the table."""
    parser.add_argument(
        "--setup",
        metavar="SETUP",
        help="the cards the table plays with, in a game that has such lists: a name, or a file (default:"
        " drawn at random)",
    )


def shared_for(store: DeckStore, game: AnyGame, named: str | None) -> Decklist | None:
    """The table's own list: the one named, or None for what the game does without."""
    if named is None:
        return None
    if game.shared_group is None:
        raise Stop(USAGE, f"--setup {clean(named, 60)}: {game.title} is played without a setup.")
    return deck_named(store, game, game.shared_group, named).decklist()


def add_both_sides(parser: argparse.ArgumentParser) -> None:
    """Declare --both-sides."""
    parser.add_argument(
        "--both-sides",
        action="store_true",
        help="two games, the second with the sides swapped; the sum decides",
    )


def add_clock(parser: argparse.ArgumentParser) -> None:
    """`--clock CLOCK`: how much time a seat has to choose."""

    def read(text: str) -> str:
        try:
            return written(read_clock(text))
        except ValueError as error:
            raise Stop(USAGE, f"--clock: {error}") from None

    parser.add_argument(
        "--clock",
        type=read,
        default=NO_CLOCK,
        metavar="CLOCK",
        help=f"how much time a person has to choose. {FORMS} (default: %(default)s)",
    )


def print_json(value: object) -> None:
    """One line of JSON on standard output, at once."""
    try:
        line = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        # A file name that is no text: as escapes its bytes are whole.
        line = json.dumps(msgspec.to_builtins(value), separators=(",", ":"))
    print(line, flush=True)


def deck_facts(deck: Deck) -> dict[str, object]:
    """A deck as `--json` prints it."""
    game = registry.load(deck.game)
    return {
        "name": deck.name,
        "game": deck.game,
        "side": deck.group,
        "format": deck.format,
        "cards": deck.cards,
        "maybe": deck.maybe,
        "about": deck.about,
        "notes": deck.notes,
        "size": deck.size,
        "hash": deck.hash,
        "legal": not legality(deck, game),
        "reasons": [{"sentence": one.sentence, "cards": one.cards} for one in legality(deck, game)],
    }


def verdict_status(deck: Deck) -> int:
    """The exit status that says whether a deck is legal."""
    return NO if legality(deck, registry.load(deck.game)) else FINISHED
