"""Groups with a final, and seasons, folded from the log of an event.

An event goes from registration to its groups, and from several groups to a final; then it is over.
`consequence` says what follows automatically: games that start, people who withdraw after losing
two games on time, the end. What depends on a moment (the closing date, the beginning of the final)
comes from outside as an entry.

A season has divisions in an order of strength in place of groups, and no final. It is over when
everything is decided, or its time is up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from rules.club.entries import (
    Begun,
    Cancelled,
    Change,
    Closed,
    Ended,
    Entered,
    Entry,
    FinalBegun,
    Forfeit,
    GameKey,
    Left,
    Over,
    Result,
    Seeded,
    Stage,
    Started,
    Stopped,
    Voided,
    Widened,
    Withdrawn,
)
from rules.club.pairings import (
    Entrant,
    finalists_a_group,
    group_sizes,
    lot,
    meetings_in_season,
    pairings,
)
from rules.club.standings import Line, standings
from rules.contract.core import RulesError
from rules.contract.sentence import say

__all__ = [
    "DAY",
    "FEWEST",
    "MOST",
    "Departure",
    "Game",
    "Groups",
    "State",
    "Status",
    "Withdrawal",
    "consequence",
    "folded",
]

DAY: Final = 86_400
"""Seconds between the last result of the groups and the beginning of the final."""
FEWEST: Final = 3
"""The fewest people that an event, or its final, begins with."""
# Six groups of six, whose winners again make one group of six.
MOST: Final = 36
_ATTEMPTS: Final = 2
"""A void game is played once more; the second time it is a draw."""
_LATE_LIMIT: Final = 2
"""So many games lost on time in one stage make a person withdraw."""
_DRAWN: Final = Result((6, 6))


class State(Enum):
    """The state of an event."""

    OPEN = "open"
    GROUPS = "groups"
    FINAL = "final"
    OVER = "over"
    CANCELLED = "cancelled"


class Status(Enum):
    """The state of one game of an event."""

    WAITING = "waiting"
    RUNNING = "running"
    ENDED = "ended"
    STRUCK = "struck"
    """It counts for no one, because one of its players was annulled."""


class Departure(Enum):
    """The effect of a withdrawal on the games of that stage."""

    ANNULLED = "annulled"
    """Fewer than half had ended: all are struck, and the person has no place."""
    OUT = "out"
    """Games that had ended stand, all others are lost at once, and the person keeps a place."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A withdrawal: in the final it changes nothing in the groups."""

    stage: Stage
    departure: Departure


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the table of a group or of the final."""

    key: GameKey
    round: int
    entrants: tuple[Entrant, Entrant]
    """By seat."""
    attempt: int = 1
    status: Status = Status.WAITING
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Groups:
    """An event of groups with a final, as its log tells it."""

    meetings: int
    """The number of games between any two people of a group: 1, 2 or 4. A season's divisions have
    their own."""
    at_once: int
    """The most games of the event that one person plays at the same time."""
    is_season: bool = False
    state: State = State.OPEN
    entrants: tuple[Entrant, ...] = ()
    """The people in it as they entered; from the beginning on by lot, in a season by strength."""
    seeded: tuple[Entrant, ...] = ()
    """The order of strength that a season begins with."""
    lots: Mapping[Entrant, str] = field(default_factory=dict[Entrant, str])
    groups: tuple[tuple[Entrant, ...], ...] = ()
    """The groups' members, in the order of their numbers."""
    finalists: tuple[Entrant, ...] = ()
    games: Mapping[GameKey, Game] = field(default_factory=dict[GameKey, Game])
    """The games of both stages, in the order in which they start."""
    departed: Mapping[Entrant, Withdrawal] = field(default_factory=dict[Entrant, Withdrawal])
    entries: int = 0
    at: int = 0
    """The moment of the last entry."""
    decided_at: int | None = None
    """The moment at which the last game of several groups was decided, until the final begins."""

    @property
    def stage(self) -> Stage:
        """The stage that is played, or was played last."""
        return Stage.FINAL if self.finalists else Stage.GROUPS

    @property
    def has_final(self) -> bool:
        """True if several groups send people into a final."""
        return len(self.groups) > 1 and not self.is_season

    @property
    def final_due_at(self) -> int | None:
        """The moment the final begins, or None unless the groups alone are decided."""
        return None if self.decided_at is None else self.decided_at + DAY

    def games_of(self, stage: Stage, group: int = 1) -> tuple[Game, ...]:
        """Return the games of one table, in the order in which they start."""
        return tuple(
            game
            for game in self.games.values()
            if (game.key.stage, game.key.group) == (stage, group)
        )

    def table(self, stage: Stage, group: int = 1) -> tuple[Line, ...]:
        """Return the standings of a group or of the final, without annulled people."""
        members = self.finalists if stage is Stage.FINAL else self.groups[group - 1]
        annulled = Withdrawal(stage, Departure.ANNULLED)
        return standings(
            [member for member in members if self.departed.get(member) != annulled],
            self.lots,
            [
                (game.entrants, game.result)
                for game in self.games_of(stage, group)
                if game.result and game.status is Status.ENDED
            ],
        )

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """Return the winner, or every group's winner without a final, or no one before the end."""
        if self.state is not State.OVER:
            return ()
        if self.finalists:
            tables = [self.table(Stage.FINAL)]
        else:
            tables = [self.table(Stage.GROUPS, group + 1) for group in range(len(self.groups))]
        return tuple(table[0].entrant for table in tables if table)

    def running(self, entrant: Entrant) -> int:
        """Return how many games of this event a person is playing."""
        return sum(
            game.status is Status.RUNNING and entrant in game.entrants
            for game in self.games.values()
        )


def folded(event: Groups, entry: Entry) -> Groups:
    """Return the event after one more entry. Raises RulesError if it can't follow.

    A result of another attempt, or of a game not in progress, changes nothing.
    """
    if entry.number != event.entries + 1 or entry.at < event.at:
        raise RulesError(say("Entry {number} of the log is out of order.", number=entry.number))
    after = replace(_after(event, entry.change), entries=entry.number, at=entry.at)
    if after.state is not State.GROUPS or not after.has_final or not _is_decided(after):
        return after if after.decided_at is None else replace(after, decided_at=None)
    return replace(after, decided_at=entry.at) if after.decided_at is None else after


def consequence(event: Groups) -> Change | None:
    """Return the next entry that follows from the log alone, or None if none does."""
    if event.state not in {State.GROUPS, State.FINAL}:
        return None
    late = Counter(
        entrant
        for game in event.games.values()
        if game.key.stage is event.stage and game.result and game.status is Status.ENDED
        for entrant, forfeit in zip(game.entrants, game.result.forfeits, strict=True)
        if forfeit is Forfeit.LATE
    )
    for entrant in event.entrants:
        if late[entrant] >= _LATE_LIMIT and entrant not in event.departed:
            return Withdrawn(entrant)
    if _is_decided(event) and (event.state is State.FINAL or not event.has_final):
        return Over()
    busy = Counter(
        entrant
        for game in event.games.values()
        if game.status is Status.RUNNING
        for entrant in game.entrants
    )
    for game in event.games.values():
        if game.status is Status.WAITING and all(busy[e] < event.at_once for e in game.entrants):
            return Started(game.key)
    return None


def _is_decided(event: Groups) -> bool:
    """Tell whether every game of the present stage has ended or counts for no one."""
    stage = event.stage  # This runs with each entry of a log: a set of states would be hashed anew.
    return not any(
        game.status is Status.WAITING or game.status is Status.RUNNING
        for game in event.games.values()
        if game.key.stage is stage
    )


def _after(event: Groups, change: Change) -> Groups:
    match change:
        case Entered(entrant):
            _require(event, State.OPEN)
            return replace(event, entrants=(*event.entrants, entrant))
        case Left(entrant):
            _require(event, State.OPEN)
            return replace(event, entrants=tuple(e for e in event.entrants if e != entrant))
        case Begun(secret, press):
            _require(event, State.OPEN)
            return _begun(event, secret, press)
        case Started(key):
            _require(event, State.GROUPS, State.FINAL)
            return _with(event, replace(event.games[key], status=Status.RUNNING))
        case Ended(key, attempt, result):
            return _ended(event, key, attempt, result)
        case Voided(key, attempt):
            return _voided(event, key, attempt)
        case Withdrawn(entrant):
            _require(event, State.GROUPS, State.FINAL)
            return _withdrawn(event, entrant)
        case FinalBegun():
            _require(event, State.GROUPS)
            return _final_begun(event)
        case Over():
            _require(event, State.GROUPS, State.FINAL)
            return replace(event, state=State.OVER)
        case Stopped():
            _require(event, State.GROUPS, State.FINAL)
            return _closed(event, {})
        case Cancelled():
            _require(event, State.OPEN, State.GROUPS, State.FINAL)
            return replace(event, state=State.CANCELLED)
        case _:
            return _in_season(event, change)


def _in_season(event: Groups, change: Change) -> Groups:
    """Return the event after an entry that only seasons have."""
    match change:
        case Seeded(entrants) if event.is_season:
            _require(event, State.OPEN)
            return replace(event, seeded=entrants)
        case Widened() if event.is_season:
            _require(event, State.GROUPS)
            return replace(event, at_once=event.at_once + 1)
        case Closed(decided) if event.is_season:
            _require(event, State.GROUPS)
            return _closed(event, dict(decided))
        case _:
            raise RulesError(say("This can't follow in the log of the tournament."))


def _require(event: Groups, *states: State) -> None:
    if event.state not in states:
        raise RulesError(say("This can't follow in the log of the tournament."))


def _with(event: Groups, *games: Game) -> Groups:
    """Return the event with these games, in place of games with the same keys or at the end."""
    changed = {game.key: game for game in games}
    return replace(event, games={**event.games, **changed})


def _begun(event: Groups, secret: str, press: int) -> Groups:
    lots = {entrant: lot(secret, press, entrant) for entrant in event.entrants}
    drawn = tuple(sorted(event.entrants, key=lots.__getitem__))
    if event.is_season:
        known = [entrant for entrant in event.seeded if entrant in lots]
        drawn = (*known, *(entrant for entrant in drawn if entrant not in known))
    groups: list[tuple[Entrant, ...]] = []
    for size in group_sizes(len(drawn)):
        start = sum(map(len, groups))
        groups.append(drawn[start : start + size])
    begun = replace(
        event,
        state=State.GROUPS,
        entrants=drawn,
        lots=lots,
        groups=tuple(groups),
    )
    return _with(begun, *_table(begun, Stage.GROUPS, begun.groups))


def _table(event: Groups, stage: Stage, groups: Iterable[tuple[Entrant, ...]]) -> Iterator[Game]:
    """Yield the games of a stage in the order in which they start: round, group, place."""
    games = [
        Game(
            GameKey(stage, group, position),
            pairing.round,
            (members[pairing.numbers[0] - 1], members[pairing.numbers[1] - 1]),
        )
        for group, members in enumerate(groups, 1)
        for position, pairing in enumerate(pairings(len(members), _meetings(event, members)), 1)
    ]
    yield from sorted(games, key=lambda game: (game.round, game.key.group, game.key.position))


def _meetings(event: Groups, members: tuple[Entrant, ...]) -> int:
    return meetings_in_season(len(members)) if event.is_season else event.meetings


def _running(event: Groups, key: GameKey, attempt: int) -> Game | None:
    game = event.games.get(key)
    is_running = game is not None and game.attempt == attempt and game.status is Status.RUNNING
    return game if is_running else None


def _ended(event: Groups, key: GameKey, attempt: int, result: Result) -> Groups:
    game = _running(event, key, attempt)
    if game is None or event.state not in {State.GROUPS, State.FINAL}:
        return event
    return _with(event, replace(game, status=Status.ENDED, result=result))


def _voided(event: Groups, key: GameKey, attempt: int) -> Groups:
    game = _running(event, key, attempt)
    if game is None or event.state not in {State.GROUPS, State.FINAL}:
        return event
    if attempt == _ATTEMPTS:
        return _with(event, replace(game, status=Status.ENDED, result=_DRAWN))
    return _with(event, replace(game, status=Status.WAITING, attempt=attempt + 1))


def _withdrawn(event: Groups, entrant: Entrant) -> Groups:
    if entrant in event.departed or entrant not in event.entrants:
        return event
    own = [
        game
        for game in event.games.values()
        if game.key.stage is event.stage
        and entrant in game.entrants
        and game.status is not Status.STRUCK
    ]
    ended = sum(game.status is Status.ENDED for game in own)
    departure = Departure.ANNULLED if 2 * ended < len(own) else Departure.OUT
    after = replace(event, departed={**event.departed, entrant: Withdrawal(event.stage, departure)})
    if departure is Departure.ANNULLED:
        return _with(after, *(replace(game, status=Status.STRUCK) for game in own))
    return _with(after, *(_forfeited(after, game) for game in own if not _is_played(game)))


def _is_played(game: Game) -> bool:
    """Tell whether a game has a result that isn't from a withdrawal."""
    return game.result is not None and Forfeit.LEFT not in game.result.forfeits


def _forfeited(event: Groups, game: Game) -> Game:
    """Return a game that isn't played to its end because one of its players is out.

    If both are out, no one gets anything, whoever withdrew first: a point that it gave is lost
    again.
    """
    gone = [entrant in event.departed for entrant in game.entrants]
    shares = (12, 0) if gone == [False, True] else (0, 12) if gone == [True, False] else (0, 0)
    one, other = (Forfeit.LEFT if is_gone else None for is_gone in gone)
    return replace(game, status=Status.ENDED, result=Result(shares, (one, other)))


def _final_begun(event: Groups) -> Groups:
    if event.decided_at is None:
        raise RulesError(say("This can't follow in the log of the tournament."))
    wanted = finalists_a_group(len(event.groups))
    finalists = [
        entrant
        for group in range(len(event.groups))
        for entrant in [
            line.entrant
            for line in event.table(Stage.GROUPS, group + 1)
            if line.entrant not in event.departed
        ][:wanted]
    ]
    if len(finalists) < FEWEST:
        return replace(event, state=State.OVER)
    drawn = tuple(sorted(finalists, key=event.lots.__getitem__))
    final = replace(event, state=State.FINAL, finalists=drawn)
    return _with(final, *_table(event, Stage.FINAL, [drawn]))


def _closed(event: Groups, decided: Mapping[GameKey, tuple[int, int]]) -> Groups:
    """Return the event with these results of games in progress. Any other open game is drawn."""
    open_games = (
        replace(game, status=Status.ENDED, result=Result(decided.get(game.key, _DRAWN.shares)))
        for game in event.games.values()
        if game.status in {Status.WAITING, Status.RUNNING}
    )
    return replace(_with(event, *open_games), state=State.OVER)
