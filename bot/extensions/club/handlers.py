"""The button **Play** of club boards: a game, then the computer, anyone or a person."""

from bot.delivery.response import DeferKind, Response
from bot.extensions.club import questions as club
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.game_choice import game_offered
from bot.interactions.opening import open_game
from bot.interactions.wishes import Wish
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from rules.contract.sentence import say

__all__: list[str] = []


@component(verbs.CLUB_PLAY)
async def _play(_bot: Postboard, _response: Response, _event: ComponentEvent) -> Message:
    return club.which_game()


@component(verbs.CLUB_GAME, DeferKind.PANEL)
async def _game(_bot: Postboard, _response: Response, event: ComponentEvent) -> Message:
    return club.against_whom(game_offered(event.custom_id.text(0)))


@component(verbs.CLUB_OPEN, DeferKind.PANEL)
async def _open(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    game = game_offered(event.custom_id.text(0))
    said = Message(say("You chose {game}.", game=game.spec.title))
    await open_game(bot, response, game, Wish(), said)


@component(verbs.CLUB_INVITE, DeferKind.PANEL)
async def _invite(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    game = game_offered(event.custom_id.text(0))
    said = Message(say("You chose {game}.", game=game.spec.title))
    await open_game(bot, response, game, Wish(opponents=(event.person,)), said)
