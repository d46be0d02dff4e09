"""What a player is told of the other side, as time goes by."""

from __future__ import annotations

import pytest

from net.protocol.errors import LinkLost
from net.transport.liveness import LinkNews, LinkState, Liveness


class Watch:
    """Liveness by a clock of the test's."""

    def __init__(self) -> None:
        self.time = 0.0
        self.told: list[LinkNews] = []
        self.alive = Liveness(90, 2.5, self.told.append, lambda: self.time)

    def silence(self, seconds: int) -> None:
        """So many beats without a word."""
        for _ in range(seconds):
            self.time += 1
            self.alive.mind()

    @property
    def words(self) -> list[str]:
        return [news.words for news in self.told]

    @property
    def sentences(self) -> list[str]:
        return [said for news in self.told if (said := news.sentence("Bea"))]


def test_a_silence_is_counted_and_its_end_is_told() -> None:
    watch = Watch()
    watch.silence(12)
    watch.time += 2
    watch.alive.back()
    assert watch.words == [*(f"link silent for {n} s" for n in range(3, 13)), "link ok"]
    assert watch.sentences == [
        "Bea is not heard; after 90 s of silence the match stops here, and is kept for when both resume it.",
        "Bea is back after 14 s.",
    ]


def test_a_line_that_breaks_is_told_at_once_and_so_is_its_return() -> None:
    watch = Watch()
    watch.alive.heard(False)
    watch.alive.broke()
    watch.alive.heard(False)  # what had come before
    assert watch.words == ["link broken"]
    watch.alive.back()
    assert watch.words == ["link broken", "link ok"]
    assert watch.sentences == [
        "Bea is not heard; after 90 s of silence the match stops here, and is kept for when both resume it.",
        "Bea is back.",
    ]


def test_a_line_said_to_be_broken_that_still_speaks_is_ok() -> None:
    watch = Watch()
    watch.alive.broke()
    watch.silence(3)
    watch.alive.heard(False)
    assert (watch.words[0], watch.words[-1]) == ("link broken", "link ok")


def test_a_paused_terminal_is_told_and_is_no_silence() -> None:
    watch = Watch()
    for paused in (False, True, True, True, False):
        watch.time += 1
        assert not watch.alive.mind()
        watch.alive.heard(paused)
    assert watch.words == [
        "link ok, they pause",
        "they paused for 1 s",
        "they paused for 2 s",
        "link ok",
    ]
    assert watch.sentences == [
        "Bea's terminal has paused; the link is ok.",
        "Bea's terminal shows the match again after 3 s.",
    ]


def test_a_pause_is_counted_anew_after_a_silence() -> None:
    watch = Watch()
    watch.alive.heard(True)
    watch.time += 7
    watch.alive.heard(True)
    watch.silence(12)
    watch.alive.back()
    watch.alive.heard(True)
    assert watch.words[1] == "they paused for 7 s"
    assert watch.words[-2:] == ["link ok", "link ok, they pause"]


def test_a_choice_says_nothing_of_the_terminal() -> None:
    watch = Watch()
    watch.alive.heard(True)
    watch.alive.heard()
    assert watch.alive.state == "paused"


def test_who_gives_up_says_so_after_ninety_seconds() -> None:
    watch = Watch()
    watch.silence(90)
    assert watch.words[-1] == "link silent for 90 s"
    with pytest.raises(LinkLost, match=r"for 90 seconds, so this side gave up waiting\. The match is kept"):
        watch.silence(1)


def test_several_persons_at_one_machine_are_spoken_of_together() -> None:
    def said(state: LinkState, was: LinkState, seconds: int = 0) -> str:
        return LinkNews(state, was, seconds, 90).sentence("Bea", "Cal")

    assert said("silent", "ok").startswith("Bea and Cal are not heard; after 90 s of silence the match stops")
    assert said("ok", "silent") == "Bea and Cal are back."
    assert said("paused", "ok") == "Bea and Cal's terminal has paused; the link is ok."


def test_a_program_that_was_stopped_itself_blames_nobody() -> None:
    watch = Watch()
    watch.alive.heard(False)
    watch.time += 60  # it was stopped
    assert not watch.alive.mind()
    watch.alive.heard(False)
    watch.silence(2)
    assert watch.told == []
    watch.silence(1)
    assert watch.words == ["link silent for 3 s"], "from then on the other side counts as before"


def test_a_line_that_broke_meanwhile_is_not_the_other_sides_doing() -> None:
    watch = Watch()
    watch.time += 60
    watch.alive.heard(False)  # what had come by then
    watch.alive.broke()
    watch.alive.heard(False)
    watch.silence(2)
    watch.alive.back()
    assert watch.sentences == [
        "This program had been stopped for a while, and the line to Bea has broken; it comes back by itself.",
        "The line to Bea is there again.",
    ]
    watch.alive.broke()
    assert watch.sentences[-1].startswith("Bea is not heard;")


def test_what_had_come_before_a_stop_does_not_say_that_anybody_is_back() -> None:
    watch = Watch()
    watch.silence(10)
    watch.time += 200
    watch.alive.heard(False)
    assert watch.alive.state == "silent"
    for _ in range(3):
        watch.time += 1
        watch.alive.mind()
        watch.alive.heard(False)
    assert watch.alive.state == "ok", "who goes on saying something is there"


def test_being_stopped_is_no_patience_lost() -> None:
    watch = Watch()
    watch.silence(80)
    watch.time += 500
    watch.alive.mind()
    watch.silence(9)
    with pytest.raises(LinkLost):
        watch.silence(2)
