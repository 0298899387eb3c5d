"""Studies: looking through a game, and finding better moves than one's mistakes.

Their moves are picked with the Move panel, which asks here for the position and for what becomes of
a move. Tasks that others set judge the moves themselves.
"""

from typing import Final

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.extensions.studies import messages as lessons
from bot.extensions.studies.messages import Lesson
from bot.interactions.client import Postboard
from bot.interactions.components.move_panel.state import InStudy, Turn, in_study, seat_due
from bot.interactions.components.move_panel.steps import step
from bot.interactions.components.move_panel.tasks import task_of
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_study
from bot.messages.controls.message import Button, Message
from bot.messages.panels.analysis import analysis
from bot.messages.panels.hints import hint_words
from bot.messages.panels.study import study_board, trying
from bot.messages.words.text import NOTHING, lines
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.study import Aim, Study
from bot.model.table import Table
from bot.tables.studies import position_of
from engine.report import EXACT_MARKS, MARKS, Mark, PlyReport, Report, mark_of
from engine.report_words import is_exact
from rules.contract.sentence import Sentence, say
from rules.records.transcript import Transcript

__all__ = ["tried", "turn"]

_LINE: Final = 6
"""The most moves of the computer's lines that can be stepped through."""


@component(verbs.EXPLORE, DeferKind.PANEL, PanelKind.STUDY)
async def _explore(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Open a game at its end."""
    study, game = await _aimed(bot, response, event, Aim.EXPLORE)
    return study_board(study, game, study.at(len(game.started.plies)))


@component(verbs.LEARN, DeferKind.PANEL, PanelKind.STUDY)
async def _learn(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Show the first mistake of the person, or of anybody if they only looked on."""
    study, game = await _aimed(bot, response, event, Aim.LEARN)
    lesson = Lesson(study, game, await _report(bot, study, game))
    if not lesson.mistakes:
        return Message(say("The computer found no mistake to learn from."))
    return _ask(lesson, lesson.mistakes[0])


@component(verbs.MISTAKE, DeferKind.UPDATE, PanelKind.STUDY)
async def _mistake(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    study, game = await _opened(bot, response, event)
    lesson, mistake = await _task(bot, study, game, event.position)
    return _ask(lesson, mistake)


@component(verbs.ANSWER, DeferKind.UPDATE, PanelKind.STUDY)
async def _answer(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    study, game = await _opened(bot, response, event)
    lesson, mistake = await _task(bot, study, game, event.position)
    return await _answered(bot, lesson, mistake, None)


@component(verbs.STUDY_ANALYSIS, panel=PanelKind.ADVICE)
async def _analyse(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Report on a game from a file."""
    study, game = await _opened(bot, response, event)
    report = await _report(bot, study, game)
    return await analysis(game, report, private=True, seat=game.seat(study.person), study=study)


@component(verbs.STUDY_AT, DeferKind.UPDATE, PanelKind.STUDY)
async def _look(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    study, game = await _opened(bot, response, event)
    return await _board(bot, study, game, event.position)


@component(verbs.STUDY_MOVE, DeferKind.UPDATE, PanelKind.STUDY)
async def _move(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    present = await turn(bot, response, event)
    return step(present, present.entered(()))


@component(verbs.STUDY_HINT, DeferKind.UPDATE, PanelKind.STUDY)
async def _hint(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Show the board after the best move, with the line that may follow."""
    study, game = await _opened(bot, response, event)
    if task := await task_of(bot, study, game):
        return task.ask()
    stood = position_of(study, game, event.position)
    seat_due(stood)
    hinted = await bot.advice.hint(stood)
    line = hinted.line[:_LINE] or (hinted.moves[0].notation,)
    await bot.studies.require_no_help(study, game, event.position, line)
    study, position = await bot.studies.try_moves(study, game, event.position, line)
    note = hint_words(stood.started.game, hinted)
    return await _board(bot, study, game, position, note)


async def turn(bot: Postboard, response: Response, event: ComponentEvent) -> Turn:
    """Return the turn in the position of a study. Raises TableError if nobody moves there."""
    study, game = await _opened(bot, response, event)
    if task := await task_of(bot, study, game):
        return task.turn(event.position)
    stood = position_of(study, game, event.position)
    lesson = await _lesson(bot, study, game)
    mistake = lesson.mistake(event.position) if lesson else None
    if lesson and mistake:
        return _task_turn(lesson, mistake)
    back = for_study(verbs.STUDY_AT, study.id, event.position, "back")
    way = Button(say("Back to the board"), back)
    return in_study(study, stood, event.position, trying(study, stood, event.position), way)


async def tried(bot: Postboard, response: Response, where: InStudy, move: str) -> Message:
    """Return what becomes of a move that was chosen in a study, in canonical notation."""
    study = await bot.studies.find(response.user.id, where.number)
    game = await bot.studies.game(study)
    if task := await task_of(bot, study, game):
        return await task.judged(where.position, move)
    lesson = await _lesson(bot, study, game)
    mistake = lesson.mistake(where.position) if lesson else None
    if lesson and mistake:
        return await _judged(bot, lesson, mistake, move)
    study, position = await bot.studies.try_moves(study, game, where.position, (move,))
    return await _board(bot, study, game, position)


async def _opened(bot: Postboard, response: Response, event: ComponentEvent) -> tuple[Study, Table]:
    """Return the study that a control names, and its game. Raises TableError."""
    number = event.custom_id.study
    assert number is not None, f"{event.custom_id.verb.word} is about a study"
    study = await bot.studies.find(response.user.id, number)
    return study, await bot.studies.game(study)


async def _aimed(
    bot: Postboard, response: Response, event: ComponentEvent, aim: Aim
) -> tuple[Study, Table]:
    """Return the study with this aim of the game to which a control leads, and the game."""
    if event.custom_id.study is None:
        return await bot.studies.of_table(response.user.id, aim, event.table), event.table
    study, game = await _opened(bot, response, event)
    return await bot.studies.turned_to(study, aim), game


async def _report(bot: Postboard, study: Study, game: Table) -> Report:
    """Return the report on the game of a study. Raises TableError where it would be help."""
    if study.table_id is not None:
        return await bot.advice.report(game)
    end = study.at(len(game.started.plies))
    await bot.studies.require_no_help(study, game, end)
    if study.report is not None:
        return study.report
    transcript = Transcript.of(game.started, game.terms.options)
    made = await bot.advice.report_for(study.person, transcript, game.started)
    await bot.studies.keep_report(study, made)
    return made


async def _lesson(bot: Postboard, study: Study, game: Table) -> Lesson | None:
    """Return the lesson that a study is; None if it isn't one."""
    if study.aim != Aim.LEARN:
        return None
    return Lesson(study, game, await _report(bot, study, game))


async def _task(
    bot: Postboard, study: Study, game: Table, position: PositionId
) -> tuple[Lesson, PlyReport]:
    """Return the mistake that was made in a position. Raises TableError if there was none."""
    lesson = await _lesson(bot, study, game)
    mistake = lesson.mistake(position) if lesson else None
    if lesson is None or mistake is None:
        raise TableError(say("The computer marks no mistake here any more."))
    return lesson, mistake


async def _board(
    bot: Postboard, study: Study, game: Table, position: PositionId, note: Sentence = NOTHING
) -> Message:
    """Return a position of a study, in a lesson with the way on to the next mistake.

    While a task is still to be solved, it is that.
    """
    if task := await task_of(bot, study, game):
        return task.ask()
    lesson = await _lesson(bot, study, game)
    on = lesson.following(position.number - (study.depth(position) or 0)) if lesson else None
    return study_board(study, game, position, note, (on,) if on else ())


def _ask(lesson: Lesson, mistake: PlyReport, note: Sentence = NOTHING) -> Message:
    present = _task_turn(lesson, mistake, note)
    return step(present, present.entered(()))


def _task_turn(lesson: Lesson, mistake: PlyReport, note: Sentence = NOTHING) -> Turn:
    position = lesson.at(mistake)
    stood = position_of(lesson.study, lesson.game, position)
    heading = lines(note, lessons.question(lesson, mistake))
    way = lessons.answer_button(lesson, mistake)
    return in_study(lesson.study, stood, position, heading, way)


async def _judged(bot: Postboard, lesson: Lesson, mistake: PlyReport, move: str) -> Message:
    """Return the answer if the move is as good as the best, or else the task again."""
    if move == mistake.best:
        return await _answered(bot, lesson, mistake, move)
    loss = None
    if move != mistake.text:
        await bot.studies.require_no_help(lesson.study, lesson.game, lesson.at(mistake))
        stood = position_of(lesson.study, lesson.game, lesson.at(mistake))
        values = {each.notation: each.value for each in (await bot.advice.hint(stood)).moves}
        if move in values:
            loss = max(values.values()) - values[move]
            marks = EXACT_MARKS if is_exact(lesson.report) else MARKS
            if mark_of(loss, marks) is Mark.NONE:
                return await _answered(bot, lesson, mistake, move)
    return _ask(lesson, mistake, lessons.refused(lesson, mistake, move, loss))


async def _answered(
    bot: Postboard, lesson: Lesson, mistake: PlyReport, found: str | None
) -> Message:
    """Return the answer, with its line to step through."""
    where = lesson.study, lesson.game, lesson.at(mistake)
    line = mistake.line[:_LINE]
    await bot.studies.require_no_help(*where, line)
    study, position = await bot.studies.try_moves(*where, line)
    return lessons.answer(Lesson(study, lesson.game, lesson.report), position, mistake, found)
