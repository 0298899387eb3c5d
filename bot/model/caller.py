"""The person who gives a command, and the place: the facts that only Discord knows."""

from dataclasses import dataclass
from enum import Enum

from rules.contract.sentence import Sentence

__all__ = ["Caller", "Place", "PlaceKind", "User"]


class PlaceKind(Enum):
    """The kinds of channel that a table can stand in."""

    GUILD = "guild"
    """A text channel or thread of a server."""
    BOT_DM = "bot_dm"
    """The direct messages between a person and the bot."""
    PRIVATE = "private"
    """Direct messages or a group of people without the bot."""


@dataclass(frozen=True, slots=True)
class User:
    """A Discord user, by the number and the name that others see."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread. `parent_id` is the channel that a thread belongs to."""

    channel_id: int
    guild_id: int | None = None
    parent_id: int | None = None
    kind: PlaceKind = PlaceKind.GUILD


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who gives a command.

    `may_moderate` tells whether Discord lets them manage messages in this place, `may_manage`
    whether they may change the server; `locale` is their language as Discord names it.
    """

    user: User
    place: Place
    locale: str = "en-US"
    may_moderate: bool = False
    may_manage: bool = False
    has_bot: bool = True
    """Whether the server has the bot; people may have installed it for themselves."""
    roles: frozenset[int] = frozenset()
    """The roles that they have in the server."""
    sees: int | None = None
    """Another channel of the server, which they were found to see."""
    lacking: tuple[Sentence, ...] = ()
    """What the bot is not permitted here and a table needs, in Discord's words."""
