"""Opens tables, and carries out commands at them, one change at a time."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.model.caller import Caller, PlaceKind
from bot.model.dice_secret import new_secret
from bot.model.errors import (
    AlreadySeen,
    ChannelIsBusy,
    ChannelTaken,
    Conflict,
    NotWritten,
    OutOfTime,
    Repeated,
    Stale,
    TableError,
    TooManyGames,
)
from bot.model.limits import Hosting, Limits
from bot.model.queues import AGREEMENT
from bot.model.table import Player, PlayerStatus, Request, Status, Table
from bot.store.people.mutes import mute_person
from bot.store.sql.database import Transaction
from bot.store.sql.errors import Busy, StoreError
from bot.store.store import Store
from bot.tables import lobby, moderation, seats
from bot.tables import play as playing
from bot.tables.checks import (
    CHANNEL_TAKEN,
    can_thread,
    never_rated,
    not_yet_rated,
    opening,
    require_clock,
    require_here,
    require_newest,
    require_place,
    require_readable,
    too_many_games,
)
from bot.tables.commands import (
    Accept,
    Agree,
    Close,
    Command,
    Decline,
    GameCommand,
    InviteInstead,
    Join,
    KeepSeat,
    LobbyChange,
    ModeratorCommand,
    MoveToThread,
    Open,
    Play,
    PlayNotation,
    Replace,
    Resign,
    SeatCommand,
    Start,
    log_command,
)
from bot.tables.commits import until_written
from bot.tables.deadlines import Deadlines
from bot.tables.lookup import Lookup
from bot.tables.seat_changes import SeatChanges
from bot.tables.seating import start_game
from bot.tables.servers import Servers, require_may_open, with_roles
from bot.tables.setup import ONE_REMATCH, rated
from bot.tables.writer import Change, Writer
from rules.contract.core import RulesError
from rules.contract.sentence import say

__all__ = ["Tables"]

_log = logging.getLogger(__name__)

_LEADS_TO_ROLL: Final = (Start, Join, Accept, Agree, Play, PlayNotation)
"""Commands whose interaction can enter a roll of the dice."""


class Tables:
    """Opens tables, carries commands out at them, and puts them into threads."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        writer: Writer,
        *,
        deadlines: Deadlines,
        seats: SeatChanges,
        servers: Servers,
        limits: Limits,
    ) -> None:
        self._store = store
        self._limits = limits
        self._lookup = lookup
        self._writer = writer
        self._deadlines = deadlines
        self._seats = seats
        self._servers = servers
        self._threads: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Held while a thread is made in a channel, by the channel's number."""
        self.when_waiting: Callable[[Request], None] = lambda _: None
        """Called if a request that must be written waits for the disk."""

    async def open(self, command: Open, caller: Caller, request: Request) -> Table:
        """Open a table in the caller's channel.

        If a game is already running there, the table is only offered until it moves to a thread. A
        game without dice begins at once if everyone else is a computer opponent. Raises TableError
        if this request has opened one before, and AlreadyWaiting for a second one that is to be the
        host's only one.
        """
        terms, place = command.terms, caller.place
        require_clock(terms, place)
        is_busy = await self._store.places.running_in(place.channel_id) is not None
        require_place(command, caller, is_busy=is_busy)
        settings = await self._servers.settings_of(place.guild_id)
        if place.guild_id is not None:
            require_may_open(settings, caller, command)
        everybody = [caller.user.id, *(guest.id for guest in command.invited)]
        barred = await self._store.people.unrated_until(everybody, self._writer.now())
        terms = replace(terms, rated=rated(command, caller, settings, barred))
        apart = (command.thread or settings.always_thread) and can_thread(caller)
        busy = apart or is_busy
        host = Player(
            caller.user,
            PlayerStatus.SEATED,
            command.preferred_side,
            accepted=request.id,
            agreed=terms.digest,
        )
        muters = await self._store.personal.muters_of(caller.user.id, command.invited)
        game = terms.configured
        opened = Table(
            id=0,
            place=place,
            terms=terms,
            version=game.spec.version,
            status=Status.OFFERED if busy else Status.OPEN,
            host_id=caller.user.id,
            players=lobby.first_players(command, host, muters),
            seating=game.spec.seatings[terms.seating],
            dice=new_secret(game, in_series=terms.series_format is not None),
            rematch_of=command.rematch_of,
            locale=settings.spoken(caller.community) or caller.locale,
        )
        in_server = place.guild_id is not None
        hosting = opening(
            self._limits, settings.most_tables, in_server=in_server, is_only=command.is_only
        )
        created = await self._create(opened, request, hosting)
        table = await self._lookup.get(created)
        log_command(table, command, caller, request, result="done", took=0.0)
        return table

    async def _create(self, opened: Table, request: Request, hosting: Hosting) -> int:
        """Store a new table, and the beginning of its game if it waits for no one."""
        now = self._writer.now()
        begin = partial(start_game, request=request, now=now)
        waits = opened.status is not Status.OPEN or not opened.is_full or opened.dice is not None
        try:
            return await self._store.tables.create(
                opened, request, now, None if waits else begin, hosting=hosting
            )
        except AlreadySeen:
            raise TableError(say("That game is already open.")) from None
        except Conflict:
            raise TableError(ONE_REMATCH) from None
        except ChannelTaken:
            raise ChannelIsBusy(CHANNEL_TAKEN) from None
        except TooManyGames as refused:
            raise too_many_games(refused.user) from None

    async def execute(
        self,
        table_id: int,
        caller: Caller,
        command: Command,
        request: Request,
        seen: int | None = None,
    ) -> Change:
        """Carry out a command at a table, and store the result.

        `seen` is the position that the caller saw, if a button names it. Raises RulesError or
        TableError with nothing changed: Stale if the present position differs, Repeated if this
        request was carried out before.
        """
        begun = time.perf_counter()
        result = "failed"
        try:
            if isinstance(command, Close | Replace | KeepSeat | ModeratorCommand):
                caller = with_roles(await self._servers.settings_of(caller.place.guild_id), caller)
            async with self._writer.locked(table_id):
                change = await until_written(
                    partial(self._decide, table_id, caller, command, request, seen),
                    lambda: self._leads_to_rolls(table_id, request),
                    partial(self.when_waiting, request),
                )
            result = "done"
        except StoreError as failure:
            if not isinstance(failure, Busy) or not isinstance(command, Play | PlayNotation):
                raise
            _log.error("Couldn't write a move of %s: %s", caller.user.id, failure)
            if await self._store.tables.has_seen(request):
                raise Repeated(await self._lookup.reread(table_id)) from None
            raise NotWritten from failure
        except (TableError, RulesError) as refused:
            result = f"refused ({type(refused).__name__})"
            raise
        finally:
            known = self._lookup.cache.get(table_id)
            took = 1000 * (time.perf_counter() - begun)
            log_command(known or table_id, command, caller, request, result=result, took=took)
        return change

    async def open_in_thread(
        self,
        table_id: int,
        caller: Caller,
        request: Request,
        make: Callable[[Table], Awaitable[int]],
    ) -> Table:
        """Put an offered table into the thread that `make` creates for it, and open the table.

        A game that waits for no one begins there. The interaction is answered with the thread, so
        the outbox delivers the board. Raises TableError before anything is made if the caller may
        not. If the table has changed meanwhile so that they may no longer, the thread stays empty.
        """
        # Another table's new thread may have the same name until that table is in it.
        async with self._threads.setdefault(caller.place.channel_id, asyncio.Lock()):
            async with self._writer.changing(table_id) as table:
                lobby.after(table, caller, MoveToThread(table.place), request, self._writer.now())
            # Nothing else at the table waits for Discord, so it may have changed afterwards.
            channel_id = await make(table)
            return await self._moved(table_id, caller, request, channel_id)

    async def _moved(
        self, table_id: int, caller: Caller, request: Request, channel_id: int
    ) -> Table:
        async with self._writer.changing(table_id) as table:
            thread = replace(table.place, channel_id=channel_id, parent_id=table.place.channel_id)
            unanswered = replace(request, token=None)
            return (await self._arrange(table, caller, MoveToThread(thread), unanswered)).table

    async def begin_under_card(
        self, table_id: int, caller: Caller, request: Request, thread_id: int
    ) -> Change:
        """Move a full table into the thread under its card, and begin its game there.

        A game with dice waits there for Start, a press whose number no one knew before.
        """
        later = Request(f"{request.id}:thread")
        async with self._writer.changing(table_id) as table:
            lobby.require_startable(table, caller)
            place = replace(table.place, channel_id=thread_id, parent_id=table.channel_id)
            moved = replace(table, place=place)
            if table.dice is not None:
                return await self._writer.arrange(table, moved, later)
            return await self._writer.begin(table, moved, later)

    async def card_shown(self, table_id: int, message_id: int) -> None:
        """Remember the message that shows the card. The outbox stores it."""
        async with self._writer.changing(table_id) as table:
            self._writer.keep(replace(table, card_id=message_id))

    async def expire(self, table_id: int, done: Callable[[Transaction], None]) -> Table | None:
        """Close a table still waiting for players, with `done` in the same transaction.

        Return None, with the timer completed, if its game has begun or it is closed.
        """
        async with self._writer.changing(table_id) as table:
            if table.status not in {Status.OFFERED, Status.OPEN}:
                await self._store.tables.complete(done)
                return None
            async with self._writer.writing(table):
                await self._store.tables.expire(table, self._writer.now(), done)
            return self._writer.keep(replace(table, status=Status.CLOSED))

    async def end_agreement(
        self, table_id: int, done: Callable[[Transaction], None]
    ) -> Table | int | None:
        """Remove players who haven't agreed to changed terms within 72 hours, and return the table.

        `done` completes the timer. Return None if there is no one, or the moment, in Unix seconds,
        until which the timer waits.
        """
        async with self._writer.changing(table_id) as table:
            change = table.terms_change
            if table.status is not Status.OPEN or change is None or not table.to_agree:
                return await self._writer.end_timer(table, done)
            if change.at + AGREEMENT > self._writer.now():
                return change.at + AGREEMENT
            request = Request(f"timer:agreement:{table_id}.{change.number}")
            after = lobby.without_agreement(table)
            return (await self._writer.arrange(table, after, request, first=done)).table

    async def _decide(
        self, table_id: int, caller: Caller, command: Command, request: Request, seen: int | None
    ) -> Change:
        """Carry out the command. If a cached table refuses it, read the table again and retry.

        Another process may have changed the table since it was read.
        """
        cached = self._lookup.cache.get(table_id)
        try:
            table = await self._lookup.get(table_id)
            return await self._carry_out(table, caller, command, request, seen)
        except (TableError, RulesError) as refused:
            if isinstance(refused, Repeated | OutOfTime):
                raise
            if await self._store.tables.has_seen(request):
                raise Repeated(await self._lookup.reread(table_id)) from None
            if cached is None:
                raise
            fresh = await self._lookup.reread(table_id)
            if fresh == cached:
                raise
            return await self._carry_out(fresh, caller, command, request, seen)

    def _leads_to_rolls(self, table_id: int, request: Request) -> bool:
        """Return True if a request may make a roll due, here or in the next game."""
        known = self._lookup.cache.get(table_id)
        return request.id.isdecimal() and (known is None or known.dice is not None)

    async def _carry_out(
        self, table: Table, caller: Caller, command: Command, request: Request, seen: int | None
    ) -> Change:
        if table.set_apart is not None:
            return await self._close_apart(table, caller, command, request)
        if not isinstance(command, Close):
            require_here(table, caller, from_list=isinstance(command, Join))
        if table.dice is not None and isinstance(command, _LEADS_TO_ROLL):
            require_newest(table, request)
        if isinstance(command, Start):
            lobby.require_startable(table, caller)
            lobby.require_terms(table, command.terms)
            return await self._writer.begin(table, table, request)
        if isinstance(command, LobbyChange):
            return await self._arrange(table, caller, command, request)
        if isinstance(command, SeatCommand | ModeratorCommand):
            table = await self._deadlines.in_time(table, command)
        if isinstance(command, SeatCommand):
            if table.event is not None:
                raise TableError(say("Seats in tournament games don't change hands."))
            return await self._seats.change(table, caller, command, request)
        if isinstance(command, ModeratorCommand):
            _require_seen(table, seen)
            now = self._writer.moment(table)
            after, reason = moderation.after(table, caller, command, request, now)
            return await self._writer.append(table, after, request, reason=reason)
        return await self._act(table, caller, command, request, seen)

    async def _arrange(
        self, table: Table, caller: Caller, command: LobbyChange, request: Request
    ) -> Change:
        after = lobby.after(table, caller, command, request, self._writer.now())
        await self._require_ratable(table, caller, command)
        if lobby.begins(command, after):
            try:
                return await self._writer.begin(table, after, request)
            except ChannelIsBusy:
                change = await self._writer.arrange(table, after, request)
                return replace(change, waits_for_channel=True)
        if isinstance(command, Decline) and command.mute:
            now = self._writer.now()
            muting = partial(mute_person, person=caller.user.id, muted=table.host, now=now)
            return await self._writer.arrange(table, after, request, first=muting)
        if isinstance(command, InviteInstead):
            to = command.to
            if await self._store.personal.muters_of(caller.user.id, [to]):
                after = lobby.declined_for(after, to)
                return await self._writer.arrange(table, after, request, declined=to.id)
        return await self._writer.arrange(table, after, request)

    async def _require_ratable(self, table: Table, caller: Caller, command: LobbyChange) -> None:
        """Raise TableError if someone would take a seat at a rated table who can't yet."""
        if not table.is_rated or not isinstance(command, Join | Accept | Agree | InviteInstead):
            return
        taker = command.to if isinstance(command, InviteInstead) else caller.user
        barred = await self._store.people.unrated_until([taker.id], self._writer.now())
        if taker.id in barred:
            is_own = taker is caller.user
            raise TableError(not_yet_rated(barred[taker.id]) if is_own else never_rated(taker))

    async def _act(
        self, table: Table, caller: Caller, command: GameCommand, request: Request, seen: int | None
    ) -> Change:
        player = playing.player_of(table, caller)
        table = await self._deadlines.in_time(table, command, player.seat)
        _require_seen(table, seen)
        now = self._writer.moment(table)
        match = await self._deadlines.credited(table, command, request)
        credited = table if match is table.match else replace(table, match=match)
        assert player.seat is not None, "who plays has a seat"
        if command == Resign() and match.goes_on_without(player.seat):
            return await self._seats.resign(table, match, player, request, now)
        after = playing.after(credited, caller, command, request, now)
        after = playing.carried_out(after, request, now)
        after = seats.carried_out(table, after, request, now)
        mover = caller.user.id if isinstance(command, Play | PlayNotation) else None
        return await self._writer.append(
            table, after, request, mover=mover, awaits_engines=_is_press_alone(table, command)
        )

    async def _close_apart(
        self, table: Table, caller: Caller, command: Command, request: Request
    ) -> Change:
        """Close a table whose log can't be read; its players and moderators may do that."""
        if not isinstance(command, Close):
            require_readable(table)
        if table.player(caller.user.id) is None and not lobby.may_moderate(table, caller):
            raise TableError(say("Only its players or a moderator can end this game."))
        return await self._writer.close_apart(table, request)


def _is_press_alone(table: Table, command: Command) -> bool:
    """Return True for a move by a button against engines alone, where their answer shows both.

    Where the bot can only answer, a move is an answer.
    """
    is_alone = len(table.persons) == 1 and table.place.kind is not PlaceKind.PRIVATE
    return is_alone and isinstance(command, PlayNotation)


def _require_seen(table: Table, seen: int | None) -> None:
    """Raise Stale unless the position is the one that the caller saw."""
    if seen is not None and seen != table.started.position_number:
        raise Stale(table)
