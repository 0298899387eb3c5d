"""Faults of places: installs, kinds of channel, threads, and what Discord refuses there."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

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
)
