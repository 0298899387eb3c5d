"""Rolls follow from the secret and the seats alone, are even, and no proof can be bent."""

import copy
import hashlib
import hmac
import io
import json
import os
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import fair
from rules.fair import (
    Contribution,
    FairRoll,
    ProofError,
    proof,
    read_proof,
    roll,
    salt,
    seal,
    verify,
)
from tests.conformance.configured import SOAK

SECRET: Final = bytes(range(32))
SEATS: Final = (
    Contribution(0, "1184375926431678464", "žluťoučký kůň"),
    Contribution(1, "1184375926431678999"),
)
BEGUN: Final = 1184375926431679000
"""The interaction that began the game; each roll is made due by a later one."""
MANY: Final = 1_000_000 if SOAK else 100_000
ROLLS: Final = [
    FairRoll(2 * number, str(BEGUN + number), roll(SECRET, salt(SEATS), number, BEGUN + number))
    for number in range(1, 41)
][: 40 if SOAK else 12]


EARLIER_PROOF: Final = """{
  "format": "postboard-dice-2",
  "count": 2,
  "faces": 6,
  "seal": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  "secret": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  "contributions": [
    {"seat": 0, "interaction": "1184375926431678464", "words": "good luck"},
    {"seat": 1, "interaction": "1184375926431678999", "words": ""}
  ],
  "rolls": [
    {"entry": 2, "interaction": "1184375926431679236", "pips": [6, 3]},
    {"entry": 4, "interaction": "1184376000000000001", "pips": [2, 1]},
    {"entry": 6, "interaction": "1184376000000000900", "pips": [4, 5]}
  ]
}"""
"""The example of the protocol before, as it was published."""


def members() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(proof(SECRET, SEATS, ROLLS))
    return read


def chi_squared(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_the_bytes_are_those_that_the_words_define() -> None:
    digests = [hashlib.sha256(words.encode()).hexdigest() for words in ("žluťoučký kůň", "")]
    lines = f"0 1184375926431678464 {digests[0]}\n1 1184375926431678999 {digests[1]}\n"
    assert salt(SEATS) == lines.encode()
    assert seal(SECRET) == hashlib.sha256(SECRET).hexdigest()
    digest = hmac.new(SECRET, lines.encode() + b"roll 7 99 0", hashlib.sha256).digest()
    kept = [byte for byte in digest if byte < 252]
    assert roll(SECRET, salt(SEATS), 7, 99) == [kept[0] % 6 + 1, kept[1] % 6 + 1]


def test_many_dice_run_on_into_the_next_block() -> None:
    blocks = b"".join(
        hmac.new(SECRET, b"roll 1 5 %d" % block, hashlib.sha256).digest() for block in range(10)
    )
    kept = [byte % 200 + 1 for byte in blocks if byte < 200]
    assert roll(SECRET, b"", 1, 5, count=100, faces=200) == kept[:100]


def test_rolls_are_even_and_independent() -> None:
    """The 99.9 % points of chi-squared with 35 degrees of freedom, and the 0.1 % points."""
    salted = salt(SEATS)
    rolls = [tuple(roll(SECRET, salted, number, BEGUN)) for number in range(1, MANY + 1)]
    assert 14.7 < chi_squared(Counter(rolls), 36) < 66.6
    follow = Counter((one[0], following[0]) for one, following in pairwise(rolls))
    assert 14.7 < chi_squared(follow, 36) < 66.6


def test_faces_that_do_not_divide_256_are_even_too() -> None:
    counts = Counter(
        pip
        for number in range(1, 3001)
        for pip in roll(SECRET, b"", number, 1, count=64, faces=200)
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
        if place[-1] == "entry" and type(value) is int:
            continue  # Which line of the log a roll is in follows from nothing in the proof.
        if place[-1] == "words" and value is None:
            continue  # Words may be taken away.
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


@pytest.mark.parametrize("text", ["[]", "7", "null", '"a proof"'])
def test_what_is_no_object_is_no_proof(text: str) -> None:
    with pytest.raises(ProofError, match="isn't a JSON object"):
        read_proof(text)


def test_a_proof_of_other_rolls_is_not_written() -> None:
    with pytest.raises(ProofError, match="Roll 1 is"):
        proof(SECRET, SEATS, [ROLLS[0]._replace(pips=[pip % 6 + 1 for pip in ROLLS[0].pips])])


@given(words=st.text(), other=st.text(), number=st.integers(0, 2**64 - 1))
def test_different_words_give_different_salts(words: str, other: str, number: int) -> None:
    def salted(text: str) -> bytes | None:
        try:
            return salt([Contribution(0, str(number), fair.one_line(text)), SEATS[1]])
        except (UnicodeEncodeError, ProofError):
            return None

    if fair.one_line(words) != fair.one_line(other) and None not in (salted(words), salted(other)):
        assert salted(words) != salted(other)


def test_a_proof_holds_without_the_words_that_somebody_took_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without = (SEATS[0]._replace(words=None, kept=SEATS[0].digest), SEATS[1])
    assert salt(without) == salt(SEATS)
    text = proof(SECRET, without, ROLLS)
    assert "žlu" not in text
    path = tmp_path / "proof.json"
    path.write_text(text, "utf-8")
    assert fair.main([str(path)]) == 0
    assert "words taken away" in capsys.readouterr().out
    with pytest.raises(ProofError, match="seat 0"):
        salt([SEATS[0]._replace(words=None, kept="0 1\n1 2")])


def test_a_proof_of_the_protocol_before_still_holds(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    earlier = json.loads(EARLIER_PROOF)
    verify(earlier)
    path.write_text(EARLIER_PROOF, "utf-8")
    assert fair.main([str(path)]) == 0
    for name, value in (("words", "good luck!"), ("words", None), ("digest", "0" * 64)):
        bent = copy.deepcopy(earlier)
        bent["contributions"][0][name] = value
        with pytest.raises(ProofError):
            verify(bent)


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
    assert "does not hold: The digest of the words of seat 0 is" in bad.stdout


def test_the_verifier_survives_other_files(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    for text in ("", "[]", "{}", "null", '{"format": 1}', "\x00", '"' + fair.FORMAT + '"'):
        path.write_text(text, "utf-8")
        assert fair.main([str(path)]) == 1
    assert fair.main([str(tmp_path / "none.json")]) == 1
    assert fair.main([]) == 2


HOSTILE: Final = (
    "[[[[[[",
    "骰子",
    "\u202eabc\u2066",
    "a\u200bb\ufeff\u00ad",
    "\U000e0041",
    "\\",
    "🎲",
)
BROKEN: Final = {
    "a surrogate in the seal": b'"seal": "\\ud800"',
    "a huge number": b'"count": ' + b"9" * 5000,
    "a number beyond all floats": b'"count": 1e999',
    "nothing but brackets": b"[" * 100_000,
    "a string without an end": b'"' + b"[" * 100_000,
    "binary": bytes(range(256)),
    "NUL": b"\0" * 100,
    "UTF-16": "{}".encode("utf-16"),
    "a line that poses as the result": b'"seal": "\\nThe proof holds"',
}


def written(path: Path, words: str = "") -> Path:
    """Write a proof with these words for one seat, and return its path."""
    seats = (SEATS[0]._replace(words=words), SEATS[1])
    rolls = [FairRoll(2, str(BEGUN), roll(SECRET, salt(seats), 1, BEGUN))]
    path.write_text(proof(SECRET, seats, rolls), "utf-8")
    return path


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8", "utf-16"])
@pytest.mark.parametrize("words", HOSTILE)
def test_the_verifier_prints_on_any_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, words: str
) -> None:
    path = written(tmp_path / "proof.json", words)
    terminal = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert fair.main([str(path)]) == 0
    terminal.seek(0)
    shown = terminal.read()
    assert "The proof holds" in shown
    assert not any(unicodedata.category(sign) in {"Cf", "Cs"} for sign in shown)


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_file_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    """Each stands in a proof in place of a member, and as a file of its own."""
    path = written(tmp_path / "proof.json")
    sound = path.read_bytes()
    for broken in (content, sound.replace(b'"count": 2', content, 1), sound + content):
        path.write_bytes(broken)
        assert fair.main([str(path)]) == 1
        (line,) = capsys.readouterr().out.splitlines()
        assert line.startswith(("The proof does not hold: ", "The proof can't be read: "))
        assert len(line) < 1200


@given(content=st.binary(max_size=200))
def test_no_file_makes_the_verifier_fall_over(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(content)
    assert fair.main([str(path)]) == 1


def test_a_proof_of_the_largest_size_is_read_and_no_larger_one(tmp_path: Path) -> None:
    path = written(tmp_path / "proof.json")
    sound = path.read_bytes()
    path.write_bytes(sound + b" " * (2**22 - len(sound)))
    assert fair.main([str(path)]) == 0
    path.write_bytes(sound + b" " * (2**22 + 1 - len(sound)))
    assert fair.main([str(path)]) == 1


@pytest.mark.parametrize("where", ["missing.json", ".", "no\0name", "\udcff.json"])
def test_a_file_that_cannot_be_opened_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    assert fair.main([f"{tmp_path}/{where}"]) == 1
    assert capsys.readouterr().out.startswith("The proof can't be read: ")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", None])
def test_the_verifier_holds_where_its_output_is_redirected(
    tmp_path: Path, encoding: str | None
) -> None:
    path = written(tmp_path / "proof.json", "骰子 \u202e")
    chosen = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    if encoding is not None:
        chosen["PYTHONIOENCODING"] = encoding
    ran = subprocess.run(
        [sys.executable, "-I" if encoding is None else "-s", str(Path(fair.__file__)), str(path)],
        capture_output=True, check=False, env=os.environ | chosen,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == b""
    assert b"\\u202e" in ran.stdout


def test_a_full_disk_under_the_output_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "proof.json")
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, str(Path(fair.__file__)), str(path)],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"The result can't be printed: ")
    assert b"Traceback" not in ran.stderr


def test_rolls_of_one_interaction_differ_by_their_number() -> None:
    """An opening that has to be rolled again, or a pass of the host, makes several rolls due."""
    rolls = {tuple(roll(SECRET, salt(SEATS), number, BEGUN)) for number in range(1, 30)}
    assert len(rolls) > 10


BENT = {
    "a member twice": ('"count"', '"count": 2, "count"', "twice"),
    "absurd nesting": ('"count"', '"x": ' + "[" * 50 + "]" * 50 + ', "count"', "nested"),
    "an interaction before the players came": (f'"{BEGUN + 1}"', '"7"', "too early"),
    "an interaction beyond the range": (f'"{BEGUN + len(ROLLS)}"', f'"{2**64}"', "malformed"),
    "an earlier interaction": (f'"{BEGUN + 3}"', f'"{BEGUN + 1}"', "too early"),
    "too many dice": ('"count": 2', '"count": 65', "aren't supported"),
    "one entry for two rolls": ('"entry": 4', '"entry": 2', "out of order"),
    "a seat of its own": ('"seat": 1', '"seat": 2', "seat 1"),
    "a control character": ("žlu", "\\u0007", "seat 0"),
    "half a character": ("žlu", "\\ud800", "seat 0"),
    "an older format": (fair.FORMAT, "postboard-dice-1", "format"),
}


@pytest.mark.parametrize(("old", "new", "said"), BENT.values(), ids=BENT.keys())
def test_what_is_out_of_range_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    path = tmp_path / "proof.json"
    text = proof(SECRET, SEATS, ROLLS)
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert fair.main([str(path)]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_a_game_has_two_to_eight_contributions(seats: int) -> None:
    bent = members()
    bent["contributions"] = [
        {"seat": number, "interaction": "1", "digest": "", "words": ""} for number in range(seats)
    ]
    with pytest.raises(ProofError, match="seats"):
        verify(bent)


def test_the_verifier_says_when_each_roll_was_made_due(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.json"
    path.write_text(proof(SECRET, SEATS, ROLLS[:1]), "utf-8")
    assert fair.main([str(path)]) == 0
    assert "made due 2023-12-13 " in capsys.readouterr().out
