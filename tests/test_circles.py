"""No module needs one that needs it in turn.

Worked out from the sources: imports inside functions count, and those for types alone count where they leave
a folder.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent


def modules(package: str) -> dict[str, Path]:
    """The modules of a package, by name."""
    found = {}
    for path in sorted((HOME / package).rglob("*.py")):
        parts = path.relative_to(HOME).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def only_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def imported(tree: ast.AST, for_types: bool = False) -> Iterator[tuple[str, bool]]:
    """What a module imports, and whether for types alone; of `from a import b` both a.b and a."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((one.name, for_types) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{one.name}", for_types) for one in node.names)
            yield node.module, for_types
        elif only_for_types(node):
            yield from imported(node, True)
        else:
            yield from imported(node, for_types)


def needs(package: str) -> dict[str, set[str]]:
    """By module, those of the package that it imports."""
    known = modules(package)
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        asked = set(imported(ast.parse(path.read_text())))
        found[name] = {
            other
            for other, for_types in asked
            if other in known
            and other != name
            and not (for_types and _folder(name, known) == _folder(other, known))
        }
        # A package that is asked for what it holds is not itself needed.
        found[name] -= {
            other for other in found[name] if any(one.startswith(f"{other}.") for one in found[name])
        }
    return found


def _folder(name: str, known: dict[str, Path]) -> Path:
    return known[name].parent


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of modules, each needing the next; empty if there is none."""
    done: set[str] = set()

    def look(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            if found := look(other, [*way, name]):
                return found
        done.add(name)
        return []

    return next(filter(None, (look(name, []) for name in graph)), [])


@pytest.mark.parametrize("package", ["core", "decks", "net", "tui"])
def test_no_module_needs_one_that_needs_it(package: str) -> None:
    found = circle(needs(package))
    assert not found, " needs ".join(found)


def test_a_circle_is_named() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c", "b"]


def test_an_import_inside_a_function_counts() -> None:
    tree = ast.parse("def late():\n    from net.protocol import errors\n")
    assert ("net.protocol.errors", False) in set(imported(tree))


def test_an_import_for_types_is_told_apart() -> None:
    tree = ast.parse("if TYPE_CHECKING:\n    import net.protocol\n")
    assert set(imported(tree)) == {("net.protocol", True)}
