"""Faults of the promises about computer opponents."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="dead-worker-answers-nothing",
        harm="A game stands still once a worker of the engine has died.",
        module="engine.pool",
        function="Pool.choose",
        old="contextlib.suppress(WorkerError)",
        new="contextlib.suppress(TimeoutError)",
        tests=("tests/engine/test_pool.py::test_without_any_worker_there_is_still_a_move",),
    ),
    Fault(
        name="death-without-last-words",
        harm="A worker dies, and nothing says why.",
        module="engine.pool",
        function="Pool._serve",
        old="level, reason, last_words,",
        new='level, reason, "",',
        tests=("tests/engine/test_broken_workers.py::test_a_workers_last_words_are_logged",),
    ),
    Fault(
        name="no-way-out-of-a-broken-game",
        harm="A game against a computer opponent that is broken can only be resigned.",
        module="bot.tables.play",
        function="is_abortable",
        old=" or engines_fail(match.entries)",
        new="",
        tests=(
            "tests/bot/test_engine_fails.py::test_one_person_ends_a_game_alone_once_its_engine_fails",
        ),
    ),
    Fault(
        name="luck-told-twice",
        harm="After a kill the end of a game tells luck and skill apart twice.",
        module="bot.extensions.replays.posters",
        function="_Words.put_into",
        old="self.last and self.last not in rows",
        new="self.last",
        tests=(
            "tests/extensions/replays/test_posters.py::test_a_line_is_added_once_whenever_the_bot_was_killed",
        ),
    ),
    Fault(
        name="poster-lost-with-a-reply",
        harm="An end whose change may have failed never gets its poster.",
        module="bot.extensions.replays.posters",
        function="Posters._is_settled",
        old="return effect not in {Effect.OLD, Effect.SLOW, Effect.FAULT}",
        new="return bool(effect)",
        tests=(
            "tests/extensions/replays/test_posters.py::test_a_poster_is_there_once_whenever_the_bot_was_killed_or_a_reply_was_lost",
        ),
    ),
    Fault(
        name="replays-side-by-side",
        harm="Replays that many ask for are made all at once, and the machine stands still.",
        module="bot.extensions.replays.filming",
        function="Replays.made",
        old="async with self._free:",
        new="async with asyncio.Lock():",
        tests=("tests/extensions/replays/test_replays.py::test_films_are_made_one_at_a_time",),
    ),
    Fault(
        name="each-win-of-a-streak-told",
        harm="A channel is told of each win of somebody who always wins.",
        module="bot.extensions.standing.milestones",
        function="_of",
        old="if wins in _STREAKS:",
        new="if wins >= min(_STREAKS):",
        tests=(
            "tests/extensions/standing/test_milestones.py::test_3_5_and_10_wins_in_a_row_are_told_once_each",
        ),
    ),
    Fault(
        name="poster-names-the-forgotten",
        harm="Whoever is forgotten while a report is made is named in a new picture afterwards.",
        module="bot.extensions.replays.posters",
        function="Posters._shown",
        old="present = await self._bot.lookup.reread(table.id)",
        new="present = replace(table, board_id=(await self._bot.lookup.reread(table.id)).board_id)",
        tests=(
            "tests/extensions/replays/test_posters.py::test_who_is_forgotten_while_the_report_is_made_is_not_named",
        ),
    ),
    Fault(
        name="study-helps-in-a-running-game",
        harm="A player tries the moves of a game that goes on, and has the computer go on.",
        module="bot.tables.studies",
        function="Studies.require_no_help",
        old="states = [ply.state for ply in plies]",
        new="states = [ply.state for ply in plies[-1:]]",
        tests=(
            "tests/extensions/studies/test_studies.py::test_nothing_that_is_tried_helps_in_a_game_that_runs",
        ),
    ),
    Fault(
        name="thinking-for-ever",
        harm='An analysis that takes longer than Discord waits is "thinking..." for ever.',
        module="bot.delivery.answering.advice",
        function="Advice.report",
        old="asyncio.timeout(_WAIT)",
        new="asyncio.timeout(None)",
        tests=(
            "tests/bot/test_engine_fails.py::test_nobody_waits_for_advice_longer_than_discord_does",
        ),
    ),
    Fault(
        name="moves-wait-for-analyses",
        harm="A move waits for an analysis of minutes.",
        module="engine.pool",
        function="Pool._answer",
        old="self._urgent if purpose.is_urgent else self._others",
        new="self._urgent",
        tests=("tests/engine/test_pool.py::test_no_move_waits_for_analyses",),
    ),
)
