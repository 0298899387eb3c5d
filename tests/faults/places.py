"""Faults of places: installs, kinds of channel, threads, and what Discord refuses there."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_KINDS: Final = "tests/bot/test_channel_kinds.py"
_THREADS: Final = "tests/bot/test_refused_threads.py"
_INSTALLS: Final = "tests/bot/test_install_types.py"

FAULTS: Final = (
    Fault(
        name="two-games-of-one-name-in-one-thread",
        harm="A new game of the same name is put into the thread of another.",
        module="bot.store.tables.places",
        function="PlaceStore.is_used",
        old="row is not None",
        new="False",
        tests=(
            "tests/bot/test_table_threads.py"
            "::test_a_thread_with_a_game_is_no_place_for_another_of_the_same_name",
        ),
    ),
    Fault(
        name="installs-not-narrowed",
        harm="The bot doesn't start where User Install is off: Discord refuses all commands.",
        module="bot.interactions.installs",
        function="state_places",
        old="guild=bool(supported.guild), user=for_users",
        new="guild=True, user=everywhere",
        tests=(f"{_INSTALLS}::test_the_bot_starts_whatever_installs_the_application_supports",),
    ),
    Fault(
        name="commands-taken-for-the-bot",
        harm="A server that has only the commands is asked for permissions of a channel.",
        module="bot.interactions.installs",
        function="has_bot",
        old="guild_id is None or client.get_guild(guild_id) is not None",
        new="True",
        tests=(
            f"{_INSTALLS}::test_a_server_with_the_commands_alone_gets_the_link_that_invites_the_bot",
        ),
    ),
    Fault(
        name="unsupported-install-registered",
        harm="The local Discord takes commands for installs that the application lacks.",
        module="loopback.validation.commands",
        function="check_all",
        old='"integration_types", installs)',
        new='"integration_types", (0, 1))',
        tests=(
            "tests/loopback/test_installs.py"
            "::test_a_command_states_only_installs_that_the_application_supports",
        ),
    ),
    Fault(
        name="voice-chats-keep-buttons",
        harm="Old boards keep their buttons in the chats of voice and stage channels.",
        module="bot.delivery.servers",
        function="open_channel",
        old="isinstance(channel, discord.abc.Messageable)",
        new="isinstance(channel, discord.TextChannel | discord.Thread)",
        tests=(f"{_KINDS}::test_boards_and_questions_are_tidied_in_every_kind_of_channel",),
    ),
    Fault(
        name="threads-in-voice-chats",
        harm="A thread is offered where Discord has none.",
        module="bot.tables.checks",
        function="can_thread",
        old="caller.has_threads and place.parent_id is None",
        new="place.parent_id is None",
        tests=(f"{_KINDS}::test_no_thread_is_offered_where_there_is_none",),
    ),
    Fault(
        name="unseen-private-thread",
        harm="People in a private thread are asked for permissions that don't help.",
        module="bot.interactions.context",
        function="_is_outside",
        old="return not (is_known and interaction.app_permissions.view_channel)",
        new="return not is_known and False",
        tests=(f"{_KINDS}::test_a_private_thread_without_the_bot_asks_to_mention_it",),
    ),
    Fault(
        name="mentions-add-nobody",
        harm="The local Discord doesn't add people to a thread in which they are mentioned.",
        module="loopback.world.posting",
        function="post",
        old="_join_thread(world, message, found.users)",
        new="pass",
        tests=(
            "tests/loopback/test_threads.py"
            "::test_a_message_adds_its_author_and_those_it_mentions_to_a_thread",
        ),
    ),
    Fault(
        name="new-buttons-mark-as-edited",
        harm="It marks a message as edited that only lost its buttons.",
        module="loopback.world.posting",
        function="edit",
        old=" or set(body) <= _UNMARKED",
        new="",
        tests=(
            "tests/loopback/test_messages.py"
            "::test_only_a_change_of_components_leaves_a_message_unmarked",
        ),
    ),
    Fault(
        name="refused-thread-is-a-fault",
        harm="Somebody whose thread Discord refuses reads that something went wrong.",
        module="bot.delivery.threads",
        function="opened",
        old="raise NoThread(_REASONS.get(refusal.code, _OTHER), refusal.code) from refusal",
        new="raise",
        tests=(f"{_THREADS}::test_a_thread_that_is_refused_says_why",),
    ),
    Fault(
        name="thread-repeated-by-the-library",
        harm="A game has two threads, and nobody is in one of them.",
        module="bot.delivery.requests",
        function="_makes_anew",
        old="return method",
        new='return "threads" not in path and method',
        tests=(
            "tests/bot/test_table_threads.py"
            "::test_a_thread_whose_answer_is_lost_is_opened_once[server_errors_after]",
        ),
    ),
    Fault(
        name="locked-thread-used",
        harm="A game begins in a locked thread, where nobody can see it.",
        module="bot.interactions.components.table.lobby",
        function="_thread_there",
        old="if thread.locked:",
        new="if thread.locked and thread.archived:",
        tests=(f"{_THREADS}::test_a_locked_thread_under_a_card_is_not_used",),
    ),
    Fault(
        name="host-outside-their-thread",
        harm="The thread of a table isn't in its host's list of channels.",
        module="bot.interactions.table_threads",
        function="open_in_thread",
        old="await add_to(bot, made[0], table.host_id)",
        new="None",
        tests=(f"{_THREADS}::test_the_host_alone_is_in_the_thread_of_an_open_table",),
    ),
    Fault(
        name="players-outside-their-thread",
        harm="The thread under a card isn't in the lists of those who play there.",
        module="bot.interactions.components.table.lobby",
        function="_with_another",
        old="await add_to(bot, thread, *(player.user.id for player in begun.table.persons))",
        new="None",
        tests=(f"{_THREADS}::test_all_who_play_are_in_the_thread_under_their_card",),
    ),
    Fault(
        name="automod-in-silence",
        harm="Somebody waits for a message that AutoMod blocks.",
        module="bot.delivery.answering.response",
        function="_is_blocked",
        old="failure.code in _AUTOMOD",
        new="failure.code in {0}",
        tests=(f"{_THREADS}::test_a_message_that_automod_blocks_says_so",),
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
        name="slow-mode-for-messages-alone",
        harm="The local Discord lets people press buttons at any pace in slow mode.",
        module="loopback.client.person",
        function="Person._use",
        old="self.act(place)",
        new="pass",
        tests=(
            "tests/loopback/test_restrictions.py"
            "::test_slow_mode_counts_messages_commands_and_presses",
        ),
    ),
    Fault(
        name="moderators-bypass-slow-mode",
        harm="It exempts moderators from slow mode, as Discord did until 2026.",
        module="loopback.world.restrictions",
        function="slow_for",
        old="Permission.BYPASS_SLOWMODE in world",
        new="Permission.MANAGE_MESSAGES in world",
        tests=(
            "tests/loopback/test_restrictions.py::test_only_one_permission_exempts_from_slow_mode",
        ),
    ),
    Fault(
        name="one-thread-too-many",
        harm="It opens one thread more than Discord.",
        module="loopback.world.threads",
        function="_check_number",
        old="len(active) >= MOST_ACTIVE",
        new="len(active) > MOST_ACTIVE",
        tests=(
            "tests/loopback/test_restrictions.py"
            "::test_a_guild_has_so_many_active_threads_and_no_more",
        ),
    ),
    Fault(
        name="one-member-too-many",
        harm="It adds one person more to a thread than Discord.",
        module="loopback.world.threads",
        function="join",
        old="len(thread.member_ids) >= MOST_IN_THREAD",
        new="len(thread.member_ids) > MOST_IN_THREAD",
        tests=(
            "tests/loopback/test_restrictions.py::test_a_thread_has_a_thousand_members_and_no_more",
        ),
    ),
    Fault(
        name="automod-blocks-nothing",
        harm="It shows what a server's AutoMod blocks.",
        module="loopback.world.restrictions",
        function="is_blocked",
        old="return any(",
        new="return not words and any(",
        tests=(
            "tests/loopback/test_restrictions.py"
            "::test_automod_blocks_messages_edits_and_names_of_threads",
        ),
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
        name="tables-in-text-channels-alone",
        harm="People who run a server can't keep tables to a voice channel or a forum.",
        module="bot.delivery.components",
        function="_server_menu",
        old="else _WITH_TABLES",
        new="else _WITH_TABLES[:1]",
        tests=(f"{_KINDS}::test_tables_can_be_kept_to_every_kind_of_channel",),
    ),
    Fault(
        name="slow-threads-are-a-fault",
        harm="Somebody isn't told when a thread can be opened again.",
        module="bot.delivery.threads",
        function="opened",
        old="except discord.RateLimited as limit:",
        new="except ZeroDivisionError as limit:",
        tests=(f"{_THREADS}::test_a_thread_that_slow_mode_holds_up_says_when_to_try_again",),
    ),
    Fault(
        name="silence-of-every-shard",
        harm="The clocks of all servers stand still while one shard is silent.",
        module="bot.store.servers.outages",
        function="covering",
        old="scope_id = (? >> 22) % shards",
        new="? >= 0",
        tests=("tests/bot/test_shards.py::test_only_the_servers_of_a_shard_share_its_outage",),
    ),
    Fault(
        name="silence-of-other-shards-ended",
        harm="A silent shard's outage ends, and its players lose time, once others are there.",
        module="bot.store.servers.outages",
        function="all_shards_are_back",
        old="AND shards <> ?",
        new="AND ? > 0",
        tests=(
            "tests/bot/test_shards.py"
            "::test_an_outage_lasts_until_its_shard_is_back_or_all_of_another_number_are",
        ),
    ),
    Fault(
        name="outages-kept-for-ever",
        harm="Every outage is kept while one game without a time limit runs.",
        module="bot.store.cleaning",
        function="_useless",
        old=" AND turn_allowed IS NOT NULL",
        new="",
        tests=(
            "tests/bot/test_cleaning.py::test_without_a_time_limit_an_outage_stays_for_over_a_week",
        ),
    ),
    Fault(
        name="cleaning-ends-with-the-first-piece",
        harm="A busy bot deletes 5,000 rows a day, and its file grows for ever.",
        module="bot.store.cleaning",
        function="clean",
        old="return True",
        new="return False",
        tests=("tests/bot/test_cleaning.py::test_many_rows_are_deleted_a_piece_at_a_time",),
    ),
    Fault(
        name="cleaning-at-once",
        harm="Every move waits while the cleaning deletes a million rows.",
        module="bot.store.cleaning",
        function="clean",
        old="*values, left)",
        new="*values, -1)",
        tests=("tests/bot/test_cleaning.py::test_many_rows_are_deleted_a_piece_at_a_time",),
    ),
    Fault(
        name="shards-identify-at-once",
        harm="Shards start faster than Discord allows, and are refused.",
        module="bot.interactions.gateway.shards",
        function="ShardedClient._take_turn",
        old="self._next_identify[bucket] = at + _BETWEEN_SESSIONS",
        new="self._next_identify[bucket] = at",
        tests=("tests/bot/test_shards.py::test_shards_of_one_bucket_start_five_seconds_apart",),
    ),
    Fault(
        name="sessions-used-up",
        harm="A bot with many shards starts more sessions than Discord allows in a day.",
        module="bot.interactions.gateway.presence",
        function="_until_allowed",
        old="max(_SPARE, len(bot.all_shards))",
        new="_SPARE",
        tests=("tests/bot/test_shards.py::test_a_bot_waits_while_few_sessions_are_left",),
    ),
    Fault(
        name="ready-without-a-shard",
        harm="A bot looks ready while a quarter of its servers can't reach it.",
        module="bot.status",
        function="_Status._readiness",
        old="if shards and not lacking:",
        new="if len(lacking) < len(shards):",
        tests=("tests/bot/test_shards.py::test_the_status_names_the_shards_that_are_away",),
    ),
    Fault(
        name="stop-taken-for-a-shards",
        harm="A stop while a shard reconnects doesn't stop the bot.",
        module="bot.interactions.gateway.presence",
        function="start",
        old="await _serve(bot)",
        new="await bot.connect()",
        tests=("tests/bot/test_shards.py::test_a_stop_while_a_shard_reconnects_stops_the_bot",),
    ),
    Fault(
        name="shards-before-anything-else",
        harm="A shard that gets no answer keeps all later ones from connecting.",
        module="bot.interactions.gateway.shards",
        function="ShardedClient.launch_shard",
        old="self._launching.begin(self._launch(gateway, shard_id, initial=initial))",
        new="await self._launch(gateway, shard_id, initial=initial)",
        tests=("tests/bot/test_shards.py::test_a_shard_without_an_answer_holds_up_no_other",),
    ),
    Fault(
        name="closed-while-storing",
        harm="The last news of the gateway is lost in a traceback when the bot stops.",
        module="bot.interactions.client",
        function="Postboard.close",
        old="await self.gateway_writer.stop()",
        new="pass",
        tests=(
            "tests/bot/test_gateway_events.py"
            "::test_the_bot_closes_after_what_is_being_stored_and_stores_nothing_then",
        ),
    ),
    Fault(
        name="closed-without-waiting",
        harm="The database closes while news of the gateway is being written to it.",
        module="bot.interactions.gateway.writer",
        function="GatewayWriter.stop",
        old="async with self._attempt:\n            pass",
        new="pass",
        tests=(
            "tests/bot/test_gateway_events.py"
            "::test_the_bot_closes_after_what_is_being_stored_and_stores_nothing_then",
        ),
    ),
    Fault(
        name="stored-after-closing",
        harm="News of the gateway is written to a database that has closed.",
        module="bot.interactions.gateway.writer",
        function="GatewayWriter.write",
        old="None if self._is_stopped else await work()",
        new="await work()",
        tests=(
            "tests/bot/test_gateway_events.py"
            "::test_the_bot_closes_after_what_is_being_stored_and_stores_nothing_then",
        ),
    ),
)
