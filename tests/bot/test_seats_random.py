"""Random games in which seats change hands, against a slow second account of who sits where."""

import random
from dataclasses import dataclass, field, replace

import pytest

from bot.model.caller import Caller, Person, Place
from bot.model.errors import TableError
from bot.model.results import result_of_leaver, results_of
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms, User
from bot.tables import play, seats
from bot.tables.commands import Answer, KeepSeat, OfferSeat, Play, Replace, Resign, Withdraw
from rules.contract.core import RulesError, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import Begun, Overdue, SeatTaken
from rules.match.match import Match
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.who import somebody
from tests.conformance.configured import more_in_soak

DAYS = TimeControl(PerTurn(3 * DAY))
TERMS = (
    Terms("czech", {}, time=DAYS),
    Terms("rematch", {}, seating=1, time=DAYS),
)
PLACE = Place(10, guild_id=5)
PEOPLE = [somebody(number, f"P{number}") for number in range(1, 8)]


@dataclass
class Account:
    """Who holds which seat, told without entries, rows and clocks."""

    holders: list[int]
    gone: set[int] = field(default_factory=set[int])
    looking: dict[int, tuple[int, int | None]] = field(
        default_factory=dict[int, tuple[int, int | None]]
    )
    """By seat, who asked for somebody (a user), and for whom."""
    asked: tuple[int, int, int, set[int]] | None = None
    """A seat, who would take it, the seat that proposed it, and the seats that agree."""
    spent: set[int] = field(default_factory=set[int])
    """Seats that have proposed something since their last move."""
    teams: list[int] = field(default_factory=list[int])
    """The team of each seat."""
    played: set[int] = field(default_factory=set[int])
    """The teams that have moved."""
    results: list[tuple[int, bool]] = field(default_factory=list[tuple[int, bool]])
    """Who left, and whether that lost them the game."""

    def may_look(self, who: int, seat: int, to: int | None, *, late: bool) -> bool:
        """Whether somebody may look for another holder of a seat."""
        inside = who in self.holders
        if self.looking.get(seat) == (who, to):
            return False
        return inside and (self.holders[seat] == who or late) and not self._has_sat(to)

    def may_take(self, who: int, seat: int, *, late: bool) -> bool:
        """Whether somebody may ask for a seat."""
        if seat not in self.looking or self._has_sat(who):
            return False
        by, to = self.looking[seat]
        if to not in {None, who} or (by != self.holders[seat] and not late):
            return False
        proposer = self.holders.index(by) if by in self.holders else None
        return self.asked is None and proposer is not None and proposer not in self.spent

    def take(self, who: int, seat: int) -> None:
        """Ask for a seat; where all others agree already, take it."""
        proposer = self.holders.index(self.looking[seat][0])
        self.spent.add(proposer)
        self.asked = (seat, who, proposer, {proposer})
        self._settle()

    def agree(self, seat: int) -> None:
        """Let one seat agree to what was asked."""
        assert self.asked is not None
        self.asked[3].add(seat)
        self._settle()

    def decline(self) -> None:
        """Decline or withdraw what was asked."""
        assert self.asked is not None
        self.asked = None

    def moved(self, seat: int) -> None:
        """Note a move: it answers what others asked, and who has come back stays."""
        self.spent.discard(seat)
        self.played.add(self.teams[seat])
        if self.asked and self.asked[2] != seat:
            self.asked = None
        if seat in self.looking and self.looking[seat][0] != self.holders[seat]:
            del self.looking[seat]

    def _settle(self) -> None:
        assert self.asked is not None
        seat, who, proposer, agreed = self.asked
        if agreed | {seat} != set(range(len(self.holders))):
            return
        old = self.holders[seat]
        self.results.append((old, proposer != seat and self.played == set(self.teams)))
        self.gone.add(old)
        self.holders[seat] = who
        self.looking.pop(seat, None)
        self.spent.discard(seat)
        self.asked = None

    def _has_sat(self, who: int | None) -> bool:
        return who in self.holders or who in self.gone


class Game:
    """A table as a value, with requests and a clock that count up."""

    def __init__(self, terms: Terms, chance: random.Random) -> None:
        self.chance = chance
        self.now = 1_000_000
        self.requests = 0
        self.rows = 0
        game = terms.configured
        seating = game.spec.seatings[terms.seating]
        players = tuple(
            self.row(PEOPLE[n], PlayerStatus.SEATED, Seat(n)) for n in range(len(seating))
        )
        begun = Match.of(game, seating, DAYS).add(Begun(), Origin(self.now, Actor.HOST))
        self.table = Table(
            id=1, place=PLACE, terms=terms, version=1, status=Status.PLAYING, host_id=Person(1),
            players=players, seating=seating, match=begun,
        )  # fmt: skip
        teams = [game.spec.teams.index(begun.team_of(Seat(n))) for n in range(len(seating))]
        self.account = Account([user.id for user in PEOPLE[: len(seating)]], teams=teams)

    def row(self, user: User, status: PlayerStatus, seat: Seat | None = None) -> Player:
        """Return a new row of players."""
        self.rows += 1
        return Player(user, status, seat=seat, id=self.rows)

    def request(self) -> Request:
        """Return the next request."""
        self.requests += 1
        return Request(str(self.requests))

    @property
    def late(self) -> Seat | None:
        """The seat that has missed a deadline."""
        due = self.table.started.seat_due
        missed = due is not None and seats.has_missed(self.table, due, self.now)
        return due if missed else None

    def caller(self, user: User) -> Caller:
        """Return somebody who asks, in the table's channel."""
        return Caller(user, PLACE)

    def step(self) -> None:
        """Do something at random, and let the account do the same."""
        moves = [] if self.late is not None and self.chance.random() < 0.8 else [self.move] * 2
        act = self.chance.choice(
            [*moves, self.let_time_run, self.look, self.look, self.take, self.take,
             self.answer, self.answer, self.keep]
        )  # fmt: skip
        act()

    def move(self) -> None:
        match = self.table.started
        seat = match.seat_due
        assert seat is not None
        move = self.chance.choice(match.game.legal(match.state))
        player = self.table.at(seat)
        self.now += self.chance.randrange(100)
        after = play.after(
            self.table, self.caller(player.user), Play(match.game.notate(move)), self.request(),
            self.now,
        )  # fmt: skip
        self.table = seats.settled(self.table, after)
        self.account.moved(seat)

    def let_time_run(self) -> None:
        match, until = self.table.started, self.table.due_at
        if self.late is not None or until is None or match.seat_due is None:
            return
        self.now = max(self.now, until + 61)
        late = match.add(Overdue(match.seat_due), Origin(self.now, Actor.HOST))
        self.table = seats.settled(self.table, late)

    def look(self) -> None:
        who = self.chance.choice(PEOPLE)
        seat = self.seat(self.late)
        to = self.chance.choice([None, None, *PEOPLE])
        own = self.table.seat(who.id) == seat
        command = OfferSeat(to) if own else Replace(seat, to)
        late = self.late == seat
        expected = self.account.may_look(who.id, seat, to.id if to else None, late=late)
        try:
            self.table = seats.after(self.table, self.caller(who), command, self.now)
        except TableError:
            assert not expected
        else:
            assert expected
            self.account.looking[seat] = (who.id, to.id if to else None)

    def seat(self, likely: Seat | None) -> Seat:
        """Return a seat, which is often the likely one."""
        if likely is not None and self.chance.random() < 0.7:
            return likely
        return self.chance.choice(self.table.started.seats)

    def keep(self) -> None:
        who = self.chance.choice(PEOPLE)
        seat = self.chance.choice(self.table.started.seats)
        looking = self.account.looking.get(seat)
        expected = looking is not None and looking[0] == who.id and who.id in self.account.holders
        try:
            self.table = seats.after(self.table, self.caller(who), KeepSeat(seat), self.now)
        except TableError:
            assert not expected
        else:
            assert expected
            del self.account.looking[seat]

    def take(self) -> None:
        who = self.chance.choice(PEOPLE)
        seat = self.seat(next((vacancy.seat for vacancy in self.table.vacancies), None))
        expected = self.account.may_take(who.id, seat, late=self.late == seat)
        try:
            seats.require_takeable(self.table, self.caller(who), seat, self.now)
            known = next((p for p in self.table.others if p.user == who), None)
            newcomer = known or self.row(who, PlayerStatus.LEFT)
            others = {*self.table.others, newcomer}
            asked = replace(self.table, others=tuple(sorted(others, key=lambda each: each.id)))
            after = seats.taken(asked, newcomer, seat, self.request(), self.now)
        except (TableError, RulesError):
            assert not expected
        else:
            assert expected
            self.table = seats.settled(asked, after)
            self.account.take(who.id, seat)

    def answer(self) -> None:
        offer, asked = self.table.started.offer, self.account.asked
        assert (offer is None) == (asked is None)
        if offer is None or asked is None:
            return
        seat, agree = self.chance.choice(self.table.started.seats), self.chance.random() < 0.7
        place = asked[0]
        has_say = seat != place and seat not in asked[3]
        still = place == asked[2] or self.late == place
        expected = has_say and still if agree else True
        command: Answer | Withdraw = Answer(offer.number, agree=agree)
        if not agree and seat == asked[2]:
            command = Withdraw(offer.number)
        who = self.table.at(seat).user
        try:
            request = self.request()
            after = play.after(self.table, self.caller(who), command, request, self.now)
            after = seats.carried_out(self.table, after, request, self.now)
        except (TableError, RulesError):
            assert not expected
            return
        assert expected
        self.table = seats.settled(self.table, after)
        if agree:
            self.account.agree(seat)
        else:
            self.account.decline()

    def check(self) -> None:
        """Compare the table with the account."""
        table, account = self.table, self.account
        assert [table.at(seat).user.id for seat in table.started.seats] == account.holders
        left = {p.user.id for p in table.others if p.seat is not None}
        assert left == account.gone
        assert {v.seat for v in table.vacancies} == set(account.looking)
        rows = [player.id for player in (*table.players, *table.others)]
        assert len(set(rows)) == len(rows)
        taken = [e for e in table.started.entries if isinstance(e.event, SeatTaken)]
        found = [
            result_of_leaver(table, entry.event, entry.number)
            for entry in taken
            if isinstance(entry.event, SeatTaken)
        ]
        assert [(r.person, r.rank is not None) for r in found] == account.results
        if table.started.outcome:
            ends = results_of(table)
            assert [result.person for result in ends] == account.holders


@pytest.mark.parametrize("seed", range(more_in_soak(100)))
def test_random_games_seat_people_as_the_slow_account_says(seed: int) -> None:
    chance = random.Random(seed)
    game = Game(TERMS[seed % 2], chance)
    for _ in range(chance.randrange(10, 60)):
        if game.table.started.outcome:
            break
        game.step()
        game.check()
    if not game.table.started.outcome:
        who = game.table.players[0].user
        if len(game.table.seating) == 2:
            after = play.after(
                game.table, game.caller(who), Resign(), game.request(), float(game.now)
            )
            game.table = replace(seats.settled(game.table, after), status=Status.OVER)
            game.account.looking.clear()
    game.check()


def test_the_random_games_have_all_that_they_are_about() -> None:
    ways = set[str]()
    for seed in range(60):
        game = Game(TERMS[seed % 2], random.Random(seed))
        for _ in range(50):
            if game.table.started.outcome:
                break
            game.step()
        ways |= {e.way.value for e in game.table.started.events if isinstance(e, SeatTaken)}
    assert ways == {"offered", "taken"}
