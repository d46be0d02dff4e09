"""What a choice would do, in sentences: it is played on a copy of the view, and what changed is told."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import Choice
from core.contract.event import Event, Told
from core.engine.preview import Preview
from core.timemasters.state import MastersState
from core.timemasters.timemasters import TimeMasters
from core.words import counted
from tui.boards.timemasters.cell_texts import ke_short
from tui.match.player_names import called

_THEN = {
    "pay": "you choose with which Kè you pay",
    "onto": "you choose the Timer",
    "under": "you choose the hand card",
    "pair": "you choose the second card",
    "discard": "you discard {cards}",
    "lose": "{who} discards {cards}",
    "return": "you choose from your discard pile",
    "banish": "you choose what is banished",
    "look": "you choose one of the cards you see",
    "take": "you choose the Sphere",
    "target": "you choose the Timer",
    "repeat": "you choose the spell",
}
"""What is asked next."""


class MastersHints:
    """Answers about one view, for the player of one seat."""

    def __init__(self, game: TimeMasters, view: MastersState, seat: int, names: Sequence[str]) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._names = names

    def does(self, *choices: Choice) -> str:
        """What these choices, one after the other, would change; empty if nothing that is to be seen."""
        before = self._view
        preview = Preview(self._game, before)
        for n, choice in enumerate(choices):
            now = preview.decision() if n else None
            if n and (now is None or choice not in (now.choices or ())):
                break  # The last of them makes itself.
            preview.play(choice)
        after: MastersState = preview.view
        parts = [*self._mine(before, after), *_besides(preview.events, self._seat)]
        for seat in range(after.seats):
            if seat != self._seat:
                parts += self._theirs(before, after, seat)
        if preview.unknown and not parts:
            return "what it does is unknown"
        return ", then ".join(part for part in ("; ".join(parts), self._then(preview)) if part)

    def name(self, seat: int) -> str:
        """A seat with its player's name."""
        return called(self._game, self._names, seat)

    def _mine(self, before: MastersState, after: MastersState) -> list[str]:
        seat = self._seat
        parts = []
        if ke_short(before, seat) != ke_short(after, seat):
            parts.append(f"Kè {ke_short(before, seat)} -> {ke_short(after, seat)}")
        was, now = len(before.hand[seat]), len(after.hand[seat])
        if was != now:
            parts.append(f"hand {was} -> {now}")
        if before.mover == after.mover == seat:
            was, now = (self._game.points(state).left for state in (before, after))
            if was != now:
                parts.append(f"access {was} -> {now}")
            if after.released[seat] and not before.released[seat]:
                parts.append(f"{len(after.released[seat])} released, to be played this turn")
            if after.next_less != before.next_less and after.next_less:
                parts.append(f"next spell -{after.next_less}")
            if after.less != before.less:
                parts.append(f"each spell -{after.less}")
        if before.score[seat] != after.score[seat]:
            parts.append(f"points {before.score[seat]} -> {after.score[seat]}")
        return parts

    def _theirs(self, before: MastersState, after: MastersState, seat: int) -> list[str]:
        parts = []
        if after.mover != before.mover:
            return []
        if before.active[seat] != after.active[seat]:
            parts.append(f"Kè {before.active[seat]} -> {after.active[seat]}")
        if len(before.hand[seat]) != len(after.hand[seat]):
            parts.append(f"hand {len(before.hand[seat])} -> {len(after.hand[seat])}")
        if after.surcharge[seat] > before.surcharge[seat]:
            parts.append(f"next spell +{after.surcharge[seat]}")
        if after.cap[seat] != before.cap[seat]:
            parts.append(f"at most {after.cap[seat]} Kè next turn")
        if len(before.timers[seat]) > len(after.timers[seat]):
            parts.append("loses the Timer")
        return [f"{self.name(seat)}: {', '.join(parts)}"] if parts else []

    def _then(self, preview: Preview) -> str:
        """What follows: the next question, or that it depends on cards not seen yet; empty if nothing."""
        if preview.unknown:
            return "unknown"
        decision, after = preview.decision(), preview.view
        if decision is None:
            return "the match is over"
        if decision.kind not in _THEN:
            return "" if after.mover == self._view.mover else f"{self.name(after.mover)}'s turn begins"
        return _THEN[decision.kind].format(
            cards=counted(decision.limit, "card"), who=self.name(decision.seat)
        )


def _besides(events: Sequence[Event], seat: int) -> list[str]:
    """What is worth saying besides the numbers."""
    parts = []
    for event in events:
        if not isinstance(event, Told):
            continue
        if event.kind == "nothing":
            parts.append("it finds nothing")
        elif event.kind == "full" and event.seat == seat:
            parts.append(f"{event.n} ephemeral Kè lost, over four")
        elif event.kind == "reshuffle" and event.seat == seat:
            parts.append("your discard pile becomes your deck")
        elif event.kind == "empty":
            parts.append(f"Sphere {event.n} is empty then")
    return parts
