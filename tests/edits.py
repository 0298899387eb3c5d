"""Prints the files outside its folder that a capability edited: `python -m tests.edits RANGE`.

RANGE is one of commits, as `git diff` takes it: `main...race`. A capability is each extension whose
folder changed in it. New files are printed too, but they are no edits.
"""

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

__all__ = ["report"]

_FOLDERS: Final = ("bot/extensions/", "tests/extensions/")


def _changed(root: Path, commits: str) -> Mapping[str, str]:
    """Return the files that differ between both ends, each with A if it is new, M or D."""
    command = ("git", "diff", "--name-status", "--no-renames", commits, "--")
    told = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return {file: kind for kind, file in (line.split("\t") for line in told.splitlines())}


def _capabilities(files: Iterable[str]) -> list[str]:
    """Return the extensions to whose folders some of these files belong."""
    inner = [f.removeprefix(each) for f in files for each in _FOLDERS if f.startswith(each)]
    return sorted({name for name, within, _ in (file.partition("/") for file in inner) if within})


def _outside(files: Mapping[str, str], name: str) -> Mapping[str, str]:
    """Return the files that don't belong to an extension."""
    own = tuple(f"{each}{name}/" for each in _FOLDERS)
    return {file: kind for file, kind in files.items() if not file.startswith(own)}


def report(root: Path, commits: str) -> Iterable[str]:
    """Yield the lines about each capability."""
    files = _changed(root, commits)
    for name in _capabilities(files):
        others = _outside(files, name)
        edited = sum(kind != "A" for kind in others.values())
        yield f"{name}: edits {edited} files outside its folder, and adds {len(others) - edited}"
        yield from (f"  {kind} {file}" for file, kind in others.items())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.writelines(f"{line}\n" for line in report(Path(__file__).parents[1], sys.argv[1]))
