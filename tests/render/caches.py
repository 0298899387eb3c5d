"""What `render` keeps of the things that it has drawn."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import _lru_cache_wrapper  # pyright: ignore[reportPrivateUsage]
from types import ModuleType
from typing import Any

import render

__all__ = ["caches", "modules"]


def modules() -> Iterator[ModuleType]:
    """Yield the modules of `render`."""
    for module in pkgutil.walk_packages(render.__path__, "render."):
        yield importlib.import_module(module.name)


def caches() -> Iterator["_lru_cache_wrapper[Any]"]:
    """Yield the functions of `render` that keep what they return."""
    for module in modules():
        yield from (held for held in vars(module).values() if isinstance(held, _lru_cache_wrapper))
