"""`postboard setup`: compares the application in the developer portal with what the bot needs."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import aiohttp
import discord

from bot.interactions.installs import PERMISSIONS, invite_link
from bot.listing import DESCRIPTION, TAGS

__all__ = ["set_up"]

_IN_SERVERS: Final = ["bot", "applications.commands"]
_FOR_PEOPLE: Final = ["applications.commands"]
"""The scopes that an install asks for."""
_HOW: Final = "`postboard setup --write` sets it."


async def set_up(
    token: str,
    *,
    writes: bool,
    connector: aiohttp.BaseConnector | None = None,
    proxy: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[list[str], bool]:
    """Return lines about the application with its invite link, and True if nothing has to change.

    With `writes`, the installs to servers and for people are first set as the bot needs them, and
    the description and tags where there are none. `proxy` holds discord.py's options for an HTTP
    proxy. Raises discord.py's errors if Discord can't be reached or refuses.
    """
    nothing = discord.Intents.none()
    async with discord.Client(intents=nothing, connector=connector, **proxy) as client:
        await client.login(token)
        application = client.application
        assert application is not None, "the client has logged in"
        if writes:
            application = await application.edit(
                guild_install_scopes=_IN_SERVERS,
                guild_install_permissions=PERMISSIONS,
                user_install_scopes=_FOR_PEOPLE,
                description=application.description or DESCRIPTION,
                tags=application.tags or [*TAGS],
            )
        lines = [f"The application is {application.name} ({application.id})."]
        wrong = list(_wrong(application))
        lines += wrong or ["It's set up as the bot needs it."]
        if not application.bot_public:
            lines.append("Only you can add it to servers: Public Bot is off under Bot.")
        if application.guild_integration_config is not None:
            lines.append(f"Invite link: {invite_link(client)}")
        return lines, not wrong


def _wrong(application: discord.AppInfo) -> Iterator[str]:
    """Yield sentences about settings that keep the bot from working fully."""
    if application.interactions_endpoint_url:
        yield (
            f"Discord sends commands and presses to {application.interactions_endpoint_url}, not to"
            " the bot. Empty Interactions Endpoint URL under General Information."
        )
    if application.bot_require_code_grant:
        yield (
            "No one can invite the bot while Requires OAuth2 Code Grant is on. Turn it off under"
            " Bot."
        )
    servers, people = application.guild_integration_config, application.user_integration_config
    if servers is None:
        yield f"Guild Install is off, so no one can invite the bot to servers. {_HOW}"
    elif not _asks_for(servers, _IN_SERVERS, PERMISSIONS):
        yield (
            "Discord's own install link adds the commands to a server without the bot or its"
            f" permissions. {_HOW}"
        )
    if people is None:
        yield f"User Install is off, so no one can play in DMs and group chats. {_HOW}"
    elif not _asks_for(people, _FOR_PEOPLE, discord.Permissions.none()):
        yield f"Discord's own install link doesn't add the commands for people. {_HOW}"


def _asks_for(
    installs: discord.IntegrationTypeConfig, scopes: list[str], needed: discord.Permissions
) -> bool:
    """Tell whether Discord's own install link asks for these scopes and permissions."""
    asked = installs.oauth2_install_params
    return asked is not None and set(scopes) <= set(asked.scopes) and asked.permissions >= needed
