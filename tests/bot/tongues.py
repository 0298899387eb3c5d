"""Planted languages: each template is said as it is, with the language's code before it."""

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations
from typing import Final

import pytest
from babel import Locale as BabelLocale

from bot.messages.words import locale
from bot.messages.words.locale import DEFAULT, Locale
from loopback import Loopback, Message, Person
from loopback.model.messages import MessageFlag

__all__ = ["PLANTED", "heard", "planted", "said", "spoken_to"]

PLANTED: Final = ("cs", "de", "fr", "tr")


class _Tongue(NullTranslations):
    def __init__(self, code: str) -> None:
        super().__init__()
        self._code = code

    def gettext(self, message: str) -> str:
        return f"‹{self._code}›{message}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def planted() -> Generator[None]:
    """Let the bot have catalogues of these languages, and English as one of them."""

    def read(_self: locale.Catalogues, code: str) -> Locale:
        spoken = code if code in PLANTED else "en"
        return Locale(BabelLocale(spoken), _Tongue(spoken))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(locale.Catalogues, "_read", read)
        patched.setattr(locale.Catalogues, "codes", list(PLANTED))
        locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]
        yield
    locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]


def said(code: str, label: str) -> str:
    """Return a label without arguments in a language."""
    return f"‹{'en' if code == DEFAULT else code}›{label}"


def heard(message: Message) -> set[str]:
    """Return the languages in a message: its text, alt texts and controls."""
    alt = " ".join(each.description or "" for each in message.attachments)
    return set(re.findall(r"‹(\w+)›", f"{message.content} {alt} {message.raw_components}"))


def spoken_to(server: Loopback, people: Mapping[str, Person]) -> dict[str, set[str]]:
    """Return the languages heard by place: those all read, those of one person, and in DMs."""
    found: dict[str, set[str]] = {}
    names = {person.id: name for name, person in people.items()}
    guild = server.world.guild()
    for message in server.world.messages.values():
        channel = server.world.channels[message.channel_id]
        if message.author is not server.world.bot:
            continue
        if message.flags & MessageFlag.EPHEMERAL:
            place = f"to {names[message.audience or 0]}"
        elif server.world.guild_of(channel) is guild:
            place = channel.name
        else:
            place = f"DM of {next(names[each] for each in channel.recipient_ids if each in names)}"
        found.setdefault(place, set()).update(heard(message))
    return found
