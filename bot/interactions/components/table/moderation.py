"""Decisions of moderators about games in which they don't play: confirmed, with a reason.

About a running game they decide as its referees; about one that is over, what an extension lets
them decide.
"""

import re
from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.components.table.seats import has_left_early
from bot.interactions.context import caller_of
from bot.interactions.extension import AfterGame
from bot.messages.channel import moderation
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomIdError
from bot.messages.controls.message import Message
from bot.model.caller import Caller
from bot.model.errors import NoGame
from bot.model.table import Status, Table
from bot.tables.commands import (
    Adjudicate,
    EndVoid,
    Extend,
    GoOn,
    ModeratorCommand,
    Pause,
    Replace,
)
from bot.tables.moderation import NO_GAME, require_moderator
from bot.tables.servers import with_roles
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__ = ["moderating"]

_ACTION: Final = re.compile(r"(pause|extend|replace)-[0-9]{1,2}|win(-[0-9]){1,8}|resume|draw|void")

_WORN_OUT: Final = say("This button has expired. `/server moderate` shows a new one.")


async def _moderator(bot: Postboard, response: Response, table: Table) -> Caller:
    """Return the caller, who may moderate the game of a table. Raises TableError for others."""
    caller = caller_of(response)
    caller = with_roles(await bot.servers.settings_of(caller.place.guild_id), caller)
    require_moderator(table, caller)
    return caller


async def moderating(bot: Postboard, response: Response, table: Table) -> Message:
    """Return what a moderator can decide about a game. Raises TableError for anyone else."""
    caller = await _moderator(bot, response, table)
    if table.status is not Status.OVER:
        post = moderation.panel(table, await bot.advice.verdict(table))
    elif bot.additions.after_game is None:
        raise NoGame(NO_GAME)
    else:
        post = await bot.additions.after_game.panel(table, caller)
    up = bot.additions.up_for_game
    return post if up is None else await up.moderated(table, post)


@component(verbs.MODERATION, DeferKind.PANEL, PanelKind.MENU)
async def _open(bot: Postboard, response: Response, press: Press) -> Message:
    return await moderating(bot, response, press.table)


@component(verbs.MODERATE, DeferKind.UPDATE)
async def _choose(bot: Postboard, response: Response, press: Press) -> Message:
    await _moderator(bot, response, press.table)
    action = _checked(bot, press.value)
    if (after_game := _after_game(bot, action)) is not None:
        return after_game.question(press.table, action)
    return moderation.question(press.table, action)


@component(verbs.MODERATE_FORM, DeferKind.UPDATE)
async def _ask(bot: Postboard, response: Response, press: Press) -> None:
    await _moderator(bot, response, press.table)
    action = _checked(bot, press.custom_id.text(0))
    await response.open_modal(moderation.form(press.table, action))


@component(verbs.MODERATED, DeferKind.UPDATE, in_turn=True)
async def _decide(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Carry out a decision whose reason was sent. Raises Stale if the game has gone on."""
    action, reason = _checked(bot, press.custom_id.text(0)), press.value
    if (after_game := _after_game(bot, action)) is not None:
        caller = await _moderator(bot, response, press.table)
        decided = await after_game.decide(press.table, caller, action, reason)
        if decided is None:
            raise CustomIdError(_WORN_OUT)
        return decided
    command = await _command(bot, press.table, action, reason)
    done = Message(say("Done. The game's channel shows it."))
    seen = press.position.number
    await publish.execute(bot, response, press.table.id, command, seen, pressed=lambda _: done)
    return None


async def _command(
    bot: Postboard, table: Table, action: str, reason: str
) -> ModeratorCommand | Replace:
    kind, *given = action.split("-")
    numbers = [int(number) for number in given]
    match kind:
        case "pause":
            return Pause(numbers[0], reason)
        case "resume":
            return GoOn(reason)
        case "extend":
            return Extend(numbers[0], reason)
        case "win":
            return Adjudicate(tuple(map(Seat, numbers)), reason)
        case "draw":
            return Adjudicate((), reason)
        case "replace":
            seat = Seat(numbers[0])
            left = seat in table.started.seats and await has_left_early(bot, table, seat)
            return Replace(seat, None, left, reason)
        case _:
            return EndVoid(reason)


def _after_game(bot: Postboard, action: str) -> AfterGame | None:
    """Return what carries out a decision about a game that is over, or None for any other word."""
    after_game = bot.additions.after_game
    return after_game if after_game is not None and after_game.knows(action) else None


def _checked(bot: Postboard, action: str) -> str:
    """Return the action if it exists. Raises CustomIdError."""
    if not _ACTION.fullmatch(action) and _after_game(bot, action) is None:
        raise CustomIdError(_WORN_OUT)
    return action
