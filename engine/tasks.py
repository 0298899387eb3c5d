"""The requests and answers of a worker process: values, and their lines of JSON.

A request holds the game's key, its options and the turns that stand, or else a file that a person
sent, and nothing else. It has no place for the secret of the dice, so a worker can't know a roll
before it has been made.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, ClassVar, TypeAlias

from engine.members import as_flag, as_text, as_texts, as_value, as_whole
from engine.posed import posed_of
from rules.contract.core import Side
from rules.records.transcript import Ending, Transcript

__all__ = [
    "Adjudged",
    "Answer",
    "Answered",
    "FileAnswer",
    "FileRequest",
    "Hinted",
    "Move",
    "Puzzled",
    "Request",
    "Standing",
    "Task",
    "answer_line",
    "read_adjudged",
    "read_answered",
    "read_file_answer",
    "read_hinted",
    "read_puzzled",
    "read_request",
    "read_standing",
    "request_line",
    "transcript_members",
    "transcript_of",
]

Answer: TypeAlias = Mapping[str, Any]
"""The members of an answer that are not its number."""


class Task(Enum):
    """The kinds of requests."""

    CHOOSE = "choose"
    """The move that a level plays."""
    STANDING = "standing"
    """The expected results of the sides."""
    HINT = "hint"
    """The value of every move."""
    ANALYSE = "analyse"
    """A report on the whole game."""
    ADJUDGE = "adjudge"
    """The result of best play, by the table of endgames."""
    PUZZLE = "puzzle"
    """A puzzle that came up in a game."""
    READ = "read"
    """The game in a file that a person sent."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to think about something."""

    task: Task
    transcript: Transcript
    level: int
    """For an analysis, the level whose number of positions is used per ply."""
    seed: int = 0
    ease: int | None = None
    """For a move, the index of the strength in `EASES` that plays in place of the level."""


@dataclass(frozen=True, slots=True)
class FileRequest:
    """A request to read a file, whatever it holds."""

    content: bytes
    task: ClassVar[Task] = Task.READ
    level: ClassVar[int] = 0


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
    """The sides' expected results in a position, by their keys."""

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
    """The sides that win, none in a draw, or None if there is no table of the position."""
    line: tuple[str, ...] = ()
    """Best play to the end of the game."""
    is_sure: bool = False
    """True if the line, played by all rules, ends as the table says; otherwise a draw by rule may
    come before."""


@dataclass(frozen=True, slots=True)
class Puzzled:
    """The puzzle of a game, if it holds one."""

    members: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """The game that a file holds, or else the reason why it holds none."""

    fault: str | None = None
    kind: str = ""
    """The format: JSON, PDN, SGF or text."""
    members: Mapping[str, Any] | None = None
    """The members of the transcript, with the turns as the rules write them."""
    digest: str | None = None
    """The digest of the log, if the file holds one."""
    entries: int = 0
    """The number of entries of that log."""


def request_line(number: int, request: Request | FileRequest) -> str:
    """Return the line of JSON for the worker; the answer repeats its `number`."""
    members: dict[str, Any] = {"id": number, "task": request.task.value}
    if isinstance(request, FileRequest):
        members["content"] = base64.b64encode(request.content).decode("ascii")
    else:
        members |= transcript_members(request.transcript)
        members |= {"level": request.level, "seed": request.seed, "ease": request.ease}
    return json.dumps(members)


def read_request(line: str) -> tuple[int, Request | FileRequest]:
    """Return the number and the request. Raises ValueError, LookupError or TypeError."""
    members = json.loads(line)
    number, task = int(members["id"]), Task(members["task"])
    if task is Task.READ:
        return number, FileRequest(base64.b64decode(members["content"], validate=True))
    return number, Request(
        task, transcript_of(members), members["level"], members["seed"], members["ease"]
    )


def transcript_members(transcript: Transcript) -> dict[str, Any]:
    """Return a transcript as the members of a JSON object."""
    early = transcript.early
    return {
        "game": transcript.key,
        "version": transcript.version,
        "options": dict(transcript.options),
        "turns": transcript.texts,
        "ended": {"winners": sorted(early.winners), "worth": early.worth} if early else None,
    }


def transcript_of(members: Mapping[str, Any]) -> Transcript:
    """Return the transcript in the members of an object. Raises LookupError or TypeError."""
    ended, version = members["ended"], members["version"]
    return Transcript(
        as_text(members["game"]),
        {as_text(name): as_text(value) for name, value in members["options"].items()},
        as_texts(members["turns"]),
        Ending(frozenset(map(Side, as_texts(ended["winners"]))), as_whole(ended["worth"]))
        if ended
        else None,
        None if version is None else as_whole(version),
    )


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


def read_puzzled(answer: Answer) -> Puzzled:
    """Return the puzzle found in a game, if any. Raises the same errors, and ValueError."""
    members = answer["members"]
    if members is not None:
        posed_of(members)
    return Puzzled(members)


def read_file_answer(answer: Answer) -> FileAnswer:
    """Return what a worker found in a file. Raises the same errors, and ValueError."""
    fault, digest, members = answer["fault"], answer["digest"], answer["members"]
    if (fault is None) is (members is None):
        raise ValueError("there is a game, or else a reason why not")
    if members is not None:
        transcript_of(members)
    return FileAnswer(
        fault=None if fault is None else as_text(fault),
        kind=as_text(answer["kind"]),
        members=members,
        digest=None if digest is None else as_text(digest),
        entries=as_whole(answer["entries"]),
    )


def answer_line(number: int, answer: Any) -> str:  # noqa: ANN401 - any of the answers here
    """Return the line with the answer, a dataclass, to the request with that number."""
    return json.dumps({"id": number, "answer": asdict(answer)})
