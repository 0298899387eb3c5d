"""What a diagnosis says without Discord."""

from dataclasses import replace
from math import inf, nan

import pytest

from bot.extensions.puzzles.messages import diagnosis as puzzles_told
from bot.extensions.puzzles.values import Supply
from bot.messages.panels.servers.diagnosis import Access, diagnosis
from bot.store.servers.facts import MOST_COUNTED, Work
from rules.contract.sentence import say

WORK = Work(
    size=2048,
    messages=0,
    oldest_message=None,
    parked=0,
    engine_turns=0,
    oldest_engine_turn=None,
    late_timers=0,
    set_apart=0,
)


@pytest.mark.parametrize(
    ("latency", "said"),
    [
        (0.0426, "Discord answers in 43 ms."),
        (inf, "Discord hasn't answered yet."),
        (nan, "Discord hasn't answered yet."),
    ],
)
def test_a_bot_that_has_just_connected_is_diagnosed_too(latency: float, said: str) -> None:
    told = diagnosis(Access(1, ()), [], WORK, latency=latency)
    assert said in told.english()


def test_a_diagnosis_tells_what_is_missing_and_what_waits() -> None:
    waiting = Work(
        size=2_500_000, messages=3, oldest_message=1000, parked=2, engine_turns=1,
        oldest_engine_turn=2000, late_timers=0, set_apart=0,
    )  # fmt: skip
    others = [Access(2, None), Access(3, (say("Attach Files"), say("Send Messages")))]
    told = diagnosis(Access(1, ()), others, waiting, latency=0.05).english()
    for each in (
        "<#1>: all permissions are there",
        "<#2>: deleted, or hidden from me",
        "<#3>: missing Attach Files and Send Messages",
        "Discord answers in 50 ms.",
        "The database takes 3 MB.",
        "Messages to send: 3, the oldest since <t:1000:R>.",
        "2 messages wait until someone writes in their channel.",
        "Computer moves to make: 1, the oldest since <t:2000:R>.",
    ):
        assert each in told


def test_a_channel_that_refuses_messages_is_named_though_nothing_is_missing() -> None:
    """As it does where the bot is timed out."""
    here, other = Access(1, (), refused=(1000, 50013)), Access(2, (), refused=(2000, None))
    told = diagnosis(here, [other], WORK, latency=0.05).english()
    for each in (
        "<#1>: Discord has refused my messages since <t:1000:R> (error 50013). Am I timed out?",
        "<#2>: Discord has refused my messages since <t:2000:R>. Am I timed out?",
    ):
        assert each in told


def test_a_count_that_ends_says_so() -> None:
    work = replace(
        WORK, messages=MOST_COUNTED, oldest_message=1, parked=MOST_COUNTED - 1,
        engine_turns=MOST_COUNTED, oldest_engine_turn=2,
    )  # fmt: skip
    told = diagnosis(Access(1, ()), [], work, latency=0.05).english()
    assert "Messages to send: 250+, the oldest" in told
    assert "249 messages wait until someone writes in their channel." in told
    assert "Computer moves to make: 250+, the oldest" in told


@pytest.mark.parametrize(("seconds", "said"), [(5, "less than a minute"), (21_600, "6 hours")])
def test_a_diagnosis_names_slow_mode_and_what_helps(seconds: int, said: str) -> None:
    told = diagnosis(Access(1, (), seconds), [Access(2, (), 0)], WORK, latency=0.05).english()
    assert "<#1>: slow mode makes people wait" in told
    assert f"slow mode makes people wait {said} between two presses" in told
    assert "give players “Bypass Slowmode”" in told
    assert "<#2>: slow mode" not in told


def test_a_diagnosis_of_a_private_thread_asks_to_mention_the_bot() -> None:
    told = diagnosis(Access(1, (), is_outside=True), [], WORK, latency=0.05).english()
    assert "<#1>: a private thread without me. Mention me there." in told


@pytest.mark.parametrize(
    ("supply", "said"),
    [
        (Supply(0, 208, 211), "Of my 211 you haven't had 208 yet; then they come again."),
        (Supply(1, 0, 211), "1 from a game of this server waits."),
        (Supply(0, 0, 211), "You've had all 211 of mine, so they come again"),
        (Supply(0, 0, 0), "only games of this server bring new ones"),
    ],
)
def test_a_diagnosis_tells_where_puzzles_come_from(supply: Supply, said: str) -> None:
    told = diagnosis(Access(1, ()), [], WORK, sections=puzzles_told(supply), latency=0.05).english()
    assert "**The puzzle of the day**" in told
    assert said in told
    assert "from games of this server wait" not in told
