"""Forms as discord.py sends them."""

from typing import Final

import discord
from discord import ui

from bot.messages.controls.custom_ids import encode
from bot.messages.controls.message import ChoiceForm, Form
from bot.messages.words.locale import Locale, locale_of

__all__ = ["modal"]

# Characters that Discord allows.
_LABEL: Final = 45
"""Characters of the title of a form, and of the question above a field."""
_EXAMPLE: Final = 100


def modal(form: Form | ChoiceForm, code: str) -> ui.Modal:
    """Return a form, in the words of one locale, that discord.py doesn't keep."""
    locale = locale_of(code)
    built = ui.Modal(title=locale.label(form.title, _LABEL), custom_id=encode(form.custom_id))
    fields = [_line(form, locale)] if isinstance(form, Form) else _menus(form, locale)
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


def _menus(form: ChoiceForm, locale: Locale) -> list[ui.Label[ui.Modal]]:
    found: list[ui.Label[ui.Modal]] = []
    for number, menu in enumerate(form.menus):
        options = [
            discord.SelectOption(
                label=locale.label(choice.label, _EXAMPLE),
                value=choice.value,
                default=choice.value == menu.chosen,
            )
            for choice in menu.choices
        ]
        select: ui.Select[ui.Modal] = ui.Select(custom_id=f"menu{number}", options=options)
        found.append(ui.Label(text=locale.label(menu.question, _LABEL), component=select))
    return found
