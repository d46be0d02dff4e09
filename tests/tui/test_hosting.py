"""Two players at two programs: the table, the invite, the offer, the seat."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import msgspec
import pytest
from textual import events
from textual.widgets import Static

from core import registry
from decks.storage.catalog import stock_decks
from decks.text.deck_file import write_deck
from net.protocol.frames import ByeReason
from tests.support.two_apps import hosting, joining, offered, paste
from tests.support.whole_app import everything, local_plan, running, shown
from tui.match.plans import HostPlan, JoinPlan, Sitter
from tui.screens.dialogs import Message, QuestionDialog
from tui.screens.home import HomeScreen
from tui.screens.host_page import HostScreen, WaitScreen
from tui.screens.join_page import JoinScreen, OfferScreen, Pad
from tui.screens.match.match_screen import MatchScreen
from tui.widgets.form_rows import OneOf
from tui.widgets.key_guard import PressGuard

pytestmark = pytest.mark.long

GAME = registry.load(registry.DEFAULT)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("guest", [False, True])
async def test_a_registered_deck_is_recognised_by_its_whole_hash(
    tmp_path: Path, size: tuple[int, int], guest: bool
) -> None:
    deck = next(deck for deck in stock_decks().values() if deck.group == GAME.deck_group(int(guest)))
    long = deck.renamed("The longest name that a deck can have 40")
    async with (
        running(tmp_path / "one", size=size) as (app, pilot),
        hosting(tmp_path / "two") as (_, _, invite),
    ):
        app.store.create(long)
        await pilot.press("j" if guest else "h")
        if guest:
            paste(app, invite)
            await pilot.press("enter")
            await pilot.until(lambda: offered(app))
        page = app.screen
        assert isinstance(page, OfferScreen | HostScreen)
        row = page.form.find(f"deck {int(guest)}")
        assert isinstance(row, OneOf)
        page.form.put_cursor(row.name)
        for _ in row.items:
            await pilot.press("right")
            await pilot.until(lambda: row.item.hash in shown(app, "#about"))
            said = everything(app)
            assert f"Hash {row.item.hash}. " in said
            assert {len(cut) for cut in re.findall(r"\b(?=[a-f]*\d)[0-9a-f]{6,}\b", said)} == {12}, said
            if size[0] == 80 and row.value.name != long.name:
                assert said.count(row.item.hash) == 2, "in the row too"


async def test_from_a_wrapped_invite_to_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with hosting(tmp_path) as (host, host_pilot, invite), joining(tmp_path) as (guest, pilot):
        wrapped = " \n  ".join(invite[at : at + 30] for at in range(0, len(invite), 30))
        paste(guest, f'"{wrapped.upper()}"\n')
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(guest.screen, OfferScreen))
        await pilot.until(lambda: "offers" in shown(guest, "#state"))
        offer = shown(guest, "#state")
        assert f"host offers {GAME.title}" in offer
        assert f"You play {GAME.texts.seat_name(1)}, host plays {GAME.texts.seat_name(0)}." in offer
        assert "Both see both decklists." in offer
        assert f"Rules: {GAME.presets[0].name}" in offer
        await host_pilot.until(lambda: shown(host, "#notes").startswith("guest is here"))
        assert shown(host, "#notes").endswith("Before: Waiting for a guest with your invite.")
        await host_pilot.press("c")
        assert host._notifications
        monkeypatch.setattr(PressGuard, "GAP", 60.0)
        await pilot.press("enter")  # as if the first one were held down
        await pilot.press("enter")
        assert "offers" in shown(guest, "#state")
        monkeypatch.setattr(PressGuard, "GAP", 0.01)
        await pilot.press_until("enter", lambda: isinstance(guest.screen, MatchScreen))
        await host_pilot.until(lambda: isinstance(host.screen, MatchScreen))
        for app, its_pilot, seat in ((host, host_pilot, 0), (guest, pilot, 1)):
            screen = app.screen
            assert isinstance(screen, MatchScreen)
            await its_pilot.until(lambda screen=screen: screen.client.picture is not None)  # type: ignore[misc]
            assert screen.client.picture is not None and screen.client.header is not None
            name = screen.client.header.match[:8]
            assert list(screen.client.picture.views) == [seat]  # each sees with its own eyes only
            assert not app._notifications, "what was said of the invite lies over the match"
            await its_pilot.press("escape")
            await its_pilot.until(lambda app=app: "stops for the other side too" in everything(app))  # type: ignore[misc]
            await its_pilot.press("n")
        guest.matches.threads[-1].stop(why=ByeReason.CLOSED)
        await host_pilot.until(lambda: "terminal was closed" in everything(host))
        await host_pilot.press_until("c", lambda: host.clipboard.split("\n")[-1] == name)
        # The page that waited is gone: behind the match is where one came from.
        assert not any(isinstance(page, WaitScreen) for page in host.screen_stack)
        assert not any(isinstance(page, OfferScreen) for page in guest.screen_stack)


async def test_the_invite_is_whole_on_the_screen_and_copied_on_demand(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (app, pilot, invite):
        widget = app.screen.query_one("#invite")
        rows = [
            "".join(segment.text for segment in strip) for strip in widget.render_lines(widget.size.region)
        ]
        assert "".join(rows).replace(" ", "") == invite
        written: list[str] = []
        assert app._driver is not None
        app._driver.write = written.append  # type: ignore[method-assign]
        await pilot.press("c")
        sent = base64.b64encode(invite.encode()).decode()
        assert any(f"\x1b]52;c;{sent}" in text for text in written)


async def test_the_table_says_where_it_is_and_what_open_play_means(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (app, _, _invite):
        assert "This machine is at" in shown(app, "#where")
        assert "the screen hides what it should" in shown(app, "#open-play")


async def test_closing_the_table_asks_first(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (app, pilot, _):
        await pilot.press("escape")
        assert isinstance(app.screen, QuestionDialog)
        await pilot.press("escape")
        assert isinstance(app.screen, WaitScreen)
        await pilot.press("escape", "y")
        await pilot.until(lambda: isinstance(app.screen, HostScreen))


async def test_a_guest_hears_that_the_host_has_gone(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_, host_pilot, invite), joining(tmp_path) as (guest, pilot):
        paste(guest, invite)
        await pilot.press("enter")
        await pilot.until(lambda: offered(guest))
        await host_pilot.press("escape", "y")
        await pilot.until(lambda: isinstance(guest.screen, JoinScreen))
        assert "host has closed this table" in shown(guest, "#problem")


async def test_leaving_the_offer_asks_and_tells_the_host(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (host, host_pilot, invite), joining(tmp_path) as (guest, pilot):
        paste(guest, invite)
        await pilot.press("enter")
        await pilot.until(lambda: offered(guest))
        await pilot.press("escape")
        assert isinstance(guest.screen, QuestionDialog)
        await pilot.press("y")
        await pilot.until(lambda: isinstance(guest.screen, JoinScreen))
        await host_pilot.until(lambda: "guest has left" in shown(host, "#notes"))


@pytest.mark.parametrize(("key", "begin"), [("h", "action_open"), ("j", "action_join")])
async def test_nothing_is_opened_or_joined_under_a_dialog(tmp_path: Path, key: str, begin: str) -> None:
    async with hosting(tmp_path) as (_, _, invite), running(tmp_path, name="guest") as (app, pilot):
        await pilot.press(key)
        page = app.screen
        if key == "j":
            paste(app, invite)
        await app.push_screen(Message("Over it", "A text."))
        getattr(page, begin)()
        await pilot.pause()
        assert isinstance(app.screen, Message) and not app.matches.threads


async def test_an_invite_of_the_command_line_is_shown_without_controls(tmp_path: Path) -> None:
    plan = JoinPlan("tesser1 \x1b]52;c;QQ==\x07abc")
    async with running(tmp_path, plan, name="guest") as (app, pilot):
        await pilot.until(lambda: isinstance(app.screen, JoinScreen) and shown(app, "#problem"))
        assert app.screen.query_one(Pad).text == "tesser1 ]52;c;QQ==abc"


async def test_ones_own_invite_is_refused_in_place(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_, _, invite), running(tmp_path, name="host") as (app, pilot):
        await pilot.press("j")
        paste(app, invite)
        await pilot.press("enter")
        await pilot.until(lambda: isinstance(app.screen, JoinScreen) and shown(app, "#problem"))
        await pilot.until(lambda: "your own" in shown(app, "#problem"))
        assert app.screen.query_one(Pad).text == invite  # still there to be mended


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda invite: "hello", "That is no invite"),
        (lambda invite: invite[:-9], "cut short"),
        (lambda invite: invite[:40] + ("b" if invite[40] != "b" else "c") + invite[41:], "mistyped"),
        (lambda invite: invite.replace("tesser1", "tesser2"), "newer version"),
    ],
)
async def test_what_is_wrong_with_an_invite_is_said_below_it(tmp_path: Path, change, sentence: str) -> None:  # type: ignore[no-untyped-def]
    from net.protocol.identity import new_identity
    from net.protocol.invite import Invite, addresses_for, own_addresses, write_invite

    invite = write_invite(Invite(new_identity().curve_public, bytes(16), addresses_for(9, own_addresses())))
    async with joining(tmp_path) as (app, pilot):
        paste(app, change(invite))
        await pilot.until(lambda: sentence in shown(app, "#problem"))
        await pilot.press("enter")
        assert isinstance(app.screen, JoinScreen)
        paste(app, invite)
        await pilot.until(lambda: "A whole invite" in shown(app, "#problem"))


async def test_a_paste_of_several_lines_arrives_whole(tmp_path: Path) -> None:
    async with joining(tmp_path) as (app, pilot):
        app.post_message(events.Paste("tesser1 aaa\nbbb\nccc\n"))
        await pilot.until(lambda: app.screen.query_one(Pad).text == "tesser1 aaa\nbbb\nccc\n")


async def test_an_invite_from_the_command_line_is_used_at_once(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (_, _, invite):
        start = JoinPlan(invite)
        async with running(tmp_path, start, name="guest") as (app, pilot):
            await pilot.until(lambda: offered(app))
            await pilot.press("escape", "y")
            await pilot.until(lambda: isinstance(app.screen, JoinScreen))


async def test_keys_that_are_pressed_before_the_offer_is_there_do_nothing(tmp_path: Path) -> None:
    async with hosting(tmp_path) as (host, host_pilot, invite):
        await host_pilot.press("escape", "y")  # nobody answers any more
        await host_pilot.until(lambda: isinstance(host.screen, HostScreen))
        async with running(tmp_path, JoinPlan(invite), name="guest") as (app, pilot):
            await pilot.until(lambda: isinstance(app.screen, OfferScreen))
            await pilot.press("t", "x", "backspace", "left", "right", "up", "down", "enter", "space", "end")
            app.post_message(events.Paste("a name"))
            await pilot.pause()
            assert isinstance(app.screen, OfferScreen) and "Looking for the host" in shown(app, "#state")
            await pilot.press("escape")


async def test_the_deck_of_a_file_is_played_and_another_side_s_is_not(tmp_path: Path) -> None:
    for group in ("good", "evil"):
        every = [deck for deck in stock_decks().values() if (deck.game, deck.group) == (GAME.name, group)]
        deck = max(every, key=lambda deck: deck.size)  # the printed list, as the usual format wants it
        own = msgspec.structs.replace(deck, name=f"From afar, {group}")
        (tmp_path / f"{group}.toml").write_text(write_deck(own), "utf-8")
    for group, here in (("evil", True), ("good", False)):
        async with hosting(tmp_path) as (_, _, invite):
            start = JoinPlan(invite, deck=str(tmp_path / f"{group}.toml"))
            async with running(tmp_path, start, name="guest") as (app, pilot):
                await pilot.until(lambda app=app: offered(app))  # type: ignore[misc]
                page = app.screen
                assert isinstance(page, OfferScreen)
                (row,) = [row for row in page.form.rows if row.name.startswith("deck ")]
                assert row.shown.startswith("From afar, evil") is here
                told = (
                    "" if here else "From afar, good can't be played here: it is for Good, and you need Evil."
                )
                assert told in shown(app, "#problem")
                await pilot.press("escape", "y")


async def test_hosting_and_joining_work_at_60x20(tmp_path: Path) -> None:
    async with running(tmp_path, size=(60, 20)) as (app, pilot):
        await pilot.press("h", "end")
        page = app.screen
        assert isinstance(page, HostScreen)
        assert page.form.row is page.form.rows[-1]
        await pilot.press("o")
        await pilot.until(lambda: isinstance(app.screen, WaitScreen) and shown(app, "#invite"))
        await pilot.press("escape", "y")
        await pilot.until(lambda: isinstance(app.screen, HostScreen))
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_a_table_that_cannot_open_says_why(tmp_path: Path) -> None:

    (tmp_path / "identity").write_bytes(b"short")
    (tmp_path / "identity").chmod(0o600)
    plan = local_plan()
    async with running(tmp_path, HostPlan(plan.game, 2, {0: Sitter(deck=plan.decks[0])}, {}, "original")) as (
        app,
        pilot,
    ):
        await pilot.until(lambda: isinstance(app.screen, Message))
        assert "should hold 32 bytes" in str(app.screen.query(Static)[1].render())


async def test_the_hint_stands_below_the_invite_at_the_smallest_size(tmp_path: Path) -> None:
    async with running(tmp_path, size=(60, 20)) as (app, pilot):
        await pilot.press("j")
        await pilot.until(lambda: isinstance(app.screen, JoinScreen))
        hint = app.screen.query_one("#hint")
        paste(app, "tesser1" + "a" * 300)
        await pilot.until(lambda: "damaged" in everything(app) or "tesser1aaa" in everything(app))
        assert app.screen.query_one("#join").region.contains_region(hint.region) and hint.region.height >= 3
