"""A name within a package says which module or class is meant.

No two files of a package have one name, but for the rooms that games, or front ends, have in common; nor do
two public classes. The kinds of effects of each game live in a namespace, its `effects`, and are none of
these: both games have a `Draw`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

HOME = Path(__file__).parent.parent


class InCommon(NamedTuple):
    """Folders that are made alike, and the files that each of them may have."""

    folders: frozenset[str]
    files: frozenset[str]


def in_common(folders: str, files: str) -> InCommon:
    return InCommon(frozenset(folders.split()), frozenset(f"{name}.py" for name in files.split()))


IN_COMMON = {
    "core": [
        in_common("core/contract core/wrinkles core/timemasters", "guide state story"),
        in_common(
            "core/wrinkles core/timemasters",
            "account acts card_kinds cards choices effects flow frames moves text",
        ),
    ],
    "tui": [
        in_common("tui/boards tui/boards/wrinkles tui/boards/timemasters", "spoken styles"),
        in_common(
            "tui/boards/wrinkles tui/boards/timemasters",
            "board card_boxes cell_texts detail hand_rows hints layout lists painting prompt view_model",
        ),
        in_common(
            "tui/plain tui/screens tui/screens/match", "archive lookups match_end requests setup stops"
        ),
    ],
}

PACKAGES = pytest.mark.parametrize("package", ["core", "decks", "net", "tui"])


def sources(package: str) -> list[Path]:
    return [path for path in sorted((HOME / package).rglob("*.py")) if path.name != "__init__.py"]


def allowed(package: str, name: str, folders: set[str]) -> bool:
    return any(name in one.files and folders <= one.folders for one in IN_COMMON.get(package, []))


@PACKAGES
def test_no_file_name_stands_for_two_modules(package: str) -> None:
    folders: dict[str, set[str]] = defaultdict(set)
    for path in sources(package):
        folders[path.name].add(path.parent.relative_to(HOME).as_posix())
    double = {name: where for name, where in folders.items() if len(where) > 1}
    wrong = {name: sorted(where) for name, where in double.items() if not allowed(package, name, where)}
    assert not wrong


@PACKAGES
def test_no_name_stands_for_two_public_classes(package: str) -> None:
    modules: dict[str, list[str]] = defaultdict(list)
    for path in sources(package):
        if package == "core" and path.name == "effects.py":
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(path.relative_to(HOME).as_posix())
    double = {name: where for name, where in modules.items() if len(where) > 1}
    assert not double


def test_files_in_common_are_there_more_than_once() -> None:
    for groups in IN_COMMON.values():
        for group in groups:
            for name in group.files:
                assert sum((HOME / folder / name).exists() for folder in group.folders) > 1, name
