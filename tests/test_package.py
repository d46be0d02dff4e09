"""What is in the package, and what each part of it pulls in when it is imported."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import zipfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("module", "without"),
    [
        ("core.wrinkles.wrinkles", {"textual", "rich", "zmq", "nacl", "platformdirs"}),
        ("decks.storage.store", {"textual", "rich", "zmq", "nacl"}),
        ("net.protocol.invite", {"textual", "rich", "zmq"}),
        ("tui.cli.main", {"textual", "rich", "zmq", "nacl"}),
        ("tui.arena.arena_worker", {"textual", "rich", "zmq", "nacl", "platformdirs", "decks", "net"}),
        ("tui.match.host_and_join", {"textual", "rich"}),
        ("tui.plain.network_table, tui.plain.session", {"textual", "rich"}),
    ],
)
def test_importing_a_part_pulls_in_only_what_it_needs(module: str, without: set[str]) -> None:
    code = f"import sys, {module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not set(done.stdout.split()) & without


def test_the_wheel_has_all_code_and_data_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("tesser_cards-*.whl")
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    kinds = {".py", ".toml", ".tcss"}
    wanted = {
        str(path.relative_to(ROOT))
        for package in ("core", "decks", "net", "tui")
        for path in (ROOT / package).rglob("*")
        if path.suffix in kinds and "__pycache__" not in path.parts
    }
    assert names == wanted
    assert not [name for name in names if "bench" in name or name.startswith("tests/")]
    assert {"core/wrinkles/cards/good.toml", "decks/stock/wrinkles/formats.toml", "tui/app/app.tcss"} <= names


CODE = re.compile(
    r"\bfrom ((?:core|decks|net|tui)(?:\.\w+)*) import (\w+)|\bimport ((?:core|decks|net|tui)(?:\.\w+)+)"
)
"""What Python in a string imports from a package of ours."""


def test_what_tests_run_in_other_programs_names_modules_that_are_there() -> None:
    """No linter looks into the strings that tests give to other programs as code."""
    found = 0
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for module, name, whole in CODE.findall(node.value):
                    found += 1
                    assert find_spec(whole or module), f"{path}: {whole or module}"
                    inside = whole or hasattr(import_module(module), name) or find_spec(f"{module}.{name}")
                    assert inside, f"{path}: {name} of {module}"
    assert found > 20
