"""Time Masters in plain mode's words."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.event import Told
from core.contract.outcome import Outcome
from core.engine.preview import Preview
from core.timemasters.account import changes
from core.timemasters.costs import Opening, Price
from core.timemasters.state import PHASES, MastersState, Timer, opponents
from core.timemasters.text import SEATS, ke_text
from core.timemasters.timemasters import TimeMasters
from core.words import capital, counted, listed
from tui.boards.spoken import CardLine, Teller, pile, spoken
from tui.boards.timemasters.cell_texts import END_WITHOUT_PASS, ending

_ORDER = ("pass", "end", "done", "permanent", "ephemeral", "release", "cast", "place", "concentrate", "timer",
          "activate", "delay", "discard", "access", "beneath")  # fmt: skip
"""How choices are numbered: those that name no card first, what costs a card last."""


class TimeMastersTeller(Teller):
    """Words for this game."""

    no_hand = "Your hand is empty."
    about_board = "the Spheres, and everybody's Kè, Timers, cards and Spell zone"
    about_score = "round, phase, points, empty Spheres"

    def __init__(self, game: TimeMasters) -> None:
        super().__init__(game)

    # Choices.

    def arranged(self, decision: Decision, view: MastersState) -> list[Choice]:
        if decision.kind == "look":
            return list(decision.choices or ())  # As they lay in the deck.

        def place(choice: Choice) -> tuple[object, ...]:
            kind = _ORDER.index(choice.kind) if choice.kind in _ORDER else len(_ORDER)
            card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
            if decision.kind == "access" and choice.handles:
                return len(_ORDER), self._level(choice, view), kind
            return kind, self._place(card) if card != HIDDEN else ()

        return sorted(decision.choices or (), key=place)

    def _place(self, card: int) -> tuple[object, ...]:
        """Sorts cards: spells by cost, then Concentrations, then Timers; alike ones by level and name."""
        pool = self.game.pool
        return pool.kind[card], pool.cost[card], pool.level[card], self.game.cards[card].name

    @staticmethod
    def _level(choice: Choice, view: MastersState) -> int:
        return next(n + 1 for n, sphere in enumerate(view.spheres) if choice.handles[0] in sphere)

    def worth(self, choice: Choice, decision: Decision, view: MastersState) -> str:
        seat, kind = decision.seat, choice.kind
        card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
        match kind:
            case "pass":
                return self._passing(view, seat)
            case "end":
                return self._ending(view)
            case "permanent" | "ephemeral":
                return self._paying(view, seat, kind)
            case "cast":
                vain = self._vain(choice, view)
                return f"{self._price(self.game.price(view, seat, card))}{vain}. {self._text(card)}"
            case "place":
                return f"{self._placing(view, seat, card)}. {self._text(card)}"
            case "onto":
                spell = view.cards[decision.about[0]]
                price = self.game.price(view, seat, spell, choice.handles[0])
                return f"{self._price(price)}; {self._slots(self._timer(view, choice.handles[0]), view)}"
            case "release":
                twice = ", its effect comes twice" if choice.handles[0] in view.twice else ""
                return f"paid for before{twice}{self._vain(choice, view)}. {self._text(card)}"
            case "activate":
                return self._activating(self._timer(view, choice.handles[0]), view)
            case "delay":
                return "it keeps its spells until your next turn, for a card under it"
            case "target":
                timer = self._timer(view, choice.handles[0])
                return f"{self._on(timer, view, decision.seat) or 'nothing on it'}. {self._text(card)}"
            case "concentrate":
                return f"{self._text(card)}. You have {view.spent[seat]} spent"
            case "discard" if decision.kind == "main":
                return (
                    f"one of two{'' if view.spent[seat] else ', and you have none spent'}; {self._kind(card)}"
                )
            case "under" if self.game.known_to_all(view, choice.handles[0]):
                return f"{self._kind(card)}; all have seen it, and will know that it lies there"
            case "discard" | "under":
                return self._kind(card)
            case "timer" | "repeat":
                return self._text(card)
            case "access":
                level = self._level(choice, view)
                return f"{counted(level, 'point')}; {self._kind(card, False)}. {self._text(card)}"
            case "beneath":
                level = self._level(choice, view)
                return f"{counted(level + 1, 'point')}; level {level}, unseen until you have it"
            case "done":
                return "the points left are lost" if decision.kind == "access" and view.zone[seat] else ""
        return f"{self._kind(card)}. {self._text(card)}" if card != HIDDEN else ""

    def _vain(self, choice: Choice, view: MastersState) -> str:
        """Whether the effect of a spell would find nothing now, as with an empty discard pile."""
        preview = Preview(self.game, view)
        preview.play(choice)
        vain = any(isinstance(event, Told) and event.kind == "nothing" for event in preview.events)
        return ", it finds nothing" if vain else ""

    def _passing(self, view: MastersState, seat: int) -> str:
        spent = view.spent[seat]
        back = "your spent Kè becomes active" if spent == 1 else f"your {spent} spent Kè become active"
        parts = [back if spent else "nothing to recover, all your Kè are active"]
        if view.released[seat]:
            parts.append("what is released is lost, and your hand is not refilled")
        return "; ".join(parts)

    def _ending(self, view: MastersState) -> str:
        left = self.game.points(view).left
        return f"then {counted(left, 'access point')} to spend" if left else "with no access point"

    def _paying(self, view: MastersState, seat: int, kind: str) -> str:
        frame = view.todo[-1]
        price = self.game.price(view, seat, view.cards[frame[2]], frame[3])
        permanent, ephemeral = price.permanent_first if kind == "permanent" else price.ephemeral_first
        parts = [f"{permanent} permanent"] * bool(permanent) + [f"{ephemeral} ephemeral"] * bool(ephemeral)
        return listed(parts)

    @staticmethod
    def _price(price: Price) -> str:
        """`costs 2 Kè`, `costs 1 Kè: printed 2, 1 less for the rest of the turn`."""
        why = changes(price.parts)
        cost = f"costs {price.cost} Kè"
        return f"{cost}, printed {price.parts[0][1]}, {why}" if why else cost

    def _placing(self, view: MastersState, seat: int, card: int) -> str:
        """What a spell costs on each of the seat's Timers with a free slot."""
        prices: dict[int, list[str]] = {}
        for handle in self.game.free_timers(view, seat):
            price = self.game.price(view, seat, card, handle)
            if price.why_not is None:
                prices.setdefault(price.cost, []).append("your " + self._name(handle, view))
        return ", or ".join(f"{cost} Kè on {listed(names, 'or')}" for cost, names in prices.items())

    def _activating(self, timer: Timer, view: MastersState) -> str:
        released = listed(self._name(spell, view) for spell in timer.spells)
        happens = self._text(view.cards[timer.handle]).partition("On activation")
        return (
            f"{f'releases {released}' if released else 'no spell is on it'}. {''.join(happens[1:])}".rstrip(
                ". "
            )
        )

    def explain(self, choice: Choice, decision: Decision, view: MastersState) -> list[str]:
        worth = spoken(self.worth(choice, decision, view))
        card = choice.card if choice.card != HIDDEN else self.identity(choice.handles, view)
        said = [] if card == HIDDEN else self.card(card)
        return [f"{capital(self.game.texts.say(choice, view))}: {worth}.", *said] if worth else said

    def why_not(self, handle: int, decision: Decision, view: MastersState) -> str:
        card, seat = view.cards[handle], decision.seat
        if decision.kind == "main":
            price = self.game.price(view, seat, card)
            if price.why_not is not None:
                return f"{self._name(handle, view)} {price.why_not}."
        return f"{self._name(handle, view)} can't be chosen here."

    def sure(self, choice: Choice, decision: Decision, view: MastersState) -> str:
        kinds = {one.kind for one in decision.choices or ()}
        if choice.kind == "pass" and "release" in kinds:
            return "Your released spells are lost then, and your hand is not refilled. Pass all the same?"
        if choice.kind == "end" and "pass" in kinds and view.spent[decision.seat]:
            return END_WITHOUT_PASS
        return ""

    # Cards.

    def _name(self, handle: int, view: MastersState) -> str:
        card = view.cards[handle]
        return "a card" if card == HIDDEN else self.game.cards[card].name

    def _text(self, card: int) -> str:
        return spoken(self.game.cards[card].text).removesuffix(".")

    def _kind(self, card: int, level: bool = True) -> str:
        """`spell, cost 2, level 3`."""
        info = self.game.cards[card]
        parts = [info.kind.lower()]
        if info.force is not None:
            parts.append(f"cost {info.force}")
        return ", ".join([*parts, f"level {self.game.pool.level[card]}"] if level else parts)

    def card(self, card: int) -> list[str]:
        info = self.game.cards[card]
        return [f"{info.name}: {self._kind(card)}.", *filter(None, [spoken(info.text)])]

    def hand(self, view: MastersState, seat: int) -> list[CardLine]:
        return [self._hand_line(handle, view, seat) for handle in self._sorted(view.hand[seat], view)]

    def _hand_line(self, handle: int, view: MastersState, seat: int) -> CardLine:
        card = view.cards[handle]
        info = self.game.cards[card]
        what = self._kind(card)
        if info.force is not None:
            price = self.game.price(view, seat, card)
            cost = self._price(price)
            if price.why_not is not None and seat == view.mover:
                cost += f", and {price.why_not.partition(', ')[2]}"
            what = f"spell, level {self.game.pool.level[card]}, {cost}"
        return CardLine(handle, info.name, f"{info.name}: {what}. {spoken(info.text)}".strip())

    def _sorted(self, handles: Iterable[int], view: MastersState) -> list[int]:
        return sorted(handles, key=lambda handle: (self._place(view.cards[handle]), handle))

    # What lies where.

    def score(self, view: MastersState, seat: int) -> list[str]:
        points = ", ".join(f"{self._who(one, seat)}: {n}" for one, n in enumerate(view.score))
        empty = view.spheres.count([])
        whose = "your" if view.mover == seat else f"{SEATS.name(view.mover)}'s"
        return [
            f"Round {view.round}, {whose} turn, {PHASES[view.phase].lower()} phase.",
            f"Points, {points}.",
            f"{counted(empty, 'Sphere') if empty else 'No Sphere'} {'is' if empty < 2 else 'are'} empty;"
            " two empty ones end the match.",
        ]

    def _who(self, one: int, seat: int) -> str:
        return "you" if one == seat else SEATS.name(one)

    def board(self, view: MastersState, seat: int) -> list[str]:
        lines = [*self.score(view, seat), *(one.line for one in self._spheres(view))]
        below = max(seat, 0)
        for one in (below, *opponents(view, below)):
            lines += self._seat(one, view, seat)
        return lines

    def _spheres(self, view: MastersState) -> list[CardLine]:
        """Each Sphere with its top card, what it costs, and whether the points of this turn open it."""
        lines = []
        for opening in self.game.openings(view):
            if opening.top < 0:
                lines.append(CardLine(-1, f"Sphere {opening.level}", f"Sphere {opening.level} is empty."))
                continue
            card = view.cards[opening.top]
            left = counted(opening.cards, "card")
            name = self.game.cards[card].name
            said = f"Sphere {opening.level}, {left}, on top {name}: {self._kind(card, False)}."
            said += f" {self._text(card)}. {self._opening(opening, view)}."
            lines.append(CardLine(opening.top, name, said))
        return lines

    def _opening(self, opening: Opening, view: MastersState) -> str:
        """Whether the points of this turn open a Sphere, as everybody can see."""
        whose = "" if view.viewer == view.mover else f" to {SEATS.name(view.mover)}"
        if opening.can_beneath:
            return f"Open{whose} now, the card beneath too"
        if opening.can_top:
            return f"Open{whose} now"
        short = opening.price - self.game.points(view).left
        if short > 0:
            return f"{capital(counted(short, 'access point'))} short" if not whose else "Not open now"
        return capital(opening.why_not or "not open now")

    def _seat(self, one: int, view: MastersState, seat: int) -> list[str]:
        mine = one == seat
        whose, has = ("Your", "You have") if mine else (f"{SEATS.name(one)}'s", f"{SEATS.name(one)} has")
        lines = [
            f"{whose} Kè: {ke_text(view, one)}.{self._waiting(view, one, mine)}",
            f"{has} {counted(view.score[one], 'point')}, {counted(len(view.hand[one]), 'card')} in hand,"
            f" {len(view.deck[one])} in the deck, {len(view.pile[one])} in the discard pile"
            + (f", {len(view.banished[one])} banished." if view.banished[one] else "."),
        ]
        if one == view.mover:
            lines.append(self._zone(view, one, whose))
        if view.released[one]:
            names = listed(self._name(handle, view) for handle in view.released[one])
            lines.append(f"Released, to be played for nothing: {names}.")
        return [*lines, *(self._timer_line(timer, one, view, seat).line for timer in view.timers[one])]

    def _zone(self, view: MastersState, one: int, whose: str) -> str:
        names = listed(self._name(handle, view) for handle in view.zone[one]) or "empty"
        points = self.game.points(view)
        said = f"{whose} Spell zone: {names}. {counted(points.spells + points.extra, 'access point')}"
        if points.extra:
            said += f", {points.extra} of them by effects"
        if points.used:
            said += f", {points.used} used"
        return said + "."

    def _waiting(self, view: MastersState, one: int, mine: bool) -> str:
        """What changes costs and spending for a seat, in sentences."""
        own_turn = one == view.mover
        whose, who = ("Your", "You") if mine else ("Its", "It")
        next_turn = f"in {whose.lower()} next turn"
        found = []
        if view.surcharge[one]:
            when = "" if own_turn else f", {next_turn},"
            found.append(f"{whose} next spell{when} costs {view.surcharge[one]} more.")
        if own_turn and view.next_less:
            found.append(f"{whose} next spell this turn costs {view.next_less} less.")
        if own_turn and view.less:
            found.append(f"{whose} spells cost {view.less} less for the rest of the turn.")
        if view.cap[one]:
            left = view.cap[one] - view.paid if own_turn else view.cap[one]
            when = "more this turn" if own_turn else f"at most {next_turn}"
            found.append(f"{who} may spend {left} Kè {when}.")
        return "".join(f" {one}" for one in found)

    def in_play(self, view: MastersState, seat: int) -> list[CardLine]:
        below = max(seat, 0)
        lines = [
            self._timer_line(timer, one, view, seat)
            for one in (below, *opponents(view, below))
            for timer in view.timers[one]
        ]
        for handle in (*view.zone[view.mover], *(spell for zone in view.released for spell in zone)):
            lines.append(CardLine(handle, self._name(handle, view), " ".join(self.card(view.cards[handle]))))
        return [*lines, *(line for line in self._spheres(view) if line.handle >= 0)]

    def _timer(self, view: MastersState, handle: int) -> Timer:
        return next(one for timers in view.timers for one in timers if one.handle == handle)

    def _timer_line(self, timer: Timer, one: int, view: MastersState, seat: int) -> CardLine:
        name = self._name(timer.handle, view)
        whose = "your" if one == seat else f"{SEATS.name(one)}'s"
        on = self._on(timer, view, seat)
        said = f"{capital(whose)} Timer {name}" if name != "Timer" else f"{capital(whose)} Timer"
        said += (
            f", {self._slots(timer, view)}{f'; {on}' if on else ''}. {self._text(view.cards[timer.handle])}."
        )
        return CardLine(timer.handle, name, said)

    def _slots(self, timer: Timer, view: MastersState) -> str:
        slots = self.game.slots(view, timer.handle)
        free = slots - len(timer.spells)
        return f"{free} of {counted(slots, 'slot')} free" if free else "full"

    def _on(self, timer: Timer, view: MastersState, seat: int) -> str:
        """What is on and under a Timer; cards under it by name to who knows them."""
        parts = []
        if timer.spells:
            parts.append(f"on it {listed(self._name(spell, view) for spell in timer.spells)}")
        if timer.under:
            known = [self._name(handle, view) for handle in timer.under if view.cards[handle] != HIDDEN]
            hidden = len(timer.under) - len(known)
            more = [counted(hidden, "other card" if known else "card")] if hidden else []
            parts.append(f"under it {listed([*known, *more])}")
        return ", ".join(parts)

    def discards(self, view: MastersState, seat: int) -> list[str]:
        below = max(seat, 0)
        lines = []
        for one in (below, *opponents(view, below)):
            whose = "Your" if one == seat else f"{SEATS.name(one)}'s"
            for zone, called in ((view.pile[one], "discard pile"), (view.banished[one], "banished cards")):
                names = [self._name(handle, view) for handle in reversed(zone)]
                said, cards = pile(f"{whose} {called}", names)
                if cards:
                    lines += [f"{said}:", f"{listed(cards)}."]
                elif called == "discard pile":
                    lines.append(f"{said}.")
        return lines

    def ending(self, outcome: Outcome) -> str:
        return ending(outcome)
