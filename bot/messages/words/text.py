"""The parts of sentences in messages: lines, and Discord's markup.

Everything that a message says is a `Sentence`. Only this module and `bot.model.moments` make
finished markup, from numbers and from our own text; text that a person wrote is a `Stranger`, which
a renderer escapes.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import starmap
from typing import Final, TypeAlias

from bot.model.caller import FORMER_PLAYER, Person, Place, User
from bot.model.table import Reason
from rules.contract.sentence import (
    Argument,
    Notation,
    Renderer,
    Sentence,
    Stranger,
    Verbatim,
    Wording,
    say,
)

__all__ = [
    "FORMER", "MENTION", "NOTHING", "address", "board_link", "box", "channel_link", "code",
    "dotted", "in_a_row", "lines", "link", "mention", "named", "own", "reason_given",
    "role_mention", "shortened", "spoiler", "with_note",
]  # fmt: skip

NOTHING: Final = Sentence("")
"""No words. No translator is handed it: catalogues keep their header under the empty text."""
FORMER: Final = say("a former player")
"""A person who asked to be forgotten."""
MENTION: Final = re.compile(r"<@p(\d+)>")
"""A mention, with the number of the person. In text that people typed, the sign `<` is escaped."""
_Join: TypeAlias = Callable[[Sentence, Sentence], Sentence]


def lines(*sentences: Sentence) -> Sentence:
    """Return the sentences as lines, without the empty ones."""
    return _joined(sentences, lambda a, b: say("{first}\n{second}", first=a, second=b))


def in_a_row(*sentences: Sentence) -> Sentence:
    """Return the sentences one after another, without the empty ones."""
    return _joined(sentences, lambda a, b: say("{first} {second}", first=a, second=b))


def dotted(*parts: Sentence) -> Sentence:
    """Return the parts of a line with dots between them, without the empty ones."""
    return _joined(parts, lambda a, b: say("{first} · {second}", first=a, second=b))


def named(user: User) -> Argument:
    """Return the name by which others see a person."""
    return FORMER if user.name == FORMER_PLAYER else Stranger(user.name)


def shortened(name: str, longest: int) -> Stranger:
    """Return a name that a person chose, cut where a line has no room for more of it."""
    return Stranger(name if len(name) <= longest else f"{name[: longest - 1]}…")


def own(text: str) -> Notation:
    """Return a game's own text, such as its title, which isn't translated yet."""
    return Notation(text)


def mention(person: Person) -> Verbatim:
    """Return a placeholder that becomes a mention when a message is sent.

    `Message.pings` decides if it pings. Discord's ids have 19 digits at most, so no mention is
    longer than this.
    """
    return Verbatim(f"<@p{person:018}>")


def role_mention(role_id: int) -> Verbatim:
    """Return a mention of a role, which pings no one in a private message."""
    return Verbatim(f"<@&{role_id}>")


def channel_link(channel_id: int) -> Verbatim:
    """Return a link to a channel or thread."""
    return Verbatim(f"<#{channel_id}>")


def board_link(place: Place, message_id: int | None, channel_id: int | None = None) -> Verbatim:
    """Return a link to the message that shows a table, or to its channel if there is no message.

    `channel_id` is the message's, if it may be elsewhere. Discord's links to direct messages
    are useless to anyone else, so there the channel is linked.
    """
    if place.guild_id is None or message_id is None:
        return channel_link(place.channel_id)
    address = f"{place.guild_id}/{channel_id or place.channel_id}/{message_id}"
    return Verbatim(f"https://discord.com/channels/{address}")


def link(title: Argument, place: Place, message_id: int | None) -> Sentence:
    """Return a link with these words to a message, or to its channel if there is none."""
    return say("[{title}]({address})", title=title, address=Verbatim(address(place, message_id)))


def address(place: Place, message_id: int | None) -> str:
    """Return the address of a message in a place, or of the place if there is none."""
    server = "@me" if place.guild_id is None else str(place.guild_id)
    parts = [server, str(place.channel_id), *([str(message_id)] if message_id else [])]
    return "https://discord.com/channels/" + "/".join(parts)


def code(text: str) -> Verbatim:
    """Return our own text as code, in which nothing is markup. Backticks are removed."""
    return Verbatim(f"`{text.replace('`', '')}`")


def spoiler(text: str) -> Verbatim:
    """Return our own text, without markup of its own, as hidden until it is pressed."""
    return Verbatim(f"||{text}||")


def reason_given(reason: Reason | None) -> Sentence:
    """Return the reason that a person gave for a decision, or nothing."""
    return say("Reason: “{reason}”", reason=Stranger(reason.text)) if reason else NOTHING


@dataclass(frozen=True, slots=True)
class _Note:
    """A line below a text for those who read a translation of it."""

    note: Sentence

    def read(self, renderer: Renderer) -> str:
        """Return the line with the break before it, or nothing in the templates' language."""
        words = renderer.template(self.note)
        return "" if words == self.note.template else f"\n{words}"


def with_note(text: Sentence, note: Sentence) -> Sentence:
    """Return a text with a note below it, which has no arguments, for readers of translations."""
    return say("{text}{note}", text=text, note=_Note(note))


def box(text: Verbatim | Wording, before: Sentence = NOTHING) -> Sentence:
    """Return text without backticks in a fixed-width block, such as a board.

    `before` are words without markup that stand before it.
    """
    if before == NOTHING:
        return say("```\n{text}\n```", text=text)
    return say("```\n{before}  {text}\n```", before=before, text=text)


def _joined(parts: Iterable[Sentence], join: _Join) -> Sentence:
    """Join the parts pairwise, so that a thousand of them are nested ten deep."""
    said = [part for part in parts if part.template]  # Only the empty sentence has no template.
    while len(said) > 1:
        pairs = zip(said[::2], said[1::2], strict=False)
        said = [*starmap(join, pairs), *said[len(said) // 2 * 2 :]]
    return said[0] if said else NOTHING
