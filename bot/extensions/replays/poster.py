"""The poster of a finished game, which replaces its last board."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.messages import captions, pictures
from bot.messages.controls.message import Picture
from bot.messages.words.ratings import points
from bot.messages.words.sides import by_name, seat_title, titles_of
from bot.messages.words.text import NOTHING, in_a_row, named
from bot.model.mark import entry_mark
from bot.model.ratings import Counted, Step
from bot.model.table import Table
from engine.report import Mark, PlyReport, Report
from engine.report_words import amount_lost, is_exact, share_lost, told, turn_number
from render import alt_text
from render.names import Name
from render.poster import Course, Mistake, Poster, Row, poster_picture
from rules.contract.core import Seat, Side
from rules.contract.sentence import (
    Argument,
    Decimal,
    Notation,
    Renderer,
    Sentence,
    Stranger,
    all_of,
    joined,
    say,
    say_n,
)
from rules.contract.verdict import is_shared
from rules.contract.view import BoardView, Colour
from rules.match.rounds import round_of
from rules.time.duration import DAY, HOUR, MINUTE, in_words

__all__ = ["poster"]

_LONGEST_ALT: Final = 1024
"""Characters that Discord allows."""


def poster(table: Table, report: Report | None, counted: Counted | None) -> Picture:
    """Return the poster of a table's game, under the name by which its board is recognised.

    It shows the course if there is a `report`, and otherwise the final position. Ratings are shown
    if they were `counted`.
    """
    over, name = _Over(table, report, counted), str(entry_mark(table))
    return Picture(lambda reader: poster_picture(over.poster(reader)), say("{it}", it=over), name)


@dataclass(frozen=True, slots=True, eq=False)
class _Over:
    """A finished game as a poster, and as the poster in words."""

    table: Table
    report: Report | None
    counted: Counted | None

    def poster(self, reader: Renderer) -> Poster:
        """Return the poster for this reader."""
        match, winners = self.table.started, self.table.started.winners
        facts = match.game.spec.title, self._length, self._time
        return Poster(
            view=self._view,
            winners=self._colours(*winners),
            title=self._name(reader, *winners) if winners else Name(say("Draw").rendered(reader)),
            how=captions.reasons(self.table, reader, self._won),
            facts=tuple(each.rendered(reader) for each in facts),
            course=self._course(),
            mistake=self._mistake(reader),
            counts=tuple(self._counts(reader)),
            ratings=tuple(self._rating(reader, seat, step) for seat, step in self._steps()),
        )

    def read(self, reader: Renderer, /) -> str:
        """Return the alt text for this reader: result, mistake, ratings, and the last board.

        The board is described without the game and its result, which come before.
        """
        said = in_a_row(self._result(), self._turned(), self._rated())
        before, people = said.rendered(reader), captions.who(self.table)
        room = max(1, _LONGEST_ALT - len(before) - 1)
        view = replace(self._view, title=say("The final board"), status=None)
        return f"{before} {alt_text(view, room, reader=reader, people=people)}"

    @property
    def _view(self) -> BoardView:
        return pictures.board(self.table)

    def _sides(self, seat: Seat) -> list[Side]:
        """Return the sides of a seat in the order of play."""
        match = self.table.started
        return [side.key for side in match.game.spec.sides if side.key in match.seating[seat]]

    # The game

    @property
    def _length(self) -> Sentence:
        return say_n("1 move", "{count} moves", self.table.started.round)

    @property
    def _time(self) -> Sentence:
        """Return how long the game took, in its largest unit."""
        entries = self.table.started.entries
        seconds = entries[-1].at - entries[0].at
        unit = next((unit for unit in (DAY, HOUR) if seconds >= unit), MINUTE)
        return in_words(seconds - seconds % unit)

    @property
    def _won(self) -> Sentence:
        """Return words on what the winners did; empty for a draw."""
        match = self.table.started
        if not match.winners:
            return NOTHING
        return say("share the win") if self._is_shared else say("won")

    @property
    def _is_shared(self) -> bool:
        match = self.table.started
        assert match.outcome is not None, "a poster shows the end of a game"
        return is_shared(match.game.spec, match.outcome)

    def _worst(self) -> PlyReport | None:
        """Return the mistake that turned the game, or else the costliest, or None."""
        marked = [ply for ply in self._moves() if ply.mark != Mark.NONE.value]
        turning = self.report.turning_point if self.report else None
        return max(marked, key=lambda ply: (ply.number == turning, ply.loss), default=None)

    def _moves(self) -> list[PlyReport]:
        """Return the report's entries on a side's plies."""
        return [ply for ply in self.report.plies if ply.side is not None] if self.report else []

    def _steps(self) -> Iterator[tuple[Seat, Step]]:
        """Yield the seats whose ratings the game has moved, in order."""
        if self.counted is None:
            return
        for seat in self.table.started.seats:
            if step := self.counted.steps.get(self.table.at(seat).user.id):
                yield seat, step

    # The picture

    def _colours(self, *seats: Seat) -> tuple[Colour, ...]:
        spec = self.table.started.game.spec
        return tuple(spec.side(side).colour for seat in seats for side in self._sides(seat))

    def _name(self, reader: Renderer, *seats: Seat) -> Name:
        """Return the players of these seats, and their sides in case no font has the names."""
        people, spec = captions.who(self.table), self.table.started.game.spec
        sides = [side for seat in seats for side in self._sides(seat)]
        names = dict.fromkeys(people[side] for side in sides if people[side])
        known = say("{names}", names=all_of(map(Stranger, names))) if names else NOTHING
        titles = say("{sides}", sides=all_of(spec.side(side).title for side in sides))
        return Name(known.rendered(reader), titles.rendered(reader))

    def _course(self) -> Course | None:
        """Return the course, if it can be drawn: three teams would need three curves.

        White's share is the light one.
        """
        match, moves, report = self.table.started, self._moves(), self.report
        spec = match.game.spec
        if report is None or len(spec.teams) > 2 or len(moves) < 2:
            return None
        light = {side.key for side in spec.sides if side.colour is Colour.WHITE}
        lower, upper = sorted(spec.teams, key=light.isdisjoint)
        most = max(1.0, *(abs(ply.value) for ply in moves))
        worst = self._worst()
        turning = worst.number if worst else report.turning_point
        first, second = (
            tuple(side.colour for side in spec.sides if side.key in team) for team in (lower, upper)
        )
        return Course(
            tuple(
                (1 + (ply.value if ply.side in lower else -ply.value) / most) / 2 for ply in moves
            ),
            first,
            second,
            next((place for place, ply in enumerate(moves) if ply.number == turning), None),
        )

    def _mistake(self, reader: Renderer) -> Mistake | None:
        worst = self._worst()
        if worst is None or self.report is None:
            return None
        game = self.table.started.game
        cost = say("cost {percent}%", percent=share_lost(game, worst))
        if is_exact(self.report):
            cost = say("cost {points} points", points=Decimal(f"{worst.loss:.2f}"))
        assert worst.side is not None, "a mistake is a side's"
        return Mistake(
            game.spec.side(worst.side).colour,
            told(game, self.report, worst).rendered(reader),
            cost.rendered(reader),
            say("better").rendered(reader),
            worst.best,
        )

    def _counts(self, reader: Renderer) -> Iterator[Row]:
        """Yield what the sides have at the end, such as pieces, and if the game doesn't count.

        No one expects a game with a computer opponent to count.
        """
        people = captions.who(self.table)
        for player in self._view.players:
            figure = player.note.rendered(reader) if player.note else ""
            name = Name(people[player.side], player.title.rendered(reader))
            yield Row((player.colour,), name, figure)
        is_rated = self.table.terms.rated and (self.counted is None or self.counted.why is None)
        if not is_rated and not self.table.engines:
            yield Row((), Name(say("unrated").rendered(reader)))

    def _rating(self, reader: Renderer, seat: Seat, step: Step) -> Row:
        rise = step.change
        change = f"{'+' if rise > 0 else '−'}{reader.number(abs(rise))}" if rise else ""
        figure = points(step.after).text
        return Row(self._colours(seat), self._name(reader, seat), figure, change)

    # The words

    def _result(self) -> Sentence:
        """Return who won against whom, the game, its moves, and the reason."""
        match, winners = self.table.started, self.table.started.winners
        game, length = match.game.spec.title, self._length
        won = all_of(seat_title(self.table, seat) for seat in winners)
        rest = all_of(seat_title(self.table, seat) for seat in match.seats if seat not in winners)
        if not winners:
            result = say(
                "{players} drew at {game} in {length}",
                players=rest, game=game, length=length,
            )  # fmt: skip
        elif self._is_shared:
            result = say(
                "{winners} share the win over {losers} at {game} in {length}",
                winners=won, losers=rest, game=game, length=length,
            )  # fmt: skip
        else:
            result = say(
                "{winners} beat {losers} at {game} in {length}",
                winners=won, losers=rest, game=game, length=length,
            )  # fmt: skip
        assert match.outcome is not None, "a poster shows the end of a game"
        if match.outcome.why is None:
            return say("{result}.", result=result)
        return say("{result}: {why}.", result=result, why=by_name(self.table, match.outcome.why))

    def _turned(self) -> Sentence:
        """Return the mistake in the picture, or from when on the winner was ahead."""
        game, report, worst = self.table.started.game, self.report, self._worst()
        if report is None:
            return NOTHING
        if worst is not None:
            number = round_of(turn_number(report, worst.number), len(game.spec.teams))
            turn = say(
                "{player}'s move {number}, {move}",
                player=self._player(worst), number=number, move=Notation(worst.text),
            )  # fmt: skip
            lost, best = amount_lost(game, report, worst), Notation(worst.best)
            if worst.number == report.turning_point:
                return say(
                    "Turning point: {turn}, which cost {lost}. Better: {best}.",
                    turn=turn, lost=lost, best=best,
                )  # fmt: skip
            return say(
                "Costliest move: {turn}, which cost {lost}. Better: {best}.",
                turn=turn, lost=lost, best=best,
            )  # fmt: skip
        if report.turning_point is None:
            return NOTHING
        turning = round_of(turn_number(report, report.turning_point), len(game.spec.teams))
        return say("The winner was ahead from move {number} on.", number=turning)

    def _rated(self) -> Sentence:
        """Return the ratings after the game, and their changes."""
        changes = [self._changed(seat, step) for seat, step in self._steps()]
        told = joined(changes, lambda one, more: say("{first}; {second}", first=one, second=more))
        return say("Ratings: {changes}.", changes=told) if told else NOTHING

    def _player(self, ply: PlyReport) -> Argument:
        """Return who made a move, or its side where the player isn't told."""
        assert ply.side is not None, "a mistake is a side's"
        match = self.table.started
        player = self.table.at(match.seat_of(ply.side))
        if self.table.unnamed or player.from_entry:
            return match.game.spec.side(ply.side).title
        return named(player.plain)

    def _changed(self, seat: Seat, step: Step) -> Sentence:
        rating, rise = points(step.after), step.change
        who: Argument = named(self.table.at(seat).plain)
        if self.table.unnamed:
            who = titles_of(self.table, seat)
        if rise > 0:
            return say("{who} {rating}, up {points}", who=who, rating=rating, points=rise)
        if rise < 0:
            return say("{who} {rating}, down {points}", who=who, rating=rating, points=-rise)
        return say("{who} {rating} as before", who=who, rating=rating)
