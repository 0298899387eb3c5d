"""The messages of lessons: a task, why a move is wrong, the effect of the right move, the end."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.extensions.lessons import verbs
from bot.extensions.lessons.course import Course, Refused
from bot.messages import pictures
from bot.messages.controls import verbs as core
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Form, Message, Picture, Row, Style
from bot.messages.panels.newcomers.rulebook import noted
from bot.messages.words.text import NOTHING, in_a_row, lines
from render import asking_picture
from rules.contract.core import AnyGame
from rules.contract.sentence import Notation, Renderer, Sentence, say
from rules.contract.typed import LONGEST
from rules.contract.view import BoardView, Mark, MarkKind, seen_from
from rules.geometry import Cell

__all__ = ["finished", "move_form", "play_button", "question", "refused", "resumed", "solved"]


def question(course: Course) -> Message:
    """Return the present step: what to know and to do, with a ring where it happens."""
    step, spec = course.step, course.game.spec
    lure = spec.lesson.lure if spec.lesson and not course.number else None
    heading = say("**{game}.** {lure}", game=spec.title, lure=lure) if lure else NOTHING
    cells = (course.game.geometry.find(label) for label in step.ring)
    view = _marked(_begun(course), MarkKind.CHOSEN, (cell for cell in cells if cell is not None))
    return Message(lines(heading, step.before), _picture(course, view), _tries(course))


def refused(course: Course, refusal: Refused) -> Message:
    """Return why a move isn't the right one, and the hint."""
    view = _marked(_begun(course), MarkKind.OFFENDING, refusal.cells)
    told = lines(refusal.reason or NOTHING, course.step.hint)
    return Message(told, _picture(course, view), _tries(course))


def solved(course: Course, *, shown: bool = False) -> Message:
    """Return the board after the right move, and after the answer if only one is possible.

    `shown` is true if the person asked for the move.
    """
    game, step, move = course.game, course.step, course.found
    assert move is not None, "the step is solved"
    state = game.apply(course.state, move)
    said = say("✓ {after}", after=step.after)
    if shown:
        said = say("**{move}**: {after}", move=Notation(game.notate(move)), after=step.after)
    if step.reply:
        move = game.parse(state, step.reply)
        state = game.apply(state, move)
    picture = _picture(course, _seen(course, game.view(state, move)))
    following = for_text(verbs.NEXT, game.spec.key, course.number)
    return Message(said, picture, ([Button(say("Next"), following, Style.PRIMARY)],))


def finished(game: AnyGame, join: Sequence[Button], alone: Sentence) -> Message:
    """Return the ways on after the last lesson. `join` leads to the open games.

    Where none can be listed, `alone` says how to play people.
    """
    key = game.spec.key
    row = [
        play_button(game),
        *join,
        Button(say("Rules"), for_text(core.RULES, key, 0)),
        Button(say("More games"), for_text(verbs.MORE_GAMES)),
        Button(say("From the start"), for_text(verbs.RESTART, key)),
    ]
    text = lines(say("**That's {game}.**", game=game.spec.title), alone)
    return Message(noted(text), rows=(row,))


def resumed(course: Course) -> Message:
    """Return the question of where to continue in the lessons of a game.

    After a solved step, which is not the last, it names the next.
    """
    key = course.game.spec.key
    on = Course(course.game, replace(course.study, step=course.number + bool(course.found)))
    told = say(
        "**{game}**: you were at lesson {number} of {count}.",
        game=course.game.spec.title, number=on.lesson, count=on.count,
    )  # fmt: skip
    row = [
        Button(say("Continue"), for_text(verbs.NEXT, key, course.number), Style.PRIMARY),
        Button(say("From the start"), for_text(verbs.RESTART, key)),
    ]
    return Message(told, rows=(row,))


def move_form(course: Course) -> Form:
    """Return the form for a typed move. Its example is a wrong one."""
    wrong = next(text for text in course.step.tries if text not in course.right)
    typed = for_text(verbs.TYPED, course.game.spec.key, course.number)
    example = say("{move}", move=Notation(wrong))
    return Form(say("Your move"), say("Your move"), example, LONGEST, typed)


def play_button(game: AnyGame, label: Sentence | None = None) -> Button:
    """Return the button that begins a game against the computer."""
    style = Style.SECONDARY if label else Style.PRIMARY
    return Button(label or say("Play the computer"), for_text(verbs.PLAY, game.spec.key), style)


def _tries(course: Course) -> tuple[Row, ...]:
    """Return the buttons of the moves to choose from, and the others below them."""
    key, number = course.game.spec.key, course.number
    moves = [
        Button(say("{move}", move=Notation(text)), for_text(verbs.TRY, key, number, place))
        for place, text in enumerate(course.step.tries)
    ]
    ways = [
        Button(say("Show me"), for_text(verbs.SHOW, key, number)),
        Button(say("Type it"), for_text(verbs.TYPE, key, number)),
        play_button(course.game, say("Skip to a game")),
    ]
    return (moves, ways)


def _begun(course: Course) -> BoardView:
    return _seen(course, course.game.view(course.state))


def _seen(course: Course, view: BoardView) -> BoardView:
    """Return a position as the learner sees it. Its last move is shown as no one's."""
    side = course.learner
    own = replace(view, mine=(side,), last="")
    return seen_from(own, far=course.game.spec.side(side).far)


def _marked(view: BoardView, kind: MarkKind, cells: Iterable[Cell]) -> BoardView:
    return replace(view, marks=tuple(Mark(cell, kind) for cell in cells), trail=())


def _picture(course: Course, view: BoardView) -> Picture:
    """Return the board with the lesson on its plate; what to do stands above it."""
    plate = say(
        "Lesson {number} of {count}: {idea}",
        number=course.lesson, count=course.count, idea=course.step.idea,
    )  # fmt: skip
    ringed = any(mark.kind is MarkKind.CHOSEN for mark in view.marks)
    position = pictures.in_words(replace(view, marks=()) if ringed else view)

    def draw(reader: Renderer) -> bytes:
        return asking_picture(view, course.learner, plate.rendered(reader))

    return Picture(draw, in_a_row(say("{title}.", title=plate), position))
