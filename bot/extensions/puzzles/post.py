"""The post of the puzzle of the day."""

from dataclasses import dataclass, replace

from bot.extensions.puzzles.values import DailyPuzzle
from bot.extensions.puzzles.words import difficulty, task, title
from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb, for_text
from bot.messages.controls.message import Button, Message, Picture, Style
from bot.messages.words.text import NOTHING, dotted, lines
from bot.tables.studies import without_table
from render import alt_text
from render.puzzle import Puzzle, puzzle_picture
from rules.contract.sentence import Renderer, Sentence, say, say_n
from rules.contract.view import BoardView

__all__ = ["Before", "post"]


@dataclass(frozen=True, slots=True)
class Before:
    """The puzzle before, and how many people solved it in time."""

    puzzle: DailyPuzzle
    solvers: int


def post(puzzle: DailyPuzzle, before: Before | None, solvers: int = 0) -> Message:
    """Return the post of a puzzle that so many have solved.

    It leads to the solution of the one before.
    """
    table = without_table(puzzle.posed.transcript)
    view = pictures.board(table, table.started.seat_due)
    view = replace(view, marks=(), trail=(), last="", status=None)  # No hints.
    heading, asked, level = title(puzzle), task(puzzle.posed), difficulty(puzzle.posed)

    def draw(reader: Renderer) -> bytes:
        return puzzle_picture(
            Puzzle(
                view=view,
                heading=heading.rendered(reader),
                task=asked.rendered(reader),
                difficulty=level.rendered(reader),
            )
        )

    solve = Button(say("Solve"), for_text(Verb.SOLVE, puzzle.id), Style.PRIMARY)
    rules = Button(say("Rules"), for_text(Verb.RULES, puzzle.posed.transcript.key, 0))
    row = [solve, rules]
    if before is not None:
        label = say("Solution of puzzle {number}", number=before.puzzle.number)
        row.append(Button(label, for_text(Verb.SOLUTION, before.puzzle.id)))
    alt = say("{words}", words=_Words(asked, view))
    text = lines(
        dotted(say("**{puzzle}**", puzzle=heading), asked, level),
        _count(solvers),
        _past(before) if before else NOTHING,
    )
    picture = Picture(draw, alt, "puzzle")
    return Message(text, picture, (row,), digest=f"{puzzle.id} {solvers}")


def _count(solvers: int) -> Sentence:
    if not solvers:
        return NOTHING
    return say_n("Solved by 1 person so far.", "Solved by {count} people so far.", solvers)


def _past(before: Before) -> Sentence:
    number = before.puzzle.number
    if not before.solvers:
        return say("-# Nobody solved puzzle {number}.", number=number)
    return say_n(
        "-# 1 person solved puzzle {number}.",
        "-# {count} people solved puzzle {number}.",
        before.solvers,
        number=number,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """The alt text: the task, then the position."""

    task: Sentence
    view: BoardView

    def read(self, reader: Renderer, /) -> str:
        """Return the text for this reader."""
        return f"{self.task.rendered(reader)}. {alt_text(self.view, reader=reader)}"
