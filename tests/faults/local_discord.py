"""Faults of the promises about the local Discord."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="route-that-discord-lacks",
        harm="The local Discord answers a request that Discord doesn't know.",
        module="loopback.rest.account",
        function="",
        old='Route("GET", "/users/@me/guilds", guilds)',
        new='Route("GET", "/users/@me/servers", guilds)',
        tests=("tests/openapi/test_recorder.py::test_every_route_of_the_loopback_is_described",),
    ),
    Fault(
        name="locked-thread-takes-messages",
        harm="It takes messages in a locked thread.",
        module="loopback.world.archiving",
        function="is_locked_for",
        old="return Permission.MANAGE_THREADS not in",
        new="return Permission.MANAGE_THREADS in",
        tests=("tests/loopback/test_threads.py::test_what_a_locked_thread_refuses",),
    ),
    Fault(
        name="messages-in-a-forum",
        harm="The local Discord takes messages in a forum, outside of its posts.",
        module="loopback.rest.messages",
        function="_check_may_send",
        old="if channel.type in WITHOUT_MESSAGES:",
        new="if channel.type is ChannelType.CATEGORY:",
        tests=("tests/loopback/test_channel_types.py::test_a_forum_has_posts_alone",),
    ),
    Fault(
        name="mentions-add-nobody",
        harm="The local Discord doesn't add people to a thread in which they are mentioned.",
        module="loopback.world.posting",
        function="post",
        old="_join_thread(world, message, found.users)",
        new="pass",
        tests=(
            "tests/loopback/test_threads.py::test_a_message_adds_its_author_and_those_it_mentions_to_a_thread",
        ),
    ),
    Fault(
        name="threads-in-a-voice-chat",
        harm="The local Discord opens threads in the chats of voice channels.",
        module="loopback.rest.channels",
        function="_check_thread",
        old="not in (ChannelType.TEXT, ChannelType.ANNOUNCEMENT)",
        new="is ChannelType.CATEGORY",
        tests=(
            "tests/loopback/test_channel_types.py::test_voice_and_stage_channels_have_messages_and_no_threads",
        ),
    ),
    Fault(
        name="slow-mode-for-messages-alone",
        harm="The local Discord lets people press buttons at any pace in slow mode.",
        module="loopback.client.person",
        function="Person._use",
        old="self.act(place)",
        new="pass",
        tests=(
            "tests/loopback/test_restrictions.py::test_slow_mode_counts_messages_commands_and_presses",
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
            "tests/loopback/test_installs.py::test_a_command_states_only_installs_that_the_application_supports",
        ),
    ),
    Fault(
        name="public-by-a-users-install",
        harm="It shows all what Discord shows one person.",
        module="loopback.interactions.installs",
        function="must_be_ephemeral",
        old="Permission.USE_EXTERNAL_APPS not in granted or not",
        new="not",
        tests=(
            "tests/loopback/test_installs.py::test_answers_are_ephemeral_where_the_user_may_not",
        ),
    ),
    Fault(
        name="two-first-answers",
        harm="It takes two first answers.",
        module="loopback.interactions.lifecycle",
        function="Interactions.to_answer",
        old="raise ApiError(ErrorCode.ALREADY_ACKNOWLEDGED)",
        new="return interaction",
        tests=("tests/loopback/test_life.py::test_a_second_answer_is_40060",),
    ),
    Fault(
        name="deleted-deferral-shows-all",
        harm="A follow-up after a private deferral that was deleted is shown to everybody.",
        module="loopback.interactions.responses",
        function="Responses.follow_up",
        old="flags |= MessageFlag.EPHEMERAL",
        new="flags |= MessageFlag(0)",
        tests=(
            "tests/loopback/test_life.py::test_deleting_a_deferral_does_not_change_who_sees_what_follows",
        ),
    ),
    Fault(
        name="pins-of-who-deletes",
        harm="The local Discord lets whoever may delete messages pin them.",
        module="loopback.rest.messages",
        function="_set_pin",
        old="Permission.PIN_MESSAGES",
        new="Permission.MANAGE_MESSAGES",
        tests=("tests/loopback/test_messages.py::test_pins_need_their_own_permission",),
    ),
)
