"""Panels of a ladder for one person alone: its standings, own games, whom to challenge."""

from collections.abc import Sequence
from typing import Final

from bot.extensions.events.ladder_standings import challenge_told, entrant_name, ladder_lines
from bot.extensions.events.standings import taken_out, title
from bot.extensions.events.values import Event
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Row, Style, in_rows
from bot.messages.words.text import NOTHING, channel_link, in_a_row, lines
from bot.model.caller import Person
from rules.club.entries import GameKey, Stage
from rules.club.groups import State
from rules.club.ladder import Challenge, Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, say

__all__ = ["challenged", "choose_rival", "mine", "places"]

_PAGE: Final = 15
"""The places on a page."""
_MOST_ENDED: Final = 10
"""The most games in a list that have ended."""


def places(event: Event, course: Ladder, person: Person, page: int) -> Message:
    """Return a page of the standings, from 1; 0 stands for that with the own place."""
    own = event.entrant(person)
    pages = max(1, -(-len(course.places) // _PAGE))
    if page == 0:
        page = 1 if own is None else course.places.index(own) // _PAGE + 1
    page = min(page, pages)
    start, stop = (page - 1) * _PAGE, min(page * _PAGE, len(course.places))
    told = lines(
        say("**{title}** · standings", title=title(event)),
        *(ladder_lines(event, course, range(start, stop)) or [say("Nobody is on it yet.")]),
        *taken_out(event),
    )
    higher = for_text(verbs.EVENT_TABLE, event.id, max(page - 1, 1))
    lower = for_text(verbs.EVENT_TABLE, event.id, page + 1)
    row = [
        Button(say("Higher"), higher, disabled=page == 1),
        Button(say("Lower"), lower, disabled=page == pages),
    ]
    return Message(told, rows=(row,) if pages > 1 else ())


def mine(event: Event, course: Ladder, person: Person, threads: dict[GameKey, int]) -> Message:
    """Return somebody's own games; `threads` are the channels of those that run."""
    own = {each for each, user in event.people.items() if user.id == person}
    if not own:
        return Message(
            say("You aren't on this ladder. **Join** on its card puts you at the bottom.")
        )
    entrant = event.entrant(person)
    played = [
        (GameKey(Stage.LADDER, 1, position), challenge)
        for position, challenge in enumerate(course.challenges, 1)
        if own & set(challenge.entrants)
    ]
    running = [each for each in played if each[1].ended_at is None]
    ended = [each for each in reversed(played) if each[1].ended_at is not None][:_MOST_ENDED]
    place = say("You aren't on this ladder any more.")
    if entrant is not None:
        place = say("You're in place {place}.", place=course.places.index(entrant) + 1)
    told = lines(
        say("**{title}** · your games", title=title(event)),
        place,
        *(_game(event, each, own, threads.get(key)) for key, each in (*running, *ended)),
        *([] if entrant is not None else taken_out(event)),
        NOTHING if played else say("You haven't played here yet."),
    )
    return Message(told, rows=() if entrant is None or event.is_over else (_leaving(event),))


def _leaving(event: Event) -> Row:
    return (Button(say("Leave …"), for_text(verbs.EVENT_LEAVE, event.id, 0), Style.DANGER),)


def _game(event: Event, game: Challenge, own: set[Entrant], thread: int | None) -> Sentence:
    rival = entrant_name(event, game.entrants[1 if game.entrants[0] in own else 0])
    if game.ended_at is None and thread is not None:
        return say("- against {rival}: {place}", rival=rival, place=channel_link(thread))
    if game.ended_at is None:
        return say("- against {rival}: opens in a moment", rival=rival)
    if game.result is None:
        return say("- against {rival}: doesn't count", rival=rival)
    if game.winner is None:
        is_drawn = any(game.result.shares)
        return say("- against {rival}: {result}", rival=rival,
                   result=say("drawn") if is_drawn else say("not played"))  # fmt: skip
    result = say("won") if game.winner in own else say("lost")
    return say("- against {rival}: {result}", rival=rival, result=result)


def choose_rival(
    event: Event, course: Ladder, own: Entrant | None, rivals: Sequence[Entrant]
) -> Message:
    """Return the question whom somebody challenges; `rivals` are those whom they may."""
    if course.state is not State.GROUPS:
        return Message(say("This ladder has ended."))
    if own is None:
        return Message(
            say("You aren't on this ladder. **Join** on its card puts you at the bottom.")
        )
    if course.places.index(own) == 0:
        return Message(say("You're in first place, so there's nobody above you to challenge."))
    if any(each.challenger == own for each in course.running):
        return Message(
            say("You can challenge again when the game of your last challenge has ended.")
        )
    if not rivals:
        return Message(
            say(
                "There's nobody you can challenge now. People can be challenged up to {reach} "
                "places above you, once at a time, and not within a week of your last game.",
                reach=course.reach,
            )
        )
    buttons = [
        Button(
            say("{place}. {name}", place=course.places.index(each) + 1,
                name=entrant_name(event, each)),
            for_text(verbs.EVENT_CHALLENGE, event.id, each),
        )
        for each in rivals
    ]  # fmt: skip
    told = say(
        "Who do you want to challenge? If you win, you take their place. The game begins at once:"
        " {time}.",
        time=event.terms.time.words,
    )
    return Message(told, rows=in_rows(buttons))


def challenged(event: Event) -> Message:
    """Return the answer to whoever has just challenged somebody."""
    course = event.course
    assert isinstance(course, Ladder), "people are challenged on ladders"
    told = challenge_told(event, course, len(course.challenges))
    opens = say("The game opens in a thread of {channel}.",
                channel=channel_link(event.place.channel_id))  # fmt: skip
    return Message(in_a_row(told, opens))
