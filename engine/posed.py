"""Puzzles with the games in which they came up, as values and as the members of JSON objects."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.choose import investigate, seed_of
from engine.exact import Table
from engine.members import as_flag, as_text, as_texts, as_whole
from engine.puzzles import (
    BUDGET,
    VERSION,
    Claim,
    Solution,
    Step,
    find_puzzle,
    solution,
)
from rules.contract.core import AnyGame, AnyState
from rules.records.transcript import Transcript

__all__ = [
    "Posed", "main_line", "members_of", "next_moves", "posed_of", "puzzles_in", "solution_members",
    "solution_of",
]  # fmt: skip

_LOOK: Final = 300
"""The positions examined to see whether one move stands out from the others."""
_STANDS_OUT: Final = 0.1
"""The least difference from the second best move, in the judgement of a short search, for a proof
of full length."""
_SHORT: Final = 20
"""The factor by which the proof of any other position is shorter: it is long enough for most of the
wins and gains in two moves, many of which a short search doesn't see."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A position that holds a puzzle, with its proof."""

    transcript: Transcript
    """The game up to the position."""
    claim: Claim
    moves: int
    """The own moves that it takes."""
    solution: Solution
    positions: int
    """The positions that the proof examined."""
    missed: bool
    """True if another move was played in the game."""
    version: int = VERSION
    """The version of the search that proved it."""


def puzzles_in(
    transcript: Transcript, budget: int = BUDGET, table: Table | None = None
) -> Iterator[Posed]:
    """Yield the puzzles of a game, the positions first in which one move stands out most.

    A short search ranks the positions, so that the time goes to the likely ones; that a puzzle is
    one, only `find_puzzle` says, with this `budget` a claim or a short one, and any `table`.
    Raises RulesError for a game that can't be replayed.
    """
    game = transcript.game
    turns = transcript.turns()
    ranked = [
        (_standing_out(game, turn.before, table), number)
        for number, turn in enumerate(turns)
        if turn.side is not None
    ]
    for standing_out, number in sorted(ranked, key=lambda each: (-each[0], each[1])):
        state, played = turns[number].before, game.notate(turns[number].move)
        effort = budget if standing_out >= _STANDS_OUT else budget // _SHORT
        puzzle = find_puzzle(game, state, effort, table)
        found = solution(game, state, puzzle) if puzzle else None
        if puzzle is None or found is None:
            continue
        before = Transcript(
            transcript.key,
            transcript.options,
            transcript.texts[:number],
            version=game.spec.version,
        )
        missed = puzzle.answer != played
        yield Posed(before, puzzle.goal.claim, puzzle.moves, found, puzzle.positions, missed)


def _standing_out(game: AnyGame, state: AnyState, table: Table | None) -> float:
    """Return by how many points the best move is better than the second, after a short look."""
    if len(game.legal(state)) < 2:
        return 0.0
    seed = seed_of("puzzle", game.spec.key)
    _, found = investigate(game, state, _LOOK, seed, table, spread=_STANDS_OUT)
    first, second = found.ranking[:2]
    return first.value - second.value


def next_moves(found: Solution, line: Sequence[str]) -> Solution | None:
    """Return the moves that keep the claim after a line of the solution, replies included.

    None means that the line leaves the solution, or stops within the replies.
    """
    played = list(line)
    while played:
        step = found.get(played.pop(0))
        if step is None or step.then is None:
            return None
        if tuple(played[: len(step.replies)]) != step.replies:
            return None
        del played[: len(step.replies)]
        found = step.then
    return found


def main_line(found: Solution) -> tuple[str, ...]:
    """Return the moves and replies of a solution, always the first of equal moves."""
    move, step = next(iter(found.items()))
    return (move, *step.replies, *(main_line(step.then) if step.then else ()))


def members_of(posed: Posed) -> dict[str, Any]:
    """Return a puzzle as the members of a JSON object."""
    return {
        "game": posed.transcript.key,
        "version": posed.transcript.version,
        "options": dict(posed.transcript.options),
        "turns": list(posed.transcript.texts),
        "claim": posed.claim.value,
        "moves": posed.moves,
        "solution": solution_members(posed.solution),
        "positions": posed.positions,
        "missed": posed.missed,
        "search": posed.version,
    }


def posed_of(members: Mapping[str, Any]) -> Posed:
    """Return the puzzle in the members of an object.

    Raises LookupError, TypeError or ValueError.
    """
    options = {as_text(name): as_text(value) for name, value in members["options"].items()}
    return Posed(
        Transcript(
            as_text(members["game"]),
            options,
            as_texts(members["turns"]),
            version=as_whole(members["version"]),
        ),
        Claim(as_text(members["claim"])),
        as_whole(members["moves"]),
        solution_of(members["solution"]),
        as_whole(members["positions"]),
        as_flag(members["missed"]),
        as_whole(members["search"]),
    )


def solution_members(found: Solution) -> dict[str, Any]:
    """Return a solution as JSON has it: by move the replies, and then what keeps the claim."""
    return {
        move: [*step.replies, *([solution_members(step.then)] if step.then else [])]
        for move, step in found.items()
    }


def solution_of(members: Mapping[str, Any]) -> Solution:
    """Return the solution that `solution_members` wrote. Raises TypeError for anything else."""
    found = dict[str, Step]()
    for move, following in members.items():
        *replies, last = [*following] or [None]
        if last is None:
            found[as_text(move)] = Step()
        else:
            found[as_text(move)] = Step(as_texts(replies), solution_of(last))
    return found
