"""Alpha-beta over the `Game` contract: any number of teams, dice, compulsory captures.

The team at the root maximises its own value. Everyone else minimises it, even if there are several
rivals (the paranoid assumption of Sturtevant and Korf, 2000), which never promises too much. Rolls
are averaged. At the full depth, the search continues while moves are forced or compulsory captures,
which makes exchanges exact at no cost.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final, NamedTuple, TypeAlias

from engine.outlook import JUDGED, Outlook, TeamNumber, Value, deciding_side
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["LATER", "Finding", "Foresight", "Ranked", "glance", "search", "value_of_move"]

LATER: Final = 1e-4
"""The amount by which a ply before a result makes a win less good and a loss less bad."""
_PROVEN: Final = (1 + JUDGED) / 2
"""The value above which a result has been found, not judged."""
_UNBOUNDED: Final = 1 << 30
"""More positions than a look at every move can take."""
_EXTENSIONS: Final = 8
"""The most plies by which forced moves and captures prolong a line."""
_DEEPEST: Final = 100
"""The most plies; only a search that has seen the whole rest of the game gets there."""


Foresight: TypeAlias = Callable[[AnyState], tuple[int, int] | None]
"""Takes a state in which a side is to move and returns, if that is known, the result for the side,
1, 0 or -1, and the plies until then."""


class Ranked(NamedTuple):
    """A move at the root, and its value to the side that makes it."""

    move: AnyMove
    value: Value


@dataclass(frozen=True, slots=True)
class Finding:
    """The findings of a search."""

    ranking: tuple[Ranked, ...]
    """All legal moves, best first. Values within the requested spread are as deep as the best
    move's; below that they are upper bounds."""
    line: tuple[AnyMove, ...]
    """The best move and the likely course of play after it, up to the next roll."""
    positions: int
    """The number of positions examined."""
    depth: int
    """Plies searched in full, without extensions."""


class _Entry(NamedTuple):
    """An entry of the transposition table; `bound` is 1 for at least, -1 for at most."""

    depth: int
    bound: int
    value: Value
    move: AnyMove


class _SpentError(Exception):
    """The budget of positions is used up."""


def search(
    game: AnyGame,
    state: AnyState,
    *,
    positions: int,
    seed: int,
    spread: Value = 0.0,
    foresight: Foresight | None = None,
    sees_ends: bool = False,
) -> Finding:
    """Return the findings of a search of this many positions about the legal moves.

    The game has to be `Judged`. Every legal move is examined once, even if there are more than
    `positions`. States that `foresight` knows are looked at no further. With `sees_ends`, a game
    that ends with the last ply counts as it ended even where nothing is unquiet, which takes about
    twice as long there. The same arguments give the same findings in every process. Raises
    ValueError if no side is to move.
    """
    searching = _Search(
        Outlook(game), state, positions=positions, spread=spread, foresight=foresight,
        sees_ends=sees_ends,
    )  # fmt: skip
    return searching.run(Random(seed))


def glance(game: AnyGame, state: AnyState, moves: Sequence[AnyMove]) -> Finding:
    """Return the findings of a look at what these legal moves lead to, at no answer.

    Captures that must follow are played to their end. The game has to be `Judged`. Of equal moves
    the first is the best; moves below the best have upper bounds. Raises ValueError if no side is
    to move.
    """
    searching = _Search(
        Outlook(game), state, positions=_UNBOUNDED, spread=0.0, foresight=None, sees_ends=True
    )
    return searching.glance(moves)


def value_of_move(
    game: AnyGame,
    state: AnyState,
    move: AnyMove,
    finding: Finding,
    *,
    positions: int,
    foresight: Foresight | None = None,
    sees_ends: bool = False,
) -> Value:
    """Return the value of a legal move, as deep as the findings are for the best move.

    If that takes more than `positions`, or the findings aren't from `search`, it is the value in
    the findings, which may be too high but isn't above the best.
    """
    known = next(entry.value for entry in finding.ranking if entry.move == move)
    if not finding.depth or not isinstance(game, Judged):
        return known
    searching = _Search(
        Outlook(game), state, positions=positions, spread=0.0, foresight=foresight,
        sees_ends=sees_ends,
    )  # fmt: skip
    value = searching.after(move, finding.depth)
    return known if value is None else min(value, finding.ranking[0].value)


class _Search:
    """One search from one state. An instance is used once."""

    def __init__(
        self,
        outlook: Outlook,
        root: AnyState,
        *,
        positions: int,
        spread: Value,
        foresight: Foresight | None,
        sees_ends: bool,
    ) -> None:
        deciding_side(outlook.game, root)
        self._outlook: Final = outlook
        self._legal: Final = outlook.game.legal
        self._apply: Final = outlook.game.apply
        judgement = outlook.judgement
        assert judgement is not None, "a game without judgement is not for alpha-beta"
        self._unquiet: Final = judgement.unquiet
        self._root: Final = root
        self._team: Final[TeamNumber] = outlook.team_due(root)
        self._most: Final = positions
        self._spread: Final = spread
        self._foresight: Final = foresight
        self._judges_blindly: Final = judgement.unquiet is None and not sees_ends
        """The last ply is judged without a look at its moves."""
        self._seen = 0
        self._in_full = True
        """Every move at the root is examined, whatever it costs."""
        self._by_chance = False
        """A roll was averaged, so a high value isn't a proof."""
        self._table: dict[AnyState, _Entry] = {}
        self._killers: dict[int, AnyMove] = {}
        self._history: dict[AnyMove, int] = {}

    def run(self, chance: Random) -> Finding:
        """Search deeper and deeper until the budget is used up or the result is certain."""
        moves = list(self._legal(self._root))
        chance.shuffle(moves)
        ranking = [Ranked(move, 0.0) for move in moves]
        depth = 0
        while depth < _DEEPEST:
            deeper, complete = self._ranked([move for move, _ in ranking], depth + 1)
            if not deeper or (self._spread and not complete):
                break  # values of different depths can't be compared
            if self._is_lost_to_many(deeper) and depth:
                break
            looked_at = {move for move, _ in deeper}
            ranking = [*deeper, *(entry for entry in ranking if entry.move not in looked_at)]
            if not complete:
                # What has just been found to lose is no better than what wasn't looked at again.
                ranking.sort(key=lambda entry: entry.value < -_PROVEN)
                break
            depth += 1
            if len(moves) == 1 or self._is_settled(ranking):
                break
            self._in_full = False
        return Finding(tuple(ranking), self._line(ranking[0].move), self._seen, depth)

    def glance(self, moves: Sequence[AnyMove]) -> Finding:
        """Search these moves to depth 1."""
        ranking, _ = self._ranked(moves, 1)
        return Finding(tuple(ranking), self._line(ranking[0].move), self._seen, 1)

    def after(self, move: AnyMove, depth: int) -> Value | None:
        """Return the value of one move to that depth, or None if the budget doesn't suffice."""
        self._in_full = depth == 1
        try:
            return self._value(self._apply(self._root, move), depth - 1, -inf, inf, 1, 0)
        except _SpentError:
            return None

    def _ranked(self, moves: Sequence[AnyMove], depth: int) -> tuple[list[Ranked], bool]:
        """Return the moves examined to that depth, best first, and True if these are all."""
        found: list[Ranked] = []
        best = -inf
        complete = True
        for move in moves:
            after = self._apply(self._root, move)
            try:
                value = self._value(after, depth - 1, best - self._spread, inf, 1, 0)
            except _SpentError:
                complete = False
                break
            found.append(Ranked(move, value))
            best = max(best, value)
        # Of equal values the first one stays: later ones may be bounds of worse moves.
        found.sort(key=lambda entry: -entry.value)
        return found, complete

    def _is_settled(self, ranking: Sequence[Ranked]) -> bool:
        """Return True if a win, or every alternative's loss, is certain."""
        if self._by_chance:
            return False
        return ranking[0].value > _PROVEN or ranking[1].value < -_PROVEN

    def _is_lost_to_many(self, ranking: Sequence[Ranked]) -> bool:
        """Return True if every move loses, though only if several rivals join forces.

        Then the earlier findings are the better guide.
        """
        several = len(self._outlook.game.spec.teams) > 2
        return several and ranking[0].value < -_PROVEN

    def _value(  # noqa: PLR0917 - naming arguments would slow down every position
        self, state: AnyState, depth: int, alpha: Value, beta: Value, ply: int, extended: int
    ) -> Value:
        """Return the state's value to the root's team, as far as it lies within the window."""
        self._seen += 1
        if self._seen > self._most and not self._in_full:
            raise _SpentError
        entry = self._table.get(state)
        if entry is not None and entry.depth >= depth:
            _, bound, value, _ = entry
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value
        if depth <= 0 and self._judges_blindly and not self._in_full:
            return self._outlook.judged(state, self._team)
        moves = self._legal(state)
        if not moves:
            return self._outlook.ended(state, self._team) * (1 - LATER * ply)
        if self._outlook.is_chance(moves):
            return self._averaged(state, moves, depth, ply, extended)
        if self._foresight is not None and (foreseen := self._foresight(state)) is not None:
            result, plies = foreseen
            ours = self._outlook.team_due(state) == self._team
            return (result if ours else -result) * (1 - LATER * (ply + plies))
        if depth <= 0:
            if extended >= _EXTENSIONS or self._seen > self._most or not self._goes_on(moves):
                return self._outlook.judged(state, self._team)
            depth, extended = 1, extended + 1
        return self._played(state, moves, depth, alpha, beta, ply, extended)

    def _goes_on(self, moves: Sequence[AnyMove]) -> bool:
        return len(moves) == 1 or (self._unquiet is not None and self._unquiet(moves))

    def _averaged(
        self, state: AnyState, rolls: Sequence[AnyMove], depth: int, ply: int, extended: int
    ) -> Value:
        self._by_chance = True
        if depth <= 0:
            return self._outlook.judged(state, self._team)
        total = 0.0
        for roll, times in self._outlook.distinct(rolls):
            after = self._apply(state, roll)
            total += times * self._value(after, depth, -inf, inf, ply + 1, extended)
        return total / len(rolls)

    def _played(  # noqa: PLR0917 - as for `_value`
        self,
        state: AnyState,
        moves: Sequence[AnyMove],
        depth: int,
        alpha: Value,
        beta: Value,
        ply: int,
        extended: int,
    ) -> Value:
        """Return the state's value to the root's team after the best move of the side to move."""
        ours = self._outlook.team_due(state) == self._team
        low, high = alpha, beta
        best, chosen = (-inf if ours else inf), None
        for move in self._ordered(state, moves, ply):
            value = self._value(self._apply(state, move), depth - 1, low, high, ply + 1, extended)
            if ours:
                if value > best:
                    best, chosen = value, move
                    if value > low:  # noqa: PLR1730 - `max` is slow, and this is the inner loop
                        low = value
            elif value < best:
                best, chosen = value, move
                if value < high:  # noqa: PLR1730
                    high = value
            if low >= high:
                self._killers[ply] = move
                self._history[move] = self._history.get(move, 0) + depth * depth
                break
        bound = 1 if best >= beta else -1 if best <= alpha else 0
        self._table[state] = _Entry(depth, bound, best, chosen)
        return best

    def _ordered(self, state: AnyState, moves: Sequence[AnyMove], ply: int) -> Sequence[AnyMove]:
        """Return the moves, starting with those that were best here or caused cut-offs."""
        if len(moves) == 1:
            return moves
        entry, killer, history = self._table.get(state), self._killers.get(ply), self._history
        ordered = sorted(moves, key=lambda move: -history.get(move, 0))
        for move in (killer, entry.move if entry else None):
            if move is not None and move in ordered:
                ordered.remove(move)
                ordered.insert(0, move)
        return ordered

    def _line(self, first: AnyMove) -> tuple[AnyMove, ...]:
        """Return the move and those that are best after it according to the table."""
        line, state = [first], self._apply(self._root, first)
        while (entry := self._table.get(state)) is not None and len(line) < _DEEPEST:
            line.append(entry.move)
            state = self._apply(state, entry.move)
        return tuple(line)
