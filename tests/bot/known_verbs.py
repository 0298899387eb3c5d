"""All verbs, of the core and of every extension, and custom_ids that are read with them."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bot import extensions
from bot.interactions.components.router import CORE
from bot.interactions.controls import Control, Controls
from bot.interactions.registration import import_handlers
from bot.messages.controls import custom_ids
from bot.messages.controls.custom_ids import CustomId, CustomIdError
from bot.messages.controls.verbs import Verb

__all__ = ["CONTROLS", "VERBS", "decode", "readable"]


def _all_controls() -> Iterator[Controls]:
    import_handlers()
    yield CORE
    for module in pkgutil.walk_packages(extensions.__path__, f"{extensions.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Controls):
                yield value


CONTROLS: Final[Mapping[Verb, Control]] = MappingProxyType(
    {verb: control for controls in _all_controls() for verb, control in controls}
)
"""The way to answer each verb."""
VERBS: Final = MappingProxyType({verb.word: verb for verb in CONTROLS})
"""All verbs by their words."""


def decode(text: str) -> CustomId:
    """Return a custom_id. Raises CustomIdError for any other text."""
    return custom_ids.decode(text, VERBS)


def readable(texts: Iterable[str]) -> Iterator[CustomId]:
    """Yield the custom_ids that can be read."""
    for text in texts:
        try:
            yield decode(text)
        except CustomIdError:
            continue
