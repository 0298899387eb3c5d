"""The limits on what a person opens, in sentences."""

from functools import partial

from bot.model.errors import TableError
from bot.model.limits import Calls, Hosted, Hosting, Limits
from bot.model.moments import time_left
from bot.model.table import Vacancy
from rules.contract.sentence import Stranger, say
from rules.log.events import SeatWay
from rules.time.duration import DAY

__all__ = ["inviting", "opening", "require_few_calls"]


def opening(limits: Limits, most_tables: int | None, *, in_server: bool) -> Hosting:
    """Return the limits on a new table; `most_tables` is that of its server, if it has one."""
    most = None if limits.tables is None else most_tables if in_server else limits.tables
    admit = partial(_require_few, limits, most, in_server=in_server)
    return Hosting(admit, limits.between_invitation_pings)


def inviting(limits: Limits) -> Hosting:
    """Return the limits on invitations to a table that is open already."""
    admit = partial(_require_few_invitations, limits)
    return Hosting(admit, limits.between_invitation_pings)


def require_few_calls(limits: Limits, vacancy: Vacancy, now: int, calls: Calls) -> None:
    """Raise TableError if a call for a player for a seat comes too soon; a moderator's never does.

    `calls` are those before it.
    """
    if vacancy.way is SeatWay.MODERATOR:
        return
    if vacancy.to is None:
        recent = [at for at in calls.to_all if at > now - limits.between_public_calls]
        if recent:
            raise TableError(
                say(
                    "Everybody was asked to take this seat less than 12 hours ago. You can ask "
                    "everybody again {when}; until then, ask one person.",
                    when=time_left(recent[-1] + limits.between_public_calls),
                )
            )
    elif len(calls.to_one) >= limits.calls_to_one:
        again = calls.to_one[-limits.calls_to_one] + DAY
        raise TableError(
            say(
                "{who} has been asked to take a seat {most} times within a day, which is the "
                "limit. You can ask them again {when}; until then, ask somebody else.",
                who=Stranger(vacancy.to.name),
                most=limits.calls_to_one,
                when=time_left(again),
            )
        )


def _require_few(limits: Limits, most: int | None, hosted: Hosted, *, in_server: bool) -> None:
    """Raise TableError if a host has too many tables or invitations."""
    if most is not None and hosted.tables > most:
        if in_server:
            raise TableError(
                say(
                    "You host {most} unfinished tables in this server, which is the limit. You can "
                    "open another once one of them is over or closed; `/games` lists them.",
                    most=most,
                )
            )
        raise TableError(
            say(
                "You host {most} unfinished tables in private messages and groups, which is the "
                "limit. You can open another once one of them is over or closed; `/games` lists "
                "them.",
                most=most,
            )
        )
    if hosted.to_guests:
        _require_few_invitations(limits, hosted)


def _require_few_invitations(limits: Limits, hosted: Hosted) -> None:
    """Raise TableError if too many invitations of a host wait for an answer."""
    for guest, count in hosted.to_guests:
        if count > limits.invitations_to_one:
            raise TableError(
                say(
                    "{guest} hasn't answered {most} invitations from you yet, which is the limit. "
                    "You can invite {guest} again after an answer, or once you have closed one of "
                    "those tables; `/games` lists them.",
                    guest=Stranger(guest.name),
                    most=limits.invitations_to_one,
                )
            )
    if hosted.invitations > limits.invitations:
        raise TableError(
            say(
                "{most} invitations from you are still unanswered, which is the limit. You can "
                "invite somebody again after an answer, or once you have closed one of those "
                "tables; `/games` lists them.",
                most=limits.invitations,
            )
        )
