"""The functions to change: those of folders, or those that a range of commits touched."""

import re
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.mutants.mutation import functions

__all__ = ["PACKAGES", "in_folder", "touched"]

PACKAGES: Final = ("rules", "engine", "render", "bot", "loopback", "fast")
"""The program; what else Python files there are only try or measure it."""

_FILE: Final = re.compile(r"\+\+\+ b/(.+)")
_LINES: Final = re.compile(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@")


def in_folder(root: Path, folder: str) -> Mapping[Path, set[str]]:
    """Return the functions of each module in a folder, or of one file; files from the root."""
    place = root / folder
    files = [place] if place.is_file() else sorted(place.rglob("*.py"))
    return {
        file.relative_to(root): {name for name, _ in functions(file.read_text())} for file in files
    }


def touched(root: Path, commits: str) -> Mapping[Path, set[str]]:
    """Return the functions in which a range A..B added or changed lines, by their modules.

    Raises CalledProcessError if Git doesn't know the commits.
    """
    end = commits.rpartition("..")[2] or "HEAD"
    changed = defaultdict[Path, set[int]](set)
    file = Path()
    for line in _git(root, "diff", "-U0", "--diff-filter=AM", commits, "--", *PACKAGES):
        if (named := _FILE.fullmatch(line)) is not None:
            file = Path(named[1])
        elif (lines := _LINES.match(line)) is not None and file.suffix == ".py":
            first, count = int(lines[1]), int(lines[2] or 1)
            changed[file].update(range(first, first + count))
    found = dict[Path, set[str]]()
    for file, lines_of_file in changed.items():
        source = "\n".join(_git(root, "show", f"{end}:{file}"))
        found[file] = {
            name
            for name, function in functions(source)
            if not lines_of_file.isdisjoint(range(function.lineno, (function.end_lineno or 0) + 1))
        }
    return found


def _git(root: Path, *words: str) -> list[str]:
    """Return the lines that a command of Git prints."""
    told = subprocess.run(("git", *words), cwd=root, check=True, capture_output=True, text=True)
    return told.stdout.splitlines()
