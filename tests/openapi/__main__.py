"""Cut Discord's API description down to the routes that the loopback serves.

`python -m tests.openapi specs/openapi.json COMMIT`, with the file and the commit of the public
repository discord/discord-api-spec. Of each route it keeps the parameters, the JSON body and the
JSON answers, and with them every schema that they refer to, unchanged. The other content types
repeat the JSON schema, and headers are not checked.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from loopback.payload import Payload, as_list, as_payload, is_list, is_payload
from loopback.rest.service import ROUTES
from tests.openapi.description import FILE, shape

_SCHEMA = re.compile(r"#/components/schemas/(.+)")
_RESPONSE = "#/components/responses/"
_JSON = "application/json"


def main(source: str, commit: str) -> None:
    full: Payload = json.loads(Path(source).read_text(encoding="utf-8"))
    wanted = {(route.method.lower(), shape(route.path)) for route in ROUTES}
    paths: Payload = {}
    for path, item in full["paths"].items():
        for method in item:
            if (method, shape(path)) in wanted:
                paths.setdefault(path, {})[method] = _operation(full, item, method)
    missing = wanted - {(method, shape(path)) for path in paths for method in paths[path]}
    if missing:
        raise SystemExit(f"Discord does not describe {sorted(missing)}")
    schemas = dict(sorted(_reached(full["components"]["schemas"], paths)))
    _write(
        {
            "source": f"github.com/discord/discord-api-spec at {commit}: {Path(source).name}",
            "licence": "MIT, see LICENSE.txt",
            "paths": paths,
            "schemas": schemas,
        }
    )


def _operation(full: Payload, item: Payload, method: str) -> Payload:
    operation = item[method]
    kept: Payload = {
        "parameters": [
            *as_list(item.get("parameters")),
            *as_list(operation.get("parameters")),
        ],
        "answers": {
            status: _json_schema(_response(full, response))
            for status, response in operation["responses"].items()
        },
    }
    body = _json_schema(as_payload(operation.get("requestBody")))
    return kept if body is None else kept | {"body": body}


def _response(full: Payload, response: Payload) -> Payload:
    name = str(response.get("$ref", "")).removeprefix(_RESPONSE)
    return as_payload(full["components"]["responses"][name]) if name else response


def _json_schema(content: Payload) -> Payload | None:
    described = as_payload(content.get("content")).get(_JSON)
    return None if described is None else as_payload(described.get("schema"))


def _reached(schemas: Payload, start: object) -> Iterator[tuple[str, Payload]]:
    """Go through the schemas that a part of the description refers to, directly or not."""
    open_parts, seen = [start], set[str]()
    while open_parts:
        for name in _references(open_parts.pop()):
            if name not in seen:
                seen.add(name)
                open_parts.append(schemas[name])
                yield name, schemas[name]


def _references(part: object) -> Iterator[str]:
    if is_payload(part):
        found = _SCHEMA.fullmatch(str(part.get("$ref", "")))
        if found:
            yield found[1]
        for value in part.values():
            yield from _references(value)
    elif is_list(part):
        for value in part:
            yield from _references(value)


def _write(description: Payload) -> None:
    """Write one route or schema a line, so that a new version shows what changed."""
    lines = [f'"{key}": {json.dumps(description[key])}' for key in ("source", "licence")]
    for key in ("paths", "schemas"):
        held = ",\n".join(
            f"{json.dumps(name)}: {json.dumps(value)}" for name, value in description[key].items()
        )
        lines.append(f'"{key}": {{\n{held}\n}}')
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
