"""The settings for tables that a server's owners have chosen."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from bot.model.boards import Boards

__all__ = ["MOST_TABLES", "USUAL_TABLES", "ServerSettings", "read_settings"]

USUAL_TABLES: Final = 20
"""The limit of tables for a person where none is set."""
MOST_TABLES: Final = 50
"""The highest limit of tables for a person that can be set."""


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
    return ServerSettings(**known)
