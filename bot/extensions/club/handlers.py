"""The button **Play** and the menu **Watch …** of club boards, and the menu of their channel.

Play asks for a game, then for the computer, anyone or a person.
"""

from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.club import messages
from bot.extensions.club.verbs import ALL, GAME, INVITE, PLAY, WATCH
from bot.interactions.client import Postboard
from bot.interactions.components.servers.settings import answered
from bot.interactions.context import sees_place
from bot.interactions.controls import Controls, Press
from bot.interactions.game_choice import game_offered
from bot.interactions.games_list import games_page, open_to
from bot.interactions.opening import open_game
from bot.interactions.wishes import Wish
from bot.messages.controls.message import Message
from bot.messages.panels.lists.games_list import Show, Wanted
from bot.model.errors import NoGame
from bot.model.table import Status
from bot.tables.checks import UNKNOWN_TABLE
from rules.contract.sentence import say

__all__ = ["BOARD", "CONTROLS"]

CONTROLS: Final = Controls()
BOARD: Final = answered(CONTROLS, messages.SETTING)


@CONTROLS.component(PLAY)
async def _play(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return messages.which_game()


@CONTROLS.component(WATCH, DeferKind.PANEL)
async def _watch(bot: Postboard, response: Response, press: Press) -> Message:
    """Show a game, or the list of all. Raises NoGame for a game that the person can't see."""
    interaction, person = response.interaction, response.user.id
    if press.value == ALL:
        return await games_page(bot, interaction, person, Wanted(Show.RUNNING))
    table = await bot.lookup.get(press.number)
    if table.match is None or not sees_place(interaction, table.place):
        raise NoGame(UNKNOWN_TABLE)
    hidden = await bot.store.personal.hidden([player.user.id for player in table.players])
    others = table.status is Status.PLAYING and table.player(person) is None
    return messages.watched(table, hidden, can_follow=others and bot.additions.follows is not None)


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
