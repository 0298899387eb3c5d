"""What a row of the outbox shows later is recognised as the message that arrived at first.

People and timers do at random what they may. Each row is composed as it is written, as if its
message had arrived and the reply had been lost, and again after everything that follows.
"""

import random
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from bot.delivery.arrival import Seen, is_shown
from bot.delivery.composing import Composer
from bot.delivery.views import content_of
from bot.messages.controls.custom_ids import readable
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, reader
from bot.model.caller import Caller, Place
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.mark import read_mark
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Player, Status, Table, Terms, User
from bot.tables import commands
from bot.tables.commands import Command
from bot.tables.engines import EngineAnswers, EnginePlays
from rules.contract.core import RulesError, Seat
from rules.log.events import OfferKind
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.table_service import CHANNEL
from tests.bot.timed_host import NOON, Host, host_on
from tests.bot.who import somebody
from tests.conformance.configured import SOAK

PEOPLE = tuple(
    somebody(number, name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di", "Ed"), 1)
)
USERS = {each.id: 10**17 + each.id for each in PEOPLE}
GAMES = (
    Terms("czech", {}, time=read_time_control("1d")),
    Terms("czech", {}, time=read_time_control("2d hard"), series_format="first-to-2"),
    Terms("hypergammon", {}, time=read_time_control("1d"), series_format="first-to-2"),
    Terms("punt-heks", {"players": "3"}, time=read_time_control("3d")),
)
STEPS = 60
_TOLD_AGAIN = {ItemKind.REMINDER, ItemKind.SEAT}
"""What a later row of the kind tells as well: the turn, and who looks for whom."""


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


class Arrivals:
    """The rows that are owed: of most the message has arrived, and nobody knows it."""

    def __init__(self, host: Host, chance: random.Random) -> None:
        self._host, self._chance = host, chance
        self._arrived: dict[str, tuple[int, Seen]] = {}
        self._missing: dict[str, int] = {}
        self.composed: Counter[str] = Counter()

    async def compare(self) -> None:
        """Compose all rows, and let messages of those that are new arrive."""
        composer = Composer(self._host.lookup, self._host.store)
        for item in await self._host.queues.waiting():
            post = await composer.compose(item)
            if item.dedupe in self._missing:
                self._require_missing(item, post)
            elif item.dedupe in self._arrived:
                self._require_arrived(item, post)
            elif post is None or self._chance.random() < 0.2:
                self._missing[item.dedupe] = item.id
            else:
                self._arrived[item.dedupe] = item.id, seen(post)
                has_mark = post.mark is not None and bool(post.picture or post.rows)
                assert has_mark == (post.mark in seen(post).marks)
                assert has_mark or not (post.picture or post.rows)

    def _require_arrived(self, item: OutboxItem, post: Message | None) -> None:
        """Check that a row is not sent again."""
        if post is not None:
            _, there = self._arrived[item.dedupe]
            shown = is_shown(post, USERS, item, there, DEFAULT)
            assert shown, f"{item.dedupe} was {there}, is {seen(post)}"
            self.composed[item.kind.value] += 1

    def _require_missing(self, item: OutboxItem, post: Message | None) -> None:
        """Check that a later message is not taken for this, unless it tells the same."""
        if post is not None and item.kind not in _TOLD_AGAIN:
            later = [there for number, there in self._arrived.values() if number > item.id]
            words = said(seen(post))
            taken = [each for each in later if is_shown(post, USERS, item, each, DEFAULT)]
            others = [each for each in taken if said(each) != words]
            assert not others, f"{item.dedupe} is {words}, taken for {others}"


def said(there: Seen) -> str:
    """Return the words of a message without the times."""
    return re.sub(r"<t:\d+:\w>", "", there.content)


def seen(post: Message) -> Seen:
    """Return what is known again of a message that was sent."""
    content = content_of(post, USERS, reader(DEFAULT))
    pictures = [each.name for each in (post.picture, post.second_picture) if each]
    marks = {read_mark(name) for name in pictures} | {
        name.mark for name in readable(post.custom_ids)
    }
    return Seen(content, frozenset(mark for mark in marks if mark))


class Life:
    """What people do at the tables of one channel."""

    def __init__(self, host: Host, chance: random.Random) -> None:
        self.host, self.chance = host, chance

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
                who = Caller(user, Place(CHANNEL, 5), may_moderate=True)
                await self.host.tables.execute(table.id, who, command, self.host.request())
                return

    async def _table(self) -> Table:
        rows = await self.host.database.rows(
            "SELECT id FROM tables WHERE status IN ('offered', 'open', 'playing')"
        )
        if rows:
            return await self.host.lookup.get(self.chance.choice([row["id"] for row in rows]))
        host, *others = self.chance.sample(PEOPLE, 3)
        terms = self.chance.choice(GAMES)
        invited = others if terms.game == "punt-heks" else others[: self.chance.randrange(2)]
        opening = commands.Open(terms, tuple(invited), None)
        who = Caller(host, Place(CHANNEL, 5))
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


@pytest.mark.usefixtures("blank_boards")
@pytest.mark.parametrize("seed", range(300 if SOAK else 5))
async def test_a_row_is_recognised_whatever_follows(host: Host, seed: int) -> None:
    chance = random.Random(seed)
    arrivals, life = Arrivals(host, chance), Life(host, chance)
    for number in range(STEPS):
        await life.step()
        await arrivals.compare()
        if number % 20 == 19:
            host.restart()
    assert arrivals.composed
