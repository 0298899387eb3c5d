"""Discord's API description as validators, one for each request body and each kind of answer.

Objects are closed: a key that the description does not name is a deviation, in requests and in
answers. `exceptions` lists where the description is known to be wrong.
"""

import copy
import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import jsonschema_rs

from loopback.payload import Payload, as_payload, is_list, is_payload
from tests.openapi.exceptions import PARAMETERS, PROPERTIES, SCHEMAS

FILE: Final = Path(__file__).with_name("discord.json")

_SNOWFLAKE: Final = {
    "oneOf": [
        {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
        {"type": "integer", "minimum": 0},
    ]
}
"""Snowflakes may be numbers in requests: reference.mdx, "ID Serialization"."""


_PART: Final = "Error"
"""The only schema that others extend: it stays open, and those who extend it are closed."""


def shape(path: str) -> str:
    """Return a path with its parameters unnamed: "/channels/{}/messages"."""
    return re.sub(r"\{[^}]*\}", "{}", path)


@dataclass(frozen=True, slots=True)
class Operation:
    """What may be asked of a route and what it may answer, by status ("200", "4XX").

    An answer without a schema has no body.
    """

    parameters: frozenset[str]
    body: jsonschema_rs.Draft202012Validator | None
    answers: dict[str, jsonschema_rs.Draft202012Validator | None]


@functools.cache
def operations() -> dict[tuple[str, str], Operation]:
    """Return every operation by its method and the shape of its path."""
    description: Payload = json.loads(FILE.read_text(encoding="utf-8"))
    answering = _corrected(description["schemas"])
    asking = answering | {"SnowflakeType": _SNOWFLAKE}
    found: dict[tuple[str, str], Operation] = {}
    for path, item in description["paths"].items():
        for method, operation in item.items():
            key = method.upper(), shape(path)
            named = {each["name"] for each in operation["parameters"] if each["in"] == "query"}
            found[key] = Operation(
                frozenset(named | {name for name, _ in PARAMETERS.get(key, ())}),
                _validator(operation.get("body"), asking),
                {
                    status: _validator(schema, answering)
                    for status, schema in operation["answers"].items()
                },
            )
    return found


def _validator(
    schema: Payload | None, schemas: Payload
) -> jsonschema_rs.Draft202012Validator | None:
    if schema is None:
        return None
    needed = {name: schemas[name] for name in _reached(schema, schemas)}
    return jsonschema_rs.Draft202012Validator(
        _closed(schema) | {"components": {"schemas": needed}}, validate_formats=True
    )


def _reached(schema: object, schemas: Payload) -> set[str]:
    open_parts, seen = [schema], set[str]()
    while open_parts:
        for name in _references(open_parts.pop()):
            if name not in seen:
                seen.add(name)
                open_parts.append(schemas[name])
    return seen


def _references(part: object) -> Iterator[str]:
    if is_payload(part):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"].rpartition("/")[2]
        for value in part.values():
            yield from _references(value)
    elif is_list(part):
        for value in part:
            yield from _references(value)


def _corrected(schemas: Payload) -> Payload:
    """Return the schemas with closed objects and with the exceptions worked in."""
    corrected: Payload = {}
    for name, schema in copy.deepcopy(
        schemas | {each: made for each, (made, _) in SCHEMAS.items()}
    ).items():
        for key, correct, _ in PROPERTIES.get(name, ()):
            schema["properties"][key] = correct
        corrected[name] = schema if name == _PART else _closed(schema)
    return corrected


def _closed(schema: object) -> Payload:
    """Return a schema whose objects have no keys but the named ones."""
    closed = {key: _closed_part(value) for key, value in as_payload(schema).items()}
    if is_payload(closed.get("properties")) and "additionalProperties" not in closed:
        closed["additionalProperties"] = False
    elif closed.get("type") == "object" and "allOf" in closed:
        closed |= {"allOf": as_payload(schema)["allOf"], "unevaluatedProperties": False}
    return closed


def _closed_part(part: object) -> object:
    if is_payload(part):
        return _closed(part)
    return [_closed_part(each) for each in part] if is_list(part) else part
