"""The buttons of lessons. They answer with the present step, whatever message they stand in."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.lessons import messages, practice_messages, verbs
from bot.extensions.lessons.course import Course, Refused, has_lessons
from bot.extensions.lessons.people import to_people
from bot.extensions.lessons.practice import begun, in_progress
from bot.extensions.lessons.values import LESSON
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.interactions.controls import AnsweredWith, Controls, Press
from bot.interactions.game_choice import game_offered
from bot.messages.controls import verbs as core
from bot.messages.controls.message import Message
from bot.messages.panels.newcomers.guide import guide
from rules.contract.core import AnyGame

__all__ = ["CONTROLS"]

CONTROLS: Final = Controls()
_step: Final = partial(CONTROLS.component, defer_kind=DeferKind.PANEL, panel=PanelKind.STUDY)
"""Registers a handler that returns the one private message of the lessons."""


@_step(core.FIRST_GAME)
async def _begin(bot: Postboard, response: Response, press: Press) -> Message:
    """Show the first step, or where the person was."""
    game = game_offered(press.custom_id.text(0))
    practice = await in_progress(bot, response, game.spec.key)
    if practice is not None and practice.has_moved:
        return practice_messages.resumed(practice.game, has_lessons=has_lessons(game))
    if not has_lessons(game):
        return await begun(bot, response, game)
    course = await _course(bot, response, game)
    if course.found and course.is_last:
        return await _finished(bot, response, game)
    if course.number or course.found:
        return messages.resumed(course)
    return messages.question(course)


@_step(verbs.RESTART)
async def _restart(bot: Postboard, response: Response, press: Press) -> Message:
    course = await _meant(bot, response, press)
    study = await bot.studies.go_to(course.study, 0)
    return messages.question(Course(course.game, study))


@_step(verbs.NEXT)
async def _next(bot: Postboard, response: Response, press: Press) -> Message:
    """Turn to the step after a solved one, or to the end after the last."""
    course = await _meant(bot, response, press)
    if course.number != press.custom_id.number(1) or not course.found:
        return _present(course)
    if course.is_last:
        return await _finished(bot, response, course.game)
    study = await bot.studies.go_to(course.study, course.number + 1)
    return messages.question(Course(course.game, study))


@_step(verbs.TRY)
async def _try(bot: Postboard, response: Response, press: Press) -> Message:
    place = press.custom_id.number(2)
    return await _judged(bot, response, press, lambda course: course.chosen(place))


@_step(verbs.TYPED)
async def _typed(bot: Postboard, response: Response, press: Press) -> Message:
    return await _judged(bot, response, press, lambda course: course.read(press.value))


@_step(verbs.SHOW)
async def _show(bot: Postboard, response: Response, press: Press) -> Message:
    """Play a right move for the person."""
    course = await _unsolved(bot, response, press)
    study = await bot.studies.keep_found(course.study, course.shown())
    return messages.solved(Course(course.game, study), shown=True)


@_step(verbs.TYPE)
async def _type(bot: Postboard, response: Response, press: Press) -> None:
    await response.open_modal(messages.move_form(await _unsolved(bot, response, press)))


@_step(verbs.MORE_GAMES)
async def _more_games(_bot: Postboard, response: Response, _press: Press) -> Message:
    return await guide(caller_of(response))


async def _judged(
    bot: Postboard, response: Response, press: Press, judge: Callable[[Course], str]
) -> Message:
    """Return the message after a move. `judge` returns a right move, or raises Refused."""
    course = await _unsolved(bot, response, press)
    try:
        move = judge(course)
    except Refused as refusal:
        return messages.refused(course, refusal)
    study = await bot.studies.keep_found(course.study, move)
    return messages.solved(Course(course.game, study))


async def _meant(bot: Postboard, response: Response, press: Press) -> Course:
    """Return the person's lessons of a button's game."""
    return await _course(bot, response, game_offered(press.custom_id.text(0)))


async def _unsolved(bot: Postboard, response: Response, press: Press) -> Course:
    """Return the person's lessons at a button's step.

    Raises AnsweredWith the present step if the button's is solved, or isn't the present one.
    """
    course = await _meant(bot, response, press)
    if course.found or course.number != press.custom_id.number(1):
        raise AnsweredWith(_present(course))
    return course


async def _course(bot: Postboard, response: Response, game: AnyGame) -> Course:
    """Return the person's lessons of a game. They begin again if they weren't kept."""
    person, key = response.user.id, game.spec.key
    study = await bot.studies.teaching(person, LESSON, key)
    return Course(game, study or await bot.studies.teach(person, LESSON, key))


def _present(course: Course) -> Message:
    return messages.solved(course) if course.found else messages.question(course)


async def _finished(bot: Postboard, response: Response, game: AnyGame) -> Message:
    """Return the ways on after the lessons."""
    return messages.finished(game, *await to_people(bot, response, game.spec.key))
