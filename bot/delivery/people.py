"""Discord's users as people of our own."""

import discord

from bot.model.caller import User
from bot.model.words import name_of

__all__ = ["user_of"]


def user_of(person: discord.User | discord.Member) -> User:
    """Return a person with the name that others see: the username if theirs shows nothing."""
    return User(person.id, name_of(person.display_name, person.name))
