"""What some games can do beside what every `Game` does; who needs it asks with isinstance."""

from typing import Any, Protocol, runtime_checkable

from rules.core import Outcome, Team
from rules.view import Region

__all__ = ["Claiming", "Staked", "Stoppable"]


@runtime_checkable
class Stoppable(Protocol):
    """A game that the players may agree to stop at any time and to count as it stands."""

    def stopped(self, state: Any) -> Outcome:  # noqa: ANN401 - whatever state the game has
        """Return the outcome if the game stops here, citing the rule that allows it."""
        ...


@runtime_checkable
class Staked(Protocol):
    """A game that counts more or less in a series, by how thoroughly it is won."""

    def worth(self, state: Any, losers: Team) -> int:  # noqa: ANN401 - whatever state the game has
        """Return what the game counts if these sides lose it as it stands, by resigning say."""
        ...


@runtime_checkable
class Claiming(Protocol):
    """A game whose moves may claim a region of the board."""

    def region(self, state: Any, move: Any) -> Region | None:  # noqa: ANN401 - the game's own
        """Return the region that the move claims, to be shown as a candidate; None if none."""
        ...
