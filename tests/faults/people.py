"""Faults of the promises about people and places."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="event-for-each-press",
        harm="Somebody presses Post again, because there was no answer, and opens two events.",
        module="bot.extensions.events.handlers",
        function="_post",
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
            "tests/bot/test_club_attack.py"
            "::test_an_event_of_a_hidden_channel_is_as_one_that_there_is_not",
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
    Fault(
        name="lacking-permissions-untold",
        harm="Nobody learns why the bot shows no board in a channel.",
        module="bot.tables.servers",
        function="require_may_open",
        old="if caller.lacking:",
        new="if caller.lacking and not settings:",
        tests=(
            "tests/bot/test_moderation.py"
            "::test_what_the_bot_lacks_and_who_sees_nothing_is_told_at_once",
        ),
    ),
    Fault(
        name="installs-not-narrowed",
        harm="The bot doesn't start where User Install is off: Discord refuses all commands.",
        module="bot.interactions.installs",
        function="state_places",
        old="guild=bool(supported.guild), user=for_users",
        new="guild=True, user=everywhere",
        tests=(
            "tests/bot/test_install_types.py"
            "::test_the_bot_starts_whatever_installs_the_application_supports",
        ),
    ),
    Fault(
        name="commands-taken-for-the-bot",
        harm="A server that has only the commands is asked for permissions of a channel.",
        module="bot.interactions.installs",
        function="has_bot",
        old="guild_id is None or client.get_guild(guild_id) is not None",
        new="True",
        tests=(
            "tests/bot/test_install_types.py"
            "::test_a_server_with_the_commands_alone_gets_the_link_that_invites_the_bot",
        ),
    ),
    Fault(
        name="replaced-board-forgotten",
        harm="A board stays whole for good if the process ends before it becomes a line.",
        module="bot.store.queues.table_messages",
        function="_replace",
        old="VALUES (?, ?, ?, ?, ?, ?, 1)",
        new="SELECT ?, ?, ?, ?, ?, ?, 1 WHERE 0",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_what_was_to_become_a_line_when_the_process_ended_becomes_one_at_the_next_start",
        ),
    ),
    Fault(
        name="old-boards-asked-for-ever",
        harm="A channel whose old messages Discord lets nobody edit costs requests with each move.",
        module="bot.delivery.tidying.table_messages",
        function="TableMessages._is_changed",
        old="if not isinstance(left, Deleted) and self._edits.is_resting(there):",
        new="if False:",
        tests=(
            "tests/bot/test_replaced_boards.py"
            "::test_after_five_refusals_in_an_hour_old_boards_of_a_channel_rest_for_an_hour",
        ),
    ),
    Fault(
        name="voice-chats-keep-buttons",
        harm="Old boards keep their buttons in the chats of voice and stage channels.",
        module="bot.delivery.servers",
        function="open_channel",
        old="isinstance(channel, discord.abc.Messageable)",
        new="isinstance(channel, discord.TextChannel | discord.Thread)",
        tests=(
            "tests/bot/test_channel_kinds.py"
            "::test_boards_and_questions_are_tidied_in_every_kind_of_channel",
        ),
    ),
    Fault(
        name="tables-in-text-channels-alone",
        harm="People who run a server can't keep tables to a voice channel or a forum.",
        module="bot.delivery.components",
        function="_server_menu",
        old="else _WITH_TABLES",
        new="else _WITH_TABLES[:1]",
        tests=(
            "tests/bot/test_channel_kinds.py::test_tables_can_be_kept_to_every_kind_of_channel",
        ),
    ),
    Fault(
        name="threads-in-voice-chats",
        harm="A thread is offered where Discord has none.",
        module="bot.tables.checks",
        function="can_thread",
        old="caller.has_threads and place.parent_id is None",
        new="place.parent_id is None",
        tests=("tests/bot/test_channel_kinds.py::test_no_thread_is_offered_where_there_is_none",),
    ),
    Fault(
        name="unseen-private-thread",
        harm="People in a private thread are asked for permissions that don't help.",
        module="bot.interactions.context",
        function="_is_outside",
        old="return not (is_known and interaction.app_permissions.view_channel)",
        new="return not is_known and False",
        tests=(
            "tests/bot/test_channel_kinds.py"
            "::test_a_private_thread_without_the_bot_asks_to_mention_it",
        ),
    ),
    Fault(
        name="refused-thread-is-a-fault",
        harm="Somebody whose thread Discord refuses reads that something went wrong.",
        module="bot.delivery.threads",
        function="opened",
        old="raise NoThread(_REASONS.get(refusal.code, _OTHER), refusal.code) from refusal",
        new="raise",
        tests=("tests/bot/test_refused_threads.py::test_a_thread_that_is_refused_says_why",),
    ),
    Fault(
        name="players-outside-their-thread",
        harm="The thread under a card isn't in the lists of those who play there.",
        module="bot.interactions.components.table.lobby",
        function="_with_another",
        old="await add_to(bot, thread, *(player.user.id for player in begun.table.persons))",
        new="None",
        tests=(
            "tests/bot/test_refused_threads.py"
            "::test_all_who_play_are_in_the_thread_under_their_card",
        ),
    ),
    Fault(
        name="automod-in-silence",
        harm="Somebody waits for a message that AutoMod blocks.",
        module="bot.delivery.answering.response",
        function="_is_blocked",
        old="failure.code in _AUTOMOD",
        new="failure.code in {0}",
        tests=("tests/bot/test_refused_threads.py::test_a_message_that_automod_blocks_says_so",),
    ),
    Fault(
        name="slow-mode-unnamed",
        harm="A diagnosis doesn't say that slow mode holds people up.",
        module="bot.messages.panels.servers.diagnosis",
        function="_access",
        old="if access.slow_mode:",
        new="if access.slow_mode < 0:",
        tests=("tests/bot/test_diagnosis.py::test_a_diagnosis_names_slow_mode_and_what_helps",),
    ),
    Fault(
        name="panels-under-a-shared-limit",
        harm="Old panels are removed while Discord lets too few messages through.",
        module="bot.delivery.requests",
        function="GlobalLimit.note",
        old='headers.get(_SCOPE) == "shared"',
        new='headers.get(_SCOPE) == "user"',
        tests=(
            "tests/bot/test_shared_limit.py::test_the_scope_of_a_limit_is_read",
            "tests/bot/test_shared_limit.py"
            "::test_moves_come_once_through_a_limit_that_follow_ups_share",
        ),
    ),
    Fault(
        name="command-offered-where-it-fails",
        harm="Direct messages offer commands that only work in servers.",
        module="bot.interactions.installs",
        function="state_places",
        old="dm_channel=everywhere",
        new="dm_channel=True",
        tests=(
            "tests/bot/test_anywhere.py::test_every_command_states_where_it_works_and_for_whom",
        ),
    ),
    Fault(
        name="thread-archived-after-a-day",
        harm="A game is gone from the list of channels while its player thinks.",
        module="bot.interactions.components.table.lobby",
        function="",
        old="auto_archive_duration=ARCHIVED",
        new="auto_archive_duration=1440",
        tests=("tests/bot/test_table_threads.py::test_a_thread_stays_in_the_list_for_a_week",),
    ),
    Fault(
        name="privileged-intent",
        harm="Discord refuses the bot unless somebody allows it to read all members.",
        module="bot.interactions.gateway.shards",
        function="ShardedClient.__init__",
        old="discord.Intents(guilds=True)",
        new="discord.Intents(guilds=True, members=True)",
        tests=("tests/bot/test_limits.py::test_no_command_needs_more_than_what_the_bot_asks_for",),
    ),
    Fault(
        name="first-of-several-moves-guessed",
        harm="A text that several moves fit is read as one of them.",
        module="rules.contract.typed",
        function="read_typed",
        old="if len(found) == 1:",
        new="if found:",
        tests=(
            "tests/conformance/test_typed.py"
            "::test_an_abbreviation_is_read_only_if_one_move_fits[czech]",
        ),
    ),
    Fault(
        name="other-dice-accepted",
        harm="A play is read that was typed for another roll.",
        module="rules.contract.typed",
        function="_require_own_dice",
        old="sorted(read.dice) == sorted(rolled)",
        new="len(read.dice) == len(rolled)",
        tests=("tests/rules/test_typed.py::test_a_refusal_says_what_would_help",),
    ),
    Fault(
        name="standard-times-offered-before-the-typed-one",
        harm="Enter takes 7 days where 3 days were typed.",
        module="bot.messages.words.time",
        function="time_choices",
        old="found = [meant, *(each for each in offered if each.text.startswith(meant.text))]",
        new="found = [*offered, meant]",
        tests=("tests/bot/test_terms.py::test_the_first_time_offered_is_the_one_that_was_typed",),
    ),
    Fault(
        name="later-numbers-read-again",
        harm="A text of many numbers makes work that grows with the square of its length.",
        module="rules.contract.spelling",
        function="_points",
        old="read = _unnumbered(game, text, plain[number.end() :])",
        new="read = _points(game, text, plain[number.end() :])",
        tests=(
            "tests/conformance/test_typed.py"
            "::test_the_work_for_a_text_is_bounded_by_its_length_and_the_moves[hypergammon]",
        ),
    ),
    Fault(
        name="each-order-of-a-capture",
        harm="A crowd of pieces keeps the process busy without end.",
        module="rules.games.draughts.majority",
        function="_Search._advance",
        old="if landing and (more := standing[cell] | landing) != standing[cell]:",
        new="if landing and (more := standing[cell] | landing):",
        tests=(
            "tests/rules/draughts/test_majority.py"
            "::test_a_crowd_that_can_be_captured_in_many_orders",
        ),
    ),
)
