"""The button **Play** of club boards, and the menu that chooses their channel.

Who plays chooses a game, then the computer, anyone or a person.
"""

from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.club import messages
from bot.extensions.club.verbs import GAME, INVITE, PLAY
from bot.interactions.client import Postboard
from bot.interactions.components.servers.settings import answered
from bot.interactions.controls import Controls, Press
from bot.interactions.game_choice import game_offered
from bot.interactions.games_list import open_to
from bot.interactions.opening import open_game
from bot.interactions.wishes import Wish
from bot.messages.controls.message import Message
from rules.contract.sentence import say

__all__ = ["BOARD", "CONTROLS"]

CONTROLS: Final = Controls()
BOARD: Final = answered(CONTROLS, messages.SETTING)


@CONTROLS.component(PLAY)
async def _play(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return messages.which_game()


@CONTROLS.component(GAME, DeferKind.PANEL)
async def _game(bot: Postboard, response: Response, press: Press) -> Message:
    game = game_offered(press.custom_id.text(0))
    waiting = await open_to(bot, response.interaction, response.user.id, game.spec.key)
    return messages.against_whom(game, waiting)


@CONTROLS.component(INVITE, DeferKind.PANEL)
async def _invite(bot: Postboard, response: Response, press: Press) -> None:
    game = game_offered(press.custom_id.text(0))
    said = Message(say("You chose {game}.", game=game.spec.title))
    await open_game(bot, response, game, Wish(opponents=(press.person,)), said)
