"""The button for newcomers: a game against the computer, at once."""

from bot.delivery.response import Response
from bot.interactions import first_game
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.controls.custom_ids import Verb
from bot.model.errors import TableError
from rules.contract.sentence import say
from rules.registry import all_games

__all__: list[str] = []


@component(Verb.FIRST_GAME)
async def _first_game(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    game = all_games().get(event.custom_id.text(0))
    if game is None:
        raise TableError(say("This game isn't offered here any more. `/play` shows the games."))
    await first_game.begin(bot, response, game)
