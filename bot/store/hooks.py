"""What else happens in the transactions of the core, and which tables hold what of people.

An extension adds to the hooks of one database. Each hook is called inside the transaction, which is
undone if it raises. They are called in the order in which they were added, and none may rest on it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, TypeAlias

from bot.model.server import ServerSettings
from bot.store.privacy import KEPT, Kept

if TYPE_CHECKING:
    from bot.store.transaction import Transaction

__all__ = ["Hooks", "SettingsChanged"]

SettingsChanged: TypeAlias = Callable[
    ["Transaction", int, ServerSettings, ServerSettings, int], None
]
"""Gets a server, its settings before and after, and the moment in Unix seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """The hooks of one database, or those that one extension adds."""

    settings_changed: list[SettingsChanged] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    """What tables hold of people, besides those of the core."""

    def add(self, more: "Hooks") -> None:
        """Add the hooks of an extension."""
        for each in fields(self):
            getattr(self, each.name).extend(getattr(more, each.name))

    @property
    def all_kept(self) -> Sequence[Kept]:
        """What each table holds of people."""
        return (*KEPT, *self.kept)
