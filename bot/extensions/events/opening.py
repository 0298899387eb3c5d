"""Opening an event: who may, where, and on which terms."""

import secrets
from dataclasses import dataclass
from typing import Final

from bot.extensions.events.values import Event, EventKind, EventTerms, course_of
from bot.model.caller import Caller
from bot.model.counting import unratable
from bot.model.errors import TableError
from bot.model.server import ServerSettings
from rules.contract.sentence import Sentence, all_of, say
from rules.time.duration import DAY
from rules.time.time_control import Bank, PerTurn

__all__ = ["OpenEvent", "may_direct", "new_event"]

_LONGEST_TURN: Final = 14 * DAY
"""The most seconds that a turn in an event may take at first."""
_MEETINGS: Final = (1, 2, 4)
_AT_ONCE: Final = range(1, 9)
_OPEN_DAYS: Final = range(1, 31)


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """Open an event in the caller's channel."""

    terms: EventTerms
    closes: int = 7
    """The days until registration ends."""
    missing: tuple[Sentence, ...] = ()
    """The permissions that the bot lacks there for opening threads, in Discord's words."""


def new_event(command: OpenEvent, caller: Caller, settings: ServerSettings, now: int) -> Event:
    """Return a new event, not yet stored. Raises TableError if it can't be opened like this."""
    terms, place = command.terms, caller.place
    if place.guild_id is None:
        raise TableError(say("Events are for servers only."))
    if not may_direct(settings, caller):
        raise TableError(
            say(
                "Only people who direct events here can open one: those with the roles that "
                "`/server settings` names or, without such roles, moderators."
            )
        )
    if place.parent_id is not None or not caller.has_threads:
        raise TableError(
            say("The games of an event get threads, so open it in an ordinary text channel.")
        )
    if missing := (*caller.lacking, *command.missing):
        raise TableError(
            say(
                "I don't have all the permissions here that an event needs. Missing: "
                "{permissions}. Somebody who runs this server can grant them in the channel's "
                "settings.",
                permissions=all_of(missing),
            )
        )
    _require_terms(terms)
    if terms.kind is EventKind.GROUPS:
        _require_groups(terms, command.closes)
    refused = unratable(terms.table, place, with_engine=False) if terms.rated else None
    if refused is not None:
        raise TableError(refused)
    is_ladder = terms.kind is EventKind.LADDER
    return Event(
        id=0,
        place=place,
        terms=terms,
        director=caller.user.id,
        locale=caller.locale,
        opened_at=now,
        closes_at=None if is_ladder else now + command.closes * DAY,
        secret=secrets.token_hex(32),
        course=course_of(terms),
        people={},
        presses={},
    )


def _require_terms(terms: EventTerms) -> None:
    """Raise TableError for terms that no event can have."""
    game = terms.table.configured
    if len(game.spec.seatings[terms.seating]) != 2:
        raise TableError(say("Events are for games between two. Choose another variant."))
    match terms.time.limit:
        case PerTurn(seconds):
            longest = seconds
        case Bank(bank, increment, cap):
            longest = max(bank, increment, cap)
        case _:
            longest = 0
    if not terms.time.hard or not 0 < longest <= _LONGEST_TURN:
        raise TableError(
            say(
                "An event needs a time that ends games by itself and leaves at most 14 days for a "
                "turn, such as {time}.",
                time=say("3d+1d<=10d hard"),
            )
        )


def _require_groups(terms: EventTerms, closes: int) -> None:
    """Raise TableError for groups that no event can have."""
    if terms.meetings not in _MEETINGS or terms.at_once not in _AT_ONCE:
        raise TableError(
            say("People meet 1, 2 or 4 times, and play 1 to 8 games of the event at once.")
        )
    if closes not in _OPEN_DAYS:
        raise TableError(say("Registration lasts 1 to 30 days."))


def may_direct(settings: ServerSettings, caller: Caller) -> bool:
    """Return True if the caller may direct events in their server."""
    return caller.may_moderate or bool(caller.roles & set(settings.club.directors))
