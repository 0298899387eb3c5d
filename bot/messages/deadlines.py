"""What the channel is told about time: claims, pauses, time that was given."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Style
from bot.messages.text import (
    NOTHING,
    dotted,
    in_a_row,
    lines,
    mention,
    moment,
    named,
    reason_given,
    time_left,
)
from bot.model.pings import claim_pings
from bot.model.table import Table, User
from rules.core import Seat
from rules.duration import in_words
from rules.events import Begun, Grant, Granted, Overdue, Paused, Played
from rules.match import Match
from rules.offers import GIVEN
from rules.sentence import Sentence, say

__all__ = [
    "answered",
    "credited",
    "given",
    "grants_since",
    "paused",
    "time_is_out",
    "with_leaver",
]


def time_is_out(table: Table, event: Overdue) -> Message | None:
    """Tell the rivals that they may claim the game; None if the turn has time again."""
    match = table.started
    turn = match.clock.turn
    if match.outcome or turn is None or turn.overdue_since is None:
        return None
    pings = tuple(ping.user_id for ping in claim_pings(table, event.seat))
    names = in_a_row(*(say("{who}", who=mention(user)) for user in pings))
    told = say(
        "{names}: the time of {who} has run out. You may claim the game, give more time, or wait.",
        names=names, who=named(table.at(event.seat).user),
    )  # fmt: skip
    days = GIVEN[-1]
    row = [
        Button(say("Claim the game"), for_position(Verb.CLAIM_TIME, table), Style.PRIMARY),
        Button(say("Give {days} days", days=days), for_position(Verb.GIVE_TIME, table, days)),
    ]
    return Message(told, rows=(row,), pings=pings)


def answered(table: Table, rival: User) -> Message | None:
    """Return what that message turns into after a press; None while others have to agree."""
    match = table.started
    if match.offer is not None:
        return None
    late = next(e.seat for e in reversed(match.events) if isinstance(e, Overdue))
    told = say("The time of {who} had run out.", who=named(table.at(late).user))
    if match.outcome:
        return Message(in_a_row(told, say("**{who} claimed the game.**", who=named(rival))))
    return Message(in_a_row(told, say("**{who} gave more time.**", who=named(rival))))


def with_leaver(told: Message, table: Table, late: User) -> Message:
    """Return what the rivals are told of somebody who is late and has left the server too."""
    left = say("{who} has left this server: somebody else can play on.", who=named(late))
    find = Button(say("Find somebody else …"), for_position(Verb.SEATS, table))
    rows = tuple((*row, find) for row in told.rows)
    return replace(told, text=lines(told.text, left), rows=rows)


def given(table: Table, event: Granted) -> Message | None:
    """Tell the channel that somebody got more time from people; None where the bot gave it."""
    until = table.due_at
    if event.cause not in (Grant.RIVALS, Grant.MODERATOR) or until is None:
        return None
    who = named(table.at(event.seat).user)
    text = (
        say("A moderator gave {who} more time, until {until}.", who=who, until=moment(until))
        if event.cause is Grant.MODERATOR
        else say(
            "{who} has more time, until {until}: the others gave it.", who=who, until=moment(until)
        )
    )
    return Message(in_a_row(text, reason_given(event.reason)))


def paused(table: Table, event: Paused) -> Message | None:
    """Tell the channel that the clocks stand; None if they run again."""
    if not table.clock.paused:
        return None
    return Message(
        say(
            "The game is paused until {end} ({left}); moves may be played. `/resume` proposes to"
            " go on earlier.",
            end=moment(event.end), left=time_left(event.end),
        )
    )  # fmt: skip


def credited(seconds: int) -> Sentence:
    """Return that a turn will get so much more time for outages; nothing for none."""
    if seconds <= 0:
        return NOTHING
    return say("I could not be reached, so {time} more will be added.", time=in_words(seconds))


def grants_since(table: Table) -> Sentence:
    """Return what time was added, by the bot, to the turn that ended with the last move."""
    match = table.started
    found = [
        say(
            "{who} got {time} more {reason}",
            who=named(table.at(seat).user), time=in_words(seconds), reason=_REASONS[cause],
        )
        for seat, cause, seconds in _added(match)
    ]  # fmt: skip
    return say("-# Time: {grants}.", grants=dotted(*found)) if found else NOTHING


_REASONS = {
    Grant.OUTAGE: say("because I could not be reached"),
    Grant.QUIET: say("for quiet hours"),
    Grant.VACATION: say("for vacation"),
    Grant.DRAWN: say("for vacation"),
}


def _added(match: Match) -> Sequence[tuple[Seat, Grant, int]]:
    """Return the bot's grants between the last two moves, those of one reason added up."""
    granted: list[Granted] = []
    moves = 0
    for entry in reversed(match.entries):
        event = entry.event
        if isinstance(event, Played | Begun):
            moves += 1
            if moves == 2 or isinstance(event, Begun):
                break
        elif moves and isinstance(event, Granted) and event.cause in _REASONS:
            granted.append(event)
    if moves < 2:
        return ()
    total: dict[tuple[Seat, Grant], int] = {}
    for event in reversed(granted):
        cause = Grant.VACATION if event.cause is Grant.DRAWN else event.cause
        total[event.seat, cause] = total.get((event.seat, cause), 0) + event.seconds
    return tuple((seat, cause, seconds) for (seat, cause), seconds in total.items())
