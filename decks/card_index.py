"""Cards found by what people write for them: an id, or a name in any case, accents or none."""

from __future__ import annotations

from collections.abc import Iterable

from core.contract.card_info import CardInfo
from core.contract.game import AnyGame
from decks.names import fold


class CardIndex:
    """Cards by id and by name; a name means a card of the deck's own pool first."""

    def __init__(self, game: AnyGame, group: str) -> None:
        self._own = game.pool_groups(group)
        self._by_id = {card.id: card for card in game.cards}
        self._by_name: dict[str, list[CardInfo]] = {}
        for card in game.cards:
            self._by_name.setdefault(fold(card.name), []).append(card)
        self._own_names = [card.name for card in game.cards if card.group in self._own]

    def find(self, key: str) -> list[CardInfo]:
        """The cards a key can mean."""
        if key in self._by_id:
            return [self._by_id[key]]
        named = self._by_name.get(fold(key), [])
        return [card for card in named if card.group in self._own] or named

    def alike(self, key: str) -> Iterable[str]:
        """What to look for something like an unknown key in."""
        return self._by_id if "/" in key else self._own_names
