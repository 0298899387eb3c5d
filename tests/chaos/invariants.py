"""What must hold whenever everything has calmed down: compares database, channels and people."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from bot.extensions.events.rows import wrong_events
from bot.extensions.replays.posters import is_worth_a_poster
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.verbs import Verb
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.addresses import ServerAddress
from bot.model.engines import is_soon
from bot.model.mark import MarkKind, read_mark
from bot.model.table import Status, Table
from bot.store.sql.database import Transaction, marks
from bot.store.tables.derived import differences, read_stored
from bot.store.tables.loading import table_from_rows
from bot.tables.advance import has_more_to_do
from loopback import Loopback
from loopback.snowflake import created
from rules.contract.sentence import say
from rules.contract.view import BoardView
from rules.log.entries import Actor
from tests.bot.known_verbs import decode
from tests.chaos.acting import Act, acknowledged, verb_in
from tests.chaos.derived import (
    broken_dice,
    broken_results,
    broken_series,
    chain,
    short,
    without_reminder,
)
from tests.chaos.file import read_table
from tests.chaos.losses import Losses
from tests.chaos.seen import Seen, SentMessage
from tests.stored import opened

__all__ = ["Checker", "Owed"]

_REMEMBERED: Final = 20 * 60 * 60
"""Seconds in which the bot remembers each request, whatever its clock is set to."""
_AT_ONCE: Final = 0.1
"""Seconds between two acts of the same moment."""
_PRIVATE: Final = frozenset(
    {verbs.CHOOSE, verbs.CLICKS, verbs.PART, verbs.PLAN_TRY, verbs.PLAN_QUEUE, verbs.PLAN_GO}
    | {verbs.RESIGN, verbs.SEAT_LEVEL, verbs.GIVE_SEAT, verbs.LEVEL, verbs.NOTED}
)
"""Controls of panels that one person sees."""
_ONCE: Final = re.compile(r"sealed in advance[^|]*\|\|[0-9a-f]{64}|has started!\*\*")
"""What is said once of each event, which its seal or its buttons name."""
_UNFINISHED: Final = (Status.OFFERED, Status.OPEN, Status.PLAYING)


_UNFINISHED_IN: Final = {
    "tables": "place = 'guild' AND status IN ('offered', 'open', 'playing')",
    "events": "state IN ('open', 'groups', 'final')",
}


@dataclass(frozen=True, slots=True)
class Owed:
    """Something that the bot has yet to do."""

    name: str
    is_parked: bool = False
    """Whether it waits for an interaction."""


class Checker:
    """Finds what is broken. A finished table is checked until a later one stands in its channel."""

    def __init__(
        self, server: Loopback, database: Path | ServerAddress, seen: Seen, losses: Losses
    ) -> None:
        self._server = server
        self._database = database
        self._seen = seen
        self._losses = losses
        self._settled: set[int] = set()
        self._invitations = Counter[int | None]()
        """How often hosts invited somebody else, by table: each time a new card may be shown."""
        self.tables = 0
        """Tables that were checked to their end."""
        self.excuses_late = False
        """Whether Discord may have carried out requests that the bot had given up long before.

        Then an old board can come after newer ones, or a second time, and nobody can prevent it.
        """
        self._excused = set[str]()
        self.closed: Collection[int] = ()
        """Channels that were closed to the bot for a while: it could not look there, either."""
        self.late = 0
        """Messages that were excused for that reason."""
        self.acknowledged = 0
        """Acts that people were told of and that were found in the log."""
        self.at_once = 0
        """Acts in the log that followed another one of the same moment, in the order of receipt."""

    def owed(self, *, timers: bool = False) -> list[Owed]:
        """Return what the bot still owes: rows of the outbox, turns of engines, also timers."""
        with opened(self._database) as tx:
            now = self._server.clock.now() if timers else 0
            due = tx.do("SELECT dedupe FROM timers WHERE due < ?", int(now) - 1)
            owed = [Owed(f"timer {row['dedupe']}") for row in due] + self._owed(tx)
            return owed + self._unnoticed(tx) if timers else owed

    def broken(
        self, acts: Sequence[Act], told_again: Collection[int] = (), *, at_rest: bool = False
    ) -> list[str] | None:
        """Return a sentence for each thing that does not hold.

        `told_again` are the interactions of which a later process was told once more. `at_rest`:
        return None if anything is owed at that moment, such as the first board of a game that an
        event has just begun by itself.
        """
        with opened(self._database) as tx:
            if at_rest and self._owed(tx):
                return None
            found = list(self._broken_acts(tx, acts))
            found += self._broken_order(tx, acts, told_again)
            if self.excuses_late:
                self._excuse(tx)
            found += self._doubled(tx)
            found += self._repeated()
            found += self._told_all()
            found += without_reminder(tx)
            found += wrong_events(tx)
            found += self._told_again(tx)
            numbers = [row["id"] for row in tx.do("SELECT id FROM tables ORDER BY id")]
            for number in numbers:
                if number not in self._settled:
                    table = read_table(tx, number)
                    found += (f"table {number}: {each}" for each in self._broken_table(tx, table))
            for row in tx.do("SELECT DISTINCT channel_id FROM tables WHERE begun_at IS NOT NULL"):
                found += self._broken_channel(tx, row["channel_id"])
            found += self._broken_columns(tx)
        return found

    def _broken_acts(self, tx: Transaction, acts: Sequence[Act]) -> Iterator[str]:
        for act in acts:
            request = str(act.interaction.id)
            if verb_in(act.text) is verbs.INVITE:
                self._invitations[decode(act.text).table] += 1
            entries = tx.do(
                "SELECT kind FROM entries WHERE request = ? AND actor_kind = 'seat'", request
            )
            if len(entries) > 1:
                yield f"{act.text} of {request} was entered {len(entries)} times"
            if not act.in_game or not acknowledged(self._server, act):
                continue
            self.acknowledged += 1
            if not entries:
                yield f"{act.text} of {request} was acknowledged and is not in the log"
            age = self._server.clock.now() - created(act.interaction.id)
            if age < _REMEMBERED and not tx.do("SELECT 1 FROM requests WHERE id = ?", request):
                yield f"{act.text} of {request} was acknowledged and is not remembered"

    def _broken_order(
        self, tx: Transaction, acts: Sequence[Act], told_again: Collection[int]
    ) -> Iterator[str]:
        """Look for presses that overtook earlier ones: Discord numbers them as it tells of them."""
        numbers = [each.interaction.id for each in acts if each.is_in_turn]
        requests = [str(each) for each in numbers if each not in told_again]
        rows = tx.do(
            f"SELECT table_id, request FROM entries WHERE request IN ({marks(requests)})"
            " GROUP BY table_id, request ORDER BY table_id, min(number)",
            *requests,
        )
        for before, after in pairwise(rows):
            table, first, second = after["table_id"], int(before["request"]), int(after["request"])
            if before["table_id"] != table:
                continue
            self.at_once += abs(created(second) - created(first)) < _AT_ONCE
            if second < first:
                yield f"table {table}: {first} was decided before {second}, which came earlier"

    def _excuse(self, tx: Transaction) -> None:
        """Leave out second copies, and old boards that came after the present one."""
        for verb in (verbs.MENU, verbs.AGREE, verbs.OPTIONS, verbs.START):
            for table_id, position, messages in list(self._seen.positions(verb)):
                sent = [self._seen[each] for each in messages]
                if sent and not self._is_private(sent[0].channel_id):
                    self._leave_out(sent[self._expected(tx, verb, table_id, position) :])
        for row in tx.do("SELECT id, channel_id FROM tables WHERE status = 'playing'"):
            table = read_table(tx, row["id"])
            if table.match is None:
                continue
            number = table.match.position_number
            shown = self._seen.with_button(verbs.MENU, table.id, number)
            while shown and (newest := self._seen.newest_board(table.channel_id)) != shown[-1]:
                assert newest is not None
                self._leave_out([newest])

    def _leave_out(self, messages: Iterable[SentMessage]) -> None:
        for message in list(messages):
            self._seen.forget(message)
            self.late += 1

    def _doubled(self, tx: Transaction) -> Iterator[str]:
        for verb in (verbs.MENU, verbs.AGREE, verbs.OPTIONS, verbs.START):
            for table, number, messages in self._seen.positions(verb):
                sent = [self._seen[each] for each in messages]
                if self._most(sent) > self._expected(tx, verb, table, number):
                    yield f"table {table}: {verb} of {number} was posted {len(messages)} times"

    def _most(self, sent: Sequence[SentMessage]) -> int:
        """Return how many of these messages one bot sent that knew of the others.

        In a private place nobody else knows of them: the bot can't look there, nor in a channel
        while that is closed to it.
        """
        if not sent or not (
            self._is_private(sent[0].channel_id)
            or sent[0].channel_id in self.closed
            or sent[0].channel_id in self._losses.emptied
        ):
            return len(sent)
        lives = Counter(each.life for each in sent if each.life is not None)
        return max(lives.values(), default=1)

    def _is_private(self, channel_id: int) -> bool:
        channel = self._server.world.channels.get(channel_id)
        return channel is not None and channel.guild_id is None

    def _is_reached(self, channel_id: int) -> bool:
        """Tell whether a channel is there, and the bot in its server, if it has one."""
        world = self._server.world
        channel = world.channels.get(channel_id)
        if channel is None:
            return False
        return channel.guild_id is None or world.is_installed_in(channel.guild_id)

    def _repeated(self) -> Iterator[str]:
        """Look for messages of private places that one bot sent twice, one after the other."""
        for channel_id in {each.channel_id for each in self._seen}:
            if not self._is_private(channel_id):
                continue
            for before, after in pairwise(self._seen.in_channel(channel_id)):
                is_digest = "Daily summary ·" in after.text  # The next day's may say the same.
                if (
                    replace(before, id=after.id) == after
                    and after.life is not None
                    and not is_digest
                ):
                    yield f"{after} was sent twice, first as {before.id}"

    def _told_again(self, tx: Transaction) -> Iterator[str]:
        """Look for messages of a club that came twice, and for games with several threads.

        What was excused once stays in its channel, and is excused in later rounds, too.
        """
        found = [*self._said_again(), *self._second_threads(tx)]
        if self.excuses_late:
            self._excused.update(found)
        yield from (each for each in found if each not in self._excused)
        for row in tx.do("SELECT id, event_game FROM tables WHERE event_id IS NOT NULL"):
            twice = "SELECT count(*) AS count FROM event_entries WHERE request = ?"
            if tx.do(twice, f"table:{row['id']}:end")[0]["count"] > 1:
                yield f"the end of table {row['id']} counts twice in its event"

    def _said_again(self) -> Iterator[str]:
        marks = Counter(
            mark
            for sent in self._seen
            for name in sent.marks
            if (mark := read_mark(name)) is not None and mark.kind is MarkKind.DISPLAY
        )
        yield from (
            f"{mark} was posted {count} times" for mark, count in marks.items() if count > 1
        )
        words = Counter(
            f"{found.group()} {min((name.number(0) for name in sent.names), default='')}"
            for sent in self._seen
            if (found := _ONCE.search(sent.text)) and not self._is_private(sent.channel_id)
        )
        yield from (
            f"“{said}” was said {count} times" for said, count in words.items() if count > 1
        )

    def _second_threads(self, tx: Transaction) -> Iterator[str]:
        used = {row["channel_id"] for row in tx.do("SELECT channel_id FROM tables")}
        threads = [each for each in self._server.world.channels.values() if each.thread is not None]
        # One whose game couldn't be written waits for another press: the next one there is that.
        names = {(each.parent_id, each.name) for each in threads if each.id in used}
        yield from (
            f"{each.name} has a second thread, {each.id}, without a game"
            for each in threads
            if each.id not in used and (each.parent_id, each.name) in names
        )

    def _told_all(self) -> Iterator[str]:
        """Look for controls in public that only one person may see."""
        for sent in self._seen:
            shown = {name.verb for name in sent.names}
            for_allies = {verbs.RESIGN} if verbs.PLAY_ON in shown else set[Verb]()
            for verb in (shown & _PRIVATE) - for_allies:
                yield f"{verb} was shown to all: {sent}"

    def _expected(self, tx: Transaction, verb: Verb, table: int, position: int | None) -> int:
        """Return how many messages may show a button: a card is new once others are invited."""
        if verb is verbs.OPTIONS:
            return 1 + self._invitations[table]
        if verb is verbs.MENU and position is not None:
            return _expected_boards(tx, table, position)
        return 1

    def _broken_table(self, tx: Transaction, table: Table) -> Iterator[str]:
        if table.set_apart is not None:
            yield f"set apart: {table.set_apart}"
            return
        timers = tx.do("SELECT 1 FROM timers WHERE dedupe = ?", f"expires:{table.id}")
        if bool(timers) != (table.status in {Status.OFFERED, Status.OPEN}):
            yield f"{table.status} and {len(timers)} timers that close it"
        if table.status is Status.OPEN and self._is_reached(table.channel_id):
            yield from self._broken_card(table)
        if table.match is None:
            return
        yield from broken_results(tx, table)
        yield from broken_series(tx, table)
        yield from broken_dice(table)
        yield from self._broken_chain(tx, table)
        if table.status not in _UNFINISHED and self._has_later(tx, table):
            self._settled.add(table.id)
            self.tables += 1

    def _broken_chain(self, tx: Transaction, table: Table) -> Iterator[str]:
        """Compare the digests of the file and of all buttons with the chain of stored entries."""
        digests = chain(tx, table.id)
        stored = tx.do("SELECT log_digest FROM tables WHERE id = ?", table.id)[0][0]
        if stored != digests[-1]:
            yield f"the file has the digest {stored}, its entries make {digests[-1]}"
        for sent in self._seen:
            for name in sent.names:
                at = name.position
                if name.table != table.id or at is None:
                    continue
                known = digests[at.number] if at.number < len(digests) else None
                if known is None or at.digest != short(known):
                    yield f"{sent.id} shows position {at}, which the log does not have"

    def _has_later(self, tx: Transaction, table: Table) -> bool:
        sql = "SELECT 1 FROM tables WHERE channel_id = ? AND id > ? AND begun_at IS NOT NULL"
        return bool(tx.do(sql, table.channel_id, table.id))

    def _broken_card(self, table: Table) -> Iterator[str]:
        cards = self._seen.cards(table.id)
        if not cards:
            yield "open without a card"
        elif table.card_id != cards[-1].id:
            yield f"its card is {cards[-1].id}, the file says {table.card_id}"

    def _broken_channel(self, tx: Transaction, channel_id: int) -> Iterator[str]:
        """Compare the newest board of a channel with its latest game."""
        if not self._is_reached(channel_id):
            return
        found = tx.do(
            "SELECT id FROM tables WHERE channel_id = ? AND begun_at IS NOT NULL"
            " AND set_apart IS NULL"
            " ORDER BY status = 'playing' DESC, begun_by DESC NULLS LAST, id DESC LIMIT 1",
            channel_id,
        )
        table = read_table(tx, found[0]["id"])
        if table.match is None:
            return
        number = table.match.position_number
        boards = self._seen.with_button(verbs.MENU, table.id, number)
        newest = self._seen.newest_board(channel_id)
        where = f"channel {channel_id}, table {table.id}, position {number}"
        if not boards:
            yield f"{where}: never shown"
        elif newest != boards[-1]:
            yield f"{where}: shown by {boards[-1].id}, but the newest board is {newest}"
        elif not (table.others or table.vacancies or _is_told(boards[-1].pictures[-1], table)):
            # A picture keeps the names of its moment, also of somebody who has left since.
            yield f"{where}: {boards[-1].pictures[-1]!r}, not {_told(table)!r}"
        elif (
            table.due
            and not table.due.is_engine
            and not is_soon(table, number or 1)
            and not _has_acted(table, number or 0)
            and not _is_held(tx, table)
            and not any(
                self._server.person(table.due.user.name).id in each.pings
                or self._losses.was_away(table.due.user.name, each.id)
                for each in boards
            )
        ):
            yield f"{where}: {table.due.user.name} was not pinged"

    def _owed(self, tx: Transaction) -> list[Owed]:
        """Return messages and turns of engines; a server without the bot gets no messages."""
        rows = tx.do("SELECT dedupe, attempts, parked, channel_id FROM outbox")
        turns = tx.do("SELECT id FROM tables WHERE engine_due = 1 AND status = 'playing'")
        owed = [
            Owed(f"{row['dedupe']}, attempts {row['attempts']}", is_parked=bool(row["parked"]))
            for row in rows
            if row["channel_id"] is None or self._is_reached(row["channel_id"])
        ]
        return owed + [Owed(f"turn of an engine at table {row['id']}") for row in turns]

    def _unnoticed(self, tx: Transaction) -> list[Owed]:
        """Return what the bot has yet to notice, or to do about what went while it was down."""
        world = self._server.world
        for_removed = "SELECT guild_id FROM guilds WHERE removed_at IS NOT NULL"
        removed = {row["guild_id"] for row in tx.do(for_removed)}
        known = {row["guild_id"] for row in tx.do("SELECT DISTINCT guild_id FROM tables")}
        found = [
            f"whether server {guild_id} has the bot"
            for guild_id in known & world.guilds.keys()
            if world.is_installed_in(guild_id) == (guild_id in removed)
        ]
        for name, states in _UNFINISHED_IN.items():
            rows = tx.do(f"SELECT id, channel_id FROM {name} WHERE {states}")
            found += [
                f"the end of {row['id']} of {name}, whose channel is gone"
                for row in rows
                if row["channel_id"] not in world.channels
            ]
        games = tx.do(
            "SELECT event_id, position, task, channel_id FROM event_games JOIN events"
            " ON events.id = event_id WHERE task IS NOT NULL"
        )
        found += [
            f"event {row['event_id']}, game {row['position']}: to {row['task']}"
            for row in games
            if self._is_reached(row["channel_id"])
        ]
        return list(map(Owed, found))

    def _broken_columns(self, tx: Transaction) -> Iterator[str]:
        """Compare what follows from the logs with what is stored."""
        now = int(self._server.clock.now())
        for row in tx.do("SELECT id FROM tables ORDER BY id"):
            stored = read_stored(tx, row["id"])
            if stored is not None and row["id"] not in self._settled:
                found = differences(stored, table_from_rows(stored.rows), now, has_more_to_do)
                yield from (f"table {row['id']}: {each}" for each in found)


def _has_acted(table: Table, number: int) -> bool:
    """Tell whether the person who is due has done something at this position: they know of it.

    Their board may have come after that, without a ping.
    """
    later = table.started.entries[number:]
    return any(each.actor is Actor.SEAT and each.seat == table.started.seat_due for each in later)


def _is_held(tx: Transaction, table: Table) -> bool:
    """Tell whether a digest, an event or a reminder has told somebody of their present turn.

    What a digest told is forgotten after days; a reminder comes before that.
    """
    held = (
        "SELECT 1 FROM pings WHERE table_id = ? AND position = ? AND person = ?"
        " AND (silent = 1 OR number IS NULL)"
    )
    person = table.due.user.id if table.due else None
    return bool(tx.do(held, table.id, table.started.position_number, person))


def _expected_boards(tx: Transaction, table: int, position: int) -> int:
    """Return how many messages may show a position: one more after a pause, and to a newcomer."""
    rows = tx.do(
        "SELECT kind FROM entries WHERE table_id = ? AND number > ? ORDER BY number",
        table, position,
    )  # fmt: skip
    there = takewhile(lambda kind: kind not in {"played", "rolled"}, (row["kind"] for row in rows))
    return 1 + sum(kind in {"resumed", "seat_taken"} for kind in there)


def _is_told(alt_text: str, table: Table) -> bool:
    """Return True if an alt text is that of the present board, or of the poster of its game."""
    if alt_text == _told(table):
        return True
    final = replace(pictures.board(table), title=say("The final board"), status=None)
    return is_worth_a_poster(table) and alt_text.endswith(_in_words(final, table))


def _told(table: Table) -> str:
    """Return the alt text of the present board."""
    return _in_words(pictures.board(table), table)


def _in_words(view: BoardView, table: Table) -> str:
    return pictures.in_words(view, table).rendered(locale_of(DEFAULT).plain)
