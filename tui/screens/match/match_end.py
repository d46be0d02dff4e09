"""The end of a match on its screen: the page that says how it ended, or why it stopped, and playing once
more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from textual.binding import Binding
from textual.screen import Screen

from core.clean import shown_path
from core.contract.header import Decklist
from core.contract.outcome import ONE_SIDED, Outcome
from tui.boards.board_widget import Board
from tui.match.client import MatchClient
from tui.match.commands import AskRematch, RefuseRematch
from tui.match.end_texts import (
    ENDING,
    STOPPED,
    how,
    how_it_reopens,
    how_to_go_on,
    leaving_at_one,
    mismatch,
    result,
)
from tui.match.events import ChatSaid, CompanyChanged, Event, MatchEnded, MatchStopped
from tui.match.plans import ResumePlan
from tui.match.worker import MatchWorker
from tui.screens.match.leaving import Leaving
from tui.screens.match.note_line import NoteLine
from tui.widgets.panels import Confirm

if TYPE_CHECKING:
    from net.lockstep.desync import Desync
    from tui.match.rematch import ToChoose
    from tui.profile import Profile
    from tui.screens.end_page import EndPage

Keys: TypeAlias = dict[str, tuple[str, Callable[[], object]]]
"""By key: what it is called, and what it does."""

_SAID = 3
"""How many lines of the chat the page at the end shows."""


class Rematch:
    """Playing once more over the link of one match: who is there, the decks for it, and asking for it."""

    def __init__(self, screen: Screen[Any], client: MatchClient, profile: Profile | None) -> None:
        self._screen = screen
        self._client = client
        self._profile = profile
        self._said: list[str] = []
        client.subscribe(self._hear)

    def _hear(self, event: Event) -> None:
        if isinstance(event, ChatSaid) and self._client.company is not None:
            self._said = [*self._said, event.sentence][-_SAID:]

    @property
    def lines(self) -> list[str]:
        """How it is now, and what was said last since the end."""
        return [] if self._client.company is None else [self._client.company.said, *self._said]

    def keys(self, say: Callable[[], object], leave_at_one: Callable[[], object]) -> Keys:
        """Keys and what they do now; `say` is for the chat, `leave_at_one` gives up the second of two
        games."""
        company = self._client.company
        if company is None:
            return {}
        gives_up: Keys = {"q": ("leave it at one", leave_at_one)} if company.second else {}
        if not company.there:
            return gives_up
        if company.mine:
            found: Keys = {"r": ("take it back", self._ask)}
        elif company.theirs:
            found = {"r": ("accept", self._ask), "n": ("decline", self._decline)}
        else:
            found = {"r": (company.next, self._ask)}
        return found | {"y": ("chat", say)} | gives_up

    def _ask(self) -> None:
        """Ask for the next match, agree to it, or take that back."""
        company, header = self._client.company, self._client.header
        if company is None or not company.there or header is None or self._profile is None:
            return
        if company.mine:
            self._client.send(RefuseRematch())
            return
        from tui.match.rematch import decks_to_choose, given_decks

        decks = given_decks(header, company)
        self._choose(decks, decks_to_choose(self._profile, self._client.game, header, company))

    def _decline(self) -> None:
        """Decline what the other side asks for."""
        if self._client.company is not None and self._client.company.theirs:
            self._client.send(RefuseRematch())

    def _choose(self, decks: dict[int, Decklist | None], rest: Sequence[ToChoose]) -> None:
        """Have the decks chosen, one after the other, and ask then."""
        if not rest:
            self._client.send(AskRematch(decks))
            return
        first = rest[0]

        def chosen(at: int | None) -> None:
            if at is not None:
                self._choose(decks | {first.seat: first.decks[at].decklist()}, rest[1:])

        seat = self._client.game.texts.seat_name(first.seat)
        if not first.decks:
            from tui.screens.dialogs import Message

            self._screen.app.push_screen(
                Message("No deck", f"You have no deck for {seat} that is legal here.")
            )
        elif len(first.decks) == 1:
            chosen(0)
        else:
            from tui.screens.dialogs import Pick

            lines = [(f"{deck.name}, {deck.size} cards", deck.about) for deck in first.decks]
            self._screen.app.push_screen(Pick(f"Your deck for {seat}", lines, first.usual), chosen)


class EndPane:
    """The end of one match, shown once."""

    KEYS: ClassVar = (
        Binding("r", "do('r')", "Rematch", id="match.rematch"),
        Binding("n", "do('n')", "Decline a rematch", id="match.decline"),
        Binding("q", "do('q')", "Leave it at one of two games", id="match.at_one"),
    )

    def __init__(
        self,
        screen: Screen[Any],
        client: MatchClient,
        worker: MatchWorker,
        board: Board,
        note: NoteLine,
        leaving: Leaving,
        rematch: Rematch,
        *,
        onward: str,
        again: bool,
        story: Callable[[], object],
        say: Callable[[], object],
    ) -> None:
        """`onward` is what follows on the page; `again` whether a match on this machine may be played once
        more; `story` tells the story of the match, `say` says a line in the chat."""
        self._screen = screen
        self._client = client
        self._worker = worker
        self._board = board
        self._note = note
        self._leaving = leaving
        self._rematch = rematch
        self._onward = onward
        self._again = again
        self._story = story
        self._say = say
        self._ended: MatchEnded | MatchStopped | None = None
        """What is to be shown."""
        self._more: Keys = {}
        """Keys of ways on where the match has stopped."""
        self._page: EndPage | None = None
        client.subscribe(self._hear)

    @property
    def does(self) -> dict[str, Callable[[], object]]:
        """What its keys do, pressed at the board."""
        return {key: partial(self._press, key) for key in ("r", "n", "q")}

    def _hear(self, event: Event) -> None:
        match event:
            case MatchEnded() | MatchStopped():
                self._ended = event
            case CompanyChanged():
                self._show_now(changed=True)
            case ChatSaid():
                self._show_now(changed=False)
            case _:
                pass

    def settle(self) -> None:
        """Show the page, if the match has ended and is not left."""
        ended, self._ended = self._ended, None
        if ended is None or self._leaving.begun:
            return
        outcome = self._client.outcome
        if isinstance(ended, MatchEnded):
            title, lines = result(ended.outcome, self._client.who), self._lines(ended.outcome)
        else:
            title, lines = "The match stopped", self._stopped(ended)

        def closed(said: bool | None) -> None:
            if said:
                self._leaving.leave()

        from tui.screens.end_page import EndPage

        page = self._page = EndPage(
            title,
            "\n".join(lines),
            onward=self._onward if outcome is not None else "leave",
            copied=self._copied(),
            lists=self._lists() if outcome is not None else None,
            story=self._story,
            again=self._keys(),
            guard=self._board.guard,
        )
        page.show_now(self._rematch.lines, self._keys())
        self._screen.app.push_screen(page, closed)

    def _show_now(self, changed: bool) -> None:
        """Something between the players has changed, such as who asks for what: that is said where the page
        is not seen."""
        page, company = self._page, self._client.company
        if page is None or company is None:
            return
        page.show_now(self._rematch.lines, self._keys())
        if changed and page not in self._screen.app.screen_stack:
            keys = [f"[{key}] {name}" for key, (name, _) in self._keys().items() if key in ("r", "n")]
            self._note.say(" ".join([company.said, *keys]))
            self._client.jot(company.said)

    def _press(self, key: str) -> None:
        """A key of the page, pressed at the board."""
        if self._page is not None and key in (keys := self._keys()):
            keys[key][1]()

    def _keys(self) -> Keys:
        """The keys of playing once more."""
        if self._again and not self._client.networked and self._client.picture is not None:
            again: Keys = {"r": ("rematch", lambda: self._leaving.leave(again=True))}
            return (again if self._client.outcome else {}) | self._more
        return self._rematch.keys(self._say, self._leave_at_one) | self._more

    def _stopped(self, ended: MatchStopped) -> list[str]:
        """Why the match has stopped, and how it goes on."""
        from net.lockstep.desync import Desync
        from net.protocol.errors import PeerLeft

        kept, failure = self._worker.kept, ended.failure
        if isinstance(failure, Desync):
            return self._mismatch(failure)
        if isinstance(failure, PeerLeft) and kept:
            self._more["e"] = ("end it here", self._end_here)
        goes_on = [how_to_go_on(kept, self._client.networked)] if kept else []
        return [ended.reason or "The match was left.", *goes_on, *self._where()]

    def _mismatch(self, failure: Desync) -> list[str]:
        """What the two programs do not agree about, and the ways on."""
        from tui.screens.end_page import inner_width
        from tui.widgets.canvas import wrap

        width = inner_width(self._screen.app.size.width) - 2  # it may have to be scrolled
        lines = [*wrap(STOPPED.format(max(failure.report.n - 1, 0)), width, 4), ""]
        for about, said in mismatch(failure.report, self._client.who):
            first, *rest = wrap(said, width - 12, 8)
            lines += [f"{about:<12}{first}", *(f"{'':<12}{part}" for part in rest)]
        lines += self._where()
        if failure.back is not None:
            self._more["b"] = ("go back", self._go_back)
            lines += [
                "",
                *wrap(
                    f"b: back to entry {failure.back}, and on from there when the other side has gone back"
                    " too; once. Enter: leave; the match is kept, and a full report written, with the hidden"
                    " cards.",
                    width,
                    5,
                ),
            ]
        elif failure.onward:
            lines += ["", failure.onward]  # whole: a path in it may be long
        return lines

    def _go_back(self) -> None:
        """Resume the match at once: that takes it to the last agreed entry."""
        self._leaving.leave(onward=ResumePlan(self._worker.kept))

    def _end_here(self) -> None:
        """End this side's copy, when asked once more."""
        how = self._client.ends_as
        self._ask("End it here?", ENDING[how], f"end it, as {how}", self._leaving.end_copy)

    def _leave_at_one(self) -> None:
        """Give up the second game, when asked once more."""
        company = self._client.company
        text = leaving_at_one(True, company is not None and company.hears)
        self._ask("Leave it at one game?", text, "leave it at one", self._leaving.give_up_second)

    def _ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:

        def answered(said: bool | None) -> None:
            if said:
                then()

        self._screen.app.push_screen(Confirm(title, text, yes), answered)

    def _copied(self) -> str:
        head = self._client.picture.head if self._client.picture is not None else ""
        path = shown_path(self._worker.path or "")
        return "\n".join(one for one in (head, self._worker.kept, path) if one)

    def _lists(self) -> Callable[[int], list[str]] | None:
        """The decklists, if they were closed until now, or the table had a list of its own."""
        header = self._client.header
        if header is None or (header.lists != "closed" and header.shared is None):
            return None
        from tui.screens.end_page import list_lines

        return partial(list_lines, self._client.game, header, self._client.who)

    def _lines(self, outcome: Outcome) -> list[str]:
        from tui.screens.end_page import figures

        client = self._client
        assert client.picture is not None
        return [
            how(outcome, client.seat, client.who, self._board.ending),
            *([how_it_reopens(self._worker.kept)] if outcome.end in ONE_SIDED else []),
            "",
            *figures(client.picture, outcome, client.who),
            *self._where(),
            *self._score(outcome),
        ]

    def _score(self, outcome: Outcome) -> list[str]:
        """How two games stand, where this is one of them."""
        company, header, picture = self._client.company, self._client.header, self._client.picture
        if company is None or not company.course.both or header is None or picture is None:
            return []
        score = company.course.score(header)
        score.add(outcome, picture.totals)
        return ["", f"{score.title()}.", *score.lines()]

    def _where(self) -> list[str]:
        from tui.screens.end_page import inner_width, place

        kept, path = self._worker.kept, self._worker.path
        lines = [f"Archive     {kept}"] if kept else []
        if path is not None:
            lines += place(shown_path(path), inner_width(self._screen.app.size.width))
        return lines
