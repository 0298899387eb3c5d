"""Messages, buttons and forms as discord.py sends them."""

import io
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias, TypedDict

import discord
from discord import ButtonStyle, ui

from bot.delivery.command_mentions import with_mentions
from bot.messages.custom_ids import encode
from bot.messages.locale import DEFAULT, Reader, reader
from bot.messages.message import (
    MOST_CHOICES,
    Button,
    Document,
    Form,
    Link,
    Menu,
    MenuChoice,
    Message,
    PersonMenu,
    Picture,
    Row,
    ServerKind,
    ServerMenu,
    Style,
)

__all__ = ["edit_kwargs", "modal", "send_kwargs", "view"]

_STYLES: Final[Mapping[Style, ButtonStyle]] = MappingProxyType(
    {style: ButtonStyle[style.value] for style in Style}
)
# Characters that Discord allows.
_BUTTON: Final = 80
_CHOICE: Final = 100
_PROMPT: Final = 150
_TITLE: Final = 45
_EXAMPLE: Final = 100


_Control: TypeAlias = (
    ui.Button[ui.View]
    | ui.Select[ui.View]
    | ui.UserSelect[ui.View]
    | ui.ChannelSelect[ui.View]
    | ui.RoleSelect[ui.View]
)


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


def send_kwargs(message: Message, locale: str = DEFAULT) -> _SendKwargs:
    """Return the arguments with which to send a message, in the words of one locale."""
    words = reader(locale)
    content = with_mentions(words.message(message.text))
    kwargs = _SendKwargs(content=content, allowed_mentions=_mentions(message))
    if files := _files(message):
        kwargs["files"] = files
    if message.rows:
        kwargs["view"] = view(message.rows, words)
    return kwargs


def edit_kwargs(message: Message, locale: str = DEFAULT) -> _EditKwargs:
    """Return the arguments with which to turn another message into this one."""
    words = reader(locale)
    return _EditKwargs(
        content=with_mentions(words.message(message.text)),
        attachments=_files(message),
        view=view(message.rows, words) if message.rows else None,
        allowed_mentions=_mentions(message),
    )


def view(rows: Sequence[Row], words: Reader) -> ui.View:
    """Return the rows, labelled for one reader, as a view that discord.py does not remember.

    Each custom_id holds all that its handler needs and is answered by a dynamic item, so a
    stopped view is enough: nothing is kept per message, nothing times out.
    """
    built = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            built.add_item(_item(item, number, words))
    built.stop()
    return built


def modal(form: Form, locale: str = DEFAULT) -> ui.Modal:
    """Return a form, in the words of one locale, that discord.py does not remember."""
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


def _item(
    item: Button | Link | Menu | PersonMenu | ServerMenu, row: int, words: Reader
) -> _Control:
    match item:
        case Button():
            return ui.Button(
                label=words.label(item.label, _BUTTON),
                custom_id=encode(item.custom_id),
                style=_STYLES[item.style],
                disabled=item.disabled,
                row=row,
            )
        case Link():
            return ui.Button(label=words.label(item.label, _BUTTON), url=item.url, row=row)
        case PersonMenu():
            prompt = words.label(item.prompt, _PROMPT)
            return ui.UserSelect(placeholder=prompt, custom_id=encode(item.custom_id), row=row)
        case ServerMenu():
            return _server_menu(item, row, words)
        case Menu():
            return ui.Select(
                placeholder=words.label(item.prompt, _PROMPT),
                options=[_option(choice, words) for choice in item.choices],
                custom_id=encode(item.custom_id),
                row=row,
            )


def _server_menu(item: ServerMenu, row: int, words: Reader) -> _Control:
    """Return a menu of channels or roles; nothing chosen is an answer too."""
    prompt, custom_id = words.label(item.prompt, _PROMPT), encode(item.custom_id)
    chosen = [discord.Object(each) for each in item.chosen]
    if item.kind is ServerKind.CHANNEL:
        return ui.ChannelSelect(
            placeholder=prompt, custom_id=custom_id, row=row, min_values=0, max_values=MOST_CHOICES,
            default_values=chosen, channel_types=[discord.ChannelType.text],
        )  # fmt: skip
    return ui.RoleSelect(
        placeholder=prompt, custom_id=custom_id, row=row, min_values=0, max_values=MOST_CHOICES,
        default_values=chosen,
    )  # fmt: skip


def _option(choice: MenuChoice, words: Reader) -> discord.SelectOption:
    description = choice.description and words.label(choice.description, _CHOICE)
    label = words.label(choice.label, _CHOICE)
    return discord.SelectOption(label=label, value=choice.value, description=description or None)


def _files(message: Message) -> list[discord.File]:
    parts = (message.picture, message.second_picture, message.document)
    return [_file(part, number) for number, part in enumerate(parts) if part]


def _file(part: Picture | Document, number: int) -> discord.File:
    """Return an upload; each upload needs a file object of its own."""
    if isinstance(part, Picture):
        name = "next-board.png" if number else "board.png"
        return discord.File(io.BytesIO(part.png), name, description=part.alt)
    return discord.File(io.BytesIO(part.text.encode()), part.name)


def _mentions(message: Message) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in message.pings]
    )
