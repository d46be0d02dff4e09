"""Joining: paste an invite, see what the host offers, choose a deck, sit down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Static, TextArea

from core.clean import clean_lines
from core.contract.game import AnyGame
from core.engine.match import Rejected
from decks.formats import find_format
from decks.model import Deck, DeckError
from net.handshake.terms import shared_list
from net.protocol.errors import BadInvite
from net.protocol.invite import read_invite
from tui.match.events import Noted, StageReached, Stopped
from tui.match.host_and_join import Offered, find_game
from tui.match.offers import OPEN_PLAY, offer_lines, playable, seat_all
from tui.match.plans import PERSON, JoinPlan, Sitter
from tui.screens.dialogs import QuestionDialog
from tui.screens.form_page import FormPage, illegal, look_at
from tui.screens.page import BACK_KEY, HELP_KEY, Page
from tui.screens.seat_rows import YOU, Change, fill_decks, keep_values, name_typed, who_rows
from tui.widgets.form_rows import FormAction, FormRow, OneOf, Words

if TYPE_CHECKING:
    from tui.match.worker import MatchWorker


class Pad(TextArea):
    """Where the invite is pasted, in as many lines as it comes in; Enter is not for line breaks."""

    class Submitted(Message):
        """Enter was pressed."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Submitted())
            return
        await super()._on_key(event)


class JoinScreen(Page[None]):
    """The invite, and what is wrong with it."""

    HEADING = "Join a match"
    HELP = (
        "The invite is one long word that starts with tesser1. It may come in several lines, with"
        " spaces or quotes in it: that does no harm. Paste it with your terminal's own key."
    )
    CSS_PATH: ClassVar[Any] = ["host_page.tcss", "join_page.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "join", "join"),
        BACK_KEY,
    ]

    def __init__(self, start: JoinPlan | None = None) -> None:
        super().__init__()
        self._start = start or JoinPlan()

    def body(self) -> ComposeResult:
        with VerticalScroll(id="join", can_focus=False):
            yield Static("Paste the invite here:", id="state", markup=False)
            yield Pad(clean_lines(self._start.invite), id="pad", compact=True, highlight_cursor_line=False)
            yield Static("", id="problem", markup=False)
            yield Button("Join", id="go", compact=True, action="screen.join")
            yield Static(self.HELP, id="hint", markup=False)

    def on_mount(self) -> None:
        self.query_one(Pad).focus()
        if self._start.invite:
            self.call_after_refresh(self.action_join)

    @property
    def text(self) -> str:
        """What was pasted."""
        return self.query_one(Pad).text

    def say(self, problem: str, good: bool = False) -> None:
        """A sentence below the invite."""
        told = self.query_one("#problem", Static)
        told.update(Content(problem))
        told.set_class(good, "good")

    def on_text_area_changed(self) -> None:
        if not self.text.strip():
            self.say("")
            return
        try:
            invited = read_invite(self.text)
        except BadInvite as error:
            self.say(str(error))
        else:
            where = " or ".join(str(address) for address in invited.addresses[:2])
            self.say(f"A whole invite, to {where}. Enter joins.", good=True)

    def on_pad_submitted(self) -> None:
        self.action_join()

    def action_join(self) -> None:
        from tui.match.host_and_join import start_join

        if not self.is_active:
            return  # It is being joined.
        try:
            thread = start_join(self.tesser.profile, self.text, self.tesser.matches.wake, self._start.save)
        except BadInvite as error:
            self.say(str(error))
            return
        self.tesser.matches.threads.append(thread)
        self.app.push_screen(OfferScreen(thread, self._start), self._ended)

    def _ended(self, sentence: str | None) -> None:
        self.say(sentence or "")
        self.query_one(Pad).focus()


class OfferScreen(FormPage[str]):
    """What the host offers, and who is to play at one's own seats with which deck. Left with a sentence if
    nothing came of it."""

    HEADING = "Join a match"
    HELP = (
        "This is what the host offers. Nothing begins before you take the seat.\n"
        "The four words are the host's key: compare them by voice to know who it is.\n\n" + OPEN_PLAY
    )
    CSS_PATH: ClassVar[Any] = ["form_page.tcss", "host_page.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "take", "take the seat"), HELP_KEY, BACK_KEY]

    def __init__(self, thread: MatchWorker, plan: JoinPlan) -> None:
        """`plan` says which deck and which players to begin with."""
        super().__init__()
        self._thread = thread
        self._plan = plan
        self._who: dict[int, str] = {}
        """By seat of this side: YOU, PERSON or the name of a bot."""
        self._change = Change()
        self._offer: Offered | None = None
        self._game: AnyGame | None = None
        self._named: Deck | None = None
        """The deck that was asked for, if it will do."""
        self._answered = False
        self.over = False

    def body(self) -> ComposeResult:
        yield Static("Looking for the host ...", id="state", markup=False)
        yield from super().body()

    def on_mount(self) -> None:
        self.say_problem("")
        self.form.focus()
        self.on_wake()

    def on_wake(self) -> None:
        """The thread has news."""
        if self.over:
            return
        if self._thread.begun and self._game is not None:
            self.over = True
            self.tesser.matches.show_match(self._thread, self._game, instead_of=self)
            return
        for told in self._thread.take_before():
            match told:
                case StageReached(stage=Offered() as stage):
                    self._show_offer(stage)
                case Noted():
                    self.say_problem(told.text)
                case Stopped():
                    self.over = True
                    self.dismiss(told.reason)
                case StageReached():
                    pass  # nothing is offered
                case _:
                    assert_never(told)

    def _show_offer(self, offer: Offered) -> None:
        game = find_game(offer.terms)
        assert game is not None  # or the thread would have refused the offer
        self._offer, self._game = offer, game
        self.guard.appeared()
        self.query_one("#state", Static).update(offer_text(offer, game))
        problem, names = "", {}
        try:
            sitters = seat_all(game, offer.seats, self._plan)
        except Rejected as error:
            problem, sitters = str(error), seat_all(game, offer.seats, JoinPlan())
        for seat, sitter in sitters.items():
            you = sitter.player == PERSON and YOU not in self._who.values() and not sitter.name
            self._who[seat] = YOU if you else sitter.player
            names[seat] = sitter.name
        self._make_rows()
        for row in self.form.rows:
            if isinstance(row, Words):
                row.text = names[int(row.name.removeprefix("name "))]
        self._choose_named()
        if problem:
            self.say_problem(problem)
        self.form.put_cursor("take")
        self.tell_about()

    def _make_rows(self) -> None:
        offer, game = self._offer, self._game
        assert offer is not None and game is not None
        rows: list[FormRow] = [
            FormAction("take", "Take the seat", "Enter sits down, and the match begins. " + OPEN_PLAY),
            *who_rows(game, self._who, self.tesser.profile.player),
        ]
        if offer.terms.shared is not None and game.shared_group is not None:
            what = game.texts.group_title(game.shared_group).lower()
            rows.append(FormAction("look", f"Look at the {what}", "Enter shows every card of it."))
        for seat in offer.seats:
            if game.deck_group(seat) is not None:
                label = "Your deck" if len(offer.seats) == 1 else f"Deck, {game.texts.seat_name(seat)}"
                rows.append(OneOf(f"deck {seat}", label, "What you play with."))
        keep_values(self.form.rows, rows)
        self.form.show_rows(rows)
        form = find_format(game.name, offer.terms.format)
        fill_decks(self.form, self.tesser.store, game, form, self._named)

    def on_form_moved(self) -> None:
        self._change.over()

    def changed(self, row: FormRow) -> None:
        if row.name.startswith("who "):
            self._who = self._change.sit_down(self._who, int(row.name.removeprefix("who ")), row.value)
            self._make_rows()

    def _choose_named(self) -> None:
        """Put the deck that was asked for on its row, or say that there is none."""
        if self._plan.deck is None:
            return
        offer, game = self._offer, self._game
        assert offer is not None and game is not None
        groups = {seat: group for seat in offer.seats if (group := game.deck_group(seat)) is not None}
        try:
            wanted = self.tesser.store.catalog.find(self._plan.deck)
        except DeckError as error:
            self.say_problem(str(error))
            return
        if not groups:
            self.say_problem(f"{game.title} is played without decks of one's own.")
            return
        seat = next((one for one, group in groups.items() if group == wanted.group), next(iter(groups)))
        form = find_format(game.name, offer.terms.format)
        if wrong := playable(wanted, game, groups[seat], form).wrong:
            self.say_problem(wrong)
            return
        self._named = wanted
        self._make_rows()
        row = self.form.find(f"deck {seat}")
        assert isinstance(row, OneOf)
        row.choose(wanted)
        self.form.refresh()

    def pressed(self, row: FormRow) -> None:
        if row.name == "look" and self._offer is not None and self._game is not None:
            shared = shared_list(self._offer.terms)
            assert shared is not None
            self.app.push_screen(look_at(self._game, shared, self.size.width))
        else:
            self.action_take()

    def action_take(self) -> None:
        if self._offer is None or self._answered:
            return
        rows = {row.name: row for row in self.form.rows}
        problem = next((said for said in map(illegal, rows.values()) if said), "")
        self.say_problem(problem)
        if problem:
            return
        self._answered = True
        sitters: dict[int, Sitter] = {}
        for seat, who in self._who.items():
            deck = rows.get(f"deck {seat}")
            name = self.tesser.profile.player if who == YOU else name_typed(rows.values(), seat)
            sitters[seat] = Sitter(
                PERSON if who == YOU else who, deck.value.decklist() if deck is not None else None, name
            )
        self._thread.reply(sitters)
        self.query_one("#state", Static).update(Content("Sitting down ..."))

    def action_back(self) -> None:
        if self._offer is None:
            self._leave(True)
        else:
            self.app.push_screen(QuestionDialog("Leave this table?", "Leave", "Stay"), self._leave)

    def _leave(self, leave: bool | None) -> None:
        if leave and not self.over:
            self.over = True
            if self._offer is not None and not self._answered:
                self._thread.reply(None)
            else:
                self._thread.stop(0)
            self.dismiss("")


def offer_text(offer: Offered, game: AnyGame) -> Content:
    """The host's offer, in a few lines."""
    first, key, *rest = offer_lines(offer, game)
    name = offer.terms.name
    return Content.assemble(
        (name, "bold"), first.removeprefix(name), "\n", (key, "$quiet"), "\n", "\n".join(rest)
    )
