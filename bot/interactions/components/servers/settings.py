"""Answers the panels of a server's settings and of its club."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of, lacking_in
from bot.interactions.controls import Controls
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Verb
from bot.messages.panels.servers import club_settings
from bot.messages.panels.servers import settings as messages
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.locale import languages, locale_of
from bot.messages.words.typed_times import in_english
from bot.model.boards import Boards
from bot.model.errors import TableError
from bot.model.server import MOST_TABLES, Club, ServerSettings
from bot.tables.servers import require_may_post, require_server_owner
from rules.contract.sentence import say

__all__ = ["answered", "change_club", "panel_of"]


def panel_of(bot: Postboard, held: ServerSettings) -> Message:
    """Return the panel of a server's settings."""
    return messages.panel(held, has_club=bool(bot.additions.club_settings))


def _with_limit(held: ServerSettings, press: Press) -> ServerSettings:
    typed = press.value.strip()
    if not typed.isdecimal():
        raise TableError(
            say("Type a number from 1 to {most}, or 0 for no limit.", most=MOST_TABLES)
        )
    return replace(held, most_tables=int(typed) or None)


_CHANGES: Final[Mapping[Verb, Callable[[ServerSettings, Press], ServerSettings]]] = {
    verbs.SET_CHANNELS: lambda held, press: replace(held, channels=press.numbers),
    verbs.SET_OPENERS: lambda held, press: replace(held, openers=press.numbers),
    verbs.SET_MODERATORS: lambda held, press: replace(held, moderators=press.numbers),
    verbs.SET_THREAD: lambda held, press: replace(held, always_thread=press.turns_on),
    verbs.SET_BOARDS: lambda held, press: replace(held, boards=press.one_of(Boards)),
    verbs.SET_UNNAMED: lambda held, press: replace(held, unnamed=press.turns_on),
    verbs.SET_RATED: lambda held, press: replace(held, rated=press.turns_on),
    verbs.SET_LIMIT_TO: _with_limit,
}
"""The changes that need nothing but the press, on the first page of the panel."""


async def _change(bot: Postboard, response: Response, press: Press) -> Message:
    """Change the settings and return their panel. Raises the same errors as `Servers.change`."""
    change = _CHANGES[press.custom_id.verb]
    after = await bot.servers.change(caller_of(response), lambda held: change(held, press))
    return panel_of(bot, after)


for _verb in _CHANGES:
    component(_verb, DeferKind.UPDATE)(_change)


@component(verbs.SET_TIME_TO, DeferKind.UPDATE)
async def _set_time(bot: Postboard, response: Response, press: Press) -> Message:
    time = in_english(press.value.strip(), locale_of(response.locale))
    after = await bot.servers.change(caller_of(response), lambda held: replace(held, time=time))
    return panel_of(bot, after)


@component(verbs.SET_LANGUAGE, DeferKind.UPDATE)
async def _set_language(bot: Postboard, response: Response, press: Press) -> Message:
    language = press.value if press.value in languages() else None
    after = await bot.servers.change(
        caller_of(response), lambda held: replace(held, language=language)
    )
    return messages.more(after)


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


@component(verbs.SET_CLUB, DeferKind.UPDATE)
async def _club(bot: Postboard, response: Response, _press: Press) -> Message:
    held = await bot.servers.changeable_by(caller_of(response))
    return club_settings.panel(held.club, bot.additions.club_settings)


@component(verbs.SET_CLUB_PAGE, DeferKind.UPDATE)
async def _club_page(bot: Postboard, response: Response, press: Press) -> Message:
    held = await bot.servers.changeable_by(caller_of(response))
    offered, page = bot.additions.club_settings, press.custom_id.number(0)
    return club_settings.panel(held.club, offered, page)


def answered(controls: Controls, setting: ClubSetting) -> ClubSetting:
    """Let these controls answer a setting's menu, and return the setting.

    It refuses a channel where the bot can't post.
    """

    @controls.component(setting.verb, DeferKind.UPDATE)
    async def choose(bot: Postboard, response: Response, press: Press) -> Message:
        def change(club: Club) -> Club:
            if setting.is_channel:
                for chosen in press.numbers:
                    require_may_post(chosen, lacking_in(response.interaction.guild, chosen))
            return setting.put(club, press.numbers)

        return await change_club(bot, response, change, setting.verb)

    return setting


async def change_club(
    bot: Postboard, response: Response, change: Callable[[Club], Club], verb: Verb
) -> Message:
    """Change the club and return the page of its panel that has the menu with this verb.

    Raises the same errors as `Servers.change`.
    """
    after = await bot.servers.change(
        caller_of(response), lambda held: replace(held, club=change(held.club))
    )
    offered = bot.additions.club_settings
    return club_settings.panel(after.club, offered, club_settings.page_of(offered, verb))
