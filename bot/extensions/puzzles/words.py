"""Puzzles in words: the task, how hard it is, and how somebody fared."""

from bot.extensions.puzzles.values import Attempt, DailyPuzzle
from bot.messages.words.text import NOTHING, dotted
from bot.messages.words.turns import pips_of
from engine.posed import Posed
from engine.puzzles import Claim
from rules.contract.core import Dice
from rules.contract.sentence import Sentence, say, say_n

__all__ = ["difficulty", "fared", "task", "title"]


def title(puzzle: DailyPuzzle) -> Sentence:
    """Return the number of a puzzle and its game."""
    game = puzzle.posed.transcript.game.spec.title
    return say("Puzzle {number} · {game}", number=puzzle.number, game=game)


def task(posed: Posed) -> Sentence:
    """Return what is to be found."""
    game, turns = posed.transcript.game, posed.transcript.texts
    due = game.turn(posed.transcript.state())
    assert due is not None, "somebody is to move in a puzzle"
    assert not isinstance(due, Dice), "somebody is to move in a puzzle"
    side = game.spec.side(due).title
    match posed.claim:
        case Claim.WIN:
            return say("{side} to play and win in {moves}", side=side, moves=posed.moves)
        case Claim.GAIN:
            return say("{side} to play and gain two men in {moves}", side=side, moves=posed.moves)
        case Claim.BEST:
            roll = pips_of(turns[-1])
            return say("{side} rolled {roll}: find the best play", side=side, roll=roll)


def difficulty(posed: Posed) -> Sentence:
    """Return how hard a puzzle is, by the number of its moves."""
    if posed.claim is Claim.BEST:
        return say("medium")
    return (say("easy"), say("medium"), say("hard"))[min(posed.moves, 4) - 2]


def fared(attempt: Attempt) -> Sentence:
    """Return at which try somebody solved a puzzle, and for how many days in a row."""
    tries, days = attempt.tries, attempt.streak
    return dotted(
        say_n("solved at the first try", "solved after {count} tries", tries),
        say_n("1 day in a row", "{count} days in a row", days) if days > 1 else NOTHING,
    )
