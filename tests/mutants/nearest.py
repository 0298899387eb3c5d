"""The tests that are nearest to a function, by name and by what they reach."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

__all__ = ["Nearest"]

_FAR: Final = frozenset({"browser", "chaos", "openapi", "postgres"})
"""Folders of tests that need more than Python, or that run for long: for what they name alone."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NAME: Final = re.compile(r"\w{4,}")


class Nearest:
    """Files of tests, and how near each is to a function of the program.

    A file is the nearer, the more words it shares with the path of the module and with the source
    of the function. A word counts by how few files have it. Files that reach the function come
    before all others, where it is known.
    """

    def __init__(self, root: Path, reached: Mapping[str, set[str]] | None = None) -> None:
        self._reached = reached or {}
        self._files = {
            str(file.relative_to(root)): file.read_text()
            for file in sorted((root / "tests").glob("*/**/test_*.py"))
        }
        self._paths = {file: _of_path(file) for file in self._files}
        self._names = {file: set(_NAME.findall(text)) for file, text in self._files.items()}
        self._in_paths = Counter(word for words in self._paths.values() for word in words)
        self._in_files = Counter(name for names in self._names.values() for name in names)

    def files(self, path: Path, function: str, source: str, count: int) -> list[str]:
        """Return so many files of tests, the nearest first."""
        module = ".".join(path.with_suffix("").parts)
        reaching = self._reached.get(f"{path}::{function}", set())
        own = {function.rpartition(".")[2].strip("_"), *function.split(".")[:1]}
        distances = dict[str, tuple[bool, float]]()
        for file, text in self._files.items():
            if not _FAR.intersection(Path(file).parts) <= set(path.parts):
                continue
            shared = self._names[file] & set(_NAME.findall(source))
            nearness = (
                4 * self._rarity(self._in_paths, _of_path(str(path)) & self._paths[file])
                + 4 * (module in text) * math.log(len(self._files) / (1 + self._importing(module)))
                + 2 * self._rarity(self._in_files, own & self._names[file])
                + self._rarity(self._in_files, shared) / math.sqrt(len(self._names[file]))
            )
            distances[file] = (file not in reaching, -nearness)
        return sorted(distances, key=distances.__getitem__)[:count]

    def _rarity(self, count: Counter[str], words: Iterable[str]) -> float:
        return sum(math.log(len(self._files) / count[word]) for word in words)

    @lru_cache  # noqa: B019
    def _importing(self, module: str) -> int:
        return sum(module in text for text in self._files.values())


def _of_path(path: str) -> set[str]:
    """Return the words of a path, in the singular."""
    return {word.removesuffix("s") for word in _WORD.findall(path)} - {"test", "bot", "extension"}
