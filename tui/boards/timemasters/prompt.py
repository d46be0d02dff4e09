"""What is asked at a moment: the question, its buttons and keys, and why a card is no answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.contract.choice import Choice, Decision
from core.timemasters.timemasters import TimeMasters
from tui.boards.board_keys import Keys, match_keys
from tui.boards.board_state import Scene, choice_of
from tui.boards.painter import HAND, LIST, PLAIN, TOGETHER, Button
from tui.boards.timemasters.cell_texts import END_WITHOUT_PASS
from tui.boards.timemasters.view_model import MastersFacts
from tui.match.player_names import named

SECOND, TWO, DELAY, ZONE = 3, 4, 5, 6
"""Buttons besides those of all boards: another choice that names no card; two cards for a Kè; delay a Timer;
the Spell zone, for a spell that could go onto a Timer too."""

ON_BOARD = ("timers", "onto", "take", "target", "repeat")
"""Questions whose answer lies on the board."""
MARKING = ("discard", "lose")
"""Questions whose cards are marked first and then given together."""


class Mode(NamedTuple):
    """What the reader has begun on the board alone."""

    kind: str = ""
    """`two`: two cards are marked to be discarded for a Kè; `where`: the spell `handle` goes to the Spell
    zone or onto a Timer; `end`: the main phase is to end with nothing done in it."""
    handle: int = -1


NO_MODE = Mode()


def open_choices(scene: Scene, mode: Mode) -> list[Choice]:
    """The choices that Enter on a card means now."""
    decision = scene.decision
    if decision is None:
        return []
    choices = list(decision.choices or ())
    if decision.kind == "main":
        if mode.kind == "two":
            return [one for one in choices if one.kind == "discard"]
        # Two for a Kè have a key of their own.
        return [one for one in choices if one.kind != "discard"]
    return choices


def listed(scene: Scene) -> bool:
    """Whether the open question has a list of its own: its cards don't lie on the board."""
    decision = scene.decision
    if decision is None or decision.kind not in ("return", "banish", "look"):
        return False
    hand = scene.view.hand[decision.seat]
    return any(one.handles and one.handles[0] not in hand for one in decision.choices or ())


def to_mark(scene: Scene, mode: Mode) -> int:
    """How many cards are to be marked and given together; 0 if Enter chooses at once."""
    decision = scene.decision
    if decision is None:
        return 0
    if mode.kind == "two":
        return 2
    if decision.kind in MARKING or (decision.kind == "banish" and not listed(scene)):
        cards = sum(bool(one.handles) for one in decision.choices or ())
        return min(decision.limit, cards)
    return 0


class MastersPrompt:
    """One scene, with what the reader has done in it on the board alone."""

    def __init__(
        self,
        game: TimeMasters,
        scene: Scene,
        facts: MastersFacts,
        mode: Mode,
        marked: Sequence[int],
        armed: bool,
    ) -> None:
        """`marked` are the cards marked so far; `armed` is whether Space was pressed once of twice."""
        self._game = game
        self._scene = scene
        self._facts = facts
        self._mode = mode
        self._marked = marked
        self._armed = armed
        self._choices = open_choices(scene, mode)
        self._decision: Decision | None = scene.decision
        self.kind = scene.decision.kind if scene.decision else ""
        """The kind of the open question; empty if there is none."""
        self.to_mark = to_mark(scene, mode)

    def complete(self) -> bool:
        return 0 < self.to_mark == len(self._marked)

    def plain(self) -> list[Choice]:
        """The choices that name no card."""
        return [one for one in self._choices if not one.handles]

    def question(self) -> tuple[str, str]:
        scene, decision = self._scene, self._decision
        if decision is None:
            return scene.status, "question" if scene.passing else "waiting"
        if self._mode.kind == "two":
            text = "Which two hand cards do you discard for a Kè?"
        elif self._mode.kind == "where":
            name = self._name(self._mode.handle)
            text = f"{name}: into the Spell zone, for its effect now, or onto a Timer, for later?"
        elif self._mode.kind == "end":
            text = END_WITHOUT_PASS
        elif self.kind == "main" and not scene.view.released[decision.seat]:
            # What there is to spend is on the board; a line less of text is one more for cards.
            text = "Main phase: play cards, then end it"
            if any(one.kind == "pass" for one in self._choices):
                text += "; or pass, and all your Kè become active"
            text += "."
        else:
            text = named(self._game, scene.names, self._game.texts.ask(decision, scene.view))
        if self.to_mark:
            text += f" {len(self._marked)} of {self.to_mark} chosen."
        return text, "question"

    def _name(self, handle: int) -> str:
        name: str = self._game.cards[self._scene.view.cards[handle]].name
        return name

    def signs(self) -> frozenset[int]:
        """Handles with a sign before them: what may be chosen, where that is not plain to see; and in the
        main phase what the access points so far would open."""
        if self._decision is None or self.kind in ("main", "timers", "pair", "under"):
            signs = {one.top for one in self._facts.openings if one.can_top}
            signs |= {
                self._scene.view.spheres[one.level - 1][-2] for one in self._facts.openings if one.can_beneath
            }
            kinds = ("release",) if self.kind == "main" else ("activate",)
            signs |= {one.handles[0] for one in self._choices if one.kind in kinds}
            if self._mode.kind == "where":
                signs |= self.timers()
            return frozenset(signs)
        if self.to_mark:
            return frozenset()
        return frozenset(one.handles[0] for one in self._choices if one.handles)

    def timers(self) -> set[int]:
        """The Timers onto which the spell of the mode may go."""
        if self._mode.kind != "where" or self._decision is None:
            return set()
        view, seat = self._scene.view, self._decision.seat
        card = view.cards[self._mode.handle]
        return {
            timer
            for timer in self._game.free_timers(view, seat)
            if self._game.price(view, seat, card, timer).why_not is None
        }

    def buttons(self) -> list[Button]:
        found = []
        if self._decision is None:
            return []
        if self._mode.kind == "where":
            found.append(Button(ZONE, "Space", "into the Spell zone"))
            return found
        if self._mode.kind == "end":
            return [Button(SECOND, "e", "end it all the same")]
        if listed(self._scene):
            found.append(Button(LIST, "Enter", "choose from the list"))
        if self._mode.kind != "two":
            keys = ("Space", "e")
            for number, key, choice in zip((PLAIN, SECOND), keys, self.plain(), strict=False):
                label = self._label(choice)
                sure = ": sure? once more" if self._armed and number == PLAIN else ""
                found.append(Button(number, key, label + sure))
        if self.complete():
            these = "this card" if self.to_mark == 1 else "these"
            verb = "banish" if self.kind == "banish" else "discard"
            found.append(Button(TOGETHER, "Tab, Enter", f"{verb} {these}"))
        elif self.kind == "main" and not self._mode.kind and self.may_discard_two():
            found.append(Button(TWO, "x", "two for a Kè"))
        if self.kind == "timers" and any(one.kind == "delay" for one in self._choices):
            found.append(Button(DELAY, "b", "delay it"))
        return found

    def may_discard_two(self) -> bool:
        """Whether two hand cards may be discarded for a Kè."""
        decision = self._decision
        return decision is not None and any(one.kind == "discard" for one in decision.choices or ())

    def _label(self, choice: Choice) -> str:
        view = self._scene.view
        seat = self._decision.seat if self._decision else 0
        if choice.kind == "pass":
            lost = len(view.released[seat])
            return f"pass, lose {lost} released" if lost else "pass"
        if choice.kind == "end":
            return "to access" if self._facts.points.left else "end"
        if choice.kind == "done":
            if self.kind == "access":
                return "take no more" if view.used else "take nothing"
            return "no more"
        return named(self._game, self._scene.names, self._game.texts.say(choice, view))

    def enter(self, cursor: tuple[str, int] | None) -> str:
        """What Enter would do with the card under the cursor; empty for nothing."""
        if cursor is None or cursor[0] == "choices" or cursor[1] < 0:
            return "see the piles" if cursor is not None and cursor[1] < 0 else ""
        handle = cursor[1]
        if handle in self._marked:
            return "keep it after all"
        if self._mode.kind == "where":
            return f"place it on {self._name(handle)}" if handle in self.timers() else ""
        choice = choice_of(self._choices, handle)
        if choice is None or self.complete():
            return ""
        said = named(self._game, self._scene.names, self._game.texts.say(choice, self._scene.view))
        if self.to_mark:
            return f"mark to {said}"
        if self.kind == "main" and choice.kind == "cast" and self.both(handle):
            return f"{said} or place it"
        return said

    def both(self, handle: int) -> bool:
        """Whether this spell may go into the Spell zone and onto a Timer."""
        return {"cast", "place"} <= {one.kind for one in self._choices if one.handles[:1] == (handle,)}

    def keys(self, over: bool) -> Keys:
        begun = bool(self._marked or self._mode.kind or not self._scene.fresh)
        jumps = self._mode.kind == "where" or self.kind in (*ON_BOARD, "access")
        return match_keys(self._scene, "next" if jumps else "zones", begun, over)

    def why_not(self, zone: str, handle: int) -> str:
        scene = self._scene
        if scene.decision is None:
            return "There is nothing for you to choose now."
        if self._mode.kind == "where":
            return "It goes into the Spell zone or onto one of your Timers with a free slot."
        if zone == HAND and self.kind == "main" and handle in self._facts.by_handle:
            return self._game.why_not(scene.view, Choice("cast", (handle,), scene.view.cards[handle]))
        if zone == "spheres" and self.kind == "main":
            return "Cards are taken in the access phase, which follows when you end this one."
        if zone == "spheres" and self.kind == "access":
            opening = next(
                (one for one in self._facts.openings if handle in scene.view.spheres[one.level - 1]), None
            )
            if opening is not None:
                return f"Sphere {opening.level}: {opening.why_not or 'needs 1 more'}."
        return "That can't be chosen here."
