"""The settings for tables that a server's owners have chosen."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from bot.model.boards import Boards

__all__ = ["MOST_TABLES", "USUAL_TABLES", "Club", "ServerSettings", "read_settings"]

USUAL_TABLES: Final = 20
"""The limit of tables for a person where none is set."""
MOST_TABLES: Final = 50
"""The highest limit of tables for a person that can be set."""


@dataclass(frozen=True, slots=True)
class Club:
    """The parts of a server that are for all its players, by channel; None is off."""

    board: int | None = None
    """The channel of the club board, which shows games that run."""
    results: int | None = None
    """The channel that is told how games ended."""
    puzzle: int | None = None
    """The channel of the puzzle of the day."""
    puzzle_hour: int = 12
    """The hour of the puzzle, 0 to 23, by the clocks of its zone."""
    puzzle_zone: str = "UTC"
    directors: tuple[int, ...] = ()
    """The roles that may direct events; empty means people who may moderate."""

    @property
    def channels(self) -> tuple[int, ...]:
        """The channels that are chosen, each once."""
        chosen = (self.board, self.results, self.puzzle)
        return tuple(dict.fromkeys(channel for channel in chosen if channel is not None))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server."""

    channels: tuple[int, ...] = ()
    """The channels in which tables may open; empty means everywhere."""
    always_thread: bool = False
    """Each table opens in a thread of its own."""
    boards: Boards = Boards.RECORD
    """The remains of earlier boards at tables that haven't agreed on anything else."""
    unnamed: bool = False
    """Pictures show sides instead of the names of people."""
    openers: tuple[int, ...] = ()
    """The roles that may open tables; empty means everybody."""
    moderators: tuple[int, ...] = ()
    """The roles that may moderate tables, besides people who may manage messages."""
    time: str | None = None
    """The time control of a table for which none is chosen; None means the bot's default."""
    rated: bool = True
    """A game counts for ratings where that is possible and the host doesn't choose."""
    most_tables: int | None = USUAL_TABLES
    """Unfinished tables that one person may host here; None means any number."""
    club: Club = Club()

    @property
    def text(self) -> str:
        """The settings as they are stored: JSON without those at their defaults."""
        usual = asdict(ServerSettings())
        return json.dumps({k: v for k, v in asdict(self).items() if v != usual[k]})


def read_settings(text: str) -> ServerSettings:
    """Return the settings from the text of `ServerSettings.text`; unknown names are ignored."""
    read: dict[str, Any] = json.loads(text)
    known: dict[str, Any] = {n: v for n, v in read.items() if n in ServerSettings.__slots__}
    for name in ("channels", "openers", "moderators"):
        known[name] = tuple(map(int, known.get(name, ())))
    known["boards"] = Boards(known.get("boards", Boards.RECORD))
    club: dict[str, Any] = known.get("club", {})
    club["directors"] = tuple(map(int, club.get("directors", ())))
    known["club"] = Club(**{n: v for n, v in club.items() if n in Club.__slots__})
    return ServerSettings(**known)
