"""Two players at two programs say something to each other."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input

from tests.support.two_apps import seated
from tests.support.whole_app import everything
from tui.match.commands import Say
from tui.screens.dialogs import AskText
from tui.screens.match.match_screen import MatchScreen
from tui.screens.stops import StopsPanel
from tui.settings import load_settings
from tui.widgets.log_panel import ChatPanel


def lines(panel: ChatPanel) -> list[str]:
    """What the chat shows beside the board."""
    rows = [strip.text for strip in panel.screen._compositor.render_strips()]
    return [row[panel.region.x : panel.region.right].strip() for row in rows[panel.region.y :]]


async def test_a_line_is_said_heard_and_switched_off(tmp_path: Path) -> None:
    async with seated(tmp_path, (120, 40)) as ((host, host_pilot), (guest, pilot)):
        board = host.screen
        assert isinstance(board, MatchScreen)
        panel = board.query_one(ChatPanel)
        await host_pilot.until(lambda: "y says something" in lines(panel)[0])
        assert panel.region.bottom == 40 and panel.region.x >= 80
        # Both are told how one chats and leaves.
        for app, its in ((host, host_pilot), (guest, pilot)):
            await its.until(lambda app=app: "c concede y chat Esc leave ? all keys" in everything(app))  # type: ignore[misc]

        await pilot.press("y")
        await pilot.until(lambda: isinstance(guest.screen, AskText))
        guest.screen.query_one(Input).value = "Good [/] luck! " + "x " * 200
        await pilot.press("enter")
        await host_pilot.until(lambda: "guest says: Good [/] luck!" in lines(panel)[0])
        assert 60 < "".join(lines(panel)).count("x") <= 80, "a line has 160 cells at most"
        await pilot.press("l")
        await pilot.until(lambda: "You say: Good [/] luck!" in everything(guest))
        await pilot.press("escape")

        await host_pilot.press("y")
        await host_pilot.until(lambda: isinstance(host.screen, AskText))
        host.screen.query_one(Input).value = "Thank you."
        await host_pilot.press("enter")
        await pilot.until(lambda: "! host says: Thank you." in everything(guest))

        await pilot.press("o")
        await pilot.until(lambda: isinstance(guest.screen, StopsPanel))
        await pilot.press("end", "enter")
        await pilot.until(lambda: "off: nothing said, nothing heard" in everything(guest))
        # The line above it: their take-backs.
        assert "I am asked about theirs" in everything(guest)
        lockstep = guest.matches.threads[-1].loop.commands.lockstep
        assert lockstep is not None
        for muted in (True, False):
            await pilot.press("up", "enter", "down")
            await pilot.until(lambda muted=muted: lockstep.requests.muted == muted)  # type: ignore[misc]
            assert ("theirs are declined unasked" in everything(guest)) == muted
        await pilot.press("escape")
        assert not load_settings(guest.profile).chat
        host.matches.threads[-1].send(Say("Are you there?"))
        await host_pilot.until(lambda: "You say: Are you there?" in lines(panel))
        await pilot.press("y")
        await pilot.until(lambda: isinstance(guest.screen, AskText))
        guest.screen.query_one(Input).value = "Yes"
        await pilot.press("enter")
        await pilot.until(lambda: "Your chat is off" in everything(guest))
        assert "Are you there?" not in everything(guest)
        guest.matches.threads[-1].stop()
