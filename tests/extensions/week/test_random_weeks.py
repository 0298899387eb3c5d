"""Random weeks: whoever hides, was forgotten or played in secret is in no line."""

from functools import partial
from random import Random
from typing import Final

from bot.extensions.week import choosing
from bot.extensions.week.rows import WeekStore
from bot.model.caller import Person
from bot.store.sql.transaction import Transaction, Value, marks
from rules.club.week import WEEK, Course, Judged, course
from tests.bot.table_service import CHANNEL, ELSEWHERE, Service
from tests.conformance.configured import SOAK

CLUBS: Final = range(1, (1_000 if SOAK else 200) + 1)
START: Final = 1_700_000_000
PEOPLE: Final = range(1, 30)
HIDDEN: Final = frozenset({3, 7, 11})
FORGOTTEN: Final = 1_500
"""A number that no one has any more."""
_TABLE: Final[dict[str, Value]] = {
    "channel_id": CHANNEL, "place": "guild", "secret": 0, "game": "czech", "rules_version": 1,
    "options": "{}", "seating": 0, "time_control": "none", "clock_mode": "soft", "vacation": 0,
    "hints": 0, "rated": 1, "game_number": 1, "status": "over", "host": 1, "locale": "en-US",
    "opened_at": 1, "entry_count": 50,
}  # fmt: skip
_RESULT: Final[dict[str, Value]] = {
    "worth": 1, "rule": "czech.blocked", "game": "czech", "pool": "czech", "dice": 0, "edge": 0,
    "entry": 50, "turns": 1, "late": 0, "waits": "{}", "sides": "[]",
}  # fmt: skip
WILD: Final = course([Judged(0, -0.9, 0.0), Judged(1, 0.9, 0.0), Judged(0, 0.9, 0.0)], 0)


def insert(tx: Transaction, table: str, row: dict[str, Value]) -> None:
    values = tuple(row.values())
    tx.do(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks(values)})", *values)


def club(tx: Transaction, guild_id: int, chance: Random) -> dict[int, bool]:
    """Store the games of a club, and return by table whether each may be told."""
    told = dict[int, bool]()
    for number in range(chance.choice([1, 3, 5, 8, 20])):
        table = guild_id * 100 + number
        who = chance.sample([*PEOPLE, FORGOTTEN], 2)
        secret, engines = chance.random() < 0.1, chance.random() < 0.1
        channel = chance.choice([CHANNEL, CHANNEL, CHANNEL, ELSEWHERE])
        row = {**_TABLE, "channel_id": channel, "secret": int(secret)}
        insert(tx, "tables", {"id": table, "guild_id": guild_id, "log_digest": f"d{table}", **row})
        for seat, person in enumerate(who):
            more: dict[str, Value] = {
                "table_id": table, "seat": seat, "player_id": 2 * table + seat, "sequence": table,
                "person": person, "team": seat, "rank": seat + 1, "guild_id": guild_id,
                "ended_at": START + number, "length": 30, "engines": int(engines),
            }  # fmt: skip
            insert(tx, "results", {**more, **_RESULT})
            tx.do(
                "INSERT INTO played VALUES (?, ?, 'czech', 1, 0, 0, 0, 0, 0, 0, 0, ?)"
                " ON CONFLICT DO NOTHING",
                person, guild_id, START + number,
            )  # fmt: skip
        is_open = channel == CHANNEL and not secret and not engines
        told[table] = is_open and not {*who} & {*HIDDEN, FORGOTTEN}
    return told


async def test_no_line_is_about_whom_or_what_is_hidden(service: Service) -> None:
    store, chance = service.store, Random(5)
    for person in sorted(HIDDEN):
        await store.personal.hide(Person(person), START, hidden=True)
    lines = 0
    for guild_id in CLUBS:
        told = await store.database.transact(partial(club, guild_id=guild_id, chance=chance))
        read = await WeekStore(store.database).read(
            guild_id, START - 1, START + WEEK, [CHANNEL]
        )  # fmt: skip
        assert {each.table: each.is_told for each in read.games} == told
        courses: dict[int, Course] = {each.table: WILD for each in read.games}
        found = choosing.Found(courses, ())
        telling = choosing.telling(read, choosing.week_of(read, found, ()), 1)
        assert telling.games == len(told)
        named = {person for line in telling.lines for person in line.people}
        assert not named & {*HIDDEN, FORGOTTEN}
        assert all(told[table] for table in telling.tables)
        assert named == telling.known_at.keys()
        assert bool(telling.lines) == (sum(told.values()) >= 3)
        lines += len(telling.lines)
    assert lines > len(CLUBS)
