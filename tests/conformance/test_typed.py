"""Typed moves of every game: spellings, abbreviations, any texts, and the work they make."""

import random
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations, permutations
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AmbiguousMove, AnyGame, AnyMove, AnyState, RulesError
from rules.contract.notation import abbreviates
from rules.contract.typed import LONGEST, read_typed
from rules.contract.view import Piece
from rules.registry import find
from tests.conformance.configured import (
    SEEDS,
    SOAK,
    every_game,
    more_in_soak,
    sampled,
    states_of_players,
)
from tests.rules.draughts import naive
from tests.rules.hypergammon.naive import legal as plays_of
from tests.rules.spellings import spelled

POSITIONS: Final = 10_000 if SOAK else 200


def positions(game: AnyGame, chance: random.Random, number: int = POSITIONS) -> Sequence[AnyState]:
    """Return so many positions of random games."""
    found: list[AnyState] = []
    while len(found) < number:
        states = states_of_players(game, chance.getrandbits(32), 60)
        found += [state for state in sampled(chance, states, 20) if game.legal(state)]
    return found[:number]


@every_game
def test_no_spelling_of_a_move_is_read_as_another(game: AnyGame) -> None:
    chance = random.Random(22)
    for state in positions(game, chance):
        legal = game.legal(state)
        move = chance.choice(legal)
        text = spelled(chance, game.notate(move))
        assert game.notate(read_typed(game, state, legal, text)) == game.notate(move), text


# Abbreviations


def writings(game: AnyGame, state: AnyState) -> list[tuple[tuple[str, ...], str]]:
    """Return each way to write each legal move in full: the names in order, and its notation."""
    if game.spec.key in ("czech", "turkish"):
        listing = naive.czech if game.spec.key == "czech" else naive.turkish
        board = {
            ("abcdefgh".index(label[0]) + 1, int(label[1])): letter
            for stack in game.view(state).stacks
            for label, letter in [(game.geometry.label(stack.cell), _letter(stack.pieces[-1]))]
        }
        paths = listing(board, str(game.turn(state))[0])
        texts = {turn: path.text for turn, path in naive.distinct(paths).items()}
        return [
            (
                tuple(map(naive.label, path.cells)),
                texts[path.cells[0], path.cells[-1], path.captured],
            )
            for path in paths
        ]
    found = [(tuple(re.findall("[a-z][0-9]+", text)), text) for text in notations(game, state)]
    for names, text in list(found):
        if game.spec.key == "rekushu" and len(names) == 3:
            stone, low, high = names
            others = (low[0] + high[1:], high[0] + low[1:])
            pairs = ((high, low), others, others[::-1])
            found += [((stone, *pair), text) for pair in pairs]
    return found


def notations(game: AnyGame, state: AnyState) -> list[str]:
    """Return the notations of the legal moves."""
    return [game.notate(move) for move in game.legal(state)]


def _letter(piece: Piece) -> str:
    return piece.side[0].upper() if piece.crowned else piece.side[0]


def meant(
    game: AnyGame, written: Sequence[tuple[tuple[str, ...], str]], names: Sequence[str], ending: str
) -> set[str]:
    """Return the moves that these names mean, straight from the rule for abbreviations."""
    short = tuple(names)
    exact = {text for path, text in written if path == short and not ending}
    if exact:
        return exact
    found: set[str] = set()
    for path, text in written:
        begins = any(path[:size] == short for size in range(len(path) + (not ending)))
        ends = game.spec.key != "rekushu" and short == (path[-1],)
        skips = any(
            (path[0], *middle, path[-1]) == short
            for size in range(len(path) - 1)
            for middle in combinations(path[1:-1], size)
        )
        if begins or (not ending and (ends or (skips and len(path) > 1))):
            found.add(text)
    return found


def shortened(
    chance: random.Random, game: AnyGame, written: Sequence[tuple[tuple[str, ...], str]]
) -> list[str]:
    """Return names of which most abbreviate some move."""
    path = list(chance.choice(written)[0])
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    way = chance.randrange(5)
    if way == 0:
        return path[: chance.randint(1, len(path))]
    if way == 1:
        return path[-1:]
    if way == 2:
        return [path[0], *(name for name in path[1:-1] if chance.random() < 0.5), path[-1]]
    if way == 3:
        path[chance.randrange(len(path))] = chance.choice(labels)
        return path
    return [chance.choice(labels) for _ in range(chance.randint(1, 3))]


@every_game
def test_an_abbreviation_is_read_only_if_one_move_fits(game: AnyGame) -> None:
    if game.spec.key == "hypergammon":
        return
    chance = random.Random(4)
    for state in positions(game, chance, POSITIONS // 4):
        legal = game.legal(state)
        written = writings(game, state)
        if len(written) > 400:
            continue
        for _ in range(3):
            names, ending = shortened(chance, game, written), chance.choice(("", "", "-"))
            text = "-".join(names) + ending
            expected = meant(game, written, names, ending)
            try:
                found = {game.notate(read_typed(game, state, legal, text))}
            except AmbiguousMove as refused:
                found = {*refused.candidates}
            except RulesError:
                found = set[str]()
            assert found == expected, text


def test_part_of_a_play_is_read_only_if_one_play_begins_so() -> None:
    game, chance = find("hypergammon"), random.Random(5)
    for state in positions(game, chance, POSITIONS // 4):
        legal = game.legal(state)
        plays = plays_of(state.own, state.rivals, state.dice, joined=False)
        writing = chance.choice(sorted(chance.choice(sorted(plays.items()))[1]))
        rows = writing.replace("*", "").split()
        chance.shuffle(rows)
        typed = rows[: chance.randint(1, len(rows))]
        if chance.random() < 0.3:
            typed[-1] = typed[-1].partition("/")[0]
        begun = [
            ending
            for ending, texts in plays.items()
            if any(begins(typed, text.replace("*", "").split()) for text in texts)
        ]
        try:
            move = read_typed(game, state, legal, " ".join(typed))
        except AmbiguousMove:
            continue
        except RulesError:
            assert not begun or len(typed[-1].split("/")) == 1
            continue
        after = game.apply(state, move)
        exact = [e for e, texts in plays.items() if " ".join(sorted(typed)) in map(_sorted, texts)]
        assert (exact or begun) == [(after.rivals, after.own)], typed


def _sorted(text: str) -> str:
    return " ".join(sorted(text.replace("*", "").split()))


def begins(typed: Sequence[str], rows: Sequence[str]) -> bool:
    """Return True if the rows, in some order, begin with those typed, the last perhaps in part."""
    return any(
        order[: len(typed) - 1] == tuple(typed[:-1])
        and (order[len(typed) - 1] + "/").startswith(typed[-1] + "/")
        for order in permutations(rows, len(typed))
    )


def test_names_in_another_order_abbreviate_nothing() -> None:
    assert abbreviates(("a1", "c3", "e5", "g7"), ("a1", "c3", "e5", "c7", "g7"), is_open=False)
    assert not abbreviates(("a1", "e5", "c3", "g7"), ("a1", "c3", "e5", "g7"), is_open=False)


# Any text


@every_game
@settings(max_examples=more_in_soak(20))
@given(text=st.text(max_size=30) | st.text("abch138x-: K>*!.,to/6", max_size=16), seed=SEEDS)
def test_any_text_is_a_legal_move_or_is_refused_in_words(
    game: AnyGame, text: str, seed: int
) -> None:
    chance = random.Random(seed)
    state = chance.choice(states_of_players(game, seed, 10))
    legal = game.legal(state)
    move, refusal = None, ""
    try:
        move = read_typed(game, state, legal, text)
    except RulesError as refused:
        refusal = str(refused)
    assert move in legal or refusal[-1] in ".?"


@every_game
def test_the_work_for_a_text_is_bounded_by_its_length_and_the_moves(game: AnyGame) -> None:
    """Counted in calls of functions, which don't depend on the machine."""
    chance = random.Random(6)
    for state in positions(game, chance, 3):
        legal = game.legal(state)
        texts = [game.notate(move) for move in legal[:2]]
        for piece in (*texts, "a", "1", "x", "*", "(", "1.", "a1", "c3-", "to", " ", "-", "É", "ﷺ"):
            size = LONGEST // len(piece)
            calls = _calls(game, state, legal, piece * size)
            few = _calls(game, state, legal, piece)
            assert calls <= few + 150 * LONGEST + 40 * len(legal), (piece, calls)
        assert _calls(game, state, legal, "a1-" * 100_000) < 1000


def _calls(game: AnyGame, state: AnyState, legal: Sequence[AnyMove], text: str) -> int:
    """Return the number of functions called while a text is read."""
    number = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    with suppress(RulesError):
        read_typed(game, state, legal, text)  # Fills the caches.
    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        with suppress(RulesError):
            read_typed(game, state, legal, text)
    finally:
        sys.setprofile(before)
    return number
