"""The messages of the largest ladder fit into what Discord takes, whatever people are called."""

import pytest

from bot.extensions.events import panels
from bot.extensions.events.acts import MOST_ON_A_LADDER as MOST
from bot.extensions.events.cards import card
from bot.extensions.events.own_games import mine
from bot.extensions.events.standings import standings
from bot.extensions.events.values import Event
from bot.messages.controls.message import MOST_BUTTONS, Button, Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Person, Place, User
from bot.model.table import Reason
from rules.club.entries import (
    Challenged,
    Change,
    Ended,
    Entered,
    Entry,
    GameKey,
    Left,
    Result,
    Stage,
    Week,
)
from rules.club.ladder import Ladder, challengeable, folded
from rules.club.pairings import Entrant
from rules.contract.sentence import ENGLISH
from tests.bot.game_driver import MOST_ALT_TEXT, MOST_CONTENT, MOST_PICTURE
from tests.bot.timed_host import NOON
from tests.extensions.events.event_host import ladder

NAMES = ("*" * 32, "W" * 32, "\N{FOX FACE}" * 32)


def largest(name: str) -> Event:
    """Return a ladder with room for nobody more, on which those at the top and the bottom play."""
    changes: list[Change] = [Entered(Entrant(number)) for number in range(1, MOST + 6)]
    changes += [Left(Entrant(number)) for number in range(MOST + 1, MOST + 6)]
    changes += [Week()]
    for number in range(2, 12):
        changes += [
            Challenged(Entrant(number), Entrant(number - 1)),
            Ended(GameKey(Stage.LADDER, 1, number - 1), 1, Result((0, 12))),
        ]
    changes += [Challenged(Entrant(14), Entrant(13)), Challenged(Entrant(13), Entrant(12))]
    course, log = Ladder(), list[Entry]()
    for number, change in enumerate(changes, 1):
        log.append(Entry(number, NOON, change))
        course = folded(course, log[-1])
    people = {Entrant(number): User(Person(number), name) for number in range(1, MOST + 6)}
    left = [each.number for each in log if isinstance(each.change, Left)]
    return Event(
        id=99999,
        place=Place(10, 5),
        terms=ladder(),
        director=Person(7),
        locale=DEFAULT,
        opened_at=NOON,
        closes_at=None,
        secret="",
        course=course,
        log=tuple(log),
        people=people,
        presses={},
        reasons={number: Reason(Person(7), "_" * 200) for number in left},
    )


def written(message: Message) -> str:
    return locale_of(DEFAULT).message(message.text)


@pytest.mark.parametrize("name", NAMES)
def test_every_message_fits(name: str) -> None:
    event = largest(name)
    course = event.course
    assert isinstance(course, Ladder)
    bottom = course.places[-1]
    rivals = challengeable(course, bottom, NOON)
    assert len(rivals) == MOST_BUTTONS, "everybody within reach"
    shown = [
        card(event),
        *(panels.table(event, Person(1), page) for page in range(10)),
        mine(event, Person(12), {}),
        mine(event, Person(MOST + 1), {}),
        panels.direct(event),
        panels.choose_rival(event, course, bottom, rivals),
    ]
    for message in shown:
        assert len(written(message)) <= MOST_CONTENT
        buttons = [each for row in message.rows for each in row if isinstance(each, Button)]
        assert len(buttons) <= MOST_BUTTONS
        assert all(len(locale_of(DEFAULT).label(each.label, 999)) <= 80 for each in buttons)
    picture = standings(event, course)
    assert picture is not None
    assert len(locale_of(DEFAULT).message(picture.alt)) <= MOST_ALT_TEXT
    assert len(picture.draw(ENGLISH)) <= MOST_PICTURE


def test_places_are_found_from_the_own_page() -> None:
    event = largest("Ann")
    own = written(panels.table(event, Person(MOST), 0))
    assert own.splitlines()[1].startswith("121. ")
    assert "\n125. " in own
