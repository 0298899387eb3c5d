"""The recorder sees what deviates from Discord's description."""

import json
from typing import Any

import pytest

from loopback.exchange import Exchange
from loopback.rest.service import ROUTES
from tests.openapi.description import FILE, operations, shape
from tests.openapi.exceptions import PARAMETERS, PROPERTIES, SCHEMAS
from tests.openapi.recorder import Recorder

SEND = "/channels/{channel}/messages"


def exchange(body: object, status: int, answer: object, route: str | None = SEND) -> Exchange:
    written = b"" if answer is None else json.dumps(answer).encode()
    return Exchange("POST", "/api/v10/channels/1/messages", route, {}, body, status, written)


def deviations(*seen: Exchange, hostile: bool = False) -> list[str]:
    recording = Recorder(hostile=hostile)
    for each in seen:
        recording(each)
    return list(recording.deviations)


ERROR = {"message": "Invalid Form Body", "code": 50035}


def test_every_route_of_the_loopback_is_described() -> None:
    known = set(operations())
    assert [each.path for each in ROUTES if (each.method, shape(each.path)) not in known] == []


def test_every_exception_is_still_needed() -> None:
    """A newer description may be right about what an exception corrects."""
    described = json.loads(FILE.read_text(encoding="utf-8"))["schemas"]
    for name, listed in PROPERTIES.items():
        for key, correct, _ in listed:
            assert described[name]["properties"].get(key) != correct, (name, key)
    for name, (correct, _) in SCHEMAS.items():
        assert described[name] != correct
    for route, named in PARAMETERS.items():
        assert not {name for name, _ in named} & parameters_of(*route)


def parameters_of(method: str, path: str) -> set[str]:
    paths = json.loads(FILE.read_text(encoding="utf-8"))["paths"]
    (item,) = (item for described, item in paths.items() if shape(described) == path)
    return {each["name"] for each in item[method.lower()]["parameters"]}


def test_what_fits_is_no_deviation() -> None:
    assert deviations(exchange({"content": "x", "nonce": "1"}, 400, ERROR)) == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"content": 7}, 'at /content: 7 is not of types "null", "string"'),
        ({"contents": "x"}, "'contents' was unexpected"),
        ({"content": "x" * 4001}, "/content"),
        ({"allowed_mentions": {"users": ["x"]}}, "/allowed_mentions/users/0"),
        (
            {"components": [{"type": 1, "components": [{"type": 2, "style": 9}]}]},
            "/components/0/components/0/style",
        ),
    ],
)
def test_a_request_that_does_not_fit_is_a_deviation(body: Any, words: str) -> None:
    (found,) = deviations(exchange(body, 400, ERROR))
    assert words in found
    assert deviations(exchange(body, 400, ERROR), hostile=True) == []
    assert deviations(exchange(body, 503, None), hostile=True) == [found]


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [
        (200, {"id": "1"}, '"content" is a required property'),
        (204, None, "the status 204 is not described"),
        (404, {"code": 10003}, '"message" is a required property'),
        (429, {"message": "x", "retry_after": "1", "global": False}, "/retry_after"),
        (400, ERROR | {"hint": "x"}, "'hint' was unexpected"),
    ],
)
def test_an_answer_that_does_not_fit_is_a_deviation(status: int, answer: Any, words: str) -> None:
    assert words in "\n".join(deviations(exchange({"content": "x"}, status, answer)))


def test_an_unknown_route_and_an_unknown_parameter() -> None:
    unknown = exchange(None, 404, ERROR, route=None)
    assert deviations(unknown) == [
        "POST /api/v10/channels/1/messages: the description has no such route"
    ]
    asked = Exchange(
        "POST", "/x", SEND, {"wait": "1"}, {"content": "x"}, 400, b'{"message": "", "code": 0}'
    )
    assert deviations(asked) == [f"POST {SEND}: unknown query parameter 'wait'"]


def test_a_lost_answer_is_not_checked() -> None:
    assert deviations(exchange({"content": "x"}, 502, None)) == []
