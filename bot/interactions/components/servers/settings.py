"""The panel of a server's settings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Verb
from bot.messages.panels.servers import settings as messages
from bot.model.boards import Boards
from bot.model.errors import TableError
from bot.model.server import MOST_TABLES, ServerSettings
from bot.tables.servers import require_server_owner
from rules.contract.sentence import say

__all__ = ["panel_of"]


def panel_of(bot: Postboard, held: ServerSettings) -> Message:
    """Return the panel of a server's settings."""
    return messages.panel(held, has_club=bool(bot.additions.club_settings))


def _with_limit(held: ServerSettings, press: Press) -> ServerSettings:
    typed = press.value.strip()
    if not typed.isdecimal():
        raise TableError(say("The limit is a number from 1 to {most}.", most=MOST_TABLES))
    return replace(held, most_tables=int(typed) or None)


_CHANGES: Final[Mapping[Verb, Callable[[ServerSettings, Press], ServerSettings]]] = {
    verbs.SET_CHANNELS: lambda held, press: replace(held, channels=press.numbers),
    verbs.SET_OPENERS: lambda held, press: replace(held, openers=press.numbers),
    verbs.SET_MODERATORS: lambda held, press: replace(held, moderators=press.numbers),
    verbs.SET_THREAD: lambda held, press: replace(held, always_thread=press.turns_on),
    verbs.SET_BOARDS: lambda held, press: replace(held, boards=press.one_of(Boards)),
    verbs.SET_UNNAMED: lambda held, press: replace(held, unnamed=press.turns_on),
    verbs.SET_RATED: lambda held, press: replace(held, rated=press.turns_on),
    verbs.SET_TIME_TO: lambda held, press: replace(held, time=press.value.strip()),
    verbs.SET_LIMIT_TO: _with_limit,
}
"""The change that each control makes."""


async def _change(bot: Postboard, response: Response, press: Press) -> Message:
    """Change the settings and return their panel. Raises the same errors as `Servers.change`."""
    change = _CHANGES[press.custom_id.verb]
    after = await bot.servers.change(caller_of(response), lambda held: change(held, press))
    return panel_of(bot, after)


for _verb in _CHANGES:
    component(_verb, DeferKind.UPDATE)(_change)


@component(verbs.SET_TIME, DeferKind.UPDATE)
async def _ask_time(bot: Postboard, response: Response, _press: Press) -> None:
    await bot.servers.changeable_by(caller_of(response))
    await response.open_modal(messages.time_form())


@component(verbs.SET_LIMIT, DeferKind.UPDATE)
async def _ask_limit(bot: Postboard, response: Response, _press: Press) -> None:
    await bot.servers.changeable_by(caller_of(response))
    await response.open_modal(messages.limit_form())


@component(verbs.SET_MORE, DeferKind.UPDATE)
async def _more(bot: Postboard, response: Response, press: Press) -> Message:
    held = await bot.servers.changeable_by(caller_of(response))
    return messages.more(held) if press.custom_id.number(0) else panel_of(bot, held)


@component(verbs.ERASE_SERVER, DeferKind.UPDATE)
async def _ask_erasure(_bot: Postboard, response: Response, _press: Press) -> Message:
    require_server_owner(caller_of(response))
    return messages.erasure_question()


@component(verbs.ERASE_SERVER_NOW, DeferKind.UPDATE)
async def _erase(bot: Postboard, response: Response, _press: Press) -> Message:
    await bot.servers.erase(caller_of(response))
    return messages.ERASED
