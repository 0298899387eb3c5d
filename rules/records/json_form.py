"""Games as JSON in the format `postboard-game-1`, which `docs/game.schema.json` describes.

It holds the log as it is, so that the digest of the log can be computed from it; names and what
people wrote stand outside the log. `python -m rules check FILE` reads such a file.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from rules import fair
from rules.contract.core import AnyGame, Seat, Seating
from rules.log.entries import Actor, Entry, decode, encode
from rules.log.events import Rolled
from rules.match.match import Match
from rules.match.record import Record
from rules.records.game_record import GameRecord, Holder, SeatResult
from rules.records.transcript import RecordError
from rules.registry import find
from rules.time.time_control import TimeControl, read_time_control

__all__ = ["DIGITS", "FORMAT", "as_line", "as_text", "read"]

FORMAT: Final = "postboard-game-1"
DIGITS: Final = 16
"""The digits of the digest that the bot shows with the last board."""
_LATEST: Final = 2**40
"""A limit above all times of a log, in Unix seconds."""

_LISTS: Final = ("holders", "entries", "results")
"""The members that are written one element a line."""
_NUMBER: Final = (int,)
_WORD: Final = (str,)
_MAYBE: Final = (int, type(None))
_MEMBERS: Final = {
    "format": _WORD, "game": _WORD, "version": _NUMBER, "options": (dict,), "seating": _NUMBER,
    "time": _WORD, "terms": (dict,), "series": (str, type(None)), "number": _NUMBER,
    "seats": (list,), "holders": (list,), "entries": (list,), "outcome": (dict, type(None)),
    "results": (list,), "dice": (dict, type(None)), "digest": _WORD,
}  # fmt: skip
_HOLDER: Final = {
    "seat": _NUMBER, "player": _NUMBER, "name": (str, type(None)), "level": _MAYBE,
    "since": _NUMBER, "until": _MAYBE,
}  # fmt: skip
_ENTRY: Final = {
    "number": _NUMBER, "at": _NUMBER, "actor": _WORD, "seat": _MAYBE, "player": _MAYBE,
    "request": _WORD, "kind": _WORD, "text": _WORD,
}  # fmt: skip
_RESULT: Final = {
    "seat": _NUMBER, "player": _NUMBER, "rank": _MAYBE, "score": _MAYBE, "worth": _NUMBER,
    "rule": _WORD,
}  # fmt: skip


def as_line(record: GameRecord) -> str:
    """Return the game as one line."""
    return _compact(_members(record))


def as_text(record: GameRecord) -> str:
    """Return the game as a file, with one entry of the log a line."""
    lines = list[str]()
    for name, value in _members(record).items():
        if name in _LISTS and value:
            rows = ",\n".join(f"  {_compact(each)}" for each in value)
            lines.append(f" {_compact(name)}: [\n{rows}\n ]")
        else:
            lines.append(f" {_compact(name)}: {_compact(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _members(record: GameRecord) -> dict[str, Any]:
    match, spec = record.match, record.match.game.spec
    return {
        "format": FORMAT,
        "game": spec.key,
        "version": spec.version,
        "options": dict(record.options),
        "seating": spec.seatings.index(match.seating),
        "time": match.clock.control.text,
        "terms": dict(record.terms),
        "series": record.series,
        "number": record.number,
        "seats": _seats(match.game, match.seating),
        "holders": [
            {
                "seat": holder.seat,
                "player": holder.player,
                "name": holder.name,
                "level": holder.level,
                "since": holder.since,
                "until": holder.until,
            }
            for holder in record.holders
        ],
        "entries": list(map(_entry, match.entries)),
        "outcome": _outcome(match),
        "results": [
            {
                "seat": result.seat,
                "player": result.player,
                "rank": result.rank,
                "score": result.score,
                "worth": result.worth,
                "rule": result.rule,
            }
            for result in record.results
        ],
        "dice": None if record.proof is None else dict(record.proof),
        "digest": match.digest,
    }


def _seats(game: AnyGame, seating: Seating) -> list[list[str]]:
    """Return the sides by seat."""
    return [[side.key for side in game.spec.sides if side.key in sides] for sides in seating]


def _entry(entry: Entry) -> dict[str, object]:
    kind, text = encode(entry.event)
    return {
        "number": entry.number,
        "at": entry.at,
        "actor": entry.actor.value,
        "seat": entry.seat,
        "player": entry.player,
        "request": entry.request,
        "kind": kind,
        "text": text,
    }


def _outcome(match: Record) -> dict[str, object] | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "winners": sorted(outcome.winners),
        "void": outcome.is_void,
        "rule": outcome.rule.key,
        "worth": outcome.worth,
    }


def read(text: str) -> GameRecord:
    """Return the game that a file holds, with its log folded and every move checked.

    Raises RecordError, RulesError, UnknownGame, or another ValueError or LookupError.
    """
    members = _shaped(fair.read_object(text), _MEMBERS, "the file")
    if members["format"] != FORMAT:
        raise RecordError(f"its format is not {FORMAT}")
    options: dict[str, str] = members["options"]
    terms: dict[str, bool] = members["terms"]
    if any(type(value) is not str for value in options.values()):
        raise RecordError("an option is not a text")
    if any(type(value) is not bool for value in terms.values()):
        raise RecordError("a term is neither true nor false")
    game = find(members["game"], members["version"]).configured(options)
    which: int = members["seating"]
    if not 0 <= which < len(game.spec.seatings):
        raise RecordError("the game has no such seating")
    seating = game.spec.seatings[which]
    if members["seats"] != _seats(game, seating):
        raise RecordError("its seats aren't those of the seating")
    holders = _holders(members["holders"], len(seating))
    match = _match(game, seating, read_time_control(members["time"]), holders, members["entries"])
    results = tuple(SeatResult(**_shaped(each, _RESULT, "a result")) for each in members["results"])
    record = GameRecord(
        match=match,
        options=options,
        holders=holders,
        terms=terms,
        series=members["series"],
        number=members["number"],
        results=results,
        proof=members["dice"],
    )
    if members["digest"] != match.digest:
        raise RecordError(f"the digest of its log is {match.digest}, not what the file says")
    if members["outcome"] != _outcome(match):
        raise RecordError("the outcome that it tells isn't the one to which its log leads")
    _require_results(record)
    _require_proof(record)
    return record


def _shaped(value: object, members: Mapping[str, tuple[type, ...]], what: str) -> dict[str, Any]:
    """Return the object, which must have exactly these members, of these types."""
    if not isinstance(value, dict):
        raise RecordError(f"{what} is not an object")
    found = cast("dict[str, Any]", value)
    if set(found) != set(members):
        raise RecordError(f"{what} has other members than {', '.join(members)}")
    for name, kinds in members.items():
        if type(found[name]) not in kinds:
            raise RecordError(f"the member “{name}” of {what} is of the wrong kind")
    return found


def _holders(found: Sequence[object], seats: int) -> tuple[Holder, ...]:
    holders = tuple(Holder(**_shaped(each, _HOLDER, "a holder")) for each in found)
    if any(holder.seat not in range(seats) for holder in holders):
        raise RecordError("someone holds a seat that there isn't")
    first = sorted(holder.seat for holder in holders if holder.since == 0)
    if first != list(range(seats)):
        raise RecordError("each seat needs one holder from the start")
    return holders


def _match(
    game: AnyGame,
    seating: Seating,
    control: TimeControl,
    holders: Sequence[Holder],
    found: Sequence[object],
) -> Match:
    engines = [holder.seat for holder in holders if holder.since == 0 and holder.level is not None]
    match = Match.of(game, seating, control, engines)
    for number, each in enumerate(found, 1):
        members = _shaped(each, _ENTRY, f"entry {number}")
        seat = members["seat"]
        if seat is not None and seat not in range(len(seating)):
            raise RecordError(f"entry {number} is of a seat that there isn't")
        if not 0 <= members["at"] < _LATEST:
            raise RecordError(f"the time of entry {number} is none")
        entry = Entry(
            number=members["number"],
            at=members["at"],
            actor=Actor(members["actor"]),
            seat=None if seat is None else Seat(seat),
            player=members["player"],
            request=members["request"],
            event=decode(members["kind"], members["text"]),
        )
        if encode(entry.event) != (members["kind"], members["text"]):
            raise RecordError(f"entry {number} is not written as the log writes it")
        match = match.enter(entry)
    return match


def _require_results(record: GameRecord) -> None:
    """Raise RecordError unless those who won have rank 1 in the results."""
    outcome = record.match.outcome
    for result in record.results:
        if result.seat not in range(len(record.match.seating)):
            raise RecordError("a result is of a seat that there isn't")
        if outcome is None or result.rule != outcome.rule.key:
            continue  # That of a person who left before the end.
        won = not outcome.winners or bool(record.match.seating[result.seat] & outcome.winners)
        is_first = result.rank == 1
        if (result.rank is None) != outcome.is_void or (not outcome.is_void and is_first != won):
            raise RecordError("a result isn't the one to which its log leads")


def _require_proof(record: GameRecord) -> None:
    """Raise ProofError or RecordError unless the proof of the dice holds for the log."""
    if record.proof is None:
        return
    fair.verify(record.proof)
    proved = [(roll["entry"], roll["pips"]) for roll in record.proof["rolls"]]
    rolled = [
        (entry.number, list(entry.event.pips))
        for entry in record.match.entries
        if isinstance(entry.event, Rolled)
    ]
    if proved != rolled:
        raise RecordError("the rolls of its proof aren't those of its log")
