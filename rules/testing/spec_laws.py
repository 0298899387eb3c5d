"""Laws on what a game says of itself: it fits together, and fits where it is shown."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import Final, TypeAlias

from rules.contract.core import AnyGame, Dice, RulesError
from rules.contract.steps import begun, right_moves
from rules.testing.walk import Broken, require

__all__ = ["GAME_LAWS", "SPEC_LAWS", "SpecLaw"]

SpecLaw: TypeAlias = Callable[[AnyGame], None]

# Discord's limit for the name of a choice.
_LONGEST: Final = 100
# Discord's limits: 25 choices of an option. The others keep a page of rules short.
_MOST_CHOICES: Final = 25
_MOST_TRIES: Final = 4
_MOST_POINTS: Final = 7
_THINGS: Final = 3
_SIGN: Final = 2


def names_fit_slash_commands(game: AnyGame) -> None:
    """Require that keys and titles have the lengths and signs that Discord takes."""
    spec = game.spec
    for name in (spec.key, *(option.key for option in spec.options)):
        require(re.fullmatch(r"[a-z0-9_-]{1,32}", name), f"“{name}” isn't a key")
    titled = [("summary", spec.summary.english())]
    titled += [(f"title of the option {o.key}", o.title.english()) for o in spec.options]
    for option in spec.options:
        titled += [(f"title of {option.key}={c.value}", c.title.english()) for c in option.choices]
        values = {choice.value for choice in option.choices}
        require(values, f"the option {option.key} has no choice")
        require(len(values) == len(option.choices), f"{option.key} has the same value twice")
        require(len(values) <= _MOST_CHOICES, f"{option.key} has more than 25 choices")
    for name, text in titled:
        require(1 <= len(text) <= _LONGEST, f"the {name} has {len(text)} characters, not 1 to 100")


def teams_partition_the_sides(game: AnyGame) -> None:
    """Require that each side is in one team."""
    sides = sorted(side.key for side in game.spec.sides)
    require(sorted(chain.from_iterable(game.spec.teams)) == sides, "each side belongs to one team")


def every_seating_partitions_the_sides(game: AnyGame) -> None:
    """Require that each side has one seat, and no seat has sides of two teams."""
    sides = sorted(side.key for side in game.spec.sides)
    require(game.spec.seatings, "there is no seating")
    for seating in game.spec.seatings:
        require(sorted(chain.from_iterable(seating)) == sides, "each side belongs to one seat")
        for seat in seating:
            together = any(seat <= team for team in game.spec.teams)
            require(together, f"the seat of {', '.join(sorted(seat))} has sides of two teams")


def rules_have_words_a_source_and_a_key_of_their_own(game: AnyGame) -> None:
    """Require that rules can be cited by key, told to players, and looked up."""
    rulebook = (*game.spec.preparation, *game.spec.rulebook)
    keys = [rule.key for rule in rulebook]
    require(len(set(keys)) == len(keys), "two rules have the same key")
    for rule in rulebook:
        require(re.fullmatch(r"[a-z-]+(\.[a-z-]+)+", rule.key), f"“{rule.key}” isn't a rule's key")
        require(rule.text.english().endswith("."), f"the text of {rule.key} isn't a sentence")
        require(rule.source, f"{rule.key} has no source")
    for rule in game.spec.rulebook:
        require(game.spec.rule(rule.key) == rule, f"{rule.key} isn't found by its key")


def a_rulebook_begins_with_board_start_and_aim(game: AnyGame) -> None:
    """Require that the preparation explains the board, the start and the aim."""
    told = " ".join(rule.key for rule in game.spec.preparation)
    for word in (".board", ".start", ".aim"):
        require(word in told, f"no rule of the preparation has {word} in its key")


def a_lesson_is_short_and_shows_a_legal_move(game: AnyGame) -> None:
    """Require that the first page of the rulebook teaches the game."""
    lesson = game.spec.lesson
    if lesson is None:
        raise Broken("there is no lesson")
    require(len(lesson.points) <= _MOST_POINTS, "the lesson has more than seven points")
    headings = [point.heading.english() for point in lesson.points]
    require(headings[:2] == ["Goal", "Set-up"], "the lesson doesn't begin with Goal and Set-up")
    require({"Turn", "End"} <= set(headings), "the lesson has no Turn or no End")
    require(len(lesson.missed) in (0, _THINGS), "the lesson has other than three things missed")
    for shown in (lesson.example, *([lesson.picture] if lesson.picture else [])):
        configured = game.configured(dict(shown.options))
        state = configured.position(shown.position)
        move = configured.parse(state, shown.move)
        require(move in configured.legal(state), "the move of the lesson's example isn't legal")
        canonical = configured.notate(move) == shown.move
        require(canonical, "the move of the lesson's example isn't in canonical notation")
        for label, sign in shown.signs:
            require(configured.geometry.find(label) is not None, f"there is no cell {label}")
            require(0 < len(sign) <= _SIGN, f"the sign {sign} has more than two characters")


def guided_lessons_offer_right_and_wrong_moves(game: AnyGame) -> None:
    """Require that a button of a step is right, another isn't, and all have an answer."""
    for step in game.spec.lesson.steps if game.spec.lesson else ():
        state, idea = begun(game, step), step.idea.english()
        legal, right = set(map(game.notate, game.legal(state))), right_moves(game, step, state)
        require(2 <= len(step.tries) <= _MOST_TRIES, f"“{idea}” has other than 2 to 4 buttons")
        require(right.keys() & set(step.tries), f"no button of “{idea}” is right")
        require(set(step.tries) - right.keys(), f"no button of “{idea}” is wrong")
        for text in {*step.tries, *step.wrong}:
            is_known = (text in legal) == (step.wrong.get(text, step.hint) is not None)
            require(is_known, f"“{text}” in “{idea}” needs a sentence if it is legal, None if not")
        for cell in step.ring:
            require(game.geometry.find(cell) is not None, f"there is no cell {cell}")


def the_default_options_are_the_game(game: AnyGame) -> None:
    """Require that the usual options change nothing."""
    defaults = {option.key: option.default for option in game.spec.options}
    for options in (defaults, {}):
        same = game.configured(options).start() == game.start()
        require(same, "the default options lead to another start")


def unknown_options_and_values_are_refused_with_what_there_is(game: AnyGame) -> None:
    """Require that unknown options and values are refused with the ones that exist."""
    asked = [({"nonsense": "1"}, "nonsense")]
    asked += [({o.key: "nonsense"}, o.choices[-1].value) for o in game.spec.options]
    for options, named in asked:
        refusal = ""
        try:
            game.configured(options)
        except RulesError as refused:
            refusal = str(refused)
        require(named in refusal, f"{options} isn't refused with a sentence that names {named}")


def the_form_of_a_position_ends_with_an_example(game: AnyGame) -> None:
    """Require that the instructions for positions show one that can be read."""
    example = game.spec.position_form.english().split()[-1]
    with suppress(RulesError):
        state = game.position(example)
        if isinstance(game.turn(state), Dice) or game.legal(state) or game.outcome(state):
            return
    raise Broken(f"the example “{example}” of a position can't be read")


def a_side_or_chance_begins(game: AnyGame) -> None:
    """Require that a person is to move at the start."""
    turn = game.turn(game.start())
    known = isinstance(turn, Dice) or turn in {side.key for side in game.spec.sides}
    require(known, "neither a side nor chance begins")


def the_start_has_no_marks(game: AnyGame) -> None:
    """Require that nothing is marked at the start, where there is no last move."""
    require(not game.view(game.start()).marks, "the start has marks")


GAME_LAWS: Final[tuple[SpecLaw, ...]] = (
    names_fit_slash_commands,
    rules_have_words_a_source_and_a_key_of_their_own,
    a_rulebook_begins_with_board_start_and_aim,
    a_lesson_is_short_and_shows_a_legal_move,
    guided_lessons_offer_right_and_wrong_moves,
    the_default_options_are_the_game,
    unknown_options_and_values_are_refused_with_what_there_is,
)
"""The laws for a game as it is offered, with its usual options."""

SPEC_LAWS: Final[tuple[SpecLaw, ...]] = (
    teams_partition_the_sides,
    every_seating_partitions_the_sides,
    the_form_of_a_position_ends_with_an_example,
    a_side_or_chance_begins,
    the_start_has_no_marks,
)
"""The laws for every combination of a game's options that need no random game."""
