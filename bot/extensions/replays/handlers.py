"""Replays of games, for one person at first and once for everyone, and games as files."""

from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response, Unanswered
from bot.delivery.requests import SEND_ERRORS
from bot.extensions.replays import messages as replays
from bot.extensions.replays.film import film_of
from bot.extensions.replays.filming import Replays
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of, sees_place
from bot.interactions.controls import Controls, Press
from bot.interactions.performances import Performances, latest
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.message import Message
from bot.messages.words.locale import locale_of
from bot.model.errors import NoGame, TableError
from bot.model.table import Status, Table
from bot.tables.checks import UNKNOWN_TABLE, require_here, require_readable
from rules.contract.sentence import Stranger, say

__all__ = ["ACTS", "CONTROLS"]

CONTROLS: Final = Controls()
ACTS: Final = Performances(CONTROLS)

_MOST: Final = 8 << 20
"""The most bytes of a replay, even where Discord takes more."""


@ACTS.act(
    Act.REPLAY,
    DeferKind.PRIVATE,
    PanelKind.ADVICE,
    latest,
    moves=say("The moves to show, such as 1-50; default: all"),
)
async def _replay(
    bot: Postboard,
    response: Response,
    table: Table,
    moves: app_commands.Range[str, 1, 20] = "",
) -> Message | None:
    """Show the game as a moving picture. For a game that is too long, ask which moves to show."""
    if moves or not replays.is_long(table):
        return await _made(bot, response, table, moves)
    await response.open_modal(replays.range_form(table))
    return None


async def _made(bot: Postboard, response: Response, table: Table, moves: str) -> Message:
    """Return the replay of some moves of a game, or of all by default. Raises TableError."""
    chosen = replays.turns_of(table, moves)
    if not bot.service(Replays).had.begin(response.user.id):
        raise TableError(say("You just had a replay. You can have the next one in half a minute."))
    most = min(_MOST, response.interaction.filesize_limit)
    film = film_of(table, replays.stops(table, chosen), most)
    return replays.replay(table, chosen, await bot.service(Replays).made(film))


@CONTROLS.component(replays.REPLAY_OF)
async def _some_moves(bot: Postboard, response: Response, press: Press) -> Message:
    return await _made(bot, response, press.table, press.value)


@CONTROLS.component(verbs.REPLAY_SINCE, panel=PanelKind.ADVICE)
async def _since(bot: Postboard, response: Response, press: Press) -> Message:
    first, last = press.custom_id.number(0), replays.latest(press.table)
    if first > last:
        raise TableError(say("The moves since your own were taken back."))
    return await _made(bot, response, press.table, f"{first}-{last}")


@CONTROLS.component(verbs.REPLAY_TOLD)
async def _told(bot: Postboard, response: Response, press: Press) -> Message:
    """Replay a game told elsewhere in its server to anyone who can see its channel."""
    table, interaction = await bot.lookup.get(press.custom_id.number(0)), response.interaction
    is_here = table.guild_id == interaction.guild_id
    if table.status is not Status.OVER or not is_here or not sees_place(interaction, table.place):
        raise NoGame(UNKNOWN_TABLE)
    require_readable(table)
    return replace(await _made(bot, response, table, replays.last_part(table)), rows=())


@CONTROLS.component(replays.MOVES)
async def _moves(_bot: Postboard, _response: Response, press: Press) -> Message:
    return replays.as_text(press.table)


@CONTROLS.component(replays.SHOW_REPLAY)
async def _show(bot: Postboard, response: Response, press: Press) -> None:
    """Show everyone the replay that one person has seen, once per game."""
    require_here(press.table, caller_of(response))
    message = response.interaction.message
    pictures = message.attachments if message else []
    if not pictures:
        raise TableError(say("This message has no replay. Press **Replay** for a new one."))
    alt = pictures[0].description or ""
    if not replays.names_present(press.table, alt, locale_of(press.table.locale).plain):
        raise TableError(say("A player's name has changed. Press **Replay** for a new one."))
    if not bot.service(Replays).shown.begin(press.table.id):
        raise TableError(say("This game's replay was already shared."))
    try:
        gif = await pictures[0].read()
        told = say("{words}", words=Stranger(alt))
        await response.public(replays.public_replay(press.table, gif, told))
    except (*SEND_ERRORS, Unanswered):
        bot.service(Replays).shown.forget(press.table.id)
        raise


@CONTROLS.component(verbs.EXPORT, panel=PanelKind.EXPORT)
async def _export(_bot: Postboard, _response: Response, press: Press) -> Message:
    return replays.exported(press.table)
