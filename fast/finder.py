"""Imports compiled modules in place of their sources, as long as the sources are the same.

`make fast` copies this file, which uses the standard library alone, into the environment as the
package `postboard_fast`, beside the compiled modules and a list of them, and has Python call
`install` at each start. Nothing lies among the sources. Compiled modules hold what their sources
said when they were compiled, and values of the modules that they import; so once any source of
`PACKAGES` has changed, none of them is used, and a sentence says so.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["LIST", "PACKAGES", "digest", "install"]

PACKAGES: Final = ("engine", "rules")
LIST: Final = "modules.json"
"""The file with the digest of the sources (`sources`) and the compiled modules, each with its file
(`modules`)."""
_STALE: Final = (
    "The engine has changed since `make fast` compiled it, so it runs uncompiled: the moves are the"
    " same, but take longer. `make fast` compiles it again, `make slow` takes the old one away.\n"
)


def digest(root: Path) -> str:
    """Return a digest of all sources of `PACKAGES` in the folder."""
    found = sha256()
    for file in sorted(_sources(root)):
        text = file.read_bytes()
        found.update(f"{file.relative_to(root).as_posix()} {len(text)}\n".encode() + text)
    return found.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        yield from (root / package).rglob("*.py")


def install(folder: Path = Path(__file__).parent) -> None:
    """Let the compiled modules in the folder be imported from now on."""
    sys.meta_path.insert(0, _Finder(folder))


class _Finder:
    """Finds compiled modules, before Python looks for their sources."""

    def __init__(self, folder: Path) -> None:
        listed = json.loads((folder / LIST).read_text("utf-8"))
        self._folder: Final = folder
        self._sources: Final[str] = listed["sources"]
        self._files: Final[dict[str, str]] = listed["modules"]
        self._is_fresh: dict[Path, bool] = {}
        """By the folder of the packages, True if its sources are those that were compiled."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a compiled module; None leaves the import to Python."""
        del target
        file = self._files.get(name)
        if file is None:
            return None
        # A module at the top is what the others of its group share, and has no source.
        if path is not None and not self._fits(Path(path[0]).parents[name.count(".") - 1]):
            return None
        return spec_from_file_location(name, self._folder / file)

    def _fits(self, root: Path) -> bool:
        if root not in self._is_fresh:
            self._is_fresh[root] = digest(root) == self._sources
            if not self._is_fresh[root]:
                sys.stderr.write(_STALE)
        return self._is_fresh[root]
