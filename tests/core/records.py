"""Golden records: short matches over all options and endings, kept in tests/golden/records.

`python -m tests.core.records`, from the root, writes them anew, after a change that is meant. Between them
they have every kind of choice and every way a match ends; the seeds are chosen for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from core import registry
from core.contract.choice import Choice
from core.contract.game import AnyGame
from core.contract.header import Decklist, Header, Seat
from core.contract.stream import Stream, numbered_seed
from core.engine.chain import header_hash, signing_bytes
from core.engine.match import Match
from core.engine.notation import write_choice
from core.engine.record import write_match
from core.wrinkles.state import EVIL, GOOD
from decks.storage.catalog import stock_decks
from net.handshake.seed import commit_to
from net.protocol.identity import Identity
from net.protocol.secret import Secret
from tests.support.matches import header

FOLDER = Path(__file__).parents[1] / "golden" / "records"

ALL = 10_000
"""More picks than any of these matches has."""

Step = int | tuple[int, str]
"""So many random picks, or an entry of a seat."""


class Plan(NamedTuple):
    """A match to be recorded."""

    seed: int
    decks: tuple[str, ...]
    """Stock decks by seat; none where seats bring none."""
    options: Mapping[str, int]
    steps: tuple[Step, ...] = (ALL,)
    players: tuple[str, ...] = ("person", "person")
    """By seat."""
    lists: str = "open"
    branch: tuple[str, int] | None = None
    """The match and entry it left another one at."""
    signed: bool = False
    """Whether each seat is on a machine of its own, and signs."""
    game: str = "wrinkles"
    shared: Decklist | None = None
    clock: str = "none"
    eager: bool = False
    """Whether what isn't chosen often, and cards of the highest level, are chosen rather than others."""


ORIGINAL = ("good-original", "evil-original")
BOTS = ("bot:random@1", "bot:random@1")

ALL_KINDS = {
    1: ("hourglass", "sundial", "foresight", "cerebral-cleaning", "spark"),
    2: ("metronome", "clear-mind", "disturbance", "increase", "borrowed-minute"),
    3: ("broken-spring", "deja-vu", "water-clock", "deep-memory", "twin-moment"),
    4: ("premonition", "forced-release", "purge", "time-thief", "overflow"),
    5: ("recursion", "open-spheres", "mirror-clock", "convergence", "eternal-return"),
}
SETUP = Decklist(
    "All kinds", {f"tm/level{level}/{slug}": 2 for level, slugs in ALL_KINDS.items() for slug in slugs}
)
ROUND = ((0, "pass"), (0, "done"), (1, "pass"), (1, "done"))

TIME_MASTERS: dict[str, Plan] = {
    "three-seats-even": Plan(
        6, (), {"end": 1, "later_start": 1}, players=("person",) * 3, shared=SETUP, eager=True
    ),
    "four-seats": Plan(
        58, (), {"later_start": 2}, players=("person", *BOTS, "person"), shared=SETUP, eager=True
    ),
    "two-bots": Plan(5, (), {"max_turns": 12, "first": 2}, players=BOTS),
    "all-pass": Plan(3, (), {"first": 1}, 3 * ROUND),
    "random-draw-conceded": Plan(9, (), {"max_turns": 30}, (40, (2, "concede")), players=("person",) * 3),
    "taken-back": Plan(
        4,
        (),
        {"first": 1, "max_turns": 3},
        ((0, "end"), (0, "undo 0"), 20, (0, "undo 7 marked"), ALL),
        players=("person", "bot:random@1"),
    ),
    "signed-forfeited": Plan(12, (), {"end": 1}, (30, (1, "forfeit")), signed=True, clock="10m+5"),
    "branch-not-finished": Plan(
        6, (), {}, (45,), players=("person",) * 4, branch=("0123456789abcdef" * 2, 12)
    ),
    "drawn": Plan(8, (), {"first": 2}, (25, (0, "draw"))),
}

PLANS: dict[str, Plan] = {
    "original-drawn": Plan(48, ORIGINAL, {}, (60, (GOOD, "draw"))),
    "even-against-a-bot": Plan(
        11, ORIGINAL, {"evil_draw": 1, "good_tokens": 2, "max_turns": 1}, players=("person", "bot:random@1")
    ),
    "nothing-replaced": Plan(24, ("good-murrys", "evil-black-thing"), {"replace": 0, "max_turns": 1}),
    "fresh-boards": Plan(34, ("good-singers", "evil-camazotz"), {"fresh": 1, "max_turns": 2}, players=BOTS),
    "good-needs-one-token": Plan(18, ("good-murrys", "evil-camazotz"), {"good_tokens": 5}),
    "evil-needs-one-token": Plan(
        6, ("good-singers", "evil-black-thing"), {"good_tokens": 1, "evil_draw": 3}, players=BOTS
    ),
    "closed-lists-conceded": Plan(
        11,
        ("good-original", "evil-camazotz"),
        {"replace": 0, "fresh": 1, "max_turns": 40},
        (50, (EVIL, "concede")),
        lists="closed",
    ),
    "taken-back": Plan(
        8,
        ("good-singers", "evil-original"),
        {"max_turns": 1},
        ((GOOD, "pass"), (GOOD, "undo 0"), 30, (GOOD, "undo 9 marked"), ALL),
        players=("person", "bot:random@1"),
    ),
    "branch-not-finished": Plan(
        36, ("good-murrys", "evil-original"), {"evil_draw": 2}, (60,), branch=("0123456789abcdef" * 2, 12)
    ),
    "signed-forfeited": Plan(
        2, ORIGINAL, {"max_turns": 40}, (51, (EVIL, "forfeit")), signed=True, clock="60"
    ),
} | {f"time-masters-{name}": plan._replace(game="time-masters") for name, plan in TIME_MASTERS.items()}


def made(name: str) -> Match:
    """The match of this name, played anew."""
    plan = PLANS[name]
    game = registry.load(plan.game)
    stock = stock_decks()
    decks = [stock[f"stock/{plan.game}/{deck}"].decklist() for deck in plan.decks] or [
        None for _ in plan.players
    ]
    peers = [seat if plan.signed else 0 for seat in range(len(plan.players))]
    head = header(game, plan.seed, plan.options, plan.lists, decks, plan.players, peers, plan.shared)
    head = msgspec.structs.replace(head, from_=plan.branch, clock=plan.clock)
    signers = [Identity(Secret(numbered_seed(seat))) for seat in peers] if plan.signed else []
    if signers:
        head = _agreed(head, signers)
    match = Match(head, game)
    stream = Stream(numbered_seed(plan.seed), "golden record")
    made: Counter[str] = Counter()

    def place(by: int, text: str) -> None:
        prepared = match.prepare(by, text)
        message = signing_bytes(head.match, prepared.n, prepared.hash)
        match.commit(prepared, signers[by].sign(message) if signers else None)

    for step in plan.steps:
        if isinstance(step, tuple):
            place(*step)
            continue
        for _ in range(step):
            decision = match.decision()
            if decision is None:
                break
            assert decision.choices
            choices = _eager(game, match, decision.choices, made, stream) if plan.eager else decision.choices
            choice = choices[stream.below(len(choices))]
            made[choice.kind] += 1
            place(decision.seat, write_choice(choice, game.table))
    return match


def _eager(
    game: AnyGame, match: Match, choices: list[Choice], made: Counter[str], stream: Stream
) -> list[Choice]:
    """One time in three those of the kind that was made least, else those about a card of the last group."""
    if stream.below(3) == 0:
        least = min(made[choice.kind] for choice in choices)
        return [choice for choice in choices if made[choice.kind] == least]

    def group(choice: Choice) -> str:
        return game.cards[match.state.cards[choice.handles[0]]].group

    about = [choice for choice in choices if choice.handles and choice.kind != "discard"]
    last = max(map(group, about), default="")
    return [choice for choice in about if group(choice) == last] or choices


def _agreed(head: Header, signers: list[Identity]) -> Header:
    """The header with keys and with the seed that two machines draw together."""
    seats = tuple(
        Seat(seat.name, seat.player, signer.key, seat.peer)
        for seat, signer in zip(head.seats, signers, strict=True)
    )
    head = msgspec.structs.replace(head, seats=seats)
    agreed = header_hash(head)
    nonces = [numbered_seed(100 + seat) for seat in range(len(signers))]
    return msgspec.structs.replace(
        head,
        seed=blake2b(b"".join(nonces) + agreed, digest_size=32).hexdigest(),
        commits=tuple(commit_to(nonce, agreed, seat).hex() for seat, nonce in enumerate(nonces)),
        nonces=tuple(nonce.hex() for nonce in nonces),
    )


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.tesser"):
        path.unlink()
    for name in PLANS:
        (FOLDER / f"{name}.tesser").write_bytes(write_match(made(name)))


if __name__ == "__main__":
    main()
