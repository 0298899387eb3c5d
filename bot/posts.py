"""A message before it is sent: text, picture with alt text, buttons, and who is pinged."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

import discord
from discord import ui

__all__ = ["Document", "Picture", "Post", "layout"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board and the same in words, at most 1024 characters of them."""

    png: bytes
    alt: str

    def file(self) -> discord.File:
        """Return it as an upload; each upload needs one of its own."""
        return discord.File(io.BytesIO(self.png), "board.png", description=self.alt)


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to download."""

    name: str
    text: str

    def file(self) -> discord.File:
        """Return it as an upload; each upload needs one of its own."""
        return discord.File(io.BytesIO(self.text.encode()), self.name)


class Sent(TypedDict, total=False):
    """The arguments of a new message."""

    content: str
    files: list[discord.File]
    view: ui.View
    allowed_mentions: discord.AllowedMentions


class Edited(TypedDict):
    """The arguments of a changed message: whatever is not given is removed."""

    content: str
    attachments: list[discord.File]
    view: ui.View | None
    allowed_mentions: discord.AllowedMentions


Row = Sequence[ui.Button[ui.View] | ui.Select[ui.View]]


@dataclass(frozen=True, slots=True)
class Post:
    """One message. `pings` are the users it notifies; a mention of anybody else stays silent."""

    text: str
    picture: Picture | None = None
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    document: Document | None = None

    @property
    def names(self) -> set[str | None]:
        """The names of its buttons and menus."""
        return {item.custom_id for row in self.rows for item in row}

    def sent(self) -> Sent:
        """Return the arguments with which to send it."""
        sent = Sent(content=self.text, allowed_mentions=self._mentions())
        if files := self._files():
            sent["files"] = files
        if self.rows:
            sent["view"] = layout(self.rows)
        return sent

    def edited(self) -> Edited:
        """Return the arguments with which to turn another message into it."""
        return Edited(
            content=self.text,
            attachments=self._files(),
            view=layout(self.rows) if self.rows else None,
            allowed_mentions=self._mentions(),
        )

    def _files(self) -> list[discord.File]:
        return [part.file() for part in (self.picture, self.document) if part]

    def _mentions(self) -> discord.AllowedMentions:
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in self.pings]
        )


def layout(rows: Sequence[Row]) -> ui.View:
    """Return the rows as a view that discord.py does not remember.

    Every button and menu names all it needs in its `custom_id` and is answered by a dynamic item,
    so a stopped view is all that is wanted: nothing is kept per message, nothing times out.
    """
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
    view.stop()
    return view
