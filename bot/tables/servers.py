"""The settings of servers, and the permission to change them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.model.caller import Caller
from bot.model.errors import BotMissing, TableError
from bot.model.queues import OutboxItem
from bot.model.server import MOST_TABLES, ServerSettings
from bot.store.servers.facts import ServerStore
from bot.tables.commands import Open
from bot.tables.lookup import TableCache
from rules.contract.sentence import Sentence, Stranger, Verbatim, all_of, one_of, say
from rules.time.time_control import read_time_control

__all__ = [
    "Servers", "require_may_open", "require_may_post", "require_server_owner",
    "with_roles",
]  # fmt: skip


class Servers:
    """The settings of servers."""

    def __init__(self, store: ServerStore, cache: TableCache, now: Callable[[], float]) -> None:
        """Answer for the settings; `now` returns Unix seconds."""
        self._store = store
        self._cache = cache
        self._now = now

    async def settings_of(self, guild_id: int | None) -> ServerSettings:
        """Return the settings of a server; the defaults outside of servers."""
        return ServerSettings() if guild_id is None else await self._store.settings(guild_id)

    async def changeable_by(self, caller: Caller) -> ServerSettings:
        """Return the settings to a person who may change them. Raises TableError for others."""
        return await self._store.settings(_require_owner(caller))

    async def erase(self, caller: Caller) -> None:
        """Delete what is kept about the caller's server. Raises TableError unless they own it."""
        guild_id = require_server_owner(caller)
        await self._store.erase(guild_id)
        self._cache.drop_server(guild_id)

    async def change(
        self,
        caller: Caller,
        change: Callable[[ServerSettings], ServerSettings],
        row: OutboxItem | None = None,
    ) -> ServerSettings:
        """Change the settings of the caller's server and return them.

        `row` is enqueued with it if anything changes.
        Raises TableError if the caller may not, or for an invalid value, RulesError for a text that
        isn't a time control.
        """
        guild_id = _require_owner(caller)
        after = await self._store.change_settings(
            guild_id, lambda was: _checked(change(was)), int(self._now()), row
        )
        self._cache.drop_server(guild_id)  # Its tables say whether their pictures show names.
        return after


def _checked(settings: ServerSettings) -> ServerSettings:
    """Return the settings as they are stored. Raises the same errors as `Servers.change`."""
    if settings.time is not None:
        settings = replace(settings, time=read_time_control(settings.time).text)
    if settings.most_tables is not None and not 1 <= settings.most_tables <= MOST_TABLES:
        raise TableError(say("The limit has to be a number from 1 to {most}.", most=MOST_TABLES))
    return settings


def require_may_open(settings: ServerSettings, caller: Caller, command: Open) -> None:
    """Raise TableError if the caller may not open a table here."""
    place = caller.place
    if caller.lacking:
        raise TableError(
            say(
                "I can't host games here yet. An admin needs to give me: {permissions}.",
                permissions=all_of(caller.lacking),
            )
        )
    if settings.channels and not {place.channel_id, place.parent_id} & set(settings.channels):
        where = one_of(Verbatim(f"<#{channel}>") for channel in settings.channels)
        raise TableError(say("Games start in {channels} in this server.", channels=where))
    if settings.openers and not caller.roles & set(settings.openers) and not caller.may_manage:
        roles = one_of(Verbatim(f"<@&{role}>") for role in settings.openers)
        raise TableError(say("Only {roles} can start games in this server.", roles=roles))
    if command.unseeing:
        names = all_of(Stranger(user.name) for user in command.unseeing)
        raise TableError(
            say(
                "{names} can't see this channel. Choose another one.",
                names=names,
            )
        )


def require_may_post(channel_id: int, lacking: Sequence[Sentence] | None) -> None:
    """Raise TableError unless the bot may post in a channel by itself.

    `lacking` are the permissions that it lacks there, None if it doesn't see the channel.
    """
    where = Verbatim(f"<#{channel_id}>")
    if lacking is None:
        raise TableError(
            say(
                "I can't see {channel}. Give me “View Channel” in its settings, then choose "
                "it again.",
                channel=where,
            )
        )
    if lacking:
        raise TableError(
            say(
                "I can't post in {channel} yet. Give me {permissions} in its settings, then "
                "choose it again.",
                channel=where,
                permissions=all_of(lacking),
            )
        )


def with_roles(settings: ServerSettings, caller: Caller) -> Caller:
    """Return the caller, as a moderator of all channels if one of their roles makes them one."""
    if not caller.roles & set(settings.moderators):
        return caller
    return replace(caller, may_moderate=True, may_moderate_all=True)


def require_server_owner(caller: Caller) -> int:
    """Return the server that the caller owns. Raises TableError for everyone else."""
    guild_id = _require_owner(caller)
    if not caller.is_owner:
        raise TableError(say("Only the server's owner can do that."))
    return guild_id


def _require_owner(caller: Caller) -> int:
    """Return the server that the caller may change. Raises TableError."""
    if caller.place.guild_id is None:
        raise TableError(say("Settings are for servers only."))
    if not caller.may_manage:
        raise TableError(say("That's for admins."))
    if not caller.has_bot:
        raise BotMissing
    return caller.place.guild_id
