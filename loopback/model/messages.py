"""Messages, as values: every edit makes a new one."""

import builtins
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag

from loopback.model import components
from loopback.model.components import SELECTS, Component, ComponentType
from loopback.model.people import User
from loopback.payload import Payload
from loopback.snowflake import created


class MessageFlag(IntFlag):
    """Discord's message flags that this server knows (reference, "Message Flags")."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class MessageType:
    """Discord's numbers for the kinds of message this server makes."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file on a message; `bytes` is its content."""

    id: int
    filename: str
    content_type: str
    bytes: builtins.bytes = field(repr=False)
    description: str | None = None
    width: int | None = None
    height: int | None = None

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self.bytes)

    @property
    def spoiler(self) -> bool:
        """True if it is covered until it is clicked; Discord goes by the name."""
        return self.filename.startswith("SPOILER_")


@dataclass(frozen=True, slots=True)
class Source:
    """The interaction that a message answers.

    `message_id` is the message whose component it was, `owners` its
    `authorizing_integration_owners`, `opened_by` the interaction that opened the modal. The target
    is the user or message on which a command of a menu was used.
    """

    interaction_id: int
    kind: int
    user_id: int
    owners: Mapping[str, str]
    name: str | None = None
    message_id: int | None = None
    opened_by: "Source | None" = None
    target_user_id: int | None = None
    target_message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `audience`: the one user who sees it, if it is ephemeral.

    `pings` are the users that it notified when it was sent; `mentions` are those that its text
    names and highlights. An edit changes `mentions` and never pings. `thread_id` is the thread that
    was started from it, or the one that a `THREAD_CREATED` message announces. `reactions` has the
    users by emoji, in order. `webhook_id` is the channel's webhook that sent it.
    """

    id: int
    channel_id: int
    author: User
    content: str = ""
    type: int = MessageType.DEFAULT
    flags: MessageFlag = MessageFlag(0)  # noqa: RUF009 - an IntFlag is immutable
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[Payload, ...] = ()
    raw_components: tuple[Payload, ...] = ()
    mentions: tuple[int, ...] = ()
    mention_roles: tuple[int, ...] = ()
    mention_everyone: bool = False
    pings: frozenset[int] = frozenset()
    nonce: str | None = None
    edited: float | None = None
    audience: int | None = None
    source: Source | None = None
    application_id: int | None = None
    through_webhook: bool = False
    reply_to: int | None = None
    thread_id: int | None = None
    pinned: bool = False
    tts: bool = False
    reactions: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    webhook_id: int | None = None

    @property
    def created(self) -> float:
        """The time of sending, in Unix seconds."""
        return created(self.id)

    @property
    def ephemeral(self) -> bool:
        """True if only one user sees it."""
        return MessageFlag.EPHEMERAL in self.flags

    @property
    def loading(self) -> bool:
        """True while it says "thinking..."."""
        return MessageFlag.LOADING in self.flags

    @property
    def components(self) -> tuple[Component, ...]:
        """The components as a tree."""
        return components.parse(self.raw_components)

    def buttons(self) -> tuple[Component, ...]:
        """Return the buttons, in reading order."""
        return self._of({ComponentType.BUTTON})

    def selects(self) -> tuple[Component, ...]:
        """Return the selects of every kind, in reading order."""
        return self._of(SELECTS)

    def texts(self) -> tuple[str, ...]:
        """Return the texts: the content and every text display."""
        displays = tuple(each.content for each in self._of({ComponentType.TEXT_DISPLAY}))
        return (self.content, *displays) if self.content else displays

    def _of(self, kinds: frozenset[ComponentType] | set[ComponentType]) -> tuple[Component, ...]:
        return tuple(each for each in components.walk(self.components) if each.kind in kinds)
