"""The names of buttons, menus and forms: `custom_id`s that say all that a press needs.

A name is `pb:` and words joined by colons, such as `pb:move:17:42`: the verb, the table, and the
position it was made for. Discord allows 100 characters.
"""

from typing import Final

import discord
from discord import ButtonStyle, ui

__all__ = ["LIMIT", "button", "form", "menu", "name", "words"]

LIMIT: Final = 100
_PREFIX: Final = "pb"


def name(verb: str, *words: object) -> str:
    """Return the custom_id for a verb and its words. Raises ValueError beyond Discord's limit."""
    joined = ":".join((_PREFIX, verb, *map(str, words)))
    if len(joined) > LIMIT:
        raise ValueError(f"the custom_id {joined!r} is longer than {LIMIT} characters")
    return joined


def words(custom_id: str) -> list[str]:
    """Return the verb and the words of a custom_id made by `name`."""
    return custom_id.split(":")[1:]


def button(
    label: str,
    verb: str,
    *args: object,
    style: ButtonStyle = ButtonStyle.secondary,
    disabled: bool = False,
) -> ui.Button[ui.View]:
    """Return a button for a verb; a label beyond Discord's 80 characters is cut."""
    text = label if len(label) <= 80 else label[:79] + "…"
    return ui.Button(label=text, custom_id=name(verb, *args), style=style, disabled=disabled)


def menu(
    prompt: str, options: list[discord.SelectOption], verb: str, *args: object
) -> ui.Select[ui.View]:
    """Return a menu of at most 25 options for a verb."""
    return ui.Select(placeholder=prompt, options=options, custom_id=name(verb, *args))


def form(
    title: str, question: str, example: str, longest: int, verb: str, *args: object
) -> ui.Modal:
    """Return a form for a verb, with one line to fill in, that discord.py does not remember."""
    asked = ui.Modal(title=title, custom_id=name(verb, *args))
    line: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="text", placeholder=example, min_length=1, max_length=longest
    )
    asked.add_item(ui.Label(text=question, component=line))
    asked.stop()
    return asked
