"""What can be agreed before a game: options, series, sides and time."""

import pytest

from bot.tables.setup import sides
from loopback import CannotDo, Person
from rules.registry import all_games
from tests.bot.game_driver import public
from tests.bot.test_lobby import open_table


@pytest.mark.parametrize("key", list(all_games()))
@pytest.mark.usefixtures("bot")
async def test_every_option_is_offered_as_choices_and_shown_on_the_card(
    ann: Person, key: str
) -> None:
    game = all_games()[key]
    spec = game.spec
    (leaf,) = [leaf for leaf in ann.usable_commands() if leaf.path == f"play {key}"]
    assert leaf.description == spec.summary.english()
    assert [c.value for c in leaf.option("side").choices] == [side.key for side in sides(game)]
    for option in spec.options:
        choices = leaf.option(option.key).choices
        assert [(c.name, c.value) for c in choices] == [
            (c.title.english(), c.value) for c in option.choices
        ]
        for choice in option.choices:
            card = public(await ann.slash(f"play {key}", values={option.key: choice.value}))
            assert choice.title.english() in card.content


@pytest.mark.usefixtures("bot")
async def test_days_are_between_one_and_thirty(ann: Person) -> None:
    card = await open_table(ann, days=1)
    assert "1 day for each turn" in card.content
    card = await open_table(ann, days=30)
    assert "30 days for each turn" in card.content
    for days in (0, 31):
        with pytest.raises(CannotDo):
            await open_table(ann, days=days)
