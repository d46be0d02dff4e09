"""Playing once more after a match: the decks for it, and asking somebody at another machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.contract.game import AnyGame
from core.contract.header import Decklist, Header
from tui.match.channel import Said
from tui.match.worker import MatchThread

if TYPE_CHECKING:
    from textual.app import App

    from tui.match.rematch import Company, ToChoose
    from tui.profile import Profile

_SAID = 3
"""How many lines of the chat the page at the end shows."""


class Again:
    """Playing once more over the link of one match, at its screen."""

    def __init__(self, thread: MatchThread, game: AnyGame, profile: Profile | None) -> None:
        self._thread = thread
        self._game = game
        self._profile = profile
        self._said: list[str] = []
        self.company: Company | None = None
        """Who is there after the match; None before, and where nobody plays elsewhere."""

    def hear(self, said: Sequence[Said]) -> None:
        """Lines of the chat."""
        self._said = [*self._said, *(one.sentence for one in said)][-_SAID:]

    @property
    def lines(self) -> list[str]:
        """How it is now, and what was said last."""
        return [] if self.company is None else [self.company.said, *self._said]

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Keys and what they do now."""
        company = self.company
        if company is None:
            return []
        gives_up = [("q", "leave it at one")] if company.second else []
        if not company.there:
            return gives_up
        if company.mine:
            found = [("r", "take it back")]
        elif company.theirs:
            found = [("r", "accept"), ("n", "decline")]
        else:
            found = [("r", company.next)]
        return [*found, ("y", "chat"), *gives_up]

    def press(self, app: App[object], header: Header | None) -> None:
        """Ask for the next match, agree to it, or take that back."""
        company = self.company
        if company is None or not company.there or header is None or self._profile is None:
            return
        if company.mine:
            self._thread.play_no_more()
            return
        from tui.match.rematch import decks_to_choose, given_decks

        decks = given_decks(header, company)
        self._choose(app, decks, decks_to_choose(self._profile, self._game, header, company))

    def decline(self) -> None:
        """Decline what the other side asks for."""
        if self.company is not None and self.company.theirs:
            self._thread.play_no_more()

    def _choose(self, app: App[object], decks: dict[int, Decklist | None], rest: Sequence[ToChoose]) -> None:
        """Have the decks chosen, one after the other, and ask then."""
        if not rest:
            self._thread.play_again(decks)
            return
        first = rest[0]

        def chosen(at: int | None) -> None:
            if at is not None:
                self._choose(app, decks | {first.seat: first.decks[at].decklist()}, rest[1:])

        seat = self._game.texts.seat_name(first.seat)
        if not first.decks:
            from tui.screens.dialogs import Message

            app.push_screen(Message("No deck", f"You have no deck for {seat} that is legal here."))
        elif len(first.decks) == 1:
            chosen(0)
        else:
            from tui.screens.dialogs import Pick

            lines = [(f"{deck.name}, {deck.size} cards", deck.about) for deck in first.decks]
            app.push_screen(Pick(f"Your deck for {seat}", lines, first.usual), chosen)
