"""What both sides of a handshake share: the terms of a match, who plays at which seat, and its result."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from core.clean import NAME_CELLS, clean, player_name
from core.contract.clock import NO_CLOCK, fault_of
from core.contract.errors import GameError
from core.contract.game import AnyGame
from core.contract.header import FORMAT, Decklist, Header, Seat
from core.contract.stream import SEED_BYTES
from core.engine.header_check import check_shared
from core.engine.match import Match
from net.handshake.reconnect import Reconnector
from net.protocol.errors import Refusal, Refused
from net.protocol.frames import Kept, NamedList, OfferedPlayer, SeatChoice, Terms
from net.protocol.identity import Identity
from net.protocol.secret import Secret
from net.transport.link import Link

HOST, GUEST = 0, 1
"""`Seat.peer` of the two machines."""


class Participant(NamedTuple):
    """Who plays at a seat, and with which deck."""

    name: str
    deck: Decklist | None = None
    """None if the seat brings no deck."""
    player: str = "person"
    """`person`, or `bot:name@version`."""


CheckDeck: TypeAlias = Callable[[int, Decklist], str | None]
"""Why this seat may not play this deck, in a sentence; None if it may."""


class Progress(NamedTuple):
    """Something a waiting player would like to know."""

    kind: Literal["waiting", "guest", "refused", "gone", "seated"]
    sentence: str


@dataclass(frozen=True)
class HandshakeResult:
    """A match about to begin: everything a Match, a Table and a LockstepPeer need."""

    header: Header
    link: Link = field(repr=False)
    token: Secret
    """Lets the guest come back into the match, and nobody else."""
    peer: int
    """Which machine this is: HOST or GUEST."""
    identity: Identity
    apps: tuple[str, str]
    """Versions of the host's and of the guest's program."""
    close: Callable[[int], None] = field(repr=False)
    """Closes the link for good; takes how many ms a last word may take."""
    reconnector: Reconnector | None = field(default=None, repr=False)
    """Finds the other side again when the line breaks for longer; None where nothing is kept of it."""
    epoch: int = 1
    """Number of handshakes of this match so far."""
    resumed: bool = False
    """Whether the match goes on in a program that was started anew: the two sides have yet to tell each
    other how far they are."""
    apart: str = ""
    """How this side had ended its copy of the match by itself meanwhile; see frames.Return."""
    had: int = 0
    """The last entry of this side's copy before it was damaged; see there. 0 if it was not."""
    remembered: frozenset[tuple[int, bytes]] = frozenset()
    """Number and hash of entries that this side is known to have had, and can't read any more because its
    copy was damaged. They may come back from the other side on its word alone."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats held here."""
        return tuple(n for n, seat in enumerate(self.header.seats) if seat.peer == self.peer)

    def kept(self) -> None:
        """Call when the match is kept on this side. The guest says so to the host, which begins only then."""
        if self.peer == GUEST and not self.resumed:
            self.link.send(Kept())

    def sign(self, seat: int, message: bytes) -> str:
        """A `core.engine.match.Signer` for the seats held here."""
        return self.identity.sign(message)


def make_terms(
    game: AnyGame,
    *,
    name: str,
    app: str,
    peers: tuple[int, ...] = (HOST, GUEST),
    options: Mapping[str, int] | None = None,
    format: str = "",
    lists: str = "open",
    clock: str = NO_CLOCK,
    both: bool = False,
    shared: Decklist | None = None,
) -> Terms:
    """The terms of a new match, with a fresh match id.

    `name` is the host's, `app` the program's version, `peers` which machine holds each seat, `format` the
    name of the decks' format, `clock` a text form of core.clock, `both` whether a second game with the sides
    swapped is meant, `shared` the list that belongs to the table.
    Raises GameError for terms that `wrong_terms`, `wrong_shared` or `wrong_start` finds fault with.
    """
    terms = Terms(
        match=secrets.token_bytes(16),
        game=game.name,
        rules=game.fingerprint,
        app=app,
        format=clean(format, 2 * NAME_CELLS),
        options={option.name: option.default for option in game.options} | dict(options or {}),
        peers=peers,
        lists=lists,
        play="open",
        clock=clock,
        both=both,
        sets=game.sets,
        name=player_name(name),
        shared=None if shared is None else NamedList(clean(shared.name, NAME_CELLS), dict(shared.cards)),
    )
    fault = wrong_terms(terms, game) or wrong_shared(terms, game) or wrong_start(terms, game)
    if fault:
        raise GameError(fault)
    return terms


def clean_terms(terms: Terms) -> Terms:
    """Terms from outside, safe to show."""
    return msgspec.structs.replace(
        terms,
        game=clean(terms.game, 40),
        app=clean(terms.app, 40),
        rules=clean(terms.rules, 64),
        format=clean(terms.format, 2 * NAME_CELLS),
        options={clean(name, 40): value for name, value in terms.options.items()},
        name=player_name(terms.name),
        shared=terms.shared and NamedList(clean(terms.shared.name, NAME_CELLS), terms.shared.cards),
    )


def shared_list(terms: Terms) -> Decklist | None:
    """The list that belongs to the table of these terms."""
    return None if terms.shared is None else Decklist(terms.shared.name, dict(terms.shared.cards))


def wrong_shared(terms: Terms, game: AnyGame) -> str | None:
    """Why the table can't be played with its list of cards, in a sentence; None if it can."""
    shared = shared_list(terms)
    try:
        if shared is not None:
            check_shared(shared, game)
    except GameError as error:
        return str(error)
    return None


def wrong_start(terms: Terms, game: AnyGame) -> str | None:
    """Why no match can begin with these seats and options, in a sentence; None if one can, or if it depends
    on decks that nobody has chosen yet."""
    seats = range(len(terms.peers))
    if any(game.deck_group(seat) is not None for seat in seats):
        return None
    unseeded = make_header(terms, game, dict.fromkeys(seats, Participant("")), ("00" * 32, "00" * 32))
    try:
        Match(msgspec.structs.replace(unseeded, seed="00" * SEED_BYTES), game)
    except GameError as error:
        return str(error)
    return None


def wrong_terms(terms: Terms, game: AnyGame) -> str | None:
    """What about these terms is not possible with this game; None if nothing."""
    fewest, most = game.seats
    ranges = {option.name: range(option.low, option.high + 1) for option in game.options}
    if not fewest <= len(terms.peers) <= most or set(terms.peers) != {HOST, GUEST}:
        return f"{game.title} can't be played with these seats."
    if terms.options.keys() != ranges.keys():
        return "The options are not those of this game."
    for name, value in terms.options.items():
        if value not in ranges[name]:
            return f"The option {name} can't be {value}."
    if terms.lists not in ("open", "closed") or terms.play != "open":
        return "This kind of play is not known."
    if fault := fault_of(terms.clock):
        return fault
    if terms.both and len(game.roles) != 2:
        return "Two games from both sides can't be played: this game has no two sides."
    if terms.sets != game.sets:
        return "The card sets are not the same."
    return None


def wrong_rules(terms: Terms, game: AnyGame, app: str) -> Refused | None:
    """A refusal if the guest's rules are not the host's; says the same to both."""
    if terms.rules == game.fingerprint:
        return None
    return Refused(
        Refusal.RULES,
        f"The rules of {game.title} are not the same on both sides: the host has tesser {terms.app} with"
        f" rules {terms.rules[:8]}, the guest tesser {app} with rules {game.fingerprint[:8]}."
        " Install the same version on both.",
    )


def clean_place(place: Participant) -> Participant:
    """A participant with its names as both sides will show them."""
    name, deck, player = place
    if deck is not None:
        deck = Decklist(clean(deck.name, NAME_CELLS), dict(deck.cards))
    return Participant(player_name(name), deck, player)


def as_sit(seat: int, place: Participant) -> SeatChoice:
    """A participant in the form of a frame."""
    deck = place.deck
    return SeatChoice(seat, place.name, place.player, deck.name if deck else "", deck.cards if deck else None)


def check_player(player: str) -> None:
    """Raises Refused if this word from outside names neither a person nor a bot."""
    if not (player == "person" or player.startswith("bot:")) or player != clean(player, 40):
        raise Refused(Refusal.FORM, "The other side sent a seat that neither a person nor a bot plays.")


def promised_places(terms: Terms, seated: Sequence[OfferedPlayer]) -> dict[int, Participant]:
    """Who plays at the host's seats, as its offer says, safe to show; decks are not told yet.

    Raises Refused if that is not said of just those seats.
    """
    seats = [seat for seat, peer in enumerate(terms.peers) if peer == HOST]
    if len(seats) != len(seated):
        raise Refused(Refusal.FORM, "The host did not say who plays at its seats.")
    for who in seated:
        check_player(who.player)
    return {
        seat: Participant(player_name(who.name), None, who.player)
        for seat, who in zip(seats, seated, strict=True)
    }


def as_place(sit: SeatChoice, game: AnyGame, check_deck: CheckDeck | None) -> Participant:
    """A participant from outside, safe to show. Raises Refused if its deck can't be played."""
    deck = None if sit.cards is None else Decklist(sit.deck, sit.cards)
    name, deck, player = clean_place(Participant(sit.name, deck, sit.player))
    check_player(player)
    if (deck is None) != (game.deck_group(sit.seat) is None):
        raise Refused(Refusal.DECK, f"{name} should bring {'a' if deck is None else 'no'} deck.")
    if deck is not None:
        unknown = deck.cards.keys() - set(game.table)
        if unknown:
            raise Refused(
                Refusal.DECK, f"The deck of {name} has {len(unknown)} cards that are not in this game."
            )
        fault = check_deck(sit.seat, deck) if check_deck else None
        if fault:
            raise Refused(Refusal.DECK, f"The deck of {name} can't be played: {fault}")
    return Participant(name, deck, player)


def make_header(
    terms: Terms, game: AnyGame, places: Mapping[int, Participant], keys: tuple[str, str]
) -> Header:
    """The header both sides come to, without its seed. `keys` are the host's and the guest's, hex."""
    return Header(
        format=FORMAT,
        game=terms.game,
        rules=terms.rules,
        app=terms.app,
        match=terms.match.hex(),
        play=terms.play,
        lists=terms.lists,
        clock=terms.clock,
        options=dict(terms.options),
        seats=tuple(
            Seat(places[seat].name, places[seat].player, keys[peer], peer)
            for seat, peer in enumerate(terms.peers)
        ),
        decklists=tuple(places[seat].deck for seat in range(len(terms.peers))),
        shared=shared_list(terms),
        cards=game.table,
        sets=terms.sets,
        seed=None,
    )
