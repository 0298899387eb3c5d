"""Playthroughs: a game written out so that a person can read it and a test can compare it.

At every ply stand the board, who is to move, the legal moves and the one that was chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rules.contract.core import AnyGame, Dice
from rules.records.turns import read_turn
from rules.registry import find
from rules.shell.terminal import board_text, ending_text
from tests.rules.shown import sides, status

FOLDER: Final = Path(__file__).parent
CHOSEN: Final = "chosen: "
OPTION: Final = "option: "


def written(key: str, options: Mapping[str, str], turns: Sequence[str]) -> str:
    """Return the playthrough of these turns in the game of that key with these options."""
    game = find(key).configured(options)
    head = [f"game: {key}, version {game.spec.version}"]
    head += [f"{OPTION}{name}={value}" for name, value in options.items()]
    return "\n".join((*head, *_lines(game, turns))) + "\n"


def options_of(text: str) -> dict[str, str]:
    """Return the options of a playthrough."""
    lines = (line.removeprefix(OPTION) for line in text.splitlines() if line.startswith(OPTION))
    return dict(line.split("=") for line in lines)


def key_of(text: str) -> str:
    """Return the key of a playthrough's game."""
    return text.removeprefix("game: ").partition(",")[0]


def chosen(text: str) -> list[str]:
    """Return the turns of a playthrough."""
    lines = text.splitlines()
    return [line.removeprefix(CHOSEN) for line in lines if line.startswith(CHOSEN)]


def varied_game(game: AnyGame, plies: int) -> list[str]:
    """Return the turns of a game that picks its moves by a fixed rule, for want of a better one."""
    state, turns, pick = game.start(), list[str](), 1
    while len(turns) < plies and game.legal(state):
        notations = sorted(map(game.notate, game.legal(state)))
        pick = pick * 48271 % 2147483647
        turns.append(notations[pick % len(notations)])
        state = game.apply(state, read_turn(game, state, turns[-1]))
    return turns


def _lines(game: AnyGame, turns: Sequence[str]) -> Iterator[str]:
    state, last = game.start(), None
    for number, turn in enumerate((*turns, None), 1):
        view = game.view(state, last)
        due = game.turn(state)
        yield ""
        yield f"ply {number}"
        yield board_text(view)
        yield f"status: {status(view)}"
        yield "pieces: " + ", ".join(f"{title} {note}".rstrip() for title, note, _ in sides(view))
        outcome = game.outcome(state)
        if outcome:
            yield f"over: {ending_text(outcome)}"
        elif due is not None:
            yield f"to move: {'dice' if isinstance(due, Dice) else due}"
            legal = sorted(map(game.notate, game.legal(state)))
            yield "legal: " + ("; " if any(" " in move for move in legal) else " ").join(legal)
        if turn is not None:
            yield f"{CHOSEN}{turn}"
            last = read_turn(game, state, turn)
            state = game.apply(state, last)
