"""The button for newcomers: a game against the computer, at once."""

from typing import Final

from bot.delivery.response import Response
from bot.interactions.client import Postboard
from bot.interactions.commands.play import open_table
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.custom_ids import Verb
from bot.model.errors import TableError
from bot.model.table import Terms
from bot.tables.commands import Open
from engine.levels import LEVELS
from rules.registry import all_games
from rules.sentence import say
from rules.time_control import TimeControl

__all__: list[str] = []

_LEVEL: Final = LEVELS[0].number
"""The weakest level, against which a newcomer can win."""


@component(Verb.FIRST_GAME)
async def _first_game(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Seat the person and a computer opponent at a game with its usual options."""
    game = all_games().get(event.custom_id.text(0))
    if game is None:
        raise TableError(say("This game is not offered here any more. `/play` shows the games."))
    options = {option.key: option.default for option in game.spec.options}
    terms = Terms(game.spec.key, options, 0, TimeControl(), None)
    seats = len(game.spec.seatings[0]) - 1
    await open_table(bot, response, Open(terms, engines=(_LEVEL,) * seats))
