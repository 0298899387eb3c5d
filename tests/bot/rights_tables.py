"""A table in each of the states of `tests.bot.rights`, and each of its actions as a command."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bot.model.boards import Boards
from bot.model.caller import Caller, Place, PlaceKind
from bot.model.table import Request, Table, Terms, User
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    AddEngine,
    AddWords,
    Adjudicate,
    Agree,
    Answer,
    ClaimTime,
    Close,
    Command,
    Decline,
    EndVoid,
    Extend,
    GoOn,
    InviteInstead,
    Join,
    KeepSeat,
    Leave,
    LetGo,
    MoveToThread,
    OfferSeat,
    Open,
    OpenPlace,
    Pause,
    Play,
    PlayNotation,
    PlayOn,
    Propose,
    Replace,
    Resign,
    SeatEngine,
    SetOptions,
    Start,
    TakeSeat,
    Withdraw,
)
from rules.contract.core import Seat
from rules.log.entries import Actor, Origin
from rules.log.events import OfferKind, Overdue, VoidCause
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import ANN, BO, CHANNEL, CY, Clock, Service
from tests.bot.who import somebody

DI, MO, FAY = somebody(4, "Di"), somebody(5, "Mo"), somebody(6, "Fay")
CZECH = Terms("czech", {}, time=TimeControl(PerTurn(3 * DAY)))
DICE = Terms("hypergammon", {})
TEAM = Terms("rematch", {}, seating=1)


GUILD: Final = 5
PLACE_OF: Final = {
    "here": Place(CHANNEL, GUILD),
    "other channel": Place(11, GUILD),
    "own thread": Place(12, GUILD, CHANNEL),
    "other server": Place(20, 6),
    "direct messages": Place(30, None, kind=PlaceKind.BOT_DM),
}
NOBODY: Final = Seat(7)
HUGE: Final = "c3-d4" * 20_000


@dataclass(frozen=True)
class Built:
    """A file with a table in one state, and those who play the roles there."""

    state: str
    path: Path
    table_id: int
    roles: Mapping[str, User]
    time: float
    requests: int
    """The newest request that the file knows."""

    def caller(self, role: str, place: str) -> Caller:
        """Return somebody of this role who gives a command from this place."""
        return Caller(self.roles[role], PLACE_OF[place], may_moderate="moderat" in role)

    def copy(self, path: Path) -> Path:
        """Write the file as it is now to another one."""
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.path)) as kept, closing(sqlite3.connect(path)) as copy:
            kept.backup(copy)
        return path

    def service(self, database: Database) -> Service:
        """Return a service that has yet to read the table."""
        clock = Clock()
        clock.time = self.time
        service = Service(Store(database), clock)
        service.requests = self.requests
        return service


async def build(state: str, path: Path) -> Built:
    """Make a file with a table in this state."""
    async with opened_among_people(path) as database:
        service = Service(Store(database), Clock())
        table = await _made(state, service, database)
        elsewhere = Caller(FAY, PLACE_OF["other channel"])
        await service.tables.open(Open(CZECH), elsewhere, service.request())
        roles = {
            "host": ANN, "guest": BO, "ally": CY, "stranger": DI, "newcomer": FAY,
            "moderator": MO, "guest who moderates": BO,
        }  # fmt: skip
        if state == "team":
            seats = {"guest": "red", "host": "white", "ally": "orange"}
            for role, side in seats.items():
                seat = next(n for n, sides in enumerate(table.seating) if side in sides)
                roles[role] = table.at(Seat(seat)).user
            roles["guest who moderates"] = roles["guest"]
    return Built(state, path, table.id, roles, service.clock.time, service.requests)


async def _made(state: str, service: Service, database: Database) -> Table:
    match state:
        case "offered":
            other = await service.tables.open(Open(CZECH, (DI,)), _here(CY), service.request())
            await service.do(other, DI, Accept())
            return await service.opened(BO, terms=CZECH)
        case "waiting":
            return await service.opened(BO, terms=CZECH)
        case "free":
            return await service.opened(terms=CZECH)
        case "declined":
            table = await service.opened(BO, terms=CZECH)
            return await service.do(table, BO, Decline())
        case "full":
            return await _full(service)
        case "changed":
            change = SetOptions(hints=True, vacation=True, boards=None)
            return await service.do(await _full(service), ANN, change)
        case "closed":
            table = await service.opened(BO, terms=CZECH)
            return await service.do(table, ANN, Close())
        case "computer":
            opening = Open(CZECH, (), "white", engines=(1,))
            return await service.tables.open(opening, _here(ANN), service.request())
        case "team":
            table = await service.opened(BO, CY, terms=TEAM)
            await service.do(table, BO, Accept())
            return await service.do(table, CY, Accept())
        case _:
            return await _begun(state, service, database)


async def _full(service: Service) -> Table:
    """Return a table whose last place was taken while another game ran in the channel."""
    table = await service.opened(terms=DICE)
    other = await service.tables.open(Open(CZECH, (DI,)), _here(CY), service.request())
    await service.do(other, DI, Accept())
    table = await service.do(table, BO, Join())
    await service.do(other, DI, Resign())
    return table


async def _begun(state: str, service: Service, database: Database) -> Table:
    """Return a game of two in which both have moved."""
    table = await service.playing(CZECH)
    await service.do(table, ANN, Play("c3-d4"))
    table = await service.do(table, BO, Play("b6-a5"))
    match state:
        case "offer":
            return await service.do(table, ANN, Propose(OfferKind.DRAW))
        case "late":
            return await _late(table, service, database)
        case "vacant":
            return await service.do(table, BO, OfferSeat())
        case "asked":
            table = await service.do(table, BO, OfferSeat())
            return await service.do(table, DI, TakeSeat(_seat(table, BO)))
        case "handed":
            table = await service.do(table, BO, OfferSeat())
            table = await service.do(table, FAY, TakeSeat(_seat(table, BO)))
            assert table.started.offer is not None
            return await service.do(table, ANN, Answer(table.started.offer.number, agree=True))
        case "over":
            return await service.do(table, BO, Resign())
        case "void":
            await service.voids.void(table.id, VoidCause.CHANNEL, Request("channel:1"))
        case "apart":
            await database.write("UPDATE tables SET game = 'chess' WHERE id = ?", table.id)
        case _:
            assert state == "playing"
    return table


async def _late(table: Table, service: Service, database: Database) -> Table:
    """Let the time of the host run out, as the timer of the deadline notes it."""
    until = table.due_at
    assert until is not None
    service.clock.time = until + 61
    origin = Origin(until + 61, Actor.HOST, None, "timer:1")
    match = table.started.add(Overdue(_seat(table, ANN)), origin)
    late = replace(table, match=match)
    await Store(database).tables.append(table, late, None, Request("timer:1"))
    return late


def commands(table: Table, role: User, built: Built) -> Mapping[str, Command]:
    """Return every action of `tests.bot.rights` as a command of this person."""
    offer = table.match.offer if table.match else None
    number = offer.number if offer else 1
    host, guest = (_seat(table, built.roles[each]) for each in ("host", "guest"))
    own = table.seat(role.id)
    legal = _legal(table)
    return {
        "join": Join(),
        "accept": Accept(),
        "agree to the terms": Agree(),
        "decline": Decline(),
        "decline and mute": Decline(mute=True),
        "leave": Leave(),
        "close": Close(),
        "words": AddWords("luck"),
        "options": SetOptions(hints=True, vacation=False, boards=Boards.NEWEST),
        "words that nobody sees": AddWords("\u2800"),
        "words of enormous length": AddWords(HUGE),
        "start": Start(),
        "seat a computer": AddEngine(1),
        "seat no computer": AddEngine(10**6),
        "thread": MoveToThread(PLACE_OF["own thread"]),
        "move": Play(legal),
        "move that is illegal": Play("a1-h8"),
        "move that is no move": Play("\u202e@everyone `x` \x00"),
        "move of enormous length": Play(HUGE),
        "move as the bot rolls": Play("[6-6]"),
        "move by button": PlayNotation(legal),
        "move by forged button": PlayNotation(HUGE),
        "draw": Propose(OfferKind.DRAW),
        "take-back": Propose(OfferKind.TAKE_BACK),
        "count": Propose(OfferKind.COUNT),
        "pause": Propose(OfferKind.PAUSE),
        "resume": Propose(OfferKind.RESUME),
        "end without result": Propose(OfferKind.ABORT),
        "change of hands": Propose(OfferKind.SUBSTITUTE),
        "withdraw": Withdraw(number),
        "withdraw nothing": Withdraw(10**18),
        "play on": PlayOn(),
        "invite instead": InviteInstead(built.roles["guest"].id, somebody(9, "Eve")),
        "open the place": OpenPlace(built.roles["guest"].id),
        "open no place": OpenPlace(10**18),
        "agree": Answer(number, agree=True),
        "refuse": Answer(number, agree=False),
        "agree to nothing": Answer(number + 10**18, agree=True),
        "refuse nothing": Answer(0, agree=False),
        "resign": Resign(),
        "claim time": ClaimTime(),
        "let go": LetGo(),
        "offer own seat": OfferSeat(),
        "offer own seat to somebody": OfferSeat(somebody(9, "Eve")),
        "offer own seat to a player": OfferSeat(built.roles["host"]),
        "look for a host": Replace(host, reason="late"),
        "look for a guest": Replace(guest, reason="late"),
        "look for oneself": Replace(NOBODY if own is None else own, reason="late"),
        "look for nobody": Replace(NOBODY, reason="late"),
        "keep guest's seat": KeepSeat(guest),
        "keep a seat that is none": KeepSeat(NOBODY),
        "pause by a moderator": Pause(3, "holidays"),
        "pause of enormous length by a moderator": Pause(10**6, "holidays"),
        "go on by a moderator": GoOn("back"),
        "extend by a moderator": Extend(3, "ill"),
        "extend endlessly by a moderator": Extend(15, "ill"),
        "decide by a moderator": Adjudicate((host,), "cheated"),
        "decide for nobody there": Adjudicate((NOBODY,), "cheated"),
        "decide for a seat twice": Adjudicate((host, host), "cheated"),
        "decide for both sides": Adjudicate((host, guest), "cheated"),
        "void for a reason that nobody sees": EndVoid("\u200b\u3164"),
        "decide without a reason": Adjudicate((), " "),
        "draw by a moderator": Adjudicate((), "both left"),
        "void by a moderator": EndVoid("wrong game"),
        "hand own seat to the computer": SeatEngine(NOBODY if own is None else own, 1),
        "hand own seat to no level": SeatEngine(NOBODY if own is None else own, 10**18),
        "look for the computer instead of a host": SeatEngine(NOBODY if own == host else host, 1),
        "look for the computer instead of a guest": SeatEngine(
            NOBODY if own == guest else guest, 1
        ),
        "take guest's seat": TakeSeat(guest),
        "take a seat that is none": TakeSeat(NOBODY),
    }


def _here(user: User) -> Caller:
    return Caller(user, PLACE_OF["here"])


def _seat(table: Table, user: User) -> Seat:
    seat = table.seat(user.id)
    return NOBODY if seat is None else seat


def _legal(table: Table) -> str:
    match = table.match
    if match is None or match.outcome:
        return "c3-d4"
    return match.game.notate(match.game.legal(match.state)[0])
