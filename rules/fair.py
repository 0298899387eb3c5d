"""Dice that anyone can check: the protocol `postboard-dice-1`, which docs/dice.md defines.

A secret and what each seat contributes determine every roll; `verify` checks the proof of a game.

    python -m rules.fair proof.json

checks a proof in a file. This module needs only Python's standard library and can be run by itself.
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

__all__ = [
    "FORMAT", "SECRET_BYTES", "Contribution", "ProofError", "one_line", "proof", "roll", "salt",
    "seal", "verify",
]  # fmt: skip

FORMAT: Final = "postboard-dice-1"
SECRET_BYTES: Final = 32

_MEMBERS: Final = {"format", "count", "faces", "seal", "secret", "contributions", "rolls"}
_CONTRIBUTION: Final = {"seat": int, "interaction": str, "words": str}


class ProofError(ValueError):
    """The proof does not hold; the message says where it fails."""


class Contribution(NamedTuple):
    """What a seat adds to the rolls: the number of its interaction, and the player's words."""

    seat: int
    interaction: str
    words: str = ""


def one_line(words: str) -> str:
    """Return the words as a contribution holds them: each run of white space is one space."""
    return " ".join(words.split())


# A verifier needs only what stands from here to `verify`.


def seal(secret: bytes) -> str:
    """Return the commitment to the secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def salt(contributions: Iterable[Contribution]) -> bytes:
    """Return what all seats add, as bytes. Raises ProofError for a malformed contribution."""
    lines: list[str] = []
    for number, (seat, interaction, words) in enumerate(contributions):
        if seat != number or not re.fullmatch("0|[1-9][0-9]*", interaction) or "\n" in words:
            raise ProofError(f"The contribution of seat {number} is missing or malformed.")
        lines.append(f"{number} {interaction} {words}\n")
    return "".join(lines).encode()


def roll(secret: bytes, salted: bytes, number: int, count: int = 2, faces: int = 6) -> list[int]:
    """Return the pips of the roll of this number (the first is 1), in the order rolled."""
    pips: list[int] = []
    limit, block = 256 - 256 % faces, 0
    while len(pips) < count:
        digest = hmac.digest(secret, salted + b"roll %d %d" % (number, block), "sha256")
        pips += [byte % faces + 1 for byte in digest if byte < limit]
        block += 1
    return pips[:count]


def verify(claimed: Mapping[str, Any]) -> None:
    """Check a proof. Raises ProofError, saying where it fails."""
    try:
        _check(claimed)
    except (AttributeError, TypeError, UnicodeError) as error:
        raise ProofError(f"A member of the proof is of the wrong kind: {error}.") from error


def _check(claimed: Mapping[str, Any]) -> None:
    if set(claimed) != _MEMBERS or claimed["format"] != FORMAT:
        raise ProofError(f"This is no proof of the format {FORMAT}.")
    kinds = {"count": int, "faces": int, "contributions": list, "rolls": list}
    if any(type(claimed[name]) is not kind for name, kind in kinds.items()):
        raise ProofError("Count and faces must be whole numbers, contributions and rolls lists.")
    count, faces = claimed["count"], claimed["faces"]
    if not 1 <= count <= 256 or not 2 <= faces <= 256:
        raise ProofError(f"Rolls of {count} dice with {faces} faces are not defined.")
    if not re.fullmatch("[0-9a-f]{64}", claimed["secret"]):
        raise ProofError("The secret is not 64 hexadecimal digits.")
    secret = bytes.fromhex(claimed["secret"])
    if claimed["seal"] != seal(secret):
        raise ProofError(f"The seal of this secret is {seal(secret)}, not {claimed['seal']}.")
    for entry in claimed["contributions"]:
        if {name: type(value) for name, value in entry.items()} != _CONTRIBUTION:
            raise ProofError("A contribution has a numbered seat, an interaction and words.")
    salted = salt(Contribution(**entry) for entry in claimed["contributions"])
    for number, pips in enumerate(claimed["rolls"], 1):
        rolled = roll(secret, salted, number, count, faces)
        if json.dumps(pips) != json.dumps(rolled):
            raise ProofError(f"Roll {number} is {rolled}, not {pips}.")


def proof(
    secret: bytes,
    contributions: Iterable[Contribution],
    rolls: Iterable[Sequence[int]],
    count: int = 2,
    faces: int = 6,
) -> str:
    """Return the proof of a game that is over, as JSON. Raises ProofError unless it holds."""
    members = {
        "format": FORMAT,
        "count": count,
        "faces": faces,
        "seal": seal(secret),
        "secret": secret.hex(),
        "contributions": [entry._asdict() for entry in contributions],
        "rolls": [list(pips) for pips in rolls],
    }
    verify(members)
    return json.dumps(members, ensure_ascii=False, indent=1) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Check the proof in a file and say what was found; return 0 if it holds, 1 if not."""
    if len(arguments) != 1:
        print("usage: python -m rules.fair proof.json", file=sys.stderr)
        return 2
    try:
        members = json.loads(Path(arguments[0]).read_text("utf-8"))
        verify(members)
    except (OSError, ValueError) as error:
        print(f"The proof does not hold: {error}")
        return 1
    rolls = " ".join("[" + "-".join(map(str, pips)) + "]" for pips in members["rolls"])
    print(f"The proof holds: the seal and {len(members['rolls'])} rolls follow from the secret.")
    print(f"Compare with what you saw at the table:\nseal   {members['seal']}\nrolls  {rolls}")
    for entry in members["contributions"]:
        print("seat   {seat}, interaction {interaction}, words: {words}".format(**entry))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
