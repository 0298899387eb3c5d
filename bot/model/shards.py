"""The shards of the bot: the connections over which it hears from Discord."""

import re
from dataclasses import dataclass
from typing import Final

__all__ = ["MOST_SHARDS", "Shard", "ShardRange"]

MOST_SHARDS: Final = 1024
_FORM: Final = re.compile(r"(?:(\d{1,4})(?:-(\d{1,4}))?/)?(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the connections.

    A server belongs to the one whose number is `(guild_id >> 22) % count`, and all that belongs to
    no server to the first, whose number is 0 (Discord's documentation, "Sharding").
    """

    number: int
    count: int

    def __str__(self) -> str:
        return f"shard {self.number} of {self.count}"


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards that one process serves: `first` to `last` of `count`."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> "ShardRange":
        """Return what a text such as "4" (all of four), "3/16" or "0-3/16" means.

        Raises ValueError, which says what would be right.
        """
        found = _FORM.fullmatch(text)
        if found is not None:
            first, last, count = (int(each) if each else None for each in found.groups())
            assert count is not None, "it has no other form"
            shards = cls(0, count - 1, count)
            if first is not None:
                shards = cls(first, first if last is None else last, count)
            if 0 < count <= MOST_SHARDS and shards.first <= shards.last < count:
                return shards
        raise ValueError(
            f"a number of shards from 1 to {MOST_SHARDS}, or some of them, such as 0-3/16"
        )

    @property
    def numbers(self) -> range:
        """The numbers of the shards."""
        return range(self.first, self.last + 1)

    @property
    def is_whole(self) -> bool:
        """True if there are no others."""
        return len(self.numbers) == self.count

    def __contains__(self, guild_id: int | None) -> bool:
        """Tell whether a server, or None for a place without one, belongs to these shards."""
        return ((guild_id or 0) >> 22) % self.count in self.numbers

    def __str__(self) -> str:
        numbers = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return str(self.count) if self.is_whole else f"{numbers}/{self.count}"
