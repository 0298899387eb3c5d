"""`python -m fast`: compiles the search and the games with mypyc into this environment.

Each game is a group of its own, and so is the search. A group that mypyc or the C compiler refuses
is named and stays as it is.
"""

import argparse
import json
import os
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fast.finder import LIST, digest

__all__ = ["build", "groups", "install", "main", "missing", "remove"]

_SEARCH: Final[Sequence[str]] = ("engine/outlook.py", "engine/playouts.py", "engine/search.py")
_GAMES: Final = "rules/games"
_SHOWN: Final = frozenset(
    {"__init__", "lesson", "lessons", "notation", "position_text", "rulebook", "view", "violation"}
)
"""Modules of games that no search runs: they read and show."""
_PACKAGE: Final = "postboard_fast"
_START: Final = f"{_PACKAGE}.pth"
"""Python runs the line in it at each start."""
_LEVEL: Final = "2"
"""The C compiler's level of optimisation; 3 takes longer and gives nothing measurable."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile, or undo it; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m fast", description=__doc__)
    parser.add_argument("--undo", action="store_true", help="take the compiled modules away")
    asked = parser.parse_args(arguments)
    environment = Path(sysconfig.get_path("platlib"))
    if asked.undo:
        remove(environment)
        print("Nothing is compiled in this environment now.")
        return 0
    lacking = missing()
    if lacking:
        print(f"{lacking} Postboard works as well without, and plays the same moves.")
        return 1
    root = Path(__file__).parents[1]
    with TemporaryDirectory(prefix="fast-", dir=environment) as temporary:
        folder = Path(temporary) / _PACKAGE
        left_out = build(root, groups(root), folder)
        install(folder, environment)
    for name in left_out:
        print(f"{name} could not be compiled, as said above, and stays as it is.")
    return 1 if left_out else 0


def missing() -> str:
    """Return a sentence on what is needed and isn't there; nothing if all is there."""
    for name in ("mypyc", "setuptools"):
        if find_spec(name) is None:
            return f"{name} is missing: `make fast` installs it."
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return (
            f"There is no C compiler ({compiler}): install one; on Debian and Ubuntu it is in the"
            " package build-essential."
        )
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return (
            "The C headers of this Python are missing: install them; on Debian and Ubuntu they are"
            " the package python3-dev."
        )
    return ""


def groups(root: Path) -> Mapping[str, Sequence[str]]:
    """Return the sources to compile, as paths below the folder, by the name of their group."""
    found: dict[str, Sequence[str]] = {"search": _SEARCH}
    for game in sorted((root / _GAMES).iterdir()):
        sources = game.rglob("*.py") if game.is_dir() else [game]
        hot = sorted(
            source.relative_to(root).as_posix() for source in sources if source.stem not in _SHOWN
        )
        if hot and game.suffix in {"", ".py"}:
            found[game.stem] = hot
    return found


def build(root: Path, sources: Mapping[str, Sequence[str]], folder: Path) -> list[str]:
    """Compile the groups into the folder, with the finder; return those that are left out."""
    folder.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("finder.py"), folder / "__init__.py")
    before = digest(root)
    left_out: list[str] = []
    for name, files in sources.items():
        print(f"Compiling {name}", flush=True)
        if not _compiled(root, name, files, folder):
            left_out.append(name)
    modules = {
        ".".join(file.relative_to(folder).with_name(file.name.split(".")[0]).parts): str(
            file.relative_to(folder)
        )
        for file in _machine_code(folder)
    }
    listed = json.dumps({"sources": before, "modules": modules}, indent=1)
    (folder / LIST).write_text(listed, "utf-8")
    return left_out


def _machine_code(folder: Path) -> Iterator[Path]:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return folder.rglob(f"*{suffix}")


def _compiled(root: Path, name: str, files: Sequence[str], folder: Path) -> bool:
    """Compile a group into the folder; return False if it can't be, after telling why."""
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.errors import BaseError, CompileError, LinkError  # noqa: PLC0415

    said = StringIO()
    with chdir(root), TemporaryDirectory() as temporary:
        options = ["--config-file=", f"--cache-dir={temporary}/cache", *files]
        try:
            # Of a group that compiles, it tells details that don't matter.
            with redirect_stdout(said), redirect_stderr(said):
                extensions = mypycify(
                    options,
                    target_dir=f"{temporary}/c",
                    opt_level=_LEVEL,
                    debug_level="0",
                    group_name=f"{_PACKAGE}_{name}",
                )
            command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
            command.build_lib, command.build_temp = f"{temporary}/lib", f"{temporary}/o"
            command.ensure_finalized()
            command.run()
        except (SystemExit, BaseError, CompileError, LinkError) as error:
            print(f"{said.getvalue()}{error}", file=sys.stderr)
            return False
        shutil.copytree(f"{temporary}/lib", folder, dirs_exist_ok=True)
    return True


def install(folder: Path, environment: Path) -> None:
    """Move what was built into a folder of packages, in place of what is there."""
    remove(environment)
    folder.rename(environment / _PACKAGE)
    line = f"import {_PACKAGE}; {_PACKAGE}.install()\n"
    (environment / _START).write_text(line, "utf-8")


def remove(environment: Path) -> None:
    """Take away what `install` put there; processes that run keep what they use."""
    (environment / _START).unlink(missing_ok=True)
    shutil.rmtree(environment / _PACKAGE, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
