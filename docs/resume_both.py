"""Kills both programs of a match, and lets the match go on: what a player may see for oneself.

    python docs/resume_both.py

Two programs of one user, each with a data folder of its own in a temporary place, play Wrinkles in Time by
themselves over the network of this machine. In mid-match both are killed, as by kill -9. Then the one that
had joined listens, and the one that had hosted calls it by its address line; the match is played to its end,
and both sides print the hash of the last entry. Exit status 0: they are the same, and nothing was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLAY = """
import asyncio, sys
from core.bots.random import RandomBot
async def choose(self, view, decision):
    await asyncio.sleep({pause})  # so that there is a middle in which to be killed
    return [self.pick(view, decision)]
RandomBot.choose = choose
from tui.cli.main import main
sys.exit(main())
"""
SECONDS = 120.0


def start(home: Path, *arguments: str, pause: float) -> subprocess.Popen[str]:
    """A tesser of the player whose data is in this folder."""
    home.mkdir(exist_ok=True)
    environment = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", PLAY.format(pause=pause), *arguments],
        env=environment,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )


def said(program: subprocess.Popen[str]) -> dict[str, object]:
    """The next line it prints."""
    assert program.stdout is not None
    line = program.stdout.readline()
    if not line:
        raise SystemExit("A program has ended before its time.")
    found: dict[str, object] = json.loads(line)
    return found


def asked(home: Path, question: str) -> list[tuple[Any, ...]]:
    """What this player's archive, in which there is one match, answers."""
    try:
        with closing(sqlite3.connect(f"file:{home}/tesser/archive/matches.sqlite3?mode=ro", uri=True)) as db:
            return db.execute(question).fetchall()
    except sqlite3.OperationalError:
        return []  # it is being made


def entries(home: Path) -> list[bytes]:
    """The hash of each entry of the one match in this player's archive."""
    return [row[0] for row in asked(home, "SELECT hash FROM entries ORDER BY n")]


def main() -> int:
    """Run it once."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, help="when to kill, again as it was")
    seed = parser.parse_args().seed
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    kill_at = random.Random(seed).randrange(10, 60)
    print(f"seed {seed}: both are killed when one of them has {kill_at} entries", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        ann, bea = Path(folder, "ann"), Path(folder, "bea")
        programs: list[subprocess.Popen[str]] = []
        try:
            return _play(ann, bea, kill_at, programs)
        finally:
            for program in programs:
                program.kill()
                program.communicate()


def _play(ann: Path, bea: Path, kill_at: int, programs: list[subprocess.Popen[str]]) -> int:
    host = start(ann, "host", "--bot", "random", "--json", "--option", "max_turns=2", pause=0.02)
    programs.append(host)
    invite = str(said(host)["invite"])
    guest = start(bea, "join", invite, "--bot", "random", "--json", pause=0.02)
    programs.append(guest)
    end = time.monotonic() + SECONDS
    while len(entries(bea)) < kill_at and time.monotonic() < end:
        time.sleep(0.02)  # an archive tells nobody that it has grown
    for program in (host, guest):
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
    left = {"ann": entries(ann), "bea": entries(bea)}
    print(f"killed: ann has {len(left['ann'])} entries, bea {len(left['bea'])}", flush=True)

    # Where ann has listened nobody does any more, so that bea's calls there find nobody.
    taken = socket.create_server(("", asked(ann, "SELECT port FROM contacts")[0][0]), backlog=1)
    listening = start(bea, "resume", "--json", pause=0.0)
    programs.append(listening)
    line = str(said(listening)["address"])
    calling = start(ann, "resume", "--json", "--join", line, pause=0.0)
    programs.append(calling)
    said(calling)  # its own address line
    print("bea, who had joined, listens now; ann, who had hosted, calls there", flush=True)
    results = {"ann": said(calling), "bea": said(listening)}
    for name, home in (("ann", ann), ("bea", bea)):
        print(f"{name}: {results[name]['plies']} entries, the last is {results[name]['final_hash']}")
        if entries(home)[: len(left[name])] != left[name]:
            print(f"{name} has lost entries that were accepted.")
            return 1
    taken.close()
    same = results["ann"] == results["bea"] and entries(ann) == entries(bea)
    print("The hashes are equal." if same else "The hashes differ.")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
