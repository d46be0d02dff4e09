"""Scenes: states with given cards by name, played in words.

    s = scene(hand="Spark, Breath", deck="Timer", ke=(1, 3))
    s.do("cast Spark")
    assert s.hand(0) == ["Breath", "Timer"]

Zones are written as card names with commas; `3 Spark` is Spark three times. Decks and Spheres are written
from the top. A Timer in play is `Pendulum`, `Pendulum(Spark)` with a spell on it, `Pendulum(Spark; Breath)`
with a delay card under it. Choices are the kind and the card's name; with `beneath` the level of the Sphere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.contract.choice import Choice
from core.contract.event import Told
from core.contract.knowledge import everyone
from core.timemasters.card_kinds import GROUPS, SPHERES
from core.timemasters.cards import printed_files, read_card_file
from core.timemasters.state import ENDING, GO, PHASES, TIMERS, MastersState, Timer, empty
from core.timemasters.state import SPHERES as ACCESS
from core.timemasters.timemasters import TimeMasters, load
from tests.support.scenes import scene as scenes


class Scene(scenes.Scene):
    """A match that starts in the middle."""

    state: MastersState
    game: TimeMasters

    def words(self, choice: Choice, view: MastersState) -> str:
        if not choice.handles:
            return choice.kind
        handle = choice.handles[0]
        if choice.kind == "beneath":
            return f"beneath {next(n for n, sphere in enumerate(view.spheres, 1) if handle in sphere)}"
        return f"{choice.kind} {self.names([handle])[0]}"

    def zone(self, seat: int = 0) -> list[str]:
        return self.names(self.state.zone[seat])

    def released(self, seat: int = 0) -> list[str]:
        return self.names(self.state.released[seat])

    def banished(self, seat: int = 0) -> list[str]:
        return self.names(self.state.banished[seat])

    def timers(self, seat: int = 0) -> list[str]:
        """As they are written in scenes."""
        return [self._written(timer) for timer in self.state.timers[seat]]

    def _written(self, timer: Timer) -> str:
        name, spells, under = (
            ", ".join(self.names(handles)) for handles in ([timer.handle], timer.spells, timer.under)
        )
        inside = f"{spells}; {under}" if under else spells
        return f"{name}({inside})" if inside else name

    def sphere(self, level: int) -> list[str]:
        """From the top."""
        return self.names(self.state.spheres[level - 1][::-1])

    def ke(self, seat: int = 0) -> tuple[int, int, int]:
        """Active, spent and ephemeral Kè."""
        state = self.state
        return state.active[seat], state.spent[seat], state.ephemeral[seat]

    def cost(self, name: str, seat: int = 0, timer: str = "") -> int:
        """What a hand card would cost now, into the Spell zone or onto a Timer."""
        card = self.state.cards[self.handle(self.state.hand[seat], name)]
        onto = [one.handle for one in self.state.timers[seat]]
        return self.game.price(self.state, seat, card, self.handle(onto, timer) if timer else -1).cost

    def left(self) -> int:
        """Access points left."""
        return self.game.points(self.state).left

    def said(self, kind: str) -> list[Told]:
        """What was told of this kind by the last choice."""
        return [event for event in self.events if isinstance(event, Told) and event.kind == kind]


_SPHERES = {1: "2 Breath", 2: "2 Insight", 3: "2 Stillness"}


def scene(
    *,
    hand: str = "",
    deck: str = "",
    pile: str = "",
    zone: str = "",
    timers: str = "",
    released: str = "",
    others: Sequence[Mapping[str, str]] = ({},),
    spheres: Mapping[int, str] | None = None,
    ke: tuple[int, ...] = (4, 0, 0),
    kes: Sequence[tuple[int, int, int]] = (),
    options: Mapping[str, int] | None = None,
    surcharge: int = 0,
    cap: int = 0,
    phase: str = "Main",
    first: int = 0,
    round: int = 2,
    game: TimeMasters | None = None,
) -> Scene:
    """A state at the start of a phase of seat 0's turn.

    `others` have what the other seats have, by the names of the arguments; `ke` are active, spent and
    ephemeral Kè of seat 0, `kes` those of the others (4, 0, 0 where left out). Where `spheres` are written,
    others are empty, but for Spheres 4 and 5, which keep the match going.
    """
    game = game or load()
    chosen = {option.name: option.default for option in game.options} | dict(options or {})
    seats = 1 + len(others)
    own = {"hand": hand, "deck": deck, "pile": pile, "zone": zone, "timers": timers, "released": released}
    state = empty(seats, chosen, first)
    state.round = round
    public = everyone(seats)

    def lay(text: str, known: int, groups: Sequence[str] = GROUPS) -> list[int]:
        handles = []
        for card in scenes.cards_named(game, text, groups):
            handles.append(len(state.cards))
            state.cards.append(card)
            state.known.append(known)
        return handles

    for seat, zones in enumerate((own, *others)):
        begin = len(state.cards)
        state.hand[seat] = lay(zones.get("hand", ""), 1 << seat)
        state.deck[seat] = lay(zones.get("deck", ""), 0)[::-1]
        state.pile[seat] = lay(zones.get("pile", ""), public)
        state.zone[seat] = lay(zones.get("zone", ""), public)
        state.released[seat] = lay(zones.get("released", ""), public)
        for written in re.findall(r"[^,(]+(?:\([^)]*\))?", zones.get("timers", "")):
            name, _, inside = written.strip().rstrip(")").partition("(")
            spells, _, under = inside.partition(";")
            state.timers[seat].append(
                Timer(lay(name, public)[0], tuple(lay(spells, public)), tuple(lay(under, 1 << seat)))
            )
        _lot(state, begin)
        levels = [game.pool.level[card] for card in state.cards[begin:]]
        state.score[seat], state.fives[seat] = sum(levels), levels.count(SPHERES)
    written_spheres = {4: "2 Haste", 5: "2 Mastery"} | dict(_SPHERES if spheres is None else spheres)
    for level in range(1, SPHERES + 1):
        begin = len(state.cards)
        cards = lay(written_spheres.get(level, ""), 0, (GROUPS[level], *GROUPS))
        for top in cards[:1]:
            state.known[top] = public
        state.spheres[level - 1] = cards[::-1]
        _lot(state, begin)
    state.active, state.spent, state.ephemeral = (
        list(each) for each in zip(ke, *[*kes, *[(4, 0, 0)] * (seats - 1 - len(kes))], strict=True)
    )
    state.surcharge[0], state.cap[0] = surcharge, cap
    at = PHASES.index(phase)
    state.phase = at
    full = [
        timer.handle
        for timer in state.timers[0]
        if len(timer.spells) == game.pool.slots[state.cards[timer.handle]]
    ]
    frames = [(TIMERS, 0, *full), (GO, 0, 1), (ACCESS, 0), (ENDING, 0)]
    state.todo = frames[at:][::-1]
    return Scene(game, state)


def _lot(state: MastersState, begin: int) -> None:
    """What was laid since `begin` was shuffled together once."""
    if begin == len(state.cards):
        return
    state.lot += [len(state.lots)] * (len(state.cards) - begin)
    state.lots.append(tuple(sorted(state.cards[begin:])))
    state.lot_seats.append(everyone(state.seats))


def about_to_delay(taken: str) -> Scene:
    """Seat 0 chooses with which card it delays a Timer: all know the one that it took from a Sphere."""
    s = scene(
        zone="Spark",
        deck="9 Haste",
        timers="Chronometer(Spark, Torrent)",
        spheres={1: f"{taken}, Breath", 2: "2 Insight"},
        phase="Access",
    )
    s.do(f"access {taken}", "done", "pass", "done", "delay Chronometer")
    assert s.asked == ("under", 0)
    return s


def taken_and_delayed_with(taken: str) -> Scene:
    """The same, and then it is that card."""
    s = about_to_delay(taken)
    s.do(f"under {taken}")
    return s


def made_up(cards: str, level: int = 1) -> TimeMasters:
    """The game with more cards of a level: lines of TOML as in a card file, after the printed ones."""
    file = read_card_file(f'set = "new"\nlevel = {level}\n{cards}', "new.toml")
    return load([*printed_files(), file])


def card(name: str, kind: str, level: int = 1, **fields: str) -> str:
    """One made-up card, for `made_up`; fields are TOML."""
    slug = name.lower().replace(" ", "-")
    lines = {"id": f'"new/level{level}/{slug}"', "name": f'"{name}"', "kind": f'"{kind}"'} | fields
    return "[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())
