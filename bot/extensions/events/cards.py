"""The messages of an event in its channel: seal, card, and the beginning of its groups."""

import hashlib
from dataclasses import replace
from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.opening import opening
from bot.extensions.events.standings import (
    MOST_ROWS,
    crosstable,
    game_facts,
    is_unplaced,
    ladder_lines,
    places,
    progress,
    standings,
    title,
)
from bot.extensions.events.values import Event, EventKind, EventPart
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Picture, Row, Style
from bot.messages.words.text import (
    NOTHING,
    dotted,
    in_a_row,
    lines,
    mention,
    named,
    own,
    shortened,
    spoiler,
)
from bot.model.caller import Person
from bot.model.moments import date, time_left
from rules.club.entries import Stage, Stopped
from rules.club.groups import FEWEST, Groups, State
from rules.club.ladder import Ladder
from rules.contract.sentence import Sentence, all_of, say, say_n

__all__ = ["card", "post"]

_LONGEST: Final = 24
"""Characters of a name on a card, so that there is room for 36."""
_NAMED: Final = 36
"""The most people whom a card names."""
_TOLD: Final = 3
"""The places that the end tells."""
_SHOWN: Final = 8
"""The digits of a seal that a card shows; the message above it shows all."""


def post(event: Event, part: EventPart) -> Message | None:
    """Return a message of an event, or None if there is nothing left to show."""
    match part:
        case EventPart.SEAL:
            seal = say(
                "-# The draw is sealed in advance, so no one can rig it: {seal}",
                seal=spoiler(event.seal),
            )
            return Message(seal, is_silent=True)
        case EventPart.LOTS:  # An earlier version posted the secret.
            return None
        case EventPart.STAGE:
            return _stage(event)
        case EventPart.BLOCKED:
            return Message(
                say(
                    "Discord won't let me open more threads here. The next games start once some "
                    "are closed. An admin can also check my permissions."
                )
            )


def card(event: Event) -> Message:
    """Return the card of an event. A new card pings the people whom the end of a stage concerns."""
    course = event.course
    if isinstance(course, Ladder):
        return _ladder_card(event, course)
    pings = _concerned(event, course)
    pictures = [] if event.unnamed else _pictures(event, course)
    told = lines(
        *_state(event, course),
        *([] if pictures else [places(event, course, *each) for each in _told(course)]),
        *_greeting(event, pings),
        _small(event),
    )
    first = pictures[0] if pictures else None
    rows = (_buttons(event),)
    shown = (told.english(), str(len(event.log)), event.state.value)
    digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()
    more = tuple(pictures[1:])
    return Message(told, first, rows=rows, pings=pings, more_pictures=more, digest=digest)


def _pictures(event: Event, course: Groups) -> list[Picture]:
    """Return the picture of the players until the first result, then the crosstables."""
    is_new = course.state is State.OPEN or (
        course.state is State.GROUPS and all(is_unplaced(course, *each) for each in _tables(course))
    )
    if is_new:
        return [opening(event, course)]
    drawn = (crosstable(event, course, stage, group) for stage, group in _told(course))
    return [picture for picture in drawn if picture is not None]


def _told(course: Groups) -> list[tuple[Stage, int]]:
    """Return the tables that a card shows: only the first of a season, which may have twelve."""
    return _tables(course)[: 1 if course.is_season else None]


def _tables(course: Groups) -> list[tuple[Stage, int]]:
    if course.finalists:
        return [(Stage.FINAL, 1)]
    return [(Stage.GROUPS, number) for number in range(1, len(course.groups) + 1)]


def _terms(event: Event) -> Sentence:
    """Return what is played, and the time."""
    terms, time = event.terms, _time(event)
    if terms.kind is EventKind.SEASON:
        return say(
            "4 to 6 games against players of about your strength, two at a time at first. You"
            " stay in for the next seasons until you leave. {time}.",
            time=time,
        )
    return say(
        "{games}, {at_once}. {time}.",
        games=say_n(
            "1 game against each opponent", "{count} games against each opponent", terms.meetings
        ),
        at_once=say_n("1 at a time", "up to {count} at a time", terms.at_once),
        time=time,
    )


def _state(event: Event, course: Groups) -> list[Sentence]:
    """Return the title with what happens now; until the beginning, also players and terms.

    The terms are for people who think of joining. Later, the games show their own.
    """
    name = say("**{title}**", title=title(event))
    match course.state:
        case State.OPEN:
            return [dotted(name, _starts(event)), _people(event), _terms(event)]
        case State.GROUPS if course.final_due_at is not None:
            decided = say(
                "The groups are decided. The final starts {when}. Until then finalists can drop "
                "out.",
                when=time_left(course.final_due_at),
            )
            return [name, decided]
        case State.GROUPS if course.is_season:
            players = say_n("1 player", "{count} players", len(event.present))
            until = say("until {day}", day=date(event.ends_at or 0))
            return [dotted(name, players, until, progress(course)), _firsts(event, course)]
        case State.GROUPS if len(course.groups) == 1:
            return [dotted(name, progress(course))]
        case State.GROUPS:
            return [dotted(name, say("group stage"), progress(course))]
        case State.FINAL:
            return [dotted(name, say("final"), progress(course))]
        case State.CANCELLED:
            if not course.groups:
                return [name, say("Cancelled before it started.")]
            return [name, say("Cancelled. Its games continue as ordinary games.")]
        case State.OVER:
            return [name, _over(event, course)]


def _starts(event: Event) -> Sentence:
    """Return when an event that takes people starts."""
    day, full = date(event.closes_at or 0), event.terms.full_at
    if event.terms.kind is EventKind.SEASON:
        return say("starts {day}", day=day)
    if full is None:
        return say("starts {day}, or when the organizer says go", day=day)
    return say("starts when {count} are in, or {day}", count=full, day=day)


def _firsts(event: Event, course: Groups) -> Sentence:
    """Return who leads, or has won, the later divisions of a season."""
    return in_a_row(*(
        say("Division {number}: {name}.", number=number, name=named(event.people[table[0].entrant]))
        for stage, number in _tables(course)[1:]
        if not is_unplaced(course, stage, number) and (table := course.table(stage, number))
    ))  # fmt: skip


def _over(event: Event, course: Groups) -> Sentence:
    winners = all_of(named(event.people[each]) for each in course.winners)
    if not course.winners:
        return say("Finished without a winner.")
    if any(isinstance(each.change, Stopped) for each in event.log):
        return say("Stopped early. In first place: **{winners}**.", winners=winners)
    if course.is_season:
        return _season_over(event, course)
    won = say("🏆 **{winners} won!**", winners=winners)
    tables = _tables(course)
    if len(tables) > 1:
        return won
    others = [
        say("{place}. {name}", place=place, name=named(event.people[line.entrant]))
        for place, line in enumerate(course.table(*tables[0])[1:_TOLD], 2)
    ]
    return in_a_row(won, say("{others}.", others=all_of(others))) if others else won


def _season_over(event: Event, course: Groups) -> Sentence:
    first = event.people[course.winners[0]]
    goes_on = say("Everyone who stays is in the next season. Its card opens here.")
    won = say("🏆 **{winner} won!**", winner=named(first))
    return in_a_row(won, _firsts(event, course), goes_on)


def _people(event: Event) -> Sentence:
    full = event.terms.full_at
    names = [shortened(event.people[each].name, _LONGEST) for each in event.present[:_NAMED]]
    count, most = len(event.present), event.terms.most
    if count > _NAMED:
        return say("{count} in, up to {most}.", count=count, most=most)
    if full is not None:
        who = all_of(names) if names else say("no one yet")
        return say("{count} of {all} in: {names}", count=len(names), all=full, names=who)
    if not names:
        return say("No one has joined yet ({fewest} to {most} players).", fewest=FEWEST, most=most)
    if len(names) < FEWEST:
        return say_n(
            "In: {names} ({fewest} to {most} players)",
            "{count} in: {names} ({fewest} to {most} players)", len(names),
            names=all_of(names), fewest=FEWEST, most=most,
        )  # fmt: skip
    return say(
        "{count} in: {names} (up to {most})", count=len(names), names=all_of(names), most=most
    )


def _concerned(event: Event, course: Groups) -> tuple[Person, ...]:
    """Return the people whom a new card pings: the finalists, or the winners."""
    entrants = course.finalists if course.state is State.FINAL else course.winners
    return tuple(event.people[each].id for each in entrants)


def _greeting(event: Event, pings: tuple[Person, ...]) -> list[Sentence]:
    if not pings:
        return []
    names = all_of(mention(each) for each in pings)
    if event.state is State.FINAL:
        return [say("{names}: the final has started!", names=names)]
    return [say("Congratulations, {names}!", names=names)]


def _small(event: Event) -> Sentence:
    sealed = say("draw sealed {seal}", seal=own(event.seal[:_SHOWN])) if event.id else NOTHING
    return _smallest(event, sealed)  # It's sealed when the event opens.


def _smallest(event: Event, more: Sentence) -> Sentence:
    """Return the small line: how its games are rated, who runs it, and more."""
    run_by = say("run by {organizer}", organizer=mention(event.director))
    return say("-# {facts}", facts=dotted(game_facts(event), run_by, more))


def _buttons(event: Event) -> Row:
    row: list[Button] = []
    if event.state is State.OPEN:
        row.append(Button(say("Join"), for_text(verbs.JOIN, event.id), Style.SUCCESS))
        row.append(Button(say("Leave"), for_text(verbs.LEAVE, event.id, 0)))
    else:
        row.append(Button(say("Standings"), for_text(verbs.TABLE, event.id, 0)))
        row.append(Button(say("My games"), for_text(verbs.MINE, event.id)))
    if not event.is_over:
        row.append(Button(say("Manage"), for_text(verbs.DIRECT, event.id)))
    return row


def _stage(event: Event) -> Message | None:
    course = event.course
    if not isinstance(course, Groups) or not course.groups or event.is_over:
        return None
    people = tuple(event.people[each].id for group in course.groups for each in group)
    names = all_of(mention(each) for each in people)
    told = (
        say(
            "**{title} has started!** {names}, your first two games are opening in threads here.",
            title=title(event), names=names,
        )
        if course.is_season
        else say(
            "**The {title} has started!** {names}, your games are opening in threads here.",
            title=title(event), names=names,
        )
    )  # fmt: skip
    row = [
        Button(say("My games"), for_text(verbs.MINE, event.id), Style.PRIMARY),
        Button(say("Standings"), for_text(verbs.TABLE, event.id, 0)),
    ]
    return Message(told, rows=(row,), pings=people)


def _ladder_card(event: Event, course: Ladder) -> Message:
    """Return the card of a ladder."""
    picture = None if event.unnamed else standings(event, course)
    shown = range(len(course.places[:MOST_ROWS]))
    told = lines(
        dotted(
            say("**{title}**", title=title(event)),
            say_n("1 player", "{count} players", len(course.places)),
            _open_games(course),
        ),
        _ladder_state(event, course),
        *([] if picture else ladder_lines(event, course, shown)),
        _ladder_small(event),
    )
    entries = f"{len(event.log)} {event.state.value}"
    digest = hashlib.sha256(f"{told.english()}\n{entries}".encode()).hexdigest()
    return Message(told, picture, rows=(_ladder_buttons(event),), digest=digest)


def _open_games(course: Ladder) -> Sentence:
    if not course.open:
        return NOTHING
    return say_n("1 game in progress", "{count} games in progress", len(course.open))


def _ladder_state(event: Event, course: Ladder) -> Sentence:
    if course.state is State.CANCELLED:
        return say("Closed. Its games continue as ordinary games.")
    if course.state is State.OVER and course.places:
        first = named(event.people[course.places[0]])
        return say("Finished. **{first}** is on top!", first=first)
    if course.state is State.OVER:
        return say("Finished. No one was on it.")
    return say(
        "**Join** at the bottom. **Challenge** someone up to {reach} places above you: win, and "
        "you take their place.",
        reach=course.reach,
    )


def _ladder_small(event: Event) -> Sentence:
    if event.is_over:
        return _smallest(event, NOTHING)
    idle = say("30 days without a game: down one place each Monday")
    return _smallest(event, dotted(_time(event), idle))


def _time(event: Event) -> Sentence:
    """Return the time, without words for what holds in every event: its clock is hard."""
    return replace(event.terms.time, hard=False).words


def _ladder_buttons(event: Event) -> Row:
    reading = [
        Button(say("Standings"), for_text(verbs.TABLE, event.id, 0)),
        Button(say("My games"), for_text(verbs.MINE, event.id)),
    ]
    if event.is_over:
        return reading
    return [
        Button(say("Join"), for_text(verbs.JOIN, event.id), Style.SUCCESS),
        Button(say("Challenge …"), for_text(verbs.CHALLENGE, event.id, 0), Style.PRIMARY),
        *reading,
        Button(say("Manage"), for_text(verbs.DIRECT, event.id)),
    ]
