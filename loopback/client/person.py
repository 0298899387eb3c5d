"""One human at a keyboard: does what a Discord client lets a person do, and sees what it shows."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from loopback.client import modals, selects
from loopback.client.modals import Modal
from loopback.client.options import filled_in
from loopback.client.reply import Reply
from loopback.errors import CannotDo
from loopback.interactions.commands import Choice, Leaf, Value
from loopback.interactions.lifecycle import Interaction, Status
from loopback.interactions.lifecycle import Kind as InteractionKind
from loopback.model.channels import Channel
from loopback.model.components import Component, Kind
from loopback.model.messages import Message
from loopback.model.people import User
from loopback.payload import Payload
from loopback.platform import Platform
from loopback.validation.messages import MOST_CONTENT
from loopback.world import posting, threads

Place: TypeAlias = str | int | Channel
"""A channel or thread by name, by id, or itself."""

TIMEOUT = 10.0
UPDATE_TIMEOUT = 3.0


class Person:
    """Acts as one user.

    What a Discord client would not let through raises CannotDo, and nothing happens.
    """

    def __init__(self, platform: Platform, user: User) -> None:
        self._platform = platform
        self._world = platform.world
        self.user = user

    @property
    def id(self) -> int:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The user's name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """How a message names this person."""
        return f"<@{self.user.id}>"

    def sees(self, channel: Place = "lobby") -> list[Message]:
        """Return the messages of a channel, oldest first, own ephemeral ones among them."""
        place = self.place(channel)
        return self._world.history(place, self.user.id)

    def place(self, channel: Place) -> Channel:
        """Return a channel this person sees; CannotDo otherwise."""
        try:
            place = self._world.channel(channel)
        except KeyError as error:
            raise CannotDo(str(error.args[0])) from None
        if not self._world.may_see(self.user.id, place):
            raise CannotDo(f"{self.name} does not see #{place.name}")
        return place

    def dm(self) -> Channel:
        """Return the direct messages with the bot."""
        return threads.open_dm(self._world, self.user)

    def usable_commands(self, channel: Place = "lobby") -> list[Leaf]:
        """Return the commands this person may use in a channel."""
        return list(self._platform.commands.usable(self._world, self.place(channel), self.user))

    def say(self, content: str, channel: Place = "lobby") -> Message:
        """Write a message of one's own."""
        place = self._writable(channel)
        if not len(content.strip()) >= 1 or len(content) > MOST_CONTENT:
            raise CannotDo(f"a message has 1 to {MOST_CONTENT} characters, not {len(content)}")
        return posting.post(self._world, place, self.user, {"content": content}, {})

    def _writable(self, channel: Place) -> Channel:
        place = self.place(channel)
        if not self._world.may_send(self.user.id, place):
            raise CannotDo(f"{self.name} may not write in #{place.name}")
        if place.thread is not None and place.thread.archived and place.thread.locked:
            raise CannotDo(f"the thread {place.name!r} is locked")
        return place

    async def slash(
        self,
        path: str,
        *,
        channel: Place = "lobby",
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
        values: Mapping[str, "Value | Person"] | None = None,
        **options: "Value | Person",
    ) -> Reply:
        """Send a command: its path ("play czech") and its options by name.

        `values` takes options whose names are no Python names or are taken here. Waits until the
        bot answered or 3 seconds passed; after a deferral, up to `timeout` seconds for what it
        promised.
        """
        interaction = self.start_slash(path, channel, {**(values or {}), **options})
        return await self.outcome(interaction, timeout)

    def start_slash(
        self, path: str, channel: Place, values: Mapping[str, "Value | Person"]
    ) -> Interaction:
        """Send a command and do not wait."""
        place = self._commandable(channel)
        leaf = self._platform.commands.leaf(self._world, place, self.user, path)
        plain = {name: _plain(value) for name, value in values.items()}
        return self._platform.interactions.begin(
            InteractionKind.COMMAND,
            self.user,
            place,
            filled_in(self._world, self._world.guild_of(place), leaf, plain),
            label=f"/{leaf.path}",
            command=leaf.path,
        )

    def _commandable(self, channel: Place) -> Channel:
        place = self.place(channel)
        if place.thread is not None and place.thread.archived and place.thread.locked:
            raise CannotDo(f"the thread {place.name!r} is locked")
        return place

    async def autocomplete(
        self,
        path: str,
        option: str,
        value: str = "",
        *,
        channel: Place = "lobby",
        values: Mapping[str, "Value | Person"] | None = None,
        **options: "Value | Person",
    ) -> list[Choice]:
        """Type into an option and return what the bot suggests; nothing if it does not answer."""
        place = self._commandable(channel)
        leaf = self._platform.commands.leaf(self._world, place, self.user, path)
        if not leaf.option(option).autocomplete:
            raise CannotDo(f"/{leaf.path} {option} has no autocomplete")
        filled = {name: _plain(each) for name, each in {**(values or {}), **options}.items()}
        interaction = self._platform.interactions.begin(
            InteractionKind.AUTOCOMPLETE,
            self.user,
            place,
            filled_in(
                self._world,
                self._world.guild_of(place),
                leaf,
                filled | {option: value},
                focused=option,
            ),
            label=f"/{leaf.path}",
            command=leaf.path,
        )
        await interaction.acknowledged.wait()
        return list(interaction.choices)

    async def click(
        self,
        message: Message,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Press a button, named by its label or custom_id, as the message stands now."""
        return await self.outcome(self.start_click(message, label, custom_id=custom_id), timeout)

    def start_click(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None
    ) -> Interaction:
        """Press a button and do not wait."""
        present = self._present(message)
        button = _one(
            present.buttons(),
            f"button {label or custom_id!r}",
            lambda each: (
                (label is None or each.label == label)
                and (custom_id is None or each.custom_id == custom_id)
            ),
        )
        if button.custom_id is None:
            raise CannotDo(f"the button {button.label!r} is a link to {button.url}")
        return self._use(present, button, {"component_type": int(Kind.BUTTON)})

    async def choose(
        self,
        message: Message,
        *chosen: "str | Person",
        custom_id: str | None = None,
        placeholder: str | None = None,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Choose values (or persons) in a select, named by custom_id or placeholder if need be."""
        values = [str(each.id) if isinstance(each, Person) else each for each in chosen]
        interaction = self.start_choose(
            message, values, custom_id=custom_id, placeholder=placeholder
        )
        return await self.outcome(interaction, timeout)

    def start_choose(
        self,
        message: Message,
        values: Sequence[str],
        *,
        custom_id: str | None = None,
        placeholder: str | None = None,
    ) -> Interaction:
        """Choose in a select and do not wait."""
        present = self._present(message)
        select = _one(
            present.selects(),
            f"select {custom_id or placeholder or ''!r}",
            lambda each: (
                (custom_id is None or each.custom_id == custom_id)
                and (placeholder is None or each.placeholder == placeholder)
            ),
        )
        guild = self._world.guild_of(self._world.channels[present.channel_id])
        data = selects.data(self._world, guild, select, values)
        return self._use(present, select, data | {"component_type": int(select.kind)})

    def _present(self, message: Message) -> Message:
        present = self._world.messages.get(message.id)
        if present is None:
            raise CannotDo("this message was deleted")
        self.place(present.channel_id)
        if present.audience not in (None, self.user.id):
            raise CannotDo(f"{self.name} does not see this message")
        return present

    def _use(self, message: Message, component: Component, data: Payload) -> Interaction:
        if component.disabled:
            name = component.label or component.placeholder or component.custom_id
            raise CannotDo(f"{name!r} is disabled")
        return self._platform.interactions.begin(
            InteractionKind.COMPONENT,
            self.user,
            self._world.channels[message.channel_id],
            {"custom_id": component.custom_id, "id": component.raw.get("id", 0)} | data,
            label=component.label or component.placeholder or "",
            message=message,
        )

    async def submit(
        self,
        modal: Modal,
        values: Mapping[str, str | Sequence[str]],
        *,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Send a modal with texts (and lists of chosen values) by custom_id."""
        return await self.outcome(self.start_submit(modal, values), timeout)

    def start_submit(self, modal: Modal, values: Mapping[str, str | Sequence[str]]) -> Interaction:
        """Send a modal and do not wait."""
        opener = modal.interaction
        if opener.user is not self.user:
            raise CannotDo(f"{self.name} does not see the modal {modal.title!r}")
        source = self._world.messages.get(opener.message_id or 0)
        return self._platform.interactions.begin(
            InteractionKind.MODAL,
            self.user,
            opener.channel,
            modals.data(self._world, modal, values),
            label=modal.title,
            message=source,
            command=opener.command,
        )

    def dismiss(self, message: Message) -> None:
        """Take an ephemeral message from one's own view."""
        if self._present(message).audience is None:
            raise CannotDo("only a message that nobody else sees can be dismissed")
        posting.delete(self._world, message)

    def join(self, thread: Place) -> None:
        """Join a thread."""
        channel = self.place(thread)
        if channel.thread is None:
            raise CannotDo(f"#{channel.name} is no thread")
        threads.join(self._world, channel, channel.thread, self.user)

    def leave(self, thread: Place) -> None:
        """Leave a thread."""
        channel = self.place(thread)
        if channel.thread is None:
            raise CannotDo(f"#{channel.name} is no thread")
        threads.leave(self._world, channel, channel.thread, self.user)

    async def outcome(
        self,
        interaction: Interaction,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Wait for what comes of an interaction.

        A silent deferral (type 6) may be the bot's whole answer, so it is waited on no longer than
        3 seconds.
        """
        await interaction.acknowledged.wait()
        if interaction.status is Status.THINKING:
            wait = timeout if interaction.response_type == 5 else min(timeout, UPDATE_TIMEOUT)
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.settled.wait(), wait)
        message = self._world.messages.get(interaction.response_id or 0)
        silent = interaction.status is Status.ANSWERED and interaction.response_type == 6
        if silent and interaction.made_ids:
            message = self._world.messages.get(interaction.made_ids[-1])
        return Reply(
            interaction,
            message,
            None if interaction.modal is None else Modal(interaction, interaction.modal),
            interaction.failed,
            interaction.status is Status.UPDATED,
            interaction.acknowledged_after,
        )


def _plain(value: "Value | Person") -> Value:
    return value.user if isinstance(value, Person) else value


def _one(
    components: Sequence[Component], what: str, fits: Callable[[Component], bool]
) -> Component:
    found = [each for each in components if fits(each)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(each.label or each.placeholder or each.custom_id) for each in components)
    count = "no" if not found else "more than one"
    raise CannotDo(f"this message has {count} {what}; it has: {known or 'none'}")
