"""Reads everything that decides about a server's round, in one snapshot."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from bot.extensions.pairing.rows import paired_games, read_wishes, slots_of, unpaired_in
from bot.extensions.pairing.values import REMEMBERED, Held, RoundFacts, systems
from bot.model.caller import Person
from bot.model.dice_secret import new_secret
from bot.model.ratings import START_DEVIATION, START_DEVIATION_WITH_DICE, Standing
from bot.store.people.vacations import POOL
from bot.store.sql.transaction import Row, Transaction, marks
from rules.club.rounds import Between, Seated, Seeker
from rules.club.wish import REMEMBERED as DECLINED
from rules.club.wish import Back, wish_after
from rules.time.duration import DAY, HOUR

__all__ = ["last_order", "round_facts", "seats_had"]

_IDLE: Final = 30 * DAY
"""Seconds without a move after which a wish goes to sleep, unless it was set since."""
_RECENT: Final = 5
"""The paired games of a person that count towards variety."""
_SLACK: Final = HOUR
"""Seconds by which a day of waiting may be shorter: clocks change, and a round may be late."""
_GAMES: Final = 300
"""The most games of a person, finished in the last 60 days, that are read."""
_SEATS: Final = 1000
"""The most paired games of a person whose seats are counted."""


def round_facts(tx: Transaction, guild_id: int, day: str, now: int) -> RoundFacts:
    """Return what decides about a round now. `day` is the date of the club hour."""
    wishes = read_wishes(tx, guild_id)
    vacations = _vacations(tx, wishes, now)
    idle, slots = _idle(tx, wishes.values(), now), slots_of(tx, guild_id, wishes.values())
    games = {person: paired_games(tx, guild_id, person) for person in wishes}
    out = unpaired_in(tx, guild_id) | idle
    seekers: list[Seeker] = []
    for person, held in wishes.items():
        known = [row for row in games[person] if row["state"] != "dropped"]
        is_busy = sum(row["running"] for row in known) >= slots[person]
        had_one = bool(known) and known[0]["day"] == day
        ended = vacations.get(person, held.wish.since)
        if person in out or is_busy or had_one or ended > now:
            continue
        if any(_is_behind(row, now) for row in known):
            continue
        wish = wish_after(held.wish, Back(), ended) or held.wish
        seekers.append(
            Seeker(
                person=person,
                systems=wish.systems & systems().keys(),
                pace=wish.pace,
                days=max(0, now - wish.since + _SLACK) // DAY,
                is_first=not known,
                recent=tuple(row["system"] for row in known[:_RECENT]),
            )
        )
    seekers = [each for each in seekers if each.systems]
    people = [Person(each.person) for each in seekers]
    running = {
        person: {row["pairing_id"] for row in games[person] if row["running"]} for person in people
    }
    return RoundFacts(
        guild_id=guild_id,
        day=day,
        wishes=wishes,
        seekers=_with_ratings(tx, guild_id, seekers, now),
        idle=sorted(idle),
        between=_between(tx, guild_id, running, now),
    )


def seats_had(
    tx: Transaction, guild_id: int, system: str, people: Sequence[int], now: int
) -> Mapping[tuple[int, int], Seated]:
    """Map people and seats to how often they had them in paired games of a system."""
    had = dict[tuple[int, int], Seated]()
    for person in people:
        for row in tx.do(
            "SELECT seat, count(*) AS ever, sum(CASE WHEN made_at >= ? THEN 1 ELSE 0 END) AS lately"
            " FROM (SELECT seat, made_at FROM pairing_seats AS had"
            " JOIN pairings ON pairings.id = had.pairing_id WHERE person = ? AND had.guild_id = ?"
            " AND system = ? AND state = 'open' ORDER BY had.pairing_id DESC LIMIT ?) AS newest"
            " GROUP BY seat",
            now - REMEMBERED, person, guild_id, system, _SEATS,
        ):  # fmt: skip
            had[person, row["seat"]] = Seated(int(row["lately"]), int(row["ever"]))
    return had


def last_order(
    tx: Transaction, guild_id: int, system: str, people: Sequence[int]
) -> tuple[int, ...] | None:
    """Return two people by seat in their last paired game of a system, or None."""
    rows = tx.do(
        "SELECT one.seat, one.person, other.person AS rival FROM pairing_seats AS one"
        " JOIN pairing_seats AS other ON other.pairing_id = one.pairing_id AND other.person = ?"
        " JOIN pairings ON pairings.id = one.pairing_id"
        " WHERE one.person = ? AND one.guild_id = ? AND system = ? AND state = 'open'"
        " ORDER BY one.pairing_id DESC LIMIT 1",
        people[1], people[0], guild_id, system,
    )  # fmt: skip
    if not rows:
        return None
    order = (rows[0]["person"], rows[0]["rival"])
    return order if rows[0]["seat"] == 0 else order[::-1]


def _vacations(tx: Transaction, people: Iterable[Person], now: int) -> Mapping[Person, int]:
    """Map people to the end of their last vacation, if it began before tomorrow."""
    asked = list(people)
    rows = tx.do(
        "SELECT person, max(ends) AS last FROM vacations WHERE starts > ? AND starts < ?"  # noqa: S608
        f" AND person IN ({marks(asked)}) GROUP BY person",
        now - POOL - DAY, now + DAY, *asked,
    )  # fmt: skip
    return {row["person"]: row["last"] for row in rows}


def _is_behind(row: Row, now: int) -> bool:
    """Return True if, on their turn, a person has used half of their clock in a paired game."""
    if not row["running"] or not row["is_due"] or row["turn_allowed"] is None:
        return False
    return 2 * (now - int(row["turn_since"])) >= int(row["turn_allowed"])


def _idle(tx: Transaction, wishes: Iterable[Held], now: int) -> set[Person]:
    """Return the people who haven't moved for 30 days, nor set their wish since."""
    since = now - _IDLE
    return {
        held.person
        for held in wishes
        if held.set_at < since and not _has_moved(tx, held.person, since)
    }


def _has_moved(tx: Transaction, person: Person, since: int) -> bool:
    finished = tx.do(
        "SELECT 1 FROM results WHERE person = ? AND ended_at >= ? AND turns > late LIMIT 1",
        person, since,
    )  # fmt: skip
    moved = tx.do(
        "SELECT 1 FROM players JOIN entries ON entries.table_id = players.table_id"
        " AND actor_player = players.id WHERE person = ? AND past = 0 AND entries.kind = 'played'"
        " AND at >= ? LIMIT 1",
        person, since,
    )  # fmt: skip
    return bool(finished or moved)


def _with_ratings(
    tx: Transaction, guild_id: int, seekers: Sequence[Seeker], now: int
) -> list[Seeker]:
    """Return the people who seek a game, with their ratings in the games they want."""
    pools = sorted({system for each in seekers for system in each.systems})
    people = [each.person for each in seekers]
    rows = tx.do(
        f"SELECT * FROM ratings WHERE guild_id = ? AND pool IN ({marks(pools)})"  # noqa: S608
        f" AND person IN ({marks(people)})",
        guild_id, *pools, *people,
    )  # fmt: skip
    known = {
        (row["person"], row["pool"]): Standing(
            row["rating"], row["deviation"], row["games"], row["played_at"]
        )
        for row in rows
    }
    start = {pool: _start(pool) for pool in pools}

    def rating(person: int, pool: str) -> tuple[float, float]:
        found = known.get((person, pool), Standing.first(start[pool])).at(now, start[pool])
        return found.rating / 100, found.deviation / 100

    return [
        Seeker(
            person=each.person, systems=each.systems, pace=each.pace, days=each.days,
            is_first=each.is_first, recent=each.recent,
            ratings={pool: rating(each.person, pool) for pool in sorted(each.systems)},
        )
        for each in seekers
    ]  # fmt: skip


def _start(pool: str) -> int:
    """Return the first deviation of a pool, in 1/100 point."""
    has_dice = new_secret(systems()[pool], in_series=False) is not None
    return START_DEVIATION_WITH_DICE if has_dice else START_DEVIATION


def _between(
    tx: Transaction, guild_id: int, running: Mapping[Person, Collection[int]], now: int
) -> Mapping[tuple[int, int], Between]:
    """Return the past of every two people who have one. `running` are their paired games."""
    people = [*running]
    apart = {*_muted(tx, people), *_declined(tx, guild_id, now), *_playing(running)}
    meetings: defaultdict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    for game, those in _games(tx, guild_id, people, now):
        for pair in combinations(sorted(those), 2):
            meetings[pair][game] += 1
    return {
        pair: Between(apart=pair in apart, meetings=meetings.get(pair, {}))
        for pair in apart | meetings.keys()
    }


def _muted(tx: Transaction, people: Sequence[Person]) -> Iterator[tuple[int, int]]:
    for row in tx.do(
        f"SELECT person, muted FROM mutes WHERE person IN ({marks(people)})"  # noqa: S608
        f" AND muted IN ({marks(people)})",
        *people, *people,
    ):  # fmt: skip
        yield _pair(row["person"], row["muted"])


def _declined(tx: Transaction, guild_id: int, now: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of people one of whom declined a game with the other in the last 30 days."""
    for row in tx.do(
        "SELECT min(person) AS one, max(person) AS other FROM pairings"
        " JOIN pairing_seats ON pairing_id = pairings.id"
        " WHERE pairings.guild_id = ? AND declined_at > ? GROUP BY pairings.id",
        guild_id, now - DECLINED,
    ):  # fmt: skip
        yield _pair(row["one"], row["other"])


def _playing(running: Mapping[Person, Collection[int]]) -> Iterator[tuple[int, int]]:
    games: defaultdict[int, list[Person]] = defaultdict(list)
    for person, pairings in running.items():
        for pairing_id in pairings:
            games[pairing_id].append(person)
    for people in games.values():
        yield from combinations(sorted(people), 2)


def _games(
    tx: Transaction, guild_id: int, people: Sequence[Person], now: int
) -> Iterator[tuple[str, set[int]]]:
    """Yield games between these people begun in the last 60 days; of a series, only the first."""
    since, games = now - REMEMBERED, dict[int, str]()
    those: defaultdict[int, set[int]] = defaultdict(set)
    for person in people:
        rows = tx.do(
            "SELECT tables.id, tables.game FROM results JOIN tables ON tables.id = table_id"
            " WHERE results.person = ? AND results.guild_id = ? AND ended_at >= ?"
            " AND begun_at >= ? AND game_number = 1 ORDER BY ended_at DESC LIMIT ?",
            person, guild_id, since, since, _GAMES,
        )  # fmt: skip
        rows += tx.do(
            "SELECT tables.id, tables.game FROM players JOIN tables ON tables.id = table_id"
            " WHERE person = ? AND past = 0 AND guild_id = ? AND tables.status = 'playing'"
            " AND begun_at >= ? AND game_number = 1",
            person, guild_id, since,
        )  # fmt: skip
        for row in rows:
            games[row["id"]] = row["game"]
            those[row["id"]].add(person)
    return ((games[each], met) for each, met in those.items() if len(met) > 1)


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
