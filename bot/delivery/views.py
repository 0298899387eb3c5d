"""Messages and forms in the form that discord.py sends."""

import asyncio
import io
from dataclasses import replace
from typing import Final, TypedDict

import discord
from discord import ui

from bot.delivery.command_mentions import with_mentions
from bot.delivery.components import Controls
from bot.delivery.people import Users, addressed
from bot.messages import pictures
from bot.messages.controls.custom_ids import encode
from bot.messages.controls.message import ChoiceForm, Document, Form, Message, Picture, finished
from bot.messages.words.locale import Reader, reader

__all__ = ["content_of", "drawn", "edit_kwargs", "modal", "send_kwargs"]

# Characters that Discord allows.
_LABEL: Final = 45
"""Characters of the title of a form, and of the question above a field."""
_EXAMPLE: Final = 100
_ALT: Final = 1024


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


def send_kwargs(message: Message, users: Users, locale: str) -> _SendKwargs:
    """Return the arguments for sending a message, in the words of one locale.

    `users` are those whom it mentions.
    """
    words = reader(locale)
    content = content_of(message, users, words)
    kwargs = _SendKwargs(content=content, allowed_mentions=_mentions(message, users))
    if files := _files(message, words):
        kwargs["files"] = files
    if message.rows:
        kwargs["view"] = Controls(message.rows, words)
    if message.is_silent:
        kwargs["silent"] = True
    return kwargs


def edit_kwargs(message: Message, users: Users, locale: str) -> _EditKwargs:
    """Return the arguments for turning another message into this one, as above."""
    words = reader(locale)
    return _EditKwargs(
        content=content_of(message, users, words),
        attachments=_files(message, words),
        view=Controls(message.rows, words) if message.rows else None,
        allowed_mentions=_mentions(message, users),
    )


async def drawn(message: Message, locale: str) -> Message:
    """Return the message with its pictures drawn, outside the event loop, for one locale."""
    words = reader(locale).plain

    async def done(each: Picture | None) -> Picture | None:
        return None if each is None else await finish(each)

    async def finish(each: Picture) -> Picture:
        loop = asyncio.get_running_loop()
        png = await loop.run_in_executor(pictures.THREADS, each.draw, words)
        return replace(each, draw=finished(png))

    return replace(
        message,
        picture=await done(message.picture),
        more_pictures=tuple([await finish(each) for each in message.more_pictures]),
        second_picture=await done(message.second_picture),
    )


def modal(form: Form | ChoiceForm, locale: str) -> ui.Modal:
    """Return a form, in the words of one locale, that discord.py doesn't keep."""
    words = reader(locale)
    built = ui.Modal(title=words.label(form.title, _LABEL), custom_id=encode(form.custom_id))
    fields = [_line(form, words)] if isinstance(form, Form) else _menus(form, words)
    for field in fields:
        built.add_item(field)
    built.stop()
    return built


def _line(form: Form, words: Reader) -> ui.Label[ui.Modal]:
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.long if form.tall else discord.TextStyle.short,
        placeholder=words.label(form.example, _EXAMPLE),
        default=form.written or None,
        required=form.required,
        min_length=1 if form.required else None,
        max_length=form.longest,
    )
    return ui.Label(text=words.label(form.question, _LABEL), component=line)


def _menus(form: ChoiceForm, words: Reader) -> list[ui.Label[ui.Modal]]:
    found: list[ui.Label[ui.Modal]] = []
    for number, menu in enumerate(form.menus):
        options = [
            discord.SelectOption(
                label=words.label(choice.label, _EXAMPLE),
                value=choice.value,
                default=choice.value == menu.chosen,
            )
            for choice in menu.choices
        ]
        select: ui.Select[ui.Modal] = ui.Select(custom_id=f"menu{number}", options=options)
        found.append(ui.Label(text=words.label(menu.question, _LABEL), component=select))
    return found


def _files(message: Message, words: Reader) -> list[discord.File]:
    pictures = (message.picture, *message.more_pictures, message.second_picture)
    parts = (*pictures, *message.documents)
    return [_file(part, words) for part in parts if part]


def _file(part: Picture | Document, words: Reader) -> discord.File:
    """Return an upload; each upload needs a file object of its own."""
    if isinstance(part, Picture):
        alt = words.label(part.alt, _ALT)
        return discord.File(
            io.BytesIO(part.draw(words.plain)), f"{part.name}.{part.form.value}", description=alt
        )
    return discord.File(io.BytesIO(part.text.encode()), part.name)


def content_of(message: Message, users: Users, words: Reader) -> str:
    """Return the text of a message, with mentions of commands if there is room."""
    return with_mentions(addressed(words.message(message.text), users, words))


def _mentions(message: Message, users: Users) -> discord.AllowedMentions:
    pinged = [discord.Object(users[each]) for each in message.pings if each in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=pinged)
