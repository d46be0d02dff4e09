"""A match of the past, told from its record: as far as it goes, and as its reader may know it."""

from __future__ import annotations

from typing import Any, NamedTuple

import core
from core.clean import NAME_CELLS, clean
from core.contract.errors import GameError
from core.contract.event import Event
from core.contract.game import AnyGame
from core.engine.match import Match, Rejected
from core.engine.notation import Malformed
from core.engine.record import Record
from core.words import counted
from tui.match.end_texts import result
from tui.match.entry_texts import entry_sentences, event_sentences, names_of
from tui.match.offers import shared_said
from tui.match.player_names import called, players


class Replayed(NamedTuple):
    """A record played again as far as it goes, in sentences."""

    head: list[str]
    log: list[str]
    """All is told if the match has ended; of an unfinished one only what its reader could see."""
    end: str = ""
    """How it ended, or that it has not."""
    wrong: str = ""
    """Why it can't be played further; empty if the record is sound."""
    match: Match | None = None
    """As far as it was played; None if there is no match that its header would make."""


def replay(record: Record, game: AnyGame, eyes: int | None = None) -> Replayed:
    """Play a record again. `eyes`: the seat as which an unfinished match is told; None for what everybody
    could see."""
    header = record.header
    names = [seat.shown for seat in header.seats]
    head = [f"{game.title}: {players(game, names)}. Match {clean(header.match, 32)}."]
    if header.shared is not None and game.shared_group is not None:
        head.append(shared_said(game, header.shared))
    if header.lists == "open":
        for seat, deck in enumerate(header.decklists):
            if deck is not None:
                cards = counted(sum(deck.cards.values()), "card")
                head.append(
                    f"{game.texts.seat_name(seat)}: {clean(deck.name, NAME_CELLS)}, {cards}, {deck.hash}."
                )
    if versions := other_rules(record, game):
        head.append(versions)
    try:
        match = Match(header, game)
    except (GameError, ValueError) as error:
        return Replayed(head, [], wrong=f"line 1: no match can be made of it: {clean(str(error), 200)}")
    if match.h0.hex() != record.h0:
        return Replayed(head, [], wrong="line 2: the hash of the header does not agree.")
    wrong = _play(match, record)
    # What a record says of its end is no reason to show hands: the entries themselves have to come to one.
    log = _told(match, game, eyes)
    if wrong or match.outcome is None:
        return Replayed(head, log, "" if wrong else "The match is not finished.", wrong, match)
    outcome = match.outcome
    scores = ", ".join(f"{game.texts.seat_name(seat)} {score}" for seat, score in enumerate(outcome.scores))
    won = result(outcome, lambda seat: called(game, names, seat)).removesuffix(".")
    return Replayed(head, log, f"{won} ({outcome.end}): {scores}.", "", match)


def other_rules(record: Record, game: AnyGame) -> str:
    """That a match was played by other rules than this program has, and which; empty if it was not."""
    header = record.header
    if header.rules == game.fingerprint:
        return ""
    return (
        f"It was played with tesser {clean(header.app, 20)}, rules {clean(header.rules, 8)}; this program is"
        f" tesser {core.VERSION}, rules {game.fingerprint[:8]}. It is shown as far as its hashes agree."
    )


def _play(match: Match, record: Record) -> str:
    """Make the entries of a record; what of it does not agree, in a sentence, or nothing."""
    for n, entry in enumerate(record.entries, 1):
        where = f"line {n + 2}, entry {n} ({clean(entry.text, 60)})"
        try:
            prepared = match.prepare(entry.by, entry.text)
        except (Malformed, Rejected) as error:
            return f"{where} does not follow: {clean(str(error), 200)}"
        if prepared.hash.hex() != entry.hash:
            return f"{where}: the hash does not agree."
        match.commit(prepared, entry.signature)
    if record.outcome is not None and record.outcome != match.outcome:
        return f"line {len(record.entries) + 3}: the outcome is not what the match comes to."
    return ""


def _told(played: Match, game: AnyGame, seat: int | None) -> list[str]:
    """A match as sentences: all of it if it has ended, else what this seat could see."""
    over = played.outcome is not None

    def eyes(match: Match) -> Any:
        return match.state if over else match.view(seat)

    opening: list[Event] = []
    match = Match(played.header, game, opening)
    log = event_sentences(game, opening, eyes(match), names_of(played.header))
    for entry in played.entries:
        before = eyes(match)
        prepared = match.play(entry.by, entry.text, entry.signature)
        log += entry_sentences(match, entry, prepared.events, eyes(match), before)
    return log
