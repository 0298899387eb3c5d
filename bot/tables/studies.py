"""Studies: opened, continued, and found only by their owners."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from bot.model.caller import NOBODY, Person, Place, User
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.study import EXPLORE, MOST_TRIED, Study
from bot.model.table import Player, PlayerStatus, Status, Table, Terms
from bot.store.store import Store
from bot.tables.advice import allows_hints, require_report
from bot.tables.lookup import Lookup
from engine.report import Report
from rules.contract.core import AnyGame, AnyState, Outcome, RulesError, Seat
from rules.contract.sentence import say
from rules.match.match import Match
from rules.match.plans import Path, tried
from rules.match.table_rules import ADJUDICATED
from rules.records.reading import replayed
from rules.records.transcript import Transcript

__all__ = ["FindTranscript", "Studies", "position_of", "without_table"]

_REMEMBERED: Final = 100
"""The games of transcripts that stay in memory: 60 plies take some 50 KB."""
_PUT_AWAY: Final = say("This board has expired. Open the game again.")
FindTranscript: TypeAlias = Callable[[int], Awaitable[Transcript]]
"""Returns the game of the subject with this number. Raises TableError if it is gone."""

_Replayed: TypeAlias = tuple[Person, Seat | None, Transcript | None]
"""The origin of a table without a number: the person, their seat, and the turns."""


class Studies:
    """Keeps people's studies. `now` returns Unix seconds."""

    def __init__(self, store: Store, lookup: Lookup, now: Callable[[], float]) -> None:
        self._store = store.studies
        self._lists = store.lists
        self._lookup = lookup
        self._now = now
        self.transcripts = dict[str, FindTranscript]()
        """Finds the game of a study of another subject, by its aim; extensions add theirs."""
        self._games = OrderedDict[int, tuple[_Replayed, Table]]()
        """The games of transcripts that were used last, by study: a replay takes milliseconds."""

    async def of_table(self, person: Person, aim: str, table: Table) -> Study:
        """Return a person's new study of a table's game. Raises TableError unless it is over."""
        require_report(table)
        return await self._store.begin(person, aim, int(self._now()), table_id=table.id)

    async def of_transcript(self, person: Person, transcript: Transcript) -> Study:
        """Return a person's new study of a game from a file, as `written_out` returns it."""
        return await self._store.begin(person, EXPLORE, int(self._now()), transcript=transcript)

    async def of_subject(self, person: Person, aim: str, subject: int) -> Study:
        """Return a person's study of a subject of this aim, which begins anew."""
        return await self._store.begin(person, aim, int(self._now()), subject=subject)

    async def teach(
        self,
        person: Person,
        aim: str,
        game: str,
        transcript: Transcript | None = None,
        *,
        seed: int | None = None,
        level: int | None = None,
        seat: Seat | None = None,
    ) -> Study:
        """Return a person's study that teaches a game, by its key; it begins anew.

        A practice has a transcript, a seed, a level and the person's seat besides.
        """
        return await self._store.begin(
            person, aim, int(self._now()),
            lesson=game, transcript=transcript, seed=seed, level=level, seat=seat,
        )  # fmt: skip

    async def teaching(self, person: Person, aim: str, game: str) -> Study | None:
        """Return a person's study that teaches a game, by its key, or None if there is none."""
        return await self._store.teaching(person, aim, game)

    async def go_to(self, study: Study, step: int) -> Study:
        """Return the study of lessons turned to a step, before anything is tried in it."""
        await self._store.go_to(study.id, step, int(self._now()))
        return replace(study, step=step, root=0, line=())

    async def share(self, study: Study) -> bool:
        """Note that a study was shared with a channel. Returns False if it was before."""
        return await self._store.share(study.id, int(self._now()))

    async def keep_found(self, study: Study, move: str) -> Study:
        """Return the study of lessons with the right move of its step, in canonical notation."""
        await self._store.keep_found(study.id, study.step, move, int(self._now()))
        return replace(study, line=(move,))

    async def find(self, person: Person, study_id: int) -> Study:
        """Return a study. Raises TableError if it is someone else's, or kept no longer."""
        study = await self._store.find(study_id)
        if study is None:
            raise TableError(_PUT_AWAY)
        if study.person != person:
            raise TableError(say("This is someone else's private board."))
        return study

    async def turned_to(self, study: Study, aim: str) -> Study:
        """Return the study of a game from a file, or of a finished practice, with another aim.

        Raises TableError for others.
        """
        if study.transcript is None or (study.seat is not None and not study.is_over):
            raise TableError(_PUT_AWAY)
        await self._store.turn_to(study.id, aim, int(self._now()))
        return replace(study, aim=aim)

    async def keep_report(self, study: Study, report: Report) -> None:
        """Keep what the computer says of the game from a file."""
        await self._store.keep_report(study.id, report)

    async def game(self, study: Study, match: Match | None = None) -> Table:
        """Return the table of the game. A game without one gets a table that exists only here.

        Someone who studies another subject sits where a person is to move. `match` belongs to the
        study's transcript, where it is known. Raises TableError if the game can't be read any more.
        """
        if study.table_id is not None:
            table = await self._lookup.get(study.table_id)
            require_report(table)
            return table
        transcript, known = study.transcript, self._games.get(study.id)
        replay = study.person, study.seat, transcript  # A number can come again, for another one.
        if known is not None and known[0] == replay:
            self._games.move_to_end(study.id)
            return known[1]
        solver = None if study.seat is None else study.person
        if study.subject is not None:
            find = self.transcripts.get(study.aim)
            if find is None:
                raise TableError(_PUT_AWAY)
            transcript, solver = await find(study.subject), study.person
        if transcript is None:  # The boards of lessons are their own.
            raise TableError(_PUT_AWAY)
        match = match or await asyncio.to_thread(replayed, transcript)
        table = without_table(transcript, solver, study.seat, match)
        table = replace(table, exact=self._lookup.has_exact_values(table.started.game))
        if study.transcript is not None:
            self._games[study.id] = replay, table
            while len(self._games) > _REMEMBERED:
                self._games.popitem(last=False)
        return table

    async def require_no_help(
        self, study: Study, game: Table, position: PositionId, line: Path = ()
    ) -> None:
        """Raise TableError for advice that would help in a game that the person is playing.

        The advice is about a position of the study, and perhaps a line from there. A file, or moves
        that are tried, can reach the present position of a game in progress. In a practice in
        progress, the computer thinks only about its present position.
        """
        depth, stood = study.depth(position) or 0, position_of(study, game, position)
        plies = tried(stood.started, line).plies[max(position.number - depth - 1, 0) :]
        is_played = study.seat is not None and game.started.outcome is None
        if study.transcript is not None and not is_played:
            plies = (*game.started.plies, *plies)
            if game.started.outcome is None:
                raise TableError(
                    say("You can explore a game with the computer once it's finished.")
                )
        reached: set[object] | None = None
        for listed in await self._lists.of_user(study.person):
            if listed.status is not Status.PLAYING or listed.game != game.terms.game:
                continue
            table = await self._lookup.get(listed.id)
            match = table.match
            if match is None or match.outcome or not match.plies or allows_hints(table):
                continue
            if reached is None:
                states = [ply.state for ply in plies]
                reached = await asyncio.to_thread(_boards, match.game, states)
            if _boards(match.game, [match.state]) & reached:
                raise TableError(
                    say(
                        "This is a position from a game you're playing. The computer can help once "
                        "that game is finished."
                    )
                )

    async def try_moves(
        self, study: Study, game: Table, position: PositionId, moves: Sequence[str]
    ) -> tuple[Study, PositionId]:
        """Return the study with these moves tried after a position, and the one after the first.

        Raises RulesError if a move isn't legal there, or if the line becomes too long.
        """
        before = position_of(study, game, position)
        after = tried(before.started, moves)
        depth = study.depth(position) or 0
        root = position.number - depth
        texts = tuple(ply.notation for ply in after.plies[root:])
        if len(texts) > MOST_TRIED:
            raise RulesError(say("You can try up to {most} moves in a row.", most=MOST_TRIED))
        if study.root != root or study.line[: len(texts)] != texts:
            study = replace(study, root=root, line=texts)
        await self._store.keep_line(study.id, study.root, study.line, int(self._now()))
        return study, study.tried(depth + 1)


def _boards(game: AnyGame, states: Iterable[AnyState]) -> set[object]:
    """Return the boards before the players of positions, however these were reached.

    Counters of moves are left out: a detour to the same board has others.
    """
    return {(frozenset(game.view(state).stacks), game.turn(state)) for state in states}


def position_of(study: Study, game: Table, position: PositionId) -> Table:
    """Return the table as it would stand in a position of the study, with nothing but its plies.

    Raises TableError if other moves have been tried since.
    """
    match, depth = game.started, study.depth(position)
    if depth is None or position.number - depth > len(match.plies):
        raise TableError(say("You've tried something else since. The newest board is below."))
    bare = Match.of(match.game, match.seating)
    stood = replace(bare, plies=match.plies[: position.number - depth])
    return replace(game, match=tried(stood, study.line[:depth]), plans={}, vacancies=())


def without_table(
    transcript: Transcript,
    solver: Person | None = None,
    seat: Seat | None = None,
    match: Match | None = None,
) -> Table:
    """Return a table with the game of a transcript, with the usual seats.

    The transcript is as `written_out` returns it. The `solver` has this seat in a practice, or else
    the one that is to move, if there is one. `match` is its match, or None to replay it. The digest
    is the text's. Raises RulesError, if the rules have changed since.
    """
    match = match or replayed(transcript)
    digest, ending = hashlib.sha256(transcript.text.encode()).hexdigest(), transcript.early
    ended = ending and Outcome(
        ending.winners,
        ADJUDICATED,
        worth=ending.worth,
        why=say("the file says so") if seat is None else say("given up"),
    )
    match = replace(match, digest=digest, table_outcome=ended)
    sitting = {} if solver is None else {match.seat_due if seat is None else seat: solver}
    return Table(
        id=0,
        place=Place(0),
        terms=Terms(transcript.key, transcript.options),
        version=match.game.spec.version,
        status=Status.PLAYING if match.outcome is None else Status.OVER,
        host_id=NOBODY,
        players=tuple(
            Player(User(sitting.get(each, NOBODY), ""), PlayerStatus.SEATED, seat=each)
            for each in match.seats
        ),
        seating=match.seating,
        match=match,
    )
