"""The puzzle of the day: solved in the Move panel, privately, as the position of a study."""

from dataclasses import dataclass, replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.puzzles import messages
from bot.extensions.puzzles.acts import Puzzles, time_of
from bot.extensions.puzzles.rows import PuzzleStore
from bot.extensions.puzzles.values import SOLVING, DailyPuzzle
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.servers.settings import answered, change_club
from bot.interactions.components.table.move_panel.state import Turn, in_study
from bot.interactions.components.table.move_panel.steps import step
from bot.interactions.context import caller_of
from bot.interactions.controls import Controls, Press
from bot.interactions.errors import responding
from bot.messages.controls.message import Message, Row
from bot.messages.panels.table.study import study_board
from bot.messages.words.text import NOTHING, lines
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.server import Club
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from engine.posed import main_line, next_moves
from rules.contract.sentence import Sentence, say

__all__ = ["CHANNEL", "CONTROLS", "PuzzleOfTheDay", "Unsolved", "unsolved"]

CONTROLS: Final = Controls()
CHANNEL: Final = answered(CONTROLS, messages.SETTING)
_JUST_SHARED: Final = say("You shared something a moment ago. Try again in a minute.")


class PuzzleOfTheDay(commands.Cog):
    """The puzzle of the day."""

    @app_commands.command(description=text(say("Solve the puzzle of the day")))
    async def puzzle(self, interaction: Interaction) -> None:
        """Open this server's puzzle, or else today's for everyone, privately."""
        async with responding(interaction) as response:
            bot = interaction.client
            puzzle = await bot.service(Puzzles).present(interaction.guild_id)
            await response.show(await _opened(bot, response.user.id, puzzle), PanelKind.STUDY)


@CONTROLS.component(messages.PRESENT, DeferKind.PANEL, PanelKind.STUDY)
async def _present(bot: Postboard, response: Response, _press: Press) -> Message:
    """Open the puzzle of the day, as `/puzzle` does."""
    puzzle = await bot.service(Puzzles).present(response.interaction.guild_id)
    return await _opened(bot, response.user.id, puzzle)


@CONTROLS.component(messages.SOLVE, DeferKind.PANEL, PanelKind.STUDY)
async def _solve(bot: Postboard, response: Response, press: Press) -> Message:
    return await _opened(bot, response.user.id, await _meant(bot, response, press))


@CONTROLS.component(messages.SOLUTION, DeferKind.PANEL, PanelKind.STUDY)
async def _see(bot: Postboard, response: Response, press: Press) -> Message:
    """Show the solution: of a past puzzle to anyone, of the present one to who gives it up."""
    puzzle = await _meant(bot, response, press)
    if not await bot.service(Puzzles).is_past(puzzle):
        await bot.service(PuzzleStore).show(puzzle, response.user.id)
    return await _solution(bot, response.user.id, puzzle)


@CONTROLS.component(messages.SHARE)
async def _share(bot: Postboard, response: Response, press: Press) -> None:
    """Tell the channel in one line that a person solved a puzzle, without the solution."""
    puzzle = await _meant(bot, response, press)
    attempt = await bot.service(PuzzleStore).attempt(puzzle.id, response.user.id)
    if attempt.solved_at is None:
        raise TableError(say("Solve it first, then share."))
    if not bot.cooldowns.begin(response.user.id):
        raise TableError(_JUST_SHARED)
    await response.public(Message(messages.shared(response.user, puzzle, attempt)))


async def _meant(bot: Postboard, response: Response, press: Press) -> DailyPuzzle:
    """Return the puzzle that a button names. Raises TableError if it is another server's."""
    puzzle_id, guild_id = press.custom_id.number(0), response.interaction.guild_id
    return await bot.service(Puzzles).visible_in(puzzle_id, guild_id)


async def _opened(bot: Postboard, person: Person, puzzle: DailyPuzzle) -> Message:
    """Return the panel in which a person solves a puzzle, or the solution once they are done."""
    if (await bot.service(PuzzleStore).attempt(puzzle.id, person)).is_over:
        return await _solution(bot, person, puzzle)
    study = await bot.studies.of_subject(person, SOLVING, puzzle.id)
    return Unsolved(bot, study, await bot.studies.game(study), puzzle).ask()


async def _solution(bot: Postboard, person: Person, puzzle: DailyPuzzle) -> Message:
    """Return the board before the solution, which can be stepped through."""
    study = await bot.studies.of_subject(person, SOLVING, puzzle.id)
    game = await bot.studies.game(study)
    start, line = study.at(len(game.started.plies)), main_line(puzzle.posed.solution)
    study, position = await bot.studies.try_moves(study, game, start, line)
    attempt = await bot.service(PuzzleStore).attempt(puzzle.id, person)
    first = [] if attempt.solved_at is None else [messages.share_button(puzzle)]
    return study_board(study, game, position, messages.solution(puzzle, attempt), first)


@CONTROLS.component(messages.ASK_TIME, DeferKind.UPDATE)
async def _ask_time(bot: Postboard, response: Response, _press: Press) -> None:
    held = await bot.servers.changeable_by(caller_of(response))
    await response.open_modal(messages.time_form(held.club))


@CONTROLS.component(messages.SET_TIME, DeferKind.UPDATE)
async def _set_time(bot: Postboard, response: Response, press: Press) -> Message:
    def change(club: Club) -> Club:
        hour, zone = time_of(press.value, club.puzzle_zone)
        return replace(club, puzzle_hour=hour, puzzle_zone=zone)

    return await change_club(bot, response, change, messages.SET_CHANNEL)


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A puzzle that a person has yet to solve, in their study of it."""

    bot: Postboard
    study: Study
    game: Table
    puzzle: DailyPuzzle

    def ask(self, note: Sentence = NOTHING, depth: int | None = None) -> Message:
        """Return the task after so many moves of the line, by default all of them."""
        study = self.study
        count = len(study.line) if depth is None else depth
        position = study.tried(count) if count else study.at(len(self.game.started.plies))
        present = self.turn(position, note)
        return step(present, present.entered(()))

    def first(self, _position: PositionId) -> Row:
        """Return no buttons: the task takes the place of the board."""
        return ()

    def turn(self, position: PositionId, note: Sentence = NOTHING) -> Turn:
        """Return the turn in a position of it. Raises TableError if that position has gone."""
        study, puzzle = self.study, self.puzzle
        stood = position_of(study, self.game, position)
        depth = study.depth(position) or 0
        heading = lines(note, messages.question(puzzle, study.line[:depth]))
        return in_study(study, stood, position, heading, messages.solution_button(puzzle))

    async def judged(self, position: PositionId, move: str) -> Message:
        """Return the message after a move: the defence and the next task, the end, or a refusal."""
        bot, study, game, puzzle = self.bot, self.study, self.game, self.puzzle
        depth = study.depth(position)
        keeping = next_moves(puzzle.posed.solution, study.line[: depth or 0])
        if depth is None or keeping is None:
            raise TableError(say("That board is out of date. The newest one is below."))
        found = keeping.get(move)
        if found is None:
            await bot.service(PuzzleStore).miss(puzzle, study.person)
            return self.ask(messages.refused(puzzle, move), depth)
        study, _ = await bot.studies.try_moves(study, game, position, (move, *found.replies))
        if found.then is not None:
            return replace(self, study=study).ask(messages.goes_on(move, found.replies))
        attempt = await bot.service(PuzzleStore).solve(puzzle, study.person, int(bot.now()))
        note = messages.solved(move, attempt)
        end = study.tried(len(study.line))
        return study_board(study, game, end, note, [messages.share_button(puzzle)])


async def unsolved(bot: Postboard, study: Study, game: Table) -> Unsolved | None:
    """Return the puzzle of a study, or None once it is over: then all moves can be tried."""
    assert study.subject is not None, "the study is about a puzzle"
    puzzle = await bot.service(Puzzles).find(study.subject)
    attempt = await bot.service(PuzzleStore).attempt(puzzle.id, study.person)
    return None if attempt.is_over else Unsolved(bot, study, game, puzzle)
