"""The private panel of a puzzle: the task, what becomes of a move, and the solution."""

from collections.abc import Sequence

from bot.extensions.puzzles.values import Attempt, DailyPuzzle
from bot.extensions.puzzles.words import difficulty, fared, task, title
from bot.messages.controls.custom_ids import Verb, for_text
from bot.messages.controls.message import Button, Style
from bot.messages.words.text import NOTHING, dotted, lines, named
from bot.model.caller import User
from engine.puzzles import Claim
from rules.contract.sentence import Notation, Sentence, say, say_n

__all__ = [
    "goes_on", "question", "refused", "share_button", "shared", "solution", "solution_button",
    "solved",
]  # fmt: skip


def question(puzzle: DailyPuzzle, line: Sequence[str]) -> Sentence:
    """Return the puzzle with its task, and what has been played so far."""
    played = say("Played: {moves}", moves=Notation(" ".join(line))) if line else NOTHING
    return lines(
        dotted(say("**{puzzle}**", puzzle=title(puzzle)), difficulty(puzzle.posed)),
        say("**{task}.**", task=task(puzzle.posed)),
        played,
    )


def refused(puzzle: DailyPuzzle, move: str, attempt: Attempt) -> Sentence:
    """Return why a move doesn't solve the puzzle."""
    name = Notation(move)
    if puzzle.posed.claim is Claim.BEST:
        said = say("**{move}** isn't the best play.", move=name)
    else:
        said = say("**{move}** doesn't force it.", move=name)
    tries = say_n("1 try so far.", "{count} tries so far.", attempt.tries)
    return say("{refused} {tries}", refused=said, tries=tries)


def goes_on(move: str, replies: Sequence[str]) -> Sentence:
    """Return that a move is right, and the defence."""
    if not replies:
        return say("Yes, **{move}**. Go on.", move=Notation(move))
    return say(
        "Yes, **{move}**. The defence that holds out longest is **{reply}**. Go on.",
        move=Notation(move), reply=Notation(" ".join(replies)),
    )  # fmt: skip


def solved(puzzle: DailyPuzzle, move: str, attempt: Attempt) -> Sentence:
    """Return that the puzzle is solved."""
    return lines(
        say("**Solved!** **{move}** it is.", move=Notation(move)),
        dotted(title(puzzle), fared(attempt)),
    )


def solution(puzzle: DailyPuzzle, attempt: Attempt) -> Sentence:
    """Return the heading of the solution, for who has solved the puzzle or not."""
    told = dotted(say("**{puzzle}**", puzzle=title(puzzle)), task(puzzle.posed))
    if attempt.solved_at is not None:
        return lines(told, say("You've solved it: {how}.", how=fared(attempt)))
    return lines(told, say("This is the solution. ▶ steps through it."))


def shared(user: User, puzzle: DailyPuzzle, attempt: Attempt) -> Sentence:
    """Return the line that tells a channel how somebody fared, without the solution."""
    return dotted(say("{who}: {puzzle}", who=named(user), puzzle=title(puzzle)), fared(attempt))


def share_button(puzzle: DailyPuzzle) -> Button:
    """Return the button that tells the channel."""
    return Button(say("Share"), for_text(Verb.SHARE, puzzle.id), Style.SUCCESS)


def solution_button(puzzle: DailyPuzzle) -> Button:
    """Return the button that ends the puzzle with its solution."""
    return Button(say("Show the solution"), for_text(Verb.SOLUTION, puzzle.id))
