"""Two weeks of three servers in simulated time, against slow accounts of tables and pings.

People are away, plan, offer, claim, give time and pause; seats change hands, also to engines;
moderators decide; the bot is down, restarted and suspended, also with any clock; servers fail,
channels close, and one is deleted. The clocks change in Europe and in North America meanwhile.
"""

import random
from collections.abc import AsyncGenerator, Sequence
from functools import partial
from pathlib import Path

import pytest

from bot.messages.channel.reminders import Subject, reminder
from bot.model.queues import ItemKind, read_reminder
from bot.model.shards import Shard
from bot.model.table import Table
from bot.store.queues.table_messages import strike
from bot.store.sql.database import Database
from bot.store.tables.counters import wrong_counters
from bot.tables import seating
from rules.log.entries import Entry, encode
from rules.log.events import Offered, OfferKind, SeatTaken
from tests.bot.known_people import opened_among_people
from tests.bot.simulated_people import People, guild_id
from tests.bot.simulated_world import START
from tests.bot.slow_clock import DAY, HOUR
from tests.bot.slow_game import ENGINE, Wrote
from tests.bot.slow_pings import TurnNow
from tests.bot.slow_table import SlowTable
from tests.conformance.configured import SOAK, third

ABOUT = {
    "played", "queued played", "ended by a plan", "offered", "accepted", "declined",
    "resign_wanted", "resigned", "outage", "quiet", "drawn", "vacation", "rivals", "moderator",
    "days in a pause", "bank credit", "bank credit in a pause", "paused", "resumed", "overdue",
    "timed_out", "claimed", "claim in an outage", "seat_taken", "engine took a seat",
    "engine played", "resigned among three", "adjudicated", "voided", "slept over", "set back",
    "started with another clock",
}  # fmt: skip
"""What thirty worlds have to meet."""
CLOCKS = (-400 * DAY, -3 * DAY, -2 * HOUR, 2 * HOUR, 3 * DAY, 35 * DAY, 100 * DAY)
"""Seconds by which a machine's clock may be ahead at a start."""


class Compared(People):
    """A world whose every entry, column, timer, result and ping is compared with the accounts."""

    def __init__(self, database: Database, seed: int, days: int = 14) -> None:
        super().__init__(database, seed, days)
        self.pressed: dict[int, int | None] = {}
        """When each table was last acted at, by a player; None if by nobody or somebody else."""

    async def agree(
        self,
        table_id: int,
        groups: Sequence[list[Wrote]],
        *,
        presser: int | None,
        claims: bool = False,
    ) -> None:
        """Compare a table with its account after these entries, each group in one transaction."""
        account, table = self.accounts[table_id], await self.lookup.get(table_id)
        entries = table.started.entries[self.seen.get(table_id, 0) :]
        self.seen[table_id] = len(table.started.entries)
        wrote = [each for group in groups for each in group]
        found = [_written(table, entry) for entry in entries]
        assert found == wrote, (table_id, int(self.now), found, wrote)
        assert all(entry.at == account.last_at for entry in entries)
        for n, group in enumerate(groups):
            if group:
                self._note(account, group)
                is_last = n == len(groups) - 1
                silent = claims and not n and all(kind != "played" for _, _, kind, _ in group)
                self._ping(table_id, group, presser if is_last else None, silent=silent)
        if wrote:
            self.expect_move(table_id)
        if account.engine_due():
            self.expect_move(table_id)
        await self._compare(table_id)
        await self.send()

    def _note(self, account: SlowTable, group: list[Wrote]) -> None:
        """Count what was met."""
        for actor, _, kind, text in group:
            self.count(kind if kind != "granted" else text.split()[2])
            if actor == "queued" and account.over and group[-1][2] == "played":
                self.count("ended by a plan")
            if kind == "seat_taken" and "engine" in text:
                self.count("engine took a seat")
                if " resigned " in text:
                    self.count("resigned among three")
            if actor in ("engine", "queued"):
                self.count(f"{actor} {kind}")
        kinds = [kind for _, _, kind, _ in group]
        if kinds[:2] == ["granted", "played"]:
            self.count("bank credit in a pause" if account.clock.paused else "bank credit")

    async def _compare(self, table_id: int) -> None:
        """Compare the seats, columns, timers, plans and results of a table with its account."""
        account, table = self.accounts[table_id], await self.lookup.get(table_id)
        clock = account.clock
        assert [table.at(seat).user.id or ENGINE for seat in table.started.seats] == account.users
        assert (table.started.outcome is not None) == account.over
        assert table.started.position_number == account.position
        rows = await self.database.rows(
            "SELECT person, rank, rule, engines FROM results WHERE table_id = ?"
            " ORDER BY entry, seat",
            table_id,
        )
        results = [(left.user, left.rank, left.rule) for left in account.left]
        for user, rank in zip(account.users, account.ranks or (), strict=False):
            results.append((user, rank, account.rule))
        assert [(row["person"] or ENGINE, row["rank"], row["rule"]) for row in rows] == results
        if account.over:
            had_engines = ENGINE in [*account.users, *(left.user for left in account.left)]
            assert {bool(row["engines"]) for row in rows[len(account.left) :]} == {had_engines}
            return
        row = await self.database.row(
            "SELECT due_at, turn_since FROM tables WHERE id = ?", table_id
        )
        assert row is not None
        since = None if clock.due is None else clock.begun
        assert (row["due_at"], row["turn_since"]) == (clock.until, since)
        banks = table.clock.banks
        if clock.control[0] == "bank":
            known = [None if n in clock.engines else bank for n, bank in enumerate(clock.banks)]
            assert list(banks) == known, (table_id, int(self.now))
        assert {int(seat) for seat in table.plans} == set(account.trees)
        assert {int(each.seat) for each in table.vacancies} == set(account.vacancies)
        offer = account.offer
        assert (table.started.offer is None) == (offer is None)
        timers = await self.database.rows(
            "SELECT kind, due FROM timers WHERE table_id = ?", table_id
        )
        due = {each["kind"]: each["due"] for each in timers}
        wanted = {"deadline": clock.rings, "pause_end": account.resumes}
        if clock.late(self.moment(table_id)) and clock.told_at is None:
            wanted["deadline"] = due.get("deadline")
            assert wanted["deadline"] in (clock.rings, self.looks.get(table_id))
        if offer and offer.kind == "substitute":
            wanted["seat_answer"] = offer.at + 3 * DAY
        if clock.void_at is not None:
            ends = {clock.void_at, account.end_told or clock.void_at}
            wanted["abandoned"] = due["abandoned"] if due["abandoned"] in ends else clock.void_at
            wanted["rest"] = clock.void_at - 7 * DAY if "rest" in due else None
            assert "rest" in due or (account.end_told or 0) >= clock.void_at
        needed = {kind: at for kind, at in wanted.items() if at is not None}
        assert due == needed, (table_id, int(self.now), due, needed)

    # Pings

    def _ping(
        self, table_id: int, group: list[Wrote], presser: int | None, *, silent: bool
    ) -> None:
        """Take in the pings of one transaction, as the text wants them."""
        account = self.accounts[table_id]
        clock, turn = account.clock, None
        if clock.due is not None:
            untimed = clock.control[0] == "none"
            turn = TurnNow(
                account.users[clock.due], clock.begun, clock.until, clock.allowed, untimed,
                clock.paused,
            )  # fmt: skip
        standing = {"offer"} if account.offer or account.wanting else set[str]()
        standing |= {"claim"} if clock.told_at is not None else set()
        pings = [] if silent else _pings(account, group, presser)
        if self._is_soon(table_id, group, presser):
            pings = [each for each in pings if each[1] != "turn"]
        self.pings.message(
            table_id, account.last_at, account.position, pings=pings, turn=turn,
            standing=frozenset(standing),
        )  # fmt: skip
        if account.rule == "common.void.channel":
            users = [account.users[seat] for seat in account.persons]
            self.pings.tell_directly(table_id, account.last_at, users)

    def _is_soon(self, table_id: int, group: list[Wrote], presser: int | None) -> bool:
        """Whether who plays against engines alone still sits there: they acted a minute ago."""
        account = self.accounts[table_id]
        actor, _, kind, _ = group[-1]
        alone = len(account.persons) == 1
        if actor != "engine":
            pressed = actor != "moderator" and (presser is not None or kind == "begun")
            self.pressed[table_id] = account.last_at if pressed else None
            return alone and kind == "offered"
        since = self.pressed.get(table_id)
        return alone and since is not None and account.last_at - since <= 60

    def is_current(self, table_id: int, user: int, about: str) -> bool:
        """Whether a table still gives reason for a ping that was put off."""
        account = self.accounts[table_id]
        if account.over:
            return about in ("end", "decision")
        seat, offer, clock = account.seat_of(user), account.offer, account.clock
        match about:
            case "turn":
                return clock.due is not None and clock.due == seat and not clock.paused
            case "offer":
                if seat is not None and account.allies(seat) & account.wanting:
                    return True
                return offer is not None and seat in offer.voters - offer.agreed
            case "claim":
                return clock.told_at is not None
            case "seat":
                return seat is not None
            case "rest":
                return clock.void_at is not None
            case _:
                return True

    async def send(self) -> None:
        """Take what the outbox holds as sent, and note whom it pings."""
        for item in await self.queues.waiting():
            post = await self.composer.compose(item)
            if item.kind == ItemKind.REMINDER:
                user, tables = read_reminder(item)
                said = set[int]()
                for each in tables:
                    table = await self.lookup.get(each.table_id)
                    if reminder(user, [Subject(table, each)], direct=True):
                        said.add(each.table_id)
                self.actual += [(int(self.now), user, table_id) for table_id in said]
            elif item.kind != ItemKind.CARD and post and item.table_id is not None:
                self.actual += [(int(self.now), user, item.table_id) for user in post.pings]
            await self.database.transact(partial(strike, item=item, sent=None))


def _written(table: Table, entry: Entry) -> Wrote:
    """Return an entry in the account's words: people stand for their rows."""
    users = {player.id: player.user.id for player in (*table.players, *table.others)}
    kind, text = encode(entry.event)
    match entry.event:
        case SeatTaken(old=old, new=new):
            words = text.split(" ")
            text = " ".join((words[0], str(users[old]), str(users[new]), *words[3:]))
        case Offered(seat, OfferKind.SUBSTITUTE, place=place, player=player) if player:
            text = f"{seat} substitute {place} {users[player]}"
        case _:
            pass
    return entry.actor.value, entry.seat, kind, text


def _pings(account: SlowTable, group: list[Wrote], presser: int | None) -> list[tuple[int, str]]:
    """Return whom the message of a transaction has to ping, and about what."""
    actor, _, kind, text = group[-1]
    users = [account.users[seat] for seat in sorted(account.persons)]
    due = None if account.clock.due is None else account.users[account.clock.due]
    taken = [int(each[3].split()[2]) for each in group if each[2] == "seat_taken"]
    came = [(user, "seat") for user in taken if user != ENGINE]
    if account.over and account.rule == "common.void.channel":
        return []
    if actor == "moderator" and kind != "seat_taken":
        return [(user, "decision") for user in users]
    if account.over:
        return [(user, "end") for user in users if user != presser]
    turn = [] if due is None else [(due, "turn")]
    match kind:
        case "seat_taken":
            return came
        case "offered" if account.offer:
            offer = account.offer
            asked = sorted((offer.voters - offer.agreed) & account.persons)
            return [(account.users[seat], "offer") for seat in asked]
        case "resign_wanted":
            asked = sorted(account.allies(int(text)) & account.persons - account.wanting)
            return [(account.users[seat], "offer") for seat in asked]
        case "overdue":
            late = account.teams[int(text)]
            return [(u, "claim") for u in users if account.teams[account.users.index(u)] != late]
        case "begun" | "played" | "resumed":
            return turn + [each for each in came if each[0] != due]
        case "accepted" | "offered" if account.position == account.number:
            return turn
        case _:
            return []


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield opened


async def live(database: Database, seed: int, days: int = 14) -> Compared:
    """Let time pass, and compare all pings."""
    world = Compared(database, seed, days)
    await world.settle()
    chance = random.Random(-seed)
    moments = iter(sorted(chance.randrange(START + DAY, START + 13 * DAY) for _ in range(21)))
    for hours in (0.05, chance.randrange(1, 50), chance.randrange(1, 12)):
        world.at(next(moments), partial(world.down, hours))
        world.at(next(moments), partial(world.suspended, hours))
        world.at(next(moments), partial(world.channel_closes, chance.randrange(10, 21), 60))
    for number in (5, 6, 7):
        fails = partial(world.server_fails, guild_id(number), chance.randrange(1, 60))
        world.at(next(moments), fails)
    silent = Shard(0, 1 + seed // 100)
    world.at(next(moments), partial(world.gateway_fails, chance.randrange(1, 20), silent))
    for _ in range(6):
        world.at(next(moments), world.choose_anew)
    world.at(next(moments), partial(world.set_back, chance.randrange(1, 4)))
    world.at(next(moments), partial(world.delete, chance.randrange(10, 21)))
    for ahead in (*random.Random(f"{seed} clocks").sample(CLOCKS, 3), 0):
        begun = random.Random(f"{seed} {ahead}").randrange(START + DAY, START + 12 * DAY)
        world.at(begun if ahead else START + 13 * DAY, partial(world.start_with, ahead))
    await world.run()
    a, b = list(world.actual), list(world.pings.log)
    for each in list(a):
        if each in b:
            a.remove(each)
            b.remove(each)
    assert (a, b) == ([], []), ("sent", a, "to be sent", b)
    assert await world.services.reconciling.reconcile_all() == 0, "all follows from the logs"
    assert await database.snapshot(wrong_counters) == []
    rows = await database.rows("SELECT person, starts, ends FROM vacations")
    taken = {(u, s, e) for u, person in world.people.items() for s, e in person.rows}
    assert {tuple(row) for row in rows} == taken
    return world


@pytest.mark.usefixtures("blank_boards")
@pytest.mark.parametrize("seed", range(1, 1001) if SOAK else third((34, 39)))
async def test_two_weeks_go_as_the_rules_of_time_say(
    database: Database, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "_random", random.Random(seed))
    world = await live(database, seed)
    assert len(world.actual) > 50
    assert {"queued played", "outage", "accepted"} <= set(world.counts)


@pytest.mark.usefixtures("blank_boards")
@pytest.mark.parametrize("seed", range(1, 201) if SOAK else (1,))
async def test_a_season_in_which_people_stop_playing_goes_as_the_rules_of_time_say(
    database: Database, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "_random", random.Random(seed))
    world = await live(database, seed, days=120)
    assert {"end told", "voided"} <= set(world.counts)


@pytest.mark.skipif(not SOAK, reason="takes a minute")
@pytest.mark.usefixtures("blank_boards")
async def test_two_weeks_meet_all_that_they_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = set[str]()
    for seed in range(1, 31):
        monkeypatch.setattr(seating, "_random", random.Random(seed))
        async with opened_among_people(tmp_path / f"{seed}.sqlite3") as opened:
            met |= set((await live(opened, seed)).counts)
    assert met >= ABOUT
