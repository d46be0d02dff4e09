"""What cards there are: kinds, and the levels of the Spheres they come from."""

from __future__ import annotations

KINDS = ("spell", "concentration", "timer")
SPELL, CONCENTRATION, TIMER = range(3)
"""Places in KINDS."""

SPHERES = 5
"""How many Spheres there are; their levels are 1 to 5. Level 0 is what every seat starts with."""
GROUPS = tuple(f"level{level}" for level in range(SPHERES + 1))
