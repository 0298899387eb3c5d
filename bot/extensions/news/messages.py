"""The digest: a direct message a day with games that wait, offers, ends and followed games."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from bot.extensions.news import follower_messages as followers
from bot.extensions.news.digest import Digest, DueTurn, EventNews
from bot.extensions.news.values import Told
from bot.messages.controls.message import Link, Message
from bot.messages.words.endings import verdict
from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, address, event_link, lines, shortened, table_link
from bot.model.caller import Person, Place
from bot.model.moments import time_left
from bot.model.past import table_after
from bot.model.queues import Reminded
from bot.model.table import Table
from rules.contract.sentence import ENGLISH, Sentence, all_of, say, say_n

__all__ = ["fitting", "message"]

T = TypeVar("T")
_ROOM: Final = 1600
"""The most characters of the lines of a digest, in English, apart from its headings."""
_SHARE: Final = 320
"""The most of these that each part fills beside the games that wait."""
_NAME: Final = 20
"""The most characters of a rival's name."""


def fitting(digest: Digest, tables: Mapping[int, Table], person: Person) -> Digest | None:
    """Return what a digest has room for; None if there is nothing to say.

    `tables` are those that can be read. Of the games that wait those come first that have waited
    for longest.
    """
    room = _ROOM
    offers, room = _cut(_offers(digest, tables, person), room, _SHARE)
    ends, room = _cut(_ends(digest, tables), room, _SHARE)
    followed, room = _cut(_followed(digest, tables), room, _SHARE)
    events, room = _cut(_events(digest), room, _SHARE)
    waiting = list(_turns(digest, tables, person))
    turns, _ = _cut(waiting, room, room)
    if not (turns or offers or ends or followed or events):
        return None
    more = digest.more_turns + len(waiting) - len(turns)
    return Digest(turns, offers, ends, followed, events, more)


def message(digest: Digest, tables: Mapping[int, Table], person: Person) -> Message | None:
    """Return the message of a digest; None if all of it is out of date."""
    turns = list(_turns(digest, tables, person))
    waiting = len(turns) + digest.more_turns
    offers = list(_offers(digest, tables, person))
    heads = (
        (
            say_n("**It's your turn in 1 game**", "**It's your turn in {count} games**", waiting),
            turns,
        ),
        (
            say_n("**1 offer waits for you**", "**{count} offers wait for you**", len(offers)),
            offers,
        ),
        (say("**Your games that are over**"), list(_ends(digest, tables))),
        (say("**Games that you follow**"), list(_followed(digest, tables))),
        (say("**Your events**"), list(_events(digest))),
    )
    if not any(told for _, told in heads):
        return None
    said: list[Sentence] = []
    for heading, told in heads:
        if told:
            said += [heading, *(line for _, line in told)]
        if told is turns and turns and digest.more_turns:
            said.append(say_n("… and 1 more.", "… and {count} more.", digest.more_turns))
    said.append(say("-# Once a day; `/notify digest:off` ends it."))
    rows = ([Link(say("Next"), _address(tables, turns[0][0].told))],) if turns else ()
    return Message(lines(*said), rows=rows, in_lines=True)


def _cut(told: Iterable[tuple[T, Sentence]], room: int, share: int) -> tuple[tuple[T, ...], int]:
    """Return what fits into a share of the room, and the room that is left."""
    kept: list[T] = []
    left = min(room, share)
    for each, line in told:
        length = len(line.rendered(ENGLISH)) + 1
        if length > left:
            break
        kept.append(each)
        left, room = left - length, room - length
    return tuple(kept), room


def _turns(
    digest: Digest, tables: Mapping[int, Table], person: Person
) -> Iterable[tuple[DueTurn, Sentence]]:
    for turn in digest.turns:
        table = tables.get(turn.told.table_id)
        if table is None or table.turn_since != turn.begun or table.clock.paused:
            continue
        if table.due is None or table.due.user.id != person:
            continue
        rivals = [
            shortened(each.user.name, _NAME) for each in table.seated if each.user.id != person
        ]
        game = _link(table, turn.told)
        until = table_after(table, turn.told.number).due_at
        said = say("- {game} with {rivals}", game=game, rivals=all_of(rivals))
        yield (
            turn,
            say("{game}: due {left}", game=said, left=time_left(until))
            if until
            else say("{game}: began {since}", game=said, since=time_left(turn.begun)),
        )


def _offers(
    digest: Digest, tables: Mapping[int, Table], person: Person
) -> Iterable[tuple[Reminded, Sentence]]:
    for told in digest.offers:
        table = tables.get(told.table_id)
        offer = table.started.offer if table is not None and table.match is not None else None
        if table is None or offer is None:
            continue
        if table.seat(person) in offer.voters - offer.accepted:
            yield told, say(
                "- {game}: a {offer} waits for your answer.",
                game=_link(table, told), offer=offer.kind.title,
            )  # fmt: skip


def _ends(digest: Digest, tables: Mapping[int, Table]) -> Iterable[tuple[Reminded, Sentence]]:
    for told in digest.ends:
        table = tables.get(told.table_id)
        if table is not None and table.match is not None and table.started.outcome is not None:
            yield told, say("- {game}: {result}", game=_link(table, told), result=verdict(table))


def _followed(digest: Digest, tables: Mapping[int, Table]) -> Iterable[tuple[Told, Sentence]]:
    for told in digest.followed:
        table = tables.get(told.table_id)
        line = NOTHING if table is None else followers.line(table, told)
        if line != NOTHING:
            yield told, say("- {line}", line=line)


def _events(digest: Digest) -> Iterable[tuple[EventNews, Sentence]]:
    for news in digest.events:
        place = Place(news.channel_id, news.guild_id)
        event = event_link(title_or_key(news.game), news.event_id, place, news.card_id)
        match news.change:
            case "final":
                yield news, say("- {event}: the final has begun.", event=event)
            case "over":
                yield news, say("- {event} is over. Its card shows the places.", event=event)
            case "stopped":
                yield news, say("- {event} was ended early. The table stands.", event=event)
            case _:
                yield news, say("- {event} was cancelled.", event=event)


def _link(table: Table, told: Reminded) -> Sentence:
    game = table.started.game.spec.title
    return table_link(game, table.id, _place(table, told), told.board_id)


def _address(tables: Mapping[int, Table], told: Reminded) -> str:
    return address(_place(tables[told.table_id], told), told.board_id)


def _place(table: Table, told: Reminded) -> Place:
    return replace(table.place, channel_id=told.channel_id or table.channel_id)
