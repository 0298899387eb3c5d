"""Messages, buttons and forms as discord.py sends them."""

import io
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypedDict

import discord
from discord import ButtonStyle, ui

from bot.messages.custom_ids import encode
from bot.messages.message import Button, Document, Form, Menu, Message, Picture, Row, Style

__all__ = ["edit_kwargs", "modal", "send_kwargs", "view"]

_STYLES: Final[Mapping[Style, ButtonStyle]] = MappingProxyType(
    {style: ButtonStyle[style.value] for style in Style}
)
_LABEL: Final = 80
"""Characters that Discord allows on a button."""


class _SendKwargs(TypedDict, total=False):
    """The arguments of a new message."""

    content: str
    files: list[discord.File]
    view: ui.View
    allowed_mentions: discord.AllowedMentions


class _EditKwargs(TypedDict):
    """The arguments of a changed message: what is not given is removed."""

    content: str
    attachments: list[discord.File]
    view: ui.View | None
    allowed_mentions: discord.AllowedMentions


def send_kwargs(message: Message) -> _SendKwargs:
    """Return the arguments with which to send a message."""
    kwargs = _SendKwargs(content=message.text, allowed_mentions=_mentions(message))
    if files := _files(message):
        kwargs["files"] = files
    if message.rows:
        kwargs["view"] = view(message.rows)
    return kwargs


def edit_kwargs(message: Message) -> _EditKwargs:
    """Return the arguments with which to turn another message into this one."""
    return _EditKwargs(
        content=message.text,
        attachments=_files(message),
        view=view(message.rows) if message.rows else None,
        allowed_mentions=_mentions(message),
    )


def view(rows: Sequence[Row]) -> ui.View:
    """Return the rows as a view that discord.py does not remember.

    Each custom_id holds all that its handler needs and is answered by a dynamic item, so a
    stopped view is enough: nothing is kept per message, nothing times out.
    """
    built = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            built.add_item(_item(item, number))
    built.stop()
    return built


def modal(form: Form) -> ui.Modal:
    """Return a form that discord.py does not remember."""
    built = ui.Modal(title=form.title, custom_id=encode(form.custom_id))
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text", placeholder=form.example, min_length=1, max_length=form.longest
    )
    built.add_item(ui.Label(text=form.question, component=line))
    built.stop()
    return built


def _item(item: Button | Menu, row: int) -> ui.Button[ui.View] | ui.Select[ui.View]:
    if isinstance(item, Button):
        return ui.Button(
            label=_cut(item.label),
            custom_id=encode(item.custom_id),
            style=_STYLES[item.style],
            disabled=item.disabled,
            row=row,
        )
    options = [
        discord.SelectOption(label=each.label, value=each.value, description=each.description)
        for each in item.choices
    ]
    custom_id = encode(item.custom_id)
    return ui.Select(placeholder=item.prompt, options=options, custom_id=custom_id, row=row)


def _cut(label: str) -> str:
    return label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"


def _files(message: Message) -> list[discord.File]:
    return [_file(part) for part in (message.picture, message.document) if part]


def _file(part: Picture | Document) -> discord.File:
    """Return an upload; each upload needs a file object of its own."""
    if isinstance(part, Picture):
        return discord.File(io.BytesIO(part.png), "board.png", description=part.alt)
    return discord.File(io.BytesIO(part.text.encode()), part.name)


def _mentions(message: Message) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in message.pings]
    )
