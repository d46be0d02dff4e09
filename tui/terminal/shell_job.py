"""The process that the shell knows: it stops on Ctrl+Z, and the one that plays goes on.

A stopped process runs none of its threads: a match with another machine would fall silent. So the screens,
and plain mode at a terminal, run in a child of the process that was started. When the player stops the
program, the child leaves the terminal alone and plays on without one, and only the parent stops, which is
what the shell waits for.
"""

from __future__ import annotations

import os
import signal
import termios
import threading
from collections.abc import Callable
from typing import Any

from tui.terminal.capabilities import put_back
from tui.terminal.text_fit import aside

_SUSPENDED = signal.SIGUSR1
"""From the child: the terminal is put back, stop."""
_BY_TERMINAL = 0x80
"""si_code of a signal that the system itself sent (SI_KERNEL of Linux), as the terminal's for a key."""
_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGCONT)

_keeper: int | None = None
"""In the child: the parent's process number."""


def keep(play: Callable[[], int], killed: str = "", screens: bool = True) -> int:
    """Run `play` in a child and give its exit status, in both processes.

    `killed` is what to print when the child was killed before it could say anything itself; `screens` is
    whether it draws screens, which have to be put back then.
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
            return _watch(child, watched, attributes if screens else None, killed)
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
    # In this order: the terminal's signal for the same key may still wait here, and is no second stop.
    os.kill(os.getpid(), signal.SIGTSTP)
    before = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTSTP})
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    signal.signal(signal.SIGTSTP, handler)


def _end_with_keeper(reading: int) -> None:
    """In the child: end in good order when the parent was killed."""
    os.read(reading, 1)  # nothing is ever written: it returns when the other end is closed
    os.kill(os.getpid(), signal.SIGHUP)


def in_front() -> bool:
    """Whether the shell has given the terminal to this program."""
    try:
        return os.tcgetpgrp(0) == os.getpgrp()
    except OSError:
        return True  # it is nobody's


def _next_of(watched: set[signal.Signals], keys: bool) -> int:
    """The next signal that is not the child's already: what the terminal sends for a key, where it reads
    `keys` for signals, goes to both."""
    if not hasattr(signal, "sigwaitinfo"):  # macOS, where it isn't known who sent one
        return signal.sigwait(watched - {signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP} if keys else watched)
    while True:
        info = signal.sigwaitinfo(watched)
        if not (keys and info.si_code == _BY_TERMINAL):
            return info.si_signo


def _watch(child: int, watched: set[signal.Signals], attributes: list[Any] | None, killed: str) -> int:
    """In the parent: pass on signals, stop when asked, and give the child's exit status. A child that was
    killed has left the screen as it was: then it is put back from here, with these attributes."""
    while True:
        number = _next_of(watched, keys=attributes is None)
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
                    if attributes is not None:
                        put_back(0, attributes)
                    if killed:
                        aside(killed)
                return code if code >= 0 else 128 - code
