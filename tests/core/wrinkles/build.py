"""Scenes: states with given cards by name, played in words.

    s = scene(good="Meg Murry", hand="Birth", deck="Hope, Faith, Joy", phase="Fate I")
    s.do("play Birth")
    assert s.hand(GOOD) == ["Hope", "Faith", "Joy"]

Zones are written as card names with commas; `3 Hope` is Hope three times. Decks are written from the top.
Whatever a scene does is also checked: no card is lost, and the views play on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.chance import Chance, numbered_seed
from core.game import FULL, Choice, Event
from core.wrinkles.cards import SIDES, CardFile, Pool, read_card_file
from core.wrinkles.state import BALANCE, CHALLENGE, EVIL, GOOD, KINDS, PHASES, TEST, TRIM, WINDOW, State
from core.wrinkles.wrinkles import Wrinkles, load
from tests.core.shadow import Shadows


class Scene:
    """A match that starts in the middle."""

    def __init__(self, game: Wrinkles, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        """Of the last choice."""
        self._chance = Chance(numbered_seed(1), game.streams)
        self._shadows = Shadows(game, state)
        self.check()

    # What is to be done.

    @property
    def asked(self) -> tuple[str, int]:
        """The open question and the seat it is put to."""
        decision = self.game.decision(self.state)
        assert decision is not None, "the match is over"
        return decision.kind, decision.seat

    def may(self, about: str = "") -> list[str]:
        """The choices as spoken, sorted; only those that begin with `about` if given."""
        return sorted(said for said in self._choices() if said.startswith(about))

    def _choices(self) -> dict[str, Choice]:
        decision = self.game.decision(self.state)
        assert decision is not None and decision.choices is not None
        view = self.game.mask(self.state, decision.seat)
        said: dict[str, Choice] = {}
        for choice in decision.choices:
            said.setdefault(self.game.say(choice, view), choice)
        return said

    def do(self, *acts: str) -> Scene:
        """Make these choices, one after the other, for whoever is asked."""
        for act in acts:
            choices = self._choices()
            assert act in choices, f"{act!r} is none of {sorted(choices)}"
            self.make(choices[act])
        return self

    def make(self, choice: Choice) -> None:
        """Make one choice."""
        self.events = [event for event, _ in self._shadows.apply(self.state, choice, self._chance)]
        self.check()

    def close(self) -> Scene:
        """Both pass until the window is closed."""
        return self.do("pass", "pass")

    def refused(self, kind: str, name: str, seat: int | None = None) -> str:
        """Why a hand card can't be chosen so."""
        seat = self.asked[1] if seat is None else seat
        handle = self.handle(self.state.hand[seat], name)
        illegal = self.game.check(self.state, Choice(kind, (handle,), self.state.cards[handle]))
        return illegal.reason if illegal else ""

    def check(self) -> None:
        """Nothing about the state is impossible, and the views have played on."""
        assert self.game.problems(self.state) == []
        self._shadows.compare(self.state)

    # What there is to see.

    def names(self, handles: list[int]) -> list[str]:
        return [self.game.cards[self.state.cards[handle]].name for handle in handles]

    def handle(self, handles: list[int], name: str) -> int:
        return handles[self.names(handles).index(name)]

    def board(self, seat: int) -> list[str]:
        return self.names(self.state.board[seat])

    def hand(self, seat: int) -> list[str]:
        return self.names(self.state.hand[seat])

    def pile(self, seat: int) -> list[str]:
        return self.names(self.state.pile[seat])

    def deck(self, seat: int) -> list[str]:
        """From the top."""
        return self.names(self.state.deck[seat][::-1])

    def force(self, seat: int) -> int:
        """Total Force."""
        return self.game.total(self.state, seat)

    def each(self, seat: int) -> dict[str, int]:
        """What each card in play counts."""
        return dict(zip(self.board(seat), self.game.forces(self.state, seat), strict=True))

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    def told(self, seat: int | None = None) -> list[str]:
        """The last choice's events as sentences for a seat (None: for anybody)."""
        view = self.game.mask(self.state, seat)
        return [said for event in self.events if (said := self.game.tell(event, view))]


def cards_named(game: Wrinkles, text: str, side: int) -> list[int]:
    """Identities of the cards written in a zone."""
    by_name = {
        info.name: identity for identity, info in enumerate(game.cards) if game.pool.side[identity] == side
    }
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        counted = re.fullmatch(r"(\d+) (.+)", part)
        found += [by_name[counted[2]]] * int(counted[1]) if counted else [by_name[part]]
    return found


def scene(
    *,
    good: str = "",
    evil: str = "",
    hand: str = "",
    evil_hand: str = "",
    deck: str = "",
    evil_deck: str = "",
    pile: str = "",
    evil_pile: str = "",
    phase: str = "Fate I",
    turn: int = 1,
    tokens: int = 3,
    options: Mapping[str, int] | None = None,
    game: Wrinkles | None = None,
) -> Scene:
    """A state at the start of a phase's window. `good` and `evil` are the cards in play.

    Zones without a side in their name are Good's. `tokens` are Good's. What lies in a pile has lain there
    since before the phase.
    """
    game = game or load()
    chosen = {option.name: option.default for option in game.options} | dict(options or {})
    state = State(
        viewer=FULL,
        seats=2,
        cards=[],
        known=[],
        lot=[],
        lots=[],
        lot_seats=[3, 3],
        streams=[0, 0],
        options=(chosen["replace"], chosen["fresh"], chosen["evil_draw"], chosen["max_turns"]),
        deck=[[], []],
        hand=[[], []],
        board=[[], []],
        pile=[[], []],
        pending=[],
        tokens=[tokens, 6 - tokens],
        turn=turn,
        phase=PHASES.index(phase),
        todo=[],
        limit=[-1, -1],
        turn_bonus=[[], []],
        turn_slots=[[], []],
        old=[0, 0],
        over=0,
    )
    written = ((good, hand, deck, pile), (evil, evil_hand, evil_deck, evil_pile))
    for side, texts in enumerate(written):
        zones = (state.board[side], state.hand[side], state.deck[side], state.pile[side])
        content: list[int] = []
        for zone, text, known in zip(zones, texts, (3, 1 << side, 0, 3), strict=True):
            for card in cards_named(game, text, side):
                zone.append(len(state.cards))
                state.cards.append(card)
                state.known.append(known)
                state.lot.append(side)
                content.append(card)
        state.deck[side].reverse()
        state.lots.append(tuple(sorted(content)))
        state.old[side] = len(state.pile[side])
    leader = GOOD if turn % 2 else EVIL
    kind = KINDS[state.phase]
    if kind == CHALLENGE:
        state.todo += [(TRIM, 1 - leader, 1), (TRIM, leader, 1)]
    elif kind == TEST:
        state.todo.append((BALANCE, -1))
    state.todo.append((WINDOW, leader, 0))
    return Scene(game, state)


def made_up(good: str = "", evil: str = "") -> Wrinkles:
    """The game with more cards: lines of TOML as in a card file, after the printed ones."""
    files = []
    for side, text in zip(SIDES, (good, evil), strict=True):
        printed = tuple(card for card in load().pool.cards if card.id.split("/")[1] == side)
        files.append(CardFile(set="wit", side=side, card=printed))
        if text:
            files.append(read_card_file(f'set = "new"\nside = "{side}"\n{text}', f"new-{side}.toml"))
    return Wrinkles(Pool(files))


def card(side: str, name: str, kind: str, force: int = 0, effects: str = "") -> str:
    """One made-up card, for `made_up`."""
    slug = name.lower().replace(" ", "-")
    return (
        f'[[card]]\nid = "new/{side}/{slug}"\nname = "{name}"\ntype = "{kind}"\nforce = {force}\n'
        f"effects = [{effects}]\n"
    )
