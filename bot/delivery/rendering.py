"""Messages made ready for Discord, once: text, pictures, controls and mentions."""

import asyncio
import io
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypedDict

import discord
from discord import ui

from bot.delivery.command_mentions import with_mentions
from bot.delivery.components import Controls
from bot.delivery.people import Users, addressed, users_in
from bot.messages import pictures
from bot.messages.controls.message import Document, Link, Message, Picture, Row, finished
from bot.messages.words.locale import Locale, locale_of
from bot.store.people.accounts import People

__all__ = ["Rendered", "Rendering", "content_of", "drawn"]

_ALT: Final = 1024
"""Characters that Discord allows in an alt text."""


class _SendKwargs(TypedDict, total=False):
    """The arguments of a new message."""

    content: str
    files: list[discord.File]
    view: ui.View
    allowed_mentions: discord.AllowedMentions
    silent: bool


class _EditKwargs(TypedDict):
    """The arguments of a changed message; parts that aren't given are removed."""

    content: str
    attachments: list[discord.File]
    view: ui.View | None
    allowed_mentions: discord.AllowedMentions


@dataclass(frozen=True, slots=True)
class Rendered:
    """A message in the words of one locale, its pictures drawn."""

    message: Message
    users: Users
    """The Discord user ids of the people it mentions."""
    locale: str

    def to_send(self) -> _SendKwargs:
        """Return the arguments that send it. Every upload has file objects of its own."""
        message, locale = self.message, locale_of(self.locale)
        kwargs = _SendKwargs(
            content=content_of(message, self.users, locale), allowed_mentions=self._mentions
        )
        if files := _files(message, locale):
            kwargs["files"] = files
        if message.rows:
            kwargs["view"] = Controls(message.rows, locale)
        if message.is_silent:
            kwargs["silent"] = True
        return kwargs

    def to_edit(self) -> _EditKwargs:
        """Return the arguments that turn another message into it."""
        message, locale = self.message, locale_of(self.locale)
        return _EditKwargs(
            content=content_of(message, self.users, locale),
            attachments=_files(message, locale),
            view=Controls(message.rows, locale) if message.rows else None,
            allowed_mentions=self._mentions,
        )

    @property
    def _mentions(self) -> discord.AllowedMentions:
        known = [self.users[each] for each in self.message.pings if each in self.users]
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in known]
        )


class Rendering:
    """Prepares one bot's messages for sending.

    Controls whose verb isn't in `verbs` (by word) are left out: nothing here answers them, as when
    an extension is switched off. None shows them all.
    """

    def __init__(self, people: People, verbs: Container[str] | None = None) -> None:
        self._people = people
        self._verbs = verbs

    async def rendered(self, message: Message, locale: str) -> Rendered:
        """Return a message for one locale; its pictures are drawn outside the event loop."""
        message = replace(await drawn(message, locale), rows=self._answered(message.rows))
        return Rendered(message, await users_in(self._people, message), locale)

    def _answered(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        verbs = self._verbs
        if verbs is None:
            return tuple(rows)
        shown = (
            [each for each in row if isinstance(each, Link) or each.custom_id.verb.word in verbs]
            for row in rows
        )
        return tuple(row for row in shown if row)


async def drawn(message: Message, code: str) -> Message:
    """Return the message with its pictures drawn, outside the event loop, for one locale."""
    reader = locale_of(code).plain

    async def done(each: Picture | None) -> Picture | None:
        return None if each is None else await finish(each)

    async def finish(each: Picture) -> Picture:
        loop = asyncio.get_running_loop()
        png = await loop.run_in_executor(pictures.THREADS, each.draw, reader)
        return replace(each, draw=finished(png))

    return replace(
        message,
        picture=await done(message.picture),
        more_pictures=tuple([await finish(each) for each in message.more_pictures]),
        second_picture=await done(message.second_picture),
    )


def _files(message: Message, locale: Locale) -> list[discord.File]:
    pictures = (message.picture, *message.more_pictures, message.second_picture)
    parts = (*pictures, *message.documents)
    return [_file(part, locale) for part in parts if part]


def _file(part: Picture | Document, locale: Locale) -> discord.File:
    """Return a file object for one upload, as the next one needs another."""
    if isinstance(part, Picture):
        alt = locale.label(part.alt, _ALT)
        return discord.File(
            io.BytesIO(part.draw(locale.plain)), f"{part.name}.{part.form.value}", description=alt
        )
    return discord.File(io.BytesIO(part.text.encode()), part.name)


def content_of(message: Message, users: Users, locale: Locale) -> str:
    """Return the text of a message, with mentions of commands if there is room."""
    return with_mentions(addressed(locale.message(message.text), users, locale))
