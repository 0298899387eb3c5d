"""Practice: a private game against a computer that fits the person, in the Move panel of a study.

The game is the study's transcript. A move is written together with the computer's answer, so a
crash between them loses both; the same move then gets the same answer, since dice and answers
follow from the study's seed and the number of plies.
"""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.answering.response import Response
from bot.extensions.lessons import practice_messages as messages
from bot.extensions.lessons.ease import Result
from bot.extensions.lessons.game import (
    ENOUGH,
    advanced,
    own_moves,
    result_of,
    start,
    taken_back,
    yielded,
)
from bot.extensions.lessons.people import to_people
from bot.extensions.lessons.rows import PracticeStore
from bot.extensions.lessons.values import PRACTICE
from bot.interactions.client import Postboard
from bot.interactions.components.table.move_panel.state import Turn, in_study
from bot.interactions.components.table.move_panel.steps import step
from bot.interactions.controls import AnsweredWith
from bot.messages.controls.message import Button, Message, Row
from bot.messages.panels.table.hints import hint_words
from bot.messages.words.text import NOTHING, lines
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from bot.tables.studies import position_of
from engine.choose import seed_of
from engine.report import Report
from engine.tasks import Request, Task
from rules.contract.core import AnyGame, RulesError, Seat
from rules.contract.sentence import Sentence
from rules.match.match import Match
from rules.records.transcript import Transcript
from rules.registry import UnknownGame

__all__ = ["Practice", "begun", "in_progress", "listed", "practice"]

_WAIT: Final = 600.0
"""The seconds for which a person waits for the computer; an interaction can be answered for 900."""
_LEVEL: Final = 1
"""The level by which its requests queue: they cost as much as the weakest."""
# JSON's numbers are exact up to 53 bits, and the seed travels to a worker as JSON.
_SEED_BITS: Final = 53


async def begun(bot: Postboard, response: Response, game: AnyGame) -> Message:
    """Begin the person's practice game, replacing the one before. Return its first step.

    The person has the first seat, and after a finished game the next one.
    """
    spec, person = game.spec, response.user.id
    ease = await bot.service(PracticeStore).ease(person, spec.key)
    seat = Seat(ease.games % len(spec.seatings[0]))
    seed = secrets.randbits(_SEED_BITS)
    options = {option.key: option.default for option in spec.options}
    match = start(game.configured(options), seed)
    transcript = Transcript.of(match, options)
    study = await bot.studies.teach(
        person, PRACTICE, spec.key, transcript, seed=seed, level=ease.step, seat=seat
    )
    table = await bot.studies.game(study, match)
    return await (await practice(bot, response, study, table)).present()


async def in_progress(bot: Postboard, response: Response, key: str) -> "Practice | None":
    """Return the person's practice game in progress of the game with this key, or None.

    A game that can't be read any more, because the rules changed, counts as none.
    """
    study = await bot.studies.teaching(response.user.id, PRACTICE, key)
    if study is None or study.is_over:
        return None
    try:
        return await practice(bot, response, study, await bot.studies.game(study))
    except (RulesError, UnknownGame):
        return None


async def practice(bot: Postboard, response: Response, study: Study, game: Table) -> "Practice":
    """Return the practice game that a study is."""
    last = None
    if study.is_over and study.seat is not None:
        last = await _end(bot, response, study, game, study.seat)
    return Practice(bot, response, study, game, last)


async def _end(
    bot: Postboard, response: Response, study: Study, game: Table, seat: Seat
) -> Message:
    ease = await bot.service(PracticeStore).ease(study.person, game.terms.game)
    result = result_of(game.started, seat)
    assert result is not None, "a practice game that is over has a result"
    report = await _report(bot, study, game)
    people = await to_people(bot, response, game.terms.game)
    return messages.end(study, game, seat, result=result, ease=ease, report=report, people=people)


async def _report(bot: Postboard, study: Study, game: Table) -> Report | None:
    """Return the report on a finished game, or None if it takes long or would be help."""
    if not game.started.plies:
        return None
    try:
        await bot.studies.require_no_help(study, game, study.at(len(game.started.plies)))
        return await bot.advice.glance(game)
    except TableError:
        return None


async def listed(
    bot: Postboard, person: Person, _guild_id: int | None
) -> tuple[Sentence, Sequence[Button]]:
    """Return the line of My games about a person's practice games in progress, or nothing."""
    return messages.listed(await bot.service(PracticeStore).games(person))


@dataclass(frozen=True, slots=True)
class Practice:
    """A practice game."""

    bot: Postboard
    response: Response
    """The answer to the press for which the game was read."""
    study: Study
    game: Table
    last: Message | None
    """The end, or None while it goes on."""

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        assert self.study.seat is not None, "a practice game has the person's seat"
        return self.study.seat

    @property
    def position(self) -> PositionId:
        """The present position."""
        return self.study.at(len(self.game.started.plies))

    @property
    def _transcript(self) -> Transcript:
        assert self.study.transcript is not None, "a practice game has a transcript"
        return self.study.transcript

    @property
    def has_moved(self) -> bool:
        """True once the person has made a move."""
        return own_moves(self.game.started, self.seat) > 0

    def ask(self, note: Sentence = NOTHING) -> Message:
        """Return the first step of the person's move, or the end."""
        if self.last is not None:
            return self.last
        present = self._turn(note)
        return step(present, present.entered(()))

    def first(self, _position: PositionId) -> Row:
        """Return no buttons: the game takes the place of the board."""
        return ()

    def turn(self, position: PositionId) -> Turn:
        """Return the person's turn. Raises AnsweredWith the present step for another position."""
        self.require(position)
        return self._turn()

    def require(self, position: PositionId) -> None:
        """Raise AnsweredWith the present step, unless the game goes on in this position."""
        if self.last is not None or position != self.position:
            raise AnsweredWith(self.ask())

    def _turn(self, note: Sentence = NOTHING) -> Turn:
        study, game = self.study, self.game
        stood = position_of(study, game, self.position)
        heading = lines(messages.heading(game, self.seat), note)
        return in_study(
            study, stood, self.position, heading, *messages.ways(study, game, self.seat)
        )

    async def judged(self, position: PositionId, move: str) -> Message:
        """Play a move, let the computer answer, and return the next step or the end."""
        self.require(position)
        match = self.game.started
        if match.seat_due != self.seat:
            return await self.present()
        return await self._went_on(match.play(self.seat, move))

    async def present(self) -> Message:
        """Return the next step, after the computer's moves that are due."""
        match = self.game.started
        if self.last is None and match.seat_due != self.seat:
            return await self._went_on(match)
        return self.ask()

    async def _went_on(self, match: Match) -> Message:
        """Add the computer's answer to a match, store both, and return the message."""
        match = await self._answered(match)
        kept, now = self.bot.service(PracticeStore), int(self.bot.now())
        transcript = Transcript.of(match, self.game.terms.options)
        if match.outcome is None:
            written = await kept.go_on(self.study, transcript, now)
        else:
            written = await kept.end(self.study, transcript, now, result_of(match, self.seat))
        if not written:  # Another press was faster, and what came of that stands.
            return (await self.read_again()).ask()
        bot, is_over = self.bot, match.outcome is not None
        study = replace(self.study, transcript=transcript, is_over=is_over)
        game = await bot.studies.game(study, match)
        return (await practice(bot, self.response, study, game)).ask()

    async def read_again(self) -> "Practice":
        """Return the game as it is now. Raises TableError if it was deleted."""
        study = await self.bot.studies.find(self.study.person, self.study.id)
        game = await self.bot.studies.game(study)
        return await practice(self.bot, self.response, study, game)

    async def _answered(self, match: Match) -> Match:
        """Return the match once the person is to move, or it has ended."""
        seed, until = self.study.seed or 0, asyncio.get_running_loop().time() + _WAIT
        match = advanced(match, seed)
        while match.outcome is None and (seat := match.seat_due) != self.seat:
            assert seat is not None, "rolls that were due have been made"
            await self._require_no_help(match)
            match = advanced(match.play(seat, await self._chosen(match, until)), seed)
        return match

    async def _chosen(self, match: Match, until: float) -> str:
        """Return the computer's move, or the first legal one if no worker answers in time."""
        legal = [match.game.notate(move) for move in match.legal]
        request = Request(
            Task.CHOOSE,
            Transcript.of(match, self.game.terms.options),
            _LEVEL,
            seed_of(self.study.seed, len(match.plies)),
            self.study.level,
        )
        try:
            async with asyncio.timeout_at(until):
                return (await self.bot.pool.choose(request, legal)).move
        except TimeoutError:
            return legal[0]

    async def _require_no_help(self, match: Match, line: tuple[str, ...] = ()) -> None:
        """Raise TableError where the computer's move would help in another game of the person."""
        position = self.study.at(len(match.plies))
        game = replace(self.game, match=match)
        await self.bot.studies.require_no_help(self.study, game, position, line)

    async def hinted(self) -> Message:
        """Return the person's turn with a hint. Raises TableError where it would help elsewhere."""
        match = self.game.started
        hint = await self.bot.advice.hint(self.game)
        await self._require_no_help(match, (hint.moves[0].notation,))
        kept = self.bot.service(PracticeStore)
        now = int(self.bot.now())
        if not await kept.go_on(self.study, self._transcript, now, is_helped=True):
            return (await self.read_again()).ask()
        return self.ask(hint_words(match.game, hint))

    async def taken_back(self) -> Message:
        """Return the turn before the person's last move. Raises TableError if there was none."""
        if not self.has_moved:
            raise TableError(messages.NOTHING_TO_TAKE_BACK)
        before = taken_back(self._transcript, self.game.started, self.seat)
        kept = self.bot.service(PracticeStore)
        await kept.go_on(self.study, before, int(self.bot.now()), is_helped=True)
        return (await self.read_again()).ask()

    async def given_up(self) -> Message:
        """End the game as lost; it counts from the tenth own move on."""
        match = self.game.started
        lost = yielded(self._transcript, match, self.seat)
        is_counted = own_moves(match, self.seat) >= ENOUGH
        kept = self.bot.service(PracticeStore)
        result = Result.LOST if is_counted else None
        await kept.end(self.study, lost, int(self.bot.now()), result)
        return (await self.read_again()).ask()
