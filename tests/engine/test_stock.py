"""The stock of puzzles: each is proved again by slow rules and a search that keeps nothing."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Protocol

import pytest

from engine.__main__ import main
from engine.exact import UNITS, Shelf, units_after
from engine.outlook import Outlook
from engine.posed import Posed, main_line, members_of, next_moves, posed_of, puzzles_in
from engine.puzzles import Claim, Solution, Step, find_puzzle, solution
from engine.stock import MOST, file_name, stock
from rules.contract.core import Dice
from rules.records.transcript import Transcript
from rules.registry import all_games
from tests.conformance.configured import SOAK, states_of_players
from tests.engine.small_games import GAMES, solved
from tests.rules.draughts import naive as draughts
from tests.rules.punt.naive import Naive as SlowPunt
from tests.rules.rematch.naive import Naive as SlowReMatch

SAMPLE: Final = 2
"""The puzzles of a game that are proved outside a soak: the shortest proofs."""
SHORT: Final = 500
"""Positions of a proof that slow rules can repeat outside a soak."""
MEN: Final = 2
"""The men that a gain wins; every other first move wins less than half of them."""


class Slow(Protocol):
    """A position of slow rules."""

    @property
    def due(self) -> str: ...
    def following(self) -> Mapping[str, "Slow"]:
        """Return the positions after each move, by the notations of logs."""
        ...

    def winners(self) -> frozenset[str] | None:
        """Return the first letters of the sides that won, none in a draw; None while it goes on."""
        ...

    def lead(self, letter: str) -> int: ...
    def is_unquiet(self) -> bool: ...


@dataclass(frozen=True)
class Draughts:
    listing: draughts.Listing
    board: draughts.Board
    due: str

    def following(self) -> Mapping[str, Slow]:
        other = "b" if self.due == "w" else "w"
        return {
            path.text: Draughts(self.listing, draughts.play(self.board, path), other)
            for path in draughts.distinct(self.listing(self.board, self.due)).values()
        }

    def winners(self) -> frozenset[str] | None:
        if self.listing(self.board, self.due):
            return None
        return frozenset("b" if self.due == "w" else "w")

    def lead(self, letter: str) -> int:
        worth = {piece: 3 if piece.isupper() else 1 for piece in "wbWB"}
        return sum(worth[p] * (1 if p.lower() == letter else -1) for p in self.board.values())

    def is_unquiet(self) -> bool:
        return any(path.captured for path in self.listing(self.board, self.due))


@dataclass(frozen=True)
class Stacks:
    """ReMatch or one of the races."""

    rules: SlowReMatch | SlowPunt

    @property
    def due(self) -> str:
        return self.rules.due

    def following(self) -> Mapping[str, Slow]:
        return {notation: self.after(notation) for notation in self.rules.moves()}

    def after(self, notation: str) -> "Stacks":
        rules = deepcopy(self.rules)
        rules.play(notation)
        return Stacks(rules)

    def winners(self) -> frozenset[str] | None:
        ending = self.rules.ending
        return None if ending is None else frozenset(side[0] for side in ending[1])

    def lead(self, letter: str) -> int:
        raise AssertionError(f"there is no material to gain for {letter}")

    def is_unquiet(self) -> bool:
        return False


LISTINGS: Final[Mapping[str, draughts.Listing]] = {
    "czech": draughts.czech,
    "turkish": partial(draughts.turkish, crown="stop"),
}
BEGINNINGS: Final = {
    "rematch": lambda: Stacks(SlowReMatch()),
    "punt-match": lambda: Stacks(SlowPunt("square")),
    "punt-heks": lambda: Stacks(SlowPunt("heks-2")),
}


def slow_position(posed: Posed) -> Slow:
    """Return the position of a puzzle by the slow rules."""
    game = posed.transcript.game
    if game.spec.key in LISTINGS:
        board: draughts.Board = {}
        state = posed.transcript.state()
        for stack in game.view(state).stacks:
            (piece,) = stack.pieces
            name = game.geometry.label(stack.cell)
            letter = piece.side[0].upper() if piece.crowned else piece.side[0]
            board["abcdefgh".index(name[0]) + 1, int(name[1])] = letter
        return Draughts(LISTINGS[game.spec.key], board, str(game.turn(state))[0])
    slow = BEGINNINGS[game.spec.key]()
    for notation in posed.transcript.texts:
        slow = slow.after(notation)
    return slow


@dataclass(frozen=True)
class Wanted:
    """What one side wants to force."""

    team: frozenset[str]
    least: int | None = None
    """The lead in material, if it is a gain."""

    def forced(self, slow: Slow, moves: int) -> bool:
        """Search for it in so many own moves, remembering nothing."""
        winners = slow.winners()
        if winners is not None:
            return winners == self.team
        if moves == 0 and not (self.least is not None and slow.is_unquiet()):
            (letter,) = self.team if self.least is not None else ("",)
            return self.least is not None and slow.lead(letter) >= self.least
        if slow.due in self.team:
            return any(self.forced(each, max(0, moves - 1)) for each in slow.following().values())
        return all(self.forced(each, moves) for each in slow.following().values())

    def keeping(self, slow: Slow, moves: int) -> set[str]:
        return {
            notation
            for notation, after in slow.following().items()
            if self.forced(after, moves - 1)
        }


def wanted(posed: Posed, slow: Slow, less: int = 0) -> Wanted:
    """Return what a puzzle claims, or so many men less."""
    teams = posed.transcript.game.spec.teams
    letters = [frozenset(side[0] for side in team) for team in teams]
    team = next(each for each in letters if slow.due in each)
    if posed.claim is Claim.WIN:
        return Wanted(team)
    return Wanted(team, slow.lead(slow.due) + MEN - less)


def prove(posed: Posed) -> None:
    """Prove a puzzle and every branch of its solution."""
    slow = slow_position(posed)
    goal = wanted(posed, slow)
    for moves in range(1, posed.moves):
        assert not goal.keeping(slow, moves), "it takes fewer moves than it says"
    assert len(goal.keeping(slow, posed.moves)) == 1
    if posed.claim is Claim.GAIN:
        assert len(wanted(posed, slow, 1).keeping(slow, posed.moves)) == 1
    follow(goal, slow, posed.solution, posed.moves)


def follow(goal: Wanted, slow: Slow, found: Solution, moves: int) -> None:
    assert goal.keeping(slow, moves) == set(found)
    for notation, step in found.items():
        after = slow.following()[notation]
        for reply in step.replies:
            assert after.due not in goal.team
            after = after.following()[reply]
        if step.then is None:
            assert goal.forced(after, moves - 1)
        else:
            assert after.due in goal.team
            follow(goal, after, step.then, moves - 1)


def proved() -> Iterator[Posed]:
    for puzzles in stock().values():
        forced = [posed for posed in puzzles if posed.claim is not Claim.BEST]
        forced.sort(key=lambda posed: (posed.moves, posed.positions))
        yield from forced if SOAK else [each for each in forced if each.positions < SHORT][:SAMPLE]


@pytest.mark.parametrize("posed", [pytest.param(each, id=each.transcript.key) for each in proved()])
def test_a_puzzle_is_proved_by_the_slow_rules(posed: Posed) -> None:
    prove(posed)


def test_a_wrong_puzzle_is_not_proved() -> None:
    """What proves puzzles notices a wrong answer, a wrong count of moves and a missing branch."""
    posed = next(proved())
    (answer, step), *_ = posed.solution.items()
    assert step.then is not None
    wrong = {"a1-a2": step}
    cut = {answer: Step(step.replies, dict(list(step.then.items())[1:]))}
    for changed in (
        Posed(posed.transcript, posed.claim, posed.moves, wrong, 1, missed=False),
        Posed(posed.transcript, posed.claim, posed.moves + 1, posed.solution, 1, missed=False),
        Posed(posed.transcript, posed.claim, posed.moves, cut, 1, missed=False),
    ):
        with pytest.raises(AssertionError):
            prove(changed)


def test_the_stock_is_whole() -> None:
    """Each game has at most 50, none twice, those first that the computer missed."""
    for key, puzzles in stock().items():
        assert 0 < len(puzzles) <= MOST
        states = {posed.transcript.state() for posed in puzzles}
        assert len(states) == len(puzzles)
        order = [not posed.missed for posed in puzzles]
        assert order == sorted(order)
        for posed in puzzles:
            assert posed.transcript.key == key
            assert posed.transcript.version == all_games()[key].spec.version
            assert posed_of(json.loads(json.dumps(members_of(posed)))) == posed
            assert next_moves(posed.solution, ()) == posed.solution


@pytest.mark.parametrize("posed", [pytest.param(each, id=each.transcript.key) for each in proved()])
def test_the_search_finds_the_puzzle_again(posed: Posed) -> None:
    game, state = posed.transcript.game, posed.transcript.state()
    puzzle = find_puzzle(game, state)
    assert puzzle is not None
    assert (puzzle.goal.claim, puzzle.moves) == (posed.claim, posed.moves)
    assert puzzle.positions == posed.positions
    assert solution(game, state, puzzle) == posed.solution
    for move in main_line(posed.solution):
        state = game.apply(state, game.parse(state, move))


TREE: Final[Solution] = {
    "a": Step(("x", "y"), {"b": Step(), "c": Step(("z",), {"d": Step()})}),
}


def test_a_line_leads_to_the_moves_that_keep_the_claim() -> None:
    assert next_moves(TREE, ()) == TREE
    assert next_moves(TREE, ("a", "x", "y")) == {"b": Step(), "c": Step(("z",), {"d": Step()})}
    assert next_moves(TREE, ("a", "x", "y", "c", "z")) == {"d": Step()}
    for line in (("b",), ("a", "x"), ("a", "y", "x"), ("a", "x", "y", "b")):
        assert next_moves(TREE, line) is None
    assert main_line(TREE) == ("a", "x", "y", "b")


def test_the_command_writes_puzzles_that_are_the_same_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["puzzles", "czech", "--number", "1", "--budget", "300", "--out", str(tmp_path)]
    written: list[str] = []
    for _ in range(2):
        monkeypatch.setattr("sys.argv", ["engine", *words])
        assert main() == 0
        written.append((tmp_path / file_name("czech")).read_text("utf-8"))
    assert written[0] == written[1]
    assert len(written[0].splitlines()) == 1
    assert "czech: 1 puzzles in" in capsys.readouterr().err


def test_the_best_play_is_a_puzzle_where_it_is_clear(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    game = GAMES[0]
    table = Shelf(solved(tmp_path_factory)).find(game)
    assert table is not None
    found = 0
    for state in states_of_players(game, 3, 40):
        if isinstance(game.turn(state), Dice) or game.turn(state) is None:
            continue
        puzzle = find_puzzle(game, state, table=table)
        assert find_puzzle(game, state) is None, "without the table nobody knows"
        team = Outlook(game).team_due(state)
        after = [game.apply(state, move) for move in game.legal(state)]
        values = sorted((units_after(game, each, table, team) for each in after), reverse=True)
        is_clear = len(values) >= 3 and values[0] - values[1] >= 0.08 * UNITS
        assert (puzzle is not None) == is_clear
        if puzzle is not None:
            found += 1
            assert (puzzle.goal.claim, puzzle.moves) == (Claim.BEST, 1)
            assert solution(game, state, puzzle) == {puzzle.answer: Step()}
            best = game.apply(state, game.parse(state, puzzle.answer))
            assert units_after(game, best, table, team) == values[0]
    assert found


def test_dice_have_no_puzzles_without_a_table() -> None:
    assert list(puzzles_in(Transcript("hypergammon", {}, ("[5-2]",)))) == []
