"""People who do at random what they may, at the tables of a channel."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from bot.model.caller import Caller, Place
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.table import Player, Status, Table, Terms, User
from bot.tables import commands
from bot.tables.commands import Command
from bot.tables.engines import EngineAnswers, EnginePlays
from rules.contract.core import RulesError, Seat
from rules.log.events import OfferKind
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.table_service import CHANNEL
from tests.bot.timed_host import NOON, Host
from tests.bot.who import somebody

__all__ = ["PEOPLE", "Life"]

PEOPLE = tuple(
    somebody(number, name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"), 1)
)
GAMES = (
    Terms("czech", {}, time=read_time_control("1d")),
    Terms("czech", {}, time=read_time_control("2d hard"), series_format="first-to-2"),
    Terms("hypergammon", {}, time=read_time_control("1d"), series_format="first-to-2"),
    Terms("punt-heks", {"players": "3"}, time=read_time_control("3d")),
)


class Life:
    """What people do at the tables of one channel."""

    def __init__(self, host: Host, chance: Random, channel: int = CHANNEL) -> None:
        self.host, self.chance = host, chance
        self._place = Place(channel, 5)

    async def step(self) -> None:
        """Let something happen that may happen."""
        if self.chance.random() < 0.15:
            wait = self.chance.choice((HOUR, DAY, DAY + 2 * HOUR, 4 * DAY))
            await self.host.at(int(self.host.clock.time) - NOON + wait)
            return
        table = await self._table()
        if duty := duty_of(table):
            agree = self.chance.random() < 0.5
            act = EngineAnswers(agree) if duty.offer else EnginePlays(self._notation(table))
            await self.host.engines.carry_out(table.id, duty, act)
            return
        choices = list(self._choices(table))
        self.chance.shuffle(choices)
        for user, command in choices:
            with suppress(TableError, RulesError):
                who = Caller(user, self._place, may_moderate=True)
                await self.host.tables.execute(table.id, who, command, self.host.request())
                return

    async def _table(self) -> Table:
        rows = await self.host.database.rows(
            "SELECT id FROM tables WHERE status IN ('offered', 'open', 'playing')"
            " AND channel_id = ?",
            self._place.channel_id,
        )
        if rows:
            return await self.host.lookup.get(self.chance.choice([row["id"] for row in rows]))
        host, *others = self.chance.sample(PEOPLE, 3)
        terms = self.chance.choice(GAMES)
        invited = others if terms.game == "punt-heks" else others[: self.chance.randrange(2)]
        opening = commands.Open(terms, tuple(invited), None)
        who = Caller(host, self._place)
        return await self.host.tables.open(opening, who, self.host.request())

    def _choices(self, table: Table) -> Iterator[tuple[User, Command]]:
        for user in PEOPLE:
            if table.status is not Status.PLAYING:
                yield from ((user, command) for command in self._in_lobby(table))
            elif player := table.player(user.id):
                yield from ((user, command) for command in self._in_game(table, player))
            else:
                yield from ((user, command) for command in self._outside(table))

    def _in_lobby(self, table: Table) -> Sequence[Command]:
        other = self.chance.choice(PEOPLE)
        return (
            commands.Join(), commands.Accept(), commands.Start(), commands.AddEngine(1),
            *self._seldom(commands.Leave(), commands.Close(), commands.Decline()),
            *(commands.InviteInstead(each.user.id, other) for each in table.declined),
            *(commands.OpenPlace(each.user.id) for each in table.declined),
        )  # fmt: skip

    def _in_game(self, table: Table, player: Player) -> Sequence[Command]:
        match, found = table.started, list[Command]()
        if table.due == player and match.game.turn(match.state) is not None:
            found += 3 * [commands.Play(self._notation(table))]
        if match.offer:
            agrees = self.chance.random() < 0.6
            found += 3 * [commands.Answer(match.offer.number, agrees)]
            found += self._seldom(commands.Withdraw(match.offer.number))
        kind = self.chance.choice(list(OfferKind))
        if kind is not OfferKind.SUBSTITUTE:
            found += [commands.Propose(kind, self.chance.randrange(1, 4))]
        found += [commands.ClaimTime(), commands.PlayOn(), *self._about_seats()]
        return (*found, *self._seldom(commands.Resign()))

    def _notation(self, table: Table) -> str:
        match = table.started
        return match.game.notate(self.chance.choice(match.game.legal(match.state)))

    def _about_seats(self) -> Iterator[Command]:
        to = self.chance.choice((None, *PEOPLE))
        if self.chance.random() < 0.5:
            yield commands.OfferSeat(to)
            for seat in map(Seat, range(3)):
                yield commands.Replace(seat, to, has_left=self.chance.random() < 0.3)
        for seat in map(Seat, range(3)):
            yield from self._seldom(commands.KeepSeat(seat), commands.SeatEngine(seat, 1))
            yield commands.TakeSeat(seat)

    def _outside(self, table: Table) -> Sequence[Command]:
        reason = "They agreed on it."
        return (
            *(commands.TakeSeat(Seat(seat)) for seat in range(len(table.seating))),
            *self._seldom(
                commands.Pause(1, reason), commands.GoOn(reason), commands.Extend(1, reason),
                commands.Adjudicate((Seat(0),), reason), commands.EndVoid(reason),
                commands.Replace(Seat(0), None, reason=reason),
            ),
        )  # fmt: skip

    def _seldom(self, *found: Command) -> list[Command]:
        return [command for command in found if self.chance.random() < 0.1]
