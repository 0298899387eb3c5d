"""A game is not finished before it has its perft file, its playthrough and a test a rule."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

from rules.contract.core import AnyGame
from rules.registry import all_games
from tests.conformance.configured import every_game

TESTS: Final = Path(__file__).parents[1]
BREAKING: Final = ("broken_rule", "refusal")
"""What tests call to play a move that is refused, and to learn why."""


@cache
def _trees() -> tuple[ast.Module, ...]:
    paths = sorted((TESTS / "rules").rglob("test_*.py"))
    return tuple(ast.parse(path.read_text("utf-8")) for path in paths)


@cache
def _rule_tests() -> dict[str, ast.FunctionDef]:
    nodes = (node for tree in _trees() for node in ast.walk(tree))
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def _exempt(constant: str) -> set[str]:
    """Return the rules in the constants of this name that the tests of games have."""
    return {
        rule
        for tree in _trees()
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and node.value
        if isinstance(node.target, ast.Name) and node.target.id == constant
        for rule in ast.literal_eval(node.value)
    }


def _mentions(test: ast.FunctionDef, word: str) -> bool:
    return any(
        (isinstance(node, ast.Constant) and node.value == word)
        or (isinstance(node, ast.Name) and node.id == word)
        for node in ast.walk(test)
    )


@every_game
def test_a_game_has_perft_numbers(game: AnyGame) -> None:
    assert (TESTS / "perft" / f"{game.spec.key}.perft").is_file()


@every_game
def test_a_game_has_a_playthrough(game: AnyGame) -> None:
    path = TESTS / "playthroughs" / f"{game.spec.key}.txt"
    assert path.is_file(), f"write it with: python -m tests.playthroughs {game.spec.key}"


@every_game
def test_a_game_has_a_test_file(game: AnyGame) -> None:
    name = game.spec.key.replace("-", "_")
    assert list((TESTS / "rules").rglob(f"test_{name}.py"))


@every_game
def test_every_rule_has_a_test_of_its_name(game: AnyGame) -> None:
    """Rules of play must be broken there; ends must be cited by their key.

    The test file of a game names its exceptions: in `FREEDOMS` the rules that only allow or
    count, in `TABLE_EVENTS` those that the players carry out, which no position can show.
    """
    tests, freedoms, table_events = _rule_tests(), _exempt("FREEDOMS"), _exempt("TABLE_EVENTS")
    for rule in game.spec.rulebook:
        if rule.key in table_events:
            continue
        name = "test_" + rule.key.replace(".", "_").replace("-", "_")
        assert name in tests, f"{rule.key} needs a test {name}"
        assert _mentions(tests[name], rule.key), f"{name} doesn't cite {rule.key}"
        ends_the_game = ".end" in rule.key or ".draw" in rule.key
        needs_no_breach = ends_the_game or rule.key in freedoms
        breaks = any(_mentions(tests[name], asking) for asking in BREAKING)
        assert needs_no_breach or breaks, f"{name} breaks no rule"


def test_there_are_games() -> None:
    assert len(all_games()) >= 1
