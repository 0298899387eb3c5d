"""The requests and answers of a worker process: values, and their lines of JSON.

A request holds the game's key, its options and the turns that stand, and nothing else. It has no
place for the secret of the dice, so a worker can't know a roll before it has been made.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, TypeAlias

from engine.members import as_flag, as_text, as_texts, as_value, as_whole
from rules.contract.core import Side
from rules.records.transcript import Ending, Transcript

__all__ = [
    "Adjudged",
    "Answer",
    "Answered",
    "Hinted",
    "Move",
    "Request",
    "Standing",
    "Task",
    "answer_line",
    "read_adjudged",
    "read_answered",
    "read_hinted",
    "read_request",
    "read_standing",
    "request_line",
]

Answer: TypeAlias = Mapping[str, Any]
"""The members of an answer that are not its number."""


class Task(Enum):
    """The kinds of requests."""

    CHOOSE = "choose"
    """The move that a level plays."""
    STANDING = "standing"
    """The expected result of each side."""
    HINT = "hint"
    """The value of every move."""
    ANALYSE = "analyse"
    """A report on the whole game."""
    ADJUDGE = "adjudge"
    """The result of best play by the table of endgames."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to think about something."""

    task: Task
    transcript: Transcript
    level: int
    """For an analysis, the level whose number of positions is used for each ply."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """A move in canonical notation and its value to the side that makes it."""

    notation: str
    value: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A move chosen by a level."""

    move: str
    value: float
    """The result that the side expects: 1 to win, -1 to lose, times the points that a game
    counts."""
    line: tuple[str, ...]
    method: str
    positions: int
    makeshift: bool = False
    """True if no worker could think about it, so that it is merely the first legal move."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The expected result of each side in a position, by the side's key."""

    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Hinted:
    """Every move with its value, best first, and a likely continuation after the best."""

    moves: tuple[Move, ...]
    line: tuple[str, ...]
    method: str


@dataclass(frozen=True, slots=True)
class Adjudged:
    """The result of best play by the table of endgames."""

    winners: tuple[str, ...] | None
    """The sides that win, none in a draw; None if there is no table of the position."""
    line: tuple[str, ...] = ()
    """Best play to the end of the game."""
    is_sure: bool = False
    """True if the line, played by all rules, ends as the table says; otherwise a draw by rule may
    come before."""


def request_line(number: int, request: Request) -> str:
    """Return the line of JSON for the worker; the answer repeats its `number`."""
    transcript = request.transcript
    early = transcript.early
    return json.dumps(
        {
            "id": number,
            "task": request.task.value,
            "game": transcript.key,
            "version": transcript.version,
            "options": dict(transcript.options),
            "turns": transcript.texts,
            "ended": {"winners": sorted(early.winners), "worth": early.worth} if early else None,
            "level": request.level,
            "seed": request.seed,
        }
    )


def read_request(line: str) -> tuple[int, Request]:
    """Return the number and the request. Raises ValueError, LookupError or TypeError."""
    members = json.loads(line)
    ended = members["ended"]
    transcript = Transcript(
        members["game"],
        members["options"],
        tuple(members["turns"]),
        Ending(frozenset(map(Side, ended["winners"])), ended["worth"]) if ended else None,
        members["version"],
    )
    request = Request(Task(members["task"]), transcript, members["level"], members["seed"])
    return int(members["id"]), request


def read_answered(answer: Answer) -> Answered:
    """Return the move given by the members of an answer. Raises LookupError or TypeError."""
    return Answered(
        move=as_text(answer["move"]),
        value=as_value(answer["value"]),
        line=as_texts(answer["line"]),
        method=as_text(answer["method"]),
        positions=as_whole(answer["positions"]),
    )


def read_standing(answer: Answer) -> Standing:
    """Return the standing given by the members of an answer. Raises the same errors."""
    values = answer["values"]
    return Standing({as_text(side): as_value(values[side]) for side in values})


def read_hinted(answer: Answer) -> Hinted:
    """Return the hint given by the members of an answer. Raises the same errors."""
    moves = tuple(
        Move(as_text(move["notation"]), as_value(move["value"])) for move in answer["moves"]
    )
    return Hinted(moves, as_texts(answer["line"]), as_text(answer["method"]))


def read_adjudged(answer: Answer) -> Adjudged:
    """Return the result given by the members of an answer. Raises the same errors."""
    winners = answer["winners"]
    return Adjudged(
        None if winners is None else as_texts(winners),
        as_texts(answer["line"]),
        as_flag(answer["is_sure"]),
    )


def answer_line(number: int, answer: Any) -> str:  # noqa: ANN401 - any of the answers here
    """Return the line with the answer, a dataclass, to the request with that number."""
    return json.dumps({"id": number, "answer": asdict(answer)})
