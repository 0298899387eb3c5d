"""The messages of an event in its channel: seal, card, secret, the beginning of its groups."""

import hashlib
from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.standings import (
    MOST_ROWS,
    crosstable,
    game_terms,
    ladder_lines,
    places,
    standings,
    title,
)
from bot.extensions.events.values import Event, EventPart
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Row, Style
from bot.messages.words.text import (
    NOTHING,
    code,
    dotted,
    lines,
    mention,
    named,
    shortened,
)
from bot.model.caller import Person
from bot.model.moments import moment, time_left
from rules.club.entries import Begun, Stage, Stopped
from rules.club.groups import FEWEST, MOST, Groups, State, Status
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, all_of, say, say_n

__all__ = ["card", "post"]

_LONGEST: Final = 24
"""Characters of a name on a card, so that there is room for 36."""
_SHOWN: Final = 8
"""The digits of a seal that a card shows; the message above it shows all."""


def post(event: Event, part: EventPart) -> Message | None:
    """Return a message of an event, or None if there is nothing left to show."""
    match part:
        case EventPart.SEAL:
            return Message(
                say(
                    "Sealed lots of event {number}: {seal}. The secret behind this seal is posted "
                    "when the event begins.",
                    number=event.id, seal=code(event.seal),
                )
            )  # fmt: skip
        case EventPart.LOTS:
            return _secret(event)
        case EventPart.STAGE:
            return _stage(event)
        case EventPart.BLOCKED:
            return Message(
                say(
                    "Discord lets me open no more threads for the games of event {number} now. "
                    "They wait until it does: somebody can close threads that nobody needs, or "
                    "check my permissions here.",
                    number=event.id,
                )
            )


def card(event: Event) -> Message:
    """Return the card of an event. A new one pings those whom the end of a stage is about."""
    course = event.course
    if isinstance(course, Ladder):
        return _ladder_card(event, course)
    pings = _concerned(event, course)
    tables = [] if event.unnamed else _tables(course)
    drawn = (crosstable(event, course, stage, group) for stage, group in tables)
    pictures = [picture for picture in drawn if picture is not None]
    told = lines(
        say("**{title}**", title=title(event)),
        _terms(event),
        _state(event, course),
        *([] if pictures else [places(event, course, *each) for each in _tables(course)]),
        *_greeting(event, pings),
        _small(event),
    )
    first = pictures[0] if pictures else None
    rows = (_buttons(event),)
    shown = (told.english(), str(len(event.log)), event.state.value)
    digest = hashlib.sha256("\n".join(shown).encode()).hexdigest()
    more = tuple(pictures[1:])
    return Message(told, first, rows=rows, pings=pings, more_pictures=more, digest=digest)


def _tables(course: Groups) -> list[tuple[Stage, int]]:
    if course.finalists:
        return [(Stage.FINAL, 1)]
    return [(Stage.GROUPS, number) for number in range(1, len(course.groups) + 1)]


def _terms(event: Event) -> Sentence:
    terms = event.terms
    return dotted(
        game_terms(event),
        say_n("everybody meets once", "everybody meets {count} times", terms.meetings),
        say_n("1 game at once", "up to {count} games at once", terms.at_once),
        terms.time.words,
    )


def _state(event: Event, course: Groups) -> Sentence:
    match course.state:
        case State.OPEN:
            return lines(
                say(
                    "**Join** to take part, {fewest} to {most} people. It begins {closes} "
                    "({left}), or when its director says so.",
                    fewest=FEWEST, most=MOST, closes=moment(event.closes_at or 0),
                    left=time_left(event.closes_at or 0),
                ),
                _people(event),
            )  # fmt: skip
        case State.GROUPS if course.final_due_at is not None:
            return say(
                "The groups are decided. The final begins {when}; until then finalists can still "
                "withdraw.",
                when=time_left(course.final_due_at),
            )
        case State.GROUPS:
            return _progress(say("The groups are being played"), course)
        case State.FINAL:
            return _progress(say("The final is being played"), course)
        case State.CANCELLED:
            if not course.groups:
                return say("This event was cancelled before it began.")
            return say("This event was cancelled. Its games go on as ordinary ones.")
        case State.OVER:
            return _over(event, course)


def _progress(what: Sentence, course: Groups) -> Sentence:
    games = [each for each in course.games.values() if each.key.stage is course.stage]
    counted = [each for each in games if each.status is not Status.STRUCK]
    ended = sum(each.status is Status.ENDED for each in counted)
    return say_n(
        "{what}: 1 of {all} games is over.", "{what}: {count} of {all} games are over.", ended,
        what=what, all=len(counted),
    )  # fmt: skip


def _over(event: Event, course: Groups) -> Sentence:
    winners = all_of(named(event.people[each]) for each in course.winners)
    if not course.winners:
        return say("This event is over, and nobody has won it.")
    if any(isinstance(each.change, Stopped) for each in event.log):
        return say("This event was stopped. First: **{winners}**.", winners=winners)
    return say("This event is over. **{winners}** won.", winners=winners)


def _people(event: Event) -> Sentence:
    names = [shortened(event.people[each].name, _LONGEST) for each in event.present]
    if not names:
        return say("Nobody takes part yet.")
    return say_n(
        "{names} takes part.", "{count} people take part: {names}.", len(names), names=all_of(names)
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
        return [say("{names}: the final has begun.", names=names)]
    return [say("Congratulations, {names}!", names=names)]


def _small(event: Event) -> Sentence:
    director = say("-# Directed by {director}", director=mention(event.director))
    if not event.id:
        return director  # Its lots are sealed when it opens.
    return dotted(director, say("sealed lots {seal}", seal=code(event.seal[:_SHOWN])))


def _buttons(event: Event) -> Row:
    row: list[Button] = []
    if event.state is State.OPEN:
        row.append(Button(say("Join"), for_text(verbs.JOIN, event.id), Style.SUCCESS))
        row.append(Button(say("Leave"), for_text(verbs.LEAVE, event.id, 0)))
    else:
        row.append(Button(say("Table"), for_text(verbs.TABLE, event.id, 0)))
        row.append(Button(say("My games"), for_text(verbs.MINE, event.id)))
    if not event.is_over:
        row.append(Button(say("Direct"), for_text(verbs.DIRECT, event.id)))
    return row


def _secret(event: Event) -> Message | None:
    begun = next((each.change for each in event.log if isinstance(each.change, Begun)), None)
    if begun is None:
        return None
    numbers = [
        say("{name} {number}", name=shortened(event.people[each].name, _LONGEST), number=each)
        for each in sorted(_drawn(event))
    ]
    return Message(
        lines(
            say(
                "Event {number} has drawn its lots from the secret {secret} and the press {press}.",
                number=event.id, secret=code(begun.secret), press=code(str(begun.press)),
            ),
            say("The numbers of its entrants: {numbers}.", numbers=all_of(numbers)),
        )
    )  # fmt: skip


def _stage(event: Event) -> Message | None:
    course = event.course
    if not isinstance(course, Groups) or not course.groups or event.is_over:
        return None
    people = tuple(event.people[each].id for group in course.groups for each in group)
    told = say(
        "**{title}** has begun: {names}. Your games open in threads of this channel. **My games** "
        "lists yours.",
        title=title(event), names=all_of(mention(each) for each in people),
    )  # fmt: skip
    row = [
        Button(say("My games"), for_text(verbs.MINE, event.id), Style.PRIMARY),
        Button(say("Table"), for_text(verbs.TABLE, event.id, 0)),
    ]
    return Message(told, rows=(row,), pings=people)


def _drawn(event: Event) -> list[Entrant]:
    """Return everybody for whom a lot was drawn."""
    return [*event.course.lots] if isinstance(event.course, Groups) else []


def _ladder_card(event: Event, course: Ladder) -> Message:
    """Return the card of a ladder."""
    picture = None if event.unnamed else standings(event, course)
    shown = range(len(course.places[:MOST_ROWS]))
    told = lines(
        say("**{title}**", title=title(event)),
        dotted(game_terms(event), event.terms.time.words),
        _ladder_state(event, course),
        *([] if picture else ladder_lines(event, course, shown)),
        *_ladder_small(event),
    )
    entries = f"{len(event.log)} {event.state.value}"
    digest = hashlib.sha256(f"{told.english()}\n{entries}".encode()).hexdigest()
    return Message(told, picture, rows=(_ladder_buttons(event),), digest=digest)


def _ladder_state(event: Event, course: Ladder) -> Sentence:
    if course.state is State.CANCELLED:
        return say("This ladder was closed. Its games go on as ordinary ones.")
    if course.state is State.OVER and course.places:
        first = named(event.people[course.places[0]])
        return say("This ladder has ended. **{first}** is in first place.", first=first)
    if course.state is State.OVER:
        return say("This ladder has ended, and nobody was on it.")
    return lines(
        say(
            "**Join** puts you at the bottom, and lets others challenge you. **Challenge** "
            "somebody up to {reach} places above you: the game begins at once, and if you win, "
            "you take their place.",
            reach=course.reach,
        ),
        say_n("1 game is being played.", "{count} games are being played.", len(course.open))
        if course.open
        else NOTHING,
    )


def _ladder_small(event: Event) -> list[Sentence]:
    director = say("-# Directed by {director}", director=mention(event.director))
    if event.is_over:
        return [director]
    idle = say("each Monday, anybody who hasn't played for 30 days falls one place")
    return [dotted(director, idle)]


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
        Button(say("Direct"), for_text(verbs.DIRECT, event.id)),
    ]
