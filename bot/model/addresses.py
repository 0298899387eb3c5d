"""The address of a database that is not a file."""

import re
from dataclasses import dataclass, field
from typing import Final

__all__ = ["ServerAddress"]

_SCHEMES: Final = ("postgresql://", "postgres://")
_SHOWN: Final = re.compile(r"\w+://(?:[^@/?#]*@)?([^@?#]*)(?:\?[^@]*)?")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a PostgreSQL database. As a text it lacks the password."""

    uri: str = field(repr=False)

    @classmethod
    def read(cls, text: str) -> "ServerAddress | None":
        """Return the address in a text, or None for any other text."""
        return cls(text) if text.startswith(_SCHEMES) else None

    def __str__(self) -> str:
        """Return the server and the name of the database, without the user and the parameters."""
        shown = _SHOWN.fullmatch(self.uri)
        return f"postgresql://{shown[1] if shown else '...'}"
