"""Worker processes that share the matches of a series."""

from __future__ import annotations

import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Generator

from core.arena import Result, Series
from core.clean import clean
from tui.arena.arena_worker import Task
from tui.match.child_process import python, receive, send

_CODE = "from tui.arena.arena_worker import main; main()"
_TICK = 0.5
"""Seconds after which waiting looks up: some systems take no Ctrl-C in the middle of a wait."""


class WorkerLost(Exception):
    """A worker process ended, or none could be started; the message is a sentence."""


class Worker:
    """One process."""

    def __init__(self, task: Task) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the process)
        try:
            self._process = subprocess.Popen(
                python(_CODE),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                # Ctrl-C is for the one who leads them.
                process_group=0 if os.name == "posix" else None,
            )
        except OSError as error:
            raise WorkerLost(f"No worker process can be started: {error.strerror}.") from None
        self._task: Task | None = task

    def play(self, number: int) -> Result:
        """Have it play a match. Raises WorkerLost."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            if self._task is not None:
                send(self._process.stdin, self._task)
                self._task = None
            send(self._process.stdin, number)
            result = receive(self._process.stdout, Result)
        except OSError:
            result = None
        if result is None:
            raise WorkerLost(f"A worker process ended while it played match {number}{self._why()}.")
        return result

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()

    def close(self) -> None:
        """Clear up after its end."""
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._said):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue  # what it never read

    def _why(self) -> str:
        status = self._process.wait()
        self._said.seek(0)
        words = clean(self._said.read().decode(errors="replace").strip().rpartition("\n")[2], 200)
        how = f", by signal {-status}" if status < 0 else f", with exit status {status}"
        return f"{how}: {words}" if words else how


def play_all(series: Series, matches: int, jobs: int, record: bool) -> Generator[Result, None, None]:
    """Play match 0 to `matches` - 1 on so many processes; results come in the order they are ready.

    The processes end with the iterator, also when it is closed early. Raises WorkerLost.
    """
    numbers = iter(range(matches))
    lock = threading.Lock()
    ready: queue.SimpleQueue[Result | WorkerLost] = queue.SimpleQueue()
    workers: list[Worker] = []

    def drive(worker: Worker) -> None:
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                ready.put(worker.play(number))
            except WorkerLost as lost:
                ready.put(lost)
                return

    threads = []
    try:
        for _ in range(min(jobs, matches)):
            workers.append(Worker(Task(series, record)))
            threads.append(threading.Thread(target=drive, args=(workers[-1],), daemon=True))
            threads[-1].start()
        for _ in range(matches):
            result = _next(ready)
            if isinstance(result, WorkerLost):
                raise result
            yield result
    finally:
        for worker in workers:
            worker.end()
        for thread in threads:
            thread.join()
        for worker in workers:
            worker.close()


def _next(ready: queue.SimpleQueue[Result | WorkerLost]) -> Result | WorkerLost:
    while True:
        try:
            return ready.get(timeout=_TICK)
        except queue.Empty:
            continue
