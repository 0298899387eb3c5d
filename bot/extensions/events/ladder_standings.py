"""The standings of a ladder: as lines, and as a picture of the first ten."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from bot.extensions.events.standings import title
from bot.extensions.events.values import Event
from bot.messages.controls.message import Picture
from bot.messages.words.text import dotted, in_a_row, shortened
from render.leaderboard import MOST_ROWS, Leaderboard, Ranked, leaderboard_picture
from render.names import Name, cleaned, writable
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Renderer, Sentence, Stranger, all_of, say, say_n

__all__ = ["MOST_ROWS", "challenge_told", "entrant_name", "ladder_lines", "standings"]

_LONGEST: Final = 24
"""Characters of a name in a line."""
_RIVAL: Final = 14
"""Characters of a rival's name in the picture."""


def ladder_lines(event: Event, course: Ladder, places: Iterable[int]) -> list[Sentence]:
    """Return a line for each of these places, from 0, with what is known of who has it."""
    records = course.records()
    return [
        dotted(
            say("{place}. {name}", place=place + 1, name=entrant_name(event, course.places[place])),
            *_facts(event, course, course.places[place], records),
        )
        for place in places
    ]


def standings(event: Event, course: Ladder) -> Picture | None:
    """Return the picture of the first ten; None if nobody is on the ladder."""
    if not course.places:
        return None
    alt = in_a_row(say("{title}.", title=title(event)), *_sentences(event, course))
    return Picture(partial(_draw, event, course), alt, "ladder")


def challenge_told(event: Event, course: Ladder, position: int) -> Sentence:
    """Return what a game is about, as its first message tells it."""
    challenge = course.challenges[position - 1]
    told = say(
        "{title}: {name} has challenged {rival}.",
        title=title(event), name=entrant_name(event, challenge.challenger),
        rival=entrant_name(event, challenge.challenged),
    )  # fmt: skip
    if challenge.challenged not in course.places:
        return told
    place = course.places.index(challenge.challenged) + 1
    return in_a_row(told, say("It's about place {place}.", place=place))


def entrant_name(event: Event, entrant: Entrant) -> Stranger:
    """Return the name of somebody who is or was on a ladder, cut for a line."""
    return shortened(event.people[entrant].name, _LONGEST)


def _sentences(event: Event, course: Ladder) -> Iterator[Sentence]:
    """Yield a sentence for each of the first ten."""
    records = course.records()
    for place, entrant in enumerate(course.places[:MOST_ROWS], 1):
        facts, name = list(_facts(event, course, entrant, records)), entrant_name(event, entrant)
        if facts:
            told = all_of(facts)
            yield say("{place}. {name}: {facts}.", place=place, name=name, facts=told)
        else:
            yield say("{place}. {name}.", place=place, name=name)


def _facts(
    event: Event, course: Ladder, entrant: Entrant, records: Mapping[Entrant, tuple[int, int]]
) -> Iterator[Sentence]:
    if entrant in records:
        won, games = records[entrant]
        yield say_n("won {won} of 1 game", "won {won} of {count} games", games, won=won)
    if climb := course.climb(entrant):
        yield (
            say_n("up 1 place", "up {count} places", climb)
            if climb > 0
            else say_n("down 1 place", "down {count} places", -climb)
        )
    if rival := _rival(course, entrant):
        yield say("plays {rival}", rival=entrant_name(event, rival))


def _rival(course: Ladder, entrant: Entrant) -> Entrant | None:
    """Return whom somebody plays now; of several the first challenged."""
    games = (each for each in course.running if entrant in each.entrants)
    return next((each.rival(entrant) for each in games), None)


def _draw(event: Event, course: Ladder, reader: Renderer) -> bytes:
    records = course.records()

    def unknown(entrant: Entrant) -> Sentence:
        return say("player {number}", number=course.places.index(entrant) + 1)

    def row(place: int, entrant: Entrant) -> Ranked:
        won, games = records.get(entrant, (0, 0))
        rival = _rival(course, entrant)
        plays = ""
        if rival is not None:
            known = cleaned(event.people[rival].name)
            told = [say("plays {rival}", rival=unknown(rival))]
            if known:
                told.insert(0, say("plays {rival}", rival=shortened(known, _RIVAL)))
            plays = writable(*(each.rendered(reader) for each in told))
        return Ranked(
            str(place),
            Name(event.people[entrant].name, unknown(entrant).rendered(reader)),
            plays,
            say("won {won} of {games}", won=won, games=games).rendered(reader) if games else "",
            course.climb(entrant) or 0,
        )

    people = say_n("1 person", "{count} people", len(course.places))
    return leaderboard_picture(
        Leaderboard(
            title=title(event).rendered(reader),
            facts=people.rendered(reader),
            rows=tuple(
                row(number, each) for number, each in enumerate(course.places[:MOST_ROWS], 1)
            ),
        )
    )
