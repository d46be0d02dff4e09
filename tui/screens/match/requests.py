"""What the persons of a match say to each other and ask of each other: chat, draws, take-backs, conceding."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from textual.screen import Screen

from core.contract.game import AnyGame
from net.lockstep.request import TAKE_BACKS
from tui.match.channel import Further, Said, TimeUp
from tui.match.end_texts import ENDING, ENDING_CLAIMED, Parting, conceding
from tui.match.entry_texts import NOTED, SAID, Line
from tui.match.presence import ends_as, gone
from tui.match.request_texts import Wanted
from tui.match.worker import MatchThread
from tui.profile import Profile
from tui.screens.match.lookups import LookingUp

# What comes over the board is imported when it comes: a match begins sooner.


class Requesting(LookingUp):
    """A match screen's chat and requests."""

    def __init__(self, thread: MatchThread, game: AnyGame, profile: Profile | None = None) -> None:
        """`profile` is whose match it is, and keeps the settings."""
        super().__init__(thread, game)
        self._profile = profile
        self._asked: Wanted | None = None
        """What the other side asks for and waits for an answer to."""
        self._asking = ""
        """What is asked of the other side here, and still stands."""
        self._up: TimeUp | None = None
        """Whose time is up, where somebody here may do something about it."""
        self._link = ""
        """How the link to another machine is, in a few words; empty without one."""
        self._about_up: Screen[Any] | None = None
        """The dialog about that, while it is open."""

    def _hear(self, said: Sequence[Said]) -> None:
        """Lines of the chat: in the log, and where that is not beside the board also below it."""
        lines = [Line(SAID, one.sentence) for one in said]
        for reader in list(self._log) if self.reader is None else [self.reader]:
            self._log.setdefault(reader, []).extend(lines)
        if not self.has_class("-log") and any(one.by for one in said):
            self._note = " ".join(one.sentence for one in said if one.by)

    def _wanted(self, asked: Wanted | None) -> None:
        """What the other side asks for now; told where it is new."""
        if asked is not None and asked != self._asked:
            self._note = ""
            self._asked = asked
            self._noted(self._standing())
        self._asked = asked

    def _is_up(self, up: TimeUp | None) -> None:
        """Whose time is up now; told where it is new."""
        before, self._up = self._up, up
        if up is not None and not up.same(before):
            self._note = ""
            self._noted(self._standing())
        if self._about_up is not None and not (up is not None and up.same(before)):
            # What it asks is past; nothing may lie over a board that goes on.
            self._about_up.dismiss(None)
            self._about_up = None
            self._note = "" if up is not None else "Nobody's time is up any more."

    def _noted(self, *notes: str) -> None:
        """Notes in the log: there is not always room for a whole one beside the board."""
        for reader in list(self._log) if self.reader is None else [self.reader]:
            self._log.setdefault(reader, []).extend(Line(NOTED, note) for note in notes)

    def _standing(self) -> str:
        """What is asked of somebody now, as long as it is."""
        if self._asked is not None:
            return f"{self._asked.sentence} Press a to answer."
        if self._up is not None and not self._up.quiet:
            return f"{self._up.sentence} Press a: claim, give a minute, or go on."
        return self._asking

    def action_say(self) -> None:
        """Say a line to the other player."""
        if not self._thread.networked:
            return
        from net.lockstep.chat import CHAT_CELLS
        from tui.screens.dialogs import AskText

        def ready(text: str | None) -> None:
            if text:
                self._thread.say(text)

        self.app.push_screen(AskText("Say to the other player:", "", str.strip, CHAT_CELLS), ready)

    def action_concede(self) -> None:
        """Give the match up, when asked once more."""
        reader = self.reader
        if reader is None or reader < 0 or self.board.over:
            return
        if self._thread.conceding(reader):
            self._note = ""  # what stands below the board says so
            self._show()
            return
        self._ask(
            "Concede?",
            conceding(len(self._names), reader, self.who),
            "concede",
            lambda: self._thread.place(reader, "concede"),
        )

    def _ask_how(self) -> None:
        """The other side is not heard: wait on, leave, or end this side's copy."""
        from tui.screens.dialogs import Pick

        reader, how = self.reader, self.how_to_end

        def answered(said: int | None) -> None:
            if said == 1:
                self.leave()
            elif said == 2 and reader is not None and reader >= 0:
                self._ask(
                    "End it here?",
                    ENDING[how],
                    f"end it, as {how}",
                    lambda: self._thread.end_apart(reader, how),
                )

        ways = [
            ("Wait on", "the match goes on by itself when the other side is back, or has resumed it"),
            ("Leave, and keep it for later", "resuming it looks for the other side again"),
            (f"End it here, as {how}", "on your side alone"),
        ]
        self.app.push_screen(Pick("The other side is not heard.", ways), answered)

    @property
    def how_to_end(self) -> str:
        """As what this side's copy of the match would end; apart.how_to_end has it for one of the archive."""
        return ends_as(self.header, self._up, -1 if self.reader is None else self.reader)

    def end_copy(self) -> None:
        """End this side's copy of a match that has stopped, and leave it."""
        from tui.archive.database import ArchiveError
        from tui.match.one_sided_end import end_named

        profile = self._profile
        assert profile is not None

        async def end() -> None:
            await asyncio.to_thread(self._thread.stop)
            try:
                outcome, said = await asyncio.to_thread(end_named, profile, self._thread.kept)
            except ArchiveError as error:
                self.app.notify(str(error), severity="error", timeout=15)
                return
            self.app.notify(said, timeout=15)
            self.dismiss(Parting(outcome, ""))

        self.run_worker(end(), exclusive=True, group="leave")

    def give_up_second(self) -> None:
        """Leave a match that is over, and give up the second game that was to follow it."""
        from tui.match.one_sided_end import give_up_second

        profile = self._profile
        assert profile is not None

        async def give_up() -> None:
            self.app.notify(await asyncio.to_thread(give_up_second, profile, self._thread), timeout=10)
            self.leave()

        self.run_worker(give_up(), exclusive=True)

    def action_take_back(self) -> None:
        """Back to before the reader's last decision; asked where it is not free, or takes a yes."""
        reader = self.reader
        if reader is None or reader < 0 or self.board.over:
            return
        if not self._thread.networked or self._asking:
            self._thread.take_back(reader)
            return
        self._ask(
            "Ask to take back your last choice?",
            "The other side is asked whether you may, with all that came since. That stands until your next"
            f" choice, and you may ask {TAKE_BACKS} times in a match.",
            "ask",
            lambda: self._thread.take_back(reader),
        )

    def action_draw(self) -> None:
        """Offer a draw to the other side, when asked once more."""
        reader = self.reader
        if reader is None or reader < 0 or self.board.over or not self._thread.networked:
            return
        self._ask(
            "Offer a draw?",
            "The offer stands until your next choice. If the other side agrees, the match ends at once, with"
            " the same place for all.",
            "offer a draw",
            lambda: self._thread.place(reader, "draw"),
        )

    def action_request(self) -> None:
        """Answer what the other side asks for."""
        wish = self._asked
        if self.board.over:
            return
        if wish is None:
            self._answer_up()
            return
        from tui.screens.dialogs import Pick

        def answered(said: int | None) -> None:
            if said is not None:
                self._thread.agree(wish.number, said == 0, mute=said == 2)

        ways = [("Agree", ""), ("Decline", "")]
        if wish.take_back:
            ways.append(
                (
                    "Decline, and hear of no more",
                    "further take-backs of theirs are declined unasked; o undoes that",
                )
            )
        self.app.push_screen(Pick(wish.sentence, ways), answered)

    def _answer_up(self) -> None:
        """Say what is to follow on somebody's time being up."""
        up = self._up
        if up is None:
            return
        from tui.screens.dialogs import Pick
        from tui.widgets.panels import Confirm

        comes = f"it ends at once, and {self.who(up.seat)} comes last"
        if gone(self._link):
            comes = "it ends on your side alone: they are not heard"

        def claimed(yes: bool | None) -> None:
            self._about_up = None
            if yes:
                self._thread.claim(up.by)

        def answered(said: int | None) -> None:
            self._about_up = None
            if said == 0:
                text = ENDING_CLAIMED if gone(self._link) else f"The match ends: {comes}."
                self._about_up = Confirm("Claim the match?", text, "claim it")
                self.app.push_screen(self._about_up, claimed)
            elif said == 1:
                self._thread.give_time(up.seat)
            elif said == 2:
                self._thread.let_go_on(up.seat)
                self._note = f"{self.who(up.seat)} may go on. As long as the time is up, a asks you again."
                self._show()

        ways = [
            ("Claim the match", comes),
            ("Give a minute", ""),
            ("Go on", "you hear no more of it; a asks you again"),
        ]
        self._about_up = Pick(up.sentence, ways, 2)
        self.app.push_screen(self._about_up, answered)

    def _offer_further(self, further: Further) -> None:
        """A take-back that isn't free: it is marked, and so asked."""
        self._note = ""
        self._ask(
            "Take it back all the same?",
            "Something became known since your last choice. Against the computer alone you may go back to"
            " before it; the log, the record and the page at the end say so.",
            "take back, marked",
            lambda: self._thread.place(further.seat, f"undo {further.target} marked"),
        )
