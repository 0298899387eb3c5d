"""Series of games: seats, points and winners."""

from fractions import Fraction
from typing import Final

import pytest

from rules.contract.capabilities import HasStakes
from rules.contract.core import (
    Outcome,
    Rule,
    RulesError,
    Side,
)
from rules.contract.sentence import say
from rules.contract.series_format import SeriesFormat, SeriesKind
from rules.log.events import VoidCause
from rules.match.series import Series, find_format, formats, points_text
from rules.match.table_rules import VOIDED
from rules.registry import find

REMATCH: Final = find("rematch").spec
PUNT: Final = find("punt-heks").configured({"players": "3"}).spec
END: Final = Rule("made.up", say("Made up."), "made up")
FIRST_TO_3: Final = SeriesFormat(SeriesKind.FIRST_TO, 3)


def series(series_format: SeriesFormat = FIRST_TO_3, *results: str, players: int = 2) -> Series:
    """Return a series of ReMatch; a result is `red`, `team` or `draw`."""
    found = Series(series_format, REMATCH, REMATCH.seatings[players - 2])
    for result in results:
        found = found.add(Outcome(winners(result), END))
    return found


def winners(result: str) -> frozenset[Side]:
    sides = {"red": ["red"], "team": ["white", "orange"], "draw": list[str]()}
    return frozenset(map(Side, sides[result]))


def totals(found: Series) -> list[str]:
    return [points_text(points) for points in found.totals]


def test_a_new_series_has_everybody_in_their_own_seat() -> None:
    assert series().people == (0, 1)
    assert series(players=3).people == (0, 1, 2)
    assert series().card == ()
    assert totals(series(players=3)) == ["0", "0", "0"]
    assert series().winners == ()


def test_two_players_swap_armies_after_each_game() -> None:
    assert series(FIRST_TO_3, "red").people == (1, 0)
    assert series(FIRST_TO_3, "red", "draw").people == (0, 1)


def test_three_armies_move_on_and_the_persons_stay() -> None:
    """Who had red gets white, white gets orange, orange gets red."""
    red, white, orange = series(FIRST_TO_3, "red", players=3).people
    assert (white, orange, red) == (0, 1, 2)
    assert series(FIRST_TO_3, "red", "red", "red", players=3).people == (0, 1, 2)


def test_two_players_get_a_point_or_half_of_it() -> None:
    found = series(FIRST_TO_3, "red", "red", "draw")
    assert [entry.points for entry in found.card] == [
        (1, 0),
        (0, 1),
        (Fraction(1, 2), Fraction(1, 2)),
    ]
    assert totals(found) == ["1½", "1½"]


def test_three_players_share_by_team_and_a_draw_is_half_of_a_win() -> None:
    assert totals(series(FIRST_TO_3, "red", players=3)) == ["1", "0", "0"]
    assert totals(series(FIRST_TO_3, "team", players=3)) == ["0", "½", "½"]
    assert totals(series(FIRST_TO_3, "draw", players=3)) == ["½", "¼", "¼"]


def test_points_go_to_the_persons_wherever_they_sit() -> None:
    """In the second game person 2 has red, persons 0 and 1 are the team."""
    found = series(FIRST_TO_3, "team", "red", players=3)
    assert found.card[1].people == (2, 0, 1)
    assert totals(found) == ["0", "½", "1½"]


def test_the_first_to_three_wins() -> None:
    found = series(FIRST_TO_3, "red", "team", "red")
    assert found.is_decided
    assert found.winners == (0,)
    with pytest.raises(RulesError, match="decided"):
        found.add(Outcome(winners("red"), END))


def test_all_who_reach_three_in_the_same_game_share_whatever_their_totals() -> None:
    found = series(FIRST_TO_3, "red", "red", "draw", "draw", "draw")
    assert totals(found) == ["2½", "2½"]
    found = found.add(Outcome(frozenset(), END))
    assert found.winners == (0, 1)

    fixed = SeriesFormat(SeriesKind.FIRST_TO, 1, rotates=False)
    found = series(fixed, "draw", "team", players=3)
    assert totals(found) == ["½", "¾", "¾"]
    found = found.add(Outcome(frozenset(), END))
    assert totals(found) == ["1", "1", "1"]
    assert found.winners == (0, 1, 2)


def test_best_of_ends_once_the_lead_is_safe() -> None:
    best = SeriesFormat(SeriesKind.BEST_OF, 3, rotates=False)
    assert series(best, "red", "red").winners == (0,)
    assert not series(best, "red", "draw").is_decided
    assert series(best, "red", "draw", "draw").winners == (0,)
    assert series(best, "red", "draw", "team").winners == (0, 1)
    assert series(best, "red", "team", "team").winners == (1,)


def test_best_of_knows_what_the_seats_to_come_can_make() -> None:
    """Of three games, who has been red twice and won can't be reached by half points."""
    best = SeriesFormat(SeriesKind.BEST_OF, 3, rotates=False)
    assert series(best, "red", "red", players=3).winners == (0,)
    assert not series(SeriesFormat(SeriesKind.BEST_OF, 3), "red", players=3).is_decided


def test_seats_may_stay_fixed() -> None:
    fixed = SeriesFormat(SeriesKind.FIRST_TO, 3, rotates=False)
    assert series(fixed, "red").people == (0, 1)


def test_a_game_that_several_teams_win_is_shared_among_them() -> None:
    found = Series(FIRST_TO_3, PUNT, PUNT.seatings[0])
    found = found.add(Outcome(frozenset({Side("white"), Side("red")}), END))
    assert totals(found) == ["½", "0", "½"]
    found = found.add(Outcome(frozenset(), END))
    assert totals(found) == ["⅚", "⅓", "⅚"]


def test_recommended_plans_are_offered_first_and_once() -> None:
    keys = [each.key for each in formats(REMATCH)]
    assert keys == ["first-to-3", "best-of-3", "best-of-5", "first-to-5"]
    assert formats(REMATCH)[0].source
    assert len(formats(PUNT)) == 4


def test_plans_are_found_by_their_keys() -> None:
    assert find_format(REMATCH, "first-to-3") == REMATCH.series[0]
    series_format = find_format(REMATCH, "best-of-7-fixed")
    assert series_format == SeriesFormat(SeriesKind.BEST_OF, 7, rotates=False)
    assert series_format.key == "best-of-7-fixed"
    for text in ("", "first-to-0", "best-of", "best-of-100", "first to 3"):
        with pytest.raises(RulesError, match="isn't a series"):
            find_format(REMATCH, text)


def test_plans_say_what_they_are() -> None:
    assert FIRST_TO_3.title.english() == "First to 3 points"
    assert SeriesFormat(SeriesKind.FIRST_TO, 1).title.english() == "First to 1 point"
    assert SeriesFormat(SeriesKind.BEST_OF, 5).title.english() == "Best of 5 games"


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 2), "½"),
        (Fraction(9, 4), "2¼"),
        (Fraction(17, 12), "1 5/12"),
    ],
)
def test_points_are_written_as_people_do(points: Fraction, text: str) -> None:
    assert points_text(points) == text


HYPER: Final = find("hypergammon").configured({"score": "gammons"})


def hyper_series(series_format: SeriesFormat, *worths: int) -> Series:
    """Return a series of Hypergammon that the same person wins each time, with these points."""
    found = Series(series_format, HYPER.spec, HYPER.spec.seatings[0])
    for game, worth in enumerate(worths):
        side = Side("black" if game % 2 else "white")
        found = found.add(Outcome(frozenset({side}), END, worth=worth))
    return found


def test_a_gammon_counts_two_and_a_backgammon_three() -> None:
    assert totals(hyper_series(FIRST_TO_3, 2)) == ["2", "0"]
    assert hyper_series(FIRST_TO_3, 3).winners == (0,)
    assert totals(hyper_series(FIRST_TO_3, 1, 2)) == ["3", "0"]


def test_a_lead_is_safe_only_from_backgammons() -> None:
    best_of_5 = SeriesFormat(SeriesKind.BEST_OF, 5)
    assert not hyper_series(best_of_5, 1, 1, 1).is_decided
    assert hyper_series(best_of_5, 3, 3, 1).is_decided


@pytest.mark.parametrize(
    ("position", "worth"),
    [
        ("W[5-2]:W6,5,off:B22,6,off", 1),
        ("W[5-2]:W6,5,off:B10,6,5", 2),
        ("W[5-2]:W6,5,4:B24,6,5", 3),
    ],
)
def test_a_resigned_game_counts_as_the_position_stands(position: str, worth: int) -> None:
    """Black resigns with a checker off, with none off, and with one in White's home."""
    for game, expected in ((HYPER, worth), (find("hypergammon"), 1)):
        assert isinstance(game, HasStakes)
        assert game.worth(HYPER.position(position), frozenset({Side("black")})) == expected


def test_a_game_without_a_result_ends_the_series_without_winners() -> None:
    void = Outcome(frozenset(), VOIDED[VoidCause.AGREED], is_void=True)
    ended = series(FIRST_TO_3, "red", "red").add(void)
    assert ended.is_decided
    assert ended.winners == ()
    assert not any(ended.card[-1].points)
