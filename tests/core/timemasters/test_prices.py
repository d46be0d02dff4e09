"""What a board is told: what spells cost and why, what the points open, and why a choice is refused."""

from __future__ import annotations

from core.contract.choice import Choice
from core.timemasters.costs import AT_LEAST, NEXT, ON_TIMER, PRINTED, SURCHARGE, TURN, Points, Price, payable
from tests.support.scenes.timemasters import Scene, scene


def price(s: Scene, name: str, seat: int = 0, timer: str = "") -> Price:
    card = s.state.cards[s.handle(s.state.hand[seat], name)]
    onto = [one.handle for one in s.state.timers[seat]]
    return s.game.price(s.state, seat, card, s.handle(onto, timer) if timer else -1)


def test_a_price_says_what_it_is_made_of() -> None:
    s = scene(hand="Haste, Shortcut, Standstill, Spark", timers="Crystal Clock", ke=(8, 0, 2), surcharge=1)
    assert price(s, "Standstill").parts == ((PRINTED, 4), (SURCHARGE, 1))
    s.do("cast Haste", "permanent", "cast Shortcut")
    found = price(s, "Standstill", timer="Crystal Clock")
    assert found.parts == ((PRINTED, 4), (NEXT, -2), (TURN, -1), (ON_TIMER, -1)) and found.cost == 0
    found = price(s, "Spark")
    assert found.parts == ((PRINTED, 1), (NEXT, -2), (TURN, -1), (AT_LEAST, 2)) and found.cost == 0
    assert sum(n for _, n in found.parts) == found.cost


def test_a_price_says_which_ke_it_would_take() -> None:
    s = scene(hand="Standstill", ke=(3, 0, 2))
    found = price(s, "Standstill")
    assert (found.permanent_first, found.ephemeral_first, found.why_not) == ((3, 1), (2, 2), None)


def test_a_price_says_why_it_can_not_be_paid() -> None:
    found = price(scene(hand="Standstill", ke=(1, 3, 1)), "Standstill")
    assert found.why_not == "costs 4 Kè, you have 2" and found.permanent_first == (0, 0)
    found = price(scene(hand="Standstill, Torrent", cap=3), "Standstill")
    assert found.why_not == "costs 4 Kè, you may spend 3 more"
    s = scene(hand="Torrent, Rewind", cap=1)
    assert payable(s.state, 0) == 1
    assert payable(s.do("cast Rewind").state, 0) == 0


def test_a_waiting_seats_price_has_its_own_tokens_and_not_the_movers_discounts() -> None:
    s = scene(hand="Haste, Time Heaviness", others=({"hand": "Torrent"},), deck="Timer")
    s.do("cast Haste", "cast Time Heaviness")
    assert price(s, "Torrent", 1).parts == ((PRINTED, 2), (SURCHARGE, 1))


def test_points_say_where_they_come_from() -> None:
    s = scene(hand="Convergence", zone="Spark", spheres={1: "2 Breath", 2: "2 Torrent"}).do(
        "cast Convergence"
    )
    assert s.game.points(s.state) == Points(spells=2, extra=2, used=0)
    s.do("end", "access Torrent")
    assert s.game.points(s.state) == Points(2, 2, 2) and s.left() == 2


def test_openings_say_what_each_sphere_offers() -> None:
    s = scene(zone="3 Spark", spheres={1: "2 Breath", 2: "Torrent", 3: "2 Widening"}, phase="Access")
    found = [(one.level, one.can_top, one.can_beneath, one.why_not) for one in s.game.openings(s.state)]
    assert found == [
        (1, True, True, None),
        (2, True, False, None),
        (3, True, False, None),
        (4, False, False, "needs 1 more"),
        (5, False, False, "needs 2 more"),
    ]
    s.do("access Breath")
    assert [one.why_not for one in s.game.openings(s.state)][:3] == [
        "accessed this turn",
        None,
        "needs 1 more",
    ]
    s = scene(zone="3 Spark", spheres={1: "Breath"}, phase="Access")
    assert s.game.openings(s.state)[1][1:5] == (-1, 0, 2, False)
    assert s.game.openings(s.state)[1].why_not == "empty"


def test_free_timers_and_slots() -> None:
    s = scene(timers="Pendulum(Spark), Timer(Spark), Orrery")
    free = s.game.free_timers(s.state, 0)
    assert s.names(free) == ["Pendulum", "Orrery"] and s.game.slots(s.state, free[0]) == 2


def reason(s: Scene, choice: Choice) -> str:
    illegal = s.game.check(s.state, choice)
    return illegal.reason if illegal else ""


def test_a_refused_choice_has_a_reason() -> None:
    s = scene(hand="Standstill, Timer, Breath, Spark", ke=(1, 3, 0), timers="Timer(Haste)", zone="4 Spark")
    assert s.refused("cast", "Standstill") == "Standstill can't be cast: it costs 4 Kè, you have 1."
    assert s.refused("place", "Spark") == "Spark can't be placed: no Timer of yours has a free slot."
    assert "concentrate" in s.refused("cast", "Breath") and "timer" in s.refused("cast", "Timer")
    assert "cast" in s.refused("timer", "Spark")
    hand = s.state.hand[0]
    assert reason(s, Choice("cast", (hand[0],), s.state.cards[hand[1]])).startswith("That card is not what")
    assert reason(s, Choice("cast", (99,), 1)) == "That card is not in your hand."
    assert reason(s, Choice("fly")).startswith("There is no such choice in this game")
    assert reason(s, Choice("done")).startswith("You can't choose done now")
    s.do("concentrate Breath")
    assert reason(s, Choice("pass")).startswith("You can pass only as the first thing")


def test_an_end_before_released_spells_are_played_is_refused_by_name() -> None:
    s = scene(timers="Timer(Haste)").do("activate Timer")
    assert reason(s, Choice("end")) == "Released spells must be played before the phase ends: Haste."


def test_an_access_is_refused_with_what_it_lacks() -> None:
    s = scene(zone="2 Spark", spheres={1: "3 Breath", 2: "2 Torrent", 3: "Widening"}, phase="Access")
    tops = [sphere[-1] for sphere in s.state.spheres]
    assert reason(s, Choice("access", (tops[2],))) == "Sphere 3 can't be accessed: needs 1 more."
    assert "costs 3 points" in reason(s, Choice("beneath", (s.state.spheres[1][-2],)))
    assert "only the top card" in reason(s, Choice("beneath", (s.state.spheres[0][0],)))
    s.do("access Breath")
    assert "accessed this turn" in reason(s, Choice("access", (s.state.spheres[0][-1],)))


def test_a_placing_that_can_not_be_paid_is_refused_by_the_cheapest_timer() -> None:
    s = scene(hand="Standstill", ke=(1, 3, 0), timers="Timer, Crystal Clock")
    assert s.refused("place", "Standstill") == "Standstill can't be placed: it costs 3 Kè, you have 1."


def test_what_a_waiting_seat_can_spend_is_not_lessened_by_what_the_mover_paid() -> None:
    s = scene(hand="Slow Down").do("cast Slow Down")
    assert payable(s.state, 1) == 3
