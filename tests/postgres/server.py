"""A PostgreSQL server in a folder of its own, on a Unix socket, for the tests of one process."""

import os
import shutil
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = ["find_programs", "running_server"]

_FOLDERS: Final = Path("/usr/lib/postgresql")
"""Where Debian puts the programs of each version."""
_ORDINARY: Final = "nobody"
"""Who runs the server if the tests run as root, for whom it refuses to start."""


def find_programs() -> Path | None:
    """Return the folder of the newest `initdb` and `pg_ctl`; None if they aren't installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(_FOLDERS.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def running_server(programs: Path, folder: Path) -> Generator[str]:
    """Run a server in an empty folder, and yield the address of its databases, without a name.

    It doesn't wait for the disk: its data needn't outlive it.
    """
    data = folder / "data"
    if os.geteuid() == 0:
        shutil.chown(folder, _ORDINARY)
    _run(
        programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8"
    )
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
    try:
        _run(programs / "pg_ctl", "-D", data, "-o", options, "-l", folder / "log", "-w", "start")
        yield f"postgresql://postgres@/?host={folder}"
    finally:
        _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


def _run(*command: str | Path) -> None:
    words: Sequence[str | Path] = command
    if os.geteuid() == 0:
        words = ("setpriv", f"--reuid={_ORDINARY}", "--clear-groups", *command)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd="/")
