"""The guided lessons of every game: each step is what it says, by the rules alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest

from engine.puzzles import find_puzzle
from rules.contract.capabilities import HasMaterial
from rules.contract.core import AnyGame, AnyMove, AnyState
from rules.contract.rule import Step
from rules.contract.sentence import Sentence
from rules.contract.steps import begun, right_moves
from rules.contract.view import BoardView
from rules.registry import all_games, origin_of

LONGEST: Final = {"before": 150, "after": 110, "hint": 110, "lure": 90, "wrong": 110, "idea": 22}
"""The most characters of each text; the plate of a picture has room for the idea."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What holds after each right move of a step, and which rules its wrong moves break."""

    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    """The rule that a wrong move breaks."""
    then: Mapping[str, str] = field(default_factory=dict[str, str])
    """The answer to a wrong move of which its sentence speaks."""
    cells: Mapping[str, str] = field(default_factory=dict[str, str])
    """Stacks, top first: the sides' first letters, a capital for a king."""
    winners: Sequence[str] = ()
    notes: Mapping[str, int] = field(default_factory=dict[str, int])
    """The number in each side's note."""
    pair: str = ""
    """The side that has two pieces on a point."""
    empty: str = ""
    kings: int | None = None
    denied: str = ""
    """The claim that the other side can make no more, but could after any other move."""
    keeps_all: bool = False
    """True if the other side takes nothing."""
    proof: int | None = None
    """The moves in which the win is forced, by this move alone."""


FACTS: Final[Mapping[str, Sequence[Facts]]] = {
    "rematch": [
        Facts(
            cells={"c4": "rw", "c3": ""},
            rules={"c2-d2": "rematch.capture.mandatory", "c2xc5": "rematch.capture"},
        ),
        Facts(
            cells={"e3": "rwo", "c2": "", "d3": ""},
            rules={"c1xc3": "rematch.capture.continue", "a3-a2": "rematch.capture.mandatory"},
        ),
        Facts(cells={"b2": "r", "c3": "rw"}, rules={"a1-b1": "rematch.capture.mandatory"}),
        Facts(winners=("red",), then={"a1-b2": "c3xa1"}),
    ],
    "hypergammon": [
        Facts(pair="white"),
        Facts(notes={"Black": 33}),
        Facts(empty="bar", rules={"9/4": "hyper.bar", "bar/20": "hyper.blocked"}),
        Facts(winners=("white",)),
    ],
    "punt-match": [
        Facts(notes={"White": 3}, rules={"d4-e5": "punt.direction"}),
        Facts(cells={"d6": "wbb"}),
        Facts(notes={"White": 4}, then={"b2-b5": "f6xd6", "d6-e6": "f6xe6"}),
        Facts(winners=("white",), notes={"White": 3, "Black": 2}),
    ],
    "punt-heks": [
        Facts(notes={"White": 2}),
        Facts(cells={"g5": "wbb"}),
        Facts(notes={"White": 4}, then={"c3-d3": "h3xh5"}),
        Facts(winners=("white",), notes={"White": 3, "Black": 2}),
    ],
    "rekushu": [
        Facts(notes={"Black": 9, "White": 0}),
        Facts(notes={"Black": 9}, rules={"c3+b2:e5": "rekushu.claim.stones"}),
        Facts(denied="b2:f6", then={"g7": "f6+b2:f6"}),
        Facts(rules={"d6": "rekushu.mirror"}),
    ],
    "turkish": [
        Facts(
            notes={"White": 2, "Black": 1},
            rules={"d4-d5": "turkish.capture.mandatory", "f2-f3": "turkish.capture.mandatory"},
        ),
        Facts(
            notes={"White": 2, "Black": 2},
            rules={"f4xh4": "turkish.capture.majority", "c3xc5": "turkish.capture.majority"},
        ),
        Facts(keeps_all=True, then={"d4-d5": "d6xd4"}),
        Facts(cells={"c8": "W"}),
        Facts(
            winners=("white",),
            rules={"a1xa6": "turkish.capture.majority", "a1xa5xd5": "turkish.capture.majority"},
        ),
    ],
    "czech": [
        Facts(
            notes={"White": 2, "Black": 1},
            rules={"g3-h4": "czech.capture.mandatory", "c3-b4": "czech.capture.mandatory"},
        ),
        Facts(notes={"White": 2, "Black": 1}, rules={"c3xe5": "czech.capture.mandatory"}),
        Facts(kings=1),
        Facts(notes={"White": 2, "Black": 1}, rules={"a1xd4": "czech.king", "a1xf6": "czech.king"}),
        Facts(proof=2, then={"g7-h8": "d8xb6"}),
        Facts(
            winners=("white",), rules={"f8xb4": "czech.king", "a1-b2": "czech.capture.mandatory"}
        ),
    ],
}
"""The facts of the steps of each game."""


def _steps(game: AnyGame) -> Sequence[Step]:
    return game.spec.lesson.steps if game.spec.lesson else ()


STEPS: Final = [
    pytest.param(game, step, facts, id=f"{key}-{number}")
    for key, found in FACTS.items()
    for game in [all_games()[key]]
    for number, (step, facts) in enumerate(zip(_steps(game), found, strict=True), 1)
]

stated = pytest.mark.parametrize(("game", "step", "facts"), STEPS)
steps = pytest.mark.parametrize(
    ("game", "step"), [pytest.param(*each.values[:2], id=each.id) for each in STEPS]
)


@pytest.mark.parametrize(
    "game",
    [game for game in all_games().values() if origin_of(game.spec.key) is None],
    ids=lambda game: game.spec.key,
)
def test_each_game_has_three_to_five_lessons(game: AnyGame) -> None:
    lesson = game.spec.lesson
    assert lesson is not None
    assert 3 <= sum(not step.follows for step in lesson.steps) <= 5
    assert lesson.lure is not None
    assert len(lesson.lure.english()) <= LONGEST["lure"]
    assert len(FACTS[game.spec.key]) == len(lesson.steps)
    learners = {game.turn(begun(game, step)) for step in lesson.steps}
    assert len(learners) == 1, "the learner is always the same side"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.spec.key)
def test_the_first_step_says_who_plays_together(game: AnyGame) -> None:
    """The learner meets a team of sides at the latest in the second practice game, as that team."""
    teams = [team for team in game.spec.teams if len(team) > 1]
    for side in (side for team in teams if _steps(game) for side in team):
        assert game.spec.side(side).title.english() in _steps(game)[0].before.english()


def test_the_first_claim_explains_how_claims_are_written() -> None:
    step = _steps(all_games()["rekushu"])[0]
    (claim,) = step.wanted
    alone = step.wrong[claim.partition("+")[0]]
    assert alone is not None
    assert claim in alone.english()


@pytest.mark.parametrize(
    ("key", "told"),
    [("rekushu", "inside or on its edges"), ("rekushu", "needs an unclaimed tile"),
     ("rematch", "Only Red can fly"), ("rematch", "You never have to.")],
)  # fmt: skip
def test_a_rule_that_refuses_moves_of_the_first_game_is_told(key: str, told: str) -> None:
    texts = [text for step in _steps(all_games()[key]) for text in (step.before, step.after)]
    assert any(told in text.english() for text in texts)


@stated
def test_a_right_move_does_what_the_step_says(game: AnyGame, step: Step, facts: Facts) -> None:
    state = begun(game, step)
    right = right_moves(game, step, state)
    assert right
    legal = {game.notate(move) for move in game.legal(state)}
    assert {each for each in step.wanted if "*" not in each} <= legal
    for move in right.values():
        assert list(_false(game, state, move, facts)) == []


@stated
def test_a_wrong_move_is_answered_with_what_is_true(
    game: AnyGame, step: Step, facts: Facts
) -> None:
    state = begun(game, step)
    legal = {game.notate(move): move for move in game.legal(state)}
    for text, words in step.wrong.items():
        broken = game.violation(state, game.parse(state, text))
        if words is None:
            assert broken is not None
            assert broken.rule.key == facts.rules[text]
            continue
        assert text in legal
        if text in facts.then:
            after = game.apply(state, legal[text])
            assert facts.then[text] in map(game.notate, game.legal(after))
            assert facts.then[text].split("+")[0] in words.english()
    assert facts.then.keys() | facts.rules.keys() <= step.wrong.keys()


@steps
def test_a_step_offers_right_and_wrong_moves_and_names_its_rings(game: AnyGame, step: Step) -> None:
    state, tries = begun(game, step), set(step.tries)
    right = set(right_moves(game, step, state))
    assert 2 <= len(step.tries) == len(tries) <= 4
    assert tries & right
    assert tries - right
    assert tries <= step.wrong.keys() | {game.notate(move) for move in game.legal(state)}
    said = " ".join((step.before.english(), *step.tries))
    words = "".join(x if x.isalnum() else " " for x in said).replace("x", " ").split()
    for cell in step.ring:
        assert cell == "bar" or game.geometry.find(cell) is not None
        assert cell in words, f"neither the sentence nor a button names {cell}"


@pytest.mark.parametrize("step", [pytest.param(each.values[1], id=each.id) for each in STEPS])
def test_the_texts_of_a_step_are_short(step: Step) -> None:
    told: list[tuple[str, Sentence]] = [
        ("before", step.before), ("after", step.after), ("hint", step.hint), ("idea", step.idea),
        *(("wrong", words) for words in step.wrong.values() if words),
    ]  # fmt: skip
    assert [words.english() for kind, words in told if len(words.english()) > LONGEST[kind]] == []


@steps
def test_the_only_answer_leads_to_the_step_that_follows(game: AnyGame, step: Step) -> None:
    steps = _steps(game)
    following = steps[steps.index(step) + 1 :][:1]
    assert bool(step.reply) == any(each.follows for each in following)
    if not step.reply:
        return
    state = begun(game, step)
    for move in right_moves(game, step, state).values():
        after = game.apply(state, move)
        replies = {game.notate(reply): reply for reply in game.legal(after)}
        assert list(replies) == [step.reply]
        reached = game.apply(after, replies[step.reply])
        stated = game.position(following[0].position)
        assert set(game.view(reached).stacks) == set(game.view(stated).stacks)
        assert game.turn(reached) == game.turn(stated)


def _false(game: AnyGame, before: AnyState, move: AnyMove, facts: Facts) -> Iterator[str]:
    """Yield what is said to hold after a right move and doesn't."""
    after = game.apply(before, move)
    view, outcome = game.view(after, move), game.outcome(after)
    stacks = _stacks(game, view)
    for cell, pieces in facts.cells.items():
        if stacks.get(cell, "") != pieces:
            yield f"{cell} holds {stacks.get(cell, '')!r}, not {pieces!r}"
    if tuple(facts.winners) != tuple(sorted(outcome.winners) if outcome else ()):
        yield f"the outcome is {outcome}"
    for title, number in facts.notes.items():
        note = next(each.note for each in view.players if each.title.english() == title)
        if _number_in(note) != number:
            yield f"{title} has another number than {number}: {note}"
    pairs = [v for k, v in stacks.items() if k.isdecimal() and v == facts.pair[:1] * 2]
    if facts.pair and not pairs:
        yield "no pair"
    if facts.empty in stacks:
        yield f"there is something on {facts.empty}"
    if facts.kings is not None and sum(v.isupper() for v in stacks.values()) != facts.kings:
        yield "another number of kings"
    if facts.denied:
        yield from _undenied(game, before, move, facts.denied)
    if facts.keeps_all and _lost(game, before, move):
        yield "the reply takes something"
    if facts.proof is not None:
        puzzle = find_puzzle(game, before)
        if not puzzle or (puzzle.moves, puzzle.answer) != (facts.proof, game.notate(move)):
            yield f"the proof says {puzzle}"


def _stacks(game: AnyGame, view: BoardView) -> dict[str, str]:
    """Return the stacks by cell, top first: the side's first letter, a capital for a king."""
    return {
        game.geometry.label(stack.cell): "".join(
            each.side[0].upper() if each.crowned else each.side[0]
            for each in reversed(stack.pieces)
        )
        for stack in view.stacks
    }


def _number_in(note: Sentence | None) -> int | None:
    digits = "".join(x if x.isdigit() else " " for x in note.english()).split() if note else []
    return int(digits[0]) if digits else None


def _undenied(game: AnyGame, before: AnyState, right: AnyMove, claim: str) -> Iterator[str]:
    """Yield the right move if the claim is still possible, and each wrong one that denies it."""
    step = next(each for each in _steps(game) if game.notate(right) in each.wanted)
    wanted = right_moves(game, step, before).values()
    for move in [right, *(each for each in game.legal(before) if each not in wanted)]:
        replies = map(game.notate, game.legal(game.apply(before, move)))
        if any(reply.endswith(f"+{claim}") for reply in replies) == (move == right):
            yield game.notate(move)


def _lost(game: AnyGame, before: AnyState, move: AnyMove) -> int:
    """Return the most that a reply takes."""
    side, after = game.turn(before), game.apply(before, move)
    assert isinstance(game, HasMaterial)
    assert isinstance(side, str)
    least = min(game.material(game.apply(after, reply), side) for reply in game.legal(after))
    return game.material(before, side) - least
