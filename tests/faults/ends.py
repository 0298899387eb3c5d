"""Faults of what follows the end of a game: its poster, luck and skill, and its replay."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="luck-told-twice",
        harm="After a kill the end of a game tells luck and skill apart twice.",
        module="bot.extensions.replays.posters",
        function="_with_line",
        old="line in content or",
        new="",
        tests=(
            "tests/extensions/replays/test_posters.py::test_a_line_is_added_once_whenever_the_bot_was_killed",
        ),
    ),
    Fault(
        name="luck-forgotten",
        harm="While no worker answers, the line about luck is lost for good.",
        module="bot.extensions.replays.posters",
        function="Posters._is_settled",
        old="_WITHOUT_REPORT:\n                return False",
        new="_WITHOUT_REPORT:\n                return True",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_without_workers_the_end_is_shown_and_the_next_start_adds_the_line",
        ),
    ),
    Fault(
        name="luck-lost-at-a-start",
        harm="A line about luck is given up where the bot doesn't know the servers yet.",
        module="bot.extensions.replays.posters",
        function="Posters._is_settled",
        old="if channel is None:\n            return False",
        new="if channel is None:\n            return True",
        tests=(
            "tests/extensions/replays/test_posters.py::test_a_start_waits_for_the_servers_before_it_adds_a_line",
        ),
    ),
    Fault(
        name="luck-before-the-end",
        harm="While the end of a game waits to be shown, an older board says who was lucky.",
        module="bot.extensions.replays.posters",
        function="Posters._shown",
        old="if not await self._queues.named(row):",
        new="if row:",
        tests=(
            "tests/extensions/replays/test_posters.py::test_an_end_that_is_still_to_be_shown_is_waited_for",
        ),
    ),
    Fault(
        name="luck-of-somebody-else",
        harm="Whoever takes a seat late is told to have played the whole game.",
        module="bot.messages.words.sides",
        function="player_of",
        old="if player.from_entry or not player.user.name:",
        new="if not player.user.name:",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_a_side_is_named_where_somebody_has_left_their_seat_to_another",
        ),
    ),
    Fault(
        name="luck-timer-mended-away",
        harm="The check of a file takes the timer of a line about luck for damage.",
        module="bot.store.derived",
        function="_wrong_timers",
        old="kind not in _PASSING",
        new="kind != TimerKind.GO_ON.value",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_without_workers_the_end_is_shown_and_the_next_start_adds_the_line",
        ),
    ),
    Fault(
        name="poster-lost-with-a-reply",
        harm="An end whose change may have failed never gets its poster.",
        module="bot.extensions.replays.posters",
        function="Posters._is_settled",
        old="return outcome not in {Outcome.OLD, Outcome.SLOW, Outcome.FAULT}",
        new="return bool(outcome)",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_a_poster_is_there_once_whenever_the_bot_was_killed_or_a_reply_was_lost",
        ),
    ),
    Fault(
        name="poster-waits-for-a-dead-engine",
        harm="While no worker answers, an end never gets its poster.",
        module="bot.extensions.replays.posters",
        function="Posters._is_settled",
        old="if self._since_end(table) < _WITHOUT_REPORT:",
        new="if table:",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_without_workers_the_poster_tells_what_each_side_had_an_hour_later",
        ),
    ),
    Fault(
        name="poster-takes-the-next-board-away",
        harm="The first board of a series' next game is gone once the poster is there.",
        module="bot.extensions.replays.posters",
        function="Posters._change",
        old=", *after]",
        new="]",
        tests=(
            "tests/extensions/replays/test_posters.py::test_the_next_game_s_board_stays_beside_the_poster",
        ),
    ),
    Fault(
        name="series-without-a-way-back",
        harm="Once the next game of a series has begun, nobody can learn from the one before.",
        module="bot.delivery.replaced_boards",
        function="ReplacedBoards._kept",
        old="if board.kind is not BoardKind.TURNOVER:",
        new="if board:",
        tests=(
            "tests/bot/test_replaced_boards.py::test_every_game_of_a_series_can_be_looked_back_at",
        ),
    ),
    Fault(
        name="poster-without-a-result",
        harm="A game that was ended without a result gets a poster.",
        module="bot.extensions.replays.values",
        function="is_worth_a_poster",
        old="and not outcome.is_void",
        new="",
        tests=(
            "tests/extensions/replays/test_posters.py::test_short_games_and_games_without_a_result_have_no_poster",
        ),
    ),
    Fault(
        name="poster-where-only-answers-are",
        harm="In places without the bot, it tries for a day to change the end of each game.",
        module="bot.extensions.replays.values",
        function="is_owed_more",
        old="or table.place.kind is PlaceKind.PRIVATE",
        new="",
        tests=(
            "tests/extensions/replays/test_posters.py::test_where_the_bot_can_only_answer_the_end_stays_as_it_is",
        ),
    ),
    Fault(
        name="poster-names-the-forgotten",
        harm="Whoever is forgotten while a report is made is named in a new picture afterwards.",
        module="bot.extensions.replays.posters",
        function="Posters._shown",
        old="present = await self._lookup.reread(table.id)",
        new="present = replace(table, board_id=(await self._lookup.reread(table.id)).board_id)",
        tests=(
            "tests/extensions/replays/test_posters.py"
            "::test_who_is_forgotten_while_the_report_is_made_is_not_named",
        ),
    ),
    Fault(
        name="replay-names-the-forgotten",
        harm="A replay made before somebody was forgotten can be shown to everybody afterwards.",
        module="bot.extensions.replays.handlers",
        function="_show",
        old="if not replays.names_present(event.table, alt, reader(response.locale).plain):",
        new="if not pictures:",
        tests=(
            "tests/extensions/replays/test_replays.py::test_a_replay_with_the_name_of_somebody_who_was_forgotten"
            "_is_shown_to_nobody_else",
        ),
    ),
    Fault(
        name="replay-names-a-newcomer",
        harm="Somebody is shown with the moves of whoever had their seat before.",
        module="bot.messages.captions",
        function="throughout",
        old='"" if table.at(seat).from_entry else ',
        new="",
        tests=(
            "tests/extensions/replays/test_replays.py::test_a_seat_that_changed_hands_has_the_name_of_its_side",
        ),
    ),
    Fault(
        name="replays-side-by-side",
        harm="Replays that many ask for are made all at once, and the machine stands still.",
        module="bot.extensions.replays.filming",
        function="Filming.made",
        old="async with self._free:",
        new="async with asyncio.Lock():",
        tests=("tests/extensions/replays/test_replays.py::test_films_are_made_one_at_a_time",),
    ),
    Fault(
        name="replay-again-and-again",
        harm="One person can keep the machine busy with replays.",
        module="bot.extensions.replays.handlers",
        function="replay",
        old="if not bot.replays.begin(response.user.id):",
        new="if not chosen:",
        tests=(
            "tests/extensions/replays/test_replays.py::test_a_person_has_a_replay_in_half_a_minute",
        ),
    ),
    Fault(
        name="replay-shown-again",
        harm="A channel is flooded with replays of one game.",
        module="bot.extensions.replays.handlers",
        function="_show",
        old="if not bot.shown_replays.begin(event.table.id):",
        new="if not picture:",
        tests=(
            "tests/extensions/replays/test_replays.py::test_everybody_is_shown_a_replay_of_a_game_once",
        ),
    ),
    Fault(
        name="replay-without-end",
        harm="A process that makes a replay for ever keeps everybody else waiting.",
        module="bot.extensions.replays.filming",
        function="Filming.made",
        old="asyncio.timeout(_LONGEST)",
        new="asyncio.timeout(None)",
        tests=(
            "tests/extensions/replays/test_replays.py::test_who_waits_no_longer_ends_the_process",
        ),
    ),
    Fault(
        name="replay-too-large",
        harm="A replay that the place does not take is sent all the same.",
        module="bot.extensions.replays.film",
        function="Film.made",
        old="if len(file) <= self.most:",
        new="if file:",
        tests=(
            "tests/extensions/replays/test_replays.py::test_a_film_that_is_too_large_is_made_smaller_or_refused",
        ),
    ),
)
