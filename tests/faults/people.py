"""Faults of the promises about people and places."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="lesson-for-all",
        harm="Newcomers fill the channel with their lessons.",
        module="bot.extensions.lessons.handlers",
        function="_begin",
        old="return messages.question(course)",
        new="await response.public(messages.question(course))",
        tests=(
            "tests/extensions/lessons/test_lessons.py"
            "::test_a_crowd_learns_in_one_channel_and_nobody_sees_anything",
        ),
    ),
    Fault(
        name="event-for-each-press",
        harm="Somebody presses Post again, because there was no answer, and opens two events.",
        module="bot.extensions.events.handlers",
        function="_opened",
        old='request = Request(f"preview:{preview.id}")',
        new="request = response.request",
        tests=(
            "tests/bot/test_crash_club.py"
            "::test_an_event_is_opened_once_though_somebody_presses_again[after]",
        ),
    ),
    Fault(
        name="event-hears-of-no-end",
        harm="A game of an event is over, and the event waits for it for ever.",
        module="bot.extensions.events.log",
        function="_game_ended",
        old="_note_end(tx, table, table.started.entries[-1].at)",
        new="pass",
        tests=("tests/extensions/events/test_events.py::test_a_whole_event_is_played",),
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
        tests=(
            "tests/bot/test_crash_club.py"
            "::test_a_follower_hears_of_an_end_once[timerwritten-followed]",
        ),
    ),
    Fault(
        name="event-of-a-hidden-channel",
        harm="Somebody reads who is on the ladder of a channel that is closed to them.",
        module="bot.extensions.events.handlers",
        function="_caller",
        old="if channel is not None and sees(response.interaction, channel):",
        new="if channel is not None:",
        tests=(
            "tests/bot/test_club_attack.py::test_an_event_in_a_hidden_channel_looks_like_no_event",
        ),
    ),
    Fault(
        name="puzzle-of-another-server",
        harm="A position from a game of one server is shown in another.",
        module="bot.extensions.puzzles.acts",
        function="Puzzles.visible_in",
        old="not in {guild_id, EVERYWHERE}",
        new="is None",
        tests=("tests/bot/test_club_attack.py::test_a_puzzle_is_solved_in_its_own_server_alone",),
    ),
    Fault(
        name="puzzle-posted-twice-a-day",
        harm="A server that changes the hour gets a second puzzle on the same day.",
        module="bot.extensions.puzzles.rows",
        function="PuzzleStore.post",
        old="if _of_day(tx, guild_id, day) is not None:",
        new="if _of_day(tx, guild_id, day) is not None and now < 0:",
        tests=(
            "tests/extensions/puzzles/test_days.py"
            "::test_an_absence_leaves_out_days_but_posts_none_twice",
        ),
    ),
    Fault(
        name="closed-games-told",
        harm="A channel hears of games in channels that not everybody there can see.",
        module="bot.extensions.news.work",
        function="NewsPosts._results",
        old="if is_shown(table.place, channels)",
        new="if channels is not None",
        tests=(
            "tests/extensions/news/test_results.py"
            "::test_games_that_not_everybody_there_sees_are_not_told",
        ),
    ),
    Fault(
        name="puzzle-of-who-hides",
        harm="A game of somebody who hides is shown to all, as a puzzle.",
        module="bot.extensions.puzzles.acts",
        function="Puzzles.may_use",
        old=" and not await self._personal.hidden(played)",
        new="",
        tests=(
            "tests/extensions/puzzles/test_search.py"
            "::test_a_game_that_may_not_be_shown_is_no_puzzle[hides]",
        ),
    ),
    Fault(
        name="puzzle-with-two-answers",
        harm="Somebody finds a move that wins, and is told that it does not.",
        module="engine.puzzles",
        function="_puzzle",
        old="len(keeping) > 1 or moves == 1",
        new="moves == 1",
        tests=("tests/engine/test_puzzles.py::test_two_moves_that_win_are_no_puzzle",),
    ),
    Fault(
        name="late-solution-counts-for-the-streak",
        harm="Whoever solves a month of puzzles in one evening has the longest streak.",
        module="bot.extensions.puzzles.rows",
        function="_streak",
        old="if newest is None or newest.number > puzzle.number:",
        new="if newest is None:",
        tests=(
            "tests/extensions/puzzles/test_days.py"
            "::test_a_streak_counts_puzzles_that_were_solved_before_the_next",
        ),
    ),
    Fault(
        name="number-beyond-any-is-read",
        harm="A forged menu fills the log of a host with tracebacks.",
        module="bot.messages.controls.custom_ids",
        function="read_number",
        old=" or int(text) > _GREATEST",
        new="",
        tests=(
            "tests/bot/test_forged_controls.py::test_a_value_that_no_menu_offers_changes_nothing",
        ),
    ),
    Fault(
        name="private-thread-shown",
        harm="The club board shows games in private threads to everybody.",
        module="bot.model.audience",
        function="is_shown",
        old=" or place.is_secret",
        new="",
        tests=(
            "tests/bot/test_audience.py"
            "::test_a_public_thread_counts_as_its_parent_and_what_is_private_is_never_shown",
        ),
    ),
    Fault(
        name="winner-twice",
        harm="A forged decision names a seat twice as its winner.",
        module="bot.tables.moderation",
        function="_require_winners",
        old="if len(set(winners)) < len(winners):",
        new="if not match.seats:",
        tests=("tests/bot/test_rights.py::test_what_is_not_permitted_is_refused_in_a_sentence",),
    ),
    Fault(
        name="resigning-ends-it-for-three",
        harm="One of three who resigns ends the game for the others.",
        module="bot.tables.tables",
        function="Tables._act",
        old="command == Resign() and match.goes_on_without(player.seat)",
        new="command == Resign() and match.goes_on_without(player.seat) and player.id == 0",
        tests=("tests/bot/test_resigning.py::test_who_resigns_is_out_and_the_others_play_on",),
    ),
    Fault(
        name="last-person-plays-on",
        harm="The only person left of three has to play on against computers, and wins nothing.",
        module="rules.match.record",
        function="Record.goes_on_without",
        old="persons - {seat}}) > 1",
        new="persons - {seat}}) > 0",
        tests=("tests/bot/test_resigning.py::test_the_last_person_has_won",),
    ),
    Fault(
        name="plans-handed-over",
        harm="A newcomer sees and plays what the player before them planned.",
        module="bot.tables.seats",
        function="_handed_over",
        old="if seat != event.seat}",
        new="if seat is not None}",
        tests=("tests/bot/test_planning.py::test_a_newcomer_inherits_no_plan",),
    ),
    Fault(
        name="correction-by-anybody",
        harm="A forged button lets anybody strike a game.",
        module="bot.extensions.standing.corrections",
        function="_require",
        old="require_moderator(table, caller)",
        new="require_moderator",
        tests=(
            "tests/extensions/standing/test_corrections.py"
            "::test_only_a_moderator_of_the_place_without_a_part_decides",
        ),
    ),
    Fault(
        name="name-that-pings-everybody",
        harm="Whoever is called @everyone pings a server with each move.",
        module="bot.messages.words.escaping",
        function="escaped_stranger",
        old='.replace("@", f"@{_AFTER_AT}")',
        new="",
        tests=("tests/bot/test_strangers.py::test_every_construct_shows_as_typed",),
    ),
    Fault(
        name="short-numbers",
        harm="Who has the file without the list of people can try all numbers.",
        module="bot.store.people.accounts",
        function="_meet",
        old="secrets.randbits(_BITS)",
        new="secrets.randbits(_BITS // 2)",
        tests=("tests/bot/test_people.py::test_a_person_is_a_random_number_of_62_bits",),
    ),
    Fault(
        name="column-without-a-word",
        harm="The page about privacy doesn't say that the bot stores when somebody was forgotten.",
        module="bot.store.sql.privacy",
        function="",
        old='discord_number="mark", neither="until",',
        new='discord_number="mark",',
        tests=("tests/bot/test_people.py::test_every_column_says_what_it_holds_of_people",),
    ),
    Fault(
        name="piles-of-marks",
        harm="Marks on one letter cover the lines above and below it.",
        module="bot.model.words",
        function="without_piles",
        old="marks = 0",
        new="marks = -99",
        tests=("tests/bot/test_people_words.py::test_marks_do_not_pile_up",),
    ),
    Fault(
        name="tables-counted-too-early",
        harm="Two commands at once pass the limit of tables.",
        module="bot.tables.checks",
        function="_require_few",
        old="hosted.tables > most:",
        new="hosted.tables > most + 1:",
        tests=(
            "tests/bot/test_calm.py::test_two_commands_at_once_do_not_pass_a_limit",
            "tests/bot/test_calm.py::test_a_host_has_at_most_twenty_unfinished_tables_in_private",
        ),
    ),
    Fault(
        name="two-games-that-anyone-joins",
        harm="Two presses at once open two games for anyone.",
        module="bot.tables.checks",
        function="_require_few",
        old="hosted.waiting is not None:",
        new="hosted.tables > 9:",
        tests=(
            "tests/extensions/lessons/test_lessons.py"
            "::test_presses_at_once_let_anyone_join_one_game",
        ),
    ),
    Fault(
        name="boards-without-end",
        harm="A stranger floods a channel with boards.",
        module="bot.interactions.cooldowns",
        function="Cooldowns.begin",
        old="now - self._between < at",
        new="now < at",
        tests=("tests/bot/test_calm.py::test_a_board_is_shown_to_everybody_once_a_minute",),
    ),
    Fault(
        name="muted-host-pings",
        harm="A person who has muted somebody is pinged by their invitations.",
        module="bot.tables.lobby",
        function="first_players",
        old="if user.id in muters",
        new="if user.id < 0",
        tests=(
            "tests/bot/test_calm.py"
            "::test_decline_and_mute_reaches_in_all_places_until_it_is_taken_back",
        ),
    ),
    Fault(
        name="calls-without-end",
        harm="A player who offers and keeps a seat calls everybody each time.",
        module="bot.tables.checks",
        function="require_few_calls",
        old="at > now - limits.between_public_calls",
        new="at > now + limits.between_public_calls",
        tests=("tests/bot/test_calm.py::test_a_seat_is_offered_to_everybody_once_in_twelve_hours",),
    ),
    Fault(
        name="invitations-hide-turns",
        harm="Many invitations hide a game in which the clock runs.",
        module="bot.messages.panels.lists.my_games",
        function="_kind",
        old="return Kind.INVITATIONS",
        new="return Kind.TURNS",
        tests=("tests/bot/test_calm.py::test_forty_invitations_hide_no_turn",),
    ),
    Fault(
        name="begun-without-agreement",
        harm="The last seat begins a game to whose terms somebody has not agreed.",
        module="bot.tables.lobby",
        function="begins",
        old="if not after.is_ready:",
        new="if not after.is_full:",
        tests=("tests/bot/test_consent.py::test_a_change_keeps_the_seats_and_takes_back_consent",),
    ),
    Fault(
        name="agreement-too-soon",
        harm="Somebody loses their place before 72 hours are over.",
        module="bot.tables.tables",
        function="Tables.end_agreement",
        old="change.at + AGREEMENT > self._writer.now()",
        new="change.at > self._writer.now()",
        tests=(
            "tests/bot/test_consent.py::test_the_timer_waits_for_72_hours_after_the_last_change",
        ),
    ),
    Fault(
        name="late-text-of-who-is-gone",
        harm="A note that was on its way stays of somebody who was forgotten.",
        module="bot.store.people.forgetting",
        function="require_known",
        old="if not still_known(tx, [person]):",
        new="if person == 0:",
        tests=(
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[asks_for_a_seat]",
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[pauses_a_game]",
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[keeps_a_note]",
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[strikes_a_game]",
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[enters_an_event]",
            "tests/bot/test_forgotten_stays.py"
            "::test_what_is_held_until_after_done_writes_nothing_of_somebody[takes_somebody_out]",
        ),
    ),
    Fault(
        name="all-wait-for-a-reader",
        harm="While a backup runs, one press on Forget me lets every move wait for seconds.",
        module="bot.store.sql.sqlite.file",
        function="_empty_log",
        old="busy_timeout = 0",
        new="busy_timeout = 3600000",
        tests=("tests/bot/test_readers.py::test_what_others_write_waits_for_no_reader[_forgets]",),
    ),
    Fault(
        name="forgotten-account-rated",
        harm="Somebody is forgotten and at once begins anew with a rating that rises fast.",
        module="bot.store.people.accounts",
        function="People.unrated_until",
        old="marked.get(user_id, 0)",
        new="0",
        tests=(
            "tests/bot/test_rated_places.py"
            "::test_who_was_forgotten_plays_unrated_games_for_30_days",
        ),
    ),
    Fault(
        name="hidden-games-listed",
        harm="A list names games in channels that the asker can't see.",
        module="bot.interactions.games_list",
        function="_Reading.fits",
        old="if not sees_place(self.interaction, row.place):",
        new="if not row.place.channel_id:",
        tests=(
            "tests/bot/test_games_pages.py"
            "::test_games_in_channels_that_one_does_not_see_are_not_listed",
        ),
    ),
    Fault(
        name="bot-invited",
        harm="A game waits for another bot, which never comes.",
        module="bot.interactions.opening",
        function="_guests",
        old="if user.bot:",
        new="if user.bot and not users:",
        tests=("tests/bot/test_lobby.py::test_nobody_invites_another_bot",),
    ),
)
