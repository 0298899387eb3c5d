"""The card of a ladder in its channel."""

import hashlib

from bot.extensions.events.ladder_standings import MOST_ROWS, ladder_lines, standings
from bot.extensions.events.standings import game_terms, title
from bot.extensions.events.values import Event
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Row, Style
from bot.messages.words.text import NOTHING, dotted, lines, mention, named
from rules.club.groups import State
from rules.club.ladder import Ladder
from rules.contract.sentence import Sentence, say, say_n

__all__ = ["card"]


def card(event: Event, course: Ladder) -> Message:
    """Return the card of a ladder."""
    picture = None if event.unnamed else standings(event, course)
    shown = range(len(course.places[:MOST_ROWS]))
    told = lines(
        say("**{title}**", title=title(event)),
        dotted(game_terms(event), event.terms.time.words),
        _state(event, course),
        *([] if picture else ladder_lines(event, course, shown)),
        *_small(event),
    )
    entries = f"{len(event.log)} {event.state.value}"
    digest = hashlib.sha256(f"{told.english()}\n{entries}".encode()).hexdigest()
    return Message(told, picture, rows=(_buttons(event),), digest=digest)


def _state(event: Event, course: Ladder) -> Sentence:
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


def _small(event: Event) -> list[Sentence]:
    director = say("-# Directed by {director}", director=mention(event.director))
    if event.is_over:
        return [director]
    idle = say("each Monday, anybody who hasn't played for 30 days falls one place")
    return [dotted(director, idle)]


def _buttons(event: Event) -> Row:
    reading = [
        Button(say("Standings"), for_text(verbs.EVENT_TABLE, event.id, 0)),
        Button(say("My games"), for_text(verbs.EVENT_MINE, event.id)),
    ]
    if event.is_over:
        return reading
    return [
        Button(say("Join"), for_text(verbs.EVENT_JOIN, event.id), Style.SUCCESS),
        Button(say("Challenge …"), for_text(verbs.EVENT_CHALLENGE, event.id, 0), Style.PRIMARY),
        *reading,
        Button(say("Direct"), for_text(verbs.EVENT_DIRECT, event.id)),
    ]
