"""The messages of news: panels of followed games, news for followers, summaries and results."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.extensions.news.values import Digest, DueTurn, EventNews, Followed, Told
from bot.messages import pictures
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Form, Link, Menu, MenuChoice, Message
from bot.messages.controls.verbs import Subject, Verb
from bot.messages.panels.lists.games_list import Show, Wanted, to
from bot.messages.words.endings import verdict
from bot.messages.words.game_names import title_or_key
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.sides import public_name
from bot.messages.words.text import (
    NOTHING,
    address,
    lines,
    link,
    named,
    own,
    shortened,
)
from bot.messages.words.turns import turns, versus
from bot.model.caller import Person, Place
from bot.model.moments import time_left
from bot.model.position import table_after
from bot.model.preferences import Preferences
from bot.model.queues import Reminded
from bot.model.quiet_hours import clock
from bot.model.table import Table
from bot.model.zones import zone_title
from rules.contract.core import Seat
from rules.contract.sentence import ENGLISH, Sentence, all_of, renamed, say, say_n
from rules.log.events import Played, Rolled

__all__ = [
    "FOLLOWED", "FOLLOWING", "NOTIFY_DIGEST", "SET_CLUB_RESULTS", "UNFOLLOW", "UNFOLLOW_ONE",
    "Ended", "digest_form", "digest_label", "digest_line", "digest_message", "fitting",
    "follow_panel", "listed", "news_line", "news_message", "results_message",
]  # fmt: skip

T = TypeVar("T")
FOLLOWED: Final = Verb("followed", Subject.NOTHING)
FOLLOWING: Final = Verb("following", Subject.NOTHING, (int, int))
"""Follows a table's moves too (1), or its end alone (0)."""
NOTIFY_DIGEST: Final = Verb("notifydigest", Subject.NOTHING, (int,))
SET_CLUB_RESULTS: Final = Verb("setclubresults", Subject.NOTHING)
UNFOLLOW: Final = Verb("unfollow", Subject.NOTHING, (int,))
UNFOLLOW_ONE: Final = Verb("unfollowone", Subject.NOTHING)
_ROOM: Final = 1600
"""The most characters of the lines of a daily summary, in English, without headings."""
_SHARE: Final = 320
"""The most of these that one part fills, besides the games that wait."""
_NAME: Final = 20
"""The most characters of a rival's name."""
_RESULTS_ROOM: Final = 1800
"""The most characters of the lines, in English."""
_LONGEST_TIME: Final = 70
"""Characters of an hour and a time zone."""


def follow_panel(table: Table, follows: Sequence[Followed], *, pings: bool) -> Message:
    """Return the answer to a person who follows a game.

    `follows` are all games they follow, and `pings` is false if nothing should reach them.
    """
    moves = any(each.moves for each in follows if each.table.id == table.id)
    told = (
        say(
            "You follow **{players} · {game}**: moves (at most one DM an hour) and the result.",
            players=versus(table), game=table.started.game.spec.title,
        )
        if moves
        else say(
            "You follow **{players} · {game}**. I'll DM you the result.",
            players=versus(table), game=table.started.game.spec.title,
        )
    )  # fmt: skip
    off = say("Your pings are off. Turn them on in `/notify` to get it.")
    row = [
        Button(
            say("Only the result") if moves else say("Moves too"),
            for_text(FOLLOWING, table.id, int(not moves)),
        ),
        Button(say("Stop following"), for_text(UNFOLLOW, table.id)),
    ]
    if len(follows) > 1:
        row.append(Button(say("All I follow"), for_text(FOLLOWED)))
    on = say("You'll follow the whole series.")
    onward = on if table.terms.series_format else NOTHING
    return Message(lines(told, onward, NOTHING if pings else off), rows=(row,))


def listed(follows: Sequence[Followed], above: Sentence = NOTHING) -> Message:
    """Return the games that a person follows, with a menu that stops one. `above` comes first."""
    if not follows:
        return Message(lines(above, say("You're not following any games.")))
    heading = say_n("**You follow 1 game**", "**You follow {count} games**", len(follows))
    choices = tuple(MenuChoice(_table_title(each), str(each.table.id)) for each in follows)
    menu = Menu(say("Stop following"), choices, for_text(UNFOLLOW_ONE))
    return Message(lines(above, heading, *map(_listed_line, follows)), rows=([menu],))


def _table_title(followed: Followed) -> Sentence:
    table = followed.table
    names = all_of(shortened(user.name, _NAME) for user in table.names)
    return say("{game}: {names}", game=title_or_key(table.game), names=names)


def _listed_line(followed: Followed) -> Sentence:
    table = followed.table
    game = link(title_or_key(table.game), table.place, table.message_id)
    names = all_of(named(user) for user in table.names)
    if followed.moves:
        return say("- {game}: {names} · moves too", game=game, names=names)
    return say("- {game}: {names}", game=game, names=names)


def news_message(lines_of: Iterable[Sentence]) -> Message | None:
    """Return the message with these lines about games, or None if there are none."""
    said = lines(*lines_of)
    if said == NOTHING:
        return None
    button = Button(say("All I follow"), for_text(FOLLOWED))
    return Message(said, rows=([button],), in_lines=True)


def news_line(table: Table, news: Told) -> Sentence:
    """Return the news of a followed game in the words of its time, or nothing.

    A move that was taken back is no news.
    """
    then = table_after(table, news.number)
    match, where = then.started, _link(table, news)
    if match.outcome is not None:
        moves = say_n("1 move", "{count} moves", match.round)
        return say("{game}: {result} {moves}.", game=where, result=verdict(then), moves=moves)
    event = match.entries[match.position_number - 1].event
    is_news = match.position_number > news.since and isinstance(event, Played | Rolled)
    if not is_news or len(table.started.plies) < len(match.plies):
        return NOTHING
    last = max(each.number for each in match.entries if isinstance(each.event, Played))
    *_, move = turns(then, last - 1, last)
    return say("{game}, {players}: {move}", game=where, players=versus(then), move=move)


def fitting(digest: Digest, tables: Mapping[int, Table], person: Person) -> Digest | None:
    """Cut a daily summary to what fits into one message, or return None if it is empty.

    `tables` are the readable ones. Games that have waited longest come first.
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


def digest_message(
    digest: Digest,
    tables: Mapping[int, Table],
    person: Person,
    more: Sequence[tuple[Sentence, Sequence[Button]]] = (),
) -> Message | None:
    """Return the daily summary, or None if nothing in it is still true.

    `more` are further lines, some of them empty, with their buttons.
    """
    turns = list(_turns(digest, tables, person))
    waiting = len(turns) + digest.more_turns
    offers = list(_offers(digest, tables, person))
    heads = (
        (
            say_n("**Your turn in 1 game**", "**Your turn in {count} games**", waiting),
            turns,
        ),
        (
            say_n("**1 offer to answer**", "**{count} offers to answer**", len(offers)),
            offers,
        ),
        (say("**Finished**"), list(_ends(digest, tables))),
        (say("**Games you follow**"), list(_followed(digest, tables))),
        (say("**Tournaments and ladders**"), list(_events(digest))),
    )
    if not any(told for _, told in heads):
        return None
    said: list[Sentence] = []
    for heading, told in heads:
        if told:
            said += [heading, *(line for _, line in told)]
        if told is turns and turns and digest.more_turns:
            said.append(say_n("… and 1 more.", "… and {count} more.", digest.more_turns))
    said += [line for line, _ in more]
    said.append(say("-# Daily summary · change it with `/notify`"))
    row: list[Button | Link] = [button for _, buttons in more for button in buttons]
    if turns:
        first = turns[0][0].told
        following = address(_place(tables[first.table_id], first), first.board_id)
        row.insert(0, Link(say("Next"), following))
    return Message(lines(*said), rows=(row,) if row else (), in_lines=True)


def _cut(told: Iterable[tuple[T, Sentence]], room: int, share: int) -> tuple[tuple[T, ...], int]:
    """Return what fits into a share of the room, and the room left."""
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
            say("{game} · due {left}", game=said, left=time_left(until))
            if until
            else say("{game} · since {since}", game=said, since=time_left(turn.begun)),
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
                "- {game}: please answer the {offer}",
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
        line = NOTHING if table is None else news_line(table, told)
        if line != NOTHING:
            yield told, say("- {line}", line=line)


def _events(digest: Digest) -> Iterable[tuple[EventNews, Sentence]]:
    for news in digest.events:
        game, place = title_or_key(news.game), Place(news.channel_id, news.guild_id)
        name = say("{game} ladder", game=game)
        if not news.is_ladder:
            name = say("{game} tournament", game=game)
        event = link(name, place, news.card_id)
        match news.change:
            case "final":
                yield news, say("- {event}: the final has started!", event=event)
            case "over":
                yield news, say("- {event}: finished. Its card shows the places.", event=event)
            case "stopped":
                told = say("- {event} was stopped early. The standings are final.", event=event)
                yield news, told
            case _:
                yield news, say("- {event} was cancelled.", event=event)


def _link(table: Table, told: Reminded | Told) -> Sentence:
    game = table.started.game.spec.title
    return link(game, _place(table, told), told.board_id)


def _place(table: Table, told: Reminded | Told) -> Place:
    return replace(table.place, channel_id=told.channel_id or table.channel_id)


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game, and the message with its last board."""

    table: Table
    place: Place
    """The place of that message."""
    board_id: int | None


def results_message(ends: Sequence[Ended], hidden: Collection[Person]) -> Message | None:
    """Return one line per game, with the last board if it is one game. None without games.

    `hidden` are people who aren't named. No one is pinged.
    """
    if not ends:
        return None
    said, room = list[Sentence](), _RESULTS_ROOM
    for end in ends:
        line = _result_line(end, hidden)
        room -= len(locale_of(DEFAULT).message(line)) + 1
        if room < 0:
            break
        said.append(line)
    more = len(ends) - len(said)
    rest = say_n("… and 1 more.", "… and {count} more.", more) if more else NOTHING
    button = Button(say("All results"), to(Wanted(Show.FINISHED)))
    message = Message(lines(*said, rest), rows=([button],), is_silent=True)
    if len(ends) > 1:
        return message
    return replace(message, picture=pictures.draw_present(_without_names(ends[0].table, hidden)))


def _without_names(table: Table, hidden: Collection[Person]) -> Table:
    """Return the table as its picture may show it: without names if someone in it is hidden."""
    is_hiding = any(player.user.id in hidden for player in table.players)
    return replace(table, unnamed=table.unnamed or is_hiding)


def _result_line(end: Ended, hidden: Collection[Person]) -> Sentence:
    table, match = end.table, end.table.started
    names = {seat: public_name(table, seat, hidden) for seat in match.seats}
    game = link(match.game.spec.title, end.place, end.board_id)
    moves = say_n("1 move", "{count} moves", match.round)
    won, outcome = _won(table, names, game, moves), match.outcome
    if outcome is None or outcome.why is None:
        return say("{result}.", result=won)
    # Who plays one side alone is named here as in the result, and so not if they hide.
    seats = {side.title: match.seat_of(side.key) for side in match.game.spec.sides}
    alone = {title: names[at] for title, at in seats.items() if len(match.seating[at]) == 1}
    return say("{result} ({why}).", result=won, why=renamed(outcome.why, alone))


def _won(table: Table, names: Mapping[Seat, Sentence], game: Sentence, moves: Sentence) -> Sentence:
    """Return who won, or that it was a draw."""
    match = table.started
    if not match.winners:
        return say(
            "**{players} drew** at {game} in {moves}",
            players=all_of(names.values()), game=game, moves=moves,
        )  # fmt: skip
    winners = all_of(names[seat] for seat in match.winners)
    losers = all_of(name for seat, name in names.items() if seat not in match.winners)
    if len({match.team_of(seat) for seat in match.winners}) > 1:
        return say(
            "**{winners} share the win** over {losers} at {game} in {moves}",
            winners=winners, game=game, losers=losers, moves=moves,
        )  # fmt: skip
    return say(
        "**{winners} beat {losers}** at {game} in {moves}",
        winners=winners, game=game, losers=losers, moves=moves,
    )  # fmt: skip


def digest_line(preferences: Preferences) -> Sentence:
    """Return the line of `/notify` about the daily summary."""
    if preferences.digest is None:
        return say("**Daily summary**: off. Turn it on to get one message a day instead of pings.")
    return say(
        "**Daily summary**: {hour}. Games with 36 hours or more per move don't ping you.",
        hour=own(clock(preferences.digest)),
    )


def digest_label(preferences: Preferences) -> Sentence:
    """Return the row of the daily summary in the menu of `/notify`."""
    if preferences.digest is None:
        return say("Daily summary: turn on …")
    return say("Daily summary: change or turn off …")


def digest_form(preferences: Preferences, table_id: int) -> Form:
    """Return the form for the hour of the daily summary and the time zone."""
    at = "" if preferences.digest is None else clock(preferences.digest)
    zone = zone_title(preferences.zone or "")
    return Form(
        say("Daily summary"), say("Hour and time zone, or off"),
        say("{hour} {zone}", hour=own("7"), zone=own("Europe/Prague")), _LONGEST_TIME,
        for_text(NOTIFY_DIGEST, table_id), written=f"{at} {zone}".strip(),
    )  # fmt: skip
