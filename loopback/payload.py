"""JSON in Python, and functions that read JSON of unknown shape."""

import json
from datetime import UTC, datetime
from typing import Any, TypeAlias, TypeGuard

Payload: TypeAlias = dict[str, Any]
"""A JSON object."""


def is_payload(value: object) -> TypeGuard[Payload]:
    """Return whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether a JSON value is an array."""
    return isinstance(value, list)


def as_payload(value: object) -> Payload:
    """Return a JSON object, or an empty one in place of anything else."""
    return value if is_payload(value) else {}


def as_list(value: object) -> list[Any]:
    """Return a JSON array, or an empty one in place of anything else."""
    return value if is_list(value) else []


def as_payloads(value: object) -> list[Payload]:
    """Return the objects of a JSON array; other values in it are dropped."""
    return [each for each in as_list(value) if is_payload(each)]


_MOST_DIGITS = 20
"""Of a number of 64 bits."""


def snowflake(value: object) -> int | None:
    """Read an id of 64 bits, which Discord takes as a string or as a number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < 1 << 64 else None
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return snowflake(int(value)) if len(value) <= _MOST_DIGITS else None
    return None


def compact(value: object) -> bytes:
    """Write JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def timestamp(moment: float) -> str:
    """Write a time (Unix seconds) as Discord does: ISO 8601 in UTC with microseconds."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
