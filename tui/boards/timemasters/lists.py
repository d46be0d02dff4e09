"""The lists of Time Masters: cards to take from a pile, to banish, to keep; and the piles to be read."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import Choice, Decision
from core.timemasters.state import MastersState
from core.timemasters.timemasters import TimeMasters
from tui.boards.list_rows import Look
from tui.boards.timemasters.cell_texts import brief, code
from tui.match.player_names import called
from tui.widgets.choice_panels import MarkPanel
from tui.widgets.panels import Panel, ReadCards, inside


def lines_of(game: TimeMasters, cards: Sequence[int], width: int, where: Sequence[str] = ()) -> list[str]:
    """Cards as the lines of a list of this width: name, kind, cost, points, its text.

    `where` says, for each, where it lies.
    """
    names = max((len(game.cards[card].name) for card in cards), default=0)
    places = max(map(len, where), default=0)
    found = []
    for card, lies in zip(cards, where or [""] * len(cards), strict=True):
        one, info = game.pool.cards[card], game.cards[card]
        cost = "" if one.cost is None else str(one.cost)
        line = f"{one.name:<{names}}  {code(game, card)} {cost:>1}  "
        if places:
            line += f"{lies:<{places}}  "
        found.append((line + (info.text if len(line + info.text) <= width else brief(one))).rstrip())
    return found


def choose(game: TimeMasters, view: MastersState, decision: Decision, look: Look) -> Panel[list[Choice]]:
    """The list that a question about cards off the board is answered with."""
    hand = view.hand[decision.seat]
    choices = [one for one in decision.choices or () if one.handles]
    choices.sort(key=lambda one: (one.handles[0] not in hand, game.cards[view.cards[one.handles[0]]].name))
    done = next((one for one in decision.choices or () if not one.handles), None)
    cards = [view.cards[one.handles[0]] for one in choices]
    where = []
    if decision.kind == "banish":
        where = ["hand" if one.handles[0] in hand else "discards" for one in choices]
    lines = lines_of(game, cards, inside(look.width) - 6, where)
    most = min(max(1, decision.limit), len(choices))
    what = {"return": "into your hand", "banish": "to be banished", "look": "into your hand"}[decision.kind]
    many = f"up to {most}" if done is not None and most > 1 else str(most)
    return MarkPanel(
        f"{_source(game, view, decision)}choose {many}, {what}",
        list(zip(choices, lines, strict=True)),
        most,
        done,
        look.guard,
        lambda one: look.explain(view.cards[one.handles[0]]),
    )


def _source(game: TimeMasters, view: MastersState, decision: Decision) -> str:
    cards = [view.cards[one] for one in decision.about if view.cards[one] >= 0]
    return f"{game.cards[cards[0]].name}: " if cards else ""


def piles(game: TimeMasters, view: MastersState, names: Sequence[str], seat: int, look: Look) -> ReadCards:
    """Everybody's discard piles and banished cards, the reader's first and the newest card first."""
    rows: list[tuple[int | None, str]] = []
    first = max(seat, 0)
    for one in (*range(first, view.seats), *range(first)):
        name = "Your" if one == seat else f"{called(game, names, one)}'s"
        zones = [("discard pile", view.pile[one])]
        if view.banished[one]:
            zones.append(("banished cards", view.banished[one]))
        for what, zone in zones:
            cards = [view.cards[handle] for handle in reversed(zone)]
            rows += [(None, "")] if rows else []
            rows.append((None, f"{name} {what} ({len(cards)}):"))
            lines = lines_of(game, cards, inside(look.width) - 4)
            rows += [(card, f"  {line}") for card, line in zip(cards, lines, strict=True)]
    return ReadCards("Discard piles, the newest card first", rows, look.explain)
