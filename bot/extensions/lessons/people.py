"""The way from the computer to people: the open games of a game, where they can be listed."""

from collections.abc import Sequence

from bot.delivery.answering.response import Response
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.interactions.games_list import open_to
from bot.messages.controls.message import Button
from bot.messages.panels.lists.games_list import join_button
from bot.messages.panels.newcomers.guide import ALONE
from bot.messages.words.text import NOTHING
from bot.model.caller import PlaceKind
from rules.contract.sentence import Sentence

__all__ = ["to_people"]


async def to_people(
    bot: Postboard, response: Response, game: str
) -> tuple[Sequence[Button], Sentence]:
    """Return the button to a game's open games, by its key, with how many are waiting here.

    Where none can be listed, return None and how to play people.
    """
    caller = caller_of(response)
    if caller.place.kind is not PlaceKind.GUILD or not caller.has_bot:
        return (), ALONE
    waiting = await open_to(bot, response.interaction, response.user.id, game)
    return (join_button(game, waiting),), NOTHING
