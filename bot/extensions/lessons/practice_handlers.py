"""The buttons of a practice game; its moves are picked with the Move panel of the core."""

from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.lessons import practice_messages as messages
from bot.extensions.lessons.practice import Practice, begun, in_progress, practice
from bot.extensions.lessons.values import PRACTICE
from bot.extensions.lessons.verbs import GIVE_UP, HINT, MORE, NEW, PLAY, TAKE_BACK
from bot.interactions.client import Postboard
from bot.interactions.components.table.move_panel.studies import opened
from bot.interactions.controls import Controls, Press
from bot.interactions.game_choice import game_offered
from bot.messages.controls.message import Message
from bot.model.errors import TableError
from rules.contract.sentence import say

__all__ = ["PRACTICE_CONTROLS"]

PRACTICE_CONTROLS: Final = Controls()


@PRACTICE_CONTROLS.component(PLAY, DeferKind.PANEL, PanelKind.STUDY)
async def _play(bot: Postboard, response: Response, press: Press) -> Message:
    """Go on with a practice game, or begin one."""
    game = game_offered(press.custom_id.text(0))
    present = await in_progress(bot, response, game.spec.key)
    if present is not None:
        return await present.present()
    return await begun(bot, response, game)


@PRACTICE_CONTROLS.component(NEW, DeferKind.PANEL, PanelKind.STUDY)
async def _new(bot: Postboard, response: Response, press: Press) -> Message:
    return await begun(bot, response, game_offered(press.custom_id.text(0)))


@PRACTICE_CONTROLS.component(HINT, DeferKind.UPDATE, PanelKind.STUDY)
async def _hint(bot: Postboard, response: Response, press: Press) -> Message:
    return await (await _present(bot, response, press)).hinted()


@PRACTICE_CONTROLS.component(TAKE_BACK, DeferKind.UPDATE, PanelKind.STUDY)
async def _take_back(bot: Postboard, response: Response, press: Press) -> Message:
    return await (await _present(bot, response, press)).taken_back()


@PRACTICE_CONTROLS.component(MORE, DeferKind.UPDATE, PanelKind.STUDY)
async def _more(bot: Postboard, response: Response, press: Press) -> Message:
    found = await _present(bot, response, press)
    return messages.more(found.study, found.game, found.seat)


@PRACTICE_CONTROLS.component(GIVE_UP, DeferKind.UPDATE, PanelKind.STUDY)
async def _give_up(bot: Postboard, response: Response, press: Press) -> Message:
    return await (await _present(bot, response, press)).given_up()


async def _present(bot: Postboard, response: Response, press: Press) -> Practice:
    """Return the practice game of a press. An old message is answered with the present step."""
    study, game = await opened(bot, response, press)
    if study.aim != PRACTICE:
        raise TableError(say("That game is finished."))
    found = await practice(bot, response, study, game)
    found.require(press.position)
    return found
