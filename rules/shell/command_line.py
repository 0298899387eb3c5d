"""The rules on the command line: `python -m rules perft|legal|play GAME` and `check FILE`."""

import argparse
import sys
from pathlib import Path
from textwrap import fill
from typing import Final

from rules.contract.core import AnyGame, AnyState, Dice, RulesError
from rules.packages import add_package_option, take_packages
from rules.records.json_form import DIGITS
from rules.records.reading import LARGEST, read_file
from rules.records.transcript import RecordError
from rules.records.turns import read_turn
from rules.registry import all_games
from rules.shell.perft import divide, perft
from rules.shell.terminal import Session, ending_text

__all__ = ["main"]

_LEGAL: Final = """\
Reads one game per line from standard input: its moves and rolls so far, separated by “;”, rolls as
[5-2]; an empty line is the start. Writes a line for each:
  the legal moves, sorted and separated by “;”
  [roll]                  if a roll of the dice is due
  [over] WINNERS RULE     if the game has ended: the sides that won, joined by “+”, or “draw”,
                          and the key of the rule that ended it, as in
                          [over] white draughts.end.blocked
A move that can't be read or played is reported on standard error with its line number, and ends
the command with exit code 2."""
_CHECK: Final = """\
Says whether every turn of the game can follow from those before, and whether the digest of the log,
the result and the proof of the dice fit. That makes a file consistent, not genuine: whoever edits
one can compute its digest anew. The bot's message with the last board shows the true digest."""


def main() -> int:
    """Run one command and return its exit code."""
    _, given, faults = take_packages(sys.argv[1:])
    parser = _parser()
    if faults:
        parser.error("; ".join(faults))
    arguments = parser.parse_args(given)
    if arguments.command == "check":
        return _check(arguments.file)
    game = all_games()[arguments.game]
    try:
        game = game.configured(dict(map(_option, arguments.option)))
        start = game.position(arguments.position) if arguments.position else game.start()
    except ValueError as refused:
        parser.error(str(refused))
    if arguments.command == "perft":
        return _perft(game, start, arguments.depth, in_parts=arguments.divide)
    if arguments.command == "legal":
        return _legal(game, start)
    return _play(game, start)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rules", description="Play by the rules alone, without the bot."
    )
    add_package_option(parser)
    commands = parser.add_subparsers(dest="command", required=True)
    counting = commands.add_parser(
        "perft",
        help="count the move sequences of each length",
        description="Prints “depth nodes” on each line.",
    )
    listing = commands.add_parser(
        "legal",
        help="list the legal moves of games read from standard input",
        description=_LEGAL,
        epilog=_position_forms(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    playing = commands.add_parser("play", help="play a game in the terminal")
    checking = commands.add_parser(
        "check",
        help="check the game in a file (JSON, PDN, SGF or text), or those in lines of JSON",
        description=_CHECK,
    )
    checking.add_argument("file", type=Path, metavar="FILE")
    for command in (counting, listing, playing):
        command.add_argument("game", choices=list(all_games()), metavar="GAME")
    counting.add_argument("depth", type=_depth, metavar="DEPTH")
    counting.add_argument(
        "--divide", action="store_true", help="count at DEPTH alone, for each first move separately"
    )
    for command in (counting, listing, playing):
        command.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated"
        )
        command.add_argument(
            "--position", metavar="TEXT", help="begin with this position instead of the start"
        )
    return parser


def _check(file: Path) -> int:
    if file.suffix == ".jsonl":
        return _check_lines(file)
    try:
        with file.open("rb") as opened:
            found = read_file(opened.read(LARGEST + 1))
    except (OSError, RecordError) as reason:
        print(f"{file}: {reason}", file=sys.stderr)
        return 1
    played, ending = found.transcript, found.transcript.ending()
    result = "not over" if ending is None else "+".join(sorted(ending.winners)) or "draw"
    print(f"consistent: {found.kind}, {played.game.spec.title.english()}")
    print(f"turns and rolls: {len(played.texts)}, result: {result}")
    if found.record is not None:
        print(f"digest: {found.record.match.digest[:DIGITS]}, which the bot shows after the game")
        print("dice: " + ("the proof holds" if found.record.proof else "no proof"))
    return 0


def _check_lines(file: Path) -> int:
    number = 0
    try:
        with file.open("rb") as opened:
            while line := opened.readline(LARGEST + 1):
                number += 1
                read_file(line)
    except (OSError, RecordError) as reason:
        print(f"{file}:{number}: {reason}", file=sys.stderr)
        return 1
    print(f"consistent: JSON, games: {number}")
    return 0


def _position_forms() -> str:
    """Describe how the games write their positions."""
    forms = (
        fill(f"  {key:<12} {game.spec.position_form.english()}", 90, subsequent_indent=" " * 15)
        for key, game in all_games().items()
    )
    return "\n".join(("The text of --position for each game:", *forms))


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a depth is a whole number of at least 1, not “{text}”")
    return int(text)


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"An option is written name=value, not “{text}”.")
    return key.strip(), value.strip()


def _perft(game: AnyGame, start: AnyState, depth: int, *, in_parts: bool) -> int:
    if in_parts:
        for notation, nodes in sorted(divide(game, start, depth).items()):
            print(notation, nodes)
        return 0
    for plies in range(1, depth + 1):
        print(plies, perft(game, start, plies), flush=True)
    return 0


def _legal(game: AnyGame, start: AnyState) -> int:
    for number, line in enumerate(sys.stdin, 1):
        state = start
        for text in filter(None, map(str.strip, line.split(";"))):
            try:
                state = game.apply(state, read_turn(game, state, text))
            except RulesError as refused:
                print(f"line {number}, “{text}”: {refused}", file=sys.stderr)
                return 2
        print(_answer(game, state), flush=True)
    return 0


def _answer(game: AnyGame, state: AnyState) -> str:
    outcome = game.outcome(state)
    if outcome:
        return f"[over] {ending_text(outcome)}"
    if isinstance(game.turn(state), Dice):
        return "[roll]"
    return ";".join(sorted(map(game.notate, game.legal(state))))


def _play(game: AnyGame, start: AnyState) -> int:
    session = Session(game, start)
    print(session.greeting)
    while session.is_open:
        try:
            line = input("> ")
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
        print(session.answer(line))
    return 0
