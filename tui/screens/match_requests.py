"""What the persons of a match say to each other and ask of each other: chat, draws, take-backs, conceding."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import AnyGame
from tui.matches.asking import Wanted
from tui.matches.endings import conceding
from tui.matches.host import MatchThread
from tui.matches.mailbox import Further, Said
from tui.matches.sentences import SAID, Line
from tui.screens.match_lookups import LookingUp

# What comes over the board is imported when it comes: a match begins sooner.


class Requesting(LookingUp):
    """A match screen's chat and requests."""

    def __init__(self, thread: MatchThread, game: AnyGame) -> None:
        super().__init__(thread, game)
        self._asked: Wanted | None = None
        """What the other side asks for and waits for an answer to."""

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
            self._note = f"{asked.sentence} Press a to answer."
            self._log.setdefault(-1 if self.reader is None else self.reader, []).append(Line(-1, self._note))
        self._asked = asked

    def action_say(self) -> None:
        """Say a line to the other player."""
        if not self._thread.networked:
            return
        from net.chat import CHAT_CELLS
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
        self._ask(
            "Concede?",
            conceding(len(self._names), reader, self.who),
            "concede",
            lambda: self._thread.place(reader, "concede"),
        )

    def action_take_back(self) -> None:
        """Back to before the reader's last decision; asked where it is not free."""
        reader = self.reader
        if reader is not None and reader >= 0 and not self.board.over:
            self._thread.take_back(reader)

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
        if wish is None or self.board.over:
            return
        from tui.screens.dialogs import Pick

        def answered(said: int | None) -> None:
            if said is not None:
                self._thread.agree(wish.number, said == 0, mute=said == 2)

        ways = [("Agree", ""), ("Decline", "")]
        if wish.take_back:
            ways.append(("Decline, and hear of no more", "further take-backs of theirs are declined unasked"))
        self.app.push_screen(Pick(wish.sentence, ways), answered)

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
