"""A PostgreSQL server in a folder of its own, on a Unix socket, for the tests of one process."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = ["control", "find_programs", "running_server"]

_FOLDERS: Final = Path("/usr/lib/postgresql")
"""Where Debian puts the programs of each version."""
_ORDINARY: Final = "nobody"
"""Who runs the server if the tests run as root, for whom it refuses to start."""
_LIFE: Final = """
set -e
"$0"/initdb -D "$1"/data -A trust -U postgres --no-sync -E UTF8 >"$1"/made
"$0"/pg_ctl -D "$1"/data -o "$2" -l "$1"/log -w start >"$1"/started
echo started
read -r _ || true
"$0"/pg_ctl -D "$1"/data -m immediate -w stop >"$1"/stopped
rm -rf "$1"
"""
"""The life of a server, by its programs, folder and options: it ends with the standard input, which
the process of the tests holds. So none outlives it, however that ends."""
_OPTIONS: Final = {
    "listen_addresses": "''",
    "max_connections": "200",
    # Its data needn't outlive it, and no table of a test grows so much that it pays to tidy up.
    "fsync": "off",
    "autovacuum": "off",
}


def find_programs() -> Path | None:
    """Return the folder of the newest `initdb` and `pg_ctl`; None if they aren't installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(_FOLDERS.glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def running_server(programs: Path) -> Generator[str]:
    """Run a server with empty databases, and yield their address, without a name.

    It lies where other files of tests do; its log is `log` in the folder of its socket.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    if os.geteuid() == 0:
        shutil.chown(folder, _ORDINARY)
    life = _as_ordinary("sh", "-c", _LIFE, str(programs), str(folder), _options(folder))
    with subprocess.Popen(
        life, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", start_new_session=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"started\n", f"see {folder}"
        yield f"postgresql://postgres@/?host={folder}"


def control(programs: Path, folder: Path, *words: str) -> None:
    """Start or stop the server of a folder, as the words of `pg_ctl` say, and wait for it."""
    command = (str(programs / "pg_ctl"), *words, "-w", "-D", str(folder / "data"))
    places = ("-o", _options(folder), "-l", str(folder / "log"))
    subprocess.run(_as_ordinary(*command, *places), check=True, stdout=subprocess.DEVNULL, cwd="/")


def _options(folder: Path) -> str:
    return " ".join((f"-k {folder}", *(f"-c {name}={value}" for name, value in _OPTIONS.items())))


def _as_ordinary(*command: str) -> list[str]:
    """Return the command for a user as whom the server starts."""
    if os.geteuid() != 0:
        return [*command]
    return ["setpriv", f"--reuid={_ORDINARY}", "--clear-groups", *command]
