"""The picture of a tournament before its first result: its game, players and open places."""

from datetime import UTC, datetime
from typing import Final

from bot.extensions.events.standings import finished, progress, title
from bot.extensions.events.values import Event
from bot.messages import pictures
from bot.messages.controls.message import Picture
from bot.messages.words.text import dotted, in_a_row, named
from bot.messages.words.time import MONTHS
from render.event import Opening, event_picture
from render.names import Name
from rules.club.groups import FEWEST, Groups, State
from rules.contract.sentence import Argument, Renderer, Sentence, all_of, say, say_n
from rules.contract.view import BoardView
from rules.registry import all_games
from rules.time.duration import in_words
from rules.time.time_control import Bank, PerTurn

__all__ = ["opening"]

_NAMED: Final = 10
"""The most people whom the alt text names: about as many have room in the picture."""


def opening(event: Event, course: Groups) -> Picture:
    """Return the picture of a tournament that has no result yet."""
    is_open, (ended, games) = course.state is State.OPEN, finished(course.games.values())

    def draw(reader: Renderer) -> bytes:
        unknown = say("a player").rendered(reader)
        return event_picture(
            Opening(
                view=_view(event),
                title=title(event).rendered(reader),
                form=_form(event, course).rendered(reader),
                pace=_pace(event).rendered(reader),
                people=tuple(Name(event.people[each].name, unknown) for each in event.present),
                free=_free(event) if is_open else 0,
                free_word=say("free").rendered(reader),
                more=lambda number: say("+{number}", number=number).rendered(reader),
                foot=foot.rendered(reader),
                share=None if is_open or not games else ended / games,
            )
        )

    foot = _start(event) if is_open else say("{ended} of {all}", ended=ended, all=games)
    names: list[Argument] = [named(event.people[each]) for each in event.present[:_NAMED]]
    if (rest := len(event.present) - _NAMED) > 0:
        names.append(say_n("1 more", "{count} more", rest))
    alt = in_a_row(
        say("{title}: {form}.", title=title(event), form=_form(event, course)),
        say("In: {names}.", names=all_of(names)) if names else say("No one has joined yet."),
        say("{foot}.", foot=foot if is_open else progress(course)),
    )
    return Picture(draw, alt, "event")


def _form(event: Event, course: Groups) -> Sentence:
    terms = event.terms
    count = len(event.present) if course.state is not State.OPEN else terms.full_at
    people = (
        say("{fewest} to {most} players", fewest=FEWEST, most=terms.most)
        if count is None
        else say_n("1 player", "{count} players", count)
    )
    if course.is_season:
        return dotted(people, say("4 to 6 games each"))
    return dotted(
        people, say_n("1 game against each", "{count} games against each", terms.meetings)
    )


def _pace(event: Event) -> Sentence:
    match event.terms.time.limit:
        case PerTurn(seconds):
            pace = say("{time} per move", time=in_words(seconds))
        case Bank(_, increment, _) if increment:
            pace = say("about {time} per move", time=in_words(increment))
        case _:
            pace = event.terms.time.words
    return dotted(pace, say("rated") if event.terms.rated else say("unrated"))


def _free(event: Event) -> int:
    """Return how many open places are drawn: as many as it needs to start."""
    return max((event.terms.full_at or FEWEST) - len(event.present), 0)


def _start(event: Event) -> Sentence:
    if event.terms.full_at is not None:
        return say("Starts when {count} are in", count=event.terms.full_at)
    day = datetime.fromtimestamp(event.closes_at or 0, UTC)
    return say("Starts {day} {month}", day=day.day, month=MONTHS[day.month - 1])


def _view(event: Event) -> BoardView | None:
    """Return the game in play, or None if it has no example or isn't here any more."""
    game = all_games().get(event.terms.game)
    lesson = None if game is None else game.spec.lesson
    return None if game is None or lesson is None else pictures.example(game, lesson.example)
