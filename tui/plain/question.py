"""The open question of a match: its numbered choices, and what an answer picks of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core.contract.choice import HIDDEN, Choice, Decision
from core.contract.game import AnyGame
from core.words import capital
from decks.names import fold
from tui.boards.board_state import plain_choice
from tui.boards.spoken import Teller, spoken
from tui.match.act import Act
from tui.match.player_names import named
from tui.plain.answers import Nothing, Unclear, fitting, numbers, several, span


class AnswerRow(NamedTuple):
    """What one number stands for."""

    number: int
    said: str
    """The spoken form of the choice, or the name of a card."""
    choice: Choice | None
    """None for a card of the hand that can't be chosen now."""
    handle: int
    """The card it is about; -1 for none."""
    alike: tuple[Choice, ...] = ()
    """More choices that come to the same, as those of another copy in hand; the first is picked for all."""

    @property
    def handles(self) -> tuple[int, ...]:
        """The cards it is about, alike ones too."""
        return (self.handle, *(choice.handles[0] for choice in self.alike))


class Asked:
    """One decision put to a person, from its first pick to its last."""

    def __init__(
        self,
        game: AnyGame,
        teller: Teller,
        act: Act,
        names: Sequence[str] = (),
    ) -> None:
        """`names` are the players', by seat."""
        self._names = names
        self.act = act
        self._game = game
        self._teller = teller
        self.rows: list[AnswerRow] = []
        self.numbers_stay = False
        """Whether the last pick left every number what it was."""
        self._number()

    @property
    def decision(self) -> Decision:
        """What is asked now."""
        return self.act.decision

    @property
    def view(self) -> Any:
        """What lies where, with the picks so far."""
        return self.act.view

    @property
    def choices(self) -> list[AnswerRow]:
        """The rows that may be chosen."""
        return [row for row in self.rows if row.choice is not None]

    def text(self) -> str:
        """The question in a sentence or two."""
        return spoken(named(self._game, self._names, self._game.texts.ask(self.decision, self.view)))

    def lines(self) -> list[str]:
        """The question, the choices by their numbers, and what to type."""
        rows = self.choices
        lines = [self.text()]
        for row in rows:
            assert row.choice is not None
            worth = self._teller.worth(row.choice, self.decision, self.view)
            said = f"{row.said}, one of {1 + len(row.alike)} alike" if row.alike else row.said
            worth = named(self._game, self._names, worth)
            lines.append(f"{row.number}: {said}" + (f": {worth}" if worth else ""))
        if len(rows) == 1:
            lines[1:] = [f"Choose {lines[1]}."]
        elif self.decision.limit > 1:
            lines.append("Choose one number, or several at once.")
        else:
            lines.append(f"Choose {self._span()}.")
        return lines

    def find(self, text: str, rows: Sequence[AnswerRow]) -> AnswerRow:
        """The row that a number or part of a name means. Raises Unclear."""
        typed = numbers(text)
        if typed is not None:
            found = next((row for row in rows if [row.number] == typed), None)
            if found is None:
                if self.act.picks and 0 < typed[0] <= max(row.number for row in self.choices):
                    raise Nothing(f"{text} is chosen already; back starts again.")
                raise Nothing(f"There is no {text} here; type {self._span()}.")
            return found
        places = fitting(text, [row.said for row in rows])
        if not places:
            raise Nothing(f'"{text[:60]}" is no choice and no command. Type {self._span()}, a name, or help.')
        if len({rows[place].said for place in places}) > 1:
            raise Unclear(several(text, [f"{rows[place].number}: {rows[place].said}" for place in places]))
        return rows[places[0]]

    def all_about(self, text: str) -> list[str]:
        """All about the row that a number or part of a name means; about a few, where they are what can be
        done with one card. Raises Unclear."""
        try:
            return self.explain(self.find(text, self.rows))
        except Nothing:
            raise
        except Unclear:
            rows = [self.rows[place] for place in fitting(text, [row.said for row in self.rows])]
            cards = {self.view.cards[row.handle] if row.handle >= 0 else HIDDEN for row in rows}
            if len(cards) > 1:
                raise
            return list(dict.fromkeys(line for row in rows for line in self.explain(row)))

    def exactly(self, text: str) -> bool:
        """Whether a line is the whole spoken form of a choice, so that it is no command."""
        return any(fold(text) == fold(row.said) for row in self.choices)

    def rows_for(self, text: str) -> list[AnswerRow]:
        """The choices that a line picks, one or several. Raises Unclear.

        `pass` is the choice that names no card, whatever that is called here.
        """
        plain = plain_choice([row.choice for row in self.choices if row.choice is not None])
        if fold(text) == "pass" and plain is not None:
            return [row for row in self.choices if row.choice == plain]
        typed = numbers(text)
        if typed is None or len(typed) == 1:
            try:
                return [self.find(text, self.choices)]
            except Nothing:
                self._explain_refusal(text)
                raise
        most = self.decision.limit
        if most < 2:
            raise Unclear("One number is wanted here.")
        if len(typed) > most:
            raise Unclear(f"That is {len(typed)} numbers; at most {most} are wanted.")
        if len(set(typed)) < len(typed):
            raise Unclear("A number stands twice there.")
        rows = [self.find(str(number), self.choices) for number in typed]
        if any(row.handle < 0 for row in rows):
            raise Unclear("Only cards can be chosen several at once.")
        return rows

    def _explain_refusal(self, text: str) -> None:
        """For a card of the hand that can't be chosen: raises Unclear with the reason."""
        try:
            row = self.find(text, [row for row in self.rows if row.choice is None])
        except Unclear:
            return
        raise Unclear(spoken(self._teller.why_not(row.handle, self.decision, self.view)))

    def _span(self) -> str:
        numbers = [row.number for row in self.choices]
        if numbers == list(range(1, len(numbers) + 1)):
            return span(len(numbers))
        return " or ".join(filter(None, [", ".join(map(str, numbers[:-1])), str(numbers[-1])]))

    def pick(self, rows: Sequence[AnswerRow], pick: Callable[[Choice], bool]) -> bool:
        """Pick these, one after another, by `pick`, which gives whether that completes the act; and so does
        this."""
        before = self.decision
        picked = []
        for row in rows:
            assert row.choice is not None
            picked.append(row.choice)
            if pick(row.choice):
                return True
        same = self.decision.kind == before.kind and self.decision.about == before.about
        left = []
        for row in self.rows:
            if row.choice not in picked:
                left.append(row)
            elif row.alike:
                first, *more = row.alike
                left.append(row._replace(choice=first, handle=first.handles[0], alike=tuple(more)))
        still = {choice for row in left if row.choice for choice in (row.choice, *row.alike)}
        self.numbers_stay = same and still == set(self.decision.choices or ())
        if self.numbers_stay:
            self.rows = left
        else:
            self._number()
        return False

    def restart(self) -> bool:
        """Back to the start of the chain; False if nothing had been picked."""
        picked = self.act.restart()
        self._number()
        return picked

    def explain(self, row: AnswerRow) -> list[str]:
        """All about a row, in sentences."""
        if row.choice is None:
            card = self._teller.card(self.view.cards[row.handle])
            return [self._teller.why_not(row.handle, self.decision, self.view), *card]
        lines = self._teller.explain(row.choice, self.decision, self.view)
        return lines or [f"{capital(row.said)}: there is no more to say about that."]

    def _number(self) -> None:
        view, decision = self.view, self.decision
        hand = self._teller.hand(view, decision.seat)
        held = {card.handle for card in hand}
        rows: list[AnswerRow] = []
        alike: dict[object, int] = {}
        for choice in self._teller.arranged(decision, view):
            said = named(self._game, self._names, self._game.texts.say(choice, view))
            # Of several cards at once each is picked by its own number.
            if decision.limit < 2 and len(choice.handles) == 1 and choice.handles[0] in held:
                same = (self._game.key(choice, view), said, self._teller.worth(choice, decision, view))
                place = alike.setdefault(same, len(rows))
                if place < len(rows):
                    rows[place] = rows[place]._replace(alike=(*rows[place].alike, choice))
                    continue
            rows.append(AnswerRow(len(rows) + 1, said, choice, choice.handles[0] if choice.handles else -1))
        chosen = {handle for row in rows for handle in row.handles}
        for card in hand:
            if card.handle not in chosen:
                rows.append(AnswerRow(len(rows) + 1, card.name, None, card.handle))
        self.rows = rows
