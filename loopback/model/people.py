"""Users, and the guilds they are members of."""

from dataclasses import dataclass, field
from typing import Final

from loopback.snowflake import named

LOCALES: Final = (
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
    "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
)  # fmt: skip
"""The languages of Discord's client ("Locales")."""


@dataclass(slots=True, eq=False)
class User:
    """A person or a bot. `name` is shown, `username` is unique and in lower case.

    `has_installed`: the user installed the bot's application to their account.
    """

    id: int
    username: str
    name: str
    bot: bool = False
    colour: str = "#5865f2"
    locale: str = "en-US"
    accepts_dms: bool = True
    has_installed: bool = False


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild; the one with the guild's id is everyone's.

    `bot_id`: the bot for which Discord made it. `hoist`: its members are listed apart.
    """

    id: int
    name: str
    permissions: int
    position: int = 1
    mentionable: bool = False
    bot_id: int | None = None
    colour: int = 0
    hoist: bool = False


@dataclass(slots=True, eq=False)
class Member:
    """A user in a guild. `silent_until`: the end of a time-out, in Unix seconds."""

    user: User
    joined: float
    nick: str | None = None
    role_ids: set[int] = field(default_factory=set[int])
    silent_until: float = 0.0


@dataclass(slots=True, eq=False)
class Guild:
    """A guild: its roles and members by id, the ids of its channels and threads in order.

    `unavailable`: it has an outage. `has_commands`: it has the application's commands, as after an
    install with the scope `applications.commands`; it may have them without the bot.
    `blocked_words` are its AutoMod's, `banned` the ids of those who may not come back.
    """

    id: int
    name: str
    owner_id: int
    roles: dict[int, Role]
    members: dict[int, Member] = field(default_factory=dict[int, Member])
    channel_ids: list[int] = field(default_factory=list[int])
    locale: str = "en-US"
    is_community: bool = False
    unavailable: bool = False
    has_commands: bool = False
    blocked_words: set[str] = field(default_factory=set[str])
    banned: set[int] = field(default_factory=set[int])
    system_channel_id: int | None = None

    def add_role(self, name: str, permissions: int, *, mentionable: bool = False) -> Role:
        """Add a role above the others."""
        role = Role(
            named(f"role {self.id} {name}"), name, permissions, len(self.roles), mentionable
        )
        self.roles[role.id] = role
        return role

    def rank(self, user_id: int) -> int:
        """Return the position of a member's highest role; the owner stands above all."""
        if user_id == self.owner_id:
            return 1 + max(each.position for each in self.roles.values())
        member = self.members.get(user_id)
        held = member.role_ids if member else ()
        return max((self.roles[each].position for each in held), default=0)

    def shown_name(self, user: User) -> str:
        """Return the nickname of a member, or else the user's name."""
        member = self.members.get(user.id)
        return (member.nick if member else None) or user.name
