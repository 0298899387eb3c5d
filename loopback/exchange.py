"""Requests and answers as they went over the wire, for tests that check or record them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request of a bot to REST, and its answer.

    `route` is the path with its parameters named ("/channels/{channel}"), None for an unknown one.
    `body` is the request's JSON, that of a multipart body too, or None if it has none that can be
    read. `answer` is the bytes of the answer's body.
    """

    method: str
    path: str
    route: str | None
    query: Mapping[str, str]
    body: object
    status: int
    answer: bytes


Observer: TypeAlias = Callable[[Exchange], None]
