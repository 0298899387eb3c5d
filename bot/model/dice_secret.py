"""The secrets from which the host's dice follow, sealed before a game and published after it.

A series fixes the secrets of all its games before the first: each is the SHA-256 of the next one.
So a game's seal is the secret of the game before it, and each revealed secret commits the following
ones.
"""

import hashlib
from dataclasses import dataclass, replace
from secrets import token_bytes
from typing import Final

from rules import fair
from rules.contract.core import AnyGame, Dice

__all__ = ["DiceSecret", "new_secret"]

_LINKS: Final = 999
"""The most games that may follow the first of a series; the longest series has fewer."""


@dataclass(frozen=True, slots=True)
class DiceSecret:
    """The secret of one game: `chain_root`, hashed `remaining` times."""

    chain_root: bytes
    remaining: int = 0

    @property
    def secret(self) -> bytes:
        """The 32 bytes from which all rolls of the game follow, unknown until its end."""
        secret = self.chain_root
        for _ in range(self.remaining):
            secret = hashlib.sha256(secret).digest()
        return secret

    @property
    def seal(self) -> str:
        """The text that commits to the secret and is shown before the game."""
        return fair.seal(self.secret)

    @property
    def following(self) -> "DiceSecret":
        """The secret of the next game in the series, whose seal is this game's secret."""
        assert self.remaining > 0, "a series is shorter than its chain of secrets"
        return replace(self, remaining=self.remaining - 1)


def new_secret(game: AnyGame, *, in_series: bool) -> DiceSecret | None:
    """Draw the secret for a game that begins with a roll, or None for a game without dice."""
    if not isinstance(game.turn(game.start()), Dice):
        return None
    return DiceSecret(token_bytes(fair.SECRET_BYTES), _LINKS if in_series else 0)
