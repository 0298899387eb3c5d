"""Faults of places: installs, kinds of channel, threads, and what Discord refuses there."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_KINDS: Final = "tests/bot/test_channel_kinds.py"
_INSTALLS: Final = "tests/bot/test_install_types.py"

FAULTS: Final = (
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
)
