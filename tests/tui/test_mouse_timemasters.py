"""Matches of Time Masters by mouse alone, from the first page to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.whole_app import running
from tests.tui.test_mouse import Mouse, at_once  # noqa: F401  (a fixture for every test)

pytestmark = pytest.mark.long


class Player(Mouse):
    """Somebody who only has a mouse, and eyes, at a table of Time Masters."""

    async def set_up_for(self, way: str, seats: int) -> None:
        """From home to the first question, for a match of one round."""
        await self.click(way)
        await self.click(r"\bGame  ")
        await self.click(r"(?<=Wrinkles in Time) >")
        await self.click("Seats  ")
        for n in range(2, seats):
            await self.click(rf"(?<=< {n}) >")
        await self.click("Max turns")
        await self.click(r"(?<=< 0) >")
        assert self.find(r"Max turns +< 1 >")
        await self.click(r"\bStart\b|\[s\] start")

    async def _step(self) -> bool:
        if places := self.find("Hand the keyboard to"):
            self.seen.add("curtain")
            await self.at(*places[0])
        elif self.find(r"\[Enter\] take it"):
            self.seen.add("list")
            await self.click(r"\[Enter\] take it")
        elif self.find(r"\[Enter\] mark  "):
            self.seen.add("list")
            await self.click(r"\[Enter\] mark  ")
            await self.click(r"\[f\] finished")
        elif places := self.find(r"Enter\] (discard|banish) th"):
            self.seen.add("discard")
            await self.at(*places[0])
        elif places := self.find(r"\[Enter\] mark to"):
            await self.at(*places[0])
        elif self.find("Access phase:"):
            await self._access()
        elif self.find("Main phase:"):
            await self._main()
        elif places := self.find(
            r"\[Enter\] (into|onto|put|choose|repeat|take|activate|permanent|play the released|discard)"
        ):
            self.seen.add("choose")
            await self.at(*places[0])
        elif places := self.find(r"\[Space\] "):
            await self.at(*places[0])
        else:
            return False
        return True

    async def _access(self) -> None:
        """Take a card that may be taken: the first click selects it, the second one takes it."""
        # The question is the last of the texts; the Spheres are above all.
        places = self.find(r"(?<=\*)[A-Z]\w+", (2, 4)) or self.find(r"(?<=\*)beneath", (2, 8))
        if not places:
            await self.click(r"\[(Space|Enter)\] take no")
            return
        self.seen.add("take")
        x, y = places[-1]
        await self.at(x, y)
        if self.find(r"\[Enter\] take "):
            await self.at(x, y)

    async def _main(self) -> None:
        """Play the first hand card that can be played, two times out of three; or end the phase."""
        if self.find("play the released"):
            await self.click(r"\[Enter\] play the released")
            return
        cards = self.find(r"(?<=\d )[A-Z][\w' ]+? (Sp \d|Co|Ti \d)")
        self._rng.shuffle(cards)
        for x, y in cards[:4] if self._rng.random() < 0.8 else []:
            await self.at(x, y)
            if self.find(r"\[Enter\] (cast|play|place)"):
                self.seen.add("play")
                await self.at(x, y)
                return
            if not self.find("Main phase:"):
                return  # The cursor was on it already.
        await self.click(r"\[(Space|Enter)\] (pass|end|to access)")


async def test_a_match_against_the_computer_by_mouse_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, pilot):
        mouse = Player(app, pilot, 1)
        await mouse.set_up_for("Play against the computer", 2)
        await mouse.play()
        assert {"play", "take"} <= mouse.seen
        await mouse.click(r"\[Esc\] look at the board")
        await mouse.click("d piles")
        await mouse.click(r"\[Esc\] close")
        await mouse.click("Enter leave  arrows")
        await mouse.click(r"\[Esc\] back")
        await mouse.click("Hot-seat")


@pytest.mark.parametrize("seats", [3, 4])
async def test_a_hot_seat_match_by_mouse_alone(tmp_path: Path, seats: int) -> None:
    async with running(tmp_path) as (app, pilot):
        mouse = Player(app, pilot, seats)
        await mouse.set_up_for("Hot-seat", seats)
        await mouse.play()
        assert {"play", "curtain"} <= mouse.seen
        await mouse.click(r"\[Enter\] leave")
        await mouse.click(r"\[Esc\] back")
        await mouse.click("Play against the computer")
