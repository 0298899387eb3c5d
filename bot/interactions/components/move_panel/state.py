"""A move being entered: the player, the possible moves, and the clicks so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.delivery.response import Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent
from bot.messages.controls.custom_ids import Argument, CustomId, Verb, for_position
from bot.messages.controls.message import Button, Style
from bot.messages.controls.move_words import clicks_word, find_clicks, move_word
from bot.model.errors import NotYours, Stale, TableError
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

__all__ = [
    "MOST", "Turn", "choice_button", "more_buttons", "play_button", "present", "to_move",
]  # fmt: skip

MOST: Final = 20
"""The most choices that are buttons on one page: four rows; the fifth is for navigation."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The table at which it is somebody's turn, their seat, and the moves they may play."""

    table: Table
    match: Match
    seat: Seat
    legal: Sequence[AnyMove]
    at_once: bool = False
    """True if the person's moves are played as soon as they are chosen, without a preview."""

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
        return for_position(verb, self.table, clicks_word(self.game, clicked), *arguments)

    def clicked(self, event: ComponentEvent) -> tuple[Cell, ...]:
        """Return the clicks before the event.

        Raises TableError if this version of the game has no such cells.
        """
        cells = find_clicks(self.game, self.legal, event.custom_id.text(0))
        if cells is None:
            raise TableError(
                say("These cells are no longer on the board. Press **Move** once more.")
            )
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


async def to_move(bot: Postboard, table: Table, response: Response) -> Turn:
    """Return the person's turn. Raises TableError unless it is theirs."""
    match = table.match
    player = table.player(response.user.id)
    if match is None or player is None or player.seat is None:
        raise TableError(say("Only those who play here can move. **My view** shows you the board."))
    if match.outcome or match.seat_due != player.seat:
        raise NotYours(table)
    at_once = await bot.store.choices.plays_at_once(response.user.id, table.terms.game)
    return Turn(table, match, player.seat, match.legal, at_once)


async def present(bot: Postboard, response: Response, event: ComponentEvent) -> Turn:
    """Return the turn for which a panel was made. Raises Stale if the game has gone on since."""
    table = event.table
    if table.match is None or table.match.position_number != event.position.number:
        raise Stale(table)
    return await to_move(bot, table, response)


def play_button(turn: Turn, move: AnyMove, *, stops: bool = False) -> Button:
    """Return a button that plays the move at once; `stops` means that a longer one is possible."""
    notation = Notation(turn.game.notate(move))
    text = (
        say("Stop here: play {move}", move=notation) if stops else say("Play {move}", move=notation)
    )
    return Button(text, _named(turn, Verb.PLAY, move), Style.SUCCESS)


def choice_button(turn: Turn, number: int, label: Sentence, move: AnyMove) -> Button:
    """Return the numbered button for a whole move, to preview it or to play it at once."""
    return Button(
        say("{number} · {choice}", number=number, choice=label), _named(turn, Verb.CHOOSE, move)
    )


def more_buttons(turn: Turn, clicked: Sequence[Cell]) -> list[Button]:
    """Return the buttons for other ways to enter the move."""
    label = say("Play at once: on") if turn.at_once else say("Play at once: off")
    return [
        Button(say("Type it"), turn.asks(Verb.TYPE, clicked)),
        Button(label, turn.asks(Verb.AT_ONCE, clicked)),
    ]


def _named(turn: Turn, verb: Verb, move: AnyMove) -> CustomId:
    return for_position(verb, turn.table, move_word(turn.game, move))
