"""The cards of people and events.

`python -m tests.render.test_cards` draws their golden pictures again.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from PIL import Image

from render.club import Club, Large, Tile, club_picture
from render.crosstable import Competitor, Crosstable, crosstable_picture
from render.leaderboard import Leaderboard, Ranked, leaderboard_picture
from render.names import Name
from render.profile import GamePlayed, Profile, profile_picture
from render.puzzle import Puzzle, puzzle_picture
from render.theme import AMBER, CREAM, INK, PLATE, PLATE_TO_MOVE, RISEN, URGENT
from rules.registry import find
from tests.render.colour_vision import VISIONS, contrast
from tests.render.gallery import positions
from tests.render.pixels import apart, colours, opened
from tests.render.test_golden import GOLDENS, face

__all__ = ["face"]

NAMES: Final = ("Di", "Ann", "Cyprian", "Ελένη", "Жанна", "棋士さくら")
LONG: Final = "Maximiliane von und zu Hohenstein-Lichtenberg"
WON: Final = ("", "1", "½", "1 ½", "", "1 0 1 ½")


def profile() -> Profile:
    return Profile(
        who=Name("Ann", "a player"),
        facts="214 games since March 2026 · 99 % on time",
        games=(
            GamePlayed(
                "Czech draughts", "31 won · 8 drawn · 22 lost", "1482", (3, 4, 2, 5, 6, 8, 7)
            ),
            GamePlayed("ReMatch", "24 won · 1 drawn · 10 lost", "1610", (1, 2, 4, 3, 4, 6, 5)),
            GamePlayed("Hypergammon", "40 won · 33 lost", "1555", (1, 1)),
            GamePlayed("Rekushu", "1 won · 1 lost", "?", note="after 8 more games"),
        ),
        last="Last ten",
        results=("1", "1", "0", "1", "½", "1", "1", "1", "0", "1"),
        best="best: 7 in a row",
    )


def table(count: int = 6) -> Crosstable:
    rows = [
        Competitor(
            Name(NAMES[number], f"player {number + 1}"),
            tuple(WON[(column - number) % 6] for column in range(count)),
            (f"{count - number}½", f"{20 - number}"),
        )
        for number in range(count)
    ]
    return Crosstable(
        title="Autumn cup · ReMatch",
        progress="round 4 of 7",
        headings=("points", "SB"),
        rows=tuple(rows),
    )


def leaderboard(count: int = 10) -> Leaderboard:
    rows = [
        Ranked(
            str(max(number, 1)),
            Name(LONG if number == 3 else NAMES[number % 6], "a member"),
            f"{214 - 20 * number} games",
            str(1712 - 31 * number),
        )
        for number in range(1, count + 1)
    ]
    title = "Punt-Heks-Match, 3 players"
    return Leaderboard(title=title, facts="23 people", rows=tuple(rows))


def ladder() -> Leaderboard:
    climbs = (0, 3, -1, -1, 0, 1, -12, 0, 0, 12)
    rows = [
        replace(
            row,
            climb=climb,
            points=f"won {number} of {2 * number}" if number % 4 else "",
            facts="plays Bartholomew" if number in {2, 4} else "",
        )
        for number, (row, climb) in enumerate(zip(leaderboard().rows, climbs, strict=True), 1)
    ]
    return Leaderboard(title="Ladder 3 · Hypergammon", facts="23 people", rows=tuple(rows))


def puzzle() -> Puzzle:
    return Puzzle(
        view=replace(positions()["rematch"], marks=(), trail=()),
        heading="Puzzle 214 · ReMatch",
        task="Orange takes two stacks",
        difficulty="easy",
    )


def club() -> Club:
    def tile(view: str, game: str, players: str, due: str, *, urgent: bool = False) -> Tile:
        who, _, until = due.partition(" · ")
        return Tile(positions()[view], game, Name(players), Name(who), urgent, until)

    of_the_day = tile("punt-heks-3", "Punt-Heks-Match", "Ann – Bo – Κώστας", "Ann · Tue 24")
    return Club(
        title="The club today",
        facts="9 games · 1 open seat · 40 moves",
        large=Large(of_the_day, "Game of the day", "move 14"),
        tiles=(
            tile("hypergammon", "Hypergammon", "Ann – Bo", "Bo · 18:40 UTC", urgent=True),
            tile("rekushu-20", "Rekushu", "Bo – Maximiliane von Hohenstein", "Bo · Sun 29"),
            Tile(find("rematch").view(find("rematch").start()), "ReMatch", Name("Start a game")),
        ),
        leaders="ReMatch, this month: Ann 4 · Bo 3½ · Cy 3",
        waiting="5 up for a game",
    )


CARDS: Final[dict[str, Callable[[], bytes]]] = {
    "profile": lambda: profile_picture(profile()),
    "crosstable": lambda: crosstable_picture(table()),
    "crosstable-3": lambda: crosstable_picture(table(3)),
    "leaderboard": lambda: leaderboard_picture(leaderboard()),
    "ladder": lambda: leaderboard_picture(ladder()),
    "club": lambda: club_picture(club()),
    "puzzle": lambda: puzzle_picture(puzzle()),
}


@pytest.mark.parametrize("name", CARDS)
def test_the_card_is_the_one_that_was_looked_at(name: str) -> None:
    golden = Image.open(GOLDENS / f"{name}.png").convert("RGB")
    png = CARDS[name]()
    assert len(png) <= 40_000
    assert apart(opened(png), golden) < 0.003, "if it is right: python -m tests.render.test_cards"


@pytest.mark.parametrize("name", ["", "\N{FOX FACE}", "棋士さくら"])
def test_a_name_that_no_face_has_gives_way_to_other_words(name: str) -> None:
    first = profile_picture(replace(profile(), who=Name(name, "a player")))
    assert first == profile_picture(replace(profile(), who=Name("", "a player")))
    assert first != profile_picture(profile())


def test_a_puzzle_shows_its_task_and_how_hard_it_is() -> None:
    seen = {
        puzzle_picture(each)
        for each in (
            puzzle(),
            replace(puzzle(), task="Red takes two stacks"),
            replace(puzzle(), difficulty="hard"),
            replace(puzzle(), heading="Puzzle 215 · ReMatch"),
        )
    }
    assert len(seen) == 4


def test_a_profile_has_at_most_four_games() -> None:
    five = replace(profile(), games=(*profile().games, profile().games[0]))
    assert profile_picture(five) == profile_picture(profile())


def test_a_leaderboard_has_at_most_ten_rows() -> None:
    assert leaderboard_picture(leaderboard(11)) == leaderboard_picture(leaderboard())
    assert leaderboard_picture(leaderboard(9)) != leaderboard_picture(leaderboard())


def test_time_that_is_short_is_red() -> None:
    first, *others = club().tiles
    assert first is not None
    calm = replace(club(), tiles=(replace(first, urgent=False), *others))
    pill = (778, 196, 1058, 246)
    assert colours(opened(club_picture(club())), pill)[URGENT] > 3000
    assert colours(opened(club_picture(calm)), pill)[AMBER] > 3000


@pytest.mark.parametrize("is_large", [True, False])
def test_however_long_the_name_the_time_remains(is_large: bool) -> None:
    def due(until: str) -> bytes:
        return club_picture(changed(is_large, due=Name(LONG), until=until))

    assert due("Tue 24") != due("Wed 25")


@pytest.mark.parametrize("is_large", [True, False])
def test_people_whom_no_face_can_write_are_called_by_their_sides(
    is_large: bool,
) -> None:
    def tile(players: Name, due: Name) -> bytes:
        return club_picture(changed(is_large, players=players, due=due))

    sides = Name("White – Black"), Name("White")
    assert tile(Name("棋士 – Bo", "White – Black"), Name("棋士", "White")) == tile(*sides)
    assert tile(Name("Ann – Bo", "White – Black"), Name("Ann", "White")) != tile(*sides)


def changed(is_large: bool, **more: object) -> Club:
    """Return the club with another game of the day, or another first tile."""
    if is_large:
        tile = replace(club().large.tile, **more)  # type: ignore[arg-type]
        return replace(club(), large=replace(club().large, tile=tile))
    first, *others = club().tiles
    assert first is not None
    return replace(club(), tiles=(replace(first, **more), *others))  # type: ignore[arg-type]


def test_a_club_board_has_three_tiles_each_in_its_place() -> None:
    first, second, _ = club().tiles
    four = replace(club(), tiles=(*club().tiles, first))
    assert club_picture(four) == club_picture(club())
    alone = opened(club_picture(replace(club(), tiles=(None, second, None))))
    middle, top = (588, 274, 1072, 446), (588, 88, 1072, 260)
    whole = opened(club_picture(club()))
    assert (
        apart(alone.crop(middle), whole.crop(middle))
        < 0.01
        < apart(alone.crop(top), whole.crop(top))
    )
    assert {club_picture(replace(club(), tiles=each)) for each in ((), (None,) * 3)} == {
        club_picture(replace(club(), tiles=(None, None)))
    }


def test_the_foot_of_a_club_board_leaves_room_for_a_badge_and_drops_who_is_last() -> None:
    badge = (0, 640, 236, 700)
    names = " · ".join(["ReMatch, this month: Ann 4", "Bo 3½", LONG])
    with_last, without = (
        opened(club_picture(replace(club(), leaders=each)))
        for each in (names, names.rpartition(" · ")[0])
    )
    assert with_last.tobytes() == without.tobytes()
    empty = opened(club_picture(replace(club(), leaders="", waiting="")))
    assert with_last.crop(badge).tobytes() == empty.crop(badge).tobytes()
    assert with_last.tobytes() != empty.tobytes()


def test_a_win_is_green_and_a_game_to_come_is_an_outline() -> None:
    def scored(text: str) -> Crosstable:
        first, *others = table().rows
        return replace(table(), rows=(replace(first, results=("", text, "", "", "", "")), *others))

    won, lost, open_ = (opened(crosstable_picture(scored(text))) for text in ("1", "0", ""))
    top = (300, 128, 1072, 205)
    assert colours(won, top)[RISEN] > 800 > colours(lost, top)[RISEN]
    assert won.crop(top).tobytes() != lost.crop(top).tobytes() != open_.crop(top).tobytes()


def test_a_card_with_little_on_it_is_low() -> None:
    heights = {
        name: opened(png).height
        for name, png in (
            ("crosstable", crosstable_picture(table(2))),
            ("leaderboard", leaderboard_picture(leaderboard(1))),
            ("profile", profile_picture(replace(profile(), games=profile().games[:1]))),
        )
    }
    assert max(heights.values()) < 400
    assert {opened(CARDS[name]()).height for name in heights} == {700, 696}


@pytest.mark.parametrize("count", [1, 7])
def test_a_crosstable_has_two_to_six_rows(count: int) -> None:
    row = Competitor(Name("Ann"), ("1",) * count, ())
    with pytest.raises(ValueError, match="2 to 6 rows"):
        crosstable_picture(Crosstable(title="", progress="", headings=(), rows=(row,) * count))


def test_every_row_has_a_result_against_everybody() -> None:
    first, *others = table().rows
    short = replace(table(), rows=(replace(first, results=("", "1")), *others))
    with pytest.raises(ValueError, match="against everyone"):
        crosstable_picture(short)


@pytest.mark.parametrize("vision", VISIONS)
def test_results_can_be_read(vision: str) -> None:
    assert contrast(INK, RISEN, vision) >= 4.5
    assert contrast(INK, PLATE_TO_MOVE, vision) >= 4.5
    assert contrast(RISEN, PLATE, vision) >= 3
    assert contrast(CREAM, URGENT, vision) >= 4.5
    assert contrast(INK, AMBER, vision) >= 4.5


if __name__ == "__main__":
    for golden, draw in CARDS.items():
        (GOLDENS / f"{golden}.png").write_bytes(draw())
