"""The messages about puzzles: the post of the day, the private panel, and the line shared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.extensions.puzzles.values import Attempt, DailyPuzzle, Supply
from bot.interactions.extension import Highlight
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Form, Message, Picture, ServerKind, Style
from bot.messages.controls.verbs import Verb
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, dotted, lines, named, own
from bot.messages.words.turns import pips_of
from bot.model.caller import User
from bot.model.server import Club
from bot.tables.studies import without_table
from engine.posed import Posed
from engine.puzzles import Claim
from render import alt_text
from render.puzzle import Puzzle, puzzle_picture
from rules.contract.core import Dice
from rules.contract.sentence import Argument, Notation, Renderer, Sentence, say, say_n
from rules.contract.view import BoardView

__all__ = [
    "ASK_TIME", "BUTTON", "PRESENT", "SETTING", "SET_CHANNEL", "SET_TIME", "SHARE",
    "SOLUTION", "SOLVE", "Before", "diagnosis", "goes_on", "on_board", "post", "question",
    "refused", "share_button", "shared", "solution", "solution_button", "solved", "task",
    "time_form",
]  # fmt: skip

ASK_TIME: Final = Verb("setpuzzletime", verbs.NOTHING)
PRESENT: Final = Verb("clubpuzzle", verbs.NOTHING)
"""Opens the puzzle of the day."""
SET_CHANNEL: Final = Verb("setclubpuzzle", verbs.NOTHING)
SET_TIME: Final = Verb("setpuzzletimeto", verbs.NOTHING)
SHARE: Final = Verb("share", verbs.NOTHING, (int,))
"""Tells the channel how the person fared with a puzzle."""
SOLUTION: Final = Verb("solution", verbs.NOTHING, (int,))
SOLVE: Final = Verb("solve", verbs.NOTHING, (int,))

_PRAISED: Final = 3
"""The fewest days in a row that are praised."""
_LONGEST_TIME: Final = 70
"""Characters of an hour and a time zone."""


@dataclass(frozen=True, slots=True)
class Before:
    """The puzzle before, and how many people solved it in time."""

    puzzle: DailyPuzzle
    solvers: int


def post(puzzle: DailyPuzzle, before: Before | None, solvers: int = 0) -> Message:
    """Return the post of a puzzle that so many people have solved.

    It links to the solution of the puzzle before.
    """
    view = _view(puzzle)
    heading, asked, level = _title(puzzle), task(puzzle.posed), _difficulty(puzzle.posed)

    def draw(reader: Renderer) -> bytes:
        return puzzle_picture(
            Puzzle(
                view=view,
                heading=heading.rendered(reader),
                task=asked.rendered(reader),
                difficulty=level.rendered(reader),
            )
        )

    solve = Button(say("Solve"), for_text(SOLVE, puzzle.id), Style.PRIMARY)
    rules = Button(say("Rules"), for_text(verbs.RULES, puzzle.posed.transcript.key, 0))
    row = [solve, rules]
    if before is not None:
        row.append(Button(say("Yesterday's solution"), for_text(SOLUTION, before.puzzle.id)))
    alt = say("{words}", words=_Words(asked, view))
    text = lines(
        dotted(say("**{puzzle}**", puzzle=heading), level),
        say("{task}.", task=asked),
        _count(solvers),
        _past(before) if before else NOTHING,
    )
    picture = Picture(draw, alt, "puzzle")
    return Message(text, picture, (row,), digest=f"{puzzle.id} {solvers}")


def on_board(puzzle: DailyPuzzle) -> Highlight:
    """Return a puzzle as a club board shows it."""
    title = title_or_key(puzzle.posed.transcript.key)
    return Highlight(
        puzzle.number,
        _view(puzzle),
        say("Puzzle of the day"),
        say("{game}", game=title),
        task(puzzle.posed),
    )


def _view(puzzle: DailyPuzzle) -> BoardView:
    table = without_table(puzzle.posed.transcript)
    view = pictures.board(table, table.started.seat_due)
    return replace(view, marks=(), trail=(), last="", status=None)  # No hints.


def _count(solvers: int) -> Sentence:
    if not solvers:
        return NOTHING
    return say_n("Solved by 1 person", "Solved by {count} people", solvers)


def _past(before: Before) -> Sentence:
    number = before.puzzle.number
    if not before.solvers:
        return say("-# No one solved puzzle {number}.", number=number)
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


def question(puzzle: DailyPuzzle, line: Sequence[str]) -> Sentence:
    """Return the puzzle with its task, and the moves so far."""
    played = say("Played: {moves}", moves=Notation(" ".join(line))) if line else NOTHING
    return lines(
        dotted(say("**{puzzle}**", puzzle=_title(puzzle)), _difficulty(puzzle.posed)),
        say("**{task}.**", task=task(puzzle.posed)),
        played,
    )


def refused(puzzle: DailyPuzzle, move: str) -> Sentence:
    """Return the reason why a move doesn't solve the puzzle."""
    if puzzle.posed.claim is Claim.BEST:
        return say("**{move}** isn't the best. Try again.", move=Notation(move))
    return say("**{move}** doesn't work. Try again.", move=Notation(move))


def goes_on(move: str, replies: Sequence[str]) -> Sentence:
    """Return the message that a move is right, with the defence."""
    if not replies:
        return say("Yes, **{move}**! What now?", move=Notation(move))
    return say(
        "Yes, **{move}**! They answer **{reply}**. What now?",
        move=Notation(move), reply=Notation(" ".join(replies)),
    )  # fmt: skip


def solved(move: str, attempt: Attempt) -> Sentence:
    """Return the message that the puzzle is solved. One flame is enough."""
    return lines(
        say("**Yes, {move}!**", move=Notation(move)),
        dotted(say("🔥 Solved on the first try"), _streak(attempt))
        if attempt.tries == 1
        else dotted(
            say_n("Solved in 1 try", "Solved in {count} tries", attempt.tries), _praised(attempt)
        ),
    )


def solution(puzzle: DailyPuzzle, attempt: Attempt) -> Sentence:
    """Return the heading of the solution, whether the person solved the puzzle or not."""
    told = dotted(say("**{puzzle}**", puzzle=_title(puzzle)), task(puzzle.posed))
    if attempt.solved_at is not None:
        return lines(told, say("You've already solved it: {how}.", how=_fared(attempt)))
    return lines(told, say("Press **Next ▶** to step through the solution."))


def shared(user: User, puzzle: DailyPuzzle, attempt: Attempt) -> Sentence:
    """Return the line that tells a channel how a person fared, without the solution."""
    return dotted(say("{who}: {puzzle}", who=named(user), puzzle=_title(puzzle)), _fared(attempt))


def share_button(puzzle: DailyPuzzle) -> Button:
    """Return the button that tells the channel."""
    return Button(say("Share"), for_text(SHARE, puzzle.id), Style.SUCCESS)


def solution_button(puzzle: DailyPuzzle) -> Button:
    """Return the button that ends the puzzle with its solution."""
    return Button(say("Give up and see it"), for_text(SOLUTION, puzzle.id))


def _title(puzzle: DailyPuzzle) -> Sentence:
    """Return the number of a puzzle and its game."""
    game = puzzle.posed.transcript.game.spec.title
    return say("Puzzle {number} · {game}", number=puzzle.number, game=game)


def task(posed: Posed) -> Sentence:
    """Return the task in words."""
    game, turns = posed.transcript.game, posed.transcript.texts
    due = game.turn(posed.transcript.state())
    assert due is not None, "someone is to move in a puzzle"
    assert not isinstance(due, Dice), "someone is to move in a puzzle"
    side = game.spec.side(due).title
    match posed.claim:
        case Claim.WIN:
            return say("{side} to move: win in {moves}", side=side, moves=posed.moves)
        case Claim.GAIN:
            return say("{side} to move: win 2 men in {moves} moves", side=side, moves=posed.moves)
        case Claim.BEST:
            roll = pips_of(turns[-1])
            return say("{side} rolled {roll}. Find the best play", side=side, roll=roll)


def _difficulty(posed: Posed) -> Sentence:
    """Return the difficulty, by the number of moves."""
    if posed.claim is Claim.BEST:
        return say("medium")
    return (say("easy"), say("medium"), say("hard"))[min(posed.moves, 4) - 2]


def _fared(attempt: Attempt) -> Sentence:
    """Return which try solved the puzzle, and the person's streak in days."""
    return dotted(_tries(attempt), _praised(attempt))


def _tries(attempt: Attempt) -> Sentence:
    return say_n("solved on the first try", "solved in {count} tries", attempt.tries)


def _praised(attempt: Attempt) -> Sentence:
    if attempt.streak < _PRAISED:
        return _streak(attempt)
    return say("🔥 {days}", days=_streak(attempt))


def _streak(attempt: Attempt) -> Sentence:
    days = attempt.streak
    return say_n("1 day in a row", "{count} days in a row", days) if days > 1 else NOTHING


def time_form(club: Club) -> Form:
    """Return the form for the hour of the puzzle and its time zone."""
    return Form(
        say("Puzzle time"), say("Hour (0 to 23) and time zone"),
        say("{time}", time=Notation("18 Europe/Prague")), _LONGEST_TIME,
        for_text(SET_TIME), written=f"{club.puzzle_hour} {club.puzzle_zone}",
    )  # fmt: skip


def _channel(club: Club, where: Argument) -> Sentence:
    return say(
        "- Puzzle of the day: {where} at {hour} ({zone})",
        where=where, hour=Notation(f"{club.puzzle_hour}:00"), zone=own(club.puzzle_zone),
    )  # fmt: skip


BUTTON: Final = Button(say("Puzzle"), for_text(PRESENT))
"""The button of club boards."""
SETTING: Final = ClubSetting(
    place=3,
    field="puzzle",
    kind=ServerKind.CHAT,
    verb=SET_CHANNEL,
    off=say("Puzzle of the day: choose a channel"),
    line=_channel,
    buttons=[Button(say("Puzzle time …"), for_text(ASK_TIME))],
    title=say("a daily puzzle"),
    daily=say("the puzzle"),
)


def diagnosis(supply: Supply) -> list[Sentence]:
    """Return where a server's next puzzles come from."""
    waiting = say_n(
        "- 1 from a game here is next.", "- {count} from games here are next.",
        supply.waiting,
    )  # fmt: skip
    if not supply.stock:
        coming = say("- I have none of my own. New ones come from games here.")
    elif not supply.left:
        coming = say(
            "- You've had all {stock} of mine, so they come again, the oldest first. New ones come "
            "from games here.",
            stock=supply.stock,
        )
    else:
        coming = say(
            "- {left} of my {stock} are new to you. After that they come again.",
            stock=supply.stock, left=supply.left,
        )  # fmt: skip
    heading = say("**The puzzle of the day**")
    return [heading, waiting, coming] if supply.waiting else [heading, coming]
