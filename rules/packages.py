"""Games of installed packages. They run in this process with all its rights.

A package offers games by entry points of the group `postboard.games`; each leads to a game or to a
tuple of games. A package that is only installed isn't loaded: a person who may decide what runs
here has to name it. Nothing that comes from Discord does.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution
from typing import Final, cast

from rules.contract.core import AnyGame, Spec
from rules.registry import Origin, add_game

__all__ = [
    "GROUP",
    "Named",
    "Package",
    "PackageError",
    "add_package_option",
    "load",
    "read_names",
    "register",
    "take_packages",
]

GROUP: Final = "postboard.games"
_STABLE: Final = "stable"
_NAME: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
"""Names of packages on all indexes."""


class PackageError(Exception):
    """A package can't be used; the message is one line that says why."""


@dataclass(frozen=True, slots=True)
class Named:
    """A package that the host wants to load."""

    name: str
    is_stable: bool = False
    """True if the host no longer takes its games for experimental."""


@dataclass(frozen=True, slots=True)
class Package:
    """The games of an installed package."""

    name: str
    version: str
    games: tuple[AnyGame, ...]


def read_names(text: str) -> tuple[Named, ...]:
    """Return the packages that a text names, such as `one, two:stable`.

    Raises ValueError, which says what would be right.
    """
    found: dict[str, Named] = {}
    for part in filter(None, re.split(r"[\s,]+", text)):
        name, colon, mark = part.partition(":")
        if not _NAME.fullmatch(name) or (colon and mark != _STABLE):
            raise ValueError(
                f"names of packages, separated by commas, each alone or as NAME:{_STABLE}"
            )
        found[re.sub(r"[-_.]+", "-", name).lower()] = Named(name, bool(colon))
    return tuple(found.values())


def load(name: str) -> Package:
    """Import the games of an installed package. Raises PackageError."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        raise PackageError(f"no package {name} is installed") from None
    points = found.entry_points.select(group=GROUP)
    if not points:
        raise PackageError(f"the package {name} has no entry point of the group {GROUP}")
    games = tuple(game for point in points for game in _games(name, point))
    return Package(name, found.version, games)


def register(package: Package, *, is_stable: bool = False) -> list[str]:
    """Add the games of a package to the registry; return a line per refused game."""
    refused: list[str] = []
    origin = Origin(package.name, package.version, is_stable)
    for game in package.games:
        try:
            add_game(game, origin)
        except ValueError as reason:
            refused.append(f"{game.spec.title.english()} of the package {package.name}: {reason}")
    return refused


def take_packages(arguments: Sequence[str]) -> tuple[tuple[str, ...], list[str], list[str]]:
    """Load the packages that the arguments of a command line name by `--package`.

    Return their names, the arguments without them, and a line per package or game that can't
    be used.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    add_package_option(parser)
    known, others = parser.parse_known_args(arguments)
    faults: list[str] = []
    for name in known.package:
        try:
            faults += register(load(name))
        except PackageError as reason:
            faults.append(str(reason))
    return tuple(known.package), others, faults


def add_package_option(parser: argparse.ArgumentParser) -> None:
    """Let a parser know of the option, so that its help shows it."""
    parser.add_argument(
        "--package",
        action="append",
        default=[],
        metavar="NAME",
        help="load the games of this installed package, too; may be repeated",
    )


def _games(name: str, point: EntryPoint) -> Iterable[AnyGame]:
    """Return the games to which an entry point leads."""
    place = f"the entry point {point.name} of the package {name}"
    try:
        with redirect_stdout(sys.stderr):  # Standard output may hold answers.
            found = point.load()
    except (Exception, SystemExit) as reason:
        raise PackageError(f"{place} can't be imported: {_one_line(reason)}") from reason
    games = cast("tuple[AnyGame, ...]", found if isinstance(found, tuple) else (found,))
    for game in games:
        if not isinstance(getattr(game, "spec", None), Spec):
            raise PackageError(f"{place} leads to {type(game).__name__}, which isn't a game")
    return games


def _one_line(reason: BaseException) -> str:
    return " ".join(f"{type(reason).__name__}: {reason}".split())
