"""What the persons of a match say to each other and ask of each other: chat, draws, take-backs, conceding,
and what is to follow when a time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding
from textual.screen import Screen

from net.lockstep.request import TAKE_BACKS
from tui.match.client import MatchClient
from tui.match.commands import (
    Claim,
    Concede,
    EndAlone,
    GiveTime,
    LetGoOn,
    OfferDraw,
    Say,
    TakeBack,
    TakeBackMarked,
)
from tui.match.end_texts import ENDING, ENDING_CLAIMED, conceding, leaving
from tui.match.events import Event, TakeBackOffered, TimeRanOut, TimeSettled
from tui.screens.match.note_line import NoteLine
from tui.widgets.panels import Confirm

# What comes over the board is imported when it comes: a match begins sooner.


class Requests:
    """The chat and the requests of one match."""

    KEYS: ClassVar = (
        Binding("y", "do('say')", "Say something", id="match.say"),
        Binding("u", "do('take_back')", "Take back", id="match.take_back"),
        Binding("w", "do('draw')", "Offer a draw", id="match.draw"),
        Binding("a", "do('request')", "Answer a request", id="match.request"),
        Binding("c", "do('concede')", "Concede", id="match.concede"),
    )

    def __init__(
        self,
        screen: Screen[Any],
        client: MatchClient,
        note: NoteLine,
        show: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        """`show` draws what there is; `leave` leaves the match."""
        self._screen = screen
        self._client = client
        self._note = note
        self._show = show
        self._leave = leave
        self._offered: TakeBackOffered | None = None
        """A marked take-back that is yet to be asked about."""
        self._about_up: Screen[Any] | None = None
        """The dialog about a time that is up, while it is open."""
        client.subscribe(self._hear)

    @property
    def does(self) -> dict[str, Callable[[], object]]:
        """What its keys do."""
        return {
            "say": self.say,
            "take_back": self.take_back,
            "draw": self.draw,
            "request": self.answer,
            "concede": self.concede,
        }

    @property
    def _playing(self) -> bool:
        """Whether the reader plays in a match that goes on."""
        return self._client.seat >= 0 and not self._client.over

    def _hear(self, event: Event) -> None:
        match event:
            case TakeBackOffered():
                self._offered = event
            case TimeRanOut():
                self._close("")
            case TimeSettled():
                self._close("Nobody's time is up any more.")
            case _:
                pass

    def _close(self, note: str) -> None:
        """What the dialog asks is past; nothing may lie over a board that goes on."""
        if self._about_up is not None:
            self._about_up.dismiss(None)
            self._about_up = None
            self._note.say(note)

    def settle(self) -> None:
        """A take-back that isn't free: it is marked, and so asked."""
        offered, self._offered = self._offered, None
        if offered is not None:
            self._ask(
                "Take it back all the same?",
                "Something became known since your last choice. Against the computer alone you may go back to"
                " before it; the log, the record and the page at the end say so.",
                "take back, marked",
                lambda: self._client.send(TakeBackMarked(offered.seat, offered.target)),
            )

    def _ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Ask, and do it if that is wanted; `yes` says what it is."""

        def answered(said: bool | None) -> None:
            if said:
                then()

        self._screen.app.push_screen(Confirm(title, text, yes), answered)

    def say(self) -> None:
        """Say a line to the other player."""
        if not self._client.networked:
            return
        from net.lockstep.chat import CHAT_CELLS
        from tui.screens.dialogs import AskText

        def ready(text: str | None) -> None:
            if text:
                self._client.send(Say(text))

        self._screen.app.push_screen(AskText("Say to the other player:", "", str.strip, CHAT_CELLS), ready)

    def concede(self) -> None:
        """Give the match up, when asked once more."""
        client, seat = self._client, self._client.seat
        if not self._playing:
            return
        if client.conceded:
            self._note.say("")  # what stands below the board says so
            self._show()
            return
        comes_to = conceding(len(client.names), seat, client.who)
        self._ask("Concede?", comes_to, "concede", lambda: client.send(Concede(seat)))

    def take_back(self) -> None:
        """Back to before the reader's last decision; asked where it is not free, or takes a yes."""
        client, seat = self._client, self._client.seat
        if not self._playing:
            return
        if not client.networked or client.standing:
            client.send(TakeBack(seat))
            return
        self._ask(
            "Ask to take back your last choice?",
            "The other side is asked whether you may, with all that came since. That stands until your next"
            f" choice, and you may ask {TAKE_BACKS} times in a match.",
            "ask",
            lambda: client.send(TakeBack(seat)),
        )

    def draw(self) -> None:
        """Offer a draw to the other side, when asked once more."""
        client, seat = self._client, self._client.seat
        if self._playing and client.networked:
            self._ask(
                "Offer a draw?",
                "The offer stands until your next choice. If the other side agrees, the match ends at once,"
                " with the same place for all.",
                "offer a draw",
                lambda: client.send(OfferDraw(seat)),
            )

    def answer(self) -> None:
        """Answer what the other side asks for, or say what is to follow on a time that is up."""
        client, request = self._client, self._client.request
        if client.over:
            return
        if request is None:
            self._answer_up()
            return
        from tui.screens.dialogs import Pick

        def answered(said: int | None) -> None:
            if said is not None and client.request == request:
                client.answer_request(said == 0, mute=said == 2)
                self._show()

        ways = [("Agree", ""), ("Decline", "")]
        if request.take_back:
            ways.append(
                (
                    "Decline, and hear of no more",
                    "further take-backs of theirs are declined unasked; o undoes that",
                )
            )
        self._screen.app.push_screen(Pick(request.sentence, ways), answered)

    def _answer_up(self) -> None:
        """Say what is to follow on somebody's time being up."""
        client, up = self._client, self._client.up
        if up is None:
            return
        from tui.screens.dialogs import Pick

        comes = f"it ends at once, and {client.who(up.seat)} comes last"
        if not client.heard:
            comes = "it ends on your side alone: they are not heard"

        def claimed(yes: bool | None) -> None:
            self._about_up = None
            if yes:
                client.send(Claim(up.by))

        def answered(said: int | None) -> None:
            self._about_up = None
            if said == 0:
                text = f"The match ends: {comes}." if client.heard else ENDING_CLAIMED
                self._about_up = Confirm("Claim the match?", text, "claim it")
                self._screen.app.push_screen(self._about_up, claimed)
            elif said == 1:
                client.send(GiveTime(up.seat))
            elif said == 2:
                client.send(LetGoOn(up.seat))
                who = client.who(up.seat)
                self._note.say(f"{who} may go on. As long as the time is up, a asks you again.")
                self._show()

        ways = [
            ("Claim the match", comes),
            ("Give a minute", ""),
            ("Go on", "you hear no more of it; a asks you again"),
        ]
        self._about_up = Pick(up.sentence, ways, 2)
        self._screen.app.push_screen(self._about_up, answered)

    def ask_to_leave(self) -> None:
        """Leave the match, when asked once more; where the other side is not heard there are more ways."""
        if not self._client.heard:
            self._ask_how()
            return
        networked = self._client.networked
        yes = "leave" if networked else "leave, and keep it for later"
        self._ask("Leave the match?", leaving(networked), yes, self._leave)

    def _ask_how(self) -> None:
        """The other side is not heard: wait on, leave, or end this side's copy."""
        from tui.screens.dialogs import Pick

        client, seat, how = self._client, self._client.seat, self._client.ends_as

        def answered(said: int | None) -> None:
            if said == 1:
                self._leave()
            elif said == 2 and seat >= 0:
                end = EndAlone(seat, how)
                self._ask("End it here?", ENDING[how], f"end it, as {how}", lambda: client.send(end))

        ways = [
            ("Wait on", "the match goes on by itself when the other side is back, or has resumed it"),
            ("Leave, and keep it for later", "resuming it looks for the other side again"),
            (f"End it here, as {how}", "on your side alone"),
        ]
        self._screen.app.push_screen(Pick("The other side is not heard.", ways), answered)
