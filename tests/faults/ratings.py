"""Faults of ratings: who gains what they should not, or loses it."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TESTS: Final = "tests/bot/test_ratings.py"
_MODULE: Final = "bot.model.ratings"

FAULTS: Final = (
    Fault(
        name="newcomers-move-everybody",
        harm="Ten fresh accounts lift a member by hundreds of points.",
        module=_MODULE,
        function="_rivals",
        old="if before[person].is_newcomer or not any(before[each].is_newcomer for each in team):",
        new="if team:",
        tests=(f"{_TESTS}::test_a_newcomer_moves_no_settled_player",),
    ),
    Fault(
        name="resigning-compares-all",
        harm="Who plays on is rated against the other before that game is over.",
        module=_MODULE,
        function="_rivals",
        old="game.resigned not in (own, rival)",
        new="game.resigned not in (own, rival, 0)",
        tests=(f"{_TESTS}::test_resigning_as_one_of_three_is_compared_with_the_others_alone",),
    ),
    Fault(
        name="certainty-grows-with-time",
        harm="A late row makes somebody's rating more certain.",
        module=_MODULE,
        function="Standing.at",
        old="max(0, moment - self.played_at) // DAY",
        new="(moment - self.played_at) // DAY",
        tests=(f"{_TESTS}::test_time_makes_a_rating_less_certain_up_to_the_start",),
    ),
    Fault(
        name="allies-win-twice",
        harm="Each of two allies gains what their team gains.",
        module=_MODULE,
        function="_moved",
        old="1 / len(team)",
        new="1.0",
        tests=(f"{_TESTS}::test_allies_share_what_their_team_wins",),
    ),
    Fault(
        name="edge-forgotten",
        harm="The side that begins gains points for that alone.",
        module=_MODULE,
        function="_strength",
        old="return mean + _points(game.edges[number])",
        new="return mean",
        tests=(f"{_TESTS}::test_an_edge_counts_for_the_side_that_has_it",),
    ),
    Fault(
        name="halves-rounded-to-even",
        harm="Another program that folds the results finds other integers.",
        module=_MODULE,
        function="_rounded",
        old="math.floor(points * 100 + 0.5)",
        new="math.floor(points * 100)",
        tests=(f"{_TESTS}::test_every_game_moves_ratings_as_the_formulas_say",),
    ),
)
