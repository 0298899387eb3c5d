"""A game as a moving picture, made by a process of its own: this module is its program.

The process gets what to show as JSON, and answers with a GIF file. It sees only turns and names.
Pillow keeps all frames of such a file until it is written, which takes up to 200 MB.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from bot.messages import captions, pictures
from bot.messages.words.locale import locale_of
from bot.model.table import Table
from engine.worker import confine
from render import Caption, Occupant
from render.replay import replay_picture
from rules.contract.sentence import Renderer
from rules.contract.view import BoardView
from rules.packages import take_packages
from rules.records.transcript import Transcript, read_transcript

__all__ = ["Film", "film_of"]

_WIDTHS: Final = (800, 480)
"""The widths in pixels that are tried, one after another."""
_MEMORY: Final = 1 << 30
"""The most bytes of address space."""
# Behind everything that answers people, and behind moves and hints, which run at 10.
_NICENESS: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A game, or some of its turns, as a series of positions."""

    transcript: str
    """The whole game, as `Transcript.text` writes it."""
    stops: tuple[int, ...]
    """The numbers of plies after which a position is shown."""
    people: Caption
    end: Caption | None
    """The people below the last position, if it is the end of the game."""
    locale: str
    most: int
    """The most bytes of the file."""

    @property
    def request(self) -> bytes:
        """The film as JSON."""
        return json.dumps(asdict(self)).encode()

    def made(self) -> bytes:
        """Return the GIF file, or nothing if even the smallest has too many bytes."""
        reader = locale_of(self.locale).plain
        positions = list(self._positions(reader))
        for width in _WIDTHS:
            file = replay_picture(positions, width=width, reader=reader)
            if len(file) <= self.most:
                return file
        return b""

    def _positions(self, words: Renderer) -> Iterator[tuple[BoardView, Caption]]:
        transcript = read_transcript(self.transcript)
        game, turns = transcript.game, transcript.turns()
        for stop in self.stops:
            last = turns[stop - 1] if stop else None
            view = game.view(last.after, last.move) if last else game.view(game.start())
            played = sum(turn.side is not None for turn in turns[:stop])
            told = captions.number(game, played).rendered(words)
            caption = replace(self.people, number=told)
            if self.end is not None and stop == self.stops[-1]:
                nobody = tuple(replace(player, to_move=False) for player in view.players)
                view, caption = replace(view, players=nobody, rolling=False), self.end
            yield view, caption


def film_of(table: Table, stops: Sequence[int], most: int) -> Film:
    """Return the film of a table's game after these numbers of plies, of at most `most` bytes."""
    match, end = table.started, None
    if match.outcome and stops[-1] == len(match.plies):
        end = captions.present(table, pictures.board(table), locale_of(table.locale).plain)
    return Film(
        transcript=Transcript.of(match, table.terms.options).text,
        stops=tuple(stops),
        people=_throughout(table),
        end=end,
        locale=table.locale,
        most=most,
    )


def _throughout(table: Table) -> Caption:
    """Return the names of players who have had their seats from the start, for any position.

    Other seats have the names of their sides, because someone else may have made the move.
    """
    named, seat_of = captions.names(table), table.started.seat_of
    people = (
        (side, Occupant("") if table.at(seat_of(side)).from_entry else person)
        for side, person in named.people
    )
    return replace(named, people=tuple(people))


def _read(request: bytes) -> Film:
    """Return the film that JSON describes. Raises LookupError, TypeError or ValueError."""
    members: dict[str, Any] = json.loads(request)
    for name in ("people", "end"):
        members[name] = members[name] and _caption(members[name])
    return Film(**members)


def _caption(members: dict[str, Any]) -> Caption:
    people = tuple((side, Occupant(**each)) for side, each in members["people"])
    return Caption(people, members["number"])


def _main() -> None:
    """Make one film."""
    confine(_MEMORY, _NICENESS)
    _, _, faults = take_packages(sys.argv[1:])
    sys.stderr.writelines(faults)
    sys.stdout.buffer.write(_read(sys.stdin.buffer.read()).made())


if __name__ == "__main__":
    _main()
