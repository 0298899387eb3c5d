"""One person at a Discord client."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from loopback.client import menus, modals, selects
from loopback.client.modals import Modal
from loopback.client.options import filled_in
from loopback.client.reply import Reply
from loopback.client.viewer import Place, Viewer
from loopback.errors import ApiError, CannotDo, ErrorCode, Failed
from loopback.interactions import installs
from loopback.interactions.commands import Choice, CommandType, Leaf, Value
from loopback.interactions.lifecycle import Interaction, Status, shortcoming
from loopback.interactions.lifecycle import Kind as InteractionKind
from loopback.interactions.responses import DEFER, DEFER_UPDATE
from loopback.model.channels import WITH_POSTS, Channel
from loopback.model.components import Component, ComponentType
from loopback.model.messages import Message
from loopback.model.people import Role
from loopback.model.permissions import Permission
from loopback.payload import Payload
from loopback.validation.messages import MOST_CONTENT
from loopback.world import posting, reactions, restrictions, threads

TIMEOUT = 10.0
UPDATE_TIMEOUT = 3.0


class Person(Viewer):
    """A person, who acts as one user.

    An act that a Discord client would not allow raises CannotDo, and nothing happens.
    """

    def say(self, content: str, channel: Place = None) -> Message:
        """Write a message."""
        place = self.writable(channel)
        if not len(content.strip()) >= 1 or len(content) > MOST_CONTENT:
            raise CannotDo(f"a message has 1 to {MOST_CONTENT} characters, not {len(content)}")
        if restrictions.is_blocked(self.world, place, self.id, content):
            raise CannotDo(ErrorCode.BLOCKED_MESSAGE.message)
        self.act(place)
        said = posting.post(self.world, place, self.user, {"content": content}, {})
        self.note_read(place, said.id)
        return said

    async def slash(
        self,
        path: str,
        *,
        channel: Place = None,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
        values: Mapping[str, "Value | Person"] | None = None,
        **options: "Value | Person",
    ) -> Reply:
        """Send a command: its path ("play czech") and its options by name.

        Options go into `values` if their names are not Python names or are parameters here. Wait
        until the bot answers or 3 seconds have passed, and after a deferral up to `timeout` seconds
        for the message that it promises. A command that is not registered yet is waited for, for 3
        seconds at most.
        """
        await self._appears(path)
        interaction = self.start_slash(path, channel, {**(values or {}), **options})
        return await self.outcome(interaction, timeout)

    async def _appears(self, path: str) -> None:
        words = path.removeprefix("/").split()
        await self.platform.commands.appears(CommandType.SLASH, words[0] if words else "")

    def start_slash(
        self,
        path: str,
        channel: Place = None,
        values: Mapping[str, "Value | Person"] | None = None,
    ) -> Interaction:
        """Send a command, which must be registered by now, without waiting."""
        place = self.commandable(channel)
        leaf = self.platform.commands.leaf(self.world, place, self.user, path)
        self.act(place)
        return self._send(InteractionKind.COMMAND, leaf, place, values or {})

    async def use(
        self,
        name: str,
        target: "Message | Person",
        *,
        channel: Place = None,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Use a command in the menu of a person, or of a message, whose channel is its own.

        It waits as `slash` does.
        """
        await self.platform.commands.appears(_menu_of(target), name)
        return await self.outcome(self.start_use(name, target, channel), timeout)

    def start_use(
        self, name: str, target: "Message | Person", channel: Place = None
    ) -> Interaction:
        """Use a command in a menu without waiting."""
        kind = _menu_of(target)
        place = self.commandable(target.channel_id if isinstance(target, Message) else channel)
        command = self.platform.commands.menu(self.world, place, self.user, kind, name)
        if isinstance(target, Message):
            data = menus.of_message(self.world, command, self.present(target))
        else:
            data = menus.of_user(self.world, self.world.guild_of(place), command, target.user)
        self.act(place)
        return self.platform.interactions.begin(
            InteractionKind.COMMAND,
            self.user,
            place,
            data,
            label=name,
            owners=self.platform.commands.owners(self.world, command, place, self.user),
            command=name,
        )

    def _send(
        self,
        kind: InteractionKind,
        leaf: Leaf,
        place: Channel,
        values: Mapping[str, "Value | Person"],
        *,
        focused: str | None = None,
    ) -> Interaction:
        """Send a command, or the request for suggestions in its option `focused`."""
        plain = {
            name: value.user if isinstance(value, Person) else value
            for name, value in values.items()
        }
        return self.platform.interactions.begin(
            kind,
            self.user,
            place,
            filled_in(self.world, place, leaf, plain, focused=focused),
            label=f"/{leaf.path}",
            owners=self.platform.commands.owners(self.world, leaf.command, place, self.user),
            command=leaf.path,
        )

    async def autocomplete(
        self,
        path: str,
        option: str,
        value: str = "",
        *,
        channel: Place = None,
        values: Mapping[str, "Value | Person"] | None = None,
        **options: "Value | Person",
    ) -> list[Choice]:
        """Type into an option and return the bot's suggestions, or none if it does not answer.

        A command that is not registered yet is waited for, as `slash` does.
        """
        await self._appears(path)
        place = self.commandable(channel)
        leaf = self.platform.commands.leaf(self.world, place, self.user, path)
        if not leaf.option(option).autocomplete:
            raise CannotDo(f"/{leaf.path} {option} has no autocomplete")
        typed = {**(values or {}), **options, option: value}
        interaction = self._send(InteractionKind.AUTOCOMPLETE, leaf, place, typed, focused=option)
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
        """Press a button of the message as it is now, named by its label or custom_id."""
        return await self.outcome(self.start_click(message, label, custom_id=custom_id), timeout)

    def start_click(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None
    ) -> Interaction:
        """Press a button without waiting."""
        present = self.present(message)
        button = _one(
            present.buttons(),
            _named("button", label or custom_id),
            lambda each: (
                (label is None or each.label == label)
                and (custom_id is None or each.custom_id == custom_id)
            ),
        )
        if button.custom_id is None:
            raise CannotDo(f"the button {button.label!r} is a link to {button.url}")
        return self._use(present, button, {"component_type": int(ComponentType.BUTTON)})

    async def choose(
        self,
        message: Message,
        *chosen: "str | Person | Channel | Role",
        custom_id: str | None = None,
        placeholder: str | None = None,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Choose values (not labels), people, channels or roles in a select.

        A message with several selects needs its custom_id or placeholder.
        """
        values = [each if isinstance(each, str) else str(each.id) for each in chosen]
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
        """Choose in a select without waiting."""
        present = self.present(message)
        select = _one(
            present.selects(),
            _named("select", custom_id or placeholder),
            lambda each: (
                (custom_id is None or each.custom_id == custom_id)
                and (placeholder is None or each.placeholder == placeholder)
            ),
        )
        place = self.world.channels[present.channel_id]
        data = selects.data(self.world, place, select, values)
        return self._use(present, select, data | {"component_type": int(select.kind)})

    def _use(self, message: Message, component: Component, data: Payload) -> Interaction:
        if component.disabled:
            name = component.label or component.placeholder or component.custom_id
            raise CannotDo(f"{name!r} is disabled")
        place = self.world.channels[message.channel_id]
        owners = message.source.owners if message.source else {"0": str(place.guild_id or 0)}
        is_installed = place.guild_id is None or self.world.has_commands_in(place.guild_id)
        if not is_installed and not installs.is_only_users(owners):
            raise CannotDo(f"{self.world.bot.name} is no longer in this server")
        self.act(place)
        self.unarchive(place)
        return self.platform.interactions.begin(
            InteractionKind.COMPONENT,
            self.user,
            place,
            {"custom_id": component.custom_id, "id": component.raw.get("id", 0)} | data,
            label=component.label or component.placeholder or "",
            owners=owners,
            message=message,
        )

    async def submit(
        self,
        modal: Modal,
        values: Mapping[str, str | Sequence[str]],
        *,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Send a modal with texts and lists of chosen values, by custom_id or label."""
        return await self.outcome(self.start_submit(modal, values), timeout)

    def start_submit(self, modal: Modal, values: Mapping[str, str | Sequence[str]]) -> Interaction:
        """Send a modal without waiting."""
        opener = modal.interaction
        if opener.user is not self.user:
            raise CannotDo(f"{self.name} does not see the modal {modal.title!r}")
        source = self.world.messages.get(opener.message_id or 0)
        data = modals.data(self.world, modal, values)
        self.act(opener.channel)
        return self.platform.interactions.begin(
            InteractionKind.MODAL,
            self.user,
            opener.channel,
            data,
            label=modal.title,
            owners=opener.owners,
            message=source,
            command=opener.command,
            opened_by=opener,
        )

    def dismiss(self, message: Message) -> None:
        """Remove an ephemeral message from this person's view."""
        if self.present(message).audience is None:
            raise CannotDo("only a message that nobody else sees can be dismissed")
        posting.delete(self.world, message)

    def react(self, message: Message, emoji: str) -> None:
        """React to a message with an emoji of Unicode."""
        present = self.present(message)
        place = self.writable(present.channel_id)
        needed = Permission.ADD_REACTIONS
        if emoji not in present.reactions and needed not in self.world.permissions(self.id, place):
            raise CannotDo(f"{self.name} may not add reactions in #{place.name}")
        try:
            reactions.add(self.world, present, emoji, self.user)
        except ApiError as error:
            raise CannotDo(error.message) from None

    def unreact(self, message: Message, emoji: str) -> None:
        """Take a reaction back."""
        reactions.remove(self.world, self.present(message), emoji, self.user)

    def open_thread(
        self,
        name: str,
        content: str = "",
        *,
        channel: Place = None,
        message: Message | None = None,
        private: bool = False,
    ) -> Channel:
        """Open a thread with a first message: on a message, alone, or as a post of a forum."""
        parent = self.place(channel if message is None else message.channel_id)
        self.check_voice(parent)
        granted = self.world.permissions(self.id, parent)
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        if parent.type in WITH_POSTS:
            needed = Permission.SEND_MESSAGES
        if needed not in granted or parent.thread is not None:
            raise CannotDo(f"{self.name} may not open a thread in #{parent.name}")
        self.act(parent)
        try:
            thread = threads.open_thread(
                self.world,
                parent,
                name,
                self.user,
                message=message,
                private=private,
                auto_archive_minutes=parent.auto_archive_minutes or 1440,
            )
        except ApiError as error:
            raise CannotDo(error.message) from None
        if content:
            self.say(content, thread)
        return thread

    def join(self, thread: Place) -> None:
        """Join a thread."""
        channel = self.place(thread)
        if channel.thread is None:
            raise CannotDo(f"#{channel.name} is no thread")
        if channel.thread.archived:
            raise CannotDo(f"the thread {channel.name!r} is archived")
        threads.join(self.world, channel, channel.thread, self.user)

    def leave(self, thread: Place) -> None:
        """Leave a thread."""
        channel = self.place(thread)
        if channel.thread is None:
            raise CannotDo(f"#{channel.name} is no thread")
        threads.leave(self.world, channel, channel.thread, self.user)

    def _last_made(self, interaction: Interaction) -> Message | None:
        made = interaction.made_ids[-1:]
        return self.world.messages.get(made[0]) if made else None

    async def outcome(
        self,
        interaction: Interaction,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 - the caller's patience
    ) -> Reply:
        """Wait for the outcome of an interaction.

        A silent deferral (type 6) may be the bot's whole answer, so the wait after it is at most 3
        seconds. It is as long for a further message after a deferral whose message was deleted.
        Failed for an interaction that fails on a server with strict=True.
        """
        await interaction.acknowledged.wait()
        if interaction.status is Status.THINKING:
            wait = timeout if interaction.response_type == DEFER else min(timeout, UPDATE_TIMEOUT)
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.settled.wait(), wait)
        message = await self._answer(interaction, timeout)
        self.note_read(interaction.channel, max(interaction.id, message.id if message else 0))
        if self.platform.is_strict and interaction.failed is not None:
            sentence = shortcoming(interaction)
            self.platform.shortcomings = [
                each for each in self.platform.shortcomings if each != sentence
            ]
            raise Failed(sentence)
        return Reply(
            interaction,
            message,
            None if interaction.modal is None else Modal(interaction, interaction.modal),
            interaction.failed,
            interaction.status is Status.UPDATED,
            interaction.acknowledged_after,
        )

    async def _answer(
        self,
        interaction: Interaction,
        timeout: float,  # noqa: ASYNC109 - the caller's patience
    ) -> Message | None:
        message = self.world.messages.get(interaction.response_id or 0)
        answered = interaction.status is Status.ANSWERED
        if answered and interaction.response_type == DEFER and message is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(interaction.followed.wait(), min(timeout, UPDATE_TIMEOUT))
            message = self._last_made(interaction)
        elif answered and interaction.response_type == DEFER_UPDATE:
            message = self._last_made(interaction) or message
        return message


def _named(what: str, name: str | None) -> str:
    return what if name is None else f"{what} {name!r}"


def _menu_of(target: "Message | Person") -> CommandType:
    return CommandType.MESSAGE if isinstance(target, Message) else CommandType.USER


def _one(
    components: Sequence[Component], what: str, fits: Callable[[Component], bool]
) -> Component:
    found = [each for each in components if fits(each)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(each.label or each.placeholder or each.custom_id) for each in components)
    count = "no" if not found else "more than one"
    raise CannotDo(f"this message has {count} {what}; it has: {known or 'none'}")
