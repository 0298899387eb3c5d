"""The walk through the mistakes of a game, which are tasks in the study of it."""

from dataclasses import dataclass

from bot.extensions.studies import messages
from bot.extensions.studies.messages import Lesson
from bot.interactions.client import Postboard
from bot.interactions.components.table.move_panel.state import Turn, in_study
from bot.interactions.components.table.move_panel.steps import step
from bot.interactions.components.table.move_panel.studies import LINE
from bot.messages.controls.message import Message, Row
from bot.messages.words.text import NOTHING, lines
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from engine.report import EXACT_MARKS, MARKS, Mark, PlyReport, Report, mark_of
from engine.report_words import is_exact
from rules.contract.sentence import Sentence
from rules.records.transcript import Transcript

__all__ = ["Walk", "report_on", "walk"]


@dataclass(frozen=True, slots=True)
class Walk:
    """The mistakes of a game as tasks. In all other positions, any move can be tried."""

    bot: Postboard
    lesson: Lesson

    def ask(self) -> None:
        """Keep the board in its place."""

    def first(self, position: PositionId) -> Row:
        """Return the button to the next mistake after a position, or none."""
        study = self.lesson.study
        on = self.lesson.following(position.number - (study.depth(position) or 0))
        return (on,) if on else ()

    def turn(self, position: PositionId) -> Turn | None:
        """Return the turn before a mistake, or None in any other position."""
        mistake = self.lesson.mistake(position)
        return self._turn(mistake) if mistake else None

    async def judged(self, position: PositionId, move: str) -> Message | None:
        """Return the answer if the move is as good as the best, or else the task again.

        Return None in a position without a mistake.
        """
        mistake = self.lesson.mistake(position)
        if mistake is None:
            return None
        if move == mistake.best:
            return await self.answered(mistake, move)
        bot, lesson, loss = self.bot, self.lesson, None
        if move != mistake.text:
            await bot.studies.require_no_help(lesson.study, lesson.game, lesson.at(mistake))
            stood = position_of(lesson.study, lesson.game, lesson.at(mistake))
            values = {each.notation: each.value for each in (await bot.advice.hint(stood)).moves}
            if move in values:
                loss = max(values.values()) - values[move]
                marks = EXACT_MARKS if is_exact(lesson.report) else MARKS
                if mark_of(loss, marks) is Mark.NONE:
                    return await self.answered(mistake, move)
        return self.task(mistake, messages.refused(lesson, mistake, move, loss))

    def task(self, mistake: PlyReport, note: Sentence = NOTHING) -> Message:
        """Return the panel that asks for a better move than a mistake."""
        present = self._turn(mistake, note)
        return step(present, present.entered(()))

    def _turn(self, mistake: PlyReport, note: Sentence = NOTHING) -> Turn:
        lesson = self.lesson
        position = lesson.at(mistake)
        stood = position_of(lesson.study, lesson.game, position)
        heading = lines(note, messages.question(lesson, mistake))
        way = messages.answer_button(lesson, mistake)
        return in_study(lesson.study, stood, position, heading, way)

    async def answered(self, mistake: PlyReport, found: str | None = None) -> Message:
        """Return the answer on the board: the move that was found, or else the best line.

        After the best move its line can be stepped through.
        """
        bot, lesson = self.bot, self.lesson
        where = lesson.study, lesson.game, lesson.at(mistake)
        line = mistake.line[:LINE] if found in (None, mistake.best) else (found,)
        await bot.studies.require_no_help(*where, line)
        study, position = await bot.studies.try_moves(*where, line)
        tried = Lesson(study, lesson.game, lesson.report)
        return messages.answer(tried, position, mistake, found)


async def walk(bot: Postboard, study: Study, game: Table) -> Walk:
    """Return the walk of a study. Raises TableError where the report would be help."""
    return Walk(bot, Lesson(study, game, await report_on(bot, study, game)))


async def report_on(bot: Postboard, study: Study, game: Table) -> Report:
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
