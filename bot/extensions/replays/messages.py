"""A game, or some of its moves, as a moving picture, as text, and as files to take along."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import (
    Button,
    Document,
    Form,
    Message,
    Picture,
    PictureForm,
    finished,
)
from bot.messages.controls.verbs import POSITION, Verb
from bot.messages.panels.table import history
from bot.messages.words import sentences
from bot.messages.words.locale import locale_of
from bot.messages.words.sides import by_name, seat_title
from bot.messages.words.text import code, dotted, lines
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.records import record_of
from rules.contract.sentence import Renderer, Sentence, Stranger, all_of, say
from rules.contract.verdict import verdict
from rules.match.rounds import Turn, round_of, turns
from rules.records import json_form, pdn, sgf
from rules.records.json_form import DIGITS

__all__ = [
    "MOVES", "REPLAY_OF", "SHOW_REPLAY", "as_text", "exported", "is_long", "last_part", "latest",
    "names_present", "public_replay", "range_form", "replay", "stops", "turns_of",
]  # fmt: skip

MOVES: Final = Verb("moves", POSITION)
REPLAY_OF: Final = Verb("replayof", POSITION)
SHOW_REPLAY: Final = Verb("showreplay", POSITION)
_MOST_TURNS: Final = 200
"""The turns that one replay shows."""
# Discord's limit for the description of an attachment.
_LONGEST_ALT: Final = 1024
_RANGE: Final = re.compile(r"(\d{1,6})\s*(?:[-–—]|to)\s*(\d{1,6})")
_LONGEST_RANGE: Final = 20


def is_long(table: Table) -> bool:
    """Return True if a game has more turns than one replay can show."""
    return len(_played(table)) > _MOST_TURNS


def last_part(table: Table) -> str:
    """Return the last moves of a game that one replay shows, such as `101-200`; empty for all."""
    if not is_long(table):
        return ""
    last = latest(table)
    return f"{last - _MOST_TURNS // len(table.started.game.spec.teams) + 1}-{last}"


def range_form(table: Table) -> Form:
    """Return the form that asks for the moves of a long game to show."""
    return Form(
        say("Replay of a long game"),
        say("Which moves?"),
        say("For example: 1-50"),
        _LONGEST_RANGE,
        for_position(REPLAY_OF, table),
    )


def turns_of(table: Table, text: str = "") -> Sequence[Turn]:
    """Return the turns of a game in moves such as `1-50`, or all of them.

    Raises TableError for any other text, for no turns, and for too many.
    """
    chosen, teams = _played(table), len(table.started.game.spec.teams)
    if not chosen:
        raise TableError(say("No moves yet, so there's nothing to replay."))
    if text.strip():
        found = _RANGE.fullmatch(text.strip())
        first, last = (int(number) for number in found.groups()) if found else (1, 0)
        chosen = [turn for turn in chosen if first <= round_of(turn.number, teams) <= last]
    if not chosen:
        raise TableError(
            say(
                "“{text}” isn't in this game, which has {count} moves. Try 1-{count}.",
                text=Stranger(text), count=latest(table),
            )
        )  # fmt: skip
    if len(chosen) > _MOST_TURNS:
        raise TableError(
            say(
                "That's {count} moves, and a replay fits {most}. Pick a part, such as 1-50.",
                count=len(chosen), most=_MOST_TURNS,
            )
        )  # fmt: skip
    return chosen


def latest(table: Table) -> int:
    """Return the number of the latest move; 0 before the first."""
    played = _played(table)
    return round_of(played[-1].number, len(table.started.game.spec.teams)) if played else 0


def _played(table: Table) -> list[Turn]:
    """Return the turns in which a person has moved."""
    return [turn for turn in turns(table.started.plies) if turn.side is not None]


def stops(table: Table, chosen: Sequence[Turn]) -> Sequence[int]:
    """Return the numbers of plies after which a position is shown: the start, and the turns."""
    match, played = table.started, _played(table)
    first = chosen[0].number
    before = played[first - 1].stop if first else 0
    after = [turn.stop for turn in chosen]
    if match.outcome and after[-1] == played[-1].stop:
        after[-1] = len(match.plies)
    return before, *after


def replay(table: Table, chosen: Sequence[Turn], gif: bytes) -> Message:
    """Return the moving picture of these turns for one person, who can show it to everyone."""
    # Its picture and alt text are what everyone gets once it is shared.
    told = _Course(table, tuple(chosen)).read(locale_of(table.locale).plain)
    alt = say("{words}", words=Stranger(told))
    row = (
        Button(say("Share"), for_position(SHOW_REPLAY, table)),
        Button(say("Moves as text"), for_position(MOVES, table)),
    )
    return replace(public_replay(table, gif, alt), rows=(row,))


def public_replay(table: Table, gif: bytes, alt: Sentence) -> Message:
    """Return a moving picture of a game for everyone."""
    name = f"{table.terms.game}-{table.id}"
    picture = Picture(finished(gif), alt, name, PictureForm.GIF)
    return Message(dotted(sentences.terms_line(table), say("replay")), picture)


def names_present(table: Table, alt: str, reader: Renderer) -> bool:
    """Return True if a replay's alt text has the players' present names."""
    return _players(table).rendered(reader) in alt


def _players(table: Table) -> Sentence:
    return say("{players}", players=all_of(seat_title(table, seat) for seat in table.started.seats))


def as_text(table: Table) -> Message:
    """Return the moves of a game in rounds, with a file if the message hasn't room for all."""
    match = table.started
    told = lines(sentences.terms_line(table), history.record(match))
    name = f"{table.terms.game}-{table.id}.txt"
    whole = Document(name, "\n".join((*history.rounds(match), "")))
    return Message(told, documents=(whole,) if history.is_cut(match) else ())


def exported(table: Table) -> Message:
    """Return the game of a table in all its formats, finished or not."""
    record, name = record_of(table), f"{table.terms.game}-{table.id}"
    documents = [Document(f"{name}.json", json_form.as_text(record))]
    if pdn.can_be_written(record.match.game):
        documents.append(Document(f"{name}.pdn", pdn.as_text(record)))
    if sgf.can_be_written(record.match.game):
        documents.append(Document(f"{name}.sgf", sgf.as_text(record)))
    documents.append(Document(f"{name}.txt", record.transcript.text))
    told = say("The game as files. Plans, notes and chat stay private.")
    digits = say("-# Record {digest}", digest=code(record.match.digest[:DIGITS]))
    return Message(lines(told, digits), documents=tuple(documents))


@dataclass(frozen=True, slots=True, eq=False)
class _Course:
    """The alt text of a replay."""

    table: Table
    turns: tuple[Turn, ...]

    def read(self, reader: Renderer, /) -> str:
        """Return the players, as many moves as there is room for, and the end."""
        match = self.table.started
        spec, outcome = match.game.spec, match.outcome
        first, last = (round_of(self.turns[at].number, len(spec.teams)) for at in (0, -1))
        span = say("move {number}", number=first)
        if first != last:
            span = say("moves {first} to {last}", first=first, last=last)
        opening = say(
            "Replay of {game} between {players}, {moves}:",
            game=spec.title, players=_players(self.table), moves=span,
        ).rendered(reader)  # fmt: skip
        is_whole = outcome is not None and self.turns[-1].stop == _played(self.table)[-1].stop
        end = ""
        if outcome and is_whole:
            end = by_name(self.table, verdict(spec, outcome)).rendered(reader)
        moves, room = "", _LONGEST_ALT - len(opening) - len(end) - 5
        for number, turn in enumerate(self.turns):
            at = round_of(turn.number, len(spec.teams))
            begins = turn.number % len(spec.teams) == 0 or number == 0
            told = f" {at}. {turn.text}" if begins else f" {turn.text}"
            if len(moves) + len(told) > room:
                moves += " …"
                break
            moves += told
        return f"{opening}{moves}. {end}".rstrip()
