"""The panel of a server's settings."""

from collections.abc import Callable
from dataclasses import replace

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
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


@component(verbs.SET_CHANNELS, DeferKind.UPDATE)
async def _channels(bot: Postboard, response: Response, press: Press) -> Message:
    return await _change(bot, response, lambda s: replace(s, channels=press.numbers))


@component(verbs.SET_OPENERS, DeferKind.UPDATE)
async def _openers(bot: Postboard, response: Response, press: Press) -> Message:
    return await _change(bot, response, lambda s: replace(s, openers=press.numbers))


@component(verbs.SET_MODERATORS, DeferKind.UPDATE)
async def _moderators(bot: Postboard, response: Response, press: Press) -> Message:
    return await _change(bot, response, lambda s: replace(s, moderators=press.numbers))


@component(verbs.SET_THREAD, DeferKind.UPDATE)
async def _thread(bot: Postboard, response: Response, press: Press) -> Message:
    is_on = bool(press.custom_id.number(0))
    return await _change(bot, response, lambda s: replace(s, always_thread=is_on))


@component(verbs.SET_BOARDS, DeferKind.UPDATE)
async def _boards(bot: Postboard, response: Response, press: Press) -> Message:
    return await _change(bot, response, lambda s: replace(s, boards=press.one_of(Boards)))


@component(verbs.SET_UNNAMED, DeferKind.UPDATE)
async def _unnamed(bot: Postboard, response: Response, press: Press) -> Message:
    is_on = bool(press.custom_id.number(0))
    return await _change(bot, response, lambda s: replace(s, unnamed=is_on))


@component(verbs.SET_RATED, DeferKind.UPDATE)
async def _rated(bot: Postboard, response: Response, press: Press) -> Message:
    is_on = bool(press.custom_id.number(0))
    return await _change(bot, response, lambda s: replace(s, rated=is_on))


@component(verbs.SET_TIME, DeferKind.UPDATE)
async def _ask_time(bot: Postboard, response: Response, _press: Press) -> None:
    await bot.servers.changeable_by(caller_of(response))
    await response.open_modal(messages.time_form())


@component(verbs.SET_TIME_TO, DeferKind.UPDATE)
async def _time(bot: Postboard, response: Response, press: Press) -> Message:
    return await _change(bot, response, lambda s: replace(s, time=press.value.strip()))


@component(verbs.SET_LIMIT, DeferKind.UPDATE)
async def _ask_limit(bot: Postboard, response: Response, _press: Press) -> None:
    await bot.servers.changeable_by(caller_of(response))
    await response.open_modal(messages.limit_form())


@component(verbs.SET_LIMIT_TO, DeferKind.UPDATE)
async def _limit(bot: Postboard, response: Response, press: Press) -> Message:
    typed = press.value.strip()
    if not typed.isdecimal():
        raise TableError(say("The limit is a number from 1 to {most}.", most=MOST_TABLES))
    return await _change(bot, response, lambda s: replace(s, most_tables=int(typed) or None))


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


async def _change(
    bot: Postboard, response: Response, change: Callable[[ServerSettings], ServerSettings]
) -> Message:
    """Change the settings and return their panel. Raises the same errors as `Servers.change`."""
    return panel_of(bot, await bot.servers.change(caller_of(response), change))
