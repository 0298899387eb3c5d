"""Faults of the start: what a host is told, and the exit code."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="login-without-an-answer-is-a-bug",
        harm="A login that gets no answer ends with an empty reason.",
        module="bot.interactions.presence",
        function="start",
        old="if not limit.expired():",
        new="if limit.expired():",
        tests=("tests/bot/test_starts_on_discord.py::test_a_login_without_an_answer_ends",),
    ),
    Fault(
        name="limit-of-the-login-stays",
        harm="A bot that serves is ended a minute after its start.",
        module="bot.interactions.presence",
        function="start.connected",
        old="limit.reschedule(None)",
        new="pass",
        tests=(
            "tests/bot/test_starts_on_discord.py::test_the_time_limit_ends_with_the_first_connection",
        ),
    ),
    Fault(
        name="revoked-token-tries-for-ever",
        harm="A gateway that closes for good looks like one that can't be reached now.",
        module="bot.startup_errors",
        function="startup_failure",
        old="case discord.ConnectionClosed(code=code) if code in _CLOSED:",
        new="case discord.ConnectionClosed(code=code) if code in _CLOSED and code > 4004:",
        tests=(
            "tests/bot/test_starts_on_discord.py::test_a_gateway_that_closes_for_good_says_its_cause",
            "tests/bot/test_starts_on_discord.py"
            "::test_every_code_that_discord_py_gives_up_on_has_a_sentence",
        ),
    ),
    Fault(
        name="pages-of-errors",
        harm="A page that a proxy answers is printed whole.",
        module="bot.startup_errors",
        function="_brief",
        old='" ".join(str(error).split())',
        new="str(error)",
        tests=(
            "tests/bot/test_starts_on_discord.py::test_a_page_in_place_of_an_answer_is_said_in_one_line",
        ),
    ),
    Fault(
        name="token-is-printed",
        harm="A token with a line break is printed to the log.",
        module="bot.settings",
        function="_wrong",
        old='if field == "discord_token":',
        new='if field == "token":',
        tests=("tests/bot/test_first_starts.py::test_a_wrong_setting_is_named_with_what_is_right",),
    ),
    Fault(
        name="blank-token",
        harm="A blank counts as a token, and Discord refuses it.",
        module="bot.settings",
        function="Settings._read",
        old="text = value.strip()",
        new="text = value",
        tests=("tests/bot/test_settings.py::test_settings_are_read_as_people_write_them",),
    ),
    Fault(
        name="folder-of-a-tilde",
        harm="Games are kept in a folder called ~.",
        module="bot.settings",
        function="Settings._at_home",
        old="return path.expanduser()",
        new="return path",
        tests=("tests/bot/test_settings.py::test_settings_are_read_as_people_write_them",),
    ),
    Fault(
        name="misspelled-settings",
        harm="A misspelled DISCORD_TOKEN opens the local table without a hint.",
        module="bot.settings",
        function="_doubtful",
        old="cutoff=_ALIKE",
        new="cutoff=1",
        tests=(
            "tests/bot/test_settings.py::test_a_misspelled_setting_is_named_with_the_right_one",
        ),
    ),
    Fault(
        name="colours-in-files",
        harm="The log of a container is full of colour codes.",
        module="bot.command_line",
        function="_log_at",
        old="if not (sys.__stderr__ and sys.__stderr__.isatty()):",
        new="if not sys.__stderr__:",
        tests=("tests/bot/test_first_starts.py::test_no_colours_are_written_into_a_file",),
    ),
    Fault(
        name="port-that-is-tried-for-ever",
        harm="A port that only the system may use looks like a network that is down.",
        module="bot.local",
        function="_opened",
        old="_require_port(page_port)",
        new="pass",
        tests=(
            "tests/bot/test_first_starts.py"
            "::test_a_local_table_that_cannot_be_opened_names_the_setting",
        ),
    ),
    Fault(
        name="another-engine",
        harm="The bot's workers run an engine.py of the folder, and computers play weakly.",
        module="engine.pool",
        function="_Worker.started",
        old="cwd=_FOLDER",
        new="cwd=None",
        tests=("tests/engine/test_pool.py::test_a_worker_runs_no_file_of_the_folder",),
    ),
    Fault(
        name="traceback-of-a-connection",
        harm="Each attempt to connect again fills the log with a traceback.",
        module="bot.interactions.library_log",
        function="_Shortened.filter",
        old="record.exc_info = None",
        new="pass",
        tests=(
            "tests/bot/test_starts_on_discord.py::test_a_connection_that_fails_is_logged_in_a_line",
        ),
    ),
    Fault(
        name="exact-tables-stop-the-start",
        harm="A folder of exact tables that can't be read keeps the bot from starting.",
        module="engine.exact",
        function="_exists",
        old="except OSError",
        new="except ValueError",
        tests=(
            "tests/bot/test_starts_on_discord.py"
            "::test_exact_tables_that_cannot_be_read_are_done_without",
        ),
    ),
    Fault(
        name="first-connection-for-ever",
        harm="A bot whose gateway is down at the start tries for ever.",
        module="bot.interactions.presence",
        function="start",
        old="limit.reschedule(loop.time() + patience)",
        new="limit.reschedule(None)",
        tests=(
            "tests/bot/test_starts_on_discord.py"
            "::test_a_first_connection_that_is_refused_may_be_taken_later",
        ),
    ),
    Fault(
        name="ready-without-discord",
        harm="A bot that lost Discord an hour ago looks ready.",
        module="bot.status",
        function="_Status._is_there",
        old="asyncio.get_running_loop().time() - lost_at < _AWAY",
        new="True",
        tests=(
            "tests/bot/test_status.py"
            "::test_a_bot_is_not_ready_before_discord_knows_it_nor_long_after",
        ),
    ),
    Fault(
        name="tokens-in-metrics",
        harm="Whoever reads the metrics can answer for the bot.",
        module="bot.delivery.requests",
        function="route_of",
        old='_SECRET.sub(r"\\1/:token", _NUMBER.sub("/:id", _VERSION.sub("", path)))',
        new='_NUMBER.sub("/:id", _VERSION.sub("", path))',
        tests=("tests/bot/test_status.py::test_no_metric_names_anybody",),
    ),
    Fault(
        name="watchdog-before-ready",
        harm="systemd takes a bot for ready that Discord refuses.",
        module="bot.service_manager",
        function="reporting",
        old="yield manager",
        new="manager.ready()\n        yield manager",
        tests=("tests/bot/test_service_manager.py::test_a_start_that_fails_is_never_ready",),
    ),
    Fault(
        name="trial-in-public",
        harm="A trial posts thirty messages where everybody sees them.",
        module="bot.trial.place",
        function="_channel",
        old="if channel.permissions_for(guild.default_role).view_channel:",
        new="if channel.permissions_for(guild.default_role).administrator:",
        tests=("tests/bot/test_trial.py::test_only_a_private_channel_is_used",),
    ),
    Fault(
        name="trial-left-behind",
        harm="A trial that is stopped leaves its messages in the channel.",
        module="bot.trial.place",
        function="opened",
        old="await place.clean_up()",
        new="pass",
        tests=("tests/bot/test_trial.py::test_a_trial_that_is_stopped_cleans_up",),
    ),
    Fault(
        name="trial-tells-the-token",
        harm="A token that somebody typed stands in a public issue.",
        module="bot.trial.report",
        function="Report.text",
        old='.replace(self._token, "…")',
        new="",
        tests=("tests/bot/test_trial.py::test_the_report_holds_no_secret_and_nobodys_number",),
    ),
    Fault(
        name="trial-finds-nothing",
        harm="A trial says that Discord does as assumed, whatever it does.",
        module="bot.trial.checks",
        function="_require",
        old="if not holds:",
        new="if not found:",
        tests=("tests/bot/test_trial.py::test_what_is_different_is_said",),
    ),
)
