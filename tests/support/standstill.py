"""Where a program waits that stands still: what each of its tasks waits for, and what its threads do."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support.waiting import until

TELLS_WHERE_IT_WAITS = """
import signal

def tell_where(number, frame):
    import asyncio, faulthandler, gc, os, sys
    name = f"waits.{os.getpid()}"
    with open(f"{name}.new", "w") as told:
        print("tesser", *sys.argv[1:], file=told)
        for task in gc.get_objects():
            if issubclass(type(task), asyncio.Task) and not task.done():
                waits, places = task.get_coro(), []
                while getattr(waits, "cr_frame", None) is not None:
                    code = waits.cr_frame.f_code
                    where = f"{os.path.basename(code.co_filename)}:{waits.cr_frame.f_lineno}"
                    places.append(f"{code.co_qualname} {where}")
                    waits = waits.cr_await
                print("  ", " > ".join(places), file=told)
        told.flush()
        faulthandler.dump_traceback(told)
    os.rename(f"{name}.new", name)

signal.signal(signal.SIGUSR2, tell_where)
"""
"""Python before a program that then tells it when it is asked with SIGUSR2, in its working folder."""
_SECONDS = 5.0


async def where_it_waits(process: int, folder: Path) -> str:
    """Ask the program with this process number, whose working folder this is."""
    told = folder / f"waits.{process}"
    with suppress(ProcessLookupError, TimeoutError):
        os.kill(process, signal.SIGUSR2)
        async with asyncio.timeout(_SECONDS):
            await until(told.exists)
        return told.read_text()
    return "It can't say where it waits."
