"""Checks that commands at a table have to pass first, and the limits on what a person opens."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from bot.model.boards import Boards
from bot.model.caller import Caller, Place, PlaceKind, User
from bot.model.engines import MOST_OF_STRONGEST, engine_player
from bot.model.errors import AlreadyWaiting, BotMissing, NotInThread, SetApart, TableError
from bot.model.limits import Calls, Hosted, Hosting, Limits
from bot.model.moments import moment, time_left
from bot.model.table import Player, Request, Table, Terms, Vacancy
from bot.model.words import words_of
from bot.tables.commands import Open
from bot.tables.dice import newest_interaction
from engine.levels import LEVELS
from rules.contract.sentence import Notation, Sentence, Stranger, Verbatim, say
from rules.log.events import SeatWay
from rules.time.duration import DAY

__all__ = [
    "CHANNEL_STILL_TAKEN",
    "CHANNEL_TAKEN",
    "MOST_REASON",
    "UNKNOWN_TABLE",
    "can_thread",
    "engine_of",
    "inviting",
    "never_rated",
    "not_yet_rated",
    "opening",
    "require_clock",
    "require_few_calls",
    "require_here",
    "require_newest",
    "require_place",
    "require_readable",
    "require_reason",
    "require_seeing",
    "too_many_games",
]

CHANNEL_TAKEN: Final = say(
    "A game is in progress in this channel. Finish it first, or play in a thread."
)
CHANNEL_STILL_TAKEN: Final = say(
    "A game is in progress in this channel. Press **Start** once it's finished."
)
"""The refusal for people whose game was open before the channel became busy."""

UNKNOWN_TABLE: Final = say("This game is gone. `/play` starts a new one.")
"""The refusal where there is no such game, or the person may not know that there is."""
MOST_REASON: Final = 200
"""The most characters of a moderator's reason."""


def too_many_games(user: User) -> TableError:
    """Return the refusal of another game against the strongest engine."""
    return TableError(
        say(
            "{who} already has {games} games against {engine}, the most this level can "
            "handle. Pick another level.",
            who=Stranger(user.name),
            games=MOST_OF_STRONGEST,
            engine=Notation(LEVELS[-1].name),
        )
    )


def engine_of(level: int, others: Iterable[Player]) -> Player:
    """Return an engine of this level beside others. Raises TableError if there is no such level."""
    try:
        return engine_player(level, others)
    except ValueError:
        raise TableError(
            say(
                "There's no level {level}. Pick {least} to {most}.",
                level=level, least=LEVELS[0].number, most=LEVELS[-1].number,
            )
        ) from None  # fmt: skip


def require_newest(table: Table, request: Request) -> None:
    """Raise TableError for a press older than one that has entered the dice.

    Rolls depend on the number of the press that makes them due, so these numbers only grow.
    """
    if int(request.id) <= newest_interaction(table):
        raise TableError(say("Someone pressed at the same moment. Please press again."))


def not_yet_rated(until: int) -> Sentence:
    """Return what a person reads who can't play rated games until this moment (Unix seconds)."""
    return say(
        "You can join rated games from {moment} on. Unrated games are open to you now.",
        moment=moment(until),
    )


def never_rated(guest: User) -> Sentence:
    """Return why a person can't be invited to a rated table; the reason is theirs to know."""
    return say(
        "{name} can't join a rated game right now. Choose someone else, or leave out `rated`.",
        name=Stranger(guest.name),
    )


def require_clock(terms: Terms, place: Place) -> None:
    """Raise TableError for a clock that ends the game where the bot can't post by itself."""
    if terms.time.hard and place.kind is PlaceKind.PRIVATE:
        raise TableError(say("I can't post here when time runs out. Leave out `hard`."))


def require_place(command: Open, caller: Caller, *, is_busy: bool) -> None:
    """Raise TableError if no such table can open here; `is_busy` if a game runs in the channel."""
    place = caller.place
    if not caller.has_bot:
        raise BotMissing
    if caller.is_outside:
        raise NotInThread
    if command.thread and not caller.has_threads and place.parent_id is None:
        raise TableError(say("There are no threads here. Leave out `thread`."))
    if is_busy and not can_thread(caller):
        raise TableError(_busy(place))
    if place.kind is PlaceKind.GUILD:
        return
    require_keeping(command.terms, place)
    seats = len(command.terms.configured.spec.seatings[command.terms.seating])
    if place.kind is PlaceKind.BOT_DM and len(command.engines) + 1 < seats:
        raise TableError(
            say(
                "It's just you and me here: pick a computer level with `level`. To play "
                "people, use a server, a group chat, or your DMs with them."
            )
        )


def require_keeping(terms: Terms, place: Place) -> None:
    """Raise TableError for boards that are to be deleted where the bot can't do that."""
    if terms.boards is Boards.NEWEST and place.kind is PlaceKind.PRIVATE:
        raise TableError(say("I can't delete old boards here."))


def can_thread(caller: Caller) -> bool:
    """Tell whether a table that is opened here can get a thread of its own."""
    place = caller.place
    return caller.has_threads and place.parent_id is None and place.kind is PlaceKind.GUILD


def _busy(place: Place) -> Sentence:
    if place.kind is not PlaceKind.GUILD:
        return say("A game is in progress here, and there are no threads. Finish it first.")
    if place.parent_id is not None:
        return say("A game is in progress in this thread. Use `/play` in a channel.")
    return say(
        "A game is in progress here, and there are no threads. Use `/play` in a text channel."
    )


def require_here(table: Table, caller: Caller, *, from_list: bool = False) -> None:
    """Raise TableError for a press in another channel than the table's.

    `from_list` is true if the request is also possible from a list in another channel.
    """
    place = caller.place
    if place.channel_id == table.channel_id:
        return
    if from_list and caller.sees == table.channel_id and place.guild_id == table.guild_id:
        return
    raise TableError(
        say(
            "This game is in {channel}. Join it there.",
            channel=Verbatim(f"<#{table.channel_id}>"),
        )
    )


def require_seeing(to: User | None, *, is_unseeing: bool) -> None:
    """Raise TableError for a seat kept for a person who can't see the channel."""
    if to is not None and is_unseeing:
        raise TableError(
            say(
                "{who} can't see this channel. Choose someone else.",
                who=Stranger(to.name),
            )
        )


def require_reason(written: str) -> str:
    """Return a moderator's reason on one line. Raises TableError if it says nothing.

    Everyone at the table sees it.
    """
    reason = words_of(" ".join(written.split()))
    if not 0 < len(reason) <= MOST_REASON:
        raise TableError(
            say(
                "Write a reason that everyone can read, up to {most} characters.",
                most=MOST_REASON,
            )
        )
    return reason


def require_readable(table: Table) -> None:
    """Raise SetApart for a table that is set apart."""
    if table.set_apart is not None:
        raise SetApart(table)


def opening(limits: Limits, most_tables: int | None, *, in_server: bool, is_only: bool) -> Hosting:
    """Return the limits on a new table. `most_tables` is its server's limit, if it sets one.

    With `is_only`, they forbid it while another of the host for the same game waits for players.
    """
    most = None if limits.tables is None else most_tables if in_server else limits.tables
    admit = partial(_require_few, limits, most, in_server=in_server, is_only=is_only)
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
                    "Everyone was asked less than 12 hours ago. Ask everyone again {when}, or "
                    "ask one person now.",
                    when=time_left(recent[-1] + limits.between_public_calls),
                )
            )
    elif len(calls.to_one) >= limits.calls_to_one:
        again = calls.to_one[-limits.calls_to_one] + DAY
        raise TableError(
            say(
                "{who} was asked {most} times in a day, which is the limit. Ask again "
                "{when}, or ask someone else now.",
                who=Stranger(vacancy.to.name),
                most=limits.calls_to_one,
                when=time_left(again),
            )
        )


def _require_few(
    limits: Limits, most: int | None, hosted: Hosted, *, in_server: bool, is_only: bool
) -> None:
    """Raise TableError if a host has too many tables or invitations.

    Raises AlreadyWaiting where one table is all, and the host has another.
    """
    if is_only and hosted.waiting is not None:
        raise AlreadyWaiting(hosted.waiting)
    if most is not None and hosted.tables > most:
        if in_server:
            raise TableError(
                say(
                    "You have {most} unfinished games here, which is the limit. Finish or cancel "
                    "one first: `/games`.",
                    most=most,
                )
            )
        raise TableError(
            say(
                "You have {most} unfinished games in DMs and groups, which is the limit. "
                "Finish or cancel one first: `/games`.",
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
                    "{guest} hasn't answered {most} of your invitations yet. Wait for an answer, "
                    "or cancel one: `/games`.",
                    guest=Stranger(guest.name),
                    most=limits.invitations_to_one,
                )
            )
    if hosted.invitations > limits.invitations:
        raise TableError(
            say(
                "{most} of your invitations have no answer yet, which is the limit. Wait for "
                "one, or cancel one: `/games`.",
                most=limits.invitations,
            )
        )
