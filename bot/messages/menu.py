"""The menu beside the board: what can be read, and for players what can be done beside moving."""

from bot.messages import sentences
from bot.messages.custom_ids import Verb, for_position, for_text
from bot.messages.message import Button, Message, Row, Style
from bot.messages.text import lines
from bot.model.errors import TableError
from bot.model.table import Status, Table
from rules.capabilities import CanStop, HasStakes
from rules.core import Seat
from rules.match import Match
from rules.sentence import Sentence, say

__all__ = ["menu", "resignation_question"]


def menu(table: Table, user_id: int, *, overdue: bool) -> Message:
    """Return the menu for one person; `overdue` says whether the time can be claimed."""
    reading = [
        Button(say("History"), for_position(Verb.HISTORY, table)),
        Button(say("Rules"), for_text(Verb.RULES, table.terms.game, 0)),
    ]
    if table.match:
        reading.append(Button(say("Seats"), for_position(Verb.SEATS, table)))
    if table.player(user_id) and table.status is Status.PLAYING:
        reading.append(Button(say("Plan ahead"), for_position(Verb.LINES, table)))
    rows: tuple[Row, ...] = (reading,)
    if table.terms.plan:
        reading.append(Button(say("Score"), for_position(Verb.SCORE, table)))
    if table.player(user_id) and table.status is Status.PLAYING:
        rows = (_table_actions(table, overdue=overdue), reading)
    line = sentences.state_line(table)
    return Message(lines(sentences.terms_line(table), line), rows=rows)


def _table_actions(table: Table, *, overdue: bool) -> Row:
    row = [
        Button(say("Offer a draw"), for_position(Verb.DRAW, table)),
        Button(say("Ask to take back"), for_position(Verb.TAKE_BACK, table)),
    ]
    if isinstance(table.started.game, CanStop):
        row.append(Button(say("Stop and count"), for_position(Verb.COUNT, table)))
    row.append(Button(say("Resign …"), for_position(Verb.GIVE_UP, table), Style.DANGER))
    if overdue:
        row.append(
            Button(say("Claim the time"), for_position(Verb.CLAIM_TIME, table), Style.PRIMARY)
        )
    return row


def resignation_question(table: Table, user_id: int) -> Message:
    """Ask whether a player means to resign. Raises TableError if they can't."""
    match = table.started
    seat = table.seat(user_id)
    if seat is None or match.outcome:
        raise TableError(say("Only somebody who plays a running game can resign it."))
    row = [
        Button(say("Resign"), for_position(Verb.RESIGN, table), Style.DANGER),
        Button(say("Keep playing"), for_position(Verb.STAY, table)),
    ]
    return Message(_question(match, seat), rows=(row,))


def _question(match: Match, seat: Seat) -> Sentence:
    """Ask what resigning would mean: for one's allies, and for the points of a game with stakes."""
    team = match.team_of(seat)
    if not team <= match.seating[seat]:
        return say("Do you want to resign? Your team loses as soon as all of your allies agree.")
    worth = match.game.worth(match.state, team) if isinstance(match.game, HasStakes) else 1
    if worth > 1:
        return say(
            "Do you want to resign? You lose the game at once, and it counts {points} points.",
            points=worth,
        )
    return say("Do you want to resign? You lose the game at once.")
