"""A pool in which every seat starts with all cards and some made-up ones: random play soon does it all."""

from __future__ import annotations

from functools import cache

import msgspec

from core.timemasters.card_kinds import GROUPS
from core.timemasters.cards import MastersCard, MastersCardFile, read_card_file
from core.timemasters.timemasters import TimeMasters
from core.timemasters.timemasters import load as printed
from tests.support.scenes.timemasters import card

MADE_UP = (
    ("Bonfire", "concentration", {"effects": '[{ do = "discard", n = 2 }, { do = "permanent", n = 1 }]'}),
    (
        "Quarrel",
        "concentration",
        {"effects": '[{ do = "opponents-discard", n = 2 }, { do = "steal", n = 2 }]'},
    ),
    ("Ember", "concentration", {"effects": '[{ do = "banish", n = 1 }, { do = "discount", n = 1 }]'}),
    ("Hermit", "spell", {"cost": "0", "effects": '[{ do = "look", n = 2 }, { do = "look", n = 3 }]'}),
    (
        "Tide",
        "spell",
        {"cost": "2", "effects": '[{ do = "return", n = 2, of = "timer" }, { do = "access-again" }]'},
    ),
    ("Gate", "spell", {"cost": "1", "effects": '[{ do = "take", levels = [1, 2, 3, 4, 5] }]'}),
    ("Siege", "spell", {"cost": "1", "effects": '[{ do = "break-timer" }, { do = "force-timer" }]'}),
    (
        "Echo",
        "spell",
        {"cost": "1", "effects": '[{ do = "repeat", n = 2, up_to = true, but = "repeats" }]'},
    ),
    ("Long Clock", "timer", {"slots": "4", "placing": '[{ do = "return", n = 1 }]'}),
    (
        "Loud Clock",
        "timer",
        {
            "slots": "2",
            "twice": "true",
            "activation": '[{ do = "opponents-discard-half" }, { do = "force-timer" }]',
            "each": '[{ do = "banish", n = 2, up_to = true, pile = true, draw = true }]',
        },
    ),
)


@cache
def load() -> TimeMasters:
    """The game with these cards."""
    own = read_card_file(
        'set = "new"\nlevel = 0\n' + "".join(card(name, kind, 0, **fields) for name, kind, fields in MADE_UP),
        "new.toml",
    )
    cards = printed().pool.cards
    start = [_at_start(one) for one in (*cards, *own.card)]
    files = [MastersCardFile("wild", 0, tuple(start))]
    for level, group in enumerate(GROUPS[1:], 1):
        files.append(
            MastersCardFile("tm", level, tuple(one for one in cards if one.id.split("/")[1] == group))
        )
    return printed(files)


def _at_start(one: MastersCard) -> MastersCard:
    return msgspec.structs.replace(one, id=f"wild/level0/{one.id.rpartition('/')[2]}", copies=1)
