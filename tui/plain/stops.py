"""Stops in plain mode: where one is asked, passing to a phase, and keeping that for other matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.engine.stops import AS_THE_GAME_HAS_IT, WHENS, StopRules, When, changed_at, rule_at
from tui.match.commands import PassTo, SetStops
from tui.match.persons import TOLD_APART, apart
from tui.plain.answers import Unclear, the_one
from tui.settings import CannotSave, load_settings, save_settings

if TYPE_CHECKING:
    from tui.plain.match import PlainMatch

_SAID: dict[When, str] = {
    "always": "always asked",
    "could": "asked if you could do something but {}",
    "never": "not asked",
}
USAGE = (
    "Type stops with a name and one of always, could, never; as: stops {} always.",
    "stops always: asked everywhere; stops always off: no more. stops usual: as the game has it.",
)


def stops(match: PlainMatch, argument: str) -> None:
    """Say where the persons here are asked, or change it."""
    rules = load_settings(match.profile).rules(match.game.name)
    names = [stop.name for stop in match.game.stops]
    name, _, last = argument.rpartition(" ")
    word = last.casefold()
    if not names:
        match.console.say("In this game everything is asked.")
    elif not argument:
        _tell(match, rules)
        match.console.say(*(line.format(names[-1]) for line in USAGE))
    elif argument.casefold() == "always":
        _keep(match, StopRules(always=True, at=rules.at))
    elif argument.casefold() == "always off":
        _keep(match, StopRules(at=rules.at))
    elif argument.casefold() == "usual":
        _keep(match, AS_THE_GAME_HAS_IT)
    elif name and word in WHENS:
        try:
            stop = names[the_one(name, names)]
        except Unclear as error:
            match.console.say(str(error))
        else:
            when = next(when for when in WHENS if when == word)
            _keep(match, changed_at(match.game, rules, stop, when, _apart(match)), stop)
    else:
        match.console.say(*(line.format(names[-1]) for line in USAGE))


def _tell(match: PlainMatch, rules: StopRules, name: str = "") -> None:
    if rules.always:
        match.console.say("Everything is asked.")
        if not name:
            return
        match.console.say("What you have just set holds from stops always off on:")
    for stop in match.game.stops:
        if name in ("", stop.name):
            when = rule_at(match.game, rules, stop.name, apart=_apart(match))
            match.console.say(f"{stop.name}: {_SAID[when].format(match.game.texts.unasked)}.")
    if not name:
        match.console.say(f"Where you are not asked, you {match.game.texts.unasked}.")
    if _apart(match):
        match.console.say(TOLD_APART)


def _apart(match: PlainMatch) -> bool:
    """Whether somebody plays on another machine."""
    client = match.client
    return client.header is not None and apart(client.header, client.here)


def _keep(match: PlainMatch, rules: StopRules, changed: str = "") -> None:
    """From now on, in this match and the next ones; `changed` is the one stop that there is to tell of."""
    match.client.send(SetStops(rules))
    try:
        save_settings(match.profile, load_settings(match.profile).with_rules(match.game.name, rules))
    except CannotSave as error:
        match.console.say(f"It holds for this match only. {error}")
    else:
        match.console.say("This is kept for later matches too.")
    _tell(match, rules, changed)


def pass_to(match: PlainMatch, argument: str) -> None:
    """Pass until a phase, which the match tells when it begins and ends."""
    phases = [stop.name for stop in match.game.stops if stop.phase]
    name = argument.partition(" ")[2].strip()
    if match.client.seat < 0 or not phases:
        match.console.say("There is no phase to pass to here.")
        return
    try:
        phase = phases[the_one(name, phases)] if name else ""
    except Unclear as error:
        match.console.say(str(error))
        return
    if not phase:
        match.console.say(f"Pass to which phase? {', '.join(phases)}. As: pass to {phases[-1]}.")
        return
    act = match.client.open
    if act is not None and match.game.halt(act.view) is None:
        match.console.say("This question is yours to answer; then it goes on.")
    match.client.send(PassTo(match.client.seat, phase))
