"""The panel of what a server has for all its players."""

from collections.abc import Callable
from dataclasses import replace

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of, lacking_in
from bot.interactions.controls import Controls
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.servers import club_settings as messages
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.model.server import Club
from bot.tables.servers import require_may_post

__all__ = ["answered", "change_club"]


@component(verbs.SET_CLUB, DeferKind.UPDATE)
async def _club(bot: Postboard, response: Response, _press: Press) -> Message:
    held = await bot.servers.changeable_by(caller_of(response))
    return messages.panel(held.club, bot.additions.club_settings)


def answered(controls: Controls, setting: ClubSetting) -> ClubSetting:
    """Answer the menu of a setting among these controls, and return the setting.

    A channel is refused if the bot can't post there.
    """

    @controls.component(setting.verb, DeferKind.UPDATE)
    async def choose(bot: Postboard, response: Response, press: Press) -> Message:
        def change(club: Club) -> Club:
            if setting.is_channel:
                for chosen in press.numbers:
                    require_may_post(chosen, lacking_in(response.interaction.guild, chosen))
            return setting.put(club, press.numbers)

        return await change_club(bot, response, change)

    return setting


async def change_club(
    bot: Postboard, response: Response, change: Callable[[Club], Club]
) -> Message:
    """Change the club and return its panel. Raises the same errors as `Servers.change`."""
    after = await bot.servers.change(
        caller_of(response), lambda held: replace(held, club=change(held.club))
    )
    return messages.panel(after.club, bot.additions.club_settings)
