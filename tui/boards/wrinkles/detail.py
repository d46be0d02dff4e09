"""The card under the cursor, in sentences."""

from __future__ import annotations

from core.wrinkles.force import gain
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.scene import Scene, Spot
from tui.boards.wrinkles.facts import Facts
from tui.boards.wrinkles.words import sources

SIDES = ("Good", "Evil")


def about_card(game: Wrinkles, card: int) -> str:
    """Name, kind, traits and printed Force of a card."""
    info = game.cards[card]
    kinds = ", ".join(trait.capitalize() for trait in (info.kind, *info.traits) if trait != "character")
    force = "" if info.force is None else f", Force {info.force}"
    return f"{info.name}: {kinds}{force}"


def about_spot(game: Wrinkles, scene: Scene, facts: Facts, spot: Spot) -> list[tuple[str, str]]:
    """Paragraphs (text, look) about what is under the cursor."""
    if spot.zone == "choices":
        return _about_question(game, scene)
    card = scene.view.cards[spot.key]
    parts = [(about_card(game, card), "strong")]
    if spot.zone == "hand":
        parts.append((f"{game.cards[card].text} {_worth(scene, facts, spot.key)}".strip(), ""))
    else:
        parts.append((f"{_in_play(game, scene, facts, spot)} {game.cards[card].text}".strip(), ""))
    return parts


def _about_question(game: Wrinkles, scene: Scene) -> list[tuple[str, str]]:
    decision = scene.decision
    if decision is None or not decision.about:
        return []
    card = scene.view.cards[decision.about[0]]
    return [(about_card(game, card), "strong"), (game.cards[card].text, "")]


def _change(seat: int, own: int, other: int) -> str:
    said = f"your total {own:+}"
    return f"{said}, {SIDES[1 - seat]}'s {other:+}" if other else said


def _worth(scene: Scene, facts: Facts, handle: int) -> str:
    one = facts.by_handle.get(handle)
    if one is None:
        return ""
    if one.reason is not None:
        window = scene.decision is None or scene.decision.kind == "window"
        return f"Not now: {one.reason}." if window else ""
    if one.gain is None:
        return ""
    how = "In play" if one.room else "Replacing a card of yours"
    return f"{how}: {_change(scene.seat, *one.gain)}."


def _in_play(game: Wrinkles, scene: Scene, facts: Facts, spot: Spot) -> str:
    view, decision = scene.view, scene.decision
    seat = facts.below if spot.zone == "below" else 1 - facts.below
    slot = next(slot for slot in facts.slots[seat] if slot.handle == spot.key)
    said = f"Counts {facts.forces[spot.key]}: {sources(game, view, spot.key)}."
    if not slot.name:
        said += " It has no seat."
    if decision is not None and decision.kind == "replace" and seat == scene.seat:
        place = view.board[seat].index(spot.key)
        entering = view.cards[decision.about[0]]
        own, other = gain(game.pool, view, seat, entering, place)
        said = f"Replaced by {game.cards[entering].name}: {_change(seat, own, other)}. {said}"
    return said
