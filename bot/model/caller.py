"""The person who gives a command, and the place: facts that only Discord knows."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from rules.contract.sentence import Sentence
from rules.records.game_record import FORMER_PLAYER

__all__ = [
    "FORMER_PLAYER",
    "NOBODY",
    "Caller",
    "Person",
    "Place",
    "PlaceKind",
    "User",
    "named",
    "user_of",
]

Person = NewType("Person", int)
"""A person's random number, used everywhere in place of the Discord user id."""

NOBODY: Final = Person(0)
"""Stands where there is no person, as for an engine."""


class PlaceKind(Enum):
    """The kinds of channel in which a table can be."""

    GUILD = "guild"
    """A text channel or thread of a server."""
    BOT_DM = "bot_dm"
    """The direct messages between a person and the bot."""
    PRIVATE = "private"
    """Direct messages or a group of people without the bot."""


@dataclass(frozen=True, slots=True)
class User:
    """A person, with the name that others see."""

    id: Person
    name: str


def user_of(person: int | None, name: str) -> User:
    """Return a person from stored values. An engine has no number."""
    return User(Person(person or NOBODY), named(name))


def named(name: str) -> str:
    """Return a stored name, or a neutral word where the person is gone."""
    return name or FORMER_PLAYER


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread. `parent_id` is the channel to which a thread belongs."""

    channel_id: int
    guild_id: int | None = None
    parent_id: int | None = None
    kind: PlaceKind = PlaceKind.GUILD
    is_secret: bool = False
    """True for a private thread."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who gives a command.

    `may_moderate` is true if Discord lets them manage messages in this place, `may_manage` if they
    may change the server; `locale` is their language, and `community` that of the place if
    it is in a Community server, by Discord's codes.
    """

    user: User
    place: Place
    locale: str = "en-US"
    community: str | None = None
    may_moderate: bool = False
    may_moderate_all: bool = False
    """True if they may do so in every channel of the server that doesn't say otherwise."""
    may_manage: bool = False
    is_owner: bool = False
    """True if the server is theirs."""
    has_bot: bool = True
    """True if the bot is on the server; otherwise people have installed it for themselves."""
    is_outside: bool = False
    """True if the place is a private thread that the bot isn't in."""
    has_threads: bool = True
    """False if threads can't hang on the place, as in the chat of a voice channel."""
    roles: frozenset[int] = frozenset()
    """The roles that they have in the server."""
    sees: int | None = None
    """Another channel of the server that they are known to see."""
    lacking: tuple[Sentence, ...] = ()
    """The permissions that the bot lacks here and that a table needs, in Discord's words."""
