"""Why a move is a mistake: only what happens on the board, or nothing."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from engine.analyse import analyse
from engine.choose import investigate
from engine.levels import LEVELS
from engine.reason_words import because
from engine.report import PlyReport, Report, kept_report, read_report, written_report
from engine.why import explained
from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Side
from rules.contract.sentence import Sentence, say
from rules.records.transcript import Ending, Transcript, Turn
from rules.registry import find
from tests.conformance.configured import SOAK
from tests.engine.recounted import false_claims

EXAMPLES: Final = [
    json.loads(line)
    for line in Path(__file__).with_name("reasons.jsonl").read_text("utf-8").splitlines()
]
GAMES: Final = ("czech", "turkish", "rematch", "hypergammon", "punt-match", "punt-heks", "rekushu")
SLOW: Final = {"rekushu": 1, "punt-heks": 2, "punt-match": 2, "hypergammon": 6}
"""The games whose boards have most replies to look at, and the mistakes of them in a short run."""


def report_on(turns: Sequence[str], ply: PlyReport) -> Report:
    """Return a report on a game that ends with the mistake."""
    before = tuple(PlyReport(number, None, text, 0.0) for number, text in enumerate(turns, 1))
    return Report("search", (*before, ply), (), (), (), None)


def likely(game: AnyGame, state: AnyState, positions: int = 200) -> Sequence[AnyMove]:
    """Return likely play from a state, none before a roll and after the end."""
    if game.turn(state) is None or isinstance(game.turn(state), Dice):
        return ()
    return investigate(game, state, positions, 1, sees_ends=True)[1].line


def told(game: AnyGame, turns: Sequence[str], ply: PlyReport, **how: Any) -> str | None:
    sentence = because(game, report_on(turns, ply), ply, **how)
    return sentence.english() if sentence else None


def example_ply(example: dict[str, Any]) -> tuple[AnyGame, PlyReport]:
    """Return the report on a move of the examples, with the lines that its facts name."""
    transcript = Transcript(
        example["game"], example["options"], (*example["turns"], example["played"])
    )
    game, turn = transcript.game, transcript.turns()[-1]
    lines: list[list[str]] = [fact["line"] for fact in example["facts"]]
    lines += [[example["best"]], [example["played"]]]
    best = max((line for line in lines if line[0] == example["best"]), key=len)
    reply = max((line for line in lines if line[0] == example["played"]), key=len)[1:]
    # Where the facts name no further moves, the likely ones tell what follows.
    texts = tuple(best) if len(best) > 1 else _continued(game, turn.before, best)
    refutation = _moves(game, turn.after, reply) or likely(game, turn.after)
    value = {"wins": -1.0 if reply else 1.0}.get(example["facts"][0]["kind"], 0.0)
    loss = 1.0 - value if value == 1.0 else 0.3
    won = next((fact["count"] for fact in example["facts"] if fact["kind"] == "wins"), 0)
    value = value * (1 - 2e-4 * won) if value else 0.0
    ply = PlyReport(
        len(transcript.texts), turn.side, turn.text, min(value, 0.0), max(loss, value),
        best=texts[0], line=texts, mark="?",
    )  # fmt: skip
    return game, explained(game, turn, ply, refutation)


def _moves(game: AnyGame, state: AnyState, texts: Sequence[str]) -> list[AnyMove]:
    found = list[AnyMove]()
    for text in texts:
        found.append(next(each for each in game.legal(state) if game.notate(each) == text))
        state = game.apply(state, found[-1])
    return found


def _continued(game: AnyGame, state: AnyState, texts: Sequence[str]) -> tuple[str, ...]:
    moves = _moves(game, state, texts)
    for move in moves:
        state = game.apply(state, move)
    return tuple(map(game.notate, (*moves, *likely(game, state))))


@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{e['game']}-{e['played']}" for e in EXAMPLES])
def test_an_example_is_told_as_it_should_be(example: dict[str, Any]) -> None:
    game, ply = example_ply(example)
    assert told(game, example["turns"], ply) == example["why"]


def mistakes(key: str, most: int) -> Iterator[tuple[AnyGame, list[str], AnyState, PlyReport]]:
    """Yield moves of random games that are worse than the best one, with what is said of them."""
    chance, game = Random(key), find(key)
    while most:
        state, texts, plies = game.start(), list[str](), chance.randrange(60)
        while isinstance(game.turn(state), Dice) or (game.turn(state) and len(texts) < plies):
            move = chance.choice(game.legal(state))
            texts.append(game.notate(move))
            state = game.apply(state, move)
        side, legal = game.turn(state), game.legal(state)
        if not isinstance(side, str) or len(legal) < 2:
            continue
        best = likely(game, state)
        move = chance.choice([each for each in legal if each != best[0]])
        turn = Turn(Side(side), move, game.notate(move), state, game.apply(state, move))
        line = tuple(map(game.notate, best))
        # What a search would say of won and lost positions is left to the proofs.
        value = chance.choice((-0.9998, 0.0, 0.0))
        loss = 0.9998 - value if chance.random() < 0.3 else 0.3
        ply = PlyReport(
            len(texts) + 1, Side(side), turn.text, value, loss, best=line[0], line=line, mark="?"
        )
        most -= 1
        yield game, texts, state, explained(game, turn, ply, likely(game, turn.after))


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_said_can_be_counted_on_the_board(key: str) -> None:
    said = 0
    for game, texts, before, ply in mistakes(
        key, 10_000 // len(GAMES) if SOAK else SLOW.get(key, 12)
    ):
        sentence = told(game, texts, ply)
        if sentence is not None:
            said += 1
            assert false_claims(game, before, ply, sentence) == []
    assert said, "something is said of a few"


def test_a_report_keeps_its_reasons() -> None:
    for example in EXAMPLES:
        _, ply = example_ply(example)
        made = report_on(example["turns"], ply)
        assert ply.why
        assert kept_report(written_report(made)) == made


def test_a_report_without_reasons_is_made_again() -> None:
    members = json.loads(written_report(report_on((), PlyReport(1, Side("white"), "c3-d4", 0.0))))
    assert kept_report(json.dumps(members | {"version": 3})) is None


def test_whoever_looks_for_a_better_move_is_not_told_it() -> None:
    kinds = set[str]()
    for example in EXAMPLES:
        game, ply = example_ply(example)
        assert ply.why
        sentence = told(game, example["turns"], ply, answers=False)
        assert sentence is None or example["best"] not in re.split(r"[:. ]+", sentence)
        assert sentence is None or "Yours" not in sentence
        kinds |= {ply.why.kind} if sentence else set()
    assert kinds == {"exchange", "drops", "loses", "reply", "rolls"}


def named(side: Side) -> Sentence:
    return say("Mover") if side in {"white", "red", "orange"} else say("Other")


def test_others_read_the_players_names() -> None:
    for example in EXAMPLES:
        game, ply = example_ply(example)
        sentence = told(game, example["turns"], ply, name=named)
        assert sentence is not None
        assert not {"you", "your", "yours", "their"} & set(re.findall(r"[a-z]+", sentence.lower()))


def test_a_move_without_a_mark_needs_no_reason() -> None:
    (example, *_) = EXAMPLES
    game, ply = example_ply(example)
    turn = Transcript(example["game"], {}, (*example["turns"], example["played"])).turns()[-1]
    plain = replace(ply, mark="", refutation=(), why=None)
    assert explained(game, turn, plain, likely(game, turn.after)) == plain


def test_what_is_only_judged_is_not_explained() -> None:
    """Both moves step ahead, and nothing is taken soon."""
    game = find("czech")
    turn = Transcript("czech", {}, ("c3-b4",)).turns()[0]
    ply = PlyReport(1, turn.side, turn.text, -0.2, 0.2, best="e3-f4", line=("e3-f4",), mark="?")
    assert explained(game, turn, ply, likely(game, turn.after)[:1]).why is None


@pytest.mark.parametrize(
    ("turns", "played", "best", "reply"),
    [
        (
            "g3-f4 d6-c5 c3-b4 f6-e5", "b4xd6",
            "f4xd6 c7xe5 b4xd6 e7xc5 e3-d4 c5xe3", "e5xg3 f2xh4 c7xe5 e3-f4 e5xg3 h2xf4",
        ),
        (
            "g3-f4 d6-c5 c3-b4 f6-e5 b4xd6", "e7xc5",
            "e5xg3 f2xh4 c7xe5 e3-f4 e5xg3 h2xf4", "f4xd6 c7xe5",
        ),
    ],
    ids=["by the rival", "by the best move"],
)  # fmt: skip
def test_what_is_won_after_either_move_is_no_reason(
    turns: str, played: str, best: str, reply: str
) -> None:
    transcript = Transcript("czech", {}, (*turns.split(), played))
    game, turn = transcript.game, transcript.turns()[-1]
    line = tuple(best.split())
    ply = PlyReport(5, turn.side, played, -0.3, 0.3, best=line[0], line=line, mark="?")
    why = explained(game, turn, ply, _moves(game, turn.after, reply.split())).why
    assert why is None or why.kind not in {"gains", "drops"}


KING_AT_STAKE: Final = (
    "c3-b4 d6-c5 b4xd6 c7xe5 e3-d4 e5xc3 d2xb4 b6-c5 b4xd6 e7xc5 g3-h4 a7-b6 h2-g3 h6-g5 c1-d2 "
    "g7-h6 g3-f4 g5xe3xc1 b2-c3 f6-e5 f2-g3 c5-d4 g1-h2 d4xb2 a1xc3 b6-c5"
)


def test_a_king_for_a_man_is_not_one_for_one() -> None:
    turns = KING_AT_STAKE.split()
    transcript = Transcript("czech", {}, (*turns, "a3-b4"))
    game, turn = transcript.game, transcript.turns()[-1]
    line = ("g3-f4", "c1xg5", "h4xf6", "f8-e7")
    ply = PlyReport(27, turn.side, "a3-b4", -0.3, 0.3, best=line[0], line=line, mark="?")
    why = explained(game, turn, ply, _moves(game, turn.after, ["c5xa3"])).why
    assert why is None or why.kind not in {"exchange", "gives"}


AT_LEISURE: Final = (
    "e3-f4 d6-e5 f4xd6 c7xe5 a3-b4 b6-c5 b4xd6 e7xc5 d2-e3 f6-g5 e3-f4 g5xe3 f2xd4xf6 g7xe5 g3-f4 "
    "e5xg3 h2xf4 a7-b6 f4-e5 c5-b4 c3xa5xc7 d8xb6 g1-h2 h6-g5 e5-f6 b6-c5 e1-f2 c5-d4 f2-g3 g5-h4 "
    "g3-f4 b8-a7 f6-g7 h8xf6 f4-e5 a7-b6 e5xg7 f8xh6 c1-d2 b6-a5"
)


def test_what_only_the_likely_reply_gives_away_is_not_forced() -> None:
    transcript = Transcript("czech", {}, (*AT_LEISURE.split(), "d2-c3"))
    game, turn = transcript.game, transcript.turns()[-1]
    line = ("b2-c3", "d4xb2", "a1xc3", "a5-b4", "c3xa5", "h6-g5")
    ply = PlyReport(41, turn.side, "d2-c3", -0.3, 0.3, best=line[0], line=line, mark="?")
    reply = ["d4-e3", "c3-b4", "a5xc3", "b2xd4", "e3-f2", "d4-e5"]
    assert explained(game, turn, ply, _moves(game, turn.after, reply)).why is None


EITHER: Final = (
    "c3-d4 b6-c5 d4xb6 c7xa5 a3-b4 a5xc3 d2xb4 h6-g5 g3-f4 g5-h4 h2-g3 g7-h6 b4-c5 d6xb4 b2-c3"
    " b4xd2 e1xc3 f6-g5 e3-d4 g5xe3 g1-h2 e3xg1 d4-e5 h4xf2 a1-b2 h6-g5 c1-d2 h8-g7 d2-e3"
    " g5-f4 e3xg5 e7-d6 e5xc7 b8xd6 c3-b4"
)


def test_a_king_that_either_move_gets_is_no_reason() -> None:
    """The move that was played crowns at once, though that king is lost two moves later."""
    turns = EITHER.split()
    transcript = Transcript("czech", {}, (*turns, "f2-e1"))
    game, turn = transcript.game, transcript.turns()[-1]
    line = ("d6-e5", "b2-c3", "f2-e1", "g5-f6")
    ply = PlyReport(
        len(turns) + 1, turn.side, turn.text, -0.9998, 1.9996, best=line[0], line=line, mark="?"
    )
    assert explained(game, turn, ply, likely(game, turn.after)).why is None


def test_a_mistake_before_a_resignation_has_its_reason() -> None:
    """Nobody answered the last move, so the answer is looked for."""
    example = EXAMPLES[0]
    turns = (*example["turns"], example["played"])
    transcript = Transcript(example["game"], {}, turns, Ending(frozenset({Side("black")})))
    report = analyse(transcript, LEVELS[3])
    ply = report.plies[-1]
    assert ply.mark
    assert ply.refutation[0] == "d6xf4"
    assert "d6xf4 takes 1 piece for nothing" in str(told(transcript.game, turns[:-1], ply))


def test_reasons_of_a_worker_are_read_with_care() -> None:
    _, ply = example_ply(EXAMPLES[0])
    members = asdict(report_on((), ply))
    assert read_report(members).plies[-1] == ply
    for harm in ({"kind": "luck"}, {"figures": ["1"]}, {"line": "c3-d4"}, {"fact": None}):
        last = members["plies"][-1]
        spoiled = members | {"plies": [last | {"why": last["why"] | harm}]}
        with pytest.raises((LookupError, TypeError, ValueError)):
            read_report(spoiled)
