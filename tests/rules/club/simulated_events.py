"""Random events of a club, played by people who lose on time, withdraw and are voided."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from rules.club.entries import (
    Begun,
    Change,
    Ended,
    Entered,
    Entry,
    FinalBegun,
    Forfeit,
    Over,
    Result,
    Started,
    Voided,
    Withdrawn,
)
from rules.club.groups import FEWEST, MOST, Game, Groups, State, Status, consequence, folded
from rules.club.pairings import Entrant

__all__ = ["Simulation", "simulated"]

_RESULTS = (
    Result((12, 0)),
    Result((0, 12)),
    Result((6, 6)),
    Result((12, 0), (None, Forfeit.LATE)),
    Result((0, 12), (Forfeit.LATE, None)),
    Result((0, 0), (Forfeit.LATE, Forfeit.LATE)),
)
_WEIGHTS = (40, 40, 14, 2, 2, 1)


class Simulation:
    """An event with its log, and what must hold after every entry."""

    def __init__(self, random: Random, event: Groups, people: Iterable[int]) -> None:
        """Open an event for these people."""
        self.random, self.event = random, event
        self.log: list[Entry] = []
        for person in people:
            self.append(Entered(Entrant(person)))

    def append(self, change: Change, seconds: int = 60) -> None:
        """Append what happened, and everything that follows from it."""
        following: Change | None = change
        while following is not None:
            entry = Entry(len(self.log) + 1, self.event.at + seconds, following)
            self.event = folded(self.event, entry)
            self.log.append(entry)
            self._check(following)
            following = consequence(self.event)

    def _check(self, change: Change) -> None:
        playing = Counter(
            entrant
            for game in self.event.games.values()
            if game.status is Status.RUNNING
            for entrant in game.entrants
        )
        assert all(count <= self.event.at_once for count in playing.values())
        assert not playing.keys() & self.event.departed.keys()
        if isinstance(change, Started):
            entrants = self.event.games[change.game].entrants
            assert not set(entrants) & set(self.event.departed)

    @property
    def running(self) -> list[Game]:
        """The games that are played now."""
        return [game for game in self.event.games.values() if game.status is Status.RUNNING]

    def finish(self, game: Game) -> None:
        """End a running game somehow."""
        if self.random.random() < 0.02:
            self.append(Voided(game.key, game.attempt))
            return
        (result,) = self.random.choices(_RESULTS, _WEIGHTS)
        self.append(Ended(game.key, game.attempt, result))

    def play(self) -> Iterator[None]:
        """Play to the end, and pause before each act."""
        self.append(Begun("secret", self.random.randrange(2**60)))
        while self.event.state in {State.GROUPS, State.FINAL}:
            yield
            staying = [e for e in self.event.entrants if e not in self.event.departed]
            if staying and self.random.random() < 0.004:
                self.append(Withdrawn(self.random.choice(staying)))
            elif self.running:
                self.finish(self.random.choice(self.running))
            else:
                assert self.event.final_due_at is not None, "nothing runs and nothing is due"
                self.append(FinalBegun(), self.event.final_due_at - self.event.at)


def simulated(seed: int) -> Simulation:
    """Return an event, on random terms, that was played to its end."""
    random = Random(seed)
    event = Groups(random.choice((1, 2, 4)), random.randint(1, 8))
    people = random.sample(range(1, 1000), random.randint(FEWEST, MOST))
    simulation = Simulation(random, event, people)
    for _ in simulation.play():
        pass
    assert simulation.event.state is State.OVER
    assert isinstance(simulation.log[-1].change, Over | FinalBegun)
    return simulation
