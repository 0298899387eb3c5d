"""A verifier of dice proofs, written from `docs/dice.md` alone; it uses nothing of this project."""

import hashlib
import hmac
import json
import re
from typing import Any, Final

__all__ = ["accepts"]

_TYPES: Final[dict[str, type]] = {
    "format": str, "count": int, "faces": int, "seal": str, "secret": str,
    "contributions": list, "rolls": list,
}  # fmt: skip
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,19}")
_EXCLUDED: Final = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0xD800, 0xE000)}


class _Refused(Exception):
    """One of the five conditions does not hold."""


def accepts(text: str) -> bool:
    """Whether a proof holds by section 5 of the protocol."""
    try:
        _check(text)
    except _Refused:
        return False
    return True


def _require(condition: object) -> None:
    if not condition:
        raise _Refused


def _check(text: str) -> None:
    proof = _read(text)
    _require(proof["format"] in {"postboard-dice-3", "postboard-dice-2"})
    _require(1 <= proof["count"] <= 64 and 2 <= proof["faces"] <= 256)
    _require(_HEX.fullmatch(proof["seal"]) and _HEX.fullmatch(proof["secret"]))
    secret = bytes.fromhex(proof["secret"])
    _require(hashlib.sha256(secret).hexdigest() == proof["seal"])

    contributions = proof["contributions"]
    _require(2 <= len(contributions) <= 8)
    salt = b""
    newest = 0
    for seat, each in enumerate(contributions):
        is_second = proof["format"] == "postboard-dice-2"
        digest = {} if is_second else {"digest": str}
        _require(type(each) is dict)
        words = type(None) if each.get("words", "") is None and not is_second else str
        _typed(each, {"seat": int, "interaction": str, "words": words, **digest})
        _require(each["seat"] == seat)
        newest = max(newest, _number(each["interaction"], least=0))
        _require(_EXCLUDED.isdisjoint(map(ord, each["words"] or "")))
        if not is_second:
            _require(_HEX.fullmatch(each["digest"]))
            if each["words"] is not None:
                _require(hashlib.sha256(each["words"].encode()).hexdigest() == each["digest"])
        last_part = each["words"] if is_second else each["digest"]
        salt += f"{seat} {each['interaction']} {last_part}\n".encode()

    last = 0
    for n, each in enumerate(proof["rolls"], 1):
        _typed(each, {"entry": int, "interaction": str, "pips": list})
        _require(each["entry"] > last)
        last = each["entry"]
        i = _number(each["interaction"], least=1)
        _require(i >= newest)
        newest = i
        _require(all(type(pip) is int for pip in each["pips"]))
        _require(each["pips"] == _roll(secret, salt, n, i, proof["count"], proof["faces"]))


def _read(text: str) -> dict[str, Any]:
    _require(len(text.encode("utf-8", "surrogatepass")) <= 4_194_304)
    depth = 0
    in_string = escaped = False
    for sign in text:
        if escaped:
            escaped = False
        elif in_string:
            escaped, in_string = sign == "\\", sign != '"'
        elif sign == '"':
            in_string = True
        else:
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
            _require(depth <= 8)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _require(len({name for name, _ in pairs}) == len(pairs))
        return dict(pairs)

    try:
        proof: dict[str, Any] = json.loads(text, object_pairs_hook=unique)
    except ValueError:
        raise _Refused from None
    _typed(proof, _TYPES)
    return proof


def _typed(value: Any, members: dict[str, type]) -> None:
    """Require an object with exactly these members, each of exactly its type."""
    _require(type(value) is dict)
    _require({name: type(member) for name, member in value.items()} == members)


def _number(text: str, *, least: int) -> int:
    _require(_NUMBER.fullmatch(text))
    _require(least <= int(text) < 2**64)
    return int(text)


def _roll(secret: bytes, salt: bytes, n: int, i: int, count: int, faces: int) -> list[int]:  # noqa: PLR0917
    limit = 256 // faces * faces
    dice: list[int] = []
    b = 0
    while len(dice) < count:
        block = hmac.new(secret, salt + f"roll {n} {i} {b}".encode("ascii"), hashlib.sha256)
        dice += [byte % faces + 1 for byte in block.digest() if byte < limit]
        b += 1
    return dice[:count]
