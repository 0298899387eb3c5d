"""Discord's users as people of our own, and back.

Everything inside the bot names persons. Only here do Discord's numbers become persons, as an
interaction comes in, and persons Discord's numbers, as a message goes out.
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

import discord

from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, Locale, locale_of
from bot.messages.words.text import FORMER, MENTION
from bot.model.caller import Person, User
from bot.model.words import name_of
from bot.store.people.accounts import People

__all__ = ["Users", "addressed", "met", "shown_name", "users_in"]

Users: TypeAlias = Mapping[Person, int]
"""Discord's numbers of people; those who are gone are missing."""


async def met(
    people: People, user: discord.User | discord.Member, locale: str | None = None
) -> User:
    """Return the person behind a Discord user, new or known, and note their language."""
    return User(await people.meet(user.id, locale), shown_name(user))


def shown_name(user: discord.User | discord.Member) -> str:
    """Return the name that others see: the username if theirs shows nothing."""
    return name_of(user.display_name, user.name)


async def users_in(people: People, post: Message) -> Users:
    """Return the Discord user ids of everyone a message mentions or pings."""
    text = locale_of(DEFAULT).message(post.text)
    mentioned = (Person(int(number)) for number in MENTION.findall(text))
    return await people.user_ids((*mentioned, *post.pings))


def addressed(text: str, users: Users, locale: Locale) -> str:
    """Return a message's text with Discord's mentions, and without names of forgotten people."""
    nobody = locale.message(FORMER)

    def written(found: re.Match[str]) -> str:
        user_id = users.get(Person(int(found[1])))
        if user_id is not None:
            return f"<@{user_id}>"
        begins = found.start() == 0 or text[found.start() - 1] == "\n"
        return nobody[:1].upper() + nobody[1:] if begins else nobody

    return MENTION.sub(written, text)
