"""**My data**: what a person may take along, and how they are forgotten."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Document, Message, Style
from bot.messages.words.text import lines
from rules.contract.sentence import say

__all__ = ["DONE", "button", "panel", "part", "question"]

DONE: Final = Message(
    say(
        "Done: nothing here tells who you were. Your games stay, as those of a former player. What "
        "I posted on Discord stays there with your name, until somebody deletes it."
    )
)


def button() -> Button:
    """Return the button that leads here."""
    return Button(say("My data"), for_text(verbs.MY_DATA))


def panel() -> Message:
    """Return what can be done with what is kept about a person."""
    text = lines(
        say(
            "**Export** gives you all that I keep about you, once a day: your choices, and each of "
            "your games with your note, as lines of JSON."
        ),
        say(
            "**Forget me** deletes your number on Discord, your name, your notes and your choices. "
            "You resign your games, and they stay as those of a former player."
        ),
    )
    row = (
        Button(say("Export"), for_text(verbs.EXPORT_MINE)),
        Button(say("Forget me …"), for_text(verbs.FORGET_ME), Style.DANGER),
    )
    return Message(text, rows=(row,))


def question() -> Message:
    """Return the question before somebody is forgotten."""
    text = say(
        "This can't be undone. You resign the games that you play and leave every table, and your "
        "notes and choices are deleted. If you come back, you start again, without ratings, and "
        "you play no rated games for 30 days. Shall I forget you?"
    )
    row = (
        Button(say("Forget me for good"), for_text(verbs.FORGET_NOW), Style.DANGER),
        Button(say("Back"), for_text(verbs.MY_DATA)),
    )
    return Message(text, rows=(row,))


def part(number: int, text: str) -> Message:
    """Return a part of somebody's data, a file of lines of JSON."""
    told = say("Your data, part {number}.", number=number)
    return Message(told, documents=(Document(f"my-data-{number}.jsonl", text),))
