"""How the parts look that only this board has."""

from __future__ import annotations

COMPONENTS = {f"board--{name}" for name in ("good", "evil", "goodbar", "evilbar", "story")}

CSS = """
WrinklesBoard {
    .board--good { color: $good-news; }
    .board--evil { color: $bad-news; }
    .board--goodbar { color: $good-news; text-style: bold; }
    .board--evilbar { color: $bad-news; text-style: bold; }
    .board--story { background: $surface; }
    &:ansi .board--story { text-style: underline; }
}
"""
