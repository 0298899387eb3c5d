"""The figures of a table, one after the other."""

from rules.club.entries import Forfeit, Result
from rules.club.pairings import Entrant
from rules.club.standings import standings

A, B, C, D = map(Entrant, range(1, 5))
WON = Result((12, 0))
LOST = Result((0, 12))
DRAWN = Result((6, 6))
LOTS = {A: "9", B: "5", C: "3", D: "1"}


def order(*games: tuple[Entrant, Entrant, Result]) -> list[Entrant]:
    """Return the four by their places after these games."""
    lines = standings([A, B, C, D], LOTS, [((one, other), result) for one, other, result in games])
    return [line.entrant for line in lines]


def test_without_games_the_lot_decides() -> None:
    assert order() == [D, C, B, A]


def test_points_come_first() -> None:
    assert order((A, B, WON), (A, C, WON), (B, C, DRAWN)) == [A, C, B, D]


def test_the_games_among_level_people_divide_them() -> None:
    """A and B have a point each; A beat B, though B beat the one with the most points."""
    assert order((A, B, WON), (B, C, WON), (C, D, WON), (D, C, LOST)) == [C, A, B, D]


def test_whoever_beat_the_better_rival_comes_first() -> None:
    """A and B drew, with a point and a half each: A beat C, who has a point, and B beat D."""
    games = ((A, B, DRAWN), (A, C, WON), (B, D, WON), (C, D, WON))
    assert order(*games) == [A, B, C, D]


def test_more_wins_come_before_more_draws() -> None:
    """A and C won once each, B and D drew twice: the figures before are level."""
    games = ((A, C, WON), (C, A, WON), (B, D, DRAWN), (D, B, DRAWN))
    assert order(*games) == [C, A, D, B]


def test_a_game_lost_on_time_comes_last_but_the_lot() -> None:
    """A and B won against each other once, and A lost the other game on time."""
    late = Result((12, 0), (None, Forfeit.LATE))
    lines = standings([A, B], LOTS | {A: "0"}, [((A, B), WON), ((B, A), late)])
    assert [line.entrant for line in lines] == [B, A]
