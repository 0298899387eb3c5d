"""The ends of games that get a poster, and the timer by which they do."""

from typing import Final

from bot.model.caller import PlaceKind
from bot.model.queues import Timer
from bot.model.table import Table
from rules.match.rounds import turns

__all__ = ["LEAST_TURNS", "POSTER", "is_owed_more", "is_worth_a_poster", "poster_timer"]

POSTER: Final = "poster"
"""The kind of timer by which the message of a game's end gets its poster, and tells luck and skill
apart."""
LEAST_TURNS: Final = 10
"""The turns of a game from which on its end gets a poster."""


def is_worth_a_poster(table: Table) -> bool:
    """Return True if the game of a table has ended with a result, after enough turns."""
    match = table.started
    outcome = match.outcome
    return outcome is not None and not outcome.is_void and len(turns(match.plies)) >= LEAST_TURNS


def is_owed_more(table: Table) -> bool:
    """Return True if the message of a game's end is to get more than it says at first.

    That is a poster, or a line on luck and skill where they can be told exactly. Where the bot can
    only answer, its messages stay as they are.
    """
    outcome = table.started.outcome
    if outcome is None or table.place.kind is PlaceKind.PRIVATE:
        return False
    return is_worth_a_poster(table) or (table.exact and not outcome.is_void)


def poster_timer(table_id: int, due: int) -> Timer:
    """Return the timer that gives the message of a game's end its poster."""
    return Timer(kind=POSTER, dedupe=f"poster:{table_id}", due=due, table_id=table_id)
