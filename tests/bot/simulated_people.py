"""The people of a simulated world: when they move, and what else they do at their tables.

Everything that somebody does is also done at the table's slow second account (`SlowTable`), which
says whether it has to be refused, and what the log has to hold then.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.model.caller import Caller, Person, Place
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import QuietHours
from bot.model.table import Request, Table, Terms
from bot.store.people.pings import save_person
from bot.tables.commands import (
    Accept,
    Adjudicate,
    Answer,
    ClaimTime,
    Command,
    EndVoid,
    Extend,
    GoOn,
    KeepSeat,
    OfferSeat,
    Open,
    Pause,
    Play,
    PlayOn,
    Propose,
    Replace,
    Resign,
    SeatEngine,
    TakeSeat,
    Withdraw,
)
from bot.tables.engines import EngineAnswers, EnginePlays
from bot.tables.plans import Cut, Edit, Queue, Try
from rules.contract.core import RulesError, Seat
from rules.log.events import OfferKind
from rules.time.time_control import Bank, PerTurn, read_time_control
from tests.bot.simulated_world import START, World
from tests.bot.slow_clock import DAY, HOUR, Night, SlowClock, Someone
from tests.bot.slow_game import ENGINE, Wrote
from tests.bot.slow_pings import Wishes
from tests.bot.slow_table import SlowTable
from tests.bot.who import somebody

__all__ = ["People"]

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida")
NIGHTS = {
    1: ("Europe/Prague", 22, 7),
    2: ("America/New_York", 23, 8),
    4: ("Australia/Lord_Howe", 0, 9),
    6: ("UTC", 9, 17),
}
LEADS = {3: (24, 3), 4: (12,)}
UNPINGED, ON_DUTY, LEAVER, MODERATOR = 5, 6, 7, 8
OUTSIDERS = (3, MODERATOR, 9)
CZECH, RING, TEAMS, HEKS = "czech", "ring", "teams", "heks"
TABLES = (
    ("1d", 5, (1, 2), CZECH), ("2d hard", 5, (2, 3), RING), ("1d+6h<=2d", 6, (3, 4), RING),
    ("1d+0h<=1d hard", 6, (4, 1), CZECH), ("none", 7, (1, 6), RING), ("1d", 7, (5, 6), RING),
    ("12h", 5, (1, 7), CZECH), ("20h", 6, (2, 4, 6), HEKS), ("3d hard", 7, (6, 3), RING),
    ("30h+3h<=2d", 5, (2, 4, 5), TEAMS), ("1d", 7, (1, 3, 4), TEAMS),
)  # fmt: skip
_OFFERS = {
    "draw": OfferKind.DRAW, "takeback": OfferKind.TAKE_BACK, "pause": OfferKind.PAUSE,
    "resume": OfferKind.RESUME, "time": OfferKind.TIME, "abort": OfferKind.ABORT,
    "count": OfferKind.COUNT,
}  # fmt: skip


def guild_id(number: int) -> int:
    """Return the id of a server, which belongs to the shard of its number."""
    return number << 22


class People(World):
    """A world with people."""

    async def settle(self) -> None:
        """Let everybody choose, and begin the games."""
        for user in self.people:
            zone, first, last = NIGHTS.get(user, ("UTC", 0, 0))
            night = Night(START, zone, first, last)
            await self.choose(user, night, LEADS.get(user, ()), vacation=user != ON_DUTY)
        for channel, (time, number, users, game) in enumerate(TABLES, 10):
            guild = guild_id(number)
            self.at(
                START + HOUR * (channel - 9), partial(self.sit, channel, time, guild, users, game)
            )

    async def choose(
        self, user: int, night: Night, leads: tuple[int, ...], *, vacation: bool
    ) -> None:
        """Save what a person wants."""
        quiet = QuietHours(night.zone, 60 * night.first, 60 * night.last)
        chosen = Preferences(
            pings=user != UNPINGED, direct=user == 2, leads=leads, vacation=vacation,
            zone=night.zone, quiet=quiet if night.first != night.last else None,
        )  # fmt: skip
        await self.database.transact(
            lambda tx: save_person(tx, Person(user), chosen, int(self.now))
        )
        someone = self.people[user]
        someone.nights.append(night)
        someone.vacation_on = vacation
        wishes = Wishes(night, leads, on=user != UNPINGED, direct=user == 2)
        self.pings.chosen(user, wishes, int(self.now))

    async def choose_anew(self) -> None:
        """Let somebody choose other quiet hours and reminders, and switch vacation."""
        user, first = self.random.choice(sorted(self.people)), self.random.randrange(24)
        zone = self.random.choice([zone for zone, _, _ in NIGHTS.values()])
        night = Night(int(self.now), zone, first, (first + self.random.randrange(11)) % 24)
        leads = self.random.choice(((), (5,), (30, 2)))
        await self.choose(user, night, leads, vacation=self.random.random() < 0.7)

    def caller(self, user: int, place: Place) -> Caller:
        """Return somebody who asks at a place."""
        return Caller(somebody(user, NAMES[user - 1]), place, may_moderate=user == MODERATOR)

    async def do(self, table: Table, user: int, command: Command) -> bool:
        """Let a person give a command; True if it was carried out."""
        self.requests += 1
        try:
            await self.tables.execute(
                table.id, self.caller(user, table.place), command, Request(str(self.requests))
            )
        except (TableError, RulesError) as refused:
            self.refusal = str(refused)
            return False
        return True

    async def sit(
        self, channel: int, time: str, guild: int, users: tuple[int, ...], game: str
    ) -> None:
        """Let people begin a game; they begin another some time after its end."""
        if self.now > self.idle_from:
            return
        control = read_time_control(time)
        terms = {
            CZECH: Terms("czech", {"men": "8"}, time=control),
            RING: Terms("rematch", {"setup": "ring"}, time=control),
            TEAMS: Terms("rematch", {"setup": "ring"}, seating=1, time=control),
            HEKS: Terms("punt-heks", {"players": "3"}, time=control),
        }[game]
        terms = replace(terms, vacation=channel % 2 == 0)
        if await self.store.places.running_in(channel) is not None:
            self.at(int(self.now) + 12 * HOUR, partial(self.sit, channel, time, guild, users, game))
            return
        host, *guests = [self.caller(user, Place(channel, guild)) for user in users]
        self.requests += 1
        command = Open(terms, tuple(each.user for each in guests))
        table = await self.tables.open(command, host, Request(str(self.requests)))
        for guest in guests:
            assert await self.do(table, guest.user.id, Accept())
        table = await self.lookup.get(table.id)
        self.accounts[table.id] = account = _account(table, self.people)
        await self.agree(table.id, [account.begin(int(self.now))], presser=None)
        self._look_in(table.id)
        self.at(int(self.now) + 2 * DAY, partial(self.sit, channel, time, guild, users, game))

    def _look_in(self, table_id: int) -> None:
        """Let somebody do something besides moving, now and again."""
        often = self.accounts[table_id].clock.told_at is not None
        hours = 200 if self.now > self.idle_from else 3 if often else 8
        wait = int(self.random.expovariate(1 / (hours * HOUR)))
        self.at(int(self.now) + 1 + wait, lambda: self.visit(table_id))

    def expect_move(self, table_id: int) -> None:
        """Let the player who is due move after some time, which may be too late."""
        account = self.accounts[table_id]
        due, number = account.due, account.number
        if due is None:
            return
        if account.is_engine(due):
            wait = self.random.randrange(1, HOUR)
            self.at(int(self.now) + wait, lambda: self.engine(table_id))
            return
        user = account.users[due]
        if user == LEAVER and self.now > START + 4 * DAY:
            return
        if self.now > self.idle_from and self.random.random() < 0.9:
            return
        allowed = account.clock.allowed or 2 * DAY
        away = 3 * DAY if self.random.random() < 0.12 else 0
        wait = int(allowed * self.random.choice((0.02, 0.1, 0.3, 0.5, 0.9, 1.0, 1.3))) + away
        self.at(int(self.now) + wait + 1, lambda: self.move(table_id, number, user))

    async def move(self, table_id: int, number: int, user: int) -> None:
        """Let somebody play, unless the game has gone on since this entry."""
        account = self.accounts[table_id]
        due = account.due
        if due is None or account.users[due] != user or account.position > number:
            return
        await self.play(table_id, user)

    async def play(self, table_id: int, user: int) -> None:
        """Let somebody play a move, one for which others may have planned."""
        account = self.accounts[table_id]
        move = self._some_move(account)
        await self.order(
            table_id, user, Play(move),
            lambda: account.play(user, move, self.moment(table_id), self.lost(table_id)),
        )  # fmt: skip

    def _some_move(self, account: SlowTable) -> str:
        foreseen = [m for n in account.trees if n != account.due for m in account.now(n)]
        if foreseen and self.random.random() < 0.7:
            return self.random.choice(foreseen)
        game, state = account.game, account.state
        return str(game.notate(self.random.choice(game.legal(state))))

    async def visit(self, table_id: int) -> None:
        """Let somebody at a table, or anybody else, do something besides moving."""
        account = self.accounts[table_id]
        if account.over:
            return
        self._look_in(table_id)
        late = account.clock.late(self.moment(table_id))
        if self.now > self.idle_from:
            await self.random.choice([self.offer, self.answer, self.pause])(table_id)
            return
        acts = [self.offer] * 4 + [self.answer] * 3 + [self.plan] * 5 + [self.moderate]
        acts += [self.claim, self.look, self.take, self.seat_engine, self.resign]
        if account.offer:
            acts += [self.answer] * 6
        if late:
            acts += [self.claim] * 3 + [self.give] * 4 + [self.look] * 3 + [self.moderate] * 2
        if account.clock.paused:
            acts += [self.play_any] * 4 + [self.moderate] * 2
        if account.vacancies:
            acts += [self.take] * 6 + [self.keep]
        await self.random.choice(acts)(table_id)

    def somebody(self, table_id: int) -> int:
        """Return a person at a table."""
        account = self.accounts[table_id]
        return account.users[self.random.choice(sorted(account.persons))]

    async def play_any(self, table_id: int) -> None:
        """Let the person who is due play at once."""
        account = self.accounts[table_id]
        if account.due is not None and not account.is_engine(account.due):
            await self.play(table_id, account.users[account.due])

    async def offer(self, table_id: int) -> None:
        """Let somebody offer something, and sometimes others agree at once."""
        kinds = ("draw", "takeback", "pause", "pause", "pause", "resume", "time", "abort", "count")
        kind = self.random.choice(kinds)
        days = {"pause": self.random.choice((1, 1, 2, 3, 31)), "time": self.random.choice((1, 3))}
        user, account = self.somebody(table_id), self.accounts[table_id]
        await self.propose(table_id, user, kind, days.get(kind, 0))
        if kind not in ("draw", "abort") and self.random.random() < 0.5:
            for other in [account.users[seat] for seat in sorted(account.persons)]:
                if account.offer and other != user and not account.over:
                    await self.say(table_id, other, agree=True)

    async def pause(self, table_id: int) -> None:
        """Let everybody agree to a pause, which may be long."""
        account, days = self.accounts[table_id], self.random.choice((1, 7, 30))
        for user in [account.users[seat] for seat in sorted(account.persons)]:
            if not account.over:
                await self.propose(table_id, user, "pause", days)

    async def propose(self, table_id: int, user: int, kind: str, days: int = 0) -> None:
        """Let somebody offer something."""
        account = self.accounts[table_id]
        await self.order(
            table_id, user, Propose(_OFFERS[kind], days),
            lambda: account.propose(user, kind, days, self.moment(table_id)),
        )  # fmt: skip

    async def give(self, table_id: int) -> None:
        """Let somebody give the player who is due more time."""
        days = self.random.choice((1, 3))
        await self.propose(table_id, self.somebody(table_id), "time", days)

    async def answer(self, table_id: int) -> None:
        """Let somebody answer the open offer."""
        account = self.accounts[table_id]
        if account.offer:
            likely = account.offer.kind not in ("draw", "abort")
            agree = self.random.random() < (0.7 if likely else 0.15)
            await self.say(table_id, self.somebody(table_id), agree=agree)

    async def say(self, table_id: int, user: int, *, agree: bool) -> None:
        """Let somebody agree to the open offer, decline it, or withdraw their own."""
        account = self.accounts[table_id]
        assert account.offer is not None
        number = account.offer.number
        command: Command = Answer(number, agree=agree)
        if account.seat_of(user) == account.offer.by:
            command, agree = Withdraw(number), False
        await self.order(
            table_id, user, command,
            lambda: (account.agree if agree else account.decline)(user, self.moment(table_id)),
        )  # fmt: skip

    async def claim(self, table_id: int) -> None:
        """Let somebody claim the game, rightly or not."""
        account, user = self.accounts[table_id], self.somebody(table_id)
        if account.is_rival(user) and account.clock.late(self.moment(table_id)):
            is_open = any(end is None for _, end in self.lost(table_id))
            self.count("claim in an outage" if is_open else "claim")
        await self.order(
            table_id, user, ClaimTime(),
            lambda: account.claim(user, self.moment(table_id), self.lost(table_id)),
        )  # fmt: skip

    async def moderate(self, table_id: int) -> None:
        """Let a moderator decide something; one who has sat there may not."""
        account, days = self.accounts[table_id], self.random.choice((1, 2, 3))
        kinds = ["pause", "days"] * 4 + ["decide", "void"]
        if account.clock.paused:
            kinds = ["go on"] + ["days"] * 3
        kind = self.random.choice(kinds)
        commands: dict[str, Command] = {
            "pause": Pause(days, "why"), "go on": GoOn("why"), "days": Extend(days, "why"),
            "decide": Adjudicate((Seat(0),), "why"), "void": EndVoid("why"),
        }  # fmt: skip
        if kind == "days" and account.clock.paused:
            self.count("days in a pause")
        await self.order(
            table_id, MODERATOR, commands[kind],
            lambda: account.moderate(MODERATOR, kind, days, self.moment(table_id)),
        )  # fmt: skip

    async def resign(self, table_id: int) -> None:
        """Let somebody resign, or play on after all."""
        account, user = self.accounts[table_id], self.somebody(table_id)
        seat = account.seat_of(user)
        if seat in account.wanting:
            await self.order(
                table_id, user, PlayOn(), lambda: account.play_on(user, self.moment(table_id))
            )
        elif len(account.teams) == 3 or self.random.random() < 0.1:
            await self.order(
                table_id, user, Resign(), lambda: account.resign(user, self.moment(table_id))
            )

    async def look(self, table_id: int) -> None:
        """Let somebody offer their seat, or look for somebody in place of another."""
        account = self.accounts[table_id]
        user = self.random.choice((self.somebody(table_id), self.somebody(table_id), MODERATOR))
        seats = [account.due] if account.due is not None else []
        seat = self.random.choice([*seats, *range(len(account.users))])
        left = self.random.random() < 0.1
        own = account.seat_of(user) == seat
        command: Command = OfferSeat() if own else Replace(Seat(seat), has_left=left, reason="why")
        await self.seat_order(
            table_id,
            user,
            command,
            lambda: account.look(user, seat, self.moment(table_id), left=left),
        )

    async def keep(self, table_id: int) -> None:
        """Let somebody stop looking for somebody."""
        account = self.accounts[table_id]
        user = self.random.choice((self.somebody(table_id), MODERATOR))
        seat = self.random.choice([*account.vacancies] or [0])
        await self.seat_order(
            table_id, user, KeepSeat(Seat(seat)), lambda: account.keep(user, seat)
        )

    async def take(self, table_id: int) -> None:
        """Let somebody take a seat."""
        account = self.accounts[table_id]
        seats = [*account.vacancies] or [0]
        user, seat = self.random.choice(OUTSIDERS), self.random.choice(seats)
        await self.order(
            table_id, user, TakeSeat(Seat(seat)),
            lambda: account.take(user, seat, self.moment(table_id)), by_anybody=True,
        )  # fmt: skip

    async def seat_engine(self, table_id: int) -> None:
        """Let somebody ask for the computer in place of themselves, or of somebody late."""
        account, user = self.accounts[table_id], self.somebody(table_id)
        seat = self.random.choice([account.due or 0, account.seat_of(user) or 0])
        await self.order(
            table_id, user, SeatEngine(Seat(seat), 1),
            lambda: account.seat_engine(user, seat, self.moment(table_id)), by_anybody=True,
        )  # fmt: skip

    async def engine(self, table_id: int) -> None:
        """Let an engine do its duty."""
        account, table = self.accounts[table_id], await self.lookup.get(table_id)
        asked, duty = account.engine_due(), duty_of(table)
        assert (duty is None) == (asked is None)
        if asked is None or duty is None:
            return
        assert (duty.seat, duty.offer is None) == (asked[0], asked[1] is None)
        if asked[1] is None:
            move = self._some_move(account)
            assert await self.services.engines.carry_out(table_id, duty, EnginePlays(move))
            wrote = account.engine_plays(move, self.moment(table_id))
        else:
            agree = self.random.random() < 0.3
            assert await self.services.engines.carry_out(table_id, duty, EngineAnswers(agree))
            wrote = account.engine_answers(self.moment(table_id), agree=agree)
        await self.agree(table_id, [wrote], presser=None)

    async def plan(self, table_id: int) -> None:
        """Let somebody plan replies, winning ones if they find any."""
        account, user = self.accounts[table_id], self.somebody(table_id)
        seat = account.seat_of(user)
        assert seat is not None
        edits: list[Edit] = [Cut(())]
        account.trees.pop(seat, None)
        lines = [tuple(self._line(account, seat)) for _ in range(self.random.choice((1, 2)))]
        for line in dict.fromkeys(lines):
            account.plan(seat, line)
            edits += [Try(line[:n], text) for n, text in enumerate(line)]
            state = account.state
            for n, text in enumerate(line):
                if n and account.game.turn(state) in account.seating[seat]:
                    edits.append(Queue(line[: n + 1], is_queued=True))
                state = account.game.apply(state, account.game.parse(state, text))
        table = await self.lookup.get(table_id)
        for edit in edits:
            caller = self.caller(user, table.place)
            seen = table.started.position_number
            await self.services.plans.change(table_id, caller, seen, edit)
        await self.agree(table_id, [[]], presser=None)

    def _line(self, account: SlowTable, seat: int) -> Sequence[str]:
        """Return plies that may follow; the last one is a winning reply, if one is found."""
        game, state, line = account.game, account.state, list[str]()
        for _ in range(self.random.choice((2, 2, 3, 4, 6))):
            if game.turn(state) is None:
                break
            legal = list(game.legal(state))
            self.random.shuffle(legal)
            own = game.turn(state) in account.seating[seat]
            tried = legal if own else legal[:6]
            if game.spec.key == "punt-heks":
                tried = legal[:1]  # It is slow, and hardly ever over.
            after = {game.notate(move): game.apply(state, move) for move in tried}
            best = [text for text, then in after.items() if _good(game, then, own)]
            text = best[0] if best else next(iter(after))
            line.append(text)
            state = after[text]
        return line

    # Acts compared with the account

    async def order(
        self,
        table_id: int,
        user: int,
        command: Command,
        expected: Callable[[], list[Wrote] | None],
        *,
        by_anybody: bool = False,
    ) -> None:
        """Let a person give a command, and compare what comes of it with the account."""
        account, table = self.accounts[table_id], await self.lookup.get(table_id)
        if account.over:
            return
        groups, claims = self._step_before(table_id, user, command, by_anybody=by_anybody)
        wrote = expected()
        done = await self.do(table, user, command)
        where = (table_id, int(self.now), user, command)
        assert done == (wrote is not None), (where, wrote, self.refusal)
        await self.agree(
            table_id, groups + ([wrote] if wrote is not None else []),
            presser=user if wrote is not None else None, claims=claims,
        )  # fmt: skip

    async def seat_order(
        self, table_id: int, user: int, command: Command, expected: Callable[[], bool]
    ) -> None:
        """Let a person look for somebody for a seat, which makes no entry."""
        account, table = self.accounts[table_id], await self.lookup.get(table_id)
        if account.over:
            return
        groups, _ = self._step_before(table_id, user, command, by_anybody=True)
        is_expected = expected()
        assert await self.do(table, user, command) == is_expected, (table_id, user, command)
        await self.agree(table_id, groups, presser=None)

    def _step_before(
        self, table_id: int, user: int, command: Command, *, by_anybody: bool
    ) -> tuple[list[list[Wrote]], bool]:
        """Run the step that a command runs first: a claim, or any one under a hard clock."""
        account, now = self.accounts[table_id], self.moment(table_id)
        claims = isinstance(command, ClaimTime) and account.is_rival(user)
        is_here = by_anybody or user == MODERATOR or account.seat_of(user) is not None
        if not account.clock.late(now) or not (claims or (account.clock.hard and is_here)):
            return [], False
        wrote = account.step(now, self.lost(table_id), claims=claims)
        self._waits(table_id)
        return [wrote], claims


def _account(table: Table, people: dict[int, Someone]) -> SlowTable:
    """Return the account of a table whose game is about to begin."""
    time, game = table.terms.time, table.terms.configured
    match time.limit:
        case PerTurn(seconds):
            control = ("days", seconds, 0, 0)
        case Bank(bank, increment, cap):
            control = ("bank", bank, increment, cap)
        case _:
            control = ("none", 0, 0, 0)
    seats = len(table.seating)
    users = [table.at(Seat(seat)).user.id or ENGINE for seat in range(seats)]
    teams = [
        next(n for n, team in enumerate(game.spec.teams) if team & sides) for sides in table.seating
    ]
    assert table.guild_id is not None
    return SlowTable(
        game, table.seating, teams, SlowClock(control, time.hard, table.terms.vacation, seats),
        users, people, table.guild_id, table.channel_id, MODERATOR,
    )  # fmt: skip


def _good(game: Any, then: Any, own: bool) -> bool:
    """Whether a ply ends the game, or lets the reply to it do so."""
    if own:
        return game.turn(then) is None
    if game.turn(then) is None:
        return False
    return any(game.turn(game.apply(then, move)) is None for move in game.legal(then))
