"""Faults of the puzzle of the day: its proof, its post, its tries and streaks."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_STOCK: Final = "tests/engine/test_stock.py"
_DAYS: Final = "tests/bot/test_puzzle_days.py"
_WIRE: Final = "tests/bot/test_puzzles.py"

FAULTS: Final = (
    Fault(
        name="puzzle-with-any-defence",
        harm="The defence gives in at once, so that a puzzle takes fewer moves than it says.",
        module="engine.puzzles",
        function="Proof.defence",
        old="(-least(move), self._game.notate(move))",
        new="(least(move), self._game.notate(move))",
        tests=(
            "tests/engine/test_puzzles.py"
            "::test_the_defence_holds_out_as_long_as_the_claim_says",
        ),
    ),
    Fault(
        name="best-play-by-a-hair",
        harm="A puzzle with dice refuses a play that is as good for every purpose.",
        module="engine.puzzles",
        function="_best",
        old="first.value - second.value < _CLEAR",
        new="first.value - second.value < 0",
        tests=(f"{_STOCK}::test_the_best_play_is_a_puzzle_where_it_is_clear",),
    ),
    Fault(
        name="puzzle-posted-twice-a-day",
        harm="A server that changes the hour gets a second puzzle on the same day.",
        module="bot.store.puzzles",
        function="PuzzleStore.post",
        old="if _of_day(tx, guild_id, day) is not None:",
        new="if _of_day(tx, guild_id, day) is not None and now < 0:",
        tests=(f"{_DAYS}::test_an_absence_leaves_out_days_but_posts_none_twice",),
    ),
    Fault(
        name="puzzle-posted-days-late",
        harm="After an absence a server gets yesterday's puzzle shortly before today's.",
        module="bot.store.puzzles",
        function="PuzzleStore.post",
        old="> LATE:",
        new="> LATE * 99:",
        tests=(f"{_DAYS}::test_an_absence_leaves_out_days_but_posts_none_twice",),
    ),
    Fault(
        name="puzzle-without-a-next-one",
        harm="A server gets one puzzle and never another.",
        module="bot.store.puzzles",
        function="PuzzleStore.post",
        old="            plan_puzzles(tx, guild_id, club, now)\n",
        new="",
        tests=(f"{_DAYS}::test_a_post_a_day_over_weeks_in_which_the_clocks_change",),
    ),
    Fault(
        name="puzzle-for-a-server-that-is-gone",
        harm="The bot goes on posting in a server that removed it.",
        module="bot.store.puzzles",
        function="_club",
        old="guild_id = ? AND removed_at IS NULL",
        new="guild_id = ?",
        tests=(f"{_DAYS}::test_a_server_that_wants_none_gets_none",),
    ),
    Fault(
        name="puzzle-twice-in-a-server",
        harm="A server gets a puzzle again that it has solved.",
        module="bot.store.puzzles",
        function="_set_from_stock",
        old="if not number or guild_id == EVERYWHERE",
        new="if number is not None",
        tests=(f"{_DAYS}::test_a_server_gets_no_puzzle_twice_and_others_go_round",),
    ),
    Fault(
        name="late-solution-counts-for-the-streak",
        harm="Whoever solves a month of puzzles in one evening has the longest streak.",
        module="bot.store.puzzles",
        function="_streak",
        old="if newest is None or newest.number > puzzle.number:",
        new="if newest is None:",
        tests=(f"{_DAYS}::test_a_streak_counts_puzzles_that_were_solved_before_the_next",),
    ),
    Fault(
        name="late-solution-is-counted",
        harm="The count of who solved a puzzle grows after its solution was shown to all.",
        module="bot.store.puzzles",
        function="_solvers",
        old="puzzle.number + 1",
        new="puzzle.number + 1000",
        tests=(f"{_DAYS}::test_a_streak_counts_puzzles_that_were_solved_before_the_next",),
    ),
    Fault(
        name="shown-puzzle-is-solved",
        harm="Somebody looks at the solution, plays it, and is said to have solved the puzzle.",
        module="bot.store.puzzles",
        function="PuzzleStore._change",
        old="if before.is_over:",
        new="if before.solved_at is not None:",
        tests=(f"{_DAYS}::test_what_was_shown_is_not_solved",),
    ),
    Fault(
        name="puzzle-message-forgotten",
        harm="A post never says how many have solved its puzzle.",
        module="bot.store.shown",
        function="strike",
        old="if item.kind is ItemKind.PUZZLE and sent is not None:",
        new="if item.kind is ItemKind.PUZZLE and sent is None:",
        tests=(f"{_DAYS}::test_a_puzzle_is_posted_once_whenever_the_process_dies",),
    ),
    Fault(
        name="unsolved-puzzle-is-shared",
        harm="A forged button tells a channel that somebody solved a puzzle who didn't.",
        module="bot.interactions.components.puzzles",
        function="_share",
        old="if attempt.solved_at is None:",
        new="if attempt.solved_at == 0:",
        tests=(f"{_WIRE}::test_the_solution_ends_a_puzzle_as_not_solved",),
    ),
    Fault(
        name="solution-costs-nothing",
        harm="Somebody sees the solution of the present puzzle and then solves it.",
        module="bot.interactions.components.puzzles",
        function="_see",
        old="if not await bot.puzzles.is_past(puzzle):",
        new="if await bot.puzzles.is_past(puzzle):",
        tests=(f"{_WIRE}::test_the_solution_ends_a_puzzle_as_not_solved",),
    ),
    Fault(
        name="best-move-of-an-open-puzzle",
        harm="A forged button has the computer solve a puzzle.",
        module="bot.interactions.components.puzzles",
        function="still_asked",
        old=".is_over:",
        new=".tries >= 0:",
        tests=(f"{_WIRE}::test_a_puzzle_gives_no_help_before_it_is_solved",),
    ),
)
