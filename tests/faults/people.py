"""Faults of forgetting people."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_FILE: Final = "tests/bot/test_forgetting.py"
_STAYS: Final = (
    "tests/bot/test_forgotten_stays.py"
    "::test_what_is_held_until_after_done_writes_nothing_of_somebody"
)
_SERVERS: Final = "tests/bot/test_server_data.py"
_SEARCHED: Final = f"{_FILE}::test_who_is_forgotten_stands_in_no_file_byte_by_byte"
_KILLED: Final = f"{_FILE}::test_a_kill_at_any_step_delays_it_and_changes_nothing"

FAULTS: Final = (
    Fault(
        name="deleted-rows-stay-on-free-pages",
        harm="Whoever reads the file finds the notes of people who were forgotten.",
        module="bot.store.people.accounts",
        function="People.settle",
        old="await self._db.clear_deleted()",
        new="assert self._db",
        tests=(_SEARCHED,),
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
        name="forgetting-holds-up-timers",
        harm="While a backup runs, no deadline passes and no reminder goes.",
        module="bot.delivery.background.forgetting",
        function="LateForgetting.carry_out",
        old="if not await self._people.try_to_settle():",
        new="if await self._people.settle():",
        tests=(
            "tests/bot/test_readers.py::test_all_are_erased_at_once_and_told_once_nobody_reads",
        ),
    ),
    Fault(
        name="list-of-forgotten-without-turns",
        harm="Of two whom processes forget at once, one comes back with an older copy.",
        module="bot.store.sql.forgotten",
        function="note",
        old="with lock(file, _PATIENCE):",
        new="if lock:",
        tests=(f"{_FILE}::test_processes_that_share_the_list_of_forgotten_people_lose_nobody",),
    ),
    Fault(
        name="forgotten-name-kept-by-who-muted",
        harm="The name of somebody who was forgotten stays in other people's lists.",
        module="bot.store.people.forgetting",
        function="erase",
        old="for column, writing in kept.emptied:",
        new='for column, writing in kept.emptied if kept.table == "players" else ():',
        tests=(_SEARCHED,),
    ),
    Fault(
        name="late-name-of-who-is-gone",
        harm="An invitation that was on its way names somebody again who was forgotten.",
        module="bot.store.people.forgetting",
        function="still_known",
        old='return frozenset(row["person"] for row in rows)',
        new="return frozenset(asked) if rows is not None else frozenset()",
        tests=(f"{_STAYS}[invited]", f"{_STAYS}[is_muted]", f"{_STAYS}[is_offered_a_seat]"),
    ),
    Fault(
        name="late-text-of-who-is-gone",
        harm="A note that was on its way stays of somebody who was forgotten.",
        module="bot.store.people.forgetting",
        function="require_known",
        old="if not still_known(tx, [person]):",
        new="if person == 0:",
        tests=tuple(
            f"{_STAYS}[{each}]"
            for each in (
                "asks_for_a_seat",
                "pauses_a_game",
                "keeps_a_note",
                "strikes_a_game",
                "enters_an_event",
                "takes_somebody_out",
            )
        ),
    ),
    Fault(
        name="nobody-looks-for-who-is-gone",
        harm="What was written of somebody after they were forgotten stays for ever.",
        module="bot.store.people.accounts",
        function="People.erase_again",
        old="gone |= await self._gone_from(kept)",
        new="assert kept",
        tests=(
            "tests/bot/test_forgotten_stays.py::test_the_daily_cleaning_erases_again_who_is_gone",
        ),
    ),
    Fault(
        name="words-gone-without-their-digest",
        harm="The proofs of others fail once somebody is forgotten.",
        module="bot.store.people.forgetting",
        function="erase",
        old="_take_words_away(tx, person)",
        new="assert person",
        tests=(f"{_FILE}::test_a_proof_holds_without_the_words_of_somebody_who_is_forgotten",),
    ),
    Fault(
        name="forgetting-ends-with-a-crash",
        harm="Somebody who is half forgotten when the bot stops stays so for ever.",
        module="bot.store.people.forgetting",
        function="_theirs",
        old='if table == "timers":',
        new="if not table:",
        tests=(_KILLED,),
    ),
    Fault(
        name="who-leaves-goes-on",
        harm="Somebody who is being forgotten opens tables that nobody erases any more.",
        module="bot.store.people.accounts",
        function="_find",
        old='if rows[0]["leaving"] is not None:',
        new='if rows[0]["leaving"] == 0:',
        tests=(
            f"{_FILE}::test_while_somebody_is_being_forgotten_they_are_told_so",
            f"{_FILE}::test_a_press_while_one_is_being_forgotten_changes_nothing",
        ),
    ),
    Fault(
        name="copy-brings-people-back",
        harm="A restored copy knows everybody who was forgotten since it was made.",
        module="bot.backups",
        function="restore",
        old="_forget(part, forgotten(listed or file_of(database), now))",
        new="_forget(part, [])",
        tests=(f"{_FILE}::test_a_copy_that_is_put_back_brings_nobody_back",),
    ),
    Fault(
        name="copies-live-on",
        harm="A copy that is older than the list of forgotten people still knows them.",
        module="bot.backups",
        function="_delete_old",
        old="{file for file in found if file.name < first}",
        new="set[Path]()",
        tests=("tests/bot/test_backups.py::test_no_copy_stays_for_more_than_30_days",),
    ),
    Fault(
        name="series-goes-on-without-them",
        harm="A series goes on against somebody who is gone.",
        module="bot.tables.forgetting",
        function="Forgetting._leave",
        old="await self._end(change.following)",
        new="assert change.following",
        tests=(f"{_FILE}::test_a_series_ends_without_winners",),
    ),
    Fault(
        name="server-erased-by-who-manages",
        harm="Somebody who may change settings deletes all ratings of a server.",
        module="bot.tables.servers",
        function="require_server_owner",
        old="if not caller.is_owner:",
        new="if not caller.may_manage:",
        tests=(f"{_SERVERS}::test_only_the_owner_has_the_data_of_a_server_deleted",),
    ),
    Fault(
        name="lost-server-kept",
        harm="Ratings of a server that removed the bot stay for ever.",
        module="bot.tables.voids",
        function="Voids._end_server",
        old="await self._servers.erase(guild_id)",
        new="assert guild_id",
        tests=(f"{_SERVERS}::test_what_a_lost_server_had_goes_after_90_days",),
    ),
    Fault(
        name="deleted-ratings-come-back",
        harm="A check computes the ratings again that an owner has had deleted.",
        module="bot.store.tables.ratings",
        function="_counted",
        old="SELECT rated_after FROM guilds",
        new="SELECT 0 * rated_after FROM guilds",
        tests=(f"{_SERVERS}::test_settings_and_ratings_go_and_results_stay",),
    ),
    Fault(
        name="nobody-told-after-a-crash",
        harm="Who asked to be forgotten never hears that it is done if the bot stopped meanwhile.",
        module="bot.delivery.background.forgetting",
        function="LateForgetting.carry_out",
        old="await self._tell(user_id)",
        new="assert user_id",
        tests=(f"{_FILE}::test_who_is_forgotten_after_a_crash_is_told_all_the_same",),
    ),
    Fault(
        name="told-twice",
        harm="Who is forgotten hears of it in the panel and once more.",
        module="bot.delivery.background.forgetting",
        function="LateForgetting.carry_out",
        old="None if is_answered else user_id",
        new="user_id",
        tests=(f"{_FILE}::test_the_timer_leaves_it_to_a_press_to_tell_who_is_forgotten",),
    ),
    Fault(
        name="free-pages-keep-words",
        harm="What a command deletes can be read from the file.",
        module="bot.store.sql.sqlite.files",
        function="connect",
        old="PRAGMA secure_delete = ON",
        new="PRAGMA secure_delete = OFF",
        tests=(_SEARCHED,),
    ),
    Fault(
        name="pings-after-they-were-switched-off",
        harm="Somebody who wants no pings gets those of the night before.",
        module="bot.model.notices",
        function="when",
        old="not preferences.pings or is_muted",
        new="is_muted",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_a_ping_that_waits_for_the_morning_is_not_sent_to_who_wants_none_by_then",
        ),
    ),
    Fault(
        name="turns-told-in-muted-games",
        harm="A game that was muted at night pings in the morning.",
        module="bot.store.people.pings",
        function="_goes_now",
        old='is_muted=turn and bool(row["is_muted"])',
        new="is_muted=False",
        tests=(
            "tests/bot/test_reminders.py"
            "::test_a_turn_that_waits_for_the_morning_is_not_told_in_a_game_muted_by_then",
        ),
    ),
    Fault(
        name="undrawn-answers-leave-a-table-as-it-is",
        harm="A game that can't show its position fails at each press, and nobody learns why.",
        module="bot.delivery.outbox.outbox",
        function="Outbox.answer",
        old="self.composer.doubt(item)",
        new="pass",
        tests=(
            "tests/bot/test_sick_places.py"
            "::test_a_game_that_fails_to_show_a_move_is_set_apart_at_once",
        ),
    ),
)
