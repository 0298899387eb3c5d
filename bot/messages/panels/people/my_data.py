"""**My data**: a person's export, and the question before they are forgotten."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Document, Message, Style
from bot.messages.words.text import lines
from rules.contract.sentence import say

__all__ = ["DONE", "button", "panel", "part", "question"]

DONE: Final = Message(
    say(
        "Done. Nothing here says who you were. Your games stay under “a former player”. Messages "
        "already on Discord keep your name until someone deletes them."
    )
)


def button() -> Button:
    """Return the button that opens the panel."""
    return Button(say("My data"), for_text(verbs.MY_DATA))


def panel() -> Message:
    """Return the panel: export, and forget."""
    text = lines(
        say("**Export**: everything I know about you, as a file. Once a day."),
        say(
            "**Forget me**: deletes your Discord ID, name, notes and settings. You resign your "
            "games, and they stay under “a former player”."
        ),
    )
    row = (
        Button(say("Export"), for_text(verbs.EXPORT_MINE)),
        Button(say("Forget me …"), for_text(verbs.FORGET_ME), Style.DANGER),
    )
    return Message(text, rows=(row,))


def question() -> Message:
    """Return the question before a person is forgotten."""
    text = say(
        "Forget you for good? You resign every game. Your name, notes and settings are deleted. If "
        "you come back, you start without ratings, and without rated games for 30 days. This can't "
        "be undone."
    )
    row = (
        Button(say("Forget me for good"), for_text(verbs.FORGET_NOW), Style.DANGER),
        Button(say("Keep my data"), for_text(verbs.MY_DATA)),
    )
    return Message(text, rows=(row,))


def part(number: int, text: str) -> Message:
    """Return one file of a person's export: lines of JSON, counted from 1."""
    told = say("Your data, part {number}.", number=number)
    return Message(told, documents=(Document(f"my-data-{number}.jsonl", text),))
