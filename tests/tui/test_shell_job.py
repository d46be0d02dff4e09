"""The process that the shell knows: how often it stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

STOPS = """
import os, signal
from tui.terminal import shell_job
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTSTP})
if WAITING:
    os.kill(os.getpid(), signal.SIGTSTP)
shell_job.stop()
"""


@pytest.mark.parametrize("waiting", [False, True])
def test_a_stop_is_one_stop_also_when_the_terminal_s_own_signal_waits_meanwhile(waiting: bool) -> None:
    """Else the shell says again, after `fg`, that the program has stopped."""
    code = STOPS.replace("WAITING", str(waiting))
    process = subprocess.Popen([sys.executable, "-c", code], process_group=0)
    try:
        stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED)
        assert stopped and stopped.si_code == os.CLD_STOPPED
        process.send_signal(signal.SIGCONT)
        ended = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        assert ended and ended.si_code == os.CLD_EXITED
    finally:
        process.kill()
        process.wait()
