"""Buttons that lead to a move, in a message that refuses one or asks about one."""

from functools import cache
from typing import TypeGuard

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_position
from bot.messages.controls.message import Button, Message, Row, Style, in_rows
from bot.messages.controls.move_words import move_word
from bot.messages.panels.table.claims import tiles
from bot.model.table import Table
from rules.contract.capabilities import ClaimsRegions
from rules.contract.core import AnyGame, AnyMove, RulesError, Seat
from rules.contract.sentence import Notation, say
from rules.contract.spelling import reading
from rules.contract.typed import LONGEST, names_in, place_in
from rules.match.match import Match

__all__ = ["completion", "instead", "unclaimed"]

_MOST_CLAIMS = 10
"""The most claims that a question offers; the panel has them all."""


def instead(table: Table, seat: Seat | None, typed: str = "") -> tuple[Row, ...]:
    """Return the buttons for the seat after a refusal, or none unless it is its turn.

    If the typed text is the beginning of exactly one legal move, that move is offered too.
    """
    match = table.match
    if match is None or match.outcome or seat is None or match.seat_due != seat:
        return ()
    move = completion(match, typed)
    row = [] if move is None else [_play(table, move)]
    return ([*row, Button(say("Move"), for_position(verbs.MOVE, table), Style.PRIMARY)],)


def completion(match: Match, text: str) -> AnyMove | None:
    """Return the only legal move that begins with the typed text, if there is exactly one.

    The last name in the text may be incomplete, which is too little for playing the move.
    """
    if len(text) > LONGEST:
        return None
    read = reading(match.game, text)
    if not read.plain:
        return None
    found = [move for move in match.legal if place_in(read, names_in(match.game.notate(move))) == 0]
    return found[0] if len(found) == 1 else None


def unclaimed(table: Table, seat: Seat | None, typed: str) -> Message | None:
    """Return the question about a typed move that could claim something but doesn't.

    Return None if nothing is left unclaimed, or if the text isn't a legal move of the seat.
    """
    match, game = table.started, table.started.game
    if not _claims_regions(game) or seat is None or match.seat_due != seat:
        return None
    try:
        bare = match.read(typed)
    except RulesError:
        return None
    if game.region(match.state, bare) is not None:
        return None
    stone = match.game.path(bare)[0]
    begun = [m for m in match.legal if match.game.path(m)[0] == stone]
    found = [(m, region) for m in begun if (region := game.region(match.state, m))]
    if not found:
        return None
    found = sorted(found, key=lambda claim: (-claim[1].size, claim[1].corners))[:_MOST_CLAIMS]
    regions = [region for _, region in found]
    picture = pictures.draw(pictures.claiming(table, seat, (stone,), regions), table)
    buttons = [
        Button(
            say("{number} Claim {tiles}", number=number, tiles=tiles(region.size)),
            _playing(table, move),
            Style.SUCCESS,
        )
        for number, (move, region) in enumerate(found, 1)
    ]
    text = say(
        "**{stone}** could claim {tiles}, but you named no claim. Which one?",
        stone=Notation(match.game.notate(bare)), tiles=tiles(regions[0].size),
    )  # fmt: skip
    without = Button(say("Claim nothing"), _playing(table, bare))
    return Message(text, picture, (*in_rows(buttons), [without]))


def _claims_regions(game: AnyGame) -> TypeGuard[ClaimsRegions]:
    """Return True if moves of the game may claim regions."""
    return _are_claimants(type(game))


@cache
def _are_claimants(games: type[AnyGame]) -> bool:
    """Return True if a class is of such games; checking a protocol takes long."""
    return issubclass(games, ClaimsRegions)


def _play(table: Table, move: AnyMove) -> Button:
    notation = Notation(table.started.game.notate(move))
    return Button(say("Play {move}", move=notation), _playing(table, move), Style.SUCCESS)


def _playing(table: Table, move: AnyMove) -> CustomId:
    return for_position(verbs.PLAY, table, move_word(table.started.game, move))
