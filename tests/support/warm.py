"""Programs that begin at once, since they are forks of one that has imported what they need.

Each is a process as if it had been started by itself, with its own session, folder and surroundings. Only
the imports are not its own: they would be most of the work of a short program.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import fcntl
import gc
import itertools
import json
import os
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
IMPORTED = [
    "core.timemasters.guide",
    "core.timemasters.timemasters",
    "core.wrinkles.guide",
    "core.wrinkles.wrinkles",
    "net.handshake.host",
    "net.handshake.guest",
    "net.lockstep.peer",
    "tui.cli.main",
    "tui.cli.network_command",
    "tui.cli.play_command",
    "tui.cli.replay_command",
    "tui.cli.resume_command",
    "tui.cli.headless",
    "tui.match.reconnect",
    "tui.plain.job_control",
    "tui.plain.network_table",
    "tui.plain.session",
]
"""Nothing of Textual: plain mode is asked to do without."""
CHANGES_A_MODULE = re.compile(r"(?m)(?:^|;)\s*import [^;\n]*\b(?:core|decks|net|tui)\b")
"""Python before a program that imports a whole module of ours changes what others take from that one when
they are imported, which they were long ago in a fork: such a program begins afresh. With `from ... import`
it changes a class, or what is looked up where it is."""
MAKERS = 2
"""As many, in turn: forks of one have the same hash() of a text, and two players of a match shall not."""


class Process:
    """A program that was started: what subprocess tells of its own."""

    def __init__(self, channel: socket.socket, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._channel = channel

    async def told(self) -> int:
        """Wait for the end on a loop, in one task."""
        self._channel.setblocking(False)
        return self._status(await asyncio.get_running_loop().sock_recv(self._channel, 4))

    def wait(self, seconds: float) -> int:
        """Wait for the end; the exit status, or minus the number of the signal that killed it."""
        if self.returncode is not None:
            return self.returncode
        self._channel.settimeout(seconds)
        return self._status(self._channel.recv(4))

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        with contextlib.suppress(BlockingIOError):
            return self.wait(0)
        return None

    def _status(self, told: bytes) -> int:
        self.returncode = struct.unpack("i", told)[0]
        self._channel.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


_turns = itertools.cycle(range(MAKERS))


@cache
def _maker(_number: int, _pid: int) -> socket.socket:
    """What makes programs of this process, and ends with it."""
    near, far = socket.socketpair()
    maker = subprocess.Popen(
        [sys.executable, "-c", f"from tests.support import warm; exec(warm.serve({far.fileno()}))"],
        stdin=subprocess.PIPE,  # pipes, as those of its forks will be
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[far.fileno()],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    far.close()

    def end() -> None:
        near.close()
        maker.communicate()

    atexit.register(end)
    return near


def start(
    code: str,
    arguments: Sequence[str],
    folder: Path,
    environ: Mapping[str, str],
    streams: Sequence[int],
    terminal: bool = False,
) -> Process:
    """Run this Python with these arguments; `streams` are its standard input, output and error, and are
    closed here. `terminal`: the first of them is the terminal that controls it.
    """
    environ = {**environ, "PYTHONPATH": str(ROOT)}
    ours = os.environ | {"PYTHONPATH": str(ROOT)}
    # A Python makes up its streams as it begins.
    afresh = terminal or any(environ[name] != ours.get(name) for name in environ if name.startswith("PYTHON"))
    begins = [
        code,
        list(arguments),
        str(folder),
        environ,
        terminal,
        afresh or bool(CHANGES_A_MODULE.search(code)),
    ]
    wanted = json.dumps(begins).encode()
    maker = _maker(next(_turns), os.getpid())
    near, far = socket.socketpair()
    socket.send_fds(maker, [struct.pack("I", len(wanted))], [far.fileno(), *streams])
    maker.sendall(wanted)
    for one in (far.detach(), *streams):
        os.close(one)
    return Process(near, struct.unpack("i", near.recv(4))[0])


def serve(fd: int) -> str:
    """Make programs until the one that wants them is gone. This gives back in each of them: what it runs."""
    for name in IMPORTED:
        import_module(name)
    from core import registry

    for game in ("wrinkles", "time-masters"):
        registry.load(game)
    gc.collect()
    gc.freeze()
    requests = socket.socket(fileno=fd)
    woken, wakes = socket.socketpair()
    for one in (woken, wakes):
        one.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    running: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([requests, woken], [], [])
        if woken in ready:
            woken.recv(4096)
            _tell(running)
        if requests not in ready:
            continue
        head, fds, _, _ = socket.recv_fds(requests, 4, 4)
        if not head:
            sys.exit()
        length, wanted = struct.unpack("I", head)[0], b""
        while len(wanted) < length:
            wanted += requests.recv(length - len(wanted))
        channel = socket.socket(fileno=fds[0])
        pid = os.fork()
        if pid == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            for one in (requests, woken, wakes, channel, *running.values()):
                one.close()
            return _begun(json.loads(wanted), fds[1:])
        running[pid] = channel
        channel.sendall(struct.pack("i", pid))
        for stream in fds[1:]:
            os.close(stream)


def _tell(running: dict[int, socket.socket]) -> None:
    """Say of the programs that have ended how they did."""
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        # Who started it may be gone.
        with running.pop(pid) as channel, contextlib.suppress(OSError):
            channel.sendall(struct.pack("i", os.waitstatus_to_exitcode(status)))


def _begun(wanted: Any, streams: Sequence[int]) -> str:
    """Be the program that is wanted."""
    code, arguments, folder, environ, terminal, afresh = wanted
    os.setsid()
    for number, one in enumerate(streams):
        os.dup2(one, number)
    for one in streams:
        os.close(one)
    if terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(folder)
    if afresh:
        os.execve(sys.executable, [sys.executable, "-c", code, *arguments], environ)
    os.environ.clear()
    os.environ.update(environ)
    sys.argv[1:] = arguments
    return str(code)
