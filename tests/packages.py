"""Packages of games, laid out on a folder as an installer does, without a network."""

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import rules.games
from rules.registry import Registry, games_in

__all__ = ["HEAP", "install", "own_registry"]

HEAP = """
from dataclasses import dataclass, replace
from rules.contract.sentence import Notation, say
from tests.rules.heap import HeapGame

@dataclass(frozen=True)
class Toy(HeapGame):
    key: str = "toy"

    @property
    def spec(self):
        title = say("{title}", title=Notation(self.key.title()))
        return replace(super().spec, key=self.key, title=title)

GAME = Toy()
"""
"""A module with a game that is quick to play."""


def install(
    folder: Path,
    name: str,
    modules: Mapping[str, str],
    points: Mapping[str, str],
    version: str = "1.0",
) -> None:
    """Lay out a package: its modules by file name, and its games by the names of entry points."""
    folder.mkdir(exist_ok=True)
    for file, text in modules.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = "".join(f"{point} = {place}\n" for point, place in points.items())
    (info / "entry_points.txt").write_text(f"[postboard.games]\n{lines}" if lines else "")


@contextmanager
def own_registry(folder: Path) -> Generator[None]:
    """Let packages in the folder be found, and forget what is added to the registry."""
    registry = Registry(games_in(rules.games))
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.registry._registry", lambda: registry)
        patch.setattr(sys, "path", [str(folder), *sys.path])
        yield
    for name in set(sys.modules) - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]
