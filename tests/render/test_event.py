"""The card of a tournament before its first result."""

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from bot.messages.pictures import example
from render.event import Opening, event_picture
from render.names import Name
from render.theme import AMBER, BAR_UNIT, PLATE_TO_MOVE
from rules.registry import find
from tests.render.pixels import colours, opened

SIX: Final = tuple(map(Name, ("Ann", "Bo", "Cyprian", "Di", "Eva", "Fay")))
_LESSON: Final = find("rematch").spec.lesson
assert _LESSON is not None, "each game of the project has one"
LESSON: Final = _LESSON
LONG: Final = Name("Maximiliane von und zu Hohenstein-Lichtenberg")


def opening(people: int = 4, free: int = 2) -> Opening:
    return Opening(
        view=example(find("rematch"), LESSON.example),
        title="ReMatch tournament",
        form="6 players · 2 games against each",
        pace="about 1 day per move · rated",
        people=SIX[:people],
        free=free,
        free_word="free",
        more=lambda number: f"+{number}",
        foot="Starts when 6 are in",
    )


def within(shown: Opening, box: tuple[int, int, int, int]) -> Counter[tuple[int, int, int]]:
    return colours(opened(event_picture(shown)), box)


PILLS: Final = (412, 228, 1060, 358)
BAR: Final = (412, 374, 900, 394)


def test_who_is_in_stands_on_pills_and_free_places_are_outlines() -> None:
    assert opened(event_picture(opening())).size == (1100, 440)
    assert PLATE_TO_MOVE in within(opening(free=0), PILLS)
    assert PLATE_TO_MOVE not in within(opening(people=0), PILLS)
    assert BAR_UNIT in within(opening(people=0), PILLS)
    assert BAR_UNIT not in within(opening(free=0), PILLS)


@pytest.mark.parametrize(
    "people", [(), (LONG,) * 36, SIX * 6, (Name("I"),) * 36], ids=["none", "long", "many", "short"]
)
@pytest.mark.parametrize("free", [0, 36])
def test_all_stay_within_two_rows(people: tuple[Name, ...], free: int) -> None:
    shown = replace(opening(), people=people, free=free, foot="", share=None)
    rest = opened(event_picture(shown)).crop((412, 360, 1100, 440))
    empty = opened(event_picture(replace(shown, people=(), free=0))).crop((412, 360, 1100, 440))
    assert rest.tobytes() == empty.tobytes()


def test_a_bar_shows_the_share_of_finished_games() -> None:
    started = replace(opening(), free=0, foot="9 of 30")
    assert AMBER not in within(replace(started, share=0.0), BAR)
    assert AMBER in within(replace(started, share=0.3), BAR)
    assert event_picture(replace(started, share=1.0)) != event_picture(replace(started, share=0.5))


def test_a_game_without_an_example_has_no_board() -> None:
    assert event_picture(replace(opening(), view=None)) != event_picture(opening())
