"""All faults."""

from typing import Final

from tests.faults import messages, store, times
from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final[tuple[Fault, ...]] = (*store.FAULTS, *times.FAULTS, *messages.FAULTS)
