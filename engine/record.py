"""A finished or running game as text: the key, the options, and its log a line each.

    game: czech
    option: men=8
    seats: 2
    played c3-d4
    rolled 5-2
    resigned 1

`option` and `seats` may be left out: then the usual ones hold. Each further line is an event as
`rules.events` encodes it. Empty lines are skipped.
"""

from engine.tasks import GameLog
from rules.core import AnyGame, Seating
from rules.events import Event, decode, encode
from rules.match import Match
from rules.registry import all_games

__all__ = ["RecordError", "read_record", "write_record"]


class RecordError(ValueError):
    """The text is no record of a game; the message names the line."""


def read_record(text: str) -> GameLog:
    """Return the game that the text tells. Raises RecordError if it is none."""
    key, options, seats = "", dict[str, str](), 0
    events: list[Event] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        try:
            match word:
                case "":
                    continue
                case "game:":
                    key = _known(rest.strip())
                case "option:":
                    name, _, value = rest.partition("=")
                    options[name.strip()] = value.strip()
                case "seats:":
                    seats = int(rest)
                case _:
                    events.append(decode(word, rest.strip()))
        except ValueError as reason:
            raise RecordError(f"line {number}, “{line.strip()}”: {reason}") from reason
    if not key:
        raise RecordError("the line “game: KEY” is missing")
    try:
        game = all_games()[key].configured(options)
        log = GameLog(key, options, _seating(game, seats), tuple(events))
        log.match()
    except ValueError as reason:
        raise RecordError(str(reason)) from reason
    return log


def write_record(match: Match, options: dict[str, str]) -> str:
    """Return the record of a match of a game with these options."""
    head = [f"game: {match.game.spec.key}"]
    head += [f"option: {name}={value}" for name, value in options.items()]
    head += [f"seats: {len(match.seating)}"]
    return "\n".join((*head, *(" ".join(encode(event)) for event in match.events))) + "\n"


def _known(key: str) -> str:
    if key not in all_games():
        raise ValueError(f"there is no such game; there are {', '.join(all_games())}")
    return key


def _seating(game: AnyGame, seats: int) -> Seating:
    for seating in game.spec.seatings:
        if seats in (0, len(seating)):
            return seating
    raise ValueError(f"{game.spec.title} can't be played by {seats}")
