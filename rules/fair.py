"""Dice that anyone can check, by the protocol "postboard-dice-3".

`docs/dice.md` is the normative text: the bytes, the proof, and what you still have to trust. The
host commits to a secret before anyone sits down, every seat adds something of its own, and each
roll depends on the number of the interaction that made it due, which no one knows beforehand.

    python -m rules.fair proof.json

checks a proof, also one of the protocol before. This file needs nothing but Python's standard
library and can be run by itself.
"""

import hashlib
import hmac
import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

__all__ = [
    "EARLIER", "FORMAT", "SECRET_BYTES", "Contribution", "FairRoll", "ProofError", "one_line",
    "proof", "read_object", "read_proof", "roll", "salt", "seal", "verify",
]  # fmt: skip

FORMAT: Final = "postboard-dice-3"
EARLIER: Final = "postboard-dice-2"
"""The protocol before, whose salt held the words themselves."""
# As many as SHA-256 returns: no one finds the secret of a seal by trying.
SECRET_BYTES: Final = 32

_MEMBERS: Final = {"format", "count", "faces", "seal", "secret", "contributions", "rolls"}
_CONTRIBUTION: Final = {
    "seat": (int,), "interaction": (str,), "digest": (str,), "words": (str, type(None)),
}  # fmt: skip
_EARLIER_CONTRIBUTION: Final = {"seat": (int,), "interaction": (str,), "words": (str,)}
_ROLL: Final = {"entry": int, "interaction": str, "pips": list}
_DIGEST: Final = re.compile("[0-9a-f]{64}")
_SEATS: Final = range(2, 9)
# Proofs need four levels. Deeper ones could only be meant to overflow the stack of a parser.
_NESTING: Final = 8
_LARGEST_FILE: Final = 2**22
"""Bytes of a proof."""
# Discord's ids have 64 bits without a sign.
_LARGEST: Final = 2**64 - 1
_EPOCH: Final = 1_420_070_400_000
"""The start of Discord's ids, in milliseconds since 1970."""
_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)', re.DOTALL)
"""A string of JSON, or the rest of the text if nothing ends it."""
_LONGEST_LINE: Final = 1000
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""The categories of characters that have no look of their own or change a neighbour's."""
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class ProofError(ValueError):
    """The proof does not hold; the message says where it fails."""


class Contribution(NamedTuple):
    """One seat's addition to the rolls: the number of its accepting interaction, and its words.

    Only the digest of the words enters the rolls, so a proof holds without them, too.
    """

    seat: int
    interaction: str
    """`0` for an engine."""
    words: str | None = ""
    """None once they were taken away."""
    kept: str = ""
    """The digest of words that were taken away."""

    @property
    def digest(self) -> str:
        """The SHA-256 of the words, in lower-case hexadecimal."""
        if self.words is None:
            return self.kept
        return hashlib.sha256(self.words.encode()).hexdigest()


class FairRoll(NamedTuple):
    """A roll of a game: its entry in the log, the interaction that made it due, and its pips."""

    entry: int
    interaction: str
    pips: list[int]


def one_line(words: str) -> str:
    """Return the words in a form fit for a contribution: on one line, with single spaces."""
    return _CONTROL.sub("", " ".join(words.split()))


# A check needs everything from here to `verify`, and nothing else.


def seal(secret: bytes) -> str:
    """Return the seal, the hash of the secret that may be shown before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def salt(contributions: Iterable[Contribution]) -> bytes:
    """Return the bytes that all seats add together. Raises ProofError for invalid contributions."""
    sound = _sound(contributions)
    return "".join(f"{each.seat} {each.interaction} {each.digest}\n" for each in sound).encode()


def _earlier_salt(contributions: Iterable[Contribution]) -> bytes:
    """Return the salt of the protocol before."""
    sound = _sound(contributions)
    return "".join(f"{each.seat} {each.interaction} {each.words}\n" for each in sound).encode()


def _sound(contributions: Iterable[Contribution]) -> list[Contribution]:
    """Return contributions whose lines can't pose as others. Raises ProofError for invalid ones."""
    found = list(contributions)
    for number, each in enumerate(found):
        unfit = _CONTROL.search(each.words or "")
        if each.seat != number or not _is_number(each.interaction, 0) or unfit:
            raise ProofError(f"The contribution of seat {number} is missing or malformed.")
        if not _DIGEST.fullmatch(each.digest):
            raise ProofError(f"The digest of the words of seat {number} is malformed.")
    return found


def roll(
    secret: bytes, salted: bytes, number: int, interaction: int, *, count: int = 2, faces: int = 6
) -> list[int]:
    """Return the pips of a roll in the order rolled.

    `number` counts the rolls of the game from 1; `interaction` is the number of the interaction
    that made the roll due.
    """
    pips: list[int] = []
    # Bytes from this limit on would make low faces likelier.
    limit, block = 256 - 256 % faces, 0
    while len(pips) < count:
        message = salted + b"roll %d %d %d" % (number, interaction, block)
        digest = hmac.digest(secret, message, "sha256")
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
    if set(claimed) != _MEMBERS or claimed["format"] not in (FORMAT, EARLIER):
        raise ProofError(f"This is not a proof in the format {FORMAT} or {EARLIER}.")
    kinds = {"count": int, "faces": int, "contributions": list, "rolls": list}
    if any(type(claimed[name]) is not kind for name, kind in kinds.items()):
        raise ProofError(
            "Count and faces must be whole numbers; contributions and rolls must be lists."
        )
    count, faces = claimed["count"], claimed["faces"]
    if not 1 <= count <= 64 or not 2 <= faces <= 256:
        raise ProofError(f"Rolls of {count} dice with {faces} faces aren't supported.")
    if not re.fullmatch("[0-9a-f]{64}", claimed["secret"]):
        raise ProofError("The secret is not 64 hexadecimal digits.")
    secret = bytes.fromhex(claimed["secret"])
    if claimed["seal"] != seal(secret):
        raise ProofError(f"The seal of this secret is {seal(secret)}, not {claimed['seal']}.")
    is_earlier = claimed["format"] == EARLIER
    seats = _contributions(claimed["contributions"], is_earlier=is_earlier)
    _check_rolls(claimed, secret, seats, _earlier_salt(seats) if is_earlier else salt(seats))


def _contributions(claimed: Sequence[Any], *, is_earlier: bool) -> list[Contribution]:
    if len(claimed) not in _SEATS:
        raise ProofError(f"A game has 2 to 8 seats, not {len(claimed)}.")
    members = _EARLIER_CONTRIBUTION if is_earlier else _CONTRIBUTION
    found: list[Contribution] = []
    for entry in claimed:
        is_whole = set(entry) == set(members)
        if not is_whole or any(type(entry[name]) not in members[name] for name in members):
            raise ProofError("A contribution has other members than a numbered seat and its own.")
        kept = entry["digest"] if not is_earlier else ""
        each = Contribution(entry["seat"], entry["interaction"], entry["words"], kept)
        if not is_earlier and not _CONTROL.search(each.words or "") and each.digest != kept:
            raise ProofError(f"The digest of the words of seat {each.seat} is {each.digest}.")
        found.append(each)
    return found


def _check_rolls(
    claimed: Mapping[str, Any], secret: bytes, seats: Sequence[Contribution], salted: bytes
) -> None:
    """Check every roll, and that no interaction is older than the one before it."""
    last_entry = 0
    earliest = max(int(each.interaction) for each in seats)
    for number, entry in enumerate(claimed["rolls"], 1):
        if {name: type(value) for name, value in entry.items()} != _ROLL:
            raise ProofError(f"Roll {number} needs an entry, an interaction and pips.")
        if not _is_number(entry["interaction"], 1) or int(entry["interaction"]) < earliest:
            raise ProofError(f"The interaction of roll {number} is malformed or came too early.")
        if entry["entry"] <= last_entry:
            raise ProofError(f"The entry of roll {number} is out of order.")
        last_entry, earliest = entry["entry"], int(entry["interaction"])
        rolled = roll(
            secret, salted, number, earliest, count=claimed["count"], faces=claimed["faces"]
        )
        # As text, since 1.0 and true equal 1.
        if json.dumps(entry["pips"]) != json.dumps(rolled):
            raise ProofError(f"Roll {number} is {rolled}, not {entry['pips']}.")


def _is_number(text: str, least: int) -> bool:
    """Return True if the text is an id of Discord's in decimal digits without leading zeros."""
    # Python raises an error for numbers of thousands of digits.
    fits = len(text) <= 20 and re.fullmatch("0|[1-9][0-9]*", text)
    return bool(fits) and least <= int(text) <= _LARGEST


def proof(
    secret: bytes,
    contributions: Iterable[Contribution],
    rolls: Iterable[FairRoll],
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
        "contributions": [
            {
                "seat": each.seat,
                "interaction": each.interaction,
                "digest": each.digest,
                "words": each.words,
            }
            for each in contributions
        ],
        "rolls": [entry._asdict() for entry in rolls],
    }
    text = json.dumps(members, ensure_ascii=False, indent=1) + "\n"
    verify(read_proof(text))
    return text


def read_proof(text: str) -> dict[str, Any]:
    """Return the members of a proof given as JSON text. Raises ProofError if it isn't one."""
    try:
        return read_object(text)
    except ProofError:
        raise
    except ValueError as error:
        raise ProofError(str(error)) from error


def read_object(text: str) -> dict[str, Any]:
    """Return the members of a JSON object. Raises ValueError for any other text.

    It has at most 4,194,304 bytes, no name occurs twice in an object, and nothing is nested deeper
    than 8 levels.
    """
    if len(text.encode("utf-8", "surrogatepass")) > _LARGEST_FILE:
        raise ValueError(f"A file has at most {_LARGEST_FILE} bytes.")
    if _depth(text) > _NESTING:
        raise ValueError(f"The file is nested deeper than {_NESTING} levels.")
    try:
        members: Any = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise ValueError(f"The file isn't JSON: {error}.") from error
    if not isinstance(members, dict):
        raise ValueError("The file isn't a JSON object.")
    return cast("dict[str, Any]", members)


def _depth(text: str) -> int:
    """Return how deeply the brackets outside strings are nested."""
    deepest = depth = 0
    for sign in _STRING.sub("", text):
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    return deepest


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("A member of an object occurs twice.")
    return members


def main(arguments: Sequence[str]) -> int:
    """Check the proof in a file and print the result.

    Returns 0 if the proof holds, 1 if it doesn't or can't be read, and 2 for wrong arguments or if
    the result can't be printed.
    """
    if len(arguments) != 1:
        print("usage: python -m rules.fair proof.json", file=sys.stderr)
        return 2
    code, lines = _judged(arguments[0])
    try:
        for line in lines:
            print(_printable(line))
        if sys.stdout is not None:  # A program without a terminal may have none.
            sys.stdout.flush()
    except OSError as error:
        _give_up_printing(error)
        return 2
    return code


def _judged(path: str) -> tuple[int, list[str]]:
    """Return the exit code for the proof in a file, and the lines to print."""
    try:
        members = read_proof(_text_of(path))
        verify(members)
    except ProofError as error:
        return 1, [f"The proof does not hold: {error}"]
    except (OSError, ValueError) as error:
        return 1, [f"The proof can't be read: {error}"]
    return 0, [
        f"The proof holds: the seal and {len(members['rolls'])} rolls follow from the secret.",
        "Compare with what you saw at the table:",
        f"seal   {members['seal']}",
        *(
            f"seat   {entry['seat']}, interaction {entry['interaction']}, {_told(entry['words'])}"
            for entry in members["contributions"]
        ),
        *(
            f"[{'-'.join(map(str, entry['pips']))}] made due {_moment(entry['interaction'])}"
            for entry in members["rolls"]
        ),
    ]


def _told(words: str | None) -> str:
    return "words taken away" if words is None else f"words: {words}"


def _text_of(path: str) -> str:
    """Return the text of a file, or of its beginning if it is too large for a proof."""
    with Path(path).open("rb") as file:
        # One byte more tells that a file is too large.
        return file.read(_LARGEST_FILE + 1).decode("utf-8")


def _printable(line: str) -> str:
    """Return a line as any terminal can print it: with escapes for what it can't show, or hides.

    Marks of direction and line breaks in a file could make the line look like another one.
    """
    cut = line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "..."
    shown = "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in _UNSEEN else sign
        for sign in cut
    )
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return shown.encode(encoding, "backslashreplace").decode(encoding)


def _give_up_printing(error: OSError) -> None:
    """Say that the output is closed or full, and keep Python from trying again at its end."""
    print(f"The result can't be printed: {error}", file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _moment(interaction: str) -> str:
    """Return the moment at which Discord created the interaction."""
    milliseconds = (int(interaction) >> 22) + _EPOCH
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
