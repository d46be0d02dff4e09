"""Every way in which one side would not play with the other, and what it says."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from core.contract.header import Decklist
from net.handshake.terms import Participant, make_terms
from net.protocol.errors import Refused
from net.protocol.frames import (
    MAGIC,
    PROTOCOL,
    SEATED_BYTES,
    Hello,
    NamedList,
    Offer,
    SeatRequest,
    decode,
    encode,
)
from net.protocol.identity import new_identity
from tests.pocket.game import Pocket
from tests.support.peers import DECK, GAME, GUEST_PLACES, HOST_PLACES, PEERS, Side, come, stranger, waiting
from tests.support.waiting import SECONDS, until


class OtherRules(Pocket):
    """The same game to the eye."""

    fingerprint = "00" * 16


async def test_a_wrong_code_is_refused_and_the_host_goes_on_waiting() -> None:
    async with waiting() as host:
        with pytest.raises(Refused, match="code is wrong") as refused:
            await come(host.invite._replace(code=bytes(16)))
        assert refused.value.why == "code" and refused.value.status == 5
        assert "code is wrong" in host.heard("refused")[0]
        await host.takes_a_good_guest()


async def test_a_second_guest_hears_that_the_seat_is_taken() -> None:
    async with waiting() as host:
        first = await come(host.invite)
        with pytest.raises(Refused, match="seat is taken") as refused:
            await come(host.invite)
        assert refused.value.why == "taken"
        guest = await first.take_seat(GUEST_PLACES)
        one, two = Side(await host.seated, thinks=True), Side(guest)
        match = asyncio.gather(one.lockstep.run(), two.lockstep.run())
        with pytest.raises(Refused, match="seat is taken"):
            await come(host.invite)
        one.lockstep.requests.ask(0, "concede")
        assert all(await match)


async def test_other_rules_are_refused_with_both_versions() -> None:
    async with waiting(app="0.7") as host:
        with pytest.raises(Refused, match=r"tesser 0\.7 .* tesser 0\.8") as refused:
            await come(host.invite, game=OtherRules(), app="0.8")
        assert refused.value.why == "rules"
        await until(lambda: host.heard("gone"))
        assert "tesser 0.8" in host.heard("gone")[0]


async def test_an_unknown_game_is_refused() -> None:
    async with waiting() as host:
        with pytest.raises(Refused, match="no game called pocket"):
            await come(host.invite, game=None)


async def test_another_protocol_is_refused_by_the_host_with_both_versions() -> None:
    async with waiting() as host, stranger(host) as (link, say):
        await say(Hello(MAGIC, PROTOCOL + 1, "9.9"))
        theirs = await link.expect(Hello, SECONDS)
        assert theirs.protocol == PROTOCOL
        with pytest.raises(Refused, match=rf"0\.1 \(protocol {PROTOCOL}\).*9\.9 \(protocol {PROTOCOL + 1}\)"):
            await link.expect(SeatRequest, SECONDS)


async def test_another_protocol_is_refused_by_the_guest_with_both_versions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("net.handshake.host.hello", lambda app: Hello(MAGIC, PROTOCOL + 1, "9.9"))
    async with waiting() as host:
        with pytest.raises(Refused, match=r"Update yours") as refused:
            await come(host.invite)
        assert refused.value.why == "version" and "9.9" in str(refused.value)


async def test_another_version_with_the_same_rules_is_welcome() -> None:
    async with waiting(app="0.1") as host:
        joining = await come(host.invite, app="0.2")
        assert (await joining.take_seat(GUEST_PLACES)).apps == ("0.1", "0.2")
        assert (await host.seated).apps == ("0.1", "0.2")
        joining.close(0)


async def test_an_own_invite_is_explained() -> None:
    me = new_identity()
    async with waiting(identity=me) as host:
        with pytest.raises(Refused, match="--profile"):
            await come(host.invite, me)


async def test_an_invite_that_is_too_old_is_refused() -> None:
    async with waiting(code_seconds=0) as host:
        with pytest.raises(Refused, match="too old"):
            await come(host.invite)


async def test_a_guests_deck_is_judged_by_the_host() -> None:
    async with waiting(check_deck=lambda seat, deck: "It has too many cards.") as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match="deck of Bea can't be played: It has too many cards") as refused:
            await joining.take_seat(GUEST_PLACES)
        assert refused.value.why == "deck"
        assert not host.seated.done()


async def test_the_hosts_deck_is_judged_by_the_guest() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match="deck of Ann"):
            await joining.take_seat(GUEST_PLACES, lambda seat, deck: "No." if seat == 0 else None)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ({1: Participant("Bea", None), 2: Participant("Cal")}, "should bring a deck"),
        ({1: Participant("Bea", DECK), 2: Participant("Cal", DECK)}, "should bring no deck"),
        (
            {1: Participant("Bea", Decklist("x", {"no/such/card": 1})), 2: Participant("Cal")},
            "not in this game",
        ),
        ({1: Participant("Bea", DECK, "robot"), 2: Participant("Cal")}, "neither a person nor a bot"),
        ({1: Participant("Bea", DECK, "bot:\x1b@1"), 2: Participant("Cal")}, "neither a person nor a bot"),
    ],
)
async def test_impossible_places_are_refused(places: dict[int, Participant], sentence: str) -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(Refused, match=sentence):
            await joining.take_seat(places)
        assert not host.seated.done()


async def test_a_guest_cannot_sit_at_the_hosts_seat() -> None:
    async with waiting() as host:
        joining = await come(host.invite)
        with pytest.raises(ValueError, match="not those"):
            await joining.take_seat(HOST_PLACES)
        monkey = {0: Participant("Bea", DECK), 2: Participant("Cal")}
        await joining._stop_staying()
        with pytest.raises(Refused, match="its own seats"):
            await joining._sit(monkey, None)
        joining.close(0)


async def test_terms_that_cannot_be_played_are_noticed() -> None:
    for wrong in (
        {"peers": (0, 0, 0)},
        {"peers": (0, 1)},
        {"options": {"rounds": 99}},
        {"options": {"colour": 1}},
        {"lists": "secret"},
    ):
        with pytest.raises(ValueError, match=r"\.$"):
            make_terms(GAME, name="Ann", app="0.1", **{"peers": PEERS} | wrong)


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({"pkt/pip/one": 9}, "It has from one to three cards"),
        ({"no/such/card\x1b": 1}, r"don't belong there: no/such/card\."),
    ],
)
async def test_a_list_the_table_cannot_be_played_with_is_refused_by_the_guest(
    cards: dict[str, int], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = Decklist("Bad", cards)
    with pytest.raises(ValueError, match=sentence):
        make_terms(GAME, name="Ann", app="0.1", peers=PEERS, shared=bad)
    with monkeypatch.context() as careless:
        careless.setattr("net.handshake.terms.wrong_shared", lambda terms, game: None)
        host = waiting(shared=bad)
    async with host as table:
        with pytest.raises(Refused, match=sentence) as refused:
            await come(table.invite)
        assert refused.value.why == "deck"
        await until(lambda: table.heard("gone"))
        assert "Bad" in table.heard("gone")[0]
        assert not table.seated.done()


async def test_the_longest_list_of_a_table_fits_a_frame() -> None:
    cards = {f"{n:03}" + "x" * 77: 1000 for n in range(500)}
    terms = make_terms(GAME, name="Ann", app="0.1", peers=PEERS)
    offer = Offer(
        msgspec.structs.replace(terms, shared=NamedList("x" * 120, cards)), (), bytes(32), bytes(64)
    )
    assert decode(encode(offer), SEATED_BYTES) == offer
