"""Help in a match: what is under the cursor, what is asked, the phase, the keys; with links to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult

from core.contract.choice import HIDDEN, Decision
from core.contract.game import AnyGame
from core.contract.guide import QUESTION, Topic
from tui.boards.board_widget import Board
from tui.screens.topics import links, paragraph
from tui.widgets.panels import Panel, shown_key
from tui.widgets.text_reader import EMPTY, Paragraph, Part, TextReader, leading, plain

KEY = "key:"
"""Before the key that a link presses."""


def help_pages(game: AnyGame, board: Board, keys: Sequence[Paragraph]) -> list[Paragraph]:
    """What helps now, the nearest first."""
    found: list[Paragraph] = []
    scene = board.scene
    title, text = board.about()
    if title:
        found += [*card_pages(game, title, text, board.topic()), EMPTY]
    if scene is not None:
        if scene.decision is not None:
            found += [*_question(game, scene.decision, scene.view), EMPTY]
        phase = game.texts.guide().topic(game.texts.phase(scene.view))
        if phase is not None:
            found += [plain(f"The phase: {phase.title}", "title"), *_text(game, phase), EMPTY]
    found += [plain("Keys", "title"), *keys]
    legend = board.legend()
    if legend:
        found += [EMPTY, plain("Signs", "title"), *(plain(line) for line in legend)]
    return _each_link_once(found)


def card_pages(game: AnyGame, title: str, text: str, topic: str) -> list[Paragraph]:
    """What helps about one card: its text, and links to what the rules say of it under `topic`."""
    return [
        plain(title, "title"),
        plain(text or "It does nothing but count."),
        *_leads(game, game.texts.guide().topic(topic)),
    ]


def _each_link_once(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    whole = [one.parts[0].link if len(one.parts) == 1 else "" for one in paragraphs]
    return [one for at, one in enumerate(paragraphs) if not whole[at] or whole[at] not in whole[:at]]


def _question(game: AnyGame, decision: Decision, view: Any) -> list[Paragraph]:
    guide = game.texts.guide()
    found = [plain("What is asked", "title"), plain(game.texts.ask(decision, view))]
    topic = guide.topic(QUESTION + decision.kind)
    if topic is not None:
        found += _text(game, topic)
    cards = [guide.topic(game.table[view.cards[one]]) for one in decision.about if view.cards[one] != HIDDEN]
    return [*found, *(leading(f"The card: {card.title}", card.id) for card in cards if card is not None)]


def _text(game: AnyGame, topic: Topic) -> list[Paragraph]:
    guide = game.texts.guide()
    return [*(paragraph(guide, text, topic.id) for text in topic.text), *links(guide, topic, ("ruling",))]


def _leads(game: AnyGame, topic: Topic | None) -> list[Paragraph]:
    if topic is None:
        return []
    found = links(game.texts.guide(), topic, ("ruling",))
    return found or links(game.texts.guide(), topic)[:2]


def card_help(game: AnyGame, message: Board.Explain) -> HelpPanel:
    """The help that a board wants for a card of a list."""
    known, topic = game.cards[message.card], game.table[message.card]
    return HelpPanel(game, card_pages(game, f"{known.name} ({message.kind})", known.text, topic), topic)


class HelpPanel(Panel[None]):
    """Help: a text with links over the screen below. `r` and the links lead into the rules."""

    DEFAULT_CSS = """
    HelpPanel TextReader { height: auto; background: $panel; }
    """
    KEYS = [
        shown_key("down", "links and text", "Up, Down"),
        shown_key("enter", "follow", "Enter"),
        shown_key("r", "rules"),
        shown_key("escape", "close"),
    ]

    def __init__(self, game: AnyGame, paragraphs: Sequence[Paragraph], topic: str = "") -> None:
        """`topic` is the id of what `r` opens the rules at; empty for their beginning."""
        super().__init__("Help")
        self.reading = TextReader(paragraphs)
        self._game = game
        self._topic = topic

    def box(self) -> ComposeResult:
        yield self.reading

    def on_mount(self) -> None:
        self.reading.focus()

    def on_resize(self, event: events.Resize) -> None:
        self.reading.styles.max_height = max(2, event.size.height * 9 // 10 - 7)

    def act(self, key: str) -> None:
        if key == "space":
            self.reading.action_page(1)
        elif self.reading.link:
            self.reading.action_follow()
        else:
            self.dismiss(None)

    def other(self, key: str) -> bool:
        if key == "r":
            self._open(self._topic)
        elif key in ("question_mark", "q"):
            self.dismiss(None)
        else:
            return False
        return True

    @on(TextReader.Followed)
    def _followed(self, event: TextReader.Followed) -> None:
        if event.link.startswith(KEY):
            self.dismiss(None)
            self.app.simulate_key(event.link.removeprefix(KEY))
        else:
            self._open(event.link)

    def _open(self, topic: str) -> None:
        from tui.screens.rules_screen import RulesScreen

        self.app.push_screen(RulesScreen(self._game, topic))


def key_row(*keys: tuple[str, str], gap: str = "    ") -> Paragraph:
    """A row of keys that can be pressed by following them, each with what it does."""
    parts = [part for key, does in keys for part in (Part(gap), Part(f"{key}  {does}", KEY + key))]
    return Paragraph(tuple(parts[1:]))


def match_keys(game: AnyGame, board: Board) -> list[Paragraph]:
    """The keys of a match. Lines of at most 50 cells: they are read at the smallest size too."""
    phases = [("f", "pass to a phase")] if any(stop.phase for stop in game.stops) else []
    above = (
        "arrows     move the cursor",
        "Tab        next group, or next card to choose",
        "1-9, 0     jump to a hand card",
        "Enter      play or choose the card at the cursor",
        *board.own_keys(),
        "Esc        back to the start of what you began",
    )
    below = (
        "",
        "Mouse: a click selects, a second one on the same",
        "card acts; a click on a key that is written",
        "somewhere presses it; the wheel scrolls.",
    )
    return [
        *map(plain, above),
        key_row(("l", "log (/ finds)"), ("t", "story"), ("d", "discard piles")),
        key_row(*phases, ("o", "when you are asked, bell")),
        key_row(("s", "decklists and setup as far as you may see them")),
        key_row(("u", "take back"), ("c", "concede (asked)")),
        key_row(("y", "say something to a player elsewhere")),
        key_row(("w", "offer a draw there")),
        key_row(("a", "answer what they ask, or that a time is up")),
        key_row(("r", "rematch, when the match is over"), ("n", "decline it")),
        *map(plain, below),
    ]
