"""The settings for tables that a server's owners have chosen."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from bot.model.boards import Boards

__all__ = ["MOST_TABLES", "USUAL_TABLES", "Club", "ServerSettings", "read_settings"]

USUAL_TABLES: Final = 20
"""The limit of tables for a person where none is set."""
MOST_TABLES: Final = 50
"""The highest limit of tables for a person that can be set."""


@dataclass(frozen=True, slots=True)
class Club:
    """The parts of a server that serve all its players, by channel; None is off."""

    board: int | None = None
    """The channel of the club board, which shows games in progress."""
    results: int | None = None
    """The channel where results are posted."""
    puzzle: int | None = None
    """The channel of the puzzle of the day."""
    puzzle_hour: int = 12
    """The hour of the puzzle, 0 to 23, by the clocks of its zone."""
    puzzle_zone: str = "UTC"
    directors: tuple[int, ...] = ()
    """The roles that may direct events; empty means people who may moderate."""
    pairing: int | None = None
    """The channel in whose threads people are paired, at the hour of the puzzle."""
    week: int | None = None
    """The channel of the weekly message, on Sunday at the hour of the puzzle."""
    others: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Other stored names, such as an extension's that is left out."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of one server."""

    channels: tuple[int, ...] = ()
    """The channels in which tables may open; empty means everywhere."""
    always_thread: bool = False
    """Tables open in threads of their own."""
    boards: Boards = Boards.RECORD
    """The remains of earlier boards at tables that haven't agreed on anything else."""
    unnamed: bool = False
    """Pictures show sides instead of the names of people."""
    openers: tuple[int, ...] = ()
    """The roles that may open tables; empty means everyone."""
    moderators: tuple[int, ...] = ()
    """The roles that may moderate tables, besides people who may manage messages."""
    time: str | None = None
    """The time control of tables for which none is chosen, or None for the bot's default."""
    rated: bool = True
    """A game counts for ratings where that is possible and the host doesn't choose."""
    most_tables: int | None = USUAL_TABLES
    """Unfinished tables that one person may host here, or None for any number."""
    language: str | None = None
    """The language of what all read here, by Discord's code, or None for that of `spoken`."""
    club: Club = field(default_factory=Club)
    others: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Other names that are stored, likewise."""

    def spoken(self, community: str | None) -> str | None:
        """Return the server's language by Discord's code: the one chosen, or else its own.

        `community` is the language that Discord knows for a Community server. Others have none.
        """
        return self.language or community

    @property
    def text(self) -> str:
        """The settings as they are stored: JSON without those at their defaults."""
        usual, chosen = _members(ServerSettings()), _members(self)
        return json.dumps({name: v for name, v in chosen.items() if v != usual.get(name)})


def _members(settings: ServerSettings) -> dict[str, Any]:
    """Return settings by their names, those that nothing here knows among them."""
    members: dict[str, Any] = asdict(settings)
    members["club"] |= members["club"].pop("others")
    others: dict[str, Any] = members.pop("others")
    return members | others


def read_settings(text: str) -> ServerSettings:
    """Return the settings from the text of `ServerSettings.text`.

    Names that nothing here knows, such as an extension's that is left out, are kept.
    """
    known, others = _sorted(json.loads(text), ServerSettings)
    for name in ("channels", "openers", "moderators"):
        known[name] = tuple(map(int, known.get(name, ())))
    known["boards"] = Boards(known.get("boards", Boards.RECORD))
    club, others_of_club = _sorted(known.get("club", {}), Club)
    club["directors"] = tuple(map(int, club.get("directors", ())))
    known["club"] = Club(**club, others=others_of_club)
    return ServerSettings(**known, others=others)


def _sorted(read: Mapping[str, Any], kind: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the members that a kind of settings has, and the others."""
    names = {each.name for each in fields(kind)} - {"others"}
    known = {name: value for name, value in read.items() if name in names}
    return known, {name: value for name, value in read.items() if name not in names}
