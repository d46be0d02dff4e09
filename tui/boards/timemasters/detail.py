"""The card or the choice under the cursor: what it is, what it costs and why, what it would do."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import HIDDEN, Choice
from core.timemasters.costs import PRINTED, Price
from core.timemasters.state import MastersState, Timer
from core.timemasters.text import ke_text
from core.timemasters.timemasters import TimeMasters
from core.words import counted
from tui.boards.board_state import Scene, Spot
from tui.boards.painter import CHOICES, HAND, LIST, PLAIN, TOGETHER
from tui.boards.spot_detail import About, DetailRow
from tui.boards.timemasters.cell_texts import PARTS, brief, card_kind, in_force
from tui.boards.timemasters.hints import MastersHints
from tui.boards.timemasters.painting import RELEASED, SEATS, SPELLS, SPHERES
from tui.boards.timemasters.prompt import DELAY, SECOND, TWO, ZONE, Mode, open_choices
from tui.boards.timemasters.view_model import MastersFacts


class MastersDetail:
    """Says all there is about the spots of one scene."""

    def __init__(
        self, game: TimeMasters, scene: Scene, facts: MastersFacts, mode: Mode, marked: Sequence[int]
    ) -> None:
        self._game = game
        self._scene = scene
        self._view: MastersState = scene.view
        self._facts = facts
        self._mode = mode
        self._marked = marked
        self._hints = MastersHints(game, scene.view, max(scene.seat, 0), scene.names)
        self._choices = open_choices(scene, mode)

    def about(self, spot: Spot) -> About:
        """What there is to say about a spot."""
        if spot.zone == CHOICES:
            return self._button(spot.key)
        if spot.key <= SEATS:
            return self._seat(SEATS - spot.key)
        card = self._view.cards[spot.key]
        if card == HIDDEN:
            return self._beneath(spot.key)
        info = self._game.cards[card]
        about = About(info.name, card_kind(self._game, card), info.text)
        if spot.zone == SPHERES:
            self._sphere(about, spot.key)
        elif spot.zone == HAND:
            self._hand(about, spot.key)
        elif spot.zone == SPELLS:
            about.says.append("In the Spell zone: it counts for access this turn.")
            self._does(about, spot.key)
        else:
            held = self._facts.timer(spot.key)
            if held is None:
                self._released(about, spot)
            else:
                self._timer(about, *held)
        return about

    def _does(self, about: About, handle: int, how: str = "") -> None:
        """What choosing this card would do, if it may be chosen."""
        choice = next((one for one in self._choices if one.handles[:1] == (handle,)), None)
        if choice is not None:
            said = self._hints.does(choice)
            if said:
                about.says.append(f"{how or _verb(choice)}: {said}.")

    # Spheres.

    def _sphere(self, about: About, handle: int) -> None:
        one = next(one for one in self._facts.openings if one.top == handle)
        about.kind += f"; {counted(one.level, 'victory point')}"
        left = self._facts.points.left
        where = f"Top of Sphere {one.level}, {one.cards} left."
        decision = self._scene.decision
        if decision is not None and decision.kind == "take":  # By an effect: no points are paid.
            about.says.append(where)
        elif one.why_not is None:
            about.says.append(f"{where} Open: it costs {one.price} of {left} access points.")
        else:
            about.says.append(f"{where} Price {one.price}: {one.why_not}.")
        self._does(about, handle, "Taken")

    def _beneath(self, handle: int) -> About:
        one = next((one for one in self._facts.openings if handle in self._view.spheres[one.level - 1]), None)
        if one is None:
            return About("A hidden card")
        about = About(f"Beneath the top of Sphere {one.level}", counted(one.level, "victory point"))
        about.text = "Nobody sees it before it is taken, and then only who takes it; the top card stays."
        left, price = self._facts.points.left, one.price + 1
        if one.can_beneath:
            about.says.append(f"Open: it costs {price} of {left} access points.")
        elif one.why_not is not None and left >= price:
            about.says.append(f"Price {price}: {one.why_not}.")
        else:
            about.says.append(f"Price {price}: needs {price - left} more.")
        self._does(about, handle, "Taken")
        return about

    # Cards of the reader's.

    def _hand(self, about: About, handle: int) -> None:
        one = self._facts.by_handle.get(handle)
        if one is None:
            return
        kind = self._scene.decision.kind if self._scene.decision else ""
        if one.price is not None and kind in ("main", ""):
            self._prices(about, one.price, one.on_timer)
        choice = next((one for one in self._choices if one.handles[:1] == (handle,)), None)
        if kind == "under" and self._game.known_to_all(self._view, handle):
            about.says.append("All have seen this card, and will know that it lies under the Timer.")
        if choice is None or kind in ("discard", "lose", "under"):
            return
        if kind == "main" and choice.kind == "place":
            about.says.append("It can only be placed on a Timer now.")
        elif self._mode.kind != "two":
            self._does(about, handle)

    def _prices(self, about: About, zone: Price, timer: Price | None) -> None:
        """What it costs and why, line by line."""
        if zone.why_not is not None:
            about.says.append(f"Not into the Spell zone: {zone.why_not}.")
        price = zone
        if timer is not None:
            where = self._game.cards[self._view.cards[timer.timer]].name
            if timer.why_not is None:
                about.says.append(f"On {where} it costs {timer.cost} Kè.")
            if zone.why_not is not None and timer.why_not is None:
                price = timer
        if len(price.parts) > 1:
            about.head = f"Costs {price.cost} Kè:"
            about.rows = [_part(*part) for part in price.parts]

    def _released(self, about: About, spot: Spot) -> None:
        if spot.zone != RELEASED:
            about.says.append("Released: its owner must play it in its next turn, or loses it with a pass.")
            return
        if spot.key in self._view.twice:
            about.says.append("Mirror Clock: it has its effect twice.")
        about.says.append("Released: it costs nothing, and must be played before the main phase ends.")
        self._does(about, spot.key)

    # What lies before seats.

    def _timer(self, about: About, seat: int, timer: Timer) -> None:
        slots = self._game.slots(self._view, timer.handle)
        own = seat == self._scene.seat
        stands = (
            f"{'Yours' if own else self._hints.name(seat)}: {len(timer.spells)} of"
            f" {slots} slots taken, {counted(len(timer.under), 'card')} under it."
        )
        kind = self._scene.decision.kind if self._scene.decision else ""
        if self._mode.kind == "where":
            card = self._view.cards[self._mode.handle]
            price = self._game.price(self._view, self._scene.seat, card, timer.handle)
            spell = self._game.cards[card].name
            if price.why_not is None and len(timer.spells) < slots:
                about.says.append(
                    f"{spell} costs {price.cost} Kè here; its effect comes when it is released."
                )
                self._parts(about, price)
                return
        elif kind in ("main", "timers", "target", "onto"):
            self._does(about, timer.handle)
        about.says.append(stands)
        cards = self._view.cards
        known = [one for one in timer.under if cards[one] != HIDDEN]
        about.head = "On it and under it:" if timer.spells or known else ""
        about.rows = [
            DetailRow("", f"{self._game.cards[cards[one]].name} ({brief(self._game.pool.cards[cards[one]])})")
            for one in timer.spells
        ]
        about.rows += [DetailRow("", f"{self._game.cards[cards[one]].name}, face down") for one in known]

    def _parts(self, about: About, price: Price) -> None:
        if len(price.parts) > 1:
            about.head = f"Costs {price.cost} Kè:"
            about.rows = [_part(*part) for part in price.parts]

    def _seat(self, seat: int) -> About:
        view = self._view
        about = About(self._hints.name(seat), f"seat {seat + 1}, {view.score[seat]} victory points")
        about.text = f"Kè: {ke_text(view, seat)}."
        about.says.append(
            f"{counted(len(view.hand[seat]), 'card')} in hand, {len(view.deck[seat])} in the deck,"
            f" {len(view.pile[seat])} discarded, {len(view.banished[seat])} banished."
        )
        force = in_force(view, seat)
        if force:
            about.says.append(f"{'Now' if seat == view.mover else 'In its next turn'}: {', '.join(force)}.")
        return about

    # Choices that are no cards.

    def _button(self, button: int) -> About:
        scene = self._scene
        decision = scene.decision
        if decision is None:
            return About()
        about = About()
        if decision.about and self._view.cards[decision.about[0]] != HIDDEN:
            info = self._game.cards[self._view.cards[decision.about[0]]]
            about = About(info.name, card_kind(self._game, self._view.cards[decision.about[0]]), info.text)
        plain = [one for one in decision.choices or () if not one.handles]
        at = {PLAIN: 0, SECOND: 1}.get(button, -1)
        if button == LIST:
            return about
        if button == ZONE:
            handle = self._mode.handle
            return self.about(Spot(HAND, handle, 0, 0))
        if button == TOGETHER:
            names = ", ".join(self._game.cards[self._view.cards[one]].name for one in self._marked)
            picks = [one for handle in self._marked for one in self._choices if one.handles[:1] == (handle,)]
            about.says = [f"{names}: {self._hints.does(*picks) or 'to your discard pile'}."]
        elif button == TWO:
            about.title = "Discard two hand cards"
            about.says = ["One spent permanent Kè becomes active; you may do it again."]
        elif button == DELAY:
            about.title = "Delay"
            about.says = ["A hand card goes face down under it; it stays, and you refill one card less."]
        elif 0 <= at < len(plain):
            about.says = self._plain(plain[at])
        return about

    def _plain(self, choice: Choice) -> list[str]:
        said = self._hints.does(choice)
        lost = len(self._view.released[self._scene.seat])
        match choice.kind:
            case "pass":
                found = ["Pass: all your permanent Kè become active, and you play nothing this turn."]
                if lost:
                    found.append(f"The {lost} released are lost to the discard pile, and you don't refill.")
                return found
            case "end":
                return ["End the main phase: access follows, then the Spell zone goes to the discard pile."]
            case "permanent" | "ephemeral":
                other = "ephemeral" if choice.kind == "permanent" else "permanent"
                return [f"{choice.kind.capitalize()} Kè are spent first, {other} ones for the rest: {said}."]
            case "done" if self._scene.decision is not None and self._scene.decision.kind == "access":
                return ["No more access; the Spell zone goes to the discard pile and you refill your hand."]
        return [f"{_verb(choice)}: {said}."] if said else []


def _part(name: str, n: int) -> DetailRow:
    """A part of a cost."""
    if name == PRINTED:
        return DetailRow(str(n), PARTS[name])
    return DetailRow(f"{n:+}", PARTS[name], "down" if n > 0 else "up")


def _verb(choice: Choice) -> str:
    return {
        "cast": "Cast", "place": "Placed", "timer": "Played", "concentrate": "Played", "release": "Played",
        "activate": "Activated", "onto": "Placed here", "target": "Chosen", "repeat": "Repeated",
        "access": "Taken", "beneath": "Taken", "take": "Taken", "done": "Done",
        "discard": "Discarded", "banish": "Banished",
    }.get(choice.kind, "Chosen")  # fmt: skip
