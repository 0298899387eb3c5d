"""A person's own games in an event: whose turn it is, and how finished games ended."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from bot.extensions.events import verbs
from bot.extensions.events.standings import entrant_name, is_unplaced, scored, taken_out, title
from bot.extensions.events.values import Event, OpenGame
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, Row, Style
from bot.messages.words.text import NOTHING, channel_link, dotted, lines, shortened
from bot.model.caller import Person
from bot.model.moments import time_left
from rules.club.entries import GameKey, Stage
from rules.club.groups import Game, Groups, Status
from rules.club.ladder import Challenge, Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, Stranger, say

__all__ = ["mine"]

_MOST_ENDED: Final = 10
"""The most games in a list that have ended."""
_LONGEST: Final = 28
"""Characters of a name in a list."""
_POINT: Final = 12
"""Twelfths in a point."""


def mine(event: Event, person: Person, open_games: Mapping[GameKey, OpenGame]) -> Message:
    """Return a person's own games in an event."""
    course, entrant = event.course, event.entrant(person)
    own = {each for each, user in event.people.items() if user.id == person}
    if isinstance(course, Ladder):
        told = _on_ladder(event, course, own, open_games)
    else:
        told = _in_tournament(event, course, own, open_games)
    if entrant is None:
        return Message(lines(told, *(taken_out(event) if own else ())))
    return Message(told, rows=_leaving(event))


def _leaving(event: Event) -> tuple[Row, ...]:
    if event.is_over:
        return ()
    leave = for_text(verbs.LEAVE, event.id, 0)
    label = say("Leave …") if isinstance(event.course, Ladder) else say("Drop out …")
    return ((Button(label, leave, Style.DANGER),),)


def _in_tournament(
    event: Event, course: Groups, own: set[Entrant], open_games: Mapping[GameKey, OpenGame]
) -> Sentence:
    if not own:
        return say("You're not in this tournament.")
    is_gone = not own & set(event.present)
    gone = say("You're no longer in this tournament.") if is_gone else NOTHING
    if not course.groups:
        return gone if is_gone else say("You're in. Your games show up here once it starts.")
    played = [
        (shortened(event.people[_rival(game.entrants, own)].name, _LONGEST), game)
        for game in course.games.values()
        if own & set(game.entrants)
    ]
    running = [(name, open_games.get(game.key)) for name, game in played if _runs(game)]
    ended = [(name, game) for name, game in played if game.status is Status.ENDED]
    # Several games against one opponent are one line: a message has no room for forty.
    waiting = dict.fromkeys(name for name, game in played if game.status is Status.WAITING)
    return lines(
        dotted(say("**{title}**", title=title(event)), *_so_far(course, own)),
        *_running(event, own, running),
        *(
            say("- {rival} · {result}", rival=name, result=_result(game, own))
            for name, game in ended[-_MOST_ENDED:]
        ),
        *(say("- {rival} · not started", rival=name) for name in waiting),
        gone,
    )


def _rival(entrants: tuple[Entrant, Entrant], own: set[Entrant]) -> Entrant:
    return entrants[1 if entrants[0] in own else 0]


def _runs(game: Game) -> bool:
    return game.status is Status.RUNNING


def _so_far(course: Groups, own: set[Entrant]) -> Iterator[Sentence]:
    """Yield how many games of the stage a person has played, their points and their place."""
    stage, group = Stage.FINAL, 1
    if not own & set(course.finalists):
        stage = Stage.GROUPS
        groups = enumerate(course.groups, 1)
        group = next((number for number, members in groups if own & set(members)), 0)
    if not group:  # They left before it began.
        return
    games = [
        game
        for game in course.games_of(stage, group)
        if own & set(game.entrants) and game.status is not Status.STRUCK
    ]
    ended = sum(game.status is Status.ENDED for game in games)
    yield say("{ended} of {all} played", ended=ended, all=len(games))
    if is_unplaced(course, stage, group):
        return
    for place, line in enumerate(course.table(stage, group), 1):
        if line.entrant in own:
            yield scored(line.points)
            yield say("#{place}", place=place)


def _running(
    event: Event, own: set[Entrant], games: Iterable[tuple[Stranger, OpenGame | None]]
) -> Iterator[Sentence]:
    """Yield a line per game in progress: first games where it is their turn, by due date."""
    persons = {event.people[each].id for each in own}

    def waits(each: tuple[Stranger, OpenGame | None]) -> tuple[bool, float]:
        found = each[1]
        if found is None:
            return True, float("inf")
        return found.due not in persons, found.due_at or float("inf")

    for name, found in sorted(games, key=waits):
        if found is None:
            yield say("- {rival} · opening soon", rival=name)
            continue
        place = channel_link(found.channel_id)
        if not found.has_begun:
            yield say("- {rival} · press **Start** · {place}", rival=name, place=place)
        elif found.due not in persons:
            yield say("- {rival} · their turn · {place}", rival=name, place=place)
        elif found.due_at is None:
            yield say("- {rival} · **your turn** · {place}", rival=name, place=place)
        else:
            yield say(
                "- {rival} · **your turn** · due {left} · {place}",
                rival=name, left=time_left(found.due_at), place=place,
            )  # fmt: skip


def _result(game: Game, own: set[Entrant]) -> Sentence:
    share = game.result.shares[0 if game.entrants[0] in own else 1] if game.result else 0
    if share == _POINT:
        return say("you won")
    return say("you drew") if share else say("you lost")


def _on_ladder(
    event: Event, course: Ladder, own: set[Entrant], open_games: Mapping[GameKey, OpenGame]
) -> Sentence:
    if not own:
        return say("You're not on this ladder. **Join** on its card.")
    place = next((n for n, each in enumerate(course.places, 1) if each in own), None)
    played = [
        (entrant_name(event, _rival(challenge.entrants, own)), position, challenge)
        for position, challenge in enumerate(course.challenges, 1)
        if own & set(challenge.entrants)
    ]
    running = [
        (name, open_games.get(GameKey(Stage.LADDER, 1, position)))
        for name, position, challenge in played
        if challenge.ended_at is None
    ]
    ended = [each for each in reversed(played) if each[2].ended_at is not None]
    return lines(
        dotted(
            say("**{title}**", title=title(event)),
            NOTHING if place is None else say("#{place}", place=place),
        ),
        *_running(event, own, running),
        *(
            say("- {rival} · {result}", rival=name, result=_challenge_result(challenge, own))
            for name, _, challenge in ended[:_MOST_ENDED]
        ),
        NOTHING if played else say("No games yet."),
        say("You're no longer on this ladder.") if place is None else NOTHING,
    )


def _challenge_result(challenge: Challenge, own: set[Entrant]) -> Sentence:
    if challenge.result is None:
        return say("doesn't count")
    if challenge.winner is not None:
        return say("you won") if challenge.winner in own else say("you lost")
    return say("you drew") if any(challenge.result.shares) else say("not played")
