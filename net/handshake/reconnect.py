"""Finding the other side of a match again: by listening, and by calls to where it was last.

Both sides listen and call at once, and whichever gets through first carries the match on: of two machines
often only one can be reached from outside, and nobody knows which. A call is hello both ways, then Return;
who is called answers with Welcome, from its lockstep, and the call stands.

Calls may cross: both sides have sent Return and wait for the answer. If each took the other's, there would be
two links, and each side might go on over another one. So the call of the side with the lower key stands,
which both sides can tell without a word, and the other one is refused (Refusal.CROSSED) and tried again.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from core.engine.match import Match
from core.engine.notation import Malformed
from net.faultpoints import reach
from net.handshake.hello import check_hello, hello, refuse, shown_app
from net.protocol.contact import Contact
from net.protocol.errors import LinkLost, NoConnection, Refusal, Refused, StillBefore
from net.protocol.frames import Hello, OtherMatch, Refuse, Return, Welcome
from net.protocol.identity import Identity
from net.protocol.invite import IP, Address, AddressLine, addresses_for, own_addresses, write_line
from net.protocol.limits import HELLO_SECONDS, STEP_SECONDS
from net.protocol.secret import Secret
from net.transport.connector import Connector
from net.transport.link import Link
from net.transport.listener import Listener

MOST_KNOWN = 10
"""How many addresses of the other side are remembered, the newest first."""
_AGAIN_SECONDS = 1.0
"""How long after a call that came to nothing the next one follows."""
LINE_SECONDS = 5.0
"""How long a call may take for its line. ZeroMQ itself calls again where nobody listens, but never again
where something has answered that is no tesser match, or out of form: then only a new call gets through."""
NAMED = 8
"""By so many digits of its id a match is told to the players."""
STILL_BEFORE = "The match has not begun on the other side, which is still at the one before it."


_TAKEN = "Another program of the same player has taken the match up, so it is no longer played in this one."
"""Told to the older of two programs, as where one is run with a copy of the other's files."""


def _another(there: bytes, here: bytes, does: str) -> str:
    """That the two sides have taken up two matches, by what both call them: `there` and `here` are their
    ids."""
    there_named, here_named = there.hex()[:NAMED], here.hex()[:NAMED]
    return (
        f"The other side is there, but {does} another match of yours, {there_named}. Both have to go on with"
        f" the same: leave this one and type tesser resume {there_named}, or the other side types tesser"
        f" resume {here_named}."
    )


class Reconnector:
    """Listens and calls for one side of one match. It belongs to the running event loop."""

    def __init__(
        self,
        identity: Identity,
        match: bytes,
        contact: Contact,
        app: str,
        *,
        ip: IP | None = None,
        link: Link | None = None,
        listener: Listener | None = None,
        connector: Connector | None = None,
    ) -> None:
        """`app` is the program's version. A match that is being played has its `link`, and the `listener` or
        the `connector` by which it came. Without a listener one is made here, at the port of `contact` if
        that is free. Raises NoConnection if it can't listen at all.
        """
        self.contact = contact
        self.played: Match | None = None
        """The match as far as it has come here; set before there are calls. None: it has not begun."""
        self.apart = ""
        """How this side had ended its copy by itself, as in frames.Return; until the other side knows."""
        self.had = 0
        """The last entry of this side's copy that was damaged, as in frames.Return; until that is known."""
        self.program = secrets.token_bytes(16)
        """Tells this program from others of the same player that take up the same match."""
        self._theirs = bytes(16)
        """The program in which the other side plays; zeros if it has not said."""
        self._former: set[bytes] = set()
        """Programs of the other side that a newer one of the same player has replaced: as where a match goes
        on from a copy of the files, while the first program still runs. They are not let in again, so that no
        two of them take the match from each other by turns."""
        self.before: bytes | None = None
        """The match that was played over the same link before this one, as long as this one is not known to
        have begun on the other side: if that is still there, so is this side again."""
        self.on_begun: Callable[[], object] | None = None
        """Told when this match is known to have begun on the other side, which was not known before."""
        self.on_contact: Callable[[Contact], object] | None = None
        """Told when something has changed that has to be known to come back."""
        self.on_refused: Callable[[str], object] | None = None
        """Told why a call was refused, once each."""
        self._identity = identity
        self._match = match
        self._app = app
        self.their_app = ""
        """The version of the other side's program, once it has come back."""
        self._link = link
        self._own_listener = listener is None
        self._ip = ip
        self._listener = listener or self._listen(ip)
        self._own_connector = connector is None
        self._connector = connector
        self._calls: dict[Address, asyncio.Task[None]] = {}
        self._courting = asyncio.Lock()
        self._asking = False
        """Whether this side has sent a Return and waits for the answer: calls may cross only then."""
        self._told: set[str] = set()
        self._found: asyncio.Future[Link] = asyncio.get_running_loop().create_future()
        self._change(port=self._listener.port)
        if link is not None and self._own_listener:
            self._listener.resident = link

    @property
    def port(self) -> int:
        """Where this side listens."""
        return self._listener.port

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where the other side may find this one, loopback last."""
        if self._ip is not None:
            return (Address(self._ip, self.port),)
        return addresses_for(self.port, own_addresses())

    @property
    def line(self) -> str:
        """The same as one word to be given to the other player."""
        return write_line(AddressLine(self._identity.curve_public, self.addresses))

    async def meet(self) -> Link:
        """Call, and wait for calls, until the other side is there. What it said of how far it is lies first
        in the link. Raises NoConnection, and StillBefore."""
        self.search()
        listener = self._listener.reader
        ends: set[asyncio.Future[Any]] = {self._found, listener}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not self._found.done():
            listener.result()
            raise NoConnection("This side listens no longer.")
        return self._found.result()

    def learn(self, addresses: Iterable[Address], *, dial: bool = False) -> None:
        """The other side may be at these addresses; with `dial` they are called at once."""
        found = dict.fromkeys([*addresses, *self.contact.addresses])
        self._change(addresses=tuple(list(found)[:MOST_KNOWN]))
        if dial:
            self.search()

    def search(self) -> None:
        """Call wherever the other side may be, until it is found or `rest` is called."""
        if self._connector is None:
            self._connector = Connector(self._identity, self.contact.key)
        for address in self.contact.addresses:
            call = self._calls.get(address)
            if call is None or call.done():
                self._calls[address] = call = asyncio.create_task(self._call(self._connector, address))
                call.add_done_callback(self._give_up)

    def _give_up(self, call: asyncio.Task[None]) -> None:
        """A call that failed by what nobody had thought of: to wait on would be to wait for nothing."""
        if not call.cancelled() and (error := call.exception()) is not None and not self._found.done():
            self._found.set_exception(error)

    def rest(self) -> None:
        """The other side is there: no more calls."""
        self._end_calls()

    def began(self, epoch: int) -> None:
        """A handshake of the match has been made: it is kept before it is told."""
        reach("handshake.epoch")
        self._change(epoch=epoch)

    def begun(self) -> None:
        """The match has begun on the other side too."""
        if self.before is not None:
            self.before = None
            if self.on_begun is not None:
                self.on_begun()

    def turn_to(self, match: bytes, token: Secret, begun: bool) -> None:
        """The two sides play another match over the same link: from now on that one is come back to. `begun`:
        it is known to have begun on the other side."""
        self.before = None if begun else self._match
        self._match = match
        self._told.clear()
        self.on_begun = self.played = self.on_contact = None
        self.contact = replace(self.contact, token=token, epoch=1)

    def admit(self, link: Link, back: Return) -> None:
        """The other side has called by this link. Raises Refused if it is somebody else, or its own call is
        the one that counts."""
        right = hmac.compare_digest(back.token, self.contact.token.reveal())
        if link.key == self.contact.key and back.match != self._match:
            if back.match == self.before:
                self._go_back()
                raise Refused(Refusal.CROSSED, "This side goes back to that match.")
            self._tell_once(_another(back.match, self._match, "looks for"))
            link.send(OtherMatch(self._match))
            raise Refused(Refusal.LEFT, _another(self._match, back.match, "plays"))
        if link.key != self.contact.key or not right:
            raise Refused(Refusal.LEFT, "This table plays another match.")
        if back.program in self._former:
            raise Refused(Refusal.TAKEN, _TAKEN)
        if self._asking and self._identity.curve_public < link.key:
            raise Refused(
                Refusal.CROSSED, "Both sides have called each other at once; the other call counts."
            )
        reach("handshake.admitted")
        self._end_calls()
        link.fragile = False
        if self._link is None:
            self._link = link
            self._listener.settle(link)
            link.hand_back(back)
            self._found.set_result(link)
        else:
            self._listener.move_in(link)
            if self._connector is not None:
                self._connector.drop_others(None)
            self._link.hand_back(back)

    def heard_of(self, program: bytes) -> None:
        """The other side plays in this program now."""
        if program != self._theirs and any(program):
            if any(self._theirs):
                self._former.add(self._theirs)
            self._theirs = program

    def _give_way(self, taken: Refused) -> None:
        """The other side plays the match with a newer program of this player."""
        if self._link is not None:
            self._link.hand_back(Refuse(taken.why.value, str(taken)))
        elif not self._found.done():
            self._found.set_exception(LinkLost(f"{taken} The match is kept."))

    def _go_back(self) -> None:
        """The other side is still at the match before this one."""
        assert self.before is not None
        self._end_calls()
        if self._link is not None:
            self._link.hand_back(OtherMatch(self.before))
        elif not self._found.done():
            self._found.set_exception(StillBefore(STILL_BEFORE))

    def _tell_once(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            if self.on_refused is not None:
                self.on_refused(sentence)

    def close(self, linger: int = 0) -> None:
        """Look for nobody any more; `linger` is how many ms a last word may take."""
        for call in self._calls.values():
            call.cancel()
        if self._connector is not None and self._own_connector:
            self._connector.close(linger)
        self._connector = None
        if self._own_listener:
            self._listener.close(linger)

    def _listen(self, ip: IP | None) -> Listener:
        try:
            listener = Listener(self._identity, ip, self.contact.port, self._serve)
        except NoConnection:
            if not self.contact.port:
                raise
            listener = Listener(self._identity, ip, 0, self._serve)
        listener.only = self.contact.key
        return listener

    def _change(self, **changes: object) -> None:
        changed = replace(self.contact, **changes)  # type: ignore[arg-type]
        if changed != self.contact:
            self.contact = changed
            if self.on_contact is not None:
                self.on_contact(changed)

    async def _serve(self, link: Link) -> None:
        """All that one new link gets that has come to a listener of our own."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await link.receive()
            if isinstance(first, Return):
                self.admit(link, first)  # its line broke and is there again
            elif isinstance(first, Hello):
                await self.receive(link, first)
            elif self._link is None:
                raise Refused(Refusal.FORM, "This is a tesser match. What came is no hello.")
        except (TimeoutError, Malformed):
            refuse(link, Refused(Refusal.FORM, "This is a tesser match. What came is no hello."))
        except (Refused, NoConnection) as error:
            if isinstance(error, Refused) and not error.theirs:
                refuse(link, error)

    async def receive(self, link: Link, first: Hello) -> None:
        """Answer a hello, and let who says it come back. Raises Refused and NoConnection."""
        mine = hello(self._app)
        link.send(mine)
        check_hello(mine, first)
        self.their_app = shown_app(first)
        self.admit(link, await link.expect(Return, STEP_SECONDS))

    # Calls

    async def _call(self, connector: Connector, address: Address) -> None:
        """Call at one address again and again until somebody has come back."""
        while True:
            link = None
            try:
                link = connector.call(address)
                if await self._ask(connector, link):
                    return
            except (NoConnection, TimeoutError):
                pass
            except Refused as error:
                if error.why is Refusal.TAKEN and error.theirs:
                    self._end_calls()
                    self._give_way(error)
                    return
                if error.why is not Refusal.CROSSED:
                    self._tell_once(str(error))
            finally:
                if link is not None and link.owner is not self._link and self._connector is connector:
                    connector.drop(link)
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _ask(self, connector: Connector, link: Link) -> bool:
        """Ask to be let in by this link; whether it stands. Raises TimeoutError if there is no line."""
        link.fragile = True  # before there is a line: it may break as soon as that is there
        async with asyncio.timeout(LINE_SECONDS):
            await connector.say(link, hello(self._app))
        theirs = await link.expect(Hello, STEP_SECONDS)
        check_hello(hello(self._app), theirs)
        async with self._courting:
            reach("handshake.return")
            n, h_n = (0, bytes(16)) if self.played is None else (self.played.n, self.played.head)
            self._asking = True
            link.past = self._match  # a side that has gone on may speak of it before it answers
            try:
                token, epoch = self.contact.token.reveal(), self.contact.epoch
                link.send(Return(self._match, token, epoch, n, h_n, self.apart, self.had, self.program))
                answer = await link.expect((Welcome, OtherMatch), STEP_SECONDS)
                if isinstance(answer, OtherMatch) and answer.match == self.before:
                    self._go_back()
                    return True
                welcome = answer if isinstance(answer, Welcome) else await link.expect(Welcome, STEP_SECONDS)
            finally:
                self._asking = False
                link.past = None
            if welcome.match != self._match:
                raise Refused(Refusal.LEFT, "The other side plays another match.")
            if welcome.program in self._former:
                refuse(link, Refused(Refusal.TAKEN, _TAKEN))
                raise Refused(Refusal.CROSSED, "Its player has a newer program.")
            self.their_app = shown_app(theirs)
            self._answered(link, welcome)
        return True

    def _answered(self, link: Link, welcome: Welcome) -> None:
        """The call stands."""
        reach("handshake.welcome")
        link.fragile = False
        if self._link is None:
            self._link = link
            self._listener.resident = link
            link.hand_back(welcome)
            self._found.set_result(link)
        else:
            self._link.move(link)
            self._link.hand_back(welcome)
        self._end_calls()
        if self._connector is not None:
            self._connector.drop_others(link)

    def _end_calls(self) -> None:
        """Stop calling; the call that carries the match, if one does, stays."""
        this = asyncio.current_task()
        for call in self._calls.values():
            if call is not this:
                call.cancel()
        self._calls.clear()
