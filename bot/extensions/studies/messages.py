"""The messages of studies: mistakes and what was better, and what a file proves."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot.extensions.studies.values import Comparison, Likeness, SentGame
from bot.extensions.studies.verbs import ANSWER, MISTAKE
from bot.messages.controls.custom_ids import for_study
from bot.messages.controls.message import Button, Message, Style
from bot.messages.panels.table.analysis import learners
from bot.messages.panels.table.study import study_board
from bot.messages.words.sides import player_of
from bot.messages.words.text import NOTHING, code, lines, link
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from engine.reason_words import because
from engine.report import PlyReport, Report
from engine.report_words import amount, cost, told
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Notation, Sentence, say
from rules.match.rounds import round_of
from rules.records.json_form import DIGITS

__all__ = ["Lesson", "answer", "answer_button", "question", "refused", "verified"]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The walk through the mistakes of a finished game, with the report that marks them."""

    study: Study
    game: Table
    report: Report

    @property
    def learner(self) -> Seat | None:
        """The seat whose mistakes they are, or None for an onlooker, who sees everyone's."""
        return self.game.seat(self.study.person)

    @property
    def mistakes(self) -> Sequence[PlyReport]:
        """The mistakes, in the order of play."""
        return learners(self.game, self.report, self.learner)

    def at(self, mistake: PlyReport) -> PositionId:
        """Return the position before a mistake."""
        return self.study.at(mistake.number - 1)

    def mistake(self, position: PositionId) -> PlyReport | None:
        """Return the mistake made in a position, or None."""
        return next((each for each in self.mistakes if self.at(each) == position), None)

    def following(self, number: int) -> Button | None:
        """Return the button to the first mistake after so many plies, or None after the last."""
        later = [each for each in self.mistakes if each.number > number + 1]
        if not later:
            return None
        place = for_study(MISTAKE, self.study.id, self.at(later[0]))
        return Button(say("Next mistake"), place, Style.PRIMARY)


def question(lesson: Lesson, mistake: PlyReport) -> Sentence:
    """Return the task of finding a better move, and the consequence of the one played."""
    number, count = lesson.mistakes.index(mistake) + 1, len(lesson.mistakes)
    move, who = Notation(mistake.text), _other(lesson, mistake)
    if who is None:
        task = say(
            "**Mistake {number} of {count}.** You played **{move}**. There's a better move.",
            number=number, count=count, move=move,
        )  # fmt: skip
    else:
        task = say(
            "**Mistake {number} of {count}.** {who} played **{move}**. There's a better move.",
            number=number, count=count, who=who, move=move,
        )  # fmt: skip
    return lines(task, _why(lesson, mistake, answers=False))


def answer_button(lesson: Lesson, mistake: PlyReport) -> Button:
    """Return the button that shows what was better."""
    place = for_study(ANSWER, lesson.study.id, lesson.at(mistake))
    return Button(say("Show the answer"), place)


def answer(lesson: Lesson, position: PositionId, mistake: PlyReport, found: str | None) -> Message:
    """Return the board after the first move of the study's line: the one found, or the best.

    `found` is the move by which a person solved the task, or None.
    """
    best = Notation(mistake.best)
    if found is None:
        said = say("**{best}** was better.", best=best)
    elif found == mistake.best:
        said = say("Yes, **{best}**!", best=best)
    else:
        said = say(
            "**{move}** works too. The computer prefers **{best}**.",
            move=Notation(found), best=best,
        )  # fmt: skip
    game, report = lesson.game.started.game, lesson.report
    turn, lost = told(game, report, mistake), cost(game, report, mistake)
    on = lesson.following(mistake.number - 1)
    note = lines(
        said,
        say("{turn}: {lost}.", turn=turn, lost=lost),
        _why(lesson, mistake, answers=True),
        NOTHING if on else say("That was the last one. Well done."),
    )
    best_line = answer_button(lesson, mistake) if found not in (None, mistake.best) else None
    first = tuple(each for each in (on, best_line) if each)
    return study_board(lesson.study, lesson.game, position, note, first)


def refused(lesson: Lesson, mistake: PlyReport, move: str, loss: float | None) -> Sentence:
    """Return why a move isn't the answer. `loss` is what it would lose, if known."""
    name = Notation(move)
    if move == mistake.text:
        return say("That's the move from the game. Try another.")
    if loss is None:
        return say("**{move}** isn't good enough. Try another.", move=name)
    lost = amount(lesson.game.started.game, lesson.report, loss)
    return say("**{move}** still costs {lost}. Try another.", move=name, lost=lost)


def _why(lesson: Lesson, mistake: PlyReport, *, answers: bool) -> Sentence:
    """Return the reason for a mistake, worded for the person who made it or for others."""
    game = lesson.game
    name = None if _other(lesson, mistake) is None else partial(player_of, game)
    why = because(game.started.game, lesson.report, mistake, name, answers=answers)
    return why or NOTHING


def _other(lesson: Lesson, mistake: PlyReport) -> Argument | None:
    """Return who made a mistake, or None if it was the learner."""
    assert mistake.side is not None, "a mistake is a side's"
    game = lesson.game
    seat = game.started.seat_of(mistake.side)
    if seat == lesson.learner and not game.at(seat).from_entry:
        return None
    return player_of(game, mistake.side)


def verified(sent: SentGame, comparison: Comparison | None) -> Sentence:
    """Return what `/game verify` says about a file, and how its game compares with a table's."""
    likeness = comparison.likeness if comparison else None
    digits = (
        say("-# Record {digest}", digest=code(sent.digest[:DIGITS]))
        if sent.digest and likeness is not Likeness.RECORD
        else NOTHING
    )
    if comparison is not None:
        return lines(_compared(comparison), digits)
    consistent = say("The moves are legal, but I can't find this game here.")
    return lines(consistent, digits)


def _compared(kept: Comparison) -> Sentence:
    table, match = kept.known, kept.known.started
    game = link(match.game.spec.title, table.place, table.board_id)
    move = round_of((kept.difference or 1) - 1, len(match.game.spec.teams))
    match kept.likeness:
        case Likeness.RECORD:
            return say("✓ Genuine: {game}, exactly as played.", game=game)
        case Likeness.TURNS:
            return say(
                "✓ The moves match {game}. (This format doesn't hold the full record.)", game=game
            )
        case Likeness.OTHER_RECORD:
            return say(
                "The moves match {game}, but something else was changed, such as a time.",
                game=game,
            )
        case Likeness.OTHER_END:
            return say("Same moves as {game}, but a different result.", game=game)
        case Likeness.SO_FAR:
            return say(
                "The start of {game}, which continues from move {move}.",
                game=game, move=move,
            )  # fmt: skip
        case Likeness.OTHER:
            return say("Not {game}: it differs from move {move} on.", game=game, move=move)
