"""All that can be done with an open deck: one table, read by both front ends of the deck editor.

The screen takes its keys from it, the line of keys, its help and the list of everything; plain mode takes the
words that can be typed, and their help. A front end gives each of its commands something to do.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Use(Enum):
    """When a command may be used."""

    ALWAYS = "always"
    CHANGING = "changing"
    """It changes the deck: it is nothing for one that can only be looked at."""
    PARTLY = "partly"
    """The same where it is a key; typed it also tells what there is, and asks for itself before a change."""


class Topic(Enum):
    """What help lists together, by its title."""

    CARDS = "Cards"
    LOOKING = "Looking"
    JUDGING = "Judging"
    DESCRIBING = "Describing"
    VERSIONS = "Versions"
    EXCHANGE = "In and out"
    KEEPING = "Keeping"


class EditorCommand(NamedTuple):
    """One thing that can be done. Without keys it is plain mode's alone, without words the screen's."""

    id: str
    topic: Topic
    use: Use = Use.ALWAYS
    keys: tuple[str, ...] = ()
    """The keys of the screen as Textual calls them; the first is the one that is shown."""
    label: str = ""
    """What its key does, as the line of keys or the list of everything says it."""
    sign: str = ""
    """How its key is shown, where not by its name."""
    words: tuple[str, ...] = ()
    """What may be typed for it, the usual one first."""
    usage: str = ""
    """How it is typed, with what may follow."""
    about: str = ""
    """What it does when it is typed, in a few words."""

    def usable(self, looking: bool) -> bool:
        """Whether its key is of use for a deck that can only be looked at, or for any other."""
        return self.use is Use.ALWAYS or not looking


COMMANDS = (
    EditorCommand(
        "add",
        Topic.CARDS,
        Use.CHANGING,
        ("plus", "equals_sign", "right"),
        "add",
        "+",
        ("add",),
        "add NAME, add 2 NAME, add NAME, NAME, add all SEARCH",
        "put cards in, as far as the format allows",
    ),
    EditorCommand(
        "take",
        Topic.CARDS,
        Use.CHANGING,
        ("minus", "left"),
        "take",
        "-",
        ("take", "remove"),
        "take NAME, take 2 NAME, take all, take all SEARCH",
        "take cards out",
    ),
    EditorCommand("add_all", Topic.CARDS, Use.CHANGING, ("a",), "add all"),
    EditorCommand("mark", Topic.CARDS, Use.CHANGING, ("space",), "mark"),
    EditorCommand(
        "put",
        Topic.CARDS,
        Use.CHANGING,
        tuple("0123456789"),
        words=("set",),
        usage="set 2 NAME",
        about="have so many copies of it",
    ),
    EditorCommand(
        "fill",
        Topic.CARDS,
        Use.CHANGING,
        ("asterisk",),
        "limit",
        "*",
        ("fill", "limit"),
        "fill NAME, fill all SEARCH",
        "as many copies as are allowed",
    ),
    EditorCommand(
        "maybe",
        Topic.CARDS,
        Use.PARTLY,
        ("m",),
        "maybe",
        words=("maybe",),
        usage="maybe, maybe NAME, maybe 2 NAME, maybe all SEARCH",
        about="say the maybe list, or put cards aside on it; it does not count",
    ),
    EditorCommand(
        "keep",
        Topic.CARDS,
        Use.CHANGING,
        words=("keep",),
        usage="keep 3 NAME",
        about="have so many copies on the maybe list",
    ),
    EditorCommand(
        "take_back",
        Topic.CARDS,
        Use.CHANGING,
        words=("in",),
        usage="in NAME, in 2 NAME, in all",
        about="from the maybe list into the deck",
    ),
    EditorCommand(
        "forget",
        Topic.CARDS,
        Use.CHANGING,
        words=("forget",),
        usage="forget NAME, forget 2 NAME, forget all",
        about="take cards off the maybe list",
    ),
    EditorCommand(
        "undo",
        Topic.CARDS,
        Use.CHANGING,
        ("u",),
        "undo",
        words=("undo",),
        usage="undo",
        about="take the last change back",
    ),
    EditorCommand(
        "redo",
        Topic.CARDS,
        Use.CHANGING,
        ("r",),
        "redo",
        words=("redo",),
        usage="redo",
        about="make it again",
    ),
    EditorCommand(
        "overview",
        Topic.LOOKING,
        words=("about",),
        usage="about, or Enter alone",
        about="what it is, in a few lines",
    ),
    EditorCommand(
        "contents",
        Topic.LOOKING,
        words=("deck", "list", "show"),
        usage="deck, deck SEARCH",
        about="every card that is in it",
    ),
    EditorCommand(
        "find",
        Topic.LOOKING,
        keys=("slash",),
        label="search",
        sign="/",
        words=("find", "pool"),
        usage="find SEARCH",
        about="cards that may be in it, as: find t:song force>=3; find alone says all",
    ),
    EditorCommand(
        "more_found",
        Topic.LOOKING,
        words=("more",),
        usage="more",
        about="the next cards of those found",
    ),
    EditorCommand(
        "card",
        Topic.LOOKING,
        keys=("d",),
        label="the whole card",
        words=("card",),
        usage="card NAME",
        about="what a card does",
    ),
    EditorCommand(
        "sort",
        Topic.LOOKING,
        keys=("o",),
        label="sort in another way",
        words=("sort",),
        usage="sort by WORD",
        about="how cards are sorted when they are said",
    ),
    EditorCommand(
        "group",
        Topic.LOOKING,
        keys=("g",),
        label="group in another way",
        words=("group",),
        usage="group by WORD",
        about="how cards are grouped when they are said",
    ),
    EditorCommand("one_side", Topic.LOOKING, keys=("z",), label="all the room for one side"),
    EditorCommand("other_list", Topic.LOOKING, keys=("tab", "shift+tab"), label="the other list"),
    EditorCommand(
        "check",
        Topic.JUDGING,
        keys=("l",),
        label="legality",
        words=("check", "legal"),
        usage="check, check all",
        about="whether it is legal, if not why, and what it is in other formats;"
        " all says all names there too",
    ),
    EditorCommand(
        "numbers",
        Topic.JUDGING,
        keys=("t",),
        label="numbers",
        words=("numbers", "statistics", "stats"),
        usage="numbers",
        about="cards by category against the slots for them, and means",
    ),
    EditorCommand(
        "curve",
        Topic.JUDGING,
        words=("curve",),
        usage="curve",
        about="how many cards have which Force or cost",
    ),
    EditorCommand(
        "extra",
        Topic.JUDGING,
        words=("extra",),
        usage="extra",
        about="extra slots and bonuses, and how many cards they reach",
    ),
    EditorCommand(
        "chances",
        Topic.JUDGING,
        words=("chances", "chance"),
        usage="chances, chances CATEGORY",
        about="how likely the first cards hold at least so many of a category",
    ),
    EditorCommand(
        "hand",
        Topic.JUDGING,
        keys=("h",),
        label="sample hands",
        words=("hand", "sample"),
        usage="hand, hand SEED",
        about="what a shuffle would bring",
    ),
    EditorCommand(
        "play",
        Topic.JUDGING,
        keys=("p",),
        label="play",
        words=("play",),
        usage="play, play BOT",
        about="play it now, as it is, against the computer",
    ),
    EditorCommand(
        "rename",
        Topic.DESCRIBING,
        Use.CHANGING,
        ("w",),
        "another name",
        words=("rename", "name"),
        usage="rename NEW NAME",
        about="call it something else",
    ),
    EditorCommand(
        "purpose",
        Topic.DESCRIBING,
        Use.CHANGING,
        ("f",),
        "another side or format",
        words=("for", "side", "format"),
        usage="for",
        about="make it one for another side or format, and hear what stops being legal",
    ),
    EditorCommand(
        "plan",
        Topic.DESCRIBING,
        Use.PARTLY,
        words=("plan",),
        usage="plan, plan A SENTENCE, plan none",
        about="say the plan, or give it another",
    ),
    EditorCommand(
        "note",
        Topic.DESCRIBING,
        Use.CHANGING,
        words=("note",),
        usage="note TEXT",
        about="add a line to the notes",
    ),
    EditorCommand(
        "notes",
        Topic.DESCRIBING,
        Use.PARTLY,
        ("n",),
        "plan and notes",
        words=("notes",),
        usage="notes, notes write, notes none",
        about="say the notes, or write them anew",
    ),
    EditorCommand(
        "changes",
        Topic.VERSIONS,
        words=("changes", "diff"),
        usage="changes, changes NUMBER",
        about="what is different from a version",
    ),
    EditorCommand(
        "versions",
        Topic.VERSIONS,
        keys=("v",),
        label="versions, and what is different",
        words=("versions",),
        usage="versions",
        about="what it was before its last saves",
    ),
    EditorCommand(
        "restore",
        Topic.VERSIONS,
        Use.CHANGING,
        words=("restore",),
        usage="restore NUMBER",
        about="make it what it was in that version",
    ),
    EditorCommand(
        "compare",
        Topic.VERSIONS,
        words=("compare",),
        usage="compare, compare DECK",
        about="what is different from another deck, or a file",
    ),
    EditorCommand(
        "import",
        Topic.EXCHANGE,
        Use.PARTLY,
        ("i",),
        "import a list, a file, a share code",
        words=("import",),
        usage="import, import FILE",
        about="a list, a deck file or a share code, typed or from a file; each line has its verdict",
    ),
    EditorCommand(
        "export",
        Topic.EXCHANGE,
        keys=("x",),
        label="export",
        words=("export",),
        usage="export text, export code, export toml, each also with a FILE",
        about="say it as a list, a share code or a deck file, or write that to a new file",
    ),
    EditorCommand(
        "save",
        Topic.KEEPING,
        Use.CHANGING,
        ("s",),
        "save",
        words=("save",),
        usage="save",
        about="keep it in its file",
    ),
    EditorCommand(
        "copy",
        Topic.KEEPING,
        keys=("c",),
        label="copy",
        words=("copy",),
        usage="copy, copy NEW NAME",
        about="make a deck of your own like it, and open that",
    ),
    EditorCommand(
        "delete",
        Topic.KEEPING,
        words=("delete",),
        usage="delete",
        about="put it into the bin",
    ),
    EditorCommand(
        "leave",
        Topic.KEEPING,
        keys=("escape",),
        label="back",
        words=("done", "leave"),
        usage="done, or back",
        about="to the list of decks",
    ),
    EditorCommand("menu", Topic.KEEPING, keys=("full_stop",), label="more", sign="."),
    EditorCommand(
        "help",
        Topic.KEEPING,
        keys=("question_mark",),
        label="help",
        words=("help", "?"),
        usage="help, help WORD, help all",
        about="what can be typed",
    ),
)
"""In the order in which help lists them."""

BY_ID = {command.id: command for command in COMMANDS}

KEY_LINE = (
    "add",
    "take",
    "add_all",
    "mark",
    "fill",
    "maybe",
    "find",
    "undo",
    "redo",
    "save",
    "play",
    "numbers",
    "check",
    "copy",
    "menu",
    "help",
    "leave",
)
"""The commands whose keys are shown, in order."""
MENU = (
    "sort",
    "group",
    "notes",
    "purpose",
    "versions",
    "hand",
    "import",
    "export",
    "rename",
    "card",
    "one_side",
    "copy",
    "redo",
    "fill",
    "other_list",
)
"""The commands of the list of everything there is no room for in the line of keys, in order."""


def typed_command(word: str) -> EditorCommand | None:
    """The command that a typed word means; None if it is unknown."""
    wanted = word.casefold()
    return next((command for command in COMMANDS if wanted in command.words), None)


def help_lines(about: str) -> list[str]:
    """What help says in plain mode: the words by topic; of a topic, a word, or `all`, how they are used."""
    wanted = about.casefold()
    topics = {topic: [one for one in COMMANDS if one.words and one.topic is topic] for topic in Topic}
    if not wanted:
        lines = [
            f"{topic.value}: {', '.join(one.words[0] for one in found)}." for topic, found in topics.items()
        ]
        return [*lines, "Type help with a topic or a word for how it is used, as: help add. Or help all."]
    known = typed_command(wanted)
    if known is not None:
        also = f"The same: {', '.join(known.words[1:])}." if known.words[1:] else ""
        return [_told(known), *([also] if also else [])]
    meant = [one for one in topics if wanted == "all" or one.value.casefold().startswith(wanted)]
    if not meant:
        return [f'There is nothing called "{about[:40]}" here; help alone lists the words.']
    lines = []
    for topic in meant:
        lines += [f"{topic.value}.", *map(_told, topics[topic])]
    return lines


def _told(command: EditorCommand) -> str:
    return f"{command.usage}: {command.about}."
