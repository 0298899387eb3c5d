"""`python -m engine balance`: plays the games, and writes the figures."""

import argparse
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine.balance.page import page
from engine.balance.plan import Kept, OtherPlanError, Plan
from engine.balance.report import Report, members, report
from engine.balance.run import play_all
from engine.levels import LEVELS, Level
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["add_options", "balance"]

_FOLDER: Final = Path("var/balance")
_LEVEL: Final = "heron"
_GAMES: Final = 2_000
_STOPPED: Final = 130
"""The exit code after Ctrl-C."""
_DESCRIPTION: Final = """\
Plays a game against itself and describes it in figures: who wins, by which rules games end, how
long they are, how early they are decided, what was never seen. Ctrl-C stops it and keeps what is
done; the same command goes on. The folder gets games.jsonl, balance.json and balance.html."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = _DESCRIPTION
    parser.add_argument("game", choices=list(all_games()), metavar="GAME")
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME=VALUE,...",
        help="the options of a variant; several are shown side by side (default: the usual one)",
    )
    parser.add_argument(
        "--games",
        type=_number,
        default=_GAMES,
        help="the games of each variant (default %(default)s), and at most 200 of them between"
        " neighbouring levels",
    )
    parser.add_argument(
        "--level",
        default=_LEVEL,
        type=str.lower,
        choices=[level.name.lower() for level in LEVELS],
        help="who plays; steps are measured up to this level (default %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="for other games (default %(default)s)")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help=f"the folder (default {_FOLDER}/GAME)"
    )
    parser.add_argument(
        "--jobs", type=_number, default=1, help="the games played at the same time (default 1)"
    )


def balance(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, packages: Sequence[str]
) -> int:
    """Play and write as the arguments ask; return the exit code."""
    game = all_games()[asked.game]
    variants = [_options(parser, game, text) for text in asked.variant] or [{}]
    plan = Plan.of(game, variants, _level(asked.level).number, asked.seed)
    folder: Path = asked.out or _FOLDER / asked.game
    try:
        kept = Kept.opened(folder / "games.jsonl", plan)
    except OtherPlanError as difference:
        parser.error(f"{folder} holds the games of another run: {difference}. Use another --out.")
    except (OSError, ValueError, LookupError, TypeError) as reason:
        parser.error(f"{folder / 'games.jsonl'} can't be used: {reason}. Use another --out.")
    ended = play_all(plan, asked.games, kept, processes=asked.jobs, packages=packages)
    if not all(kept.notes(variant, asked.games) for variant in range(len(variants))):
        print("No game of each variant has ended yet: nothing is written.", file=sys.stderr)
        return _STOPPED
    _write(folder, report(plan, kept, asked.games), _command(asked, packages))
    print(f"Written: {folder / 'balance.json'} and {folder / 'balance.html'}", file=sys.stderr)
    if not ended:
        print("Stopped; the same command goes on.", file=sys.stderr)
    return 0 if ended else _STOPPED


def _write(folder: Path, whole: Report, command: str) -> None:
    text = json.dumps(members(whole), indent=1, ensure_ascii=False)
    (folder / "balance.json").write_text(f"{text}\n", "utf-8")
    (folder / "balance.html").write_text(page(whole, command), "utf-8")


def _command(asked: argparse.Namespace, packages: Sequence[str]) -> str:
    """Return the command that makes the same report."""
    words = ["python", "-m", "engine", "balance", asked.game]
    words += [word for name in packages for word in ("--package", name)]
    words += [word for variant in asked.variant for word in ("--variant", variant)]
    words += ["--games", str(asked.games), "--level", asked.level, "--seed", str(asked.seed)]
    return shlex.join(words)


def _options(parser: argparse.ArgumentParser, game: AnyGame, text: str) -> Mapping[str, str]:
    """Return the options of a variant, all of which the game has."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    options = {key.strip(): value.strip() for key, _, value in pairs}
    try:
        game.configured(options)
    except ValueError as refused:
        parser.error(f"--variant {text}: {refused}")
    return options


def _level(name: str) -> Level:
    return next(level for level in LEVELS if level.name.lower() == name)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"“{text}” isn't a whole number of at least 1")
    return int(text)
