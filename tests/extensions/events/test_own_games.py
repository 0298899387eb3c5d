"""Own games in an event: whose turn it is, and what fits into a message."""

import re
from dataclasses import replace

import pytest

from bot.extensions.events import panels
from bot.extensions.events.cards import card, post
from bot.extensions.events.draw import draw_check
from bot.extensions.events.own_games import mine
from bot.extensions.events.standings import titles
from bot.extensions.events.values import Event, EventKind, EventPart, ListedEvent
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Person, Place, User
from rules.club.entries import Begun, Change, Ended, Entered, Entry, Result, Started
from rules.club.groups import MOST, Groups, State, Status, consequence, folded
from rules.club.pairings import Entrant
from rules.time.duration import DAY
from tests.bot.game_driver import MOST_ALT_TEXT, MOST_CONTENT
from tests.bot.timed_host import NOON
from tests.extensions.events.event_host import PEOPLE, EventHost, czech, ladder

NAMES = ("*" * 32, "W" * 32, "\N{FOX FACE}" * 32)


def written(message: Message) -> str:
    return locale_of(DEFAULT).message(message.text)


async def shown(held: EventHost, number: int) -> list[str]:
    """Return the lines that somebody reads below **My games**."""
    event = await held.event()
    games = await held.events.open_games(event)
    return written(mine(event, PEOPLE[number].id, games)).splitlines()


async def test_own_turns_come_first_with_their_links_and_results_after(held: EventHost) -> None:
    await held.open(czech(1, 4), 4)
    assert await shown(held, 0) == ["You're in. Your games show up here once it starts."]
    await held.begin()
    for number in range(4):
        head, *games = await shown(held, number)
        assert head == "**Czech draughts tournament** · 0 of 3 played"
        assert len(games) == 3
        is_own = ["**your turn** · due <t:" in line for line in games]
        assert is_own == sorted(is_own, reverse=True)
        assert all(re.search(r" · <#\d+>$", line) for line in games)
        others = [line for line, own in zip(games, is_own, strict=True) if not own]
        assert all(re.match(r"- Player \d · their turn · ", line) for line in others)
    table = (await held.unfinished())[0]
    loser, winner = (PEOPLE.index(table.players[seat].user) for seat in (0, 1))
    await held.resign(table, 0)
    lost, won = await shown(held, loser), await shown(held, winner)
    assert lost[0].startswith("**Czech draughts tournament** · 1 of 3 played · 0 points · #")
    assert won[0] == "**Czech draughts tournament** · 1 of 3 played · 1 point · #1"
    assert lost[-1] == f"- {PEOPLE[winner].name} · you lost"
    assert won[-1] == f"- {PEOPLE[loser].name} · you won"


async def test_games_that_wait_are_named_last(held: EventHost) -> None:
    await held.open(czech(2, 1), 4)
    await held.begin()
    _, *games = await shown(held, 0)
    waiting = [line for line in games if line.endswith(" · not started")]
    assert len(waiting) == 3
    assert games[-3:] == waiting


async def test_a_game_with_dice_says_who_may_start_it(held: EventHost) -> None:
    await held.open(czech(1, 4, game="hypergammon"), 3)
    await held.begin()
    _, *games = await shown(held, 0)
    assert all(" · press **Start** · <#" in line for line in games)


async def test_own_games_of_a_ladder_name_the_place(held: EventHost) -> None:
    await held.open(ladder(), 3)
    assert await shown(held, 1) == ["**Czech draughts ladder** · #2", "No games yet."]
    assert await shown(held, 9) == ["You're not on this ladder. **Join** on its card."]


def largest(name: str) -> Event:
    """Return a tournament with room for nobody more, half of whose games have ended."""
    changes: list[Change] = [Entered(Entrant(number)) for number in range(1, MOST + 1)]
    changes.append(Begun("0" * 64, 1))
    terms = czech(4, 8)
    course, log = Groups(terms.meetings, terms.at_once), list[Entry]()

    def add(change: Change) -> None:
        nonlocal course
        log.append(Entry(len(log) + 1, NOON, change))
        course = folded(course, log[-1])

    for change in changes:
        add(change)
    for number in range(180):
        while isinstance(following := consequence(course), Started):
            add(following)
        game = next(each for each in course.games.values() if each.status is Status.RUNNING)
        add(Ended(game.key, 1, Result(((12, 0), (6, 6), (0, 12))[number % 3])))
    people = {Entrant(number): User(Person(number), name) for number in range(1, MOST + 1)}
    return Event(
        id=99999, place=Place(10, 5), terms=terms, director=Person(7), locale=DEFAULT,
        opened_at=NOON, closes_at=NOON, secret="0" * 64, course=course, log=tuple(log),
        people=people, presses={},
    )  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_message_of_the_largest_tournament_fits(name: str) -> None:
    event = largest(name)
    stage = post(event, EventPart.STAGE)
    assert stage is not None
    assert isinstance(event.course, Groups)
    early = replace(event, course=replace(event.course, state=State.OPEN, groups=()))
    messages = [
        card(event),
        card(replace(event, unnamed=True)),
        card(early),
        stage,
        draw_check(event),
        panels.direct(event),
        *(panels.table(event, Person(1), group) for group in range(7)),
        *(mine(event, Person(person), {}) for person in range(1, MOST + 1)),
    ]
    for message in messages:
        assert len(written(message)) <= MOST_CONTENT
        pictures = [message.picture, *message.more_pictures] if message.picture else []
        for picture in pictures:
            assert len(locale_of(DEFAULT).message(picture.alt)) <= MOST_ALT_TEXT


def test_two_of_a_name_are_told_apart_by_their_days() -> None:
    place = Place(10, 5)

    def listed(number: int, game: str, day: int) -> ListedEvent:
        starts_at = day * DAY  # In January 1970.
        return ListedEvent(number, place, EventKind.GROUPS, game, starts_at, State.OPEN, 0, None)

    events = [listed(1, "czech", 4), listed(2, "rematch", 4), listed(3, "czech", 11)]
    assert [each.english() for each in titles(events)] == [
        "Czech draughts tournament, 5 Jan",
        "ReMatch tournament",
        "Czech draughts tournament, 12 Jan",
    ]  # fmt: skip
