"""Faults of events: games that nobody should play, and places that nobody has won."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_GROUPS: Final = "rules.club.groups"
_LADDER: Final = "rules.club.ladder"
_PAIRINGS: Final = "rules.club.pairings"
_STANDINGS: Final = "rules.club.standings"
_GROUP_TESTS: Final = "tests/rules/club/test_groups.py"
_LADDER_TESTS: Final = "tests/rules/club/test_ladder.py"
_PAIRING_TESTS: Final = "tests/rules/club/test_pairings.py"

FAULTS: Final = (
    Fault(
        name="meetings-on-the-same-side",
        harm="Somebody has the first move against the same rival every time.",
        module=_PAIRINGS,
        function="pairings",
        old="pairing.numbers if meeting % 2 == 0 else",
        new="pairing.numbers if meeting < 9 else",
        tests=(f"{_PAIRING_TESTS}::test_every_two_meet_as_often_as_they_must",),
    ),
    Fault(
        name="lot-chosen-by-leaving",
        harm="Whoever leaves and joins again until the lot suits them chooses their group.",
        module=_PAIRINGS,
        function="lot",
        old="{secret} {press} {entrant}",
        new="{secret} {entrant}",
        tests=(f"{_PAIRING_TESTS}::test_a_lot_can_be_computed_by_anybody",),
    ),
    Fault(
        name="one-game-too-many",
        harm="People play more games of an event at once than its card says.",
        module=_GROUPS,
        function="consequence",
        old="busy[e] < event.at_once",
        new="busy[e] <= event.at_once",
        tests=(f"{_GROUP_TESTS}::test_started_games_are_those_of_the_first_rounds",),
    ),
    Fault(
        name="half-counted-with-struck-games",
        harm="Whoever withdraws is struck although half of their games have ended.",
        module=_GROUPS,
        function="_withdrawn",
        old="and game.status is not Status.STRUCK",
        new="",
        tests=(f"{_GROUP_TESTS}::test_struck_games_count_in_no_half",),
    ),
    Fault(
        name="result-of-an-old-attempt",
        harm="The result of a game that was void decides the game played anew.",
        module=_GROUPS,
        function="_running",
        old="and game.attempt == attempt",
        new="",
        tests=(f"{_GROUP_TESTS}::test_a_void_game_is_played_once_more_and_then_drawn",),
    ),
    Fault(
        name="annulled-games-count",
        harm="Points against somebody who has no place decide who wins.",
        module=_GROUPS,
        function="_withdrawn",
        old="replace(game, status=Status.STRUCK)",
        new="game",
        tests=(f"{_GROUP_TESTS}::test_who_withdraws_early_is_annulled_with_all_games",),
    ),
    Fault(
        name="final-before-the-groups-end",
        harm="The final begins while games of the groups run.",
        module=_GROUPS,
        function="_final_begun",
        old="if event.decided_at is None:",
        new="if event.at < 0:",
        tests=(f"{_GROUP_TESTS}::test_a_final_does_not_begin_while_games_of_the_groups_run",),
    ),
    Fault(
        name="finalist-who-withdrew",
        harm="Somebody who withdrew in the day before the final keeps others from it.",
        module=_GROUPS,
        function="_final_begun",
        old="if line.entrant not in event.departed",
        new="",
        tests=(f"{_GROUP_TESTS}::test_the_next_of_the_group_replaces_a_finalist_who_withdraws",),
    ),
    Fault(
        name="late-for-ever",
        harm="Somebody who never comes blocks an event for weeks.",
        module=_GROUPS,
        function="consequence",
        old="late[entrant] >= _LATE_LIMIT",
        new="late[entrant] > _LATE_LIMIT",
        tests=(f"{_GROUP_TESTS}::test_two_games_lost_on_time_withdraw_somebody",),
    ),
    Fault(
        name="equals-left-to-the-lot",
        harm="The lot decides between people whom their own games divide.",
        module=_STANDINGS,
        function="_rank",
        old="-line.among_equals, ",
        new="",
        tests=(
            "tests/rules/club/test_standings.py::test_the_games_among_level_people_divide_them",
        ),
    ),
    Fault(
        name="climb-without-limit",
        harm="Whoever challenged somebody who then climbed takes a place beyond their reach.",
        module=_LADDER,
        function="_climbed",
        old="max(target, now - challenge.reach)",
        new="target",
        tests=(f"{_LADDER_TESTS}::test_a_climb_ends_at_the_reach_of_the_challenge",),
    ),
    Fault(
        name="same-two-without-a-rest",
        harm="Somebody is challenged by the same person day after day.",
        module=_LADDER,
        function="refusal",
        old="at < max(ends) + _REST",
        new="at < max(ends)",
        tests=(f"{_LADDER_TESTS}::test_the_same_two_rest_for_a_week",),
    ),
    Fault(
        name="players-fall-with-the-idle",
        harm="Somebody who plays a game falls on a ladder for not playing.",
        module=_LADDER,
        function="_after_a_week",
        old="entrant not in playing and ",
        new="",
        tests=(f"{_LADDER_TESTS}::test_who_is_idle_for_ninety_days_is_off",),
    ),
)
