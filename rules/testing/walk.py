"""Random games to try laws on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeVar

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice

__all__ = ["Broken", "Walk", "configurations", "require"]

T = TypeVar("T")


class Broken(AssertionError):
    """A game breaks a law; the message says in what way."""


def require(holds: object, what: str) -> None:
    """Raise Broken, which says what is wrong, unless something holds, even with Python's -O."""
    if not holds:
        raise Broken(what)


def configurations(game: AnyGame, most: int | None = None) -> Iterator[tuple[str, AnyGame]]:
    """Yield a game in every combination of its options, or of so many values an option, by name."""
    options = game.spec.options
    for values in product(*([choice.value for choice in o.choices[:most]] for o in options)):
        chosen = {option.key: value for option, value in zip(options, values, strict=True)}
        yield "-".join((game.spec.key, *values)), game.configured(chosen)


@dataclass(frozen=True, slots=True)
class Walk:
    """A random game of a configured game. The same seed gives the same one."""

    game: AnyGame
    seed: int
    thorough: bool = False
    """True if nothing is left out that could be tried."""

    @property
    def chance(self) -> Random:
        """Random choices that belong to this game, from their beginning."""
        return Random(self.seed)

    def playout(self, plies: int) -> Iterator[tuple[AnyState, AnyMove | None]]:
        """Yield the states, with the move that led there, up to `plies` moves."""
        chance, state = self.chance, self.game.start()
        yield state, None
        for _ in range(plies):
            legal = self.game.legal(state)
            if not legal:
                return
            move = chance.choice(legal)
            state = self.game.apply(state, move)
            yield state, move

    def states_of_players(self, plies: int) -> list[AnyState]:
        """Return the states in which a side, not chance, is to move."""
        states = (state for state, _ in self.playout(plies))
        return [s for s in states if not isinstance(self.game.turn(s), Dice | None)]

    def sampled(self, chance: Random, items: Sequence[T], most: int) -> Sequence[T]:
        """Return this many of the items at most, in their order; all if it is thorough."""
        if self.thorough or len(items) <= most:
            return items
        return [items[number] for number in sorted(chance.sample(range(len(items)), most))]
