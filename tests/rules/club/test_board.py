"""Which games a club board shows: hand-made clubs, and 300 random ones against a plain reading."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from rules.club.board import TILES, Featured, Running, arranged, game_of_the_day
from rules.time.duration import DAY, HOUR

NOW: Final = 1_700_000_000
TODAY: Final = 20_000


def game(number: int, *people: int, ago: int | None = HOUR, **more: object) -> Running:
    """Return a game whose last turn was so many seconds ago."""
    at = None if ago is None else NOW - ago
    turns = 0 if at is None else 10
    first = Running(number=number, game=f"g{number}", people=frozenset(people or (100 + number,)))
    return replace(first, turned_at=at, turns=turns, **more)  # type: ignore[arg-type]


def of_today(*games: Running, before: Sequence[Featured] = ()) -> int | None:
    return game_of_the_day(games, before, TODAY, NOW)


def test_a_final_comes_before_ranked_people_and_both_before_a_first_meeting() -> None:
    first, ranked = game(1, is_first=True), game(2, are_ranked=True)
    final, busy = game(3, is_final=True), game(4, lately=4)
    assert of_today(first, ranked) == 2
    assert of_today(first, ranked, final) == 3
    assert of_today(first, ranked, final, busy) == 4
    assert of_today(game(5, are_ranked=True, is_first=True), final) == 3, "the lower number"
    assert of_today(replace(busy, turns=9), game(6, lately=4)) == 6, "more turns"


def test_at_most_six_moves_count() -> None:
    assert of_today(game(1, lately=60), game(2, lately=6, is_first=True)) == 2


def test_a_game_of_the_day_is_alive_and_nobody_in_it_hides() -> None:
    assert of_today(game(1, is_hidden=True), game(2, ago=2 * DAY + 1), game(3, ago=None)) is None
    assert of_today(game(2, ago=2 * DAY)) == 2


def test_a_game_with_few_turns_is_the_last_choice() -> None:
    few = replace(game(1, lately=6, is_final=True), turns=7)
    assert of_today(few, game(2)) == 2
    assert of_today(few) == 1
    assert of_today(replace(few, turns=2)) == 1
    assert of_today(replace(few, turns=1)) is None


def test_a_game_rests_for_a_week_and_its_people_for_two_days() -> None:
    busy, other = game(1, 7, 8, lately=6), game(2, 7, 9)
    assert of_today(busy, other, before=[Featured(1, TODAY - 7)]) == 2
    assert of_today(busy, other, before=[Featured(1, TODAY - 8)]) == 1
    assert of_today(busy, other, before=[Featured(5, TODAY - 2, frozenset({8}))]) == 2
    assert of_today(busy, other, before=[Featured(5, TODAY - 3, frozenset({8}))]) == 1
    assert of_today(busy, other, before=[Featured(5, TODAY, frozenset({7}))]) == 1, "none is left"
    assert of_today(busy, other, before=[Featured(1, TODAY + 3)]) == 1, "the clock was ahead"


def test_a_tile_stays_until_its_game_ends_is_shown_large_or_falls_behind() -> None:
    newest = [game(number, ago=number) for number in range(1, 20)]
    first = arranged((), newest, 1, NOW)
    assert first == (2, 3, 4)
    late = [newest[0], *newest[4:14], *newest[1:4]]
    assert arranged(first, late, 1, NOW) == (2, 5, 6), "only the first of them is the twelfth"
    assert arranged(first, [*newest[:2], *newest[3:]], 1, NOW) == (2, 5, 4)
    assert arranged(first, newest, 3, NOW) == (2, 1, 4), "what was large takes the free tile"
    assert arranged(first, newest[::-1][7:], 1, NOW) == first, "moves elsewhere move no tile"


def test_a_tile_without_a_turn_for_a_day_gives_way_to_a_game_that_had_one() -> None:
    sleepy = game(3, ago=DAY)
    newest = [game(1), game(2), game(4), sleepy]
    assert arranged((2, 3, 4), newest, 1, NOW) == (2, 3, 4), "there is no other"
    assert arranged((2, 3, 4), [*newest[:3], game(5), sleepy], 1, NOW) == (2, 5, 4)
    later = game(6, ago=2 * DAY)
    assert arranged((2, 3, 4), [*newest, later], 1, NOW) == (2, 3, 4)


def test_of_all_four_pictures_two_are_of_a_game_one_of_an_event_and_two_with_one_person() -> None:
    same = [game(n, ago=n) for n in range(1, 9)]
    crowd = [replace(each, game="x") for each in same[:4]]
    assert arranged((), [*crowd, *same[4:]], 1, NOW) == (2, 5, 6)
    crowd = [replace(each, event=7) for each in same[:4]]
    assert arranged((), [*crowd, *same[4:]], 1, NOW) == (5, 6, 7)
    crowd = [replace(each, people=frozenset({9, 20 + each.number})) for each in same[:4]]
    assert arranged((), [*crowd, *same[4:]], 1, NOW) == (2, 5, 6)


def test_with_too_few_games_people_are_dropped_first_then_games_then_events() -> None:
    large = game(1, 9, 10, event=7)
    person = game(5, 9, 12)
    second = game(2, 9, 11)
    of_game = replace(game(4), game="g1")
    of_game_too = replace(game(6), game="g1")
    of_event = game(7, event=7)
    newest = [large, of_event, of_game, of_game_too, person, second]
    assert arranged((), newest, 1, NOW) == (4, 5, 2), "two of a game, two with Ann, then people"
    assert arranged((), [large, of_event, of_game, of_game_too], 1, NOW) == (4, 6, 7)
    assert arranged((), [large, of_event, game(8, ago=None)], 1, NOW) == (7, 8, None), "no turn"


def random_club(chance: Random) -> list[Running]:
    """Return the games of a club, those with the newest turns first."""
    found = list[Running]()
    for number in range(1, chance.randrange(2, 30)):
        turns = chance.choice((0, 1, 2, 5, 8, 9, 30))
        ago = chance.choice((60, HOUR, DAY - 1, DAY, 40 * HOUR, 2 * DAY, 3 * DAY)) if turns else 0
        lately = chance.randrange(turns + 1) if turns and ago < DAY else 0
        found.append(
            Running(
                number=number,
                game=chance.choice("abcd"),
                people=frozenset(chance.sample(range(1, 13), chance.choice((1, 2, 2, 2, 3)))),
                event=chance.choice((None, None, 1, 2)),
                turned_at=NOW - ago if turns else None,
                turns=turns,
                lately=lately,
                is_final=chance.random() < 0.1,
                are_ranked=chance.random() < 0.3,
                is_first=chance.random() < 0.3,
                is_hidden=chance.random() < 0.2,
            )
        )
    chance.shuffle(found)
    return sorted(found, key=lambda each: -(each.turned_at or 0))


def plain_day(games: Sequence[Running], before: Sequence[Featured]) -> int | None:
    """Read section 6.1 line by line: throw out, then compare one by one."""

    def is_candidate(each: Running, turns: int, *, rested: bool) -> bool:
        if each.turned_at is None or NOW - each.turned_at > 48 * HOUR or each.is_hidden:
            return False
        if each.turns < turns:
            return False
        for past in before if rested else ():
            age = TODAY - past.day
            if past.number == each.number and age in range(8):
                return False
            if age in {0, 1, 2} and any(who in past.people for who in each.people):
                return False
        return True

    left = [each for each in games if is_candidate(each, 8, rested=True)]
    left = left or [each for each in games if is_candidate(each, 8, rested=False)]
    left = left or [each for each in games if is_candidate(each, 2, rested=False)]
    best = None
    for each in left:
        points = (3 if each.is_final else 0) + (2 if each.are_ranked else 0)
        points += (1 if each.is_first else 0) + (each.lately if each.lately < 6 else 6)
        rank = (points, each.turns, -each.number)
        if best is None or rank > best:
            best = rank
    return None if best is None else -best[2]


def broken(each: Running, others: Sequence[Running]) -> int:
    """Return how far the limits have to be dropped for a game: 0 not at all, 3 wholly."""
    if each.event is not None and each.event in [other.event for other in others]:
        return 3
    if [other.game for other in others].count(each.game) >= 2:
        return 2
    seats = [who for other in others for who in other.people]
    return 1 if any(seats.count(who) >= 2 for who in each.people) else 0


def plain_tiles(
    before: Sequence[int | None], newest: Sequence[Running], large: int | None
) -> tuple[int | None, ...]:
    """Read section 6.2 line by line: each tile in turn, each game that could have it."""
    by_number = {each.number: each for each in newest}
    twelve = [each.number for each in newest][:12]
    tiles = [before[n] if n < len(before) and before[n] in twelve else None for n in range(TILES)]
    tiles = [None if number == large else number for number in tiles]

    def had_turn(number: int) -> bool:
        at = by_number[number].turned_at
        return at is not None and NOW - at < 24 * HOUR

    for is_second_round in (False, True, True, True):
        for place in range(TILES):
            old = tiles[place]
            if is_second_round and (old is None or had_turn(old)):
                continue
            if not is_second_round and old is not None:
                continue
            beside = [number for n, number in enumerate(tiles) if n != place]
            shown = [by_number[n] for n in (*beside, large) if n is not None and n in by_number]
            free = [each for each in newest if each.number not in {*tiles, large}]
            if is_second_round:
                free = [each for each in free if had_turn(each.number) and not broken(each, shown)]
            order = sorted(
                free,
                key=lambda each: (
                    each.turned_at is None,
                    broken(each, shown),
                    newest.index(each),
                ),
            )
            tiles[place] = order[0].number if order else old
    return tuple(tiles)


@pytest.mark.parametrize("part", range(6))
def test_random_clubs_are_read_as_by_hand(part: int) -> None:
    for seed in range(50):
        chance = Random(1000 * part + seed)
        club = random_club(chance)
        before = [
            Featured(
                chance.randrange(1, 30),
                TODAY - chance.randrange(-1, 10),
                frozenset(chance.sample(range(1, 13), 2)),
            )
            for _ in range(chance.randrange(8))
        ]
        large = of_today(*club, before=before)
        assert large == plain_day(club, before)
        assert of_today(*club[::-1], before=before) == large, "their order is no matter"
        held = [
            chance.choice((None, each.number)) for each in chance.sample(club, min(3, len(club)))
        ]
        shown = arranged(held, club, large, NOW)
        assert shown == plain_tiles(held, club, large)
        assert arranged(shown, club, large, NOW) == shown, "nothing moves by itself"
        kept = [number for number in held if number in shown]
        assert [shown.index(number) for number in kept if number] == [
            held.index(number) for number in kept if number
        ], "a game never changes its place"
        numbers = [each for each in (large, *shown) if each is not None]
        assert len(numbers) == len({*numbers}) == min(len(club), TILES + (large is not None))
