"""Reads a file that holds a game, whoever wrote it: in bounded time and memory, or not at all."""

import re
from dataclasses import dataclass, replace
from typing import Final

from rules.contract.core import AnyGame
from rules.log.entries import Actor, Entry
from rules.log.events import Begun, Event, Played, Rolled
from rules.match.match import Match
from rules.match.record import Record
from rules.records import json_form, pdn, sgf
from rules.records.game_record import GameRecord
from rules.records.transcript import RecordError, Transcript, read_transcript
from rules.records.turns import read_roll

__all__ = ["LARGEST", "FileGame", "first_difference", "read_file", "replayed", "written_out"]

LARGEST: Final = 256 * 1024
"""The most bytes of a file."""
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_TOLD: Final = re.compile(rb"(?i)\bCA\[(big5|euc-jp|euc-kr|gb2312|gb18030|gbk|shift_jis)\]")
"""Matches the property of SGF that names an encoding in which a letter can contain an ASCII
byte."""


@dataclass(frozen=True, slots=True)
class FileGame:
    """The game in a file."""

    kind: str
    """The format: JSON, PDN, SGF or text."""
    transcript: Transcript
    record: GameRecord | None = None
    """The whole record, if the file is one."""


def read_file(content: bytes) -> FileGame:
    """Return the game in a file, every turn of it checked by the rules.

    Raises RecordError, with a sentence that says what is wrong, if there is none.
    """
    if len(content) > LARGEST:
        raise RecordError(f"The file has more than {LARGEST // 1024} KiB, the most that is read.")
    text = _decoded(content)
    kind = _kind(text)
    try:
        return _read(kind, text)
    except (ValueError, LookupError, OverflowError, RecursionError) as error:
        raise RecordError(f"Read as {kind}, the file holds no game: {_plain(error)}") from error


def _decoded(content: bytes) -> str:
    """Return the text of a file. Raises RecordError.

    Only names and comments can hold letters outside of ASCII, and neither is read. So any encoding
    with a byte per character will do. JSON has to be in UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _decoded_otherwise(content)
        if _kind(text) == "JSON":
            raise RecordError("The file isn't text in UTF-8.") from error
        return text


def _decoded_otherwise(content: bytes) -> str:
    told = _TOLD.search(content)
    encoding = "utf-16" if content[:2] in _UTF_16 else told[1].decode() if told else "latin-1"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _kind(text: str) -> str:
    begins = text.lstrip()[:1]
    if begins != "(" and pdn.is_told_by(text):
        return "PDN"
    return {"{": "JSON", "[": "PDN", "(": "SGF"}.get(begins, "text")


def _read(kind: str, text: str) -> FileGame:
    match kind:
        case "JSON":
            record = json_form.read(text)
            return FileGame(kind, record.transcript.checked(), record)
        case "PDN":
            return FileGame(kind, pdn.read(text))
        case "SGF":
            return FileGame(kind, sgf.read(text))
        case _:
            return FileGame(kind, read_transcript(text))


def _plain(error: Exception) -> str:
    """Return an error's message on one line, without signs that a terminal would obey."""
    said = "".join(sign if sign.isprintable() else " " for sign in str(error))
    return said[:300].rstrip(".") + "."


def written_out(transcript: Transcript) -> Transcript:
    """Return the same game with its turns as its rules write them. Raises RulesError."""
    game = transcript.game
    texts = tuple(
        turn.move.notation if turn.side is None else game.notate(turn.move)
        for turn in transcript.turns()
    )
    return replace(transcript, texts=texts, version=game.spec.version)


def replayed(transcript: Transcript) -> Match:
    """Return the match of a game that `written_out` has returned; no move is checked again.

    It has the first seating of its game, and no end but one by a move.
    """
    game = transcript.game
    events: list[Event] = [Begun()]
    for text in transcript.texts:
        roll = read_roll(text)
        events.append(Played(text) if roll is None else Rolled(roll.pips))
    entries = (
        Entry(number, 0, Actor.HOST, None, None, "", event)
        for number, event in enumerate(events, 1)
    )
    return Match.of(game, game.spec.seatings[0]).with_entries(entries, trusted=True)


def first_difference(one: Record, other: Record) -> int | None:
    """Return the number of the first turn, from 1, in which two games differ, or None if in none.

    A game that goes on where the other stops differs in its next turn. Formats may lose the order
    of the dice and opening rolls of equal dice, so these make no difference, nor does the end.
    """
    if one.game.spec.key != other.game.spec.key or _start(one.game) != _start(other.game):
        return 1
    turns, others = _turns(one), _turns(other)
    for number, (turn, against) in enumerate(zip(turns, others, strict=False), 1):
        if turn != against:
            return number
    return None if len(turns) == len(others) else min(len(turns), len(others)) + 1


def _start(game: AnyGame) -> tuple[object, ...]:
    return (game.start(), game.spec.version)


def _turns(record: Record) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the turns: the side, the move as the game writes it, and the dice."""
    found = list[tuple[str, str, tuple[int, ...]]]()
    dice: tuple[int, ...] = ()
    for ply in record.plies:
        if ply.side is None:
            dice = tuple(sorted(ply.move.pips))
        else:
            found.append((ply.side, ply.notation, dice))
            dice = ()
    return found
