"""What is asked at a moment: the question, its buttons and keys, and why a card is no answer."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract.choice import Choice
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.board_keys import Keys, match_keys
from tui.boards.board_state import Scene, choice_of, plain_choice
from tui.boards.painter import HAND, LIST, PLAIN, TOGETHER, Button

ON_BOARD = ("target", "cost", "replace", "entering")
"""Questions whose answer is a card in play."""
MARKING = ("lose", "trim")
"""Questions whose cards are marked first and then given together."""
LISTS = ("order", "seek")
"""Questions with a list of their own."""
_NONE = {"entering": "discard none", "study": "put in none", "seek": "take none"}


class WrinklesPrompt:
    """One scene, with what the reader has done in it on the board alone."""

    def __init__(
        self, game: Wrinkles, scene: Scene, marked: Sequence[int], armed: bool, arranged: bool = False
    ) -> None:
        """`marked` are the cards marked so far; `armed` is whether Space was pressed once of twice, and
        `arranged` whether cards were moved in the list already."""
        self._arranged = arranged
        self._game = game
        self._scene = scene
        self._marked = marked
        self._armed = armed
        self._choices = (scene.decision.choices or ()) if scene.decision else ()
        self.kind = scene.decision.kind if scene.decision else ""
        """The kind of the open question; empty if there is none."""

    def complete(self) -> bool:
        """Whether as many cards are marked as are to be given."""
        decision = self._scene.decision
        return decision is not None and self.kind in MARKING and len(self._marked) == decision.limit

    def question(self) -> tuple[str, str]:
        """The question, or what is going on, and its look."""
        scene = self._scene
        decision = scene.decision
        if decision is None:
            return scene.status, "question" if scene.passing else "waiting"
        text = self._game.texts.ask(decision, scene.view)
        if decision.kind in MARKING:
            text += f" {len(self._marked)} of {decision.limit} chosen."
        return text, "answer" if decision.kind == "answer" else "question"

    def signs(self) -> frozenset[int]:
        """Handles with a sign before them: what may be chosen, where that is not plain to see."""
        return frozenset(
            choice.handles[0]
            for choice in self._choices
            if choice.handles and self.kind not in MARKING and choice.kind not in ("play", "order")
        )

    def buttons(self) -> list[Button]:
        """The choices that are no cards."""
        kind = self.kind
        found = []
        if kind in LISTS:
            order = "your order" if self._arranged else "order them"
            label = order if kind == "order" else "look through the deck"
            found.append(Button(LIST, "Enter", label))
        plain = plain_choice(self._choices)
        if plain is not None:
            label = self._game.texts.say(plain, self._scene.view)
            if plain.kind == "decline":
                label = _NONE.get(kind, label)
            elif plain.kind == "done":
                label = "as they lay" if self._arranged else "as they lie"
            found.append(Button(PLAIN, "Space", label + (": sure? once more" if self._armed else "")))
        if self.complete():
            these = "this card" if len(self._marked) == 1 else "these"
            found.append(Button(TOGETHER, "Tab, Enter", f"discard {these}"))
        return found

    def enter(self, cursor: tuple[str, int] | None) -> str:
        """What Enter would do with the card under the cursor; empty for nothing."""
        if cursor is None or cursor[0] == "choices":
            return ""
        handle = cursor[1]
        if handle in self._marked:
            return "keep it after all"
        choice = choice_of(self._choices, handle)
        if choice is None or self.complete():
            return ""
        said = self._game.texts.say(choice, self._scene.view)
        return f"mark to discard {said.partition(' ')[2]}" if choice.kind == "discard" else said

    def keys(self, over: bool) -> Keys:
        """The keys there are, in the order of the key line."""
        begun = bool(self._marked or not self._scene.fresh)
        tab = "next" if self.kind in (*ON_BOARD, "study", "answer") else "zones"
        return match_keys(self._scene, tab, begun, over, phases=True)

    def why_not(self, zone: str, handle: int) -> str:
        """Why this card can't be chosen, in a sentence."""
        scene = self._scene
        if scene.decision is None:
            return "There is nothing for you to choose now."
        if zone == HAND and self.kind in ("window", "answer"):
            kind = "play" if self.kind == "window" else "negate"
            return str(self._game.why_not(scene.view, Choice(kind, (handle,), scene.view.cards[handle])))
        if self.kind == "window":
            return "A card in play with no ability to use."
        return "That card can't be chosen here."
