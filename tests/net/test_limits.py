"""How much strangers and peers may ask of this machine."""

from __future__ import annotations

from net.protocol.limits import HELLO_SECONDS, LINKS_A_MINUTE, LINKS_IN_HANDSHAKE, LinkAdmission, TokenBucket


def test_a_pace_lets_a_burst_through_and_then_its_rate() -> None:
    pace = TokenBucket(10, 0.0)
    assert sum(pace.take(0.0) for _ in range(100)) == 20
    assert sum(pace.take(1.0) for _ in range(100)) == 10
    assert sum(pace.take(100.0) for _ in range(100)) == 20


def test_a_pace_says_how_long_to_wait() -> None:
    pace = TokenBucket(10, 0.0)
    assert all(pace.wait(0.0) == 0 for _ in range(20))
    assert abs(pace.wait(0.0) - 0.1) < 1e-9
    assert abs(pace.wait(0.0) - 0.2) < 1e-9
    assert pace.wait(10.0) == 0


def test_links_that_say_nothing_fill_the_door_for_two_seconds_only() -> None:
    new = LinkAdmission()
    for n in range(LINKS_IN_HANDSHAKE):
        assert new.admit(f"10.0.0.{n}", bytes([n]), 0, 0.0)
    assert not new.admit("10.0.1.1", b"late", 0, 1.0)
    new.spoke(bytes([3]))
    assert new.admit("10.0.1.1", b"late", 0, 1.0)
    assert not new.admit("10.0.1.1", b"later", 0, 1.0)
    assert new.admit("10.0.1.1", b"later", 0, HELLO_SECONDS + 0.1)


def test_links_in_a_handshake_count() -> None:
    assert not LinkAdmission().admit("10.0.0.1", b"", LINKS_IN_HANDSHAKE, 0.0)


def test_one_address_has_so_many_links_a_minute() -> None:
    new = LinkAdmission()
    times = [new.admit("10.0.0.1", b"x", 0, second) for second in range(0, 50, 2)]
    assert times.count(True) == LINKS_A_MINUTE
    assert new.admit("10.0.0.2", b"x", 0, 50.0)
    assert new.admit("10.0.0.1", b"x", 0, 70.0)


def test_an_ipv6_household_is_one_address() -> None:
    new = LinkAdmission()
    times = [new.admit(f"2001:db8::{n:x}", b"x", 0, 2.0 * n) for n in range(25)]
    assert times.count(True) == LINKS_A_MINUTE
    assert new.admit("2001:db8:0:1::1", b"x", 0, 50.0)
