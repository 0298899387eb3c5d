"""A game as a moving picture: the frames are the pictures, pixel by pixel."""

from collections.abc import Sequence
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageSequence

from render import Caption, Occupant, picture
from render.replay import replay_picture
from rules.contract.core import AnyGame
from rules.contract.view import BoardView
from rules.registry import all_games
from tests.render.pixels import opened
from tests.render.test_golden import face

__all__ = ["face"]


def course(game: AnyGame, count: int) -> Sequence[tuple[BoardView, Caption]]:
    """Return the first positions of a random game, each with the people at it."""
    people = tuple(
        (side.key, Occupant(name)) for side, name in zip(game.spec.sides, NAMES, strict=False)
    )
    state, chance = game.start(), Random(5)
    found = [(game.view(state), Caption(people, "move 1"))]
    while game.turn(state) is not None and len(found) < count:
        move = chance.choice(game.legal(state))
        state = game.apply(state, move)
        found.append((game.view(state, move), Caption(people, f"move {len(found)}")))
    return found


NAMES = ("Řehoř", "Жанна", "Cy", "Di")


@pytest.mark.parametrize("key", all_games())
def test_each_frame_is_the_picture_of_its_position(key: str) -> None:
    positions = course(all_games()[key], 9)
    film = ImageSequence.Iterator(Image.open(BytesIO(replay_picture(positions))))
    for frame, (view, caption) in zip(film, positions, strict=True):
        drawn = opened(picture(view, caption=caption))
        assert frame.convert("RGB").tobytes() == drawn.tobytes()


def test_a_turn_stands_for_nine_tenths_of_a_second_and_the_last_for_four() -> None:
    film = Image.open(BytesIO(replay_picture(course(all_games()["czech"], 4))))
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert durations == [900, 900, 900, 4000]
    assert film.info["loop"] == 0, "it begins again"


def test_the_smaller_film_has_fewer_bytes() -> None:
    positions = course(all_games()["rekushu"], 30)
    large, small = replay_picture(positions), replay_picture(positions, width=480)
    assert Image.open(BytesIO(small)).width == 480
    assert len(small) < 0.8 * len(large)
    assert len(large) < 30 * 40_000
