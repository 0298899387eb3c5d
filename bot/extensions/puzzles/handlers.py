"""Puzzles of the day: solved in the Move panel, privately, as the position of a study."""

from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.extensions.puzzles.values import DailyPuzzle
from bot.interactions.client import Postboard
from bot.interactions.components.move_panel.state import Turn, in_study
from bot.interactions.components.move_panel.steps import step
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Message
from bot.messages.panels import puzzle as messages
from bot.messages.panels.study import study_board
from bot.messages.words.text import NOTHING, lines
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from engine.posed import main_line, next_moves
from rules.contract.sentence import Sentence, say

__all__ = ["Unsolved", "ask", "judged", "opened", "turn", "unsolved"]

_JUST_SHARED: Final = say("You've shared this less than a minute ago.")


async def opened(bot: Postboard, person: Person, puzzle: DailyPuzzle) -> Message:
    """Return the panel in which somebody solves a puzzle, or its solution once it is over."""
    study = await bot.studies.of_puzzle(person, puzzle.id)
    game = await bot.studies.game(study)
    if (await bot.store.puzzles.attempt(puzzle.id, person)).is_over:
        return await _solution(bot, study, game, puzzle)
    return ask(Unsolved(study, game, puzzle))


@component(Verb.CLUB_PUZZLE, DeferKind.PANEL, PanelKind.STUDY)
async def _present(bot: Postboard, response: Response, _event: ComponentEvent) -> Message:
    """Open the puzzle of the day, as `/puzzle` does."""
    puzzle = await bot.puzzles.present(response.interaction.guild_id)
    return await opened(bot, response.user.id, puzzle)


@component(Verb.SOLVE, DeferKind.PANEL, PanelKind.STUDY)
async def _solve(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    puzzle = await bot.puzzles.shown(event.custom_id.number(0), response.interaction.guild_id)
    return await opened(bot, response.user.id, puzzle)


@component(Verb.SOLUTION, DeferKind.PANEL, PanelKind.STUDY)
async def _see(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Show the solution: of a past puzzle to everybody, of the present one to who gives it up."""
    puzzle = await bot.puzzles.shown(event.custom_id.number(0), response.interaction.guild_id)
    person = response.user.id
    if not await bot.puzzles.is_past(puzzle):
        await bot.store.puzzles.show(puzzle, person)
    study = await bot.studies.of_puzzle(person, puzzle.id)
    return await _solution(bot, study, await bot.studies.game(study), puzzle)


@component(Verb.SHARE)
async def _share(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Tell the channel that somebody solved a puzzle, in one line without the solution."""
    puzzle = await bot.puzzles.shown(event.custom_id.number(0), response.interaction.guild_id)
    attempt = await bot.store.puzzles.attempt(puzzle.id, response.user.id)
    if attempt.solved_at is None:
        raise TableError(say("You can share a puzzle once you've solved it."))
    if not bot.showings.begin(response.user.id):
        raise TableError(_JUST_SHARED)
    await response.public(Message(messages.shared(response.user, puzzle, attempt)))


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A puzzle that somebody has yet to solve, in their study of it."""

    study: Study
    game: Table
    puzzle: DailyPuzzle


async def unsolved(bot: Postboard, study: Study, game: Table) -> Unsolved | None:
    """Return the puzzle of a study; None if it is about none, or once that is over.

    Then all can be tried there.
    """
    if study.puzzle is None:
        return None
    puzzle = await bot.puzzles.find(study.puzzle)
    attempt = await bot.store.puzzles.attempt(puzzle.id, study.person)
    return None if attempt.is_over else Unsolved(study, game, puzzle)


async def judged(bot: Postboard, task: Unsolved, position: PositionId, move: str) -> Message:
    """Return what becomes of a move: the defence and the next task, the end, or a refusal."""
    study, game, puzzle = task.study, task.game, task.puzzle
    depth = study.depth(position)
    keeping = next_moves(puzzle.posed.solution, study.line[: depth or 0])
    if depth is None or keeping is None:
        raise TableError(say("You've tried something else since. The newest board is below."))
    found = keeping.get(move)
    if found is None:
        attempt = await bot.store.puzzles.miss(puzzle, study.person)
        return ask(task, messages.refused(puzzle, move, attempt), depth)
    study, _ = await bot.studies.try_moves(study, game, position, (move, *found.replies))
    if found.then is not None:
        return ask(replace(task, study=study), messages.goes_on(move, found.replies))
    attempt = await bot.store.puzzles.solve(puzzle, study.person, int(bot.now()))
    note = messages.solved(puzzle, move, attempt)
    end = study.tried(len(study.line))
    return study_board(study, game, end, note, [messages.share_button(puzzle)])


def ask(task: Unsolved, note: Sentence = NOTHING, depth: int | None = None) -> Message:
    """Return the task, after so many moves of the line; None means after all of them."""
    study = task.study
    count = len(study.line) if depth is None else depth
    position = study.tried(count) if count else study.at(len(task.game.started.plies))
    present = turn(task, position, note)
    return step(present, present.entered(()))


def turn(task: Unsolved, position: PositionId, note: Sentence = NOTHING) -> Turn:
    """Return the turn in a position of a puzzle. Raises TableError if the position has gone."""
    study, puzzle = task.study, task.puzzle
    stood = position_of(study, task.game, position)
    depth = study.depth(position) or 0
    heading = lines(note, messages.question(puzzle, study.line[:depth]))
    return in_study(study, stood, position, heading, messages.solution_button(puzzle))


async def _solution(bot: Postboard, study: Study, game: Table, puzzle: DailyPuzzle) -> Message:
    """Return the board before the solution, which can be stepped through."""
    start = study.at(len(game.started.plies))
    line = main_line(puzzle.posed.solution)
    study, position = await bot.studies.try_moves(study, game, start, line)
    attempt = await bot.store.puzzles.attempt(puzzle.id, study.person)
    is_solved = attempt.solved_at is not None
    first = [messages.share_button(puzzle)] if is_solved else []
    return study_board(study, game, position, messages.solution(puzzle, attempt), first)
