"""A program of the tests that stands still can be asked where it waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.chaos_terminal import HAVE_TERMINALS, OnTerminal
from tests.support.programs import Programs
from tests.support.standstill import TELLS_WHERE_IT_WAITS, where_it_waits
from tests.support.waiting import until


async def test_a_program_tells_where_it_waits(programs: Programs) -> None:
    host = await programs.host(before=TELLS_WHERE_IT_WAITS)
    told = await where_it_waits(host.plays, host.home)
    assert told.startswith("tesser host --bot random --json\n") and " TableHost.seat host.py:" in told
    assert "(most recent call first)" in told
    assert host.running, "to be asked does it no harm"


@pytest.mark.skipif(not HAVE_TERMINALS, reason="/proc tells which process plays")
async def test_screens_tell_too(tmp_path: Path) -> None:
    screens = await OnTerminal.start(tmp_path, "host", before=TELLS_WHERE_IT_WAITS)
    try:
        await until(lambda: screens.plays != screens.process.pid and screens.drawn > 2000, "screens")
        assert " > App." in await where_it_waits(screens.plays, tmp_path)
    finally:
        await screens.kill()
