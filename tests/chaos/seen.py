"""What everybody saw of the bot: each public message as it was sent, without its pictures.

A board that is edited to show a later position is seen with that as well.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId
from bot.messages.controls.verbs import Verb
from loopback import Loopback, Message
from loopback.world.feed import Event, MessageEdited, MessagePosted
from tests.bot.known_verbs import readable

__all__ = ["Seen", "SentMessage"]

_OF_PLACES: Final = frozenset({verbs.TAKE_SEAT, verbs.OPTIONS, verbs.START})
"""What the messages ask for whose picture is that of a game to come, or of a seat to take."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message as it was sent."""

    id: int
    channel_id: int
    names: frozenset[CustomId]
    """What its buttons ask for."""
    pings: frozenset[int]
    pictures: tuple[str, ...]
    """What its pictures show, in words."""
    text: str
    marks: tuple[str, ...]
    """The names of its pictures, without their endings."""
    life: int | None
    """The bot that sent it, by its number; None if that bot may not know that it arrived."""


class Seen:
    """Remembers every message from now on."""

    def __init__(self, server: Loopback, life: Callable[[], int | None]) -> None:
        self._server = server
        self._life = life
        self._sent: dict[int, SentMessage] = {}
        self._by_subject: defaultdict[tuple[Verb, int, int | None], list[int]] = defaultdict(list)
        self._by_edit: defaultdict[tuple[Verb, int, int | None], set[int]] = defaultdict(set)
        self._with_picture: defaultdict[int, list[int]] = defaultdict(list)
        server.feed.listen(self._listen)

    def __getitem__(self, message_id: int) -> SentMessage:
        return self._sent[message_id]

    def __len__(self) -> int:
        return len(self._sent)

    def __iter__(self) -> Iterator[SentMessage]:
        return iter(self._sent.values())

    def with_button(self, verb: Verb, table: int, number: int | None = None) -> list[SentMessage]:
        """Return the messages with a button of this verb for a table, and position if any.

        The oldest comes first, also where an edit has brought it to a position last.
        """
        return [self._sent[each] for each in sorted(self._by_subject[verb, table, number])]

    def cards(self, table: int) -> list[SentMessage]:
        """Return the cards of a table; that of a later game of a series has one button."""
        return self.with_button(verbs.OPTIONS, table) or self.with_button(verbs.START, table)

    def asking(self, table: int, player_id: int) -> list[SentMessage]:
        """Return the messages that ask the host about the place of somebody who declined."""
        asked = self.with_button(verbs.OPEN_PLACE, table)
        return [m for m in asked if any(player_id in each.arguments for each in m.names)]

    def positions(self, verb: Verb) -> Iterator[tuple[int, int | None, list[int]]]:
        """Yield table, position and messages for every button of this verb.

        A message counts where it was posted, not where an edit brought it: the newest board shows
        each turn against the computer, and an older one may say for a moment that it thinks.
        """
        for (found, table, number), messages in self._by_subject.items():
            if found is verb:
                edited = self._by_edit[found, table, number]
                yield table, number, [each for each in messages if each not in edited]

    def in_channel(self, channel_id: int) -> list[SentMessage]:
        """Return the messages of a channel, oldest first."""
        return sorted(
            (each for each in self if each.channel_id == channel_id), key=lambda each: each.id
        )

    def newest_board(self, channel_id: int) -> SentMessage | None:
        """Return the newest board of a channel; one of a card or an offered seat doesn't count."""
        shown = self._with_picture[channel_id]
        return self._sent[shown[-1]] if shown else None

    def forget(self, message: SentMessage) -> None:
        """Leave a message out from now on."""
        for messages in (*self._with_picture.values(), *self._by_subject.values()):
            if message.id in messages:
                messages.remove(message.id)

    def _listen(self, event: Event) -> None:
        if not isinstance(event, MessagePosted | MessageEdited):
            return
        message = event.message
        is_ours = message.author is self._server.world.bot and message.audience is None
        if not is_ours or message.loading:
            return
        sent, before = _sent(message, self._life()), self._sent.get(message.id)
        if before is not None:
            is_board = any(name.verb is verbs.MENU for name in sent.names)
            if not (is_board and sent.pictures):
                return  # What became of it later is no concern here.
            sent = replace(sent, pings=before.pings)
        self._sent[message.id] = sent
        for name in sent.names:
            if name.table is not None:
                number = name.position.number if name.position else None
                shown = self._by_subject[(name.verb, name.table, number)]
                if message.id not in shown:
                    shown.append(message.id)
                    if before is not None:
                        self._by_edit[name.verb, name.table, number].add(message.id)
        if before is not None:
            return
        is_board = not any(name.verb in _OF_PLACES for name in sent.names)
        if sent.pictures and is_board:
            self._with_picture[message.channel_id].append(message.id)


def _sent(message: Message, life: int | None) -> SentMessage:
    pictures = tuple(each.description for each in message.attachments if each.description)
    names = frozenset(readable(button.custom_id or "" for button in message.buttons()))
    marks = tuple(each.filename.partition(".")[0] for each in message.attachments)
    return SentMessage(
        message.id, message.channel_id, names, message.pings, pictures, message.content, marks, life
    )
