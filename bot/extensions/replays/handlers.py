"""Replays of games: for one person at first, and once for everybody."""

from typing import Final

import discord

from bot.delivery.panels import PanelKind
from bot.delivery.requests import SEND_ERRORS
from bot.delivery.response import Response, Unanswered
from bot.extensions.replays import messages as replays
from bot.extensions.replays.film import film_of
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.words.locale import reader
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.checks import require_here
from rules.contract.sentence import Stranger, say

__all__ = ["replay"]

_MOST: Final = 8 << 20
"""The most bytes of a replay, even where Discord takes more."""


async def replay(bot: Postboard, response: Response, table: Table, moves: str) -> Message:
    """Return the replay of some moves of a game, or of all if none are named. Raises TableError."""
    chosen = replays.turns_of(table, moves)
    if not bot.replays.begin(response.user.id):
        raise TableError(
            say("You had a replay a moment ago. You can ask for the next one in half a minute.")
        )
    most = min(_MOST, response.interaction.filesize_limit)
    film = film_of(table, replays.stops(table, chosen), response.public_locale, most)
    return replays.replay(table, chosen, await bot.filming.made(film))


@component(verbs.REPLAY_OF)
async def _some_moves(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await replay(bot, response, event.table, event.value)


@component(verbs.REPLAY_SINCE, panel=PanelKind.ADVICE)
async def _since(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    first, last = event.custom_id.number(0), replays.latest(event.table)
    if first > last:
        raise TableError(say("What was played since your own move has been taken back."))
    return await replay(bot, response, event.table, f"{first}-{last}")


@component(verbs.MOVES)
async def _moves(_bot: Postboard, _response: Response, event: ComponentEvent) -> Message:
    return replays.as_text(event.table)


@component(verbs.SHOW_REPLAY)
async def _show(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show everybody the replay that one person has seen, once a game."""
    require_here(event.table, caller_of(response))
    pictures = _pictures(response.interaction.message)
    if not pictures:
        raise TableError(say("This message shows no replay. Ask for a new one."))
    alt = pictures[0].description or ""
    if not replays.names_present(event.table, alt, reader(response.locale).plain):
        raise TableError(
            say("The names in this replay are no longer those of the players. Ask for a new one.")
        )
    if not bot.shown_replays.begin(event.table.id):
        raise TableError(say("Everybody has seen a replay of this game already."))
    try:
        gif = await pictures[0].read()
        told = say("{words}", words=Stranger(alt))
        await response.public(replays.shown(event.table, gif, told))
    except (*SEND_ERRORS, Unanswered):
        bot.shown_replays.forget(event.table.id)
        raise


def _pictures(message: discord.Message | None) -> list[discord.Attachment]:
    return message.attachments if message else []
