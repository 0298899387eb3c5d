"""`python -m tests.fast.moves`: what the engine finds in every game, to the last bit.

Run once compiled and once from the sources, it writes the same lines, but for the first, which says
what the search was loaded from.
"""

from random import Random
from typing import Final

import engine.search
from engine.choose import investigate
from engine.playouts import play_out
from engine.search import Finding
from rules.contract.core import AnyGame
from tests.conformance.configured import configurations, states_of_players

MANY: Final = 40
"""The most moves of which each is played out to the end of the game."""


def main() -> None:
    print(engine.search.__file__)
    for configuration in configurations(2):
        name: str = configuration.id
        game: AnyGame = configuration.values[0]
        chance = Random(name)
        for state in chance.sample(states_of_players(game, chance.randrange(1_000), 60), 4):
            moves = len(game.legal(state))
            if moves:
                seed = chance.randrange(1_000)
                for spread in (0.0, 2.0):
                    _, found = investigate(game, state, 400, seed, spread=spread)
                    print(name, told(game, found))
                if moves <= MANY:
                    print(name, told(game, play_out(game, state, positions=400, seed=seed)))


def told(game: AnyGame, found: Finding) -> str:
    ranking = [f"{game.notate(move)} {value!r}" for move, value in found.ranking]
    line = [game.notate(move) for move in found.line]
    return f"{ranking} {line} {found.positions} {found.depth}"


if __name__ == "__main__":
    main()
