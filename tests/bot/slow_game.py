"""A slow second account of a game at a table: its plies, plans and ends, and who sits there.

It knows the rules of the game itself (`rules.games`), but shares no code with `rules.match`,
`rules.time` or `bot.tables`: it was written from the text of the rules alone. It gathers the
entries that the log has to get.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.bot.slow_clock import DAY, SlowClock, Someone

Wrote: TypeAlias = tuple[str, int | None, str, str]
"""An entry: who made it, the seat that made it, its kind, and its text."""
Tree: TypeAlias = dict[str, tuple[bool, "Tree"]]
"""Plies, whether each is queued as a reply, and what follows."""
ENGINE = 0
"""The user of an engine."""


@dataclass
class SlowOffer:
    """An offer that waits."""

    kind: str
    by: int
    number: int
    at: int
    days: int
    voters: set[int]
    agreed: set[int]
    place: int | None = None
    newcomer: int | None = None


@dataclass
class SlowVacancy:
    """A seat that looks for somebody: who asked for it (None: a moderator), and for an engine."""

    by: int | None
    left: bool = False
    for_engine: bool = False


@dataclass
class Left:
    """The row of a player who gave a seat up, and the rule under which it counts."""

    user: int
    rank: int | None
    rule: str


@dataclass
class SlowGame:
    """One game. `teams` gives each seat its team; `seating` the sides of each seat."""

    game: Any
    seating: Sequence[Any]
    teams: Sequence[int]
    clock: SlowClock
    users: list[int]
    people: dict[int, Someone]
    guild: int
    channel: int
    moderator: int
    states: list[Any] = field(default_factory=list[Any])
    notations: list[str] = field(default_factory=list[str])
    movers: list[int] = field(default_factory=list[int])
    number: int = 0
    position: int = 0
    last_at: int = 0
    offer: SlowOffer | None = None
    made: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    wanting: set[int] = field(default_factory=set[int])
    trees: dict[int, tuple[int, Tree]] = field(default_factory=dict[int, tuple[int, Tree]])
    """By seat: the plies before the root, and the tree."""
    vacancies: dict[int, SlowVacancy] = field(default_factory=dict[int, SlowVacancy])
    sat: set[int] = field(default_factory=set[int])
    left: list[Left] = field(default_factory=list[Left])
    has_resigned: bool = False
    """Whether a computer opponent plays on for somebody who resigned."""
    ranks: list[int | None] | None = None
    """By seat, once the game is over."""
    rule: str = ""
    wrote: list[Wrote] = field(default_factory=list[Wrote])
    """The entries of the present act."""
    end_told: int | None = None
    """The end of a game that nobody plays, as it was announced."""
    resumes: int | None = None
    """While paused, when the pause ends by itself."""

    # What is so

    @property
    def over(self) -> bool:
        return self.ranks is not None

    @property
    def due(self) -> int | None:
        """Return the seat that is to move, an engine's too."""
        turn = self.game.turn(self.state)
        if self.over or turn is None:
            return None
        return next(n for n, sides in enumerate(self.seating) if turn in sides)

    @property
    def state(self) -> Any:
        return self.states[-1]

    def seat_of(self, user: int) -> int | None:
        return self.users.index(user) if user in self.users else None

    def is_engine(self, seat: int) -> bool:
        return self.users[seat] == ENGINE

    @property
    def persons(self) -> set[int]:
        return {seat for seat, user in enumerate(self.users) if user != ENGINE}

    def allies(self, seat: int) -> set[int]:
        return {n for n, team in enumerate(self.teams) if team == self.teams[seat] and n != seat}

    @property
    def all_have_played(self) -> bool:
        return {self.teams[seat] for seat in self.movers} == set(self.teams)

    def someone(self) -> Someone:
        """Return the person whose turn it is."""
        assert self.clock.due is not None
        return self.people[self.users[self.clock.due]]

    # Beginning

    def begin(self, at: int) -> list[Wrote]:
        """Begin the game."""
        self.states = [self.game.start()]
        self.last_at = self.clock.moved = at
        self.sat = set(self.users)
        self.clock.begin(self.due, at)
        return self.acted([("host", None, "begun", "1")])

    def drop_offer(self) -> None:
        """End the open offer; a seat that was kept for the computer is so no longer."""
        self.offer = None
        self.vacancies = {n: v for n, v in self.vacancies.items() if not v.for_engine}

    # Plies

    def put(self, seat: int, text: str, actor: str) -> None:
        move = self.game.parse(self.state, text)
        self.states.append(self.game.apply(self.state, move))
        self.notations.append(text)
        self.movers.append(seat)
        self.write(actor, seat, "played", text)
        self.position = self.number + len(self.wrote)
        if self.offer and (self.offer.by != seat or self.offer.kind == "takeback"):
            self.drop_offer()
        self.made = {one for one in self.made if one[0] != seat}
        self.wanting -= self.allies(seat) | {seat}
        back = self.vacancies.get(seat)
        if actor == "seat" and back and back.by != self.users[seat]:
            del self.vacancies[seat]
        outcome = self.game.outcome(self.state) if self.game.turn(self.state) is None else None
        self.clock.played(seat, self.last_at, self.due, planned=actor == "queued")
        if outcome is not None:
            winners = {
                self.teams[n] for n, sides in enumerate(self.seating) if sides & outcome.winners
            }
            self.won_by(winners, outcome.rule.key)

    def replies(self) -> None:
        """Play the planned replies that are due."""
        while not self.over:
            seat = self.due
            if seat is None or self.offer or self.wanting & self.allies(seat):
                return
            queued = [move for move, (is_queued, _) in self.now(seat).items() if is_queued]
            if not queued:
                return
            self.put(seat, queued[0], "queued")

    def now(self, seat: int) -> Tree:
        """Return what a seat's tree holds from here on; nothing once play has left it."""
        if seat not in self.trees:
            return {}
        root, tree = self.trees[seat]
        for move in self.notations[root:]:
            if move not in tree:
                return {}
            tree = tree[move][1]
        return tree

    def plan(self, seat: int, line: Sequence[str]) -> None:
        """Add a line from the present to a seat's tree, with all its own replies queued."""
        tree, root = self.now(seat), len(self.notations)
        if not tree:
            self.trees[seat] = (root, tree)
        state = self.state
        for count, move in enumerate(line):
            turn = self.game.turn(state)
            own = turn in self.seating[seat]
            if own and count:
                for other in tree:
                    tree[other] = (other == move, tree[other][1])
            tree.setdefault(move, (own and count > 0, {}))
            state, tree = self.game.apply(state, self.game.parse(state, move)), tree[move][1]

    # Ends

    def draw_rule(self) -> str:
        own = (r.key for r in self.game.spec.rulebook if r.key.endswith(".draw.agreed"))
        return next(own, "common.draw.agreed")

    def won_by(self, teams: set[int], rule: str) -> None:
        """End the game; nobody has won a draw."""
        if not teams or teams == set(self.teams):
            self.end([1 for _ in self.teams], rule)
        else:
            self.end([1 if team in teams else 1 + len(teams) for team in self.teams], rule)

    def lost_by(self, seat: int, rule: str) -> None:
        self.won_by(set(self.teams) - {self.teams[seat]}, rule)

    def time_lost(self) -> None:
        due = self.due
        assert due is not None
        if self.all_have_played:
            self.lost_by(due, "common.time")
        else:
            self.end_void("common.void.unplayed")

    def end_void(self, rule: str) -> None:
        self.end([None for _ in self.teams], rule)

    def end(self, ranks: list[int | None], rule: str) -> None:
        self.ranks, self.rule = ranks, rule
        self.position = self.number + len(self.wrote)
        self.offer, self.vacancies, self.trees, self.wanting = None, {}, {}, set()
        self.resumes = None

    # Entries

    def go_on(self, now: int) -> None:
        self.clock.pauses[-1] = (self.clock.pauses[-1][0], now)
        self.resumes = None

    def stand_still(self, now: int, days: int) -> None:
        self.clock.pauses.append((now, None))
        self.resumes = now + days * DAY

    def enter(self, now: int) -> None:
        """Begin an act."""
        assert now >= self.last_at
        self.last_at, self.wrote = now, []

    def write(self, actor: str, seat: int | None, kind: str, text: str) -> None:
        self.wrote.append((actor, seat, kind, text))

    def advanced(self) -> list[Wrote]:
        """Play what was planned, and finish the act."""
        self.replies()
        return self.acted(self.wrote)

    def acted(self, wrote: list[Wrote]) -> list[Wrote]:
        self.number += len(wrote)
        gone = [seat for seat in self.trees if not self.now(seat)]
        for seat in gone:
            del self.trees[seat]
        if self.over:
            self.clock.begin(None, self.last_at)
        return wrote
