"""Headers and random matches for tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.chance import Stream, numbered_seed
from core.game import AnyGame
from core.match import FORMAT, Decklist, Header, Match, Seat, numbered_match


def full_lists(game: AnyGame) -> tuple[Decklist | None, ...]:
    """One copy of every card of its group for each seat that brings a deck."""
    groups = [game.deck_group(seat) for seat in range(game.seats[1])]
    return tuple(
        Decklist("Full", {card.id: 1 for card in game.cards if card.group == group}) if group else None
        for group in groups
    )


def header(
    game: AnyGame,
    seed: int = 1,
    options: Mapping[str, int] | None = None,
    lists: str = "open",
    decks: Sequence[Decklist | None] | None = None,
    players: Sequence[str] | None = None,
    peers: Sequence[int] | None = None,
) -> Header:
    """A header for one machine (unless `peers` says otherwise) with a numbered seed."""
    secret = numbered_seed(seed)
    count = game.seats[1]
    players = players or ["person"] * count
    peers = peers or [0] * count
    return Header(
        format=FORMAT,
        game=game.name,
        rules=game.fingerprint,
        app="0.1.0",
        match=numbered_match(secret, 1),
        lists=lists,
        options={option.name: option.default for option in game.options} | dict(options or {}),
        seats=tuple(
            Seat(role, player, None, peer)
            for role, player, peer in zip(game.roles, players, peers, strict=True)
        ),
        decklists=tuple(full_lists(game) if decks is None else decks),
        cards=game.table,
        sets=game.sets,
        seed=secret.hex(),
    )


def random_header(game: AnyGame, number: int) -> Header:
    """A header with random options, decks and lists; the same one for the same number.

    Three in four matches are kept short by a limit of turns, where the game has such an option.
    """
    stream = Stream(numbered_seed(number), "test header")
    options = {o.name: o.low + stream.below(o.high - o.low + 1) for o in game.options}
    if "max_turns" in options:
        options["max_turns"] = stream.below(4)
    decks = [_random_deck(game, seat, stream) for seat in range(game.seats[1])]
    return header(game, number, options, ("open", "closed")[stream.below(2)], decks)


def _random_deck(game: AnyGame, seat: int, stream: Stream) -> Decklist | None:
    full = full_lists(game)[seat]
    kind = stream.below(3)
    if full is None or kind == 0:
        return full
    pool = sorted(full.cards)
    size = 6 + stream.below(60)
    cards: dict[str, int] = {}
    for _ in range(size):
        card = pool[stream.below(len(pool) if kind == 1 else 1 + len(pool) // 4)]
        cards[card] = cards.get(card, 0) + 1
    return Decklist("Random", cards)


def random_texts(match: Match, number: int, most: int = 3000) -> Iterator[str]:
    """Play a match at random, giving the text of each entry once it has been made."""
    stream = Stream(numbered_seed(number), "test play")
    while match.n < most and (decision := match.decision()) is not None:
        assert decision.choices
        yield match.choose(decision.choices[stream.below(len(decision.choices))]).text


def played(game: AnyGame, number: int, most: int = 3000) -> Match:
    """A random match, played."""
    match = Match(random_header(game, number), game)
    for _ in random_texts(match, number, most):
        pass
    return match
