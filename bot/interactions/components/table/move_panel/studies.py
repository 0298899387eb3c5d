"""Boards of studies: stepping through a game, trying moves, and asking for the best one.

The Move panel asks here for the position of a study and for what becomes of a move. Where a study
has a task, such as finding the best move, whoever set it judges the moves.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeAlias

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.components.table.move_panel.state import InStudy, Turn, in_study, seat_due
from bot.interactions.components.table.move_panel.steps import step
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_study
from bot.messages.controls.message import Button, Message, Row
from bot.messages.panels.table.hints import hint_words
from bot.messages.panels.table.study import study_board, trying
from bot.messages.words.text import NOTHING
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from rules.contract.sentence import Sentence, say

__all__ = ["LINE", "FindTask", "Task", "opened", "tried", "turn"]

LINE: Final = 6
"""The most moves of the computer's lines that can be stepped through."""


class Task(Protocol):
    """A task that a person has yet to solve in their study, or one per position."""

    def ask(self) -> Message | None:
        """Return the panel with the task, after what has been played of it.

        None means that the study still shows its board, on which other positions can be tried.
        """
        ...

    def first(self, position: PositionId, /) -> Row:
        """Return the first buttons below the board in a position."""
        ...

    def turn(self, position: PositionId, /) -> Turn | None:
        """Return the turn in a position of it, or None if all can be tried there.

        Raises TableError if the position has gone, or AnsweredWith another that stands instead.
        """
        ...

    async def judged(self, position: PositionId, move: str, /) -> Message | None:
        """Return what becomes of a move there, in canonical notation, or None likewise."""
        ...


FindTask: TypeAlias = Callable[[Response, Study, Table], Awaitable[Task | None]]
"""Returns the task of a study with its game, to answer a press, or None once it is over.

Then all can be tried.
"""


async def _task_of(bot: Postboard, response: Response, study: Study, game: Table) -> Task | None:
    """Return the task of a study that is still to be solved, or None if it has none."""
    find = bot.additions.tasks.get(study.aim)
    return None if find is None else await find(response, study, game)


@component(verbs.STUDY_AT, DeferKind.UPDATE, PanelKind.STUDY)
async def _look(bot: Postboard, response: Response, press: Press) -> Message:
    study, game = await opened(bot, response, press)
    return await _board(bot, response, study, game, press.position)


@component(verbs.STUDY_MOVE, DeferKind.UPDATE, PanelKind.STUDY)
async def _move(bot: Postboard, response: Response, press: Press) -> Message:
    present = await turn(bot, response, press)
    return step(present, present.entered(()))


@component(verbs.STUDY_HINT, DeferKind.UPDATE, PanelKind.STUDY)
async def _hint(bot: Postboard, response: Response, press: Press) -> Message:
    """Show the board after the best move, with the line that may follow."""
    study, game = await opened(bot, response, press)
    task = await _task_of(bot, response, study, game)
    if task and (asked := task.ask()):
        return asked
    stood = position_of(study, game, press.position)
    seat_due(stood)
    hinted = await bot.advice.hint(stood)
    line = hinted.line[:LINE] or (hinted.moves[0].notation,)
    await bot.studies.require_no_help(study, game, press.position, line)
    study, position = await bot.studies.try_moves(study, game, press.position, line)
    note = hint_words(stood.started.game, hinted)
    return await _board(bot, response, study, game, position, note=note)


async def opened(bot: Postboard, response: Response, press: Press) -> tuple[Study, Table]:
    """Return the study that a control names, and its game. Raises TableError."""
    study_id = press.custom_id.study
    assert study_id is not None, f"{press.custom_id.verb.word} is about a study"
    study = await bot.studies.find(response.user.id, study_id)
    return study, await bot.studies.game(study)


async def turn(bot: Postboard, response: Response, press: Press) -> Turn:
    """Return the turn in the position of a study. Raises TableError if no one moves there."""
    study, game = await opened(bot, response, press)
    stood = position_of(study, game, press.position)
    task = await _task_of(bot, response, study, game)
    if task and (asked := task.turn(press.position)):
        return asked
    back = for_study(verbs.STUDY_AT, study.id, press.position, "back")
    way = Button(say("Back to the board"), back)
    return in_study(study, stood, press.position, trying(study, stood, press.position), way)


async def tried(bot: Postboard, response: Response, where: InStudy, move: str) -> Message:
    """Return what becomes of a move that was chosen in a study, in canonical notation."""
    response.decided()  # A study changes no table, for which others in the channel would wait.
    study = await bot.studies.find(response.user.id, where.number)
    game = await bot.studies.game(study)
    task = await _task_of(bot, response, study, game)
    if task and (told := await task.judged(where.position, move)):
        return told
    study, position = await bot.studies.try_moves(study, game, where.position, (move,))
    return await _board(bot, response, study, game, position)


async def _board(
    bot: Postboard,
    response: Response,
    study: Study,
    game: Table,
    position: PositionId,
    *,
    note: Sentence = NOTHING,
) -> Message:
    """Return a position of a study, or the task that stands in place of its board."""
    task = await _task_of(bot, response, study, game)
    if task is None:
        return study_board(study, game, position, note)
    return task.ask() or study_board(study, game, position, note, task.first(position))
