"""A line between a guest and a host that can be cut, for the tests of both folders with peers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address

from tests.support.waiting import SECONDS

LOOPBACK = ip_address("127.0.0.1")


class Cable:
    """A TCP line to a host's port that can be cut, and knows how much has passed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pulled = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._passed = 0
        self._more = asyncio.Condition()
        self.connections = 0
        """How many came about."""

    async def passed(self, count: int) -> None:
        """Wait until so many more bytes have gone through."""
        goal = self._passed + count
        async with asyncio.timeout(SECONDS), self._more:
            await self._more.wait_for(lambda: self._passed >= goal)

    async def connected(self, count: int) -> None:
        """Wait until so many connections have come about since the beginning."""
        async with asyncio.timeout(SECONDS), self._more:
            await self._more.wait_for(lambda: self.connections >= count)

    def cut(self) -> None:
        """Break the connections there are; new ones come about."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def pull(self) -> None:
        """Cut, and let nothing through."""
        self._pulled = True
        self.cut()

    def refuse(self) -> None:
        """Let through what there is, and no new connections."""
        self._pulled = True

    def plug(self) -> None:
        """Let everything through again."""
        self._pulled = False

    def freeze(self) -> None:
        """Let nothing through without breaking anything, as when packets get lost: neither side is told."""
        self._flows.clear()

    def thaw(self) -> None:
        """Let through what has come meanwhile, and everything after."""
        self._flows.set()

    def _target(self) -> int:
        """The port at the far end."""
        return self._port

    async def _pass_on(self, data: bytes, target: asyncio.StreamWriter) -> None:
        """Give on what has come. Raises OSError where the line breaks."""
        target.write(data)
        await target.drain()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._pulled:
            writer.transport.abort()
            return
        await self._flows.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target())
        except OSError:
            writer.transport.abort()
            return
        async with self._more:
            self.connections += 1
            self._more.notify_all()
        self._writers |= {writer, far_writer}
        for source, target in ((reader, far_writer), (far_reader, writer)):
            self._tasks.add(asyncio.create_task(self._copy(source, target)))

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                await self._flows.wait()
                await self._pass_on(data, target)
                async with self._more:
                    self._passed += len(data)
                    self._more.notify_all()
        except OSError:
            pass
        target.transport.abort()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[int]:
        """Open the near end: its port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            server.close()
            self.cut()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
