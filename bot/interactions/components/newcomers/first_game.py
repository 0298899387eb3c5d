"""The buttons that begin a game, or lead to one: at once, by name, or after its levels."""

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import first_game
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.opening import open_game
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.newcomers import opponents
from bot.model.errors import TableError
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.registry import all_games

__all__: list[str] = []


@component(verbs.FIRST_GAME)
async def _first_game(bot: Postboard, response: Response, press: Press) -> None:
    await first_game.begin(bot, response, _game(press))


@component(verbs.PLAY_GAME, DeferKind.PANEL)
async def _play_game(bot: Postboard, response: Response, press: Press) -> None:
    """Open the table that `/play` asked for, now that the game is known."""
    wish = bot.wishes.find(press.custom_id.number(1), response.interaction.user.id)
    if wish is None:
        raise TableError(say("This question has expired. `/play` asks it again."))
    game = _game(press)
    said = Message(say("You chose {game}.", game=game.spec.title))
    await open_game(bot, response, game, wish, said)


@component(verbs.OPPONENTS)
async def _opponents(bot: Postboard, _response: Response, press: Press) -> Message:
    """List the levels of the computer."""
    game = _game(press)
    records = await bot.store.engines.records(game.spec.key)
    return Message(opponents.listed(game, records, exact=bot.lookup.has_exact_values(game)))


def _game(press: Press) -> AnyGame:
    """Return the game that a button names. Raises TableError if it is no longer here."""
    game = all_games().get(press.custom_id.text(0))
    if game is None:
        raise TableError(say("This game isn't offered here any more. `/play` shows the games."))
    return game
