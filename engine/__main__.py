"""The engine on the command line: `python -m engine analyse|balance|puzzles|solve|work`."""

import argparse
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

from engine.analyse import analyse
from engine.balance.command import add_options, balance
from engine.exact import Shelf
from engine.levels import LEVELS, Level, find_level
from engine.report_text import report_text
from engine.solving import solvable, solve_games
from engine.stocking import add_options as add_stock_options
from engine.stocking import make_stock
from engine.table_file import TableError
from engine.worker import confine, serve
from rules.packages import add_package_option, take_packages
from rules.records import transcript as transcripts
from rules.records.transcript import RecordError, read_transcript
from rules.registry import all_games

_TABLES: Final = Path("var/exact")


def main() -> int:
    """Run one command and return its exit code."""
    packages, given, faults = take_packages(sys.argv[1:])
    parser = _parser()
    arguments = parser.parse_args(given)
    if faults and arguments.command != "work":
        parser.error("; ".join(faults))
    for fault in faults:  # A worker has other games to play.
        print(fault, file=sys.stderr)
    match arguments.command:
        case "balance":
            return balance(parser, arguments, packages)
        case "analyse":
            return _analyse(arguments.file, find_level(arguments.level), arguments.tables)
        case "solve":
            keys = [arguments.game] if arguments.game else _solvable()
            games = [game for key in keys for game in solvable(all_games()[key])]
            return solve_games(games, arguments.tables, arguments.pieces)
        case "puzzles":
            return make_stock(arguments)
        case _:
            confine(arguments.memory, arguments.nice)
            answers = sys.stdout
            with redirect_stdout(sys.stderr):  # What a game prints is no answer.
                return serve(sys.stdin, answers, arguments.tables)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    add_package_option(parser)
    commands = parser.add_subparsers(dest="command", required=True)
    solving = commands.add_parser(
        "solve",
        help="compute the exact value of every position, or of those with few pieces, for all "
        "options of a game",
    )
    solving.add_argument(
        "game",
        nargs="?",
        type=_solvable_game,
        metavar="GAME",
        help="default: all games that allow it",
    )
    solving.add_argument(
        "--pieces",
        type=int,
        metavar="N",
        help="the most pieces on the board in tables of endgames (default: what a game allows)",
    )
    analysing = commands.add_parser(
        "analyse",
        help="report on a game and the cost of each move",
        description=transcripts.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    analysing.add_argument("file", type=Path, metavar="FILE", help="a transcript of the game")
    analysing.add_argument(
        "--level", type=int, default=4, choices=[level.number for level in LEVELS]
    )
    add_options(
        commands.add_parser("balance", help="describe a game by games of the computer with itself")
    )
    puzzling = commands.add_parser("puzzles", help="look for puzzles in games of the computer")
    add_stock_options(puzzling)
    working = commands.add_parser("work", help="answer requests, given as one line of JSON each")
    working.add_argument("--memory", type=int, default=512 << 20, metavar="BYTES")
    working.add_argument("--nice", type=int, default=10)
    for command in (solving, analysing, puzzling, working):
        command.add_argument(
            "--tables",
            type=Path,
            default=None if command is working else _TABLES,
            metavar="FOLDER",
            help="the folder of the exact tables (default %(default)s)",
        )
    return parser


def _solvable_game(key: str) -> str:
    # To know which they are, every game is put together with all its options: workers need none.
    if key not in (known := _solvable()):
        raise argparse.ArgumentTypeError(f"{key} can't be solved; these can: {', '.join(known)}")
    return key


def _solvable() -> list[str]:
    return [key for key, game in all_games().items() if solvable(game)]


def _analyse(file: Path, level: Level, tables: Path) -> int:
    try:
        transcript = read_transcript(file.read_text("utf-8"))
        table = Shelf(tables).best(transcript.game)
    except (OSError, RecordError, TableError) as reason:
        print(f"{file}: {reason}", file=sys.stderr)
        return 2
    print(report_text(transcript.game, analyse(transcript, level, table)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
