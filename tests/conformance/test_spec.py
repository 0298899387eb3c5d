"""What a game says of itself fits together, and fits where it is shown."""

import re
from itertools import chain

import pytest

from rules.contract.core import AnyGame, Dice
from tests.conformance.configured import every_configuration, every_game


@every_game
def test_names_fit_slash_commands(game: AnyGame) -> None:
    spec = game.spec
    names = [spec.key, *(option.key for option in spec.options)]
    assert all(re.fullmatch(r"[a-z0-9_-]{1,32}", name) for name in names)
    assert 1 <= len(spec.summary.english()) <= 100
    for option in spec.options:
        assert 1 <= len(option.title.english()) <= 100
        assert 1 <= len(option.choices) <= 25
        assert all(1 <= len(choice.title.english()) <= 100 for choice in option.choices)
        assert len({choice.value for choice in option.choices}) == len(option.choices)


@every_configuration
def test_teams_partition_the_sides(game: AnyGame) -> None:
    sides = [side.key for side in game.spec.sides]
    assert sorted(chain.from_iterable(game.spec.teams)) == sorted(sides)


@every_configuration
def test_every_seating_partitions_the_sides_and_no_seat_straddles_teams(game: AnyGame) -> None:
    sides = [side.key for side in game.spec.sides]
    assert game.spec.seatings
    for seating in game.spec.seatings:
        assert sorted(chain.from_iterable(seating)) == sorted(sides)
        assert all(any(seat <= team for team in game.spec.teams) for seat in seating)


@every_game
def test_rules_have_words_a_source_and_a_key_of_their_own(game: AnyGame) -> None:
    rulebook = (*game.spec.preparation, *game.spec.rulebook)
    keys = [rule.key for rule in rulebook]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z-]+(\.[a-z-]+)+", key) for key in keys)
    assert all(rule.text.english().endswith(".") and rule.source for rule in rulebook)
    assert all(game.spec.rule(rule.key) == rule for rule in game.spec.rulebook)


@every_game
def test_a_rulebook_begins_with_board_start_and_aim(game: AnyGame) -> None:
    told = " ".join(rule.key for rule in game.spec.preparation)
    assert all(word in told for word in (".board", ".start", ".aim"))


@every_game
def test_a_lesson_is_short_and_shows_a_legal_move(game: AnyGame) -> None:
    lesson = game.spec.lesson
    assert lesson is not None
    assert len(lesson.points) <= 7
    headings = [point.heading.english() for point in lesson.points]
    assert headings[:2] == ["Goal", "Set-up"]
    assert {"Turn", "End"} <= set(headings)
    configured = game.configured(dict(lesson.example.options))
    state = configured.position(lesson.example.position)
    move = configured.parse(state, lesson.example.move)
    assert move in configured.legal(state)
    assert configured.notate(move) == lesson.example.move


@every_game
def test_the_default_options_are_the_registered_game(game: AnyGame) -> None:
    defaults = {option.key: option.default for option in game.spec.options}
    assert game.configured(defaults).start() == game.start()
    assert game.configured({}).start() == game.start()


@every_game
def test_unknown_options_and_values_are_refused_with_what_there_is(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        game.configured({"nonsense": "1"})
    for option in game.spec.options:
        with pytest.raises(ValueError, match=re.escape(option.choices[-1].value)):
            game.configured({option.key: "nonsense"})


@every_configuration
def test_the_form_of_a_position_ends_with_an_example(game: AnyGame) -> None:
    example = game.spec.position_form.english().split()[-1]
    state = game.position(example)
    assert isinstance(game.turn(state), Dice) or game.legal(state) or game.outcome(state)


@every_configuration
def test_a_side_or_chance_begins(game: AnyGame) -> None:
    turn = game.turn(game.start())
    assert isinstance(turn, Dice) or turn in {side.key for side in game.spec.sides}
