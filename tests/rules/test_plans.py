"""Planned lines: what may be planned, and random trees against a slow second account."""

import random
from dataclasses import dataclass, field

import pytest

from rules.contract.core import Roll, RulesError, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import Begun, OfferKind
from rules.match.match import Match
from rules.match.plans import (
    DEEPEST,
    MOST_NODES,
    Node,
    Plan,
    advanced,
    after_play,
    answers,
    cut,
    extended,
    plan_from,
    queued,
    read_nodes,
    written_nodes,
)
from rules.registry import find
from tests.conformance.configured import SOAK
from tests.rules.heap import BLUE, GREEN, RED, HeapGame

CZECH = find("czech")
PLAYERS = {Seat(n): 100 + n for n in range(3)}
TEAMS = (frozenset({RED}), frozenset({GREEN, BLUE}))


def begun(*, sticks: int = 40, teams: bool = False, dice: bool = False) -> Match:
    """Return a game of three seats at its beginning."""
    game = HeapGame(sticks, dice, *((TEAMS,) if teams else ()))
    return Match.of(game, game.seats).add(Begun())


def planned(match: Match, seat: Seat, *moves: str, queue: bool = True) -> Plan:
    """Return one line of these moves, with every reply of the seat queued that may be."""
    plan, path = plan_from(match), tuple[str, ...]()
    for move in moves:
        plan, path = extended(match, plan, seat, path, move)
    for count in range(2, len(path) + 1):
        if queue and _due_after(match, path[: count - 1]) == seat:
            plan = queued(match, plan, seat, path[:count], is_queued=True)
    return plan


def _due_after(match: Match, path: tuple[str, ...]) -> Seat | None:
    for move in path:
        assert match.seat_due is not None
        match = match.play(match.seat_due, move)
    return match.seat_due


def carried_on(match: Match, trees: dict[Seat, Plan]) -> Match:
    """Return the match once no planned reply is due."""
    while True:
        after, refused = advanced(match, trees, PLAYERS, "r")
        assert not refused
        if after is match:
            return match
        match = after


# What may be planned


def test_a_reply_is_played_in_the_time_of_the_ply_before() -> None:
    match = begun()
    trees = {Seat(1): planned(match, Seat(1), "1", "2")}
    assert carried_on(match, trees) is match
    match = match.play(Seat(0), "1", Origin(50, Actor.SEAT, 100, "r"))
    after = carried_on(match, trees)
    entry = after.entries[-1]
    assert (entry.actor, entry.seat, entry.player) == (Actor.QUEUED, Seat(1), 101)
    assert (entry.at, entry.request) == (50, "r")


def test_nothing_is_played_by_planning_it() -> None:
    match = begun()
    plan, path = extended(match, plan_from(match), Seat(0), (), "1")
    with pytest.raises(RulesError, match="your turn"):
        queued(match, plan, Seat(0), path, is_queued=True)


def test_only_own_replies_are_planned_one_for_each_ply() -> None:
    match = begun()
    plan, ply = extended(match, plan_from(match), Seat(1), (), "1")
    with pytest.raises(RulesError, match="of your own"):
        queued(match, plan, Seat(1), ply, is_queued=True)
    plan, first = extended(match, plan, Seat(1), ply, "2")
    plan, second = extended(match, plan, Seat(1), ply, "3")
    for path in (first, second, first):
        plan = queued(match, plan, Seat(1), path, is_queued=True)
        (node,) = plan.children
        assert [n.move for n in node.children if n.is_queued] == [path[-1]]
    plan = queued(match, plan, Seat(1), first, is_queued=False)
    assert answers(match, plan) == 0


def test_a_tree_has_bounds_and_only_legal_plies() -> None:
    match = begun(sticks=200)
    plan, path = plan_from(match), tuple[str, ...]()
    with pytest.raises(RulesError):
        extended(match, plan, Seat(0), (), "4")
    for _ in range(3 * DEEPEST):
        plan, path = extended(match, plan, Seat(0), path, "1")
    with pytest.raises(RulesError, match="of your own"):
        extended(match, plan, Seat(0), path, "1")
    for count in range(MOST_NODES - 3 * DEEPEST):
        plan, _ = extended(match, plan, Seat(0), path[: 1 + count], "2")
    with pytest.raises(RulesError, match="at most 40"):
        extended(match, plan, Seat(0), path[: 1 + MOST_NODES - 3 * DEEPEST], "3")
    assert len(cut(match, plan, path[:1]).children) == 0


def test_dice_end_a_line_and_allow_no_answers() -> None:
    match = begun(dice=True)
    match = match.roll(Roll((3,)))
    plan, path = plan_from(match), tuple[str, ...]()
    for move in ("1", "1", "1"):
        plan, path = extended(match, plan, Seat(1), path, move)
    with pytest.raises(RulesError, match="dice"):
        extended(match, plan, Seat(1), path, "1")
    with pytest.raises(RulesError, match="dice"):
        queued(match, plan, Seat(1), path[:2], is_queued=True)


def test_an_offer_or_an_ally_who_would_resign_holds_what_is_planned() -> None:
    match = begun(teams=True)
    trees = {Seat(1): planned(match, Seat(1), "1", "2")}
    offered = match.propose(Seat(0), OfferKind.DRAW).play(Seat(0), "1")
    assert carried_on(offered, trees) is offered
    declined = offered.decline(Seat(2))
    assert len(carried_on(declined, trees).plies) == 2
    wanted = match.resign(Seat(2)).play(Seat(0), "1")
    assert carried_on(wanted, trees) is wanted
    assert len(carried_on(wanted.withdraw_resignation(Seat(2)), trees).plies) == 2


def test_another_log_voids_a_tree() -> None:
    match = begun()
    plan = planned(match.play(Seat(0), "1"), Seat(2), "1", "2")
    other = match.play(Seat(0), "2").play(Seat(1), "1")
    assert plan.now(other) == ()
    assert after_play(match, other, plan) is None
    assert plan.now(match) == ()


def test_a_take_back_voids_a_tree_in_which_play_seems_to_go_on() -> None:
    """Its plies stand in the log, but the position that they led to is gone."""
    match = begun()
    plan = planned(match, Seat(0), "1", "2", "3", "1")
    played = match.play(Seat(0), "1").play(Seat(1), "2")
    asked = played.propose(Seat(1), OfferKind.TAKE_BACK)
    after = asked.accept(Seat(0)).accept(Seat(2))
    assert len(after.plies) == 1
    assert after_play(match, played, plan) == plan
    assert after_play(asked, after, plan) is None


def test_a_refused_reply_names_its_seat_and_changes_nothing() -> None:
    match = begun()
    bad = Plan(
        match.position_number,
        match.digest_at(match.position_number),
        (Node("1", (Node("9", is_queued=True),)),),
    )
    played = match.play(Seat(0), "1")
    after, refused = advanced(played, {Seat(1): bad}, PLAYERS, "r")
    assert after is played
    assert refused == {Seat(1)}


def test_what_is_written_is_read_again() -> None:
    plan = planned(begun(), Seat(1), "1", "2", "3", "1", "2")
    assert read_nodes(written_nodes(plan.children)) == plan.children


# Random trees


@dataclass
class Account:
    """The plans of one seat as a set of paths from a root, told without trees."""

    root: int
    """The plies that stood there."""
    paths: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])
    queued: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    def due(self, plies: list[str]) -> str | None:
        """Return the planned reply after these plies of the whole game."""
        here = tuple(plies[self.root :])
        return next((p[-1] for p in self.queued if p[:-1] == here), None)

    def goes_on(self, plies: list[str]) -> bool:
        """Whether some path leads on from these plies."""
        here = tuple(plies[self.root :])
        return any(path[: len(here)] == here and len(path) > len(here) for path in self.paths)


class Game:
    """A random game with random trees, and the account of them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        kind = 2 if seed % 25 == 0 else seed % 2
        self.match = (
            Match.of(CZECH, CZECH.spec.seatings[0]).add(Begun())
            if kind == 2
            else begun(sticks=60, teams=bool(kind))
        )
        for _ in range(self.chance.randrange(5)):
            self.match = self.match.play(*self.any_ply())
        self.trees: dict[Seat, Plan] = {}
        self.accounts: dict[Seat, Account] = {}
        self.executed = 0

    def any_ply(self, match: Match | None = None) -> tuple[Seat, str]:
        match = match or self.match
        assert match.seat_due is not None
        game = match.game
        few = sorted(game.notate(move) for move in game.legal(match.state))[:3]
        return match.seat_due, self.chance.choice(few)

    def plan(self, seat: Seat) -> None:
        """Grow a random tree and queue some of its replies."""
        match = self.match
        plan, account = plan_from(match), Account(len(match.plies))
        paths: list[tuple[str, ...]] = [()]
        for _ in range(self.chance.randrange(2, 14)):
            path = self.chance.choice(paths[-6:])
            ahead = match
            for move in path:
                assert ahead.seat_due is not None
                ahead = ahead.play(ahead.seat_due, move)
            if ahead.outcome:
                continue
            _, move = self.any_ply(ahead)
            try:
                plan, grown = extended(match, plan, seat, path, move)
            except RulesError:
                continue
            if grown not in account.paths:
                account.paths.add(grown)
                paths.append(grown)
            if self.chance.random() < 0.8:
                try:
                    plan = queued(match, plan, seat, grown, is_queued=True)
                except RulesError:
                    assert ahead.seat_due != seat or not path
                    continue
                rivals = {p for p in account.queued if p[:-1] == grown[:-1]}
                account.queued = account.queued - rivals | {grown}
        if plan.children:
            self.trees[seat], self.accounts[seat] = plan, account

    def step(self) -> None:
        """Let somebody do something, then everything that was planned for it."""
        before, plies = self.match, [ply.notation for ply in self.match.plies]
        self.match = self.acted()
        expected = self.expected(plies)
        refused: frozenset[Seat] = frozenset()
        while not refused:
            after, refused = advanced(self.match, self.trees, PLAYERS, "r")
            if after is self.match:
                break
            self.match = after
        assert not refused
        assert [ply.notation for ply in self.match.plies] == expected
        kept = {
            seat: tree
            for seat, plan in self.trees.items()
            if (tree := after_play(before, self.match, plan)) is not None
        }
        gone = self.match.outcome is not None or len(expected) < len(plies)
        self.accounts = {
            seat: account
            for seat, account in self.accounts.items()
            if not gone and account.goes_on(expected)
        }
        assert kept.keys() == self.accounts.keys()
        self.trees = kept

    def acted(self) -> Match:
        """Return the match after a ply that often follows a plan, or after an offer or answer."""
        match, roll = self.match, self.chance.random()
        if match.offer:
            voter = self.chance.choice(sorted(match.offer.voters - match.offer.accepted))
            if roll < 0.5:
                return match.decline(voter)
            if roll < 0.7 and match.offer.kind is OfferKind.TAKE_BACK:
                return match.accept(voter)
        elif roll < 0.15:
            kind = self.chance.choice([OfferKind.DRAW, OfferKind.TAKE_BACK])
            try:
                return match.propose(self.chance.choice(match.seats), kind)
            except RulesError:
                return match
        seat, move = self.any_ply()
        here = [ply.notation for ply in match.plies]
        wanted = [
            path[len(here) - account.root]
            for account in self.accounts.values()
            for path in sorted(account.paths)
            if len(here) >= account.root
            and path[: len(here) - account.root] == tuple(here[account.root :])
            and len(path) > len(here) - account.root
        ]
        if wanted and self.chance.random() < 0.8:
            move = self.chance.choice(wanted)
        return match.play(seat, move)

    def expected(self, plies: list[str]) -> list[str]:
        """Return the plies as they have to stand now, by the account."""
        found = [ply.notation for ply in self.match.plies]
        if len(found) < len(plies):
            return found
        match = self.match
        while match.outcome is None and match.offer is None and match.seat_due is not None:
            account = self.accounts.get(match.seat_due)
            move = account.due(found) if account else None
            if move is None:
                break
            match = match.play(match.seat_due, move)
            found.append(move)
            self.executed += 1
        return found


@pytest.mark.parametrize("first", range(0, 270 if SOAK else 30, 30))
def test_random_trees_are_carried_out_as_the_slow_account_says(first: int) -> None:
    """In a soak these are more than 2,000 trees."""
    executed = trees = 0
    for seed in range(first, first + 30):
        game = Game(seed)
        for _ in range(game.chance.randrange(4, 16)):
            if game.match.outcome:
                break
            for seat in game.match.seats:
                if seat not in game.trees and game.chance.random() < 0.5:
                    game.plan(seat)
                    trees += seat in game.trees
            game.step()
        executed += game.executed
    assert trees > 223
    assert executed > 40
