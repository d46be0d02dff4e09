"""The process that the shell knows: it stops on Ctrl+Z, and the one that plays goes on.

A stopped process runs none of its threads: a match with another machine would fall silent. So the screens
run in a child of the process that was started. When the player stops the program, the child puts the
terminal back and plays on without one, and only the parent stops, which is what the shell waits for.
"""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable
from typing import Any

from tui.terminal.fitting import aside
from tui.terminal.ready import put_back

_SUSPENDED = signal.SIGUSR1
"""From the child: the terminal is put back, stop."""
_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCONT)

_keeper: int | None = None
"""In the child: the parent's process number."""


def keep(play: Callable[[], int], killed: str = "") -> int:
    """Run `play` in a child and give its exit status, in both processes.

    `killed` is what to print when the child was killed before it could say anything itself.
    """
    global _keeper
    watched = {number for number in _PASSED_ON if signal.getsignal(number) != signal.SIG_IGN}
    watched |= {signal.SIGCHLD, _SUSPENDED}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    reading, writing = os.pipe()
    attributes = termios.tcgetattr(0)
    child = os.fork()
    try:
        if child:
            os.close(reading)
            return _watch(child, watched, attributes, killed)
        os.close(writing)
        _keeper = os.getppid()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    threading.Thread(target=_end_with_keeper, args=(reading,), name="keeper", daemon=True).start()
    return play()


def stop() -> None:
    """Stop this program for its shell, the terminal being put back; SIGCONT comes when it goes on."""
    if _keeper is not None:
        os.kill(_keeper, _SUSPENDED)
    else:
        _stop_here()
        os.kill(os.getpid(), signal.SIGCONT)


def _stop_here() -> None:
    """Stop until continued, or not at all where no shell is there to continue it: the system knows."""
    handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    before = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    signal.signal(signal.SIGTSTP, handler)


def _end_with_keeper(reading: int) -> None:
    """In the child: end in good order when the parent was killed."""
    os.read(reading, 1)  # nothing is ever written: it returns when the other end is closed
    os.kill(os.getpid(), signal.SIGHUP)


def _watch(child: int, watched: set[signal.Signals], attributes: list[Any], killed: str) -> int:
    """In the parent: pass on signals, stop when asked, and give the child's exit status. A child that was
    killed has left the terminal as it was: then it is put back from here."""
    while True:
        number = signal.sigwait(watched)
        if number == _SUSPENDED:
            _stop_here()
            os.kill(child, signal.SIGCONT)
        elif number != signal.SIGCHLD:
            os.kill(child, number)
        else:
            changed, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
            if changed and os.WIFSTOPPED(status):
                os.kill(os.getpid(), signal.SIGSTOP)  # as the child was, by hand
                os.kill(child, signal.SIGCONT)
            elif changed:
                code = os.waitstatus_to_exitcode(status)
                if code < 0:
                    put_back(0, attributes)
                    if killed:
                        aside(killed)
                return code if code >= 0 else 128 - code
