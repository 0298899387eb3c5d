"""`/game stats`: figures of one game in a server, for whoever asks."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.extensions.standing.figures import figures
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.game_choice import game_offered, games_meant
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Message
from bot.messages.panels.which_game import ask_which
from bot.messages.words.locale import reader
from bot.model.errors import TableError
from bot.tables.setup import variants
from rules.contract.core import AnyGame
from rules.contract.sentence import say

__all__ = ["stats"]


async def stats(bot: Postboard, response: Response, typed: str) -> Message:
    """Return the figures of the game that a text names, or the question which game it means.

    Raises TableError outside of servers.
    """
    found = games_meant(typed, reader(response.locale))
    if len(found) != 1:
        return ask_which(typed, found, lambda key: for_text(verbs.STATS, key))
    return await _stats_of(bot, response, found[0])


@component(verbs.STATS, DeferKind.PANEL, PanelKind.READING)
async def _chosen(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _stats_of(bot, response, game_offered(event.custom_id.text(0)))


async def _stats_of(bot: Postboard, response: Response, game: AnyGame) -> Message:
    guild_id = response.interaction.guild_id
    if guild_id is None:
        raise TableError(
            say("These figures are about the games of a server. Use the command in one.")
        )
    specs = [(each, game.configured(each.options).spec) for each in variants(game)]
    pools = {spec.pool(spec.seatings[each.seating]).key for each, spec in specs}
    facts = await bot.store.game_facts.of(guild_id, game.spec.key, sorted(pools))
    return figures(game, facts)
