"""The card or the choice under the cursor: what it is, where its Force comes from, what it would do."""

from __future__ import annotations

from collections.abc import Sequence

from core.wrinkles import effects
from core.wrinkles.card_kinds import bit
from core.wrinkles.force import PRINTED, THIS_TURN, explain
from core.wrinkles.state import RESOLVE
from core.wrinkles.wrinkles import Wrinkles
from tui.boards.board_state import Scene, Spot
from tui.boards.painter import LIST, PLAIN
from tui.boards.spot_detail import About, DetailRow
from tui.boards.wrinkles.cell_texts import card_kind
from tui.boards.wrinkles.hints import WrinklesHints, change, signed
from tui.boards.wrinkles.view_model import WrinklesFacts

SIDES = ("Good", "Evil")


def about_spot(
    game: Wrinkles, scene: Scene, facts: WrinklesFacts, spot: Spot, marked: Sequence[int] = ()
) -> About:
    """What there is to say about a spot. `marked` are the cards marked so far."""
    hints = WrinklesHints(game, scene.view, max(scene.seat, 0), facts.totals)
    if spot.zone == "choices":
        return _about_button(game, scene, hints, spot.key, marked)
    card = scene.view.cards[spot.key]
    about = About(game.cards[card].name, card_kind(game, card), game.cards[card].text)
    if spot.zone == "hand":
        _in_hand(about, game, scene, facts, hints, spot.key)
    else:
        _in_play(about, game, scene, facts, hints, spot.key)
    return about


def _about_button(
    game: Wrinkles, scene: Scene, hints: WrinklesHints, button: int, marked: Sequence[int]
) -> About:
    decision = scene.decision
    if decision is None:
        return About()
    about = About()
    if decision.about:
        card = scene.view.cards[decision.about[0]]
        about = About(game.cards[card].name, card_kind(game, card), game.cards[card].text)
    kind = decision.kind
    if button == PLAIN and kind == "window":
        about.title = "Pass"
        about.says = [hints.passing()]
    elif button == PLAIN and kind == "answer":
        about.says = [f"If it resolves: {said}" for said in _resolving(scene, hints)[:1]]
        about.says += _resolving(scene, hints)[1:]
    elif button == PLAIN and kind == "entering":
        about.says = [f"Nothing is discarded; {hints.then(0, 0)}."]
    elif button == PLAIN and kind in ("study", "seek"):
        about.says = ["Nothing comes into play; the card is spent all the same."]
    elif button == PLAIN:
        about.says = ["The rest stays as it lies."]
    elif button != LIST:
        names = ", ".join(hints.name(handle) for handle in marked)
        about.says = [f"{names}: to your discard pile, face up."]
    return about


def _resolving(scene: Scene, hints: WrinklesHints) -> list[str]:
    """What the Special that is to be answered would do."""
    assert scene.decision is not None
    handle = scene.decision.about[0]
    aimed = (f[3] for f in reversed(scene.view.todo) if f[0] == RESOLVE and f[2] == handle)
    return hints.resolving(handle, next(aimed, -1))


def _in_hand(
    about: About, game: Wrinkles, scene: Scene, facts: WrinklesFacts, hints: WrinklesHints, handle: int
) -> None:
    """What a card of the hand would do."""
    one = facts.by_handle.get(handle)
    kind = scene.decision.kind if scene.decision is not None else ""
    if one is None:
        return
    special = game.pool.special[one.card]
    if facts.to_choose < 0:
        return  # The match is over.
    if kind == "answer" and game.pool.answering[one.card] is not None:
        assert scene.decision is not None
        if one.answer_reason is None:
            about.says = [f"Negates {hints.name(scene.decision.about[0])}, which does nothing then."]
        else:
            about.says = [f"Not now: {one.answer_reason}."]
    elif kind == "study" and one.entering is not None and game.pool.mask[one.card] & bit("character"):
        about.says = [f"In play, room or not: {hints.changed(*one.entering)}."]
    elif kind in ("window", ""):
        if one.reason is not None:
            about.says = [f"Not now: {one.reason}."]
        if special:
            about.says += [] if one.reason is not None else hints.special(handle)
        elif one.gain is None:
            return
        elif one.room:
            how = "In play" if one.reason is None else "It would add"
            said = hints.changed(*one.gain) if one.reason is None else change(scene.seat, *one.gain)
            about.says.append(f"{how}: {said}.")
        else:
            about.head = "No free slot. It may replace" if one.reason is None else "It could replace"
            for old, changes in hints.replacing(one.card):
                number, tone = signed(*changes)
                slots = game.pool.slot_bits[scene.view.cards[old]]
                goes = " (and its slot)" if slots else ""
                about.rows.append(DetailRow(number, hints.name(old) + goes, tone))
            if one.reason is None:
                best, changes = hints.replacing(one.card)[0]
                about.says.append(f"Replacing {hints.name(best)}: {hints.changed(*changes)}.")
        if one.reason is None and not special:
            about.says += [
                said
                for effect in game.pool.cards[one.card].effects
                if isinstance(effect, effects.Discard) and (said := hints.discarding(effect.of))
            ]
    elif one.gain is not None:
        # What is given up with it.
        about.says = [f"In a Fate phase: {change(scene.seat, *one.gain)}."]
    elif not special:
        about.says = ["In a Fate phase there would be no slot for it now."]


def _in_play(
    about: About, game: Wrinkles, scene: Scene, facts: WrinklesFacts, hints: WrinklesHints, handle: int
) -> None:
    """Where the Force of a card in play comes from, and what choosing it would do."""
    view, decision = scene.view, scene.decision
    seat = next(one for one in range(2) if handle in view.board[one])
    slot = next(slot for slot in facts.slots[seat] if slot.handle == handle)
    kind = decision.kind if decision is not None else ""
    legal = decision is not None and any(choice.handles[:1] == (handle,) for choice in decision.choices or ())
    if kind == "replace" and seat == scene.seat and legal:
        assert decision is not None
        entering = view.cards[decision.about[0]]
        changes = next(changes for old, changes in hints.replacing(entering) if old == handle)
        about.says.append(f"Replaced by {game.cards[entering].name}: {hints.changed(*changes)}.")
    elif kind in ("target", "entering") and legal:
        about.says.append(f"Discarded: {hints.leaving(handle)}.")
    elif kind == "cost" and legal:
        about.says.append(f"Paid with: {hints.leaving(handle)}.")
    elif kind == "window" and legal:
        about.says.append(f"Discarded to draw: {hints.leaving(handle)}.")
    elif kind == "answer" and legal:
        about.says.append(f"Negates it and is discarded: {hints.leaving(handle)}.")
    about.head = f"Counts {facts.forces[handle]}:"
    for source, force in explain(game.pool, view, handle):
        if source == PRINTED:
            about.rows.append(DetailRow(str(force), "printed"))
            continue
        name = "this turn" if source == THIS_TURN else "itself" if source == handle else hints.name(source)
        about.rows.append(DetailRow(f"{force:+}", name, "up" if force > 0 else "down"))
    if not slot.name:
        about.says.append("It has no seat: the slot it came into is gone.")
