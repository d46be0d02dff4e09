"""Plain mode from its start to its end: what was asked for on the command line, or a menu."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

import core
from core import bots, registry
from core.contract.game import AnyGame
from tui.archive.database import Archive, ArchiveError
from tui.exit_status import BAD_FILE, FINISHED, INTERRUPTED, USAGE
from tui.match.local import plan_again, start_local
from tui.match.plans import PERSON, HostPlan, JoinPlan, LocalPlan, ResumePlan
from tui.match.player_names import read_name
from tui.match.reconnect import start_resumed
from tui.match.repair import lost_of, question
from tui.match.resume import chosen, latest, series_after, series_of, why_not
from tui.match.series import Series
from tui.match.summaries import to_come, who
from tui.plain.answers import fitting, several
from tui.plain.ask import Back, MenuItem, Quit, pick, sure, text
from tui.plain.console import Console, InputEnded, Signalled, heed_signals, standard
from tui.plain.lookups import read_aloud
from tui.plain.match import PlainMatch
from tui.plain.setup import Setup
from tui.profile import Profile
from tui.terminal.text_fit import nowhere


def run(profile: Profile, plan: object | None = None) -> int:
    """Run in plain mode what a plan says, or the menu; gives the exit status."""
    console = standard()
    heed_signals()
    console.heed_stops()
    try:
        return Session(console, profile).begin(plan)
    except Signalled as ended:
        return 128 + ended.number
    except BrokenPipeError:
        nowhere(1)  # Whoever read the output is gone.
        return INTERRUPTED
    except InputEnded:
        console.say("The input has ended.")
        return INTERRUPTED
    except KeyboardInterrupt:
        console.say("", "You left tesser; nothing was being played.")
        return INTERRUPTED


HELP = (
    "Plain mode is played by typing: each question lists its answers by number.",
    "A match is set up by a few questions; in it, help lists the commands, and quit leaves.",
    "A match that was left is kept, and continue goes on with it.",
    "rules reads the rules to you, cards a card's text.",
    "tesser --help, outside of here, lists what can be started at once.",
)
"""What the menu's help says first."""


class Session:
    """One player at one console."""

    def __init__(self, console: Console, profile: Profile) -> None:
        self._console = console
        self._profile = profile
        self._store = profile.deck_store()

    def begin(self, plan: object | None) -> int:
        """Play what a plan says, one of those in tui.match.plans; None opens the menu."""
        if plan is None:
            return self._menu()
        if isinstance(plan, LocalPlan):
            return self._play(plan)
        if isinstance(plan, ResumePlan):
            return self._resume(plan)
        from tui.plain import network_table

        try:
            if isinstance(plan, HostPlan):
                return network_table.host(self._console, self._profile, plan)
            if isinstance(plan, JoinPlan):
                return network_table.join(self._console, self._profile, plan)
        except (Quit, Back):
            return INTERRUPTED
        raise TypeError(f"{type(plan).__name__} is no plan")

    def _play(self, plan: LocalPlan) -> int:
        series = Series(plan, self._profile.player) if plan.both_sides else None
        return self._rest_of(*self._game(series.next_plan() if series else plan, series))

    def _rest_of(self, status: int, match: PlainMatch | None) -> int:
        """A game is over: what is played after it, as long as that is wanted. That is the second of two, or
        the same once more."""
        while match is not None and match.again and match.client.header is not None:
            series, plan = match.series, plan_again(match.client.header)
            if series is not None and series.over:
                series = Series(msgspec.structs.replace(plan, both_sides=True), self._profile.player)
            status, match = self._game(plan if series is None else series.next_plan(), series)
        return status

    def _game(self, plan: LocalPlan, series: Series | None) -> tuple[int, PlainMatch | None]:
        """Play one game, the next of a series if there is one; its exit status, and how it was in the end."""
        try:
            thread = start_local(self._profile, plan, self._console.wake)
        except ValueError as error:
            self._console.say(f"This match can't begin. {error}")
            return USAGE, None
        match = PlainMatch(self._console, self._profile, thread, registry.load(plan.game), series=series)
        return match.play(), match

    def _resume(self, plan: ResumePlan) -> int:
        """Go on with a match of the archive."""
        try:
            with Archive(self._profile.archive) as archive:
                self._console.say(*([archive.note] if archive.note else []))
                kept = chosen(archive, plan.match)
                reason = why_not(archive, kept)
                over = not reason and kept.alone and kept.outcome is not None
                second = series_after(archive, kept) if over else None
                lost = None if reason or over or not kept.alone else lost_of(archive, kept)
        except ArchiveError as error:
            reason = str(error)
        if reason:
            self._console.say(reason)
            return BAD_FILE
        if second is not None:
            self._console.say(f"{second.title()}.", *second.lines())
            return self._rest_of(*self._game(second.next_plan(), second))
        if not kept.alone:
            from tui.plain import network_table

            return network_table.come_back(self._console, self._profile, kept, plan.line)
        if lost is not None and not sure(self._console, question(kept.name, lost)):
            self._console.say("It stays as it is.")
            return INTERRUPTED
        thread = start_resumed(self._profile, kept, self._console.wake, from_sound=True)
        game = registry.load(kept.game)
        match = PlainMatch(self._console, self._profile, thread, game, series=series_of(kept))
        return self._rest_of(match.play(), match)

    def _menu(self) -> int:
        """What can be done here, again and again."""
        ways = (
            (MenuItem("play against the computer"), lambda: self._set_up(bots.names()[-1])),
            (MenuItem("hot-seat", "all at this keyboard"), lambda: self._set_up(PERSON)),
            (MenuItem("host a match", "make an invite for somebody on another machine"), self._host),
            (MenuItem("join a match", "by an invite"), lambda: self.begin(JoinPlan())),
            (MenuItem("decks", "look at them, make and change your own"), self._decks),
            (MenuItem("archive", "the matches you have played, and those not finished"), self._archive),
            (MenuItem("rules", "to be read, with rulings and words"), self._rules),
            (MenuItem("cards", "to look one up"), self._cards),
            (MenuItem("your name"), self._name),
            (MenuItem("quit"), self._quit),
        )
        self._console.say(f"tesser {core.VERSION}, plain mode. Type help, back or quit at any question.")
        while True:
            try:
                now = [*self._to_go_on_with(), *ways]
                items = [item for item, _ in now]
                now[pick(self._console, "What would you like to do?", items, about=HELP)][1]()
            except Back:
                continue
            except Quit:
                return FINISHED
            if self._console.over:
                return INTERRUPTED  # What was played has said so.

    def _to_go_on_with(self) -> list[tuple[MenuItem, Callable[[], object]]]:
        """The match to go on with, as the menu's first line, if there is one."""
        if not self._profile.archive.exists():
            return []
        try:
            with Archive(self._profile.archive) as archive:
                self._console.say(*([archive.note] if archive.note else []))
                kept = latest(archive)
        except ArchiveError as error:
            self._console.say(str(error))
            return []
        if kept is None:
            return []
        plan = ResumePlan(kept.name)
        return [(MenuItem("continue", f"{who(kept)}, {to_come(kept)}"), lambda: self._resume(plan))]

    def _archive(self) -> None:
        from tui.plain.archive import Matches

        go_on = lambda kept: self._resume(ResumePlan(kept.name))  # noqa: E731
        Matches(self._console, self._profile, go_on).choose()

    def _set_up(self, usual: str) -> None:
        self._play(Setup(self._console, self._store).local(usual))

    def _host(self) -> None:
        self.begin(Setup(self._console, self._store).host())

    def _decks(self) -> None:
        from tui.plain.decks.deck_menu import Decks

        Decks(self._console, self._profile, self._store, self._play).choose()

    def _rules(self) -> None:
        """Headings, and then whatever is asked for."""
        guide = self._one_game().texts.guide()
        self._console.say(*(topic.heading for topic in guide.of_kind("section")))

        def told(words: str) -> list[str] | None:
            lines = guide.told(words)
            return read_aloud(lines) if lines is not None else None

        ruling = next((f"a ruling as {one.id}, " for one in guide.of_kind("ruling")), "")
        self._look_up(f"Read what? One of these, {ruling}or any word; Enter alone goes back.", told)

    def _cards(self) -> None:
        game = self._one_game()
        names = [card.name for card in game.cards]
        guide = game.texts.guide()

        def told(words: str) -> list[str] | None:
            found = fitting(words, names)
            if len({names[place] for place in found}) > 1:
                return [several(words, sorted({names[place] for place in found}))]
            topics = [guide.topic(game.cards[place].id) for place in found]
            return [line for topic in topics if topic for line in read_aloud(guide.lines(topic))] or None

        self._look_up("Which card? Part of a name; Enter alone goes back.", told)

    def _one_game(self) -> AnyGame:
        """The game that is read about: asked for if there are several."""
        names = registry.names()
        items = [MenuItem(registry.load(name).title) for name in names]
        return registry.load(names[pick(self._console, "Which game?", items) if len(names) > 1 else 0])

    def _look_up(self, question: str, told: Callable[[str], list[str] | None]) -> None:
        """Ask for words and say what is told of them, until there are none."""
        while words := text(self._console, question, str, ""):
            lines = told(words)
            self._console.say(*(lines if lines is not None else [f'Nothing fits "{words[:60]}"; try fewer.']))

    def _name(self) -> None:
        asked = f"What shall others see as your name? Now it is {self._profile.player}."
        name = text(self._console, asked, read_name, self._profile.player)
        try:
            self._profile.rename(name)
        except OSError as error:
            self._console.say(f"The name can't be kept: {error.strerror}.")
        else:
            self._console.say(f"Your name is {name}.")

    def _quit(self) -> None:
        raise Quit
