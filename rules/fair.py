"""Dice that anyone can check: commit, contribute, roll, reveal, verify.

Nobody can choose a roll. The host commits to a secret before it can know who will sit down; every
seat adds something of its own before the first roll; each roll follows from both; at the end the
secret is published, and whoever kept the seal can work every roll out anew.

**Bytes.** Numbers are written in decimal ASCII digits without leading zeros, bytes that are shown
in lower-case hexadecimal, and text is UTF-8.

1. *Secret*: 32 random bytes, drawn by the host.
2. *Seal*: SHA-256 of the 32 bytes of the secret, shown before anybody can sit down.
3. *Salt*: a line for each seat, in ascending order of seat numbers from 0 without a gap: the seat's
   number, one space (0x20), the number of the interaction by which the seat's player accepted (it
   is given out by Discord), one space, the words that the player chose to add, one line feed
   (0x0A). The words may be empty and contain no line feed; both spaces stand there always.
4. *Roll n* (the first is 1) of `count` dice with `faces` faces: for block = 0, 1, 2, … take the 32
   bytes of HMAC-SHA-256 whose key is the 32 bytes of the secret and whose message is the salt
   followed by the text `roll n block` (`roll 1 0` for the first), and read them from the first to
   the last. A byte b that is not below the greatest multiple of `faces` up to 256 (252 for six
   faces) is passed over, so that all faces are equally likely; any other is a die that shows
   b mod `faces` + 1. The roll is complete with `count` dice. Each roll begins a block 0 of its own.

**Proof.** A JSON object with exactly these members:

    "format"         the text "postboard-dice-1"
    "count"          dice in each roll, 1 to 256
    "faces"          faces of each die, 2 to 256
    "seal"           64 hexadecimal digits
    "secret"         64 hexadecimal digits
    "contributions"  by seat: {"seat": 0, "interaction": "1234", "words": "any words"}
    "rolls"          every roll of the game from the first on, each a list of pips: [[5, 2], [3, 3]]

It holds when SHA-256 of the secret is the seal and every roll is the one that the secret and the
contributions give. That the seal, your own words and the rolls are those that you saw at the table
is for you to compare.

    python -m rules.fair proof.json

checks a proof. This file needs nothing but Python's standard library and can be run by itself.
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
    """What a seat adds to the rolls: the id of its accepting interaction, and words at will."""

    seat: int
    interaction: str
    words: str = ""


def one_line(words: str) -> str:
    """Return the words fit for a contribution: blanks and line breaks become single spaces."""
    return " ".join(words.split())


# From here to `verify` stands all that a check needs.


def seal(secret: bytes) -> str:
    """Return what may be shown of the secret before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def salt(contributions: Iterable[Contribution]) -> bytes:
    """Return what all seats add. Raises ProofError for contributions that can't be."""
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
