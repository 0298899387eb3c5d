"""A move being entered, at a table or in a study: who moves, the moves, and the clicks so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.interactions.components.router import Press
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import (
    Argument,
    CustomId,
    for_position,
    for_study,
)
from bot.messages.controls.message import A_ROW, Button, Style
from bot.messages.controls.move_words import clicks_word, find_clicks, move_word
from bot.messages.controls.verbs import Verb
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry, enter
from rules.contract.core import (
    AnyGame,
    AnyMove,
    Seat,
)
from rules.contract.sentence import Notation, Sentence, say
from rules.geometry import Cell, Geometry
from rules.match.match import Match

__all__ = ["InStudy", "Turn", "in_study", "other_ways", "play_button", "seat_due"]


@dataclass(frozen=True, slots=True)
class InStudy:
    """The position of a study in which a move is picked."""

    number: int
    position: PositionId
    heading: Sentence
    """The line above its steps."""
    ways: tuple[Button, ...]
    """The buttons after the other ways to enter the move. In a row without room for all of them,
    the last ones stay."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The table at which it is a person's turn, their seat, and the moves they may play."""

    table: Table
    match: Match
    seat: Seat
    legal: Sequence[AnyMove]
    at_once: bool = False
    """True if the person's moves are played as soon as they are chosen, without a preview."""
    study: InStudy | None = None
    """The study in which the move is tried, or None if it is played at the table."""

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        return self.match.game

    @property
    def board(self) -> Geometry:
        """The board with the labels in the mover's picture and notation."""
        return self.game.view(self.match.state).geometry

    def asks(self, verb: Verb, clicked: Sequence[Cell], *arguments: Argument) -> CustomId:
        """Return the custom_id of a button or menu of the panel after these clicks."""
        return self.says(verb, clicks_word(self.game, clicked), *arguments)

    def says(self, verb: Verb, *arguments: Argument) -> CustomId:
        """Return the custom_id of a button or menu of the panel."""
        if self.study:
            return for_study(verb, self.study.number, self.study.position, *arguments)
        return for_position(verb, self.table, *arguments)

    def clicked(self, press: Press) -> tuple[Cell, ...]:
        """Return the clicks before this press. Raises TableError like `clicks`."""
        return self.clicks(press.custom_id.text(0))

    def clicks(self, word: str) -> tuple[Cell, ...]:
        """Return the clicks that a word stands for.

        Raises TableError if this version of the game has no such cells.
        """
        cells = find_clicks(self.game, self.legal, word)
        if cells is None:
            raise TableError(say("Those cells are gone. Press **Move** again."))
        return cells

    def entered(self, clicked: Sequence[Cell]) -> MoveEntry:
        """Return the entry after the clicks.

        In a game with claims, the first click places a stone; a claim is then chosen as a whole, so
        that the clicks never stop in the middle of one.
        """
        if len(self.legal) == 1:
            return MoveEntry(self.game.path(self.legal[0]), (), tuple(self.legal))
        entry = enter(self.game, self.legal, clicked)
        if entry.choices and len(entry.clicked) > 1 and isinstance(self.game, ClaimsRegions):
            return enter(self.game, self.legal, entry.clicked[:1])
        return entry

    def beginning(self, clicked: Sequence[Cell]) -> list[AnyMove]:
        """Return the moves that begin with these clicks."""
        begun = tuple(clicked)
        return [move for move in self.legal if self.game.path(move)[: len(begun)] == begun]


def in_study(
    study: Study, stood: Table, position: PositionId, heading: Sentence, *ways: Button
) -> Turn:
    """Return the turn in a position of a study, where moves are tried.

    A `heading` stands above every step, and buttons for other `ways` beside its own.
    Raises TableError if no one moves there.
    """
    where = InStudy(study.id, position, heading, ways)
    match = stood.started
    return Turn(stood, match, seat_due(stood), match.legal, at_once=True, study=where)


def seat_due(stood: Table) -> Seat:
    """Return the seat to move in a position of a study. Raises TableError if no one moves there."""
    seat = stood.started.seat_due
    if seat is None:
        raise TableError(say("No one can move right now."))
    return seat


def play_button(turn: Turn, move: AnyMove, *, stops: bool = False) -> Button:
    """Return a button that plays the move at once; `stops` means that a longer one is possible."""
    notation = Notation(turn.game.notate(move))
    text = (
        say("Stop here: play {move}", move=notation) if stops else say("Play {move}", move=notation)
    )
    return Button(text, turn.says(verbs.PLAY, move_word(turn.game, move)), Style.SUCCESS)


def other_ways(
    turn: Turn, clicked: Sequence[Cell], *extra: Button, typing: bool = False
) -> list[Button]:
    """Return the buttons beside the choices, those `extra` ones first.

    `typing` is true if a form saves taps here. Elsewhere a move is typed from the menu of the
    board, which a study hasn't.
    """
    ways = list(extra)
    if clicked:
        ways.append(Button(say("Back"), turn.asks(verbs.BACK, clicked)))
    if typing or turn.study:
        ways.append(Button(say("Type it"), turn.asks(verbs.TYPE, clicked)))
    if turn.study is None:
        return ways
    own = turn.study.ways
    return [*ways, *own[max(len(own) - (A_ROW - len(ways)), 0) :]]
