"""Messages to the channel about time: claims, pauses, and more time."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message, Style
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, mention, named
from bot.messages.words.turns import told_since
from bot.model.moments import moment
from bot.model.pings import claim_pings
from bot.model.table import Table, User
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Sentence, say
from rules.log.entries import Entry
from rules.log.events import Begun, Claimed, Grant, Granted, Overdue, Paused, Played, SeatTaken
from rules.match.match import Match
from rules.match.offers import GIVEN
from rules.time.duration import in_words

__all__ = [
    "credited",
    "given",
    "grants_since",
    "paused",
    "settled",
    "time_is_out",
    "with_leaver",
]


def time_is_out(table: Table, event: Overdue) -> Message | None:
    """Return the message that a win can be claimed, or None if the turn has time again."""
    match = table.started
    turn = match.clock.turn
    if match.outcome or turn is None or turn.overdue_since is None:
        return None
    pings = tuple(ping.person for ping in claim_pings(table, event.seat))
    names = in_a_row(*(say("{who}", who=mention(user)) for user in pings))
    late = named(table.at(event.seat).user)
    told = say("**{who} is out of time.** Claim the win, or give more time?", who=late)
    days = GIVEN[-1]
    row = [
        Act.CLAIM.button(table, Style.PRIMARY),
        Button(say("+{days} days", days=days), for_position(verbs.GIVE_TIME, table, days)),
    ]
    return Message(in_a_row(names, told), rows=(row,), pings=pings)


def settled(table: Table, number: int | None = None) -> Message | None:
    """Return the same message once the game has gone on or ended.

    `number` is the entry of the message, or None for the last of its kind. Return None while the
    win can still be claimed.
    """
    match = table.started
    missed = [e.number for e in match.entries if isinstance(e.event, Overdue)]
    number = missed[-1] if number is None else number
    turn = match.clock.turn
    is_running = match.outcome is None and number == missed[-1]
    if is_running and turn is not None and turn.overdue_since is not None:
        return None
    entry = match.entries[number - 1]
    assert isinstance(entry.event, Overdue), "the message is about a missed deadline"
    late = table.holder(entry.event.seat, number)
    told = say("{who} ran out of time.", who=named(late.user))
    return Message(in_a_row(told, _went_on(table, match.entries[number:], entry.event.seat)))


def _went_on(table: Table, later: Sequence[Entry], late: Seat) -> Sentence:
    """Return how a late turn went on: by a claim, more time or a move; nothing otherwise."""
    for before, entry in zip((None, *later), later, strict=False):
        match entry.event:
            case Claimed(seat):
                return say("**{who} claimed the win.**", who=_holder(table, seat, entry))
            case Granted(cause=Grant.RIVALS) if before is not None and before.seat is not None:
                who = _holder(table, before.seat, entry)
                return say("**{who} gave more time.**", who=who)
            case Granted():
                return say("**The clock was extended.**")
            case Played() if entry.seat == late:
                return say("**{who} moved after all.**", who=_holder(table, late, entry))
            case Played() | SeatTaken():
                return NOTHING
            case _:
                continue
    return NOTHING


def _holder(table: Table, seat: Seat, entry: Entry) -> Argument:
    return named(table.holder(seat, entry.number).user)


def with_leaver(told: Message, table: Table, late: User) -> Message:
    """Add to the message about a late player that they have also left the server."""
    left = say("{who} has left this server. Someone else can take over.", who=named(late))
    find = Button(say("Find someone else …"), for_position(verbs.SEATS, table))
    rows = tuple((*row, find) for row in told.rows)
    return replace(told, text=lines(told.text, left), rows=rows)


def given(table: Table, event: Granted) -> Message | None:
    """Return the message that people gave a player more time, or None if the bot gave it."""
    until = table.due_at
    if event.cause not in (Grant.RIVALS, Grant.MODERATOR) or until is None:
        return None
    who = named(table.at(event.seat).user)
    text = (
        say("A moderator gave {who} until {until}.", who=who, until=moment(until))
        if event.cause is Grant.MODERATOR
        else say("{who} got more time, until {until}.", who=who, until=moment(until))
    )
    return Message(text)


def paused(table: Table, event: Paused) -> Message | None:
    """Return the message that the clocks are stopped, or None if they run again."""
    if not table.clock.paused:
        return None
    return Message(
        say(
            "Paused until {end}. You can still move. `/game pause` asks to resume early.",
            end=moment(event.end),
        )
    )


def credited(seconds: int) -> Sentence:
    """Return a sentence on the time for outages that a turn will get, or nothing."""
    if seconds <= 0:
        return NOTHING
    return say("There was an outage: {time} will be added.", time=in_words(seconds))


def grants_since(table: Table, number: int) -> Sentence:
    """Return the time that the bot added to the turn that ended with the last move.

    It is told once: with the message of this entry, if that tells the move too.
    """
    match = table.started
    moved = max(entry.number for entry in match.entries if isinstance(entry.event, Played | Begun))
    if moved <= told_since(table, number):
        return NOTHING
    found = [
        say(
            "{who} +{time} ({reason})",
            who=named(table.at(seat).user), time=in_words(seconds), reason=_REASONS[cause],
        )
        for seat, cause, seconds in _added(match)
    ]  # fmt: skip
    return say("-# Time: {grants}.", grants=dotted(*found)) if found else NOTHING


_REASONS = {
    Grant.OUTAGE: say("outage"),
    Grant.QUIET: say("quiet hours"),
    Grant.VACATION: say("vacation"),
    Grant.DRAWN: say("vacation"),
}


def _added(match: Match) -> Sequence[tuple[Seat, Grant, int]]:
    """Return the bot's grants between the last two moves, added up by reason."""
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
