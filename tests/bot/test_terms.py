"""What can be agreed before a game: options, series, sides and time."""

import pytest

from bot.interactions.client import Postboard
from bot.messages.words.time import time_choices
from bot.tables.setup import variants
from loopback import Person
from rules.contract.core import RulesError
from rules.registry import all_games
from rules.time.time_control import read_time_control
from tests.bot.game_driver import card_of, private
from tests.bot.test_lobby import open_table

every_game = pytest.mark.parametrize("key", list(all_games()))


@every_game
async def test_every_variant_is_offered_and_shown_on_the_card(
    bot: Postboard, ann: Person, key: str
) -> None:
    game = all_games()[key]
    offered = await ann.autocomplete("play", "variant", "", game=key)
    assert [each.value for each in offered] == [each.text for each in variants(game)]
    assert offered[0].value == variants(game)[0].text, "the usual one comes first"
    for choice, each in zip(offered, variants(game), strict=True):
        opening = await ann.slash("play", game=key, values={"variant": choice.value})
        card = await card_of(bot, ann, opening)
        assert choice.name == " · ".join(title.english() for title in each.titles)
        for option in game.spec.options:
            (title,) = (c.title for c in option.choices if c.value == each.options[option.key])
            is_usual = each.options[option.key] == option.default
            assert (title.english() in card.content) == (not is_usual)
        waits = "an opponent" if each.seats == 2 else f"{each.seats - 1} opponents"
        assert f"**Ann is looking for {waits}**" in card.content


@pytest.mark.usefixtures("bot")
@every_game
async def test_the_sides_of_a_variant_are_offered(ann: Person, key: str) -> None:
    game = all_games()[key]
    for each in variants(game):
        sides = game.configured(each.options).spec.sides
        offered = await ann.autocomplete("play", "side", "", game=key, variant=each.text)
        assert [(c.name, c.value) for c in offered] == [(s.title.english(), s.key) for s in sides]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (None, "7 days per move"),
        ("1d12h", "1 day and 12 hours per move"),
        ("none", "no time limit"),
        ("7D + 1d ≤ 14d", "7 days on the clock, +1 day per move, up to 14 days"),
        ("5d+0h<=5d", "5 days for the whole game"),
        ("3 weeks", "21 days per move"),
        ("48 hours", "2 days per move"),
        ("7d+1d", "7 days on the clock, +1 day per move, up to 14 days"),
        ("unlimited", "no time limit"),
        ("3d HARD", "3 days per move (run out and you lose)"),
    ],
)
async def test_the_card_says_the_time_that_was_typed(
    ann: Person, typed: str | None, said: str
) -> None:
    chosen = {} if typed is None else {"time": typed}
    assert said in (await open_table(ann, **chosen)).content


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3 moons", "Try 3d or 12h per move, none for no limit, or 7d+1d<=14d"),
        ("5 min", "between 1 hour and 60 days"),
        ("90m", "such as 1h or 2h"),
        ("none hard", "Without a time limit no one can run out of time."),
        ("61d", "between 1 hour and 60 days"),
        ("9d+1d<=7d", "starts with more time than its own maximum"),
    ],
)
async def test_what_is_no_time_is_refused_with_what_would_be(
    ann: Person, typed: str, said: str
) -> None:
    reply = await ann.slash("play", game="czech", values={"time": typed})
    assert said in private(reply).content.replace("\\", "")


@pytest.mark.usefixtures("bot")
async def test_times_are_offered_as_sentences(ann: Person) -> None:
    offered = await ann.autocomplete("play", "time", "", game="czech")
    assert [choice.value for choice in offered] == [
        "7d", "3d", "1d", "7d+1d<=14d", "3d hard", "none",
    ]  # fmt: skip
    assert offered[0].name == "7 days per move"
    typed = await ann.autocomplete("play", "time", "36h", game="czech")
    assert (typed[0].name, typed[0].value) == ("1 day and 12 hours per move", "1d12h")
    part = await ann.autocomplete("play", "time", "14", game="czech")
    assert [choice.value for choice in part] == ["14d", "14h", "7d+1d<=14d"]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("3 days", ["3d", "3d hard"]), ("1 week", ["7d", "7d+1d<=14d"]), ("48 hours", ["2d"]),
        ("2 weeks", ["14d"]), ("7d+1d", ["7d+1d<=14d"]), ("no limit", ["none"]), ("un", ["none"]),
        ("2 we", ["14d"]), ("5 min", []), ("soon", []), ("hard", ["3d hard"]),
    ],
)  # fmt: skip
async def test_the_first_time_offered_is_the_one_that_was_typed(
    ann: Person, typed: str, values: list[str]
) -> None:
    offered = await ann.autocomplete("play", "time", typed, game="czech")
    assert [choice.value for choice in offered] == values


def test_no_time_offered_contradicts_what_was_typed() -> None:
    """Each goes on from the text, or says it; texts are beginnings of what people type."""
    for whole in ("3 days hard", "7d+1d<=14d", "2 weeks", "1d12h", "36 hours", "no time limit"):
        for size in range(1, len(whole) + 1):
            typed = whole[:size].strip()
            offered = [value for _, value in time_choices(typed, "en-GB")]
            meant = _read(typed)
            if meant is not None:
                assert offered[0] == meant
                assert all(value.startswith(meant) for value in offered), typed
            for value in offered:
                said = f" {read_time_control(value).words.english()}"
                goes_on = any(_read(typed + tail) == value for tail in _TAILS)
                assert goes_on or typed in value or f" {typed}" in said or meant, (typed, value)


_TAILS = ("d", "h", "w", "ays", "ours", "eeks", "ys", "s", "ks", "ne", "one", "rs", "urs", "eks")


def _read(typed: str) -> str | None:
    try:
        return read_time_control(typed).text
    except RulesError:
        return None
