"""The games of files that people sent, kept while they look at them."""

from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from bot.messages.panels.plans import path_word
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.sent_games import SentGame
from rules.contract.sentence import say
from rules.match.plans import Path

__all__ = ["SentGames"]

_KEPT: Final = 15 * 60
"""Seconds; Discord takes no change of the private message after that."""
_MOST_PLIES: Final = 20_000
"""Plies of all games together; the oldest ones make room."""
_MOST_LINES: Final = 200
"""The most lines that are tried in one game."""


@dataclass(slots=True)
class _Kept:
    at: float
    person: Person
    game: SentGame
    lines: dict[str, Path] = field(default_factory=lambda: {"": ()})
    """The lines that were tried, by the word that stands for each in buttons."""


class SentGames:
    """The game that each person sent last.

    They are kept in memory alone, and nothing else of a file is: after a restart, a button says
    that its game is gone.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Forget each after 15 minutes; `now` returns Unix seconds."""
        self._now = now
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._busy: set[Person] = set()

    @contextmanager
    def working_for(self, person: Person) -> Generator[None]:
        """Let the workers read or analyse one file of a person at a time. Raises TableError."""
        if person in self._busy:
            raise TableError(say("I'm still at work on a file of yours. Please wait for that."))
        self._busy.add(person)
        try:
            yield
        finally:
            self._busy.remove(person)

    def keep(self, number: int, person: Person, game: SentGame) -> None:
        """Keep a person's game under the number of an interaction, in place of their last one."""
        now = self._now()
        self._kept[number] = _Kept(now, person, game)
        room = _MOST_PLIES
        for key, kept in reversed(list(self._kept.items())):
            room -= len(kept.game.table.started.plies) + 1
            is_old = now - kept.at >= _KEPT or (kept.person == person and key != number)
            if is_old or room < 0:
                del self._kept[key]

    def find(self, number: int, person: Person) -> SentGame:
        """Return a person's game. Raises TableError once it is gone, and for anybody else."""
        return self._find(number, person).game

    def line(self, number: int, person: Person, word: str) -> Path:
        """Return the line that a word stands for; none if it is forgotten."""
        return self._find(number, person).lines.get(word, ())

    def keep_line(self, number: int, person: Person, line: Path) -> None:
        """Keep a line under its word. Raises TableError if there are too many."""
        lines = self._find(number, person).lines
        if len(lines) >= _MOST_LINES:
            raise TableError(say("You've tried {most} lines of this game.", most=_MOST_LINES))
        lines[path_word(line)] = line

    def _find(self, number: int, person: Person) -> _Kept:
        kept = self._kept.get(number)
        if kept is None or kept.person != person or self._now() - kept.at >= _KEPT:
            raise TableError(say("I don't have this file any more. `/game verify` reads it again."))
        return kept
