"""What a match with another machine is one of: by which format its decks were chosen, and which games of two
are played. Kept with the match, so that it can be played once more after it was gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from core import registry
from core.contract.header import Header
from core.contract.outcome import Outcome
from decks.formats import check, formats_for
from decks.model import Deck
from tui.archive.contacts import contact_of, drop_contact
from tui.archive.database import Archive, ArchiveError
from tui.archive.queries import Summary, copies
from tui.match.series import GAMES, Played, Score
from tui.profile import Profile


class Course(msgspec.Struct, frozen=True):
    """Where a match stands among those played over one link."""

    game: int = 0
    """Which of two games with the sides swapped it is, from 1; 0 if it stands alone."""
    format: str = ""
    """The format that decks have to be legal in; empty for any."""
    names: tuple[str, str] = ("", "")
    """With two games: of the two players; the first sits at the first seat in the first game."""
    played: tuple[Played, ...] = ()
    """The games of two that were played before."""
    after: str = ""
    """The match before this one over the same link."""
    first: str = ""
    """In the second game: the match that was the first."""
    number: int = 1
    """Which of the matches over one link it is."""

    def kept(self) -> str:
        """The same as text."""
        return msgspec.json.encode(self).decode()

    @property
    def both(self) -> bool:
        """Whether two games are played, the second with the sides swapped."""
        return self.game > 0

    @property
    def more(self) -> bool:
        """Whether the second game comes after this one."""
        return 0 < self.game < GAMES

    @property
    def next(self) -> str:
        """What the match after this one is called: `rematch` or `second game`."""
        return "second game" if self.more else "rematch"

    def alone(self) -> Course:
        """The same for a match that no second game follows."""
        return msgspec.structs.replace(self, game=0)

    def score(self, header: Header) -> Score:
        """How the two games stand before this one."""
        return Score(registry.load(header.game), self.names, self.played)

    def following(self, header: Header, outcome: Outcome, totals: Sequence[int]) -> Course:
        """Where the next match stands, after this one of any number of seats has ended so; `totals` are those
        compared last."""
        number = self.number + 1
        if not self.both:
            return msgspec.structs.replace(self, number=number, after=header.match)
        if self.more:
            score = self.score(header)
            score.add(outcome, totals)
            return msgspec.structs.replace(
                self,
                game=2,
                played=tuple(score.played),
                after=header.match,
                first=header.match,
                number=number,
            )
        moved = (*header.seats[1:], header.seats[0])
        again = begun(self.format, True, tuple(seat.shown for seat in moved))
        return msgspec.structs.replace(again, number=number, after=header.match)


def begun(format: str, both: bool, names: tuple[str, ...]) -> Course:
    """The course of a first match; `names` are the players' by seat."""
    return Course(1, format, (names[0], names[1])) if both else Course(0, format)


def course_of(kept: Summary, header: Header) -> Course:
    """The course of a match of the archive; where that can't be read, of one that stands alone."""
    try:
        return msgspec.json.decode(kept.series, type=Course)
    except msgspec.MsgspecError:
        return Course(0, _legal_in(header))


def game_before(profile: Profile, course: Course, peer: int) -> Summary | None:
    """The match before this one over the same link, on the side of machine `peer`, as long as this one is not
    known to have begun on the other side. Raises ArchiveError."""
    if not course.after:
        return None
    with Archive(profile.archive) as archive:
        for kept in copies(archive, course.after):
            held = kept.seats and kept.players[kept.seats[0]].peer == peer
            if held and kept.outcome is not None and contact_of(archive, kept) is not None:
                return kept
    return None


def forget_before(profile: Profile, course: Course, peer: int) -> None:
    """This match has begun on both sides: the one before it is come back to no more."""
    # What can't be dropped now does no harm: it is when the match goes on.
    with suppress(ArchiveError):
        before = game_before(profile, course, peer)
        if before is not None:
            with Archive(profile.archive) as archive, archive.writing() as db:
                drop_contact(db, before.id)


def _legal_in(header: Header) -> str:
    """The first format in which all decks of a match are legal; empty if there is none."""
    game = registry.load(header.game)
    decks = [(game.deck_group(seat), deck) for seat, deck in enumerate(header.decklists) if deck is not None]
    for form in formats_for(game, decks[0][0]) if decks and decks[0][0] else ():
        if not any(
            check(Deck(deck.name, game.name, group or "", form.name, deck.cards), game, form)
            for group, deck in decks
        ):
            return form.name
    return ""
