"""Controllers that play by themselves. They see views only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from core.bots import greedy, random
from core.contract.choice import Choice, Decision
from core.contract.game import AnyGame
from core.contract.header import Header
from core.contract.stream import Stream
from core.engine.table import Controller


class Bot(Controller, Protocol):
    """A controller that can also be asked without waiting."""

    looks: ClassVar[bool]
    """Whether `pick` reads the view; if not, it may be given None."""

    def pick(self, view: Any, decision: Decision) -> Choice: ...


Lists = Sequence[Mapping[str, int]]
"""What each seat's deck may be made of, by card id."""


class _Kind(NamedTuple):
    version: int
    make: Callable[[Stream, AnyGame, Lists], Bot]
    thinks: bool


_BOTS: dict[str, _Kind] = {
    random.NAME: _Kind(random.VERSION, lambda stream, game, lists: random.RandomBot(stream), False),
    greedy.NAME: _Kind(greedy.VERSION, greedy.GreedyBot, True),
}


def names() -> tuple[str, ...]:
    """The names of all bots, the strongest last."""
    return tuple(_BOTS)


def player(name: str) -> str:
    """How a record names this bot: `bot:random@1`. Raises KeyError if there is none of that name."""
    return f"bot:{name}@{_BOTS[name].version}"


def name_of(player: str) -> str | None:
    """The name of the bot that a record's `player` is; None for a person."""
    kind, _, rest = player.partition(":")
    return rest.partition("@")[0] if kind == "bot" else None


def thinks(name: str) -> bool:
    """Whether this bot takes so long that nothing else should wait for it."""
    return _BOTS[name].thinks


def make(name: str, stream: Stream, game: AnyGame, lists: Lists) -> Bot:
    """A bot by name, with a stream of its own for what it leaves to chance."""
    return _BOTS[name].make(stream, game, lists)


def seated(header: Header, seat: int, game: AnyGame) -> Bot:
    """The bot that a header seats here. Raises KeyError if there is no such bot, or a person sits here.

    It may know what its seat may: of a closed list, only which cards the game has for that seat.
    """
    assert header.seed is not None
    lists = []
    for number, decklist in enumerate(header.decklists):
        if decklist is not None and (number == seat or header.lists == "open"):
            lists.append(dict(decklist.cards))
        else:
            group = game.deck_group(number)
            pool = () if group is None else game.pool_groups(group)
            lists.append({card.id: 1 for card in game.cards if card.group in pool})
    name = name_of(header.seats[seat].player) or ""
    return make(name, Stream(bytes.fromhex(header.seed), f"bot {seat}"), game, lists)
