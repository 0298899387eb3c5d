"""Rolls follow from the secret and the seats alone, are even, and no proof can be bent."""

import copy
import hashlib
import hmac
import json
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import fair
from rules.fair import Contribution, ProofError, proof, roll, salt, seal, verify

SECRET: Final = bytes(range(32))
SEATS: Final = (
    Contribution(0, "1184375926431678464", "žluťoučký kůň"),
    Contribution(1, "1184375926431678999"),
)
ROLLS: Final = [roll(SECRET, salt(SEATS), number) for number in range(1, 41)]


def members() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(proof(SECRET, SEATS, ROLLS))
    return read


def chi_squared(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_the_bytes_are_those_that_the_words_define() -> None:
    lines = "0 1184375926431678464 žluťoučký kůň\n1 1184375926431678999 \n"
    assert salt(SEATS) == lines.encode()
    assert seal(SECRET) == hashlib.sha256(SECRET).hexdigest()
    digest = hmac.new(SECRET, lines.encode() + b"roll 7 0", hashlib.sha256).digest()
    kept = [byte for byte in digest if byte < 252]
    assert roll(SECRET, salt(SEATS), 7) == [kept[0] % 6 + 1, kept[1] % 6 + 1]


def test_many_dice_run_on_into_the_next_block() -> None:
    blocks = b"".join(
        hmac.new(SECRET, b"roll 1 %d" % block, hashlib.sha256).digest() for block in range(10)
    )
    kept = [byte % 200 + 1 for byte in blocks if byte < 200]
    assert roll(SECRET, b"", 1, count=100, faces=200) == kept[:100]


def test_a_million_rolls_are_even_and_independent() -> None:
    """The 99.9 % points of chi-squared with 35 degrees of freedom, and the 0.1 % points."""
    salted = salt(SEATS)
    rolls = [tuple(roll(SECRET, salted, number)) for number in range(1, 1_000_001)]
    assert 14.7 < chi_squared(Counter(rolls), 36) < 66.6
    follow = Counter((one[0], following[0]) for one, following in pairwise(rolls))
    assert 14.7 < chi_squared(follow, 36) < 66.6


def test_faces_that_do_not_divide_256_are_even_too() -> None:
    counts = Counter(
        pip for number in range(1, 3001) for pip in roll(SECRET, b"", number, count=64, faces=200)
    )
    assert 143 < chi_squared(counts, 200) < 266  # 0.1 % and 99.9 % of 199 degrees


def test_a_proof_holds_and_is_readable() -> None:
    verify(members())
    assert members()["contributions"][0]["words"] == "žluťoučký kůň"


def changed(value: Any) -> list[Any]:
    """Return values that differ a little from the given one."""
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value), None, True]
    if isinstance(value, str):
        other = "1" if value[-1:] != "1" else "2"
        return [value + other, value[:-1] + other, value + "\n", value.upper() + "A", 5, None]
    return [None, 0, "", {}, [value]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where every part of the value stands, the whole aside."""
    inside: list[tuple[Any, Any]] = []
    if hasattr(value, "items"):
        inside = list(value.items())
    elif hasattr(value, "append"):
        inside = [(number, value[number]) for number in range(len(value))]
    return [place for key, item in inside for place in ((*path, key), *places(item, (*path, key)))]


def spot(bent: Any, outer: tuple[Any, ...]) -> Any:
    """Return what stands at that place."""
    for key in outer:
        bent = bent[key]
    return bent


@pytest.mark.parametrize("place", places(members()), ids=str)
def test_no_part_of_a_proof_can_be_changed_or_taken_away(place: tuple[Any, ...]) -> None:
    *outer, last = place
    tampered: list[Any] = []
    for value in changed(spot(members(), place)):
        bent = members()
        spot(bent, tuple(outer))[last] = value
        tampered.append(bent)
    if place != ("rolls", len(ROLLS) - 1):  # the last roll may be cut off: what is left is true
        bent = members()
        del spot(bent, tuple(outer))[last]
        tampered.append(bent)
    for bent in tampered:
        with pytest.raises(ProofError):
            verify(bent)


def test_nothing_can_be_added_or_swapped() -> None:
    for name in ("rolls", "contributions"):
        bent = members()
        bent[name].reverse()
        with pytest.raises(ProofError):
            verify(bent)
        bent = members()
        bent[name].append(copy.deepcopy(bent[name][0]))
        with pytest.raises(ProofError):
            verify(bent)
    with pytest.raises(ProofError, match="format"):
        verify({**members(), "note": "trust me"})


def test_a_proof_of_other_rolls_is_not_written() -> None:
    with pytest.raises(ProofError, match="Roll 1 is"):
        proof(SECRET, SEATS, [[pip % 6 + 1 for pip in ROLLS[0]]])


@given(words=st.text(), other=st.text(), number=st.integers(0, 2**64))
def test_different_words_give_different_salts(words: str, other: str, number: int) -> None:
    def salted(text: str) -> bytes | None:
        try:
            return salt([Contribution(0, str(number), fair.one_line(text)), SEATS[1]])
        except UnicodeEncodeError:
            return None

    if fair.one_line(words) != fair.one_line(other) and None not in (salted(words), salted(other)):
        assert salted(words) != salted(other)


def test_words_can_not_pose_as_another_seat() -> None:
    with pytest.raises(ProofError, match="seat 0"):
        salt([Contribution(0, "1", "a\n1 2 b")])
    assert fair.one_line(" a\n1 2\tb ") == "a 1 2 b"


def run(*arguments: str, module: bool) -> subprocess.CompletedProcess[str]:
    program = ("-m", "rules.fair") if module else ("-I", str(Path(fair.__file__)))
    return subprocess.run(
        [sys.executable, *program, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("module", [True, False])
def test_the_verifier_runs_by_itself(tmp_path: Path, module: bool) -> None:
    path = tmp_path / "proof.json"
    path.write_text(proof(SECRET, SEATS, ROLLS), "utf-8")
    good = run(str(path), module=module)
    assert good.returncode == 0, good.stderr
    assert seal(SECRET) in good.stdout
    path.write_text(path.read_text("utf-8").replace("žlu", "zlu"), "utf-8")
    bad = run(str(path), module=module)
    assert bad.returncode == 1
    assert "does not hold: Roll 1 is" in bad.stdout


def test_the_verifier_survives_other_files(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    for text in ("", "[]", "{}", "null", '{"format": 1}', "\x00", '"' + fair.FORMAT + '"'):
        path.write_text(text, "utf-8")
        assert fair.main([str(path)]) == 1
    assert fair.main([str(tmp_path / "none.json")]) == 1
    assert fair.main([]) == 2
