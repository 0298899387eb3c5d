"""The buttons that teach a game."""

from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import Response
from bot.interactions.client import Postboard
from bot.interactions.controls import Controls, Press
from bot.interactions.game_choice import game_offered
from bot.interactions.opening import open_table
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.newcomers import opponents
from bot.model.table import Status, Terms
from bot.tables.commands import Open
from engine.levels import LEVELS

__all__ = ["CONTROLS"]

CONTROLS: Final = Controls()


@CONTROLS.component(verbs.FIRST_GAME)
async def _play(bot: Postboard, response: Response, press: Press) -> None:
    """Seat the person opposite the computer, and show them what to do first."""
    spec = game_offered(press.custom_id.text(0)).spec
    options = {option.key: option.default for option in spec.options}
    side = next(each.key for each in spec.sides if each.key in spec.seatings[0][0])
    rivals = len(spec.seatings[0]) - 1
    terms = Terms(spec.key, options, hints=True)
    command = Open(terms, (), side, (LEVELS[0].number,) * rivals)
    table = await open_table(bot, response, command)
    if table.status is not Status.OFFERED:
        # The first press on Move removes it, so that it doesn't stay below the board.
        welcome = Message(opponents.first_steps(table))
        await response.notify(welcome, PanelKind.MOVE, table.id)
