"""Recognizes the message of a row of the outbox in a channel.

Its mark identifies it, whatever has happened at its table since. A message of words alone has no
mark, and is recognized by the words it had when the row was written.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.delivery.command_mentions import with_mentions
from bot.delivery.components import custom_ids_of, marks_of_pictures
from bot.delivery.people import Users, addressed
from bot.messages.controls.custom_ids import mark_in
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.mark import Mark

__all__ = ["Seen", "is_shown", "seen"]


@dataclass(frozen=True, slots=True)
class Seen:
    """The parts of a message by which it is recognized later."""

    content: str
    marks: frozenset[Mark]


def seen(message: discord.Message) -> Seen:
    """Return the parts of a message by which it is recognized later."""
    in_buttons = filter(None, map(mark_in, custom_ids_of(message)))
    return Seen(message.content, frozenset((*marks_of_pictures(message), *in_buttons)))


def is_shown(post: Message, users: Users, there: Seen, locale: str) -> bool:
    """Tell whether a message belongs to a row: by its mark, or else by its words.

    `users` are the people it mentions.
    """
    if there.marks or (post.mark and (post.picture or post.rows)):
        return post.mark in there.marks
    texts = {
        addressed(words.message(post.text), users, words)
        for words in map(locale_of, (locale, DEFAULT))
    }
    texts |= set(map(with_mentions, texts))
    if post.in_lines:
        return any(all(part in there.content for part in _parts(text)) for text in texts)
    return there.content in texts


def _parts(reminder: str) -> Sequence[str]:
    """Return the people whom a reminder pings, and its subjects.

    A reminder that is made again may have fewer subjects.
    """
    return re.sub(r"^(<@\d+>) ", r"\1\n", reminder).split("\n")
