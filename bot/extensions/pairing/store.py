"""Wishes and rounds in the database. A change is one transaction."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.extensions.pairing.facts import last_order, round_facts, seats_had
from bot.extensions.pairing.rows import (
    PAIRINGS,
    change_wish,
    drop_pairing,
    plan_round,
    read_wish,
    read_wishes,
    running_of,
    slots_of,
    unpaired_in,
)
from bot.extensions.pairing.values import (
    Held,
    NewGame,
    Planned,
    RoundFacts,
    Waiting,
    club_day,
    post_item,
)
from bot.model.caller import NOBODY, Person, User
from bot.model.errors import Conflict
from bot.store.people.forgetting import require_known, still_known
from bot.store.people.preferences import hidden_of
from bot.store.queues.queues import enqueue
from bot.store.servers.facts import club_of, settings_in
from bot.store.sql.database import Database, Transaction
from bot.store.sql.transaction import and_mine, marks
from bot.store.tables.loading import place_of
from rules.club.rounds import Game, Seated, seats_of, slower
from rules.club.wish import Asleep, Change, Given, Off, Pace, Put

__all__ = ["Done", "PairingStore", "Standing", "planning"]

Done: TypeAlias = Callable[[Transaction], None]
"""Completes a timer."""
_NEVER: Final = Seated(0, 0)
_SERVERS: Final = 50
"""The most servers whose wishes are read for a person's line."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The wish of a person in a server, if any, and their paired games."""

    held: Held | None
    running: int
    slots: int
    """The most games that they can have at a time now."""


class PairingStore:
    """Wishes by server and person, and the games that rounds gave. Times are Unix seconds."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit that left a game to open."""
        self._db.listen(PAIRINGS, listener)

    async def standing(self, guild_id: int, person: Person) -> Standing:
        """Return how a person stands in a server."""

        def read(tx: Transaction) -> Standing:
            held = read_wish(tx, guild_id, person)
            slots = slots_of(tx, guild_id, [held]) if held else {person: 1}
            return Standing(held, running_of(tx, guild_id, person), slots[person])

        return await self._db.snapshot(read)

    async def change(
        self, guild_id: int, person: Person, change: Change, now: int, request: str
    ) -> None:
        """Change a person's wish by a press of theirs. Raises BeingForgotten."""

        def write(tx: Transaction) -> None:
            require_known(tx, person)
            change_wish(tx, guild_id, person, change, now, request=request)

        await self._db.transact(write)

    async def facts(self, guild_id: int, now: int) -> RoundFacts | None:
        """Return what decides about a round now, or None if the server pairs no one."""

        def read(tx: Transaction) -> RoundFacts | None:
            club = club_of(tx, guild_id)
            if club is None or club.pairing is None:
                return None
            return round_facts(tx, guild_id, club_day(club, now), now)

        return await self._db.snapshot(read)

    async def give(
        self,
        facts: RoundFacts,
        games: Sequence[Game],
        now: int,
        done: Done | None = None,
        room: int | None = None,
    ) -> Sequence[int]:
        """Store the games of a round, and return their numbers. `done` completes its timer.

        With a `room`, a message there tells of them. Raises Conflict, with nothing stored, if a
        wish has changed since the facts were read.
        """

        def write(tx: Transaction) -> Sequence[int]:
            tx.take_turns({*facts.wishes, *facts.idle})
            if done is not None:
                done(tx)
            if read_wishes(tx, facts.guild_id) != facts.wishes:
                raise Conflict
            for person in facts.idle:
                change_wish(tx, facts.guild_id, person, Put(Asleep.IDLE), now)
            there = still_known(tx, (Person(each) for game in games for each in game.people))
            known = [game for game in games if there.issuperset(game.people)]
            given = [_give(tx, facts, game, now) for game in known]
            if room is not None and given:
                enqueue(tx, post_item(facts.guild_id, room, given, now))
            return given

        return await self._db.transact(write)

    async def complete(self, done: Done) -> None:
        """Complete the timer of a round that isn't held."""
        await self._db.transact(done)

    async def next_planned(self, besides: Collection[int]) -> Planned | None:
        """Return the game that has waited longest to be opened, except in servers `besides`."""
        mine = and_mine(self._db.shards)

        def read(tx: Transaction) -> Planned | None:
            rows = tx.do(
                "SELECT * FROM pairings WHERE state = 'planned'"  # noqa: S608
                f" AND guild_id NOT IN ({marks([*besides])}){mine} ORDER BY guild_id, id LIMIT 1",
                *besides,
            )
            return _planned(tx, rows[0]["id"]) if rows else None

        return await self._db.snapshot(read)

    async def is_planned(self, pairing_id: int) -> bool:
        """Return True if a game is still to be opened."""
        sql = "SELECT 1 FROM pairings WHERE id = ? AND state = 'planned'"
        return await self._db.row(sql, pairing_id) is not None

    async def drop(self, pairing_id: int, gone: Collection[Person], now: int) -> None:
        """Give up an unopened game. People who are gone are off; the others are first in line."""
        await self._db.transact(lambda tx: drop_pairing(tx, pairing_id, gone, now))

    async def leave_all(self, person: Person, now: int) -> None:
        """Turn off the wishes of a person being forgotten, and give up their unopened games."""

        def write(tx: Transaction) -> None:
            tx.take_turns([person])
            for row in tx.do(
                "SELECT pairings.id FROM pairings JOIN pairing_seats ON pairing_id = pairings.id"
                " WHERE person = ? AND state = 'planned'",
                person,
            ):
                drop_pairing(tx, row["id"], [person], now)
            for row in tx.do("SELECT guild_id FROM wishes WHERE person = ?", person):
                change_wish(tx, row["guild_id"], person, Off(), now)

        await self._db.transact(write)

    async def finished_games(self, guild_id: int, person: Person) -> frozenset[str]:
        """Return the pools in which a person has finished games with others in a server."""
        rows = await self._db.column(
            "SELECT pool FROM played WHERE person = ? AND guild_id = ? AND won + drawn + lost > 0",
            person, guild_id,
        )  # fmt: skip
        return frozenset(rows)

    async def waiting(self, guild_id: int, besides: Person = NOBODY) -> Waiting:
        """Count the people of a server who are up for a game and have a free slot.

        The person `besides` is left out, and so are people who aren't paired there.
        """

        def read(tx: Transaction) -> Waiting:
            wishes = read_wishes(tx, guild_id)
            for person in {besides, *unpaired_in(tx, guild_id)}:
                wishes.pop(person, None)
            slots = slots_of(tx, guild_id, wishes.values())
            free = [
                held.wish.systems
                for person, held in wishes.items()
                if running_of(tx, guild_id, person) < slots[person]
            ]
            return Waiting(len(free), Counter(system for each in free for system in each))

        return await self._db.snapshot(read)

    async def unpaired(self, guild_id: int) -> Collection[Person]:
        """Return the people whom a moderator keeps from being paired in a server."""
        return await self._db.snapshot(lambda tx: unpaired_in(tx, guild_id))

    async def bar(self, guild_id: int, person: Person, *, barred: bool) -> None:
        """Set whether a person is kept from being paired in a server. Raises BeingForgotten."""

        def write(tx: Transaction) -> None:
            require_known(tx, person)
            tx.do("DELETE FROM unpaired WHERE guild_id = ? AND person = ?", guild_id, person)
            if barred:
                tx.do("INSERT INTO unpaired (guild_id, person) VALUES (?, ?)", guild_id, person)

        await self._db.transact(write)

    async def new_games(self, pairing_ids: Sequence[int]) -> Sequence[NewGame]:
        """Return which of these games were opened. Hidden people have no names."""
        return await self._db.snapshot(lambda tx: _new_games(tx, pairing_ids))

    async def asleep(self, guild_id: int, person: Person) -> Held | None:
        """Return a person's sleeping wish if they don't know yet that it sleeps, or None."""
        row = await self._db.row(
            "SELECT 1 FROM wishes WHERE guild_id = ? AND person = ? AND told = 0", guild_id, person
        )
        return None if row is None else (await self.standing(guild_id, person)).held

    async def newly_asleep(self, person: Person) -> tuple[int, Held] | None:
        """Return a server with a sleeping wish of which the person doesn't know, and the wish.

        It is the latest in 50 servers. About further ones they read in those servers.
        """
        sql = "SELECT guild_id, asleep_at, told FROM wishes WHERE person = ? LIMIT ?"
        rows = [row for row in await self._db.rows(sql, person, _SERVERS) if not row["told"]]
        if not rows:
            return None
        guild_id = max(rows, key=lambda row: row["asleep_at"])["guild_id"]
        held = await self.asleep(guild_id, person)
        return (guild_id, held) if held else None

    async def told(self, guild_id: int, person: Person) -> None:
        """Note that a person knows that their wish sleeps."""
        sql = "UPDATE wishes SET told = 1 WHERE guild_id = ? AND person = ?"
        await self._db.transact(lambda tx: tx.do(sql, guild_id, person))


def planning(guild_id: int, now: int, done: Done) -> Done:
    """Return what completes the timer of a daily round and plans the next one."""

    def complete(tx: Transaction) -> None:
        done(tx)
        plan_round(tx, guild_id, settings_in(tx, guild_id).club, now)

    return complete


def _give(tx: Transaction, facts: RoundFacts, game: Game, now: int) -> int:
    """Store a game of a round, and return its number."""
    guild_id, system = facts.guild_id, game.system
    one, other = (facts.wishes[Person(each)] for each in game.people)
    pace = slower(one.wish.pace, other.wish.pace)
    had = seats_had(tx, guild_id, system, game.people, now)
    seats = seats_of(
        game,
        lambda person, seat: had.get((person, seat), _NEVER),
        last_order(tx, guild_id, system, game.people),
        guild_id,
        facts.day,
    )
    pairing_id = tx.insert(
        "INSERT INTO pairings (guild_id, day, made_at, system, pace, rated, state)"
        " VALUES (?, ?, ?, ?, ?, ?, 'planned')",
        guild_id, facts.day, now, system, pace.name.lower(),
        int(one.wish.rated and other.wish.rated),
    )  # fmt: skip
    for seat, person in enumerate(seats):
        tx.do(
            "INSERT INTO pairing_seats (pairing_id, seat, person, guild_id, request)"
            " VALUES (?, ?, ?, ?, ?)",
            pairing_id, seat, person, guild_id, facts.wishes[Person(person)].request,
        )  # fmt: skip
        change_wish(tx, guild_id, Person(person), Given(), now)
    tx.announce(PAIRINGS)
    return pairing_id


def _new_games(tx: Transaction, pairing_ids: Sequence[int]) -> Sequence[NewGame]:
    found: list[NewGame] = []
    for row in tx.do(
        "SELECT tables.*, system FROM pairings JOIN tables ON pairing_id = pairings.id"  # noqa: S608
        f" WHERE pairings.id IN ({marks(pairing_ids)}) ORDER BY pairings.id",
        *pairing_ids,
    ):
        players = tx.do(
            "SELECT person, name FROM players WHERE table_id = ? AND from_entry = 0"
            " ORDER BY seat NULLS LAST",
            row["id"],
        )
        hidden = hidden_of(tx, [each["person"] for each in players])
        people = (
            User(each["person"], "" if each["person"] in hidden else each["name"])
            for each in players
        )
        found.append(NewGame(row["system"], place_of(row), tuple(people)))
    return found


def _planned(tx: Transaction, pairing_id: int) -> Planned:
    (row,) = tx.do("SELECT * FROM pairings WHERE id = ?", pairing_id)
    seats = tx.do("SELECT * FROM pairing_seats WHERE pairing_id = ? ORDER BY seat", pairing_id)
    return Planned(
        id=row["id"],
        guild_id=row["guild_id"],
        made_at=row["made_at"],
        system=row["system"],
        pace=Pace[row["pace"].upper()],
        rated=bool(row["rated"]),
        people=tuple(Person(each["person"]) for each in seats),
        requests=tuple(each["request"] for each in seats),
    )
