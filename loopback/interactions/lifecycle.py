"""The life of an interaction: 3 seconds to acknowledge, 15 minutes of follow-ups.

Reference, "Receiving and Responding": the token is invalidated when no first answer comes within 3
seconds, and lives for 15 minutes when one does.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from loopback import wire
from loopback.clock import Alarm
from loopback.errors import ApiError, ErrorCode
from loopback.gateway.service import Gateway
from loopback.interactions import installs
from loopback.interactions.commands import Choice
from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import User
from loopback.payload import Payload
from loopback.validation.messages import FILE_LIMIT
from loopback.world.feed import Event
from loopback.world.state import World

SECONDS_TO_ACKNOWLEDGE = 3.0
SECONDS_TO_LIVE = 15 * 60.0
MOST_REMEMBERED = 50_000

_DEFERRED_MESSAGE = 5


class Kind(IntEnum):
    """Discord's numbers for interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Status(StrEnum):
    """The status of an interaction, as the person sees it."""

    WAITING = "waiting"
    THINKING = "thinking"
    ANSWERED = "answered"
    UPDATED = "updated"
    MODAL = "modal"
    FAILED = "failed"


_FAILED = {
    Kind.COMMAND: "The application did not respond",
    Kind.COMPONENT: "This interaction failed",
    Kind.AUTOCOMPLETE: "Loading options failed",
    Kind.MODAL: "Something went wrong. Try again.",
}


@dataclass(slots=True, eq=False)
class Interaction:
    """One use of a command, component or modal.

    `message_id` is the message whose component it was, `response_id` the message that answers (for
    an update: the same), `opened_by` the interaction that opened the modal, `made_ids` every
    message made through the token. `owners` are its `authorizing_integration_owners`.
    `acknowledged` is set with the first answer or the failure, `settled` when nothing more is owed,
    `followed` with the first follow-up that is a message of its own.
    """

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    data: Payload
    label: str
    began: float
    owners: Mapping[str, str]
    message_id: int | None = None
    custom_id: str | None = None
    command: str | None = None
    opened_by: "Interaction | None" = None
    follow_ups: int = 0
    is_deferral_gone: bool = False
    """True if an ephemeral deferral was deleted before it became a message."""
    status: Status = Status.WAITING
    failed: str | None = None
    response_type: int | None = None
    response_id: int | None = None
    modal: Payload | None = None
    choices: tuple[Choice, ...] = ()
    acknowledged_at: float | None = None
    dismissed: bool = False
    made_ids: list[int] = field(default_factory=list[int])
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    followed: asyncio.Event = field(default_factory=asyncio.Event)
    alarm: Alarm | None = None

    @property
    def acknowledged_after(self) -> float | None:
        """The seconds from the person's act to the bot's first answer."""
        return None if self.acknowledged_at is None else self.acknowledged_at - self.began


def shortcoming(interaction: Interaction) -> str:
    """Return the sentence about an interaction that failed."""
    return f"{interaction.user.name} used {interaction.label!r}: {interaction.failed}"


@dataclass(frozen=True, slots=True)
class InteractionChanged(Event):
    """An interaction began or its status changed."""

    interaction: Interaction


class Interactions:
    """Every interaction of the last quarter of an hour."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._ages: deque[Interaction] = deque()

    def begin(
        self,
        kind: Kind,
        user: User,
        channel: Channel,
        data: Payload,
        *,
        label: str,
        owners: Mapping[str, str],
        message: Message | None = None,
        command: str | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and start its 3 seconds."""
        clock = self._world.clock
        interaction = Interaction(
            id=self._world.ids.next(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user=user,
            channel=channel,
            data=data,
            label=label,
            began=clock.now(),
            owners=owners,
            message_id=None if message is None else message.id,
            custom_id=data.get("custom_id"),
            command=command,
            opened_by=opened_by,
        )
        self._forget_old()
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._ages.append(interaction)
        due = interaction.began + SECONDS_TO_ACKNOWLEDGE
        interaction.alarm = clock.alarm(due, lambda: self._fail(interaction))
        self._world.feed.publish(InteractionChanged(interaction))
        payload = _payload(self._world, interaction, message)
        self._gateway.dispatch("INTERACTION_CREATE", payload, guild_id=channel.guild_id)
        return interaction

    def get(self, interaction_id: int) -> Interaction | None:
        """Return the interaction of this id, if it is remembered."""
        return self._by_id.get(interaction_id)

    def channel_id(self, token: str) -> int | None:
        """Return the channel of the interaction with this token, if it is known."""
        interaction = self._by_token.get(token)
        return None if interaction is None else interaction.channel.id

    def of(self, user: User, channel: Channel) -> list[Interaction]:
        """Return the interactions of a user in a channel that wait or have failed."""
        shown = (Status.WAITING, Status.FAILED)
        return [
            each
            for each in self._ages
            if each.user is user
            and each.channel is channel
            and each.status in shown
            and each.kind is not Kind.AUTOCOMPLETE
            and not each.dismissed
        ]

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """Return an interaction that waits for its first answer.

        ApiError 10062 if it is unknown or 3 seconds old, 40060 if it was acknowledged.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
        if interaction.acknowledged_at is not None:
            raise ApiError(ErrorCode.ALREADY_ACKNOWLEDGED)
        if interaction.status is Status.FAILED:
            raise ApiError(ErrorCode.UNKNOWN_INTERACTION)
        return interaction

    def of_token(self, token: str) -> Interaction:
        """Return the interaction with this token.

        ApiError 50027 if the token is older than 15 minutes, 10015 before the first answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None:
            raise ApiError(ErrorCode.INVALID_TOKEN)
        if self._world.clock.now() > interaction.began + SECONDS_TO_LIVE:
            raise ApiError(ErrorCode.INVALID_TOKEN)
        if interaction.acknowledged_at is None:
            raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
        return interaction

    def acknowledge(self, interaction: Interaction, response_type: int, status: Status) -> None:
        """Note the first answer; a promised message has time until the token's end."""
        clock = self._world.clock
        if interaction.alarm is not None:
            interaction.alarm.cancel()
            interaction.alarm = None
        interaction.response_type = response_type
        interaction.acknowledged_at = clock.now()
        self.move(interaction, status)
        if response_type == _DEFERRED_MESSAGE:
            end = interaction.began + SECONDS_TO_LIVE
            interaction.alarm = clock.alarm(end, lambda: self._fail(interaction))

    def move(self, interaction: Interaction, status: Status) -> None:
        """Change the status of an interaction, and publish that."""
        interaction.status = status
        if status is not Status.WAITING:
            interaction.acknowledged.set()
        if status is not Status.THINKING:
            interaction.settled.set()
            if interaction.alarm is not None:
                interaction.alarm.cancel()
                interaction.alarm = None
        self._world.feed.publish(InteractionChanged(interaction))

    def _fail(self, interaction: Interaction) -> None:
        interaction.failed = _FAILED[interaction.kind]
        self.move(interaction, Status.FAILED)

    def _forget_old(self) -> None:
        """Forget interactions past their life, and under heavy load the oldest."""
        oldest = self._world.clock.now() - SECONDS_TO_LIVE - 60
        while self._ages and (self._ages[0].began < oldest or len(self._ages) >= MOST_REMEMBERED):
            gone = self._ages.popleft()
            del self._by_id[gone.id]
            del self._by_token[gone.token]


def _payload(world: World, interaction: Interaction, message: Message | None) -> Payload:
    """Write INTERACTION_CREATE with all fields of a real one."""
    channel, user = interaction.channel, interaction.user
    application_id = str(world.application_id)
    written: Payload = {
        "id": str(interaction.id),
        "application_id": application_id,
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": wire.channel(world, channel, viewer=user.id),
        "locale": user.locale,
        "app_permissions": str(int(installs.app_permissions(world, channel))),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": FILE_LIMIT,
        "context": int(installs.context_of(world, channel)),
        "authorizing_integration_owners": dict(interaction.owners),
    }
    guild = world.guild_of(channel)
    if guild is None:
        written["user"] = wire.user(user)
    else:
        member = wire.member_with_user(guild.members[user.id])
        member["permissions"] = str(int(world.permissions(user.id, channel)))
        written |= {
            "guild_id": str(guild.id),
            "guild": wire.partial_guild(guild),
            "guild_locale": guild.locale,
            "member": member,
        }
    if message is not None:
        written["message"] = wire.message_of_interaction(world, message)
    return written
