"""Buttons, menus and forms in Discord's format (Discord: Component Reference).

A message of discord.py's shows the contents of a `discord.ui.View`: an item per control, which
waits for its presses. Here a custom_id contains everything that a press needs, so no items are
built: rows are written as they are sent, and forms aren't kept.
"""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import ChannelType, ComponentType, ui

from bot.messages.controls.custom_ids import encode
from bot.messages.controls.message import (
    Button,
    ChoiceForm,
    ChoiceMenu,
    Form,
    Link,
    Menu,
    MenuChoice,
    PersonMenu,
    Row,
    ServerKind,
    ServerMenu,
)
from bot.messages.words.locale import Locale, locale_of
from bot.model.mark import Mark, read_mark

__all__ = ["Controls", "custom_ids_of", "mark_of_picture", "marks_of_pictures", "modal"]

_Json: TypeAlias = dict[str, Any]

# Characters that Discord allows.
_BUTTON: Final = 80
_CHOICE: Final = 100
_PROMPT: Final = 150
_LABEL: Final = 45
"""Characters of the title of a form, and of the question above a field."""
_EXAMPLE: Final = 100

# Discord's numbers.
_ROW: Final = ComponentType.action_row.value
_PRESSED: Final = ComponentType.button.value
_CHOSEN: Final = ComponentType.select.value
_PERSON: Final = ComponentType.user_select.value
_ROLE: Final = ComponentType.role_select.value
_CHANNEL: Final = ComponentType.channel_select.value
_WITH_TABLES: Final = [
    kind.value
    for kind in (
        ChannelType.text,
        ChannelType.news,
        ChannelType.voice,
        ChannelType.stage_voice,
        ChannelType.forum,
    )
]
"""The kinds of channel in which tables can open, in a chat, a thread or a post."""
_CHATS: Final = [ChannelType.text.value, ChannelType.news.value]
_LINK: Final = 5
"""The style of a link button."""


class Controls(ui.View):
    """The rows of a message, labelled for one reader, that discord.py sends and forgets."""

    def __init__(self, rows: Sequence[Row], locale: Locale) -> None:
        super().__init__(timeout=None)
        self._rows = [
            {"type": _ROW, "components": [_control(each, locale) for each in row]} for row in rows
        ]
        self.stop()

    def to_components(self) -> list[_Json]:
        """Return the rows in Discord's format."""
        return self._rows


def custom_ids_of(message: discord.Message) -> list[str]:
    """Return the custom_ids of a message's buttons and menus, in their order."""
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return [item.custom_id for row in rows for item in row.children if item.custom_id]


def marks_of_pictures(message: discord.Message) -> list[Mark]:
    """Return the marks in the names of a message's pictures, in order."""
    marks = map(mark_of_picture, message.attachments)
    return [mark for mark in marks if mark is not None]


def mark_of_picture(picture: discord.Attachment) -> Mark | None:
    """Return the mark in the name of a picture, if it has one."""
    return read_mark(picture.filename.removesuffix(".png"))


def _control(item: Button | Link | Menu | PersonMenu | ServerMenu, locale: Locale) -> _Json:
    match item:
        case Button():
            return {
                "type": _PRESSED,
                "style": item.style,
                "label": locale.label(item.label, _BUTTON),
                "custom_id": encode(item.custom_id),
                "disabled": item.disabled,
            }
        case Link():
            label = locale.label(item.label, _BUTTON)
            return {"type": _PRESSED, "style": _LINK, "label": label, "url": item.url}
        case PersonMenu():
            return _menu(_PERSON, item, locale)
        case ServerMenu():
            return _server_menu(item, locale)
        case Menu():
            options = [_option(choice, locale) for choice in item.choices]
            return _menu(_CHOSEN, item, locale) | {"options": options}


def _menu(kind: int, item: Menu | PersonMenu | ServerMenu, locale: Locale) -> _Json:
    prompt = locale.label(item.prompt, _PROMPT)
    return {"type": kind, "custom_id": encode(item.custom_id), "placeholder": prompt}


def _server_menu(item: ServerMenu, locale: Locale) -> _Json:
    """Return a menu of channels or roles; choosing nothing is an answer too."""
    of_roles = item.kind is ServerKind.ROLE
    kind = "role" if of_roles else "channel"
    chosen = [{"id": str(each), "type": kind} for each in item.chosen]
    limits: _Json = {"min_values": 0, "max_values": item.most, "default_values": chosen}
    if not of_roles:
        limits["channel_types"] = _CHATS if item.kind is ServerKind.CHAT else _WITH_TABLES
    return _menu(_ROLE if of_roles else _CHANNEL, item, locale) | limits


def _option(choice: MenuChoice, locale: Locale) -> _Json:
    option = {"label": locale.label(choice.label, _CHOICE), "value": choice.value}
    if choice.description:
        option["description"] = locale.label(choice.description, _CHOICE)
    return option


def modal(form: Form | ChoiceForm, code: str) -> ui.Modal:
    """Return a form, in the words of one locale, that discord.py doesn't keep."""
    locale = locale_of(code)
    built = ui.Modal(title=locale.label(form.title, _LABEL), custom_id=encode(form.custom_id))
    fields = [_line(form, locale)] if isinstance(form, Form) else _groups(form, locale)
    for field in fields:
        built.add_item(field)
    built.stop()
    return built


def _line(form: Form, locale: Locale) -> ui.Label[ui.Modal]:
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text",
        style=discord.TextStyle.long if form.tall else discord.TextStyle.short,
        placeholder=locale.label(form.example, _EXAMPLE),
        default=form.written or None,
        required=form.required,
        min_length=1 if form.required else None,
        max_length=form.longest,
    )
    return ui.Label(text=locale.label(form.question, _LABEL), component=line)


def _groups(form: ChoiceForm, locale: Locale) -> list[ui.Label[ui.Modal]]:
    found: list[ui.Label[ui.Modal]] = []
    for number, group in enumerate(form.groups):
        if isinstance(group, ChoiceMenu):
            found.append(_chosen_from(group, f"group{number}", locale))
            continue
        options = [
            discord.RadioGroupOption(
                label=locale.label(choice.label, _EXAMPLE),
                value=choice.value,
                default=choice.value == group.chosen,
            )
            for choice in group.choices
        ]
        radio: ui.RadioGroup[ui.Modal] = ui.RadioGroup(custom_id=f"group{number}", options=options)
        found.append(ui.Label(text=locale.label(group.question, _LABEL), component=radio))
    return found


def _chosen_from(menu: ChoiceMenu, name: str, locale: Locale) -> ui.Label[ui.Modal]:
    options = [
        discord.SelectOption(
            label=locale.label(choice.label, _CHOICE),
            value=choice.value,
            description=locale.label(choice.description, _CHOICE) if choice.description else None,
            default=choice.value in menu.chosen,
        )
        for choice in menu.choices
    ]
    select: ui.Select[ui.Modal] = ui.Select(
        custom_id=name, options=options, max_values=min(menu.most, len(options))
    )
    return ui.Label(text=locale.label(menu.question, _LABEL), component=select)
