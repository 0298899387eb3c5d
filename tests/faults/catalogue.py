"""The fault of each promise, in the order of docs/guarantees.md."""

from typing import Final

from tests.faults import (
    club,
    delivery,
    dice,
    local_discord,
    opponents,
    people,
    places,
    processes,
    rulebooks,
    tables,
)
from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final[tuple[Fault, ...]] = (
    *delivery.FAULTS,
    *tables.FAULTS,
    *processes.FAULTS,
    *people.FAULTS,
    *places.FAULTS,
    *club.FAULTS,
    *opponents.FAULTS,
    *dice.FAULTS,
    *rulebooks.FAULTS,
    *local_discord.FAULTS,
)
