"""The view of one person: messages, and the channels to write and use commands in."""

import asyncio
from typing import TypeAlias

from loopback.errors import CannotDo, ErrorCode
from loopback.interactions.commands import CommandType, Leaf
from loopback.model.channels import WITH_POSTS, Channel, ChannelType
from loopback.model.messages import Message
from loopback.model.people import User
from loopback.platform import Platform
from loopback.world import archiving, restrictions, threads
from loopback.world.feed import ChannelChanged, MessageEdited, MessagePosted

Place: TypeAlias = str | int | Channel | None
"""A channel or thread by name, by id, or itself, or None for the first channel of the first
guild."""


class Viewer:
    """A view of the world as one user."""

    def __init__(self, platform: Platform, user: User) -> None:
        self.platform = platform
        self.world = platform.world
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
        """The text that mentions this person."""
        return f"<@{self.user.id}>"

    def sees(self, channel: Place = None) -> list[Message]:
        """Return the messages of a channel, oldest first, with this person's ephemeral ones."""
        place = self.place(channel)
        return self.world.history(place, self.user.id)

    async def next_message(
        self,
        channel: Place = None,
        timeout: float = 10.0,  # noqa: ASYNC109 - the caller's patience
    ) -> Message:
        """Return the next message of someone else in a channel; wait for it if need be.

        It is the first one after this person's last act there and its answer, or after the one that
        was returned before. TimeoutError if none comes.
        """
        place = self.place(channel)
        came = asyncio.Event()
        stop = self.platform.feed.listen(
            lambda event: came.set() if isinstance(event, MessagePosted | MessageEdited) else None
        )
        try:
            async with asyncio.timeout(timeout):
                while (message := self._unread(place)) is None:
                    came.clear()
                    await came.wait()
        except TimeoutError:
            sentence = f"{self.name} got no message in #{place.name} within {timeout:g} s"
            raise TimeoutError(sentence) from None
        finally:
            stop()
        self.note_read(place, message.id)
        return message

    def _unread(self, place: Channel) -> Message | None:
        last = self.platform.read.get((self.id, place.id), 0)
        for message in self.sees(place):
            if message.id > last and message.author is not self.user and not message.loading:
                return message
        return None

    def note_read(self, place: Channel, snowflake: int) -> None:
        """Note that `next_message` begins after this message or interaction."""
        key = self.id, place.id
        self.platform.read[key] = max(snowflake, self.platform.read.get(key, 0))

    def place(self, channel: Place) -> Channel:
        """Return a channel; CannotDo if this person does not see it."""
        try:
            place = self.world.channel(channel)
        except KeyError as error:
            raise CannotDo(str(error.args[0])) from None
        if not self.world.may_see(self.user.id, place):
            raise CannotDo(f"{self.name} does not see #{place.name}")
        guild = self.world.guild_of(place)
        if guild is not None and guild.unavailable:
            raise CannotDo(f"the server {guild.name!r} is unavailable")
        return place

    def dm(self) -> Channel:
        """Return the direct messages with the bot."""
        return threads.open_dm(self.world, self.user)

    def usable_commands(self, channel: Place = None) -> list[Leaf]:
        """Return the commands that this person may use in a channel."""
        return list(self.platform.commands.usable(self.world, self.place(channel), self.user))

    def menu_commands(self, kind: CommandType, channel: Place = None) -> list[str]:
        """Return the names of the commands in the menu of a message or person there."""
        place = self.place(channel)
        found = self.platform.commands.offered(self.world, place, self.user, kind)
        return [str(command.raw["name"]) for command in found]

    def writable(self, channel: Place) -> Channel:
        """Return a channel in which this person can write; CannotDo otherwise."""
        place = self.place(channel)
        self.check_voice(place)
        if not self.world.may_send(self.user.id, place):
            raise CannotDo(f"{self.name} may not write in #{place.name}")
        self._check_open(place)
        return place

    def act(self, place: Channel) -> None:
        """Note an act of this person in a channel; CannotDo in a time-out or for slow mode."""
        self.check_voice(place)
        wait = restrictions.slow_for(self.world, place, self.id)
        if wait:
            raise CannotDo(
                f"{ErrorCode.SLOW_MODE.message}: {self.name} has to wait for {wait:.0f} s"
                f" in #{place.name}"
            )
        restrictions.note_act(self.world, place, self.id)

    def check_voice(self, place: Channel) -> None:
        """Raise CannotDo while this person is timed out."""
        guild = self.world.guild_of(place)
        if guild is not None and self.world.is_silent(guild, self.id):
            raise CannotDo(f"{self.name} is timed out in {guild.name!r}")

    def _check_open(self, place: Channel) -> None:
        """Raise CannotDo for a forum, and for a thread that is locked for this person."""
        if place.type in WITH_POSTS:
            raise CannotDo(f"#{place.name} is a forum: messages are in its posts")
        if place.type is ChannelType.CATEGORY:
            raise CannotDo(f"{place.name!r} is a category: messages are in its channels")
        if archiving.is_locked_for(self.world, place, self.id):
            raise CannotDo(f"the thread {place.name!r} is locked")

    def commandable(self, channel: Place) -> Channel:
        """Return a channel in which this person can use commands; CannotDo otherwise."""
        place = self.place(channel)
        self.check_voice(place)
        self._check_open(place)
        if place.thread is not None and place.thread.archived:
            raise CannotDo(
                f"the thread {place.name!r} is archived: commands work after a message in it"
            )
        return place

    def present(self, message: Message) -> Message:
        """Return a message as it is now; CannotDo if this person does not see it."""
        present = self.world.messages.get(message.id)
        if present is None:
            raise CannotDo("this message was deleted")
        self.place(present.channel_id)
        if present.audience not in (None, self.user.id):
            raise CannotDo(f"{self.name} does not see this message")
        return present

    def unarchive(self, place: Channel) -> None:
        """Open an archived thread before a component in it is used.

        Discord's clients ask for that first, and show an error where it is refused
        (discord-api-docs issues 5946 and 8474).
        """
        if place.thread is None or not place.thread.archived:
            return
        locked = archiving.is_locked_for(self.world, place, self.id)
        if locked or not self.world.may_send(self.id, place):
            raise CannotDo(f"{self.name} may not open the archived thread {place.name!r}")
        archiving.set_archived(self.world, place, archived=False)
        self.world.feed.publish(ChannelChanged(place))
