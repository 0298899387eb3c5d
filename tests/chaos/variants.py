"""Kinds of campaigns; the seed picks one."""

from dataclasses import dataclass
from typing import Final

from loopback import Limits, Window

__all__ = ["VARIANTS", "Variant"]


@dataclass(frozen=True, slots=True)
class Variant:
    """What holds for a whole campaign."""

    name: str
    limits: Limits
    """What Discord allows."""
    engines: float
    """The share of tables with a computer."""


_USUAL: Final = Window(5, 5.0)
"""Messages in one channel, as bots commonly see it in the headers."""
_SHARED: Final = Window(5, 2.0)
"""Follow-ups in one channel, as bots have reported it."""

VARIANTS: Final = (
    Variant("usual limits", Limits(messages=_USUAL), engines=0.2),
    Variant("people", Limits(), engines=0.2),
    Variant("computers", Limits(), engines=0.7),
    Variant("shared limits", Limits(messages=_USUAL, follow_ups=_SHARED), engines=0.4),
)
