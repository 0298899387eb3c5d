"""Faults that show where the process is killed: what a club would lose, or get twice."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_TESTS: Final = "tests/bot/test_crash_club.py::test"
_DISPLAYS: Final = "bot.delivery.tidying.displays"

FAULTS: Final = (
    Fault(
        name="event-for-each-press",
        harm="Somebody presses Post again, because there was no answer, and opens two events.",
        module="bot.extensions.events.handlers",
        function="_post",
        old='request = Request(f"preview:{preview.id}")',
        new="request = response.request",
        tests=(f"{_TESTS}_an_event_is_opened_once_though_somebody_presses_again[after]",),
    ),
    Fault(
        name="event-game-without-its-people",
        harm="After a kill, two people don't find the thread in which their game waits.",
        module="bot.extensions.events.games",
        function="EventGames._open",
        old="await add_people(thread, users.values(), self._limit)",
        new="await self._tables.open_game(game, place)\n"
        "        await add_people(thread, users.values(), self._limit)",
        tests=(
            f"{_TESTS}_an_event_begins_once_and_everybody_finds_their_games[after-tables.create]",
        ),
    ),
    Fault(
        name="searched-among-the-newest-alone",
        harm="A board comes twice in a channel where people talk.",
        module="bot.delivery.outbox.attempt",
        function="Attempt._posted",
        old="limit=None, after=since, oldest_first=True",
        new="limit=25, after=since, oldest_first=False",
        tests=("tests/bot/test_searched.py::test_what_has_arrived_is_not_sent_again[130]",),
    ),
    Fault(
        name="search-begins-anew",
        harm="Where much was written meanwhile, a message never comes.",
        module="bot.store.queues.queues",
        function="Queues.put_back",
        old="item.token, item.after, item.id,",
        new='item.token, (tx.do("SELECT after FROM outbox WHERE id = ?", item.id)[0][0]), item.id,',
        tests=(
            "tests/bot/test_searched.py::test_a_search_goes_on_where_the_attempt_before_has_ended",
        ),
    ),
    Fault(
        name="sent-again-unsearched",
        harm="A board that was sent before the process died is sent again by the next one.",
        module="bot.delivery.outbox.attempt",
        function="Attempt.run",
        old="found = await self._sent_before()",
        new="found = None",
        tests=(
            "tests/bot/test_crash_points.py"
            "::test_the_board_of_a_fatal_move_is_shown_once[marking-old-history]",
        ),
    ),
    Fault(
        name="digest-lost-with-a-kill",
        harm="Somebody gets no digest on the day on which the process was killed.",
        module="bot.extensions.news.work",
        function="Digests._write",
        old="await self._queues.transact(write)",
        new="await self._queues.transact(done or (lambda _: None))\n"
        "        await self._queues.transact(partial(write, done=None))",
        tests=(f"{_TESTS}_a_digest_comes_once_a_day[timerwritten-digest]",),
    ),
    Fault(
        name="news-lost-with-a-kill",
        harm="A follower never hears how the game ended.",
        module="bot.extensions.news.work",
        function="Followers.tell",
        old="        work = partial(rows.tell_follower, person=timer.person, now=now, done=done)",
        new="        await self._queues.transact(done)\n"
        "        work = partial(\n"
        "            rows.tell_follower, person=timer.person, now=now, done=lambda _: None\n"
        "        )",
        tests=(f"{_TESTS}_a_follower_hears_of_an_end_once[timerwritten-followed]",),
    ),
    Fault(
        name="edit-noted-before-it-is-made",
        harm="A club board shows for hours what was true before the process was killed.",
        module=_DISPLAYS,
        function="Displays._edit",
        old="        await self._turn()",
        new="        await self._store.edited(display, digest, int(self._now()), None)\n"
        "        await self._turn()",
        tests=(
            f"{_TESTS}_a_club_board_is_one_message_that_shows_the_present[after-displays.edited]",
        ),
    ),
    Fault(
        name="old-message-forgotten-before-it-is-gone",
        harm="An event has two cards for ever, one of them out of date.",
        module=_DISPLAYS,
        function="Displays._delete_old",
        old="        if not await self._is_deleted(",
        new="        await self._store.old_is_gone(display)\n"
        "        if not await self._is_deleted(",
        tests=(
            f"{_TESTS}_who_withdraws_loses_all_games_and_the_end_is_told_once"
            "[after-displays.old_is_gone]",
        ),
    ),
    Fault(
        name="solution-lost-with-a-kill",
        harm="Somebody solves the puzzle of the day as the process is killed, and has no streak.",
        module="bot.extensions.puzzles.handlers",
        function="Unsolved.judged",
        old="    if depth is None or keeping is None:",
        new="    if depth is None or keeping is None or study.tried(len(study.line)) != position:",
        tests=(
            f"{_TESTS}_a_puzzle_is_solved_once_and_counts_for_the_streak[within-PuzzleStore.solve]",
        ),
    ),
    Fault(
        name="deletion-forgotten-after-a-fault",
        harm="Discord fails once as an old card is to go, and an event has two cards for ever.",
        module=_DISPLAYS,
        function="Displays._delete_old",
        old="return False",
        new="return True",
        tests=(
            "tests/bot/test_displays.py"
            "::test_a_message_whose_deletion_meets_a_fault_is_deleted_later",
        ),
    ),
    Fault(
        name="edit-of-the-message-before",
        harm="An edit ends as a new card is posted, and the old card stays beside it for ever.",
        module="bot.store.queues.displays",
        function="_settle",
        old=" AND number = ?",
        new=" AND coalesce(?, 0) >= 0",
        tests=(
            "tests/bot/test_displays.py"
            "::test_an_edit_that_ends_once_a_new_message_is_there_says_nothing_of_that",
        ),
    ),
)
