"""Scenes: states with given cards by name, played in words.

    s = scene(good="Meg Murry", hand="Birth", deck="Hope, Faith, Joy", phase="Fate I")
    s.do("play Birth")
    assert s.hand(GOOD) == ["Hope", "Faith", "Joy"]

Zones are written as card names with commas; `3 Hope` is Hope three times. Decks are written from the top.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.wrinkles.card_kinds import SIDES
from core.wrinkles.cards import printed_files, read_card_file
from core.wrinkles.state import BALANCE, CHALLENGE, EVIL, GOOD, KINDS, PHASES, TEST, TRIM, WINDOW, empty
from core.wrinkles.wrinkles import Wrinkles, load
from tests.support.scenes import scene as scenes


class Scene(scenes.Scene):
    """A match that starts in the middle."""

    def close(self) -> Scene:
        """Both pass until the window is closed."""
        return self.do("pass", "pass")

    def board(self, seat: int) -> list[str]:
        return self.names(self.state.board[seat])

    def force(self, seat: int) -> int:
        """Total Force."""
        return self.game.total(self.state, seat)

    def each(self, seat: int) -> dict[str, int]:
        """What each card in play counts."""
        return dict(zip(self.board(seat), self.game.forces(self.state, seat), strict=True))

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]


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
    state = empty(chosen | {"good_tokens": tokens})
    state.lot_seats, state.turn, state.phase = [3, 3], turn, PHASES.index(phase)
    written = ((good, hand, deck, pile), (evil, evil_hand, evil_deck, evil_pile))
    for side, texts in enumerate(written):
        zones = (state.board[side], state.hand[side], state.deck[side], state.pile[side])
        content: list[int] = []
        for zone, text, known in zip(zones, texts, (3, 1 << side, 0, 3), strict=True):
            for card in scenes.cards_named(game, text, (SIDES[side],)):
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
    files = [
        read_card_file(f'set = "new"\nside = "{side}"\n{text}', f"new-{side}.toml")
        for side, text in zip(SIDES, (good, evil), strict=True)
        if text
    ]
    return load([*printed_files(), *files])


def card(side: str, name: str, kind: str, force: int = 0, effects: str = "") -> str:
    """One made-up card, for `made_up`."""
    slug = name.lower().replace(" ", "-")
    return (
        f'[[card]]\nid = "new/{side}/{slug}"\nname = "{name}"\ntype = "{kind}"\nforce = {force}\n'
        f"effects = [{effects}]\n"
    )
