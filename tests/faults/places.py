"""Faults of the promises about permissions, threads and typed texts."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="unreadable-event-ends-all",
        harm="One event with a key less than usual ends the bot for every server.",
        module="bot.interactions.gateway.shards",
        function="_read_if_possible",
        old="except Exception:",
        new="except StoreError:",
        tests=("tests/bot/test_gateway_events.py::test_an_event_that_cannot_be_read_is_left_out",),
    ),
    Fault(
        name="game-that-hangs-stops-all",
        harm="A package whose game loops lets the whole bot stand still.",
        module="bot.packages",
        function="_limited",
        old="replace(package, games=tuple(map(limited, package.games)))",
        new="replace(package)",
        tests=(
            "tests/bot/test_packages.py"
            "::test_a_game_that_hangs_sets_its_table_apart_and_nothing_else",
        ),
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
        module="bot.delivery.threads",
        function="named_thread",
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
        module="rules.games.draughts.generator",
        function="Generator._search",
        old="most = _FEW if rules.majority and king else None",
        new="most = None",
        tests=(
            "tests/rules/draughts/test_majority.py"
            "::test_a_crowd_is_refused_and_read_without_searching_cell_by_cell_to_the_end",
        ),
    ),
)
