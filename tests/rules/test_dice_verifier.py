"""`rules.fair` and a verifier written from `docs/dice.md` alone agree on every proof."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import fair
from rules.fair import Contribution, FairRoll, ProofError
from tests.conformance.configured import more_in_soak
from tests.rules.dice_verifier import accepts

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "dice.md"
ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, 1.0, 2**64, "", "0", "01", "1", str(2**64 - 1), str(2**64), "1" * 30,
    "-1", "٣", "\ud800", "\x85", "\u2028", "a" * 64, [], [1], {}, {"a": 1}, [[[[[[[[[]]]]]]]]],
)  # fmt: skip


def holds(text: str) -> bool:
    try:
        fair.verify(fair.read_proof(text))
    except ProofError:
        return False
    return True


def a_proof(chance: random.Random) -> str:
    """Return a proof of some game, of two seats or more and of any dice."""
    secret = chance.randbytes(32)
    newest = chance.randrange(1, 1 << 60)
    seats = [
        Contribution(
            seat, str(chance.choice((0, chance.randrange(newest)))), f"w {chance.random()}"
        )
        for seat in range(chance.randint(2, 8))
    ]
    count, faces = chance.choice(((2, 6), (1, 2), (5, 6), (64, 256), (3, 100)))
    rolls: list[FairRoll] = []
    for number in range(1, chance.randint(1, 6)):
        newest += chance.choice((0, 1, 1 << 40))
        entry = 2 * number + chance.randint(0, 1)
        pips = fair.roll(secret, fair.salt(seats), number, newest, count=count, faces=faces)
        rolls.append(FairRoll(entry, str(newest), pips))
    return fair.proof(secret, seats, rolls, count, faces)


def test_the_example_of_the_document_holds() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert accepts(example)
    assert holds(example)


@pytest.mark.parametrize("seed", range(more_in_soak(10)))
def test_what_one_writes_the_other_accepts(seed: int) -> None:
    text = a_proof(random.Random(seed))
    assert accepts(text)
    assert holds(text)


@given(words=st.text(max_size=100), other=st.text(max_size=100))
@example(words="[[[[[[", other="{" * 100)
@example(words="\\", other='\\"[[[[[[[[[')
def test_a_proof_holds_whatever_words_people_add(words: str, other: str) -> None:
    text = _proof_with(words, other)
    assert accepts(text)
    assert holds(text)


@given(words=st.text('\\"[]{}a:,', max_size=40), place=st.integers(0, 400))
def test_both_refuse_the_same_proofs_with_a_bracket_too_many(words: str, place: int) -> None:
    text = _proof_with(words, "")
    changed = text[:place] + "[[[[[[[[" + text[place:]
    assert holds(changed) == accepts(changed)


def _proof_with(words: str, other: str) -> str:
    """Return a proof of a game whose players have added these words, as the bot keeps them."""
    added = [fair.one_line(each.encode(errors="replace").decode()) for each in (words, other)]
    seats = [Contribution(seat, "5", text) for seat, text in enumerate(added)]
    pips = fair.roll(bytes(32), fair.salt(seats), 1, 7)
    return fair.proof(bytes(32), seats, [FairRoll(2, "7", pips)])


@pytest.mark.parametrize("seed", range(more_in_soak(4)))
def test_both_refuse_the_same_changed_proofs(seed: int) -> None:
    """Changed in a character of the text, or in a part of the value."""
    chance = random.Random(seed)
    refused = 0
    for _ in range(150):
        text = a_proof(chance)
        changed = _other_text(text, chance) if chance.random() < 0.5 else _other_value(text, chance)
        verdict = accepts(changed)
        assert holds(changed) == verdict, changed
        refused += not verdict
    assert refused > 100


def _other_text(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text))
    put = chance.choice(("", "0", "1", '"', ",", "}", "[", "[[[[[[[[", " ", "\n", "e", "-", "é"))
    return text[:place] + put + text[place + chance.randint(0, 1) :]


def _other_value(text: str, chance: random.Random) -> str:
    """Return the proof with some part of it left out, replaced or added to."""
    whole: dict[str, Any] = json.loads(text)
    parts: list[dict[str, Any]] = [whole, *whole["contributions"], *whole["rolls"]]
    part = chance.choice(parts)
    key = chance.choice(list(part))
    odd = chance.choice(ODD)
    match chance.randrange(4):
        case 0:
            del part[key]
        case 1:
            part["more"] = odd
        case 2 if isinstance(part[key], list) and part[key]:
            part[key][chance.randrange(len(part[key]))] = odd
        case _:
            part[key] = odd
    return json.dumps(whole)
