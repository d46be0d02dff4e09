"""Two people at one keyboard: the curtain between them, and passing without it."""

from __future__ import annotations

from tests.support.wrinkles_screen import SEVEN, ids, playing


async def test_the_curtain_never_shows_the_other_hand() -> None:
    good, evil = ids("good", *SEVEN), ids("evil", "Anger", "Blame", "Fear", "Greed", "Hate", "Lust", "Pain")
    async with playing(good, evil, {}) as player:
        await player.sees("Hand the keyboard to Good (Ada).")
        assert "Hope" not in player.text
        await player.press("space")
        assert "Hand the keyboard" in player.text
        await player.press("enter")
        await player.question("Destiny I: play")
        assert "Hope" in player.text
        frames: list[str] = []
        board = player.app.match_screen.board
        paint = board.paint

        def watched(*args: object) -> object:
            frame = paint(*args)  # type: ignore[arg-type]
            frames.append("\n".join(strip.text for strip in frame[0].strips(board.look_style)))
            return frame

        board.paint = watched  # type: ignore[method-assign, assignment]
        # A panel of Good's that is open when the keyboard goes over is closed, not kept under the curtain.
        player.app.simulate_key("space")
        player.app.simulate_key("l")
        await player.sees("Hand the keyboard to Evil (Bob).")
        assert "Fear" not in player.text and "Hope" not in player.text
        assert not any("Anger" in frame for frame in frames)
        await player.press("enter")
        await player.question("Destiny I: play")
        assert "Fear" in player.text and "Hope" not in player.text
        await player.press("l")
        await player.sees("You draw")
        assert "Hope" not in player.text


async def test_in_hot_seat_the_next_player_may_pass_without_the_keyboard() -> None:
    good, evil = ids("good", *SEVEN), ids("evil", "Anger", "Blame", "Fear", "Greed", "Hate", "Lust", "Pain")
    async with playing(good, evil, {}) as player:
        await player.sees("Hand the keyboard to Good (Ada).")
        await player.press("enter")
        await player.question("Destiny I: play")
        await player.press("space")
        await player.sees("[p] Evil (Bob) passes, without looking")
        assert "Destiny I: play a Special, or pass." in player.text and "Fear" not in player.text
        await player.press("p")
        await player.question("Fate I: play")
        assert "Hope" in player.text and "Anger" not in player.text, "it is Good's screen still"
        assert [entry.text for entry in player.app.match.entries] == ["pass", "pass"]
        await player.press("space")
        await player.sees("[p] Evil (Bob) passes")
        await player.pilot.click("#curtain-pass")
        await player.question("Challenge I: play")
        assert "Hope" in player.text and len(player.app.match.entries) == 4


async def test_in_hot_seat_an_answer_to_a_special_is_given_at_the_keyboard_only() -> None:
    good, evil = ids("good", "Answer to Prayer", *SEVEN[:6]), ids("evil", "Chain Reaction")
    async with playing(good, evil, {}) as player:
        await player.sees("Hand the keyboard to Good (Ada).")
        await player.press("p")
        await player.sees("Hand the keyboard to Evil (Bob).")
        await player.press("enter")
        await player.question("Destiny I: play")
        await player.pick("Chain Reaction")
        await player.press("enter")
        await player.sees("Hand the keyboard to Good (Ada).")
        assert "[p]" not in player.text
        await player.press("p")
        assert "Hand the keyboard to Good (Ada)." in player.text
        await player.press("enter")
        await player.question("Negate it, or let it resolve?")
