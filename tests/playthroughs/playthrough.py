"""Playthroughs: a game written out so that a person can read it and a test can compare it.

At every ply stand the board, who is to move, the legal moves and the one that was chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rules.core import AnyGame, Dice
from rules.terminal import board_text, ending_text, read_turn

FOLDER: Final = Path(__file__).parent
CHOSEN: Final = "chosen: "
OPTION: Final = "option: "


def written(game: AnyGame, turns: Sequence[str], options: Mapping[str, str]) -> str:
    """Return the playthrough of these turns in the game with these options."""
    return "\n".join(_lines(game.configured(options), turns, options)) + "\n"


def chosen_options(text: str) -> dict[str, str]:
    """Return the options of a playthrough that are not as usual."""
    lines = (line for line in text.splitlines() if line.startswith(OPTION))
    return dict(line.removeprefix(OPTION).split("=", 1) for line in lines)


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


def _lines(game: AnyGame, turns: Sequence[str], options: Mapping[str, str]) -> Iterator[str]:
    state, last = game.start(), None
    yield f"game: {game.spec.key}, version {game.spec.version}"
    for key, value in options.items():
        yield f"{OPTION}{key}={value}"
    for number, turn in enumerate((*turns, None), 1):
        view = game.view(state, last)
        due = game.turn(state)
        yield ""
        yield f"ply {number}"
        yield board_text(view)
        yield f"status: {view.status}"
        yield "pieces: " + ", ".join(f"{p.title} {p.note}" for p in view.players)
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
