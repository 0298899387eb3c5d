"""The custom_ids of buttons, menus and forms, which say all that their handler needs.

A custom_id is `pb:` and words joined by colons, such as `pb:move:17:42`: the verb, the table, and
the position it was made for. Discord allows 100 characters.
"""

from collections.abc import Sequence
from typing import Final

from bot.messages.message import Button, Form, Menu, MenuChoice, Style

__all__ = ["LIMIT", "button", "form", "menu", "name", "words"]

LIMIT: Final = 100
_PREFIX: Final = "pb"
_LABEL: Final = 80


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
    style: Style = Style.SECONDARY,
    disabled: bool = False,
) -> Button:
    """Return a button for a verb; a label beyond Discord's 80 characters is cut."""
    text = label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"
    return Button(text, name(verb, *args), style, disabled)


def menu(prompt: str, choices: Sequence[MenuChoice], verb: str, *args: object) -> Menu:
    """Return a menu of at most 25 choices for a verb."""
    return Menu(prompt, tuple(choices), name(verb, *args))


def form(title: str, question: str, example: str, longest: int, verb: str, *args: object) -> Form:
    """Return a form for a verb, with one line to fill in."""
    return Form(title, question, example, longest, name(verb, *args))
