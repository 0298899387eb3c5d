"""Time controls as text and in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract.core import RulesError
from rules.time.duration import DAY, HOUR, in_words, length_text, read_length
from rules.time.time_control import Bank, PerTurn, TimeControl, Untimed, read_time_control

HOURS = st.integers(1, 60 * 24).map(lambda hours: hours * HOUR)


def _bank(bank: int, increment: int, more: int) -> Bank:
    return Bank(bank, increment, bank + more)


LIMITS = st.builds(PerTurn, HOURS) | st.builds(_bank, HOURS, HOURS, HOURS)
CONTROLS = st.just(TimeControl()) | st.builds(TimeControl, LIMITS, st.booleans())


@given(CONTROLS)
def test_what_is_printed_is_read_again(control: TimeControl) -> None:
    assert read_time_control(control.text) == control


@given(CONTROLS)
def test_what_players_read_is_read_again(control: TimeControl) -> None:
    assert read_time_control(control.words.english()) == control


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("none", "none"),
        (" None ", "none"),
        ("3D", "3d"),
        ("no", "none"), ("3d+1", "3d+1d<=6d"), ("3+1d", "3d+1d<=6d"), ("30d total", "30d+0h<=30d"),
        ("72h", "3d"),
        ("1d 12h hard", "1d12h hard"),
        ("7d + 1d ≤ 14d", "7d+1d<=14d"),
        ("7d+1d<=14d HARD", "7d+1d<=14d hard"),
        ("7d+0h<=7d", "7d+0h<=7d"),
        ("3 days", "3d"), ("3days", "3d"), ("3-day", "3d"), ("three days", "3d"), ("3 Days!", "3d"),
        ("a day", "1d"), ("1 day per move", "1d"), ("1 day/move", "1d"), ("1d a turn", "1d"),
        ("1 week", "7d"), ("1w", "7d"), ("one week", "7d"), ("2 weeks", "14d"), ("2wks", "14d"),
        ("3 weeks", "21d"), ("48h", "2d"), ("48 hours", "2d"), ("48hrs", "2d"), ("60 min", "1h"),
        ("1.5 days", "1d12h"), ("1,5 days", "1d12h"), ("half a day", "12h"),
        ("1 day and 12 hours", "1d12h"), ("1 day, 12 hours", "1d12h"), ("1 week 1 day", "8d"),
        ("3 days hard", "3d hard"), ("hard 3 days", "3d hard"), ("3d (hard)", "3d hard"),
        ("unlimited", "none"), ("no limit", "none"), ("No time limit", "none"), ("∞", "none"),
        ("7d+1d", "7d+1d<=14d"), ("300d+1d", "300d+1d<=365d"), ("5d+0h", "5d+0h<=5d"),
        ("7 days plus 1 day per move, up to 14 days", "7d+1d<=14d"),
        ("5 days for the whole game", "5d+0h<=5d"), ("`3d`", "3d"), ("“3 days”", "3d"),
        ("\N{FULLWIDTH DIGIT THREE}\N{NO-BREAK SPACE}days", "3d"),
    ],
)  # fmt: skip
def test_spellings_are_forgiven(typed: str, text: str) -> None:
    assert read_time_control(typed).text == text


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "as a time. Try"),
        ("soon", "as a time. Try"),
        ("3", "as a time. Try"),
        ("3d4", "as a time. Try"),
        ("7d+", "as a time. Try"),
        ("2-3 days", "as a time. Try"),
        ("per move", "as a time. Try"),
        ("3 months", "“3 months” has to be between"),
        ("24", "as a time. Try"),
        ("5 min", "“5 min” has to be between 1 hour and 60 days"),
        ("90m", "Use whole hours, such as 1h or 2h, not “90m”."),
        ("9 weeks", "“9 weeks” has to be between 1 hour and 60 days"),
        ("no limit hard", "no one can run out"),
        ("3 days" + "!" * 195, "as a time. Try"),
        ("7d+1d<=", "as a time. Try"),
        ("7d<=14d", "as a time. Try"),
        ("-3d", "as a time. Try"),
        ("٣d", "as a time. Try"),
        ("0d", "between 1 hour and 60 days"),
        ("61d", "between 1 hour and 60 days"),
        ("400d+1d<=400d", "between 1 hour and 365 days"),
        ("7d+1d<=6d", "starts with more time"),
        ("none hard", "no one can run out"),
    ],
)
def test_other_texts_are_refused_with_the_reason(typed: str, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        read_time_control(typed)


@given(st.text(max_size=12) | st.text("0123dh+<= hardone", max_size=14))
def test_any_text_is_a_time_control_or_is_refused_in_words(text: str) -> None:
    control, refusal = TimeControl(), "."
    try:
        control = read_time_control(text)
    except RulesError as refused:
        refusal = str(refused)
    assert refusal.endswith(".")
    assert read_time_control(control.text) == control


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("none", "no time limit"),
        ("3d", "3 days per move"),
        ("1d hard", "1 day per move (run out and you lose)"),
        (
            "7d+12h<=14d",
            "7 days on the clock, +12 hours per move, up to 14 days",
        ),
        ("7d+0h<=7d", "7 days for the whole game"),
    ],
)
def test_a_time_control_in_words(typed: str, words: str) -> None:
    assert read_time_control(typed).words.english() == words


def test_the_usual_terms_are_no_limit_and_no_hard_end() -> None:
    assert TimeControl() == TimeControl(Untimed(), hard=False)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (59, "less than a minute"),
        (60, "1 minute"),
        (HOUR + 120, "1 hour and 2 minutes"),
        (DAY, "1 day"),
        (DAY + 59 * 60, "1 day"),
        (2 * DAY + 23 * HOUR + 59 * 60, "2 days and 23 hours"),
    ],
)
def test_a_length_in_words(seconds: int, words: str) -> None:
    assert in_words(seconds).english() == words


@given(st.integers(0, 3000))
def test_lengths_go_both_ways(hours: int) -> None:
    assert read_length(length_text(hours * HOUR)) == hours * HOUR


@pytest.mark.parametrize("seconds", [-HOUR, 1, HOUR + 1])
def test_only_whole_hours_have_a_short_text(seconds: int) -> None:
    with pytest.raises(ValueError, match="not a whole number of hours"):
        length_text(seconds)
