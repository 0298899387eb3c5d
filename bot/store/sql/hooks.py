"""The hooks of extensions in the core's transactions, and the tables that extensions keep.

An extension adds to the hooks of one database. Every hook is called inside the transaction, which
is undone if the hook raises. Hooks are called in the order in which they were added, and none may
depend on it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, TypeAlias

from bot.model.caller import Person
from bot.model.pings import PingClass
from bot.model.preferences import Preferences
from bot.model.server import ServerSettings
from bot.model.shards import Shard
from bot.model.table import Table
from bot.store.sql.privacy import KEPT, Kept
from rules.time.clock import Stretch

if TYPE_CHECKING:
    from bot.store.sql.transaction import Transaction, Value

__all__ = [
    "ClubChanged", "EntriesWritten", "GameEnded", "Gather", "HidingChanged", "Hooks",
    "PreferencesChanged", "SeriesGoesOn", "ServerErased", "SettingsChanged", "TableChanged",
    "TableClosed", "TableOpened", "TimesMended", "Useless", "WasDown",
]  # fmt: skip

TableOpened: TypeAlias = Callable[["Transaction", Table], None]
TableChanged: TypeAlias = Callable[["Transaction", Table, int], None]
"""Gets a table as it is now, and the moment in Unix seconds."""
TableClosed: TypeAlias = Callable[["Transaction", Table, int, bool], None]
"""Gets a table that closed before its game began, the moment, and True if too few people came in
time."""
EntriesWritten: TypeAlias = Callable[["Transaction", Table, int], None]
"""Gets a table whose log goes on, and the number of the last entry before that."""
GameEnded: TypeAlias = Callable[["Transaction", Table], None]
SeriesGoesOn: TypeAlias = Callable[["Transaction", int, int, int], None]
"""Gets the tables of a game and of the next one, and the length of the next one's log."""
SettingsChanged: TypeAlias = Callable[
    ["Transaction", int, ServerSettings, ServerSettings, int], None
]
"""Gets a server, its settings before and after, and the moment in Unix seconds."""
ClubChanged: TypeAlias = Callable[["Transaction", int, int], None]
"""Gets a server and the moment."""
HidingChanged: TypeAlias = Callable[["Transaction", Person, int], None]
PreferencesChanged: TypeAlias = Callable[["Transaction", Person, int], None]
Gather: TypeAlias = Callable[[Preferences, PingClass, int | None, int], int | None]
"""Returns when news comes together with other news, or None if it comes by itself. It gets the
person's preferences, the subject, the seconds of the present turn before grants (None without a
limit), and the present moment."""
ServerErased: TypeAlias = Callable[["Transaction", int], None]
"""Gets a server before its data is deleted."""
TimesMended: TypeAlias = Callable[["Transaction", int], None]
"""Gets the moment in Unix seconds."""
WasDown: TypeAlias = Callable[["Transaction", Stretch, Shard], None]
"""Gets the time in which no process served a shard's servers, and the shard."""
Useless: TypeAlias = Callable[[int], tuple[str, tuple["Value", ...]]]
"""Returns an SQL statement that deletes rows no longer needed at this moment, and its values except
the last, which is the most rows to delete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """The hooks of one database, or those that one extension adds."""

    table_opened: list[TableOpened] = field(default_factory=list[TableOpened])
    table_changed: list[TableChanged] = field(default_factory=list[TableChanged])
    """Called for every change at a table, its opening, closing and end among them."""
    table_closed: list[TableClosed] = field(default_factory=list[TableClosed])
    entries_written: list[EntriesWritten] = field(default_factory=list[EntriesWritten])
    """Called when the log of a game that had begun goes on."""
    game_ended: list[GameEnded] = field(default_factory=list[GameEnded])
    """Called once the results of a game are stored."""
    series_goes_on: list[SeriesGoesOn] = field(default_factory=list[SeriesGoesOn])
    settings_changed: list[SettingsChanged] = field(default_factory=list[SettingsChanged])
    club_changed: list[ClubChanged] = field(default_factory=list[ClubChanged])
    """Called when a server's players get or lose something to look at besides its tables."""
    hiding_changed: list[HidingChanged] = field(default_factory=list[HidingChanged])
    """Called when a person hides from others, or stops that."""
    preferences_changed: list[PreferencesChanged] = field(default_factory=list[PreferencesChanged])
    """Called once a person's preferences are stored and their reminders planned again."""
    gathering: list[Gather] = field(default_factory=list[Gather])
    """Asked before a ping is sent or a reminder is planned."""
    server_erased: list[ServerErased] = field(default_factory=list[ServerErased])
    was_down: list[WasDown] = field(default_factory=list[WasDown])
    """Called when the bot is back after over five minutes, before anything else is done."""
    times_mended: list[TimesMended] = field(default_factory=list[TimesMended])
    """Called once a day to correct moments that only a clock set ahead can have written."""
    useless: list[Useless] = field(default_factory=list[Useless])
    """Further rows that the daily cleaning deletes."""
    kept: list[Kept] = field(default_factory=list[Kept])
    """Tables besides the core's, with what they hold about people."""

    def add(self, more: "Hooks") -> None:
        """Add the hooks of an extension."""
        for each in fields(self):
            getattr(self, each.name).extend(getattr(more, each.name))

    def gathered_at(
        self, preferences: Preferences, about: PingClass, allowed: int | None, now: int
    ) -> int | None:
        """Return the first moment at which news comes together with other news, or None."""
        moments = [gather(preferences, about, allowed, now) for gather in self.gathering]
        return min((each for each in moments if each is not None), default=None)

    @property
    def all_kept(self) -> Sequence[Kept]:
        """All tables, with what they hold about people."""
        return (*KEPT, *self.kept)
