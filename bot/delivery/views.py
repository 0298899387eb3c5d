"""Messages and forms in the form that discord.py sends."""

import io
from typing import Final, TypedDict

import discord
from discord import ui

from bot.delivery.command_mentions import with_mentions
from bot.delivery.components import Controls
from bot.messages.controls.custom_ids import encode
from bot.messages.controls.message import Document, Form, Message, Picture
from bot.messages.words.locale import DEFAULT, reader

__all__ = ["edit_kwargs", "modal", "send_kwargs"]

# Characters that Discord allows.
_TITLE: Final = 45
_EXAMPLE: Final = 100


class _SendKwargs(TypedDict, total=False):
    """The arguments of a new message."""

    content: str
    files: list[discord.File]
    view: ui.View
    allowed_mentions: discord.AllowedMentions


class _EditKwargs(TypedDict):
    """The arguments of a changed message; parts that aren't given are removed."""

    content: str
    attachments: list[discord.File]
    view: ui.View | None
    allowed_mentions: discord.AllowedMentions


def send_kwargs(message: Message, locale: str = DEFAULT) -> _SendKwargs:
    """Return the arguments for sending a message, in the words of one locale."""
    words = reader(locale)
    content = with_mentions(words.message(message.text))
    kwargs = _SendKwargs(content=content, allowed_mentions=_mentions(message))
    if files := _files(message):
        kwargs["files"] = files
    if message.rows:
        kwargs["view"] = Controls(message.rows, words)
    return kwargs


def edit_kwargs(message: Message, locale: str = DEFAULT) -> _EditKwargs:
    """Return the arguments for turning another message into this one."""
    words = reader(locale)
    return _EditKwargs(
        content=with_mentions(words.message(message.text)),
        attachments=_files(message),
        view=Controls(message.rows, words) if message.rows else None,
        allowed_mentions=_mentions(message),
    )


def modal(form: Form, locale: str = DEFAULT) -> ui.Modal:
    """Return a form, in the words of one locale, that discord.py doesn't keep."""
    words = reader(locale)
    built = ui.Modal(title=words.label(form.title, _TITLE), custom_id=encode(form.custom_id))
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.long if form.tall else discord.TextStyle.short,
        placeholder=words.label(form.example, _EXAMPLE),
        default=form.written or None,
        required=form.required,
        min_length=1 if form.required else None,
        max_length=form.longest,
    )
    built.add_item(ui.Label(text=words.label(form.question, _TITLE), component=line))
    built.stop()
    return built


def _files(message: Message) -> list[discord.File]:
    parts = (message.picture, message.second_picture, message.document)
    return [_file(part) for part in parts if part]


def _file(part: Picture | Document) -> discord.File:
    """Return an upload; each upload needs a file object of its own."""
    if isinstance(part, Picture):
        return discord.File(io.BytesIO(part.png), f"{part.name}.png", description=part.alt)
    return discord.File(io.BytesIO(part.text.encode()), part.name)


def _mentions(message: Message) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in message.pings]
    )
