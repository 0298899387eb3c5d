"""Buttons that open a study: a game to look through, or mistakes to improve on.

The moves are picked with the Move panel of the core.
"""

from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.studies.values import LEARN
from bot.extensions.studies.verbs import ANSWER, MISTAKE
from bot.extensions.studies.walk import Walk, report_on, walk
from bot.interactions.client import Postboard
from bot.interactions.components.table.move_panel.studies import opened
from bot.interactions.controls import Controls, Press
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.newcomers.opponents import learn_button
from bot.messages.panels.table.analysis import analysis
from bot.messages.panels.table.study import study_board
from bot.model.errors import TableError
from bot.model.study import EXPLORE, Study
from bot.model.table import Table
from engine.report import PlyReport
from rules.contract.sentence import say

__all__ = ["CONTROLS"]

CONTROLS: Final = Controls()


@CONTROLS.component(verbs.EXPLORE, DeferKind.PANEL, PanelKind.STUDY)
async def _explore(bot: Postboard, response: Response, press: Press) -> Message:
    """Open a game at its end."""
    study, game = await _aimed(bot, response, press, EXPLORE)
    return study_board(study, game, study.at(len(game.started.plies)))


@CONTROLS.component(verbs.LEARN, DeferKind.PANEL, PanelKind.STUDY)
async def _learn(bot: Postboard, response: Response, press: Press) -> Message:
    """Show the person's first mistake, or anyone's if they only watched."""
    study, game = await _aimed(bot, response, press, LEARN)
    walking = await walk(bot, study, game)
    if not walking.lesson.mistakes:
        rows = ([learn_button(game.started.game)],) if study.seat is not None else ()
        return Message(say("No mistakes found. Well played."), rows=rows)
    return walking.task(walking.lesson.mistakes[0])


@CONTROLS.component(MISTAKE, DeferKind.UPDATE, PanelKind.STUDY)
async def _mistake(bot: Postboard, response: Response, press: Press) -> Message:
    walking, mistake = await _walked(bot, response, press)
    return walking.task(mistake)


@CONTROLS.component(ANSWER, DeferKind.UPDATE, PanelKind.STUDY)
async def _answer(bot: Postboard, response: Response, press: Press) -> Message:
    walking, mistake = await _walked(bot, response, press)
    return await walking.answered(mistake)


@CONTROLS.component(verbs.STUDY_ANALYSIS, panel=PanelKind.ADVICE)
async def _analyse(bot: Postboard, response: Response, press: Press) -> Message:
    """Report on a game from a file."""
    study, game = await opened(bot, response, press)
    report = await report_on(bot, study, game)
    return analysis(game, report, private=True, seat=game.seat(study.person), study=study)


async def _aimed(bot: Postboard, response: Response, press: Press, aim: str) -> tuple[Study, Table]:
    """Return the study with this aim of a control's game, and the game."""
    if press.custom_id.study is None:
        return await bot.studies.of_table(response.user.id, aim, press.table), press.table
    study, game = await opened(bot, response, press)
    return await bot.studies.turned_to(study, aim), game


async def _walked(bot: Postboard, response: Response, press: Press) -> tuple[Walk, PlyReport]:
    """Return a walk, and the mistake in a position. Raises TableError if there was none."""
    study, game = await opened(bot, response, press)
    if study.aim == LEARN:
        walking = await walk(bot, study, game)
        if mistake := walking.lesson.mistake(press.position):
            return walking, mistake
    raise TableError(say("There's no mistake here any more."))
