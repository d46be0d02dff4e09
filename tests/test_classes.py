"""Classes are made of objects that they hold, and keep what is private to themselves.

Worked out from the sources.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

HOME = Path(__file__).parent.parent
PACKAGES = ("core", "decks", "net", "tui")
GAME = "tests/pocket"
"""A game from outside the product: what its classes are built on is no piece of one class only."""

TEXTUALS_OWN = {
    "tui/app/open_matches.py": {"_context"},
    "tui/terminal/attention.py": {"_driver"},
    "tui/terminal/driver.py": {"_handle_exception"},
    "tui/terminal/input_parser.py": {
        "_timeout_time",
        "_MAX_SEQUENCE_SEARCH_THRESHOLD",
        "_re_extended_key",
        "_re_mouse_event",
        "_re_terminal_mode_response",
        "_re_cursor_position",
        "_re_in_band_window_resize",
    },
}
"""What of Textual has no public name and is needed all the same: to push a screen as the app itself, to write
to the terminal beside the screen, to hand on an error of the input thread, and to know a sequence of bytes as
Textual's own parser does. Textual is pinned to one release for it."""


@cache
def trees() -> dict[str, ast.Module]:
    """The modules of the product, by path."""
    return {
        str(path.relative_to(HOME)): ast.parse(path.read_text())
        for package in (*PACKAGES, GAME)
        for path in sorted((HOME / package).rglob("*.py"))
    }


def classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Those of a module that stand by themselves."""
    return (node for node in tree.body if isinstance(node, ast.ClassDef))


def bare(node: ast.expr) -> str:
    """The last name of an expression, without what it is made of."""
    return ast.unparse(node).split("[")[0].split(".")[-1]


def test_no_class_is_cut_into_bases_that_nobody_else_has() -> None:
    ours = {one.name for tree in trees().values() for one in classes(tree)}
    heirs: dict[str, set[str]] = defaultdict(set)
    contracts = set()
    made = set()
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = {bare(base) for base in node.bases}
                if bases & {"Protocol", "ABC"} or "abstractmethod" in ast.unparse(node):
                    contracts.add(node.name)
                for base in bases & ours:
                    heirs[base].add(f"{path}: {node.name}")
            elif isinstance(node, ast.Call):
                made.add(bare(node.func))
            elif isinstance(node, ast.Raise) and node.exc is not None:
                made.add(bare(node.exc))
    alone = {base: next(iter(one)) for base, one in heirs.items() if len(one) == 1 and base[0] != "_"}
    # A base that is used by itself is no piece of another class, nor is one that says what others fulfil.
    cut = sorted(f"{base} <- {heir}" for base, heir in alone.items() if base not in made | contracts)
    assert not cut


def test_nobody_reaches_into_what_is_private_to_another_object() -> None:
    found = []
    for path, tree in trees().items():
        own = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "cls")
        } | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and node.attr.startswith("_")
                and not node.attr.startswith("__")
                and node.attr not in own | {"_replace", "_exit"} | TEXTUALS_OWN.get(path, set())
                and ast.unparse(node.value) not in ("self", "cls")
            ):
                found.append(f"{path}:{node.lineno} {ast.unparse(node)}")
    assert not found
