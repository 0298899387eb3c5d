"""The messages of events as sent and changed, and lines about events elsewhere."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final

from bot.delivery.tidying.displays import Content
from bot.extensions.events.acts import MOST_EVENTS
from bot.extensions.events.cards import card, post
from bot.extensions.events.rows import UNREADABLE
from bot.extensions.events.standings import (
    challenge_told,
    is_unplaced,
    points,
    title,
    titles,
)
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import EventKind, ListedEvent, read_event_item
from bot.messages import captions
from bot.messages.controls.message import Message
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, link
from bot.model.displays import Display
from bot.model.moments import date
from bot.model.queues import OutboxItem
from bot.model.table import Table
from rules.club.entries import Stage
from rules.club.groups import FEWEST, Groups, State
from rules.club.ladder import Ladder
from rules.contract.sentence import Notation, Sentence, all_of, say, say_n

__all__ = ["EventCards", "EventPosts"]

_ON_BOARD: Final = 3
"""The most events linked on a club board, and the most leaders of a season named there."""
_COMING: Final = 2
"""The most events about which is said what they need."""


class EventCards:
    """Makes the cards of events."""

    def __init__(self, events: EventStore, now: Callable[[], int]) -> None:
        """Show events of a store; `now` returns Unix seconds."""
        self._events = events
        self._now = now

    async def content(self, display: Display) -> Content | None:
        """Return the card of an event as it is now, or None if the event is gone."""
        event = await self._events.load(display.subject)
        return None if event is None else Content(card(event))

    async def gone(self, display: Display) -> None:
        """Queue the card again."""
        await self._events.card_lost(display.subject, self._now())

    async def closed(self, display: Display) -> None:
        """Leave the card: the event goes on without it, and the channel may open again."""


class EventPosts:
    """Makes events' messages that stay as they are, and adds to the messages of their games."""

    def __init__(self, events: EventStore) -> None:
        self._events = events

    async def compose(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the message of a row, or None if the event is gone or nothing is left to show."""
        event_id, part = read_event_item(item)
        event = await self._events.load(event_id)
        return None if event is None else post(event, part)

    async def first_message(self, table: Table, post: Message) -> Message:
        """Return the first message of a game. On a ladder it says who challenges whom."""
        game = table.event
        if game is None or game.key.stage is not Stage.LADDER:
            return post
        try:
            event = await self._events.load(game.event_id)
        except UNREADABLE:  # It holds nothing up.
            return post
        if event is None or not isinstance(event.course, Ladder):
            return post
        told = challenge_told(event, event.course, game.key.position)
        return replace(post, text=lines(told, post.text))

    async def club_line(self, guild_id: int, channels: Collection[int]) -> Sentence:
        """Return links to the newest unfinished events in these channels, or nothing."""
        listed = await self._events.listed_in(guild_id, MOST_EVENTS)
        found = [each for each in listed if each.place.channel_id in channels][:_ON_BOARD]
        links = all_of(
            link(name, each.place, each.card_id)
            for name, each in zip(titles(found), found, strict=True)
        )
        return say("Tournaments and ladders: {links}", links=links) if found else NOTHING

    async def coming(self, guild_id: int, channels: Collection[int]) -> Sentence:
        """Return what the newest events in these channels still need to start, or nothing."""
        listed = await self._events.listed_in(guild_id, MOST_EVENTS)
        told = [
            _wanting(link(name, each.place, each.card_id), each)
            for name, each in zip(titles(listed), listed, strict=True)
            if each.state is State.OPEN and each.place.channel_id in channels
        ]
        return in_a_row(*told[:_COMING])

    async def leaders(self, guild_id: int, channels: Collection[int]) -> Sentence:
        """Return the first three of the season in these channels, or nothing."""
        try:
            found = await self._events.season_in(guild_id, channels)
        except UNREADABLE:
            return NOTHING
        if found is None:
            return NOTHING
        (event, hidden), course = found, found[0].course
        if event.unnamed or not isinstance(course, Groups) or is_unplaced(course, Stage.GROUPS, 1):
            return NOTHING
        names = [
            say(
                "{name} {points}",
                name=captions.member(event.people[line.entrant], hidden),
                points=Notation(points(line.points)),
            )
            for line in course.table(Stage.GROUPS, 1)[:_ON_BOARD]
        ]
        return say("{season}: {names}", season=title(event), names=dotted(*names))


def _wanting(event: Sentence, listed: ListedEvent) -> Sentence:
    """Return how many people an event still needs, or that there is room for more."""
    if needed := max((listed.full_at or FEWEST) - listed.people, 0):
        return say_n("{event} needs 1 more.", "{event} needs {count} more.", needed, event=event)
    if listed.kind is EventKind.SEASON:
        return say("{event} starts {day}.", event=event, day=date(listed.starts_at))
    return say("{event} is open for more players.", event=event)
