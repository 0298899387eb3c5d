"""A game against the computer, which a newcomer begins with one button."""

from bot.delivery.answering.response import Response
from bot.interactions.client import Postboard
from bot.interactions.controls import Press
from bot.interactions.game_choice import game_offered
from bot.interactions.opening import open_table
from bot.model.table import Terms
from bot.tables.commands import Open
from engine.levels import LEVELS

__all__ = ["play"]


async def play(bot: Postboard, response: Response, press: Press) -> None:
    """Seat the person opposite the gentlest opponent."""
    spec = game_offered(press.custom_id.text(0)).spec
    options = {option.key: option.default for option in spec.options}
    side = next(each.key for each in spec.sides if each.key in spec.seatings[0][0])
    rivals = len(spec.seatings[0]) - 1
    terms = Terms(spec.key, options, hints=True)
    await open_table(bot, response, Open(terms, (), side, (LEVELS[0].number,) * rivals))
