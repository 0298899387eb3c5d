"""Every public read of the store takes as many steps of SQLite among many rows as among few.

Nobody lists the reads: they are found by their annotations, and asked with values by the names of
their parameters. A new read is asked as well, or the test says which parameter it doesn't know.
"""

import ast
import importlib
import inspect
import json
import pkgutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final, cast, get_type_hints

import bot.store
from bot import extensions
from bot.extensions.club.values import CLUB_BOARD
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import PairedGame, Task
from bot.extensions.pairing.values import Held
from bot.extensions.puzzles.values import DailyPuzzle
from bot.model.event_game import EventGame
from bot.model.lists import NEWEST
from bot.model.study import EXPLORE
from bot.model.table import Request, Status, Table, Terms, Vacancy
from bot.store.sql.database import Database
from bot.store.sql.privacy import KEPT
from bot.store.sql.transaction import Transaction, Value, marks
from bot.store.store import Store
from bot.tables.commands import Open, Play, Resign
from engine.posed import members_of
from engine.stock import stock
from rules.club.entries import GameKey, Stage
from rules.club.groups import Status as GameStatus
from rules.club.pairings import Entrant
from rules.club.wish import Pace, Wish
from rules.contract.core import Seat
from rules.log.events import SeatWay
from rules.records.transcript import Transcript
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.steps import run, steps
from tests.bot.table_service import ANN, BO, CHANNEL, CY, CZECH, ELSEWHERE, NOW, Service, caller

SERVER: Final = 5
PUZZLE: Final = DailyPuzzle(
    id=1, guild_id=SERVER, number=1, day=date(2023, 11, 14), posted_at=NOW,
    posed=stock()["czech"][0],
)  # fmt: skip
WISH: Final = Held(
    person=ANN.id, set_at=NOW, request="1",
    wish=Wish(
        systems=frozenset({"czech"}), at_once=1, pace=Pace.USUAL, rated=True, once=False,
        since=NOW, before=NOW,
    ),
)  # fmt: skip
FEW, MANY = 1_000, 50_000
"""Tables of the database, most of them Ann's and in one channel, with all that belongs to them."""
ALLOWED: Final = 1.5

_CHANGE: Final = ("INSERT ", "UPDATE ", "DELETE ")
_WRITES: Final = frozenset({"transact", "write", "defer", "change", "insert", "each", "announce"})
"""Methods that only a change calls."""
_READS: Final = frozenset({"TableStore.load", "TableStore.differences", "People.meet"})
"""Reads that store what they find."""
_WHOLE: Final[Mapping[str, str]] = {
    "pools": "asked by `postboard ratings`, while no bot runs",
    "wrong_ratings": "asked by `postboard ratings`, while no bot runs",
    "wrong_counters": "asked by `postboard check`, while no bot runs",
    "wrong_events": "asked by `postboard check`, while no bot runs",
    "gone_from": "asked once a day, of a whole table, for rows of somebody who is gone",
    "closed_channels": "asked once, at the start",
    "Queues.left_alone": "asked once, at the start",
    "ServerStore.games_running": "asked once, at the start",
    "People.present_tables": "asked once in a life, by whoever is forgotten: they leave each",
    "EventStore.present_of": "asked once in a life, by whoever is forgotten: they leave each",
    "People.named_at": "asked once in a life, by whoever is forgotten: all are locked at once",
    "MyData.choices": "asked once a day at most, by whoever takes all their data along",
    "MyData.games": "asked once a day at most, by whoever takes all their data along",
}
"""Reads of everything, or of all that is somebody's, and who asks."""


def trees() -> dict[str, ast.Module]:
    """Return the modules of the store, and those of extensions that have statements."""
    modules = [
        module
        for module in pkgutil.walk_packages(bot.store.__path__, "bot.store.")
        if not module.name.startswith(("bot.store.sql.sqlite", "bot.store.sql.postgres"))
    ]
    modules += pkgutil.walk_packages(extensions.__path__, "bot.extensions.")
    texts = {each.name: source(each.name) for each in modules}
    return {
        name: ast.parse(text)
        for name, text in texts.items()
        if name.startswith("bot.store.") or "Transaction" in text
    }


def source(module: str) -> str:
    return Path(importlib.import_module(module).__file__ or "").read_text(encoding="utf-8")


def stores(store: Store, database: Database) -> Iterator[object]:
    """Yield the objects of the store, and those that extensions make of the database alone."""
    yield from (part for part in vars(store).values() if part is not database)
    for name in filter(lambda each: each.startswith("bot.extensions."), trees()):
        for kind in vars(importlib.import_module(name)).values():
            own = (
                inspect.isclass(kind)
                and kind.__module__ == name
                and name.startswith("bot.extensions.")
            )
            if own and [*inspect.signature(kind).parameters] == ["database"]:
                yield cast("Callable[[Database], object]", kind)(database)


def changes() -> set[str]:
    """Return the names of the functions and methods of the store that write, or call one."""
    bodies: dict[str, set[str]] = {}
    writing: set[str] = set()
    for tree in trees().values():
        for name, function in functions(tree):
            texts = [n.value for n in ast.walk(function) if isinstance(n, ast.Constant)]
            used = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
            called = {n.attr for n in ast.walk(function) if isinstance(n, ast.Attribute)}
            bodies[name] = used
            if called & _WRITES or any(str(text).lstrip().startswith(_CHANGE) for text in texts):
                writing.add(name)
    found = 0
    while len(writing) > found:
        found = len(writing)
        writing |= {name for name, used in bodies.items() if used & writing}
    return writing - _READS


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions of a module, and the methods of its classes as `Class.method`."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{each.name}", each
        elif isinstance(node, ast.FunctionDef):
            yield node.name, node


def reads(store: Store, database: Database) -> dict[str, Callable[..., Awaitable[object]]]:
    """Return the public reads: what returns something, asks the database and changes nothing."""
    written = changes()
    found: dict[str, Callable[..., Awaitable[object]]] = {}
    for part in stores(store, database):
        for name, method in inspect.getmembers(part, inspect.iscoroutinefunction):
            full = f"{type(part).__name__}.{name}"
            if not name.startswith("_") and full not in written and returns(method):
                found[full] = method
    for module in trees():
        for name, function in vars(importlib.import_module(module)).items():
            if name.startswith("_") or name in written or not inspect.isfunction(function):
                continue
            first = next(iter(inspect.signature(function).parameters.values()), None)
            if first is not None and first.name == "tx" and returns(function):
                found[name] = in_snapshot(database, function)
    return found


def returns(function: Callable[..., object]) -> bool:
    return get_type_hints(function)["return"] is not type(None)


def in_snapshot(
    database: Database, function: Callable[..., object]
) -> Callable[..., Awaitable[object]]:
    def ask(*values: object) -> Awaitable[object]:
        return database.snapshot(lambda tx: function(tx, *values))

    ask.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    return ask


def arguments(name: str, read: Callable[..., object], values: Mapping[str, object]) -> list[object]:
    """Return a value for each parameter of a read that needs one."""
    given: list[object] = []
    for parameter in inspect.signature(read).parameters.values():
        if parameter.name == "tx" or parameter.default is not parameter.empty:
            continue
        assert parameter.name in values, f"which {parameter.name} is {name} asked about?"
        given.append(values[parameter.name])
    return given


async def world(service: Service, database: Database) -> Mapping[str, object]:
    """Store a few tables of each kind, and return what the reads are asked about."""
    timed = Terms("czech", {}, time=TimeControl(PerTurn(3 * DAY)))
    over = await service.playing(timed)
    await service.do(over, ANN, Play("c3-d4"))
    await service.do(over, ANN, Resign())
    await service.opened(CY)
    await service.tables.open(Open(timed, (ANN,)), caller(CY), service.request())
    table = await service.playing(timed)
    await service.opened(CY)
    elsewhere = caller(ANN, ELSEWHERE)
    for ends in (True, False):
        against = await service.tables.open(Open(CZECH, engines=(1,)), elsewhere, service.request())
        if ends:
            await service.tables.execute(against.id, elsewhere, Resign(), service.request())
    apart = caller(ANN, ELSEWHERE + 1)
    unread = await service.tables.open(Open(CZECH, engines=(1,)), apart, service.request())
    await database.write("UPDATE tables SET set_apart = 'unread' WHERE id = ?", unread.id)
    await database.transact(partial(others, table_id=table.id, player_id=table.players[0].id))
    await database.flush()
    event = await EventStore(database).load(1)
    assert event is not None
    event_game = EventGame(1, GameKey(Stage.GROUPS, 1, 1), 1)
    paired = PairedGame(event_game, (Entrant(1), Entrant(2)), GameStatus.RUNNING, is_left=False)
    listed = "SELECT *, NULL AS due_person, NULL AS due_name FROM tables ORDER BY id LIMIT 9"
    return {
        "event": event, "paired": paired,
        "rows": await database.rows(listed),
        "table": table, "table_id": table.id, "by_player": table.players[0].id,
        "place": table.place, "after": 0, "last": (0, 0),
        "person": ANN.id, "muted": ANN.id, "persons": [ANN.id, BO.id], "users": [ANN, BO],
        "user_id": ANN.id, "user_ids": [ANN.id], "channel_id": CHANNEL,
        "cursor": NEWEST, "status": Status.OPEN, "rival": BO.id, "player_id": 1,
        "guild_id": SERVER, "game": "czech", "channels": [CHANNEL],
        "now": NOW, "since": NOW, "moment": NOW, "removed_before": NOW, "limit": 50,
        "number": 1, "game_number": 1, "puzzle_id": 1, "study_id": 1, "display_id": 1,
        "correction_id": 1, "series_id": 1, "key": "heartbeat", "name": "card:1",
        "table_ids": [table.id], "pool": "czech", "pools": ["czech"], "start": 0,
        "digest": "0", "digests": ["0"], "how": "exact",
        "owner": "another", "besides": [],
        "request": Request("1"), "puzzle": PUZZLE, "until": NOW, "stock": {"czech": [PUZZLE.posed]},
        "event_id": 1, "task": Task.OPEN, "kind": CLUB_BOARD, "subject": SERVER,
        "event_game": event_game,
        "aim": EXPLORE, "transcript": Transcript("czech"), "root": 0, "line": (), "lesson": "czech",
        "step": 0, "pairing_id": 1, "pairing_ids": [1],
        "day": "2023-11-14", "system": "czech", "seat": 0,
        "people": (ANN.id, BO.id), "wishes": [WISH],
        "kept": KEPT[0], "goes_on": stays,
        "vacancy": Vacancy(Seat(0), SeatWay.OFFERED, NOW, None, ANN),
    }  # fmt: skip


def stays(_: Table) -> bool:
    return False


def others(tx: Transaction, table_id: int, player_id: int) -> None:
    """Store what few games have: a row of each of the other tables of the database."""
    rows: dict[str, dict[str, Value]] = {
        "events": {
            "id": 1, "guild_id": SERVER, "channel_id": CHANNEL, "kind": "groups", "game": "czech",
            "options": "{}", "seating": 0, "time_control": "3d hard", "rated": 0, "meetings": 1,
            "at_once": 1, "director": ANN.id, "locale": "en-US", "opened_at": NOW, "request": "1",
            "secret": "a", "state": "open", "entry_count": 1,
        },
        "event_entries": {
            "event_id": 1, "number": 1, "at": NOW, "actor_kind": "entrant", "actor": 1,
            "request": "2", "kind": "entered", "text": "1",
        },
        "event_reasons": {"event_id": 1, "number": 1, "person": ANN.id, "text": "A reason."},
        "entrants": {
            "id": 1, "event_id": 1, "person": ANN.id, "name": "Ann", "from_entry": 1,
        },
        "event_games": {
            "event_id": 1, "stage": "groups", "group_number": 1, "position": 1, "attempt": 1,
            "first": 1, "second": 2, "status": "running", "started": 2, "task": "open",
        },
        "vacancies": {
            "table_id": table_id, "guild_id": SERVER, "seat": 0, "way": "offered", "since": NOW,
            "has_left": 0,
        },
        "seat_calls": {"table_id": 1, "seat": 0, "to_person": ANN.id, "at": NOW - 2 * DAY},
        "invitation_pings": {"host": ANN.id, "guest": BO.id, "at": NOW},
        "table_messages": {
            "table_id": table_id, "message_id": 7, "channel_id": CHANNEL, "kind": "board",
            "first": 1, "number": 1,
        },
        "displays": {
            "kind": "club", "subject": SERVER, "guild_id": SERVER, "channel_id": CHANNEL,
            "number": 1, "message_id": 7, "posted_at": NOW, "edited_at": NOW, "due_at": NOW,
            "wait": 300,
        },
        "club_boards": {
            "guild_id": SERVER, "tiles": "[1, null]", "lost_channel": 7,
            "day": '[["2023-11-14", 1], ["2023-11-13", 2]]',
        },
        "forgotten": {"mark": "a", "until": NOW},
        "preferences": {"person": ANN.id},
        "without_preview": {"person": ANN.id, "game": "czech"},
        "quiet_hours": {"person": ANN.id, "saved_at": NOW, "zone": "UTC"},
        "muted": {"table_id": table_id, "person": ANN.id},
        "follows": {
            "table_id": table_id, "person": CY.id, "moves": 1, "told_entry": 1,
            "created_at": NOW - 99 * DAY,
        },
        "mutes": {"person": ANN.id, "muted": BO.id, "name": "Bo", "at": NOW},
        "vacations": {"person": ANN.id, "starts": NOW - 400 * DAY, "ends": NOW - 399 * DAY},
        "outages": {
            "starts": 1, "ends": NOW - 9, "scope": "channel", "scope_id": 7, "cause": "closed",
        },
        "guilds": {"guild_id": SERVER + 1, "removed_at": NOW - DAY},
        "plans": {
            "table_id": table_id, "player_id": player_id, "root_entry": 1, "root_digest": "",
            "tree": "{}", "answers": 1,
        },
        "drafts": {"table_id": table_id, "person": ANN.id, "position_number": 1, "clicked": "[]"},
        "notes": {"table_id": table_id, "person": ANN.id, "text": "A note."},
        "studies": {
            "person": ANN.id, "aim": "explore", "table_id": table_id, "used_at": NOW - 40 * DAY,
        },
        "puzzles": {
            "guild_id": SERVER, "number": 1, "day": "2023-11-14", "posted_at": NOW, "subject": "a",
            "posed": json.dumps(members_of(PUZZLE.posed)),
        },
        "puzzle_searches": {"guild_id": SERVER, "searched_at": 1, "ended_at": 1, "table_id": 1},
        "puzzle_tries": {"puzzle_id": 1, "person": ANN.id, "guild_id": SERVER, "tries": 1},
        "ease": {
            "person": ANN.id, "game": "czech", "step": 1, "games": 1, "won": 0, "used_at": NOW,
        },
        "wishes": {
            "guild_id": SERVER, "person": ANN.id, "systems": '["czech"]', "at_once": 1,
            "pace": "usual", "rated": 1, "once": 0, "since": NOW, "since_before": NOW,
            "set_at": NOW, "not_now": "[]", "request": "1",
        },
        "unpaired": {"guild_id": SERVER, "person": BO.id},
        "pairings": {
            "id": 1, "guild_id": SERVER, "day": "2023-11-14", "made_at": NOW, "system": "czech",
            "pace": "usual", "rated": 1, "state": "planned", "declined_at": NOW,
        },
        "pairing_seats": {
            "pairing_id": 1, "seat": 0, "person": ANN.id, "guild_id": SERVER, "request": "1",
        },
        "reports": {"digest": "0", "how": "exact", "report": "{}"},
        "metadata": {"key": "heartbeat", "value": str(NOW)},
        "people": {"person": ANN.id, "user_id": ANN.id},
        "reasons": {"table_id": table_id, "number": 1, "person": ANN.id, "text": "A reason."},
        "corrections": {
            "sequence": 1, "counts": 1, "person": ANN.id, "of_person": BO.id, "reason": "A reason.",
            "at": NOW,
        },
        "ratings": {
            "guild_id": SERVER, "pool": "czech", "person": ANN.id, "rating": 1, "deviation": 1,
            "games": 1, "played_at": 1,
        },
        "steps": {
            "guild_id": SERVER, "pool": "czech", "sequence": 1, "person": ANN.id,
            "rating_before": 1, "deviation_before": 1, "games_before": 1, "played_before": 1,
            "rating": 1, "deviation": 1, "team": 0,
        },
        "refusals": {
            "guild_id": SERVER, "game": "czech", "version": 1, "seating": 0, "options": "{}",
            "rule": "czech.step", "times": 1,
        },
    }  # fmt: skip
    tx.do("DELETE FROM people")
    tx.do("UPDATE outbox SET lease_owner = NULL, token = NULL")
    tx.do("UPDATE outbox SET parked = 1 WHERE kind = 'card'")
    for name, row in rows.items():
        values = tuple(row.values())
        tx.do(f"INSERT INTO {name} ({', '.join(row)}) VALUES ({marks(values)})", *values)


_COPIED: Final[Mapping[str, str]] = {
    "tables.id": "id + m", "table_id": "table_id + m", "rematch_of": "NULL",
    "tables.channel_id": "CASE status WHEN 'playing' THEN channel_id + m ELSE channel_id END",
    "players.id": "id + m", "due_player": "due_player + m", "player_id": "player_id + m",
    "actor_player": "actor_player + m", "by_player": "by_player + m",
    "requests.id": "id || '-' || n", "dedupe": "n || '-' || dedupe", "tables.host": "host + m",
    "displays.id": "NULL", "displays.subject": "subject + n",
    "puzzles.id": "NULL", "puzzles.number": "number + n", "day": "date(day, n || ' days')",
    "puzzles.subject": "subject || n", "puzzle_id": "puzzle_id + n",
    "puzzle_searches.guild_id": "guild_id + n",
    "club_boards.guild_id": "guild_id + n", "club_boards.day": "day",
    "outbox.id": "NULL", "timers.id": "NULL", "seat_calls.id": "NULL", "mutes.id": "NULL",
    "pings.id": "NULL",
    "ease.person": "person + n", "studies.id": "NULL",
    "studies.aim": "CASE n % 2 WHEN 0 THEN 'learn' ELSE aim END",
    "outbox.channel_id": "CASE table_id % 2 WHEN 0 THEN channel_id + m ELSE channel_id END",
    "corrections.id": "NULL", "sequence": "sequence + m", "mutes.muted": "muted + m",
    "invitation_pings.guest": "guest + m", "preferences.person": "person + n",
    "without_preview.game": "game || n", "quiet_hours.saved_at": "saved_at - n",
    "vacations.starts": "starts - n", "vacations.ends": "ends - n", "outages.starts": "starts - n",
    "outages.id": "NULL", "outages.scope_id": "scope_id + n", "guilds.guild_id": "guild_id + n",
    "reports.digest": "digest || n", "key": "key || n", "people.person": "person + n",
    "people.user_id": "user_id + n", "ratings.person": "person + n", "mark": "mark || n",
    "played.person": "person + m", "turn_times.person": "person + m", "rivals.rival": "rival + m",
    "engine_games.game": "game || n", "game_facts.guild_id": "guild_id + n",
    "refusals.guild_id": "guild_id + n",
    "events.id": "id + n", "event_id": "event_id + n", "events.request": "request || '-' || n",
    "entrants.id": "id + n", "tables.event_id": "NULL",
    "wishes.guild_id": "guild_id + n", "unpaired.guild_id": "guild_id + n",
    "pairings.id": "id + n", "pairings.guild_id": "guild_id + n", "pairing_id": "pairing_id + n",
    "pairing_seats.guild_id": "guild_id + n",
}  # fmt: skip
"""What distinguishes the n-th copy of a row; `m` is larger than any number of the first rows."""


def keep_first(connection: sqlite3.Connection) -> None:
    """Remember the rows that are to be copied."""
    for name in stored(connection):
        assert connection.execute(f"SELECT 1 FROM {name}").fetchone(), f"nothing is in {name}"
        connection.execute(f"CREATE TEMP TABLE first_{name} AS SELECT * FROM {name}")


def copy(connection: sqlite3.Connection, first: int, last: int) -> None:
    """Make copies of all rows, numbered from `first` to `last`."""
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN")
    for name in stored(connection):
        columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({name})")]
        values = [_COPIED.get(f"{name}.{each}", _COPIED.get(each, each)) for each in columns]
        connection.execute(
            f"WITH RECURSIVE numbers (n, m) AS (SELECT {first}, {first} * 1000 UNION ALL"
            f" SELECT n + 1, (n + 1) * 1000 FROM numbers WHERE n < {last})"
            f" INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)}"
            f" FROM numbers, temp.first_{name}"
        )
    connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = ON")


def stored(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return [row[0] for row in rows]


async def counted(
    service: Service, opened: Database, few_rows: int = FEW, many_rows: int = MANY
) -> Mapping[str, tuple[int, int]]:
    """Return the steps of every read but those of everything, among few rows and among many."""
    values = await world(service, opened)
    await run(opened, keep_first)
    kinds = len(await opened.rows("SELECT 1 FROM tables"))
    found = reads(service.store, opened)
    assert _WHOLE.keys() <= found.keys()
    asked = {
        name: partial(read, *arguments(name, read, values))
        for name, read in found.items()
        if name not in _WHOLE
    }
    assert len(asked) > 60
    last, most = few_rows // kinds, many_rows // kinds
    await run(opened, lambda connection: copy(connection, 1, last))
    few = {name: await steps(opened, ask) for name, ask in asked.items()}
    await run(opened, lambda connection: copy(connection, last + 1, most))
    many = {name: await steps(opened, ask) for name, ask in asked.items()}
    return {name: (few[name], many[name]) for name in asked}


async def test_every_read_takes_the_same_steps(service: Service, opened: Database) -> None:
    taken = await counted(service, opened)
    assert not {name: (few, many) for name, (few, many) in taken.items() if many > ALLOWED * few}
