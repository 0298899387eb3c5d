"""Tables of endgames: the result of every position with few pieces, and moves ranked by it.

By index, a file holds a byte: 0 for a draw, or the plies to the end plus 1, which is even where the
side to move wins. The figures are for best play, where the winner hurries and the loser delays.
They leave aside draws that follow from what happened before, such as a repetition.
"""

from functools import cached_property
from itertools import product
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.outlook import Value
from engine.search import LATER, Finding, Ranked
from engine.table_file import HEADER_BYTES, Contents, TableError, open_table
from rules.contract.capabilities import HasEndgames
from rules.contract.core import AnyGame, AnyMove, AnyState, Outcome
from rules.contract.endgames import Endgames, Index

__all__ = [
    "EndgameTable", "Foreseen", "Line", "endgame_configurations", "endgame_contents",
    "endgame_finding", "endgame_path", "first_gap", "foreseen_after", "line_of_play",
    "with_every_option",
]  # fmt: skip

# The header has room for 16 bytes, so the last letter is missing.
_MAGIC: Final = b"postboard-endgam"
_LONGEST: Final = 500
"""The most plies of a line."""
_DOUBTFUL: Final = 0.95
"""The worth of a win that may turn into a draw by rule. No one resigns for it."""


class Foreseen(NamedTuple):
    """The end of a game after best play, for one side."""

    result: int
    """1 if the side wins, -1 if it loses, 0 in a draw."""
    plies: int
    """The plies until then; 0 in a draw."""

    @property
    def value(self) -> Value:
        """The value to the side: an earlier win and a later loss are better."""
        return self.result * (1 - LATER * self.plies)


class EndgameTable:
    """The results of one game's positions with few pieces, from a file."""

    def __init__(self, path: Path, game: AnyGame) -> None:
        """Open and check the file. Raises TableError if it isn't a valid table of this game."""
        if not isinstance(game, HasEndgames):
            raise TableError(f"{game.spec.key} has no table of endgames.")
        self.key: Final = game.endgames_key
        self._game: Final = game
        self._bytes, contents = open_table(
            path, magic=_MAGIC, key=self.key, version=game.spec.version, length=_length
        )
        self.pieces: Final = contents.pieces

    @cached_property
    def endgames(self) -> Endgames:
        """The positions that the table holds."""
        return self._game.endgames(self.pieces)

    def code(self, index: Index) -> int:
        """Return the byte at an index."""
        return self._bytes[HEADER_BYTES + index]

    def foreseen(self, state: AnyState) -> Foreseen | None:
        """Return the end for the side to move, or None if the position isn't in the table."""
        index = self.endgames.index(state)
        if index is None:
            return None
        code = self.code(index)
        if not code:
            return Foreseen(0, 0)
        return Foreseen(-1 if code % 2 else 1, code - 1)


class Line(NamedTuple):
    """Best play on both sides, and how the game ends by all its rules after it."""

    moves: tuple[AnyMove, ...]
    outcome: Outcome | None
    """None if that takes too long."""


def endgame_path(folder: Path, game: HasEndgames) -> Path:
    """Return the path of the game's table of endgames."""
    return folder / f"{game.endgames_key}.exact"


def with_every_option(game: AnyGame) -> list[AnyGame]:
    """Return the game with every combination of its options."""
    options = game.spec.options
    values = product(*([choice.value for choice in option.choices] for option in options))
    keys = [option.key for option in options]
    return [game.configured(dict(zip(keys, chosen, strict=True))) for chosen in values]


def endgame_configurations(game: AnyGame) -> list[AnyGame]:
    """Return the game with the options for which tables of endgames differ."""
    found: dict[str, AnyGame] = {}
    for configured in with_every_option(game):
        if isinstance(configured, HasEndgames):
            found.setdefault(configured.endgames_key, configured)
    return [*found.values()]


def endgame_contents(game: AnyGame, pieces: int, size: int) -> Contents:
    """Return the contents of a table with so many indices."""
    assert isinstance(game, HasEndgames)
    return Contents(
        magic=_MAGIC, key=game.endgames_key, version=game.spec.version, size=size, pieces=pieces
    )


def foreseen_after(game: AnyGame, table: EndgameTable, after: AnyState) -> Foreseen | None:
    """Return the end for the side that has just moved, or None if the table doesn't know it.

    A game that is over has ended as its rules say, also where a repetition has drawn it.
    """
    outcome = game.outcome(after)
    if outcome is not None:
        return Foreseen(1, 1) if outcome.winners else Foreseen(0, 0)
    rivals = table.foreseen(after)
    if rivals is None or not rivals.result:
        return rivals
    return Foreseen(-rivals.result, rivals.plies + 1)


def endgame_finding(game: AnyGame, state: AnyState, table: EndgameTable) -> Finding | None:
    """Return the legal moves by their ends, or None if the position isn't in the table.

    A win or loss that best play doesn't reach by all rules, because the game is drawn before,
    counts less.
    """
    ranking = _ranking(game, state, table)
    if ranking is None:
        return None
    line: tuple[AnyMove, ...] = (ranking[0].move,)
    if ranking[0].value:
        line, outcome = line_of_play(game, state, table)
        if outcome is None or not outcome.winners:
            ranking = tuple(Ranked(move, _DOUBTFUL * value) for move, value in ranking)
    return Finding(ranking, line, len(ranking), 0)


def line_of_play(game: AnyGame, state: AnyState, table: EndgameTable) -> Line:
    """Return best play from a position of the table on, until the game ends by its rules."""
    moves: list[AnyMove] = []
    while (outcome := game.outcome(state)) is None and len(moves) < _LONGEST:
        ranking = _ranking(game, state, table)
        assert ranking is not None, "no move leads out of the table"
        moves.append(ranking[0].move)
        state = game.apply(state, ranking[0].move)
    return Line(tuple(moves), outcome)


def first_gap(game: AnyGame, table: EndgameTable, *, samples: int, seed: int) -> Index | None:
    """Return an index whose code doesn't follow from the rules' own moves, or None.

    Positions are drawn at random.
    """
    chance, found = Random(seed), 0
    while found < samples:
        index = chance.randrange(table.endgames.size)
        state = table.endgames.state(index)
        if state is None:
            continue
        found += 1
        if table.foreseen(state) != _implied(game, state, table):
            return index
    return None


def _implied(game: AnyGame, state: AnyState, table: EndgameTable) -> Foreseen | None:
    """Return the end for the side to move that follows from the ends after its moves."""
    outcome = game.outcome(state)
    if outcome is not None:
        return Foreseen(-1 if outcome.winners else 0, 0)
    ends = [foreseen_after(game, table, game.apply(state, move)) for move in game.legal(state)]
    known = [end for end in ends if end is not None]
    return max(known, key=_value) if len(known) == len(ends) else None


def _ranking(game: AnyGame, state: AnyState, table: EndgameTable) -> tuple[Ranked, ...] | None:
    found: list[Ranked] = []
    for move in game.legal(state):
        end = foreseen_after(game, table, game.apply(state, move))
        if end is None:
            return None
        found.append(Ranked(move, end.value))
    return tuple(sorted(found, key=lambda entry: -entry.value))


def _value(end: Foreseen) -> Value:
    return end.value


def _length(size: int) -> int:
    return size
