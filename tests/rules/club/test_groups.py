"""Groups with a final: what every one of many random events keeps, and each rule by itself."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from rules.club.entries import (
    Begun,
    Cancelled,
    Change,
    Ended,
    Entered,
    Entry,
    FinalBegun,
    Forfeit,
    GameKey,
    Left,
    Result,
    Stage,
    Started,
    Stopped,
    Voided,
    Withdrawn,
    decode,
    encode,
)
from rules.club.groups import DAY, Departure, Groups, State, Status, Withdrawal, consequence, folded
from rules.club.pairings import Entrant, pairings
from rules.club.standings import Line
from rules.contract.core import RulesError
from tests.conformance.configured import SOAK
from tests.rules.club.simulated_events import simulated

EVENTS: Final = range(10_000 if SOAK else 30)
WON: Final = Result((12, 0))
LOST: Final = Result((0, 12))
DRAWN: Final = Result((6, 6))


def after(event: Groups, *changes: Change, seconds: int = 60) -> Groups:
    """Return the event after these changes, each with everything that follows from it."""
    for change in changes:
        following: Change | None = change
        while following is not None:
            event = folded(event, Entry(event.entries + 1, event.at + seconds, following))
            following = consequence(event)
    return event


def begun(entrants: int, meetings: int = 2, at_once: int = 4) -> Groups:
    """Return an event of so many people that has just begun."""
    joined = [Entered(Entrant(number)) for number in range(1, entrants + 1)]
    return after(Groups(meetings, at_once), *joined, Begun("secret", 5))


def first_running(event: Groups) -> GameKey:
    """Return the first game that is played now."""
    return next(game.key for game in event.games.values() if game.status is Status.RUNNING)


def played(event: Groups, result: Result = WON) -> Groups:
    """Return the event after all games of its stage have ended in the same way."""
    stage = event.stage
    while event.stage is stage and any(g.status is Status.RUNNING for g in event.games.values()):
        key = first_running(event)
        event = after(event, Ended(key, event.games[key].attempt, result))
    return event


@pytest.mark.parametrize("seed", EVENTS)
def test_a_random_event_ends_as_it_must(seed: int) -> None:
    simulation = simulated(seed)
    event = simulation.event
    tables = [(Stage.GROUPS, number + 1) for number in range(len(event.groups))]
    if event.finalists:
        assert 3 <= len(event.finalists) <= 6
        assert not any(finalist in event.departed for finalist in event.finalists) or any(
            isinstance(entry.change, Withdrawn) for entry in simulation.log
        )
        tables.append((Stage.FINAL, 1))
    for stage, number in tables:
        members = event.finalists if stage is Stage.FINAL else event.groups[number - 1]
        games = event.games_of(stage, number)
        assert len(games) == len(pairings(len(members), event.meetings))
        counted = [game for game in games if game.status is Status.ENDED]
        lines = event.table(stage, number)
        results = [game.result for game in counted if game.result]
        assert len(results) == len(counted)
        assert sum(line.points for line in lines) == sum(sum(r.shares) for r in results)
        assert {line.entrant for line in lines} == {
            e for e in members if event.departed.get(e) != Withdrawal(stage, Departure.ANNULLED)
        }
        if not event.departed:
            met = Counter(frozenset(game.entrants) for game in games)
            assert set(met.values()) == {event.meetings}
    assert len(event.winners) == (
        1 if event.finalists or len(event.groups) == 1 else len(event.winners)
    )


@pytest.mark.parametrize("seed", EVENTS[:10])
def test_a_log_read_from_its_texts_tells_the_same_event(seed: int) -> None:
    simulation = simulated(seed)
    event = Groups(simulation.event.meetings, simulation.event.at_once)
    for entry in simulation.log:
        event = folded(event, replace(entry, change=decode(*encode(entry.change))))
    assert event == simulation.event


@pytest.mark.parametrize("seed", EVENTS[:10])
def test_results_told_twice_change_nothing(seed: int) -> None:
    simulation = simulated(seed)
    event = Groups(simulation.event.meetings, simulation.event.at_once)
    for entry in simulation.log:
        repeats = 2 if isinstance(entry.change, Ended | Voided | Withdrawn) else 1
        for _ in range(repeats):
            event = folded(event, replace(entry, number=event.entries + 1))
    assert replace(event, entries=0) == replace(simulation.event, entries=0)


@pytest.mark.parametrize("seed", EVENTS[:20])
def test_the_order_of_results_does_not_change_a_table(seed: int) -> None:
    random = Random(seed)
    results = {key: random.choice((WON, LOST, DRAWN)) for key in begun(9).games}
    tables: set[tuple[tuple[Line, ...], ...]] = set()
    for limit in (1, 3, 8):
        event = begun(9, at_once=limit)
        while event.final_due_at is None:
            running = [g.key for g in event.games.values() if g.status is Status.RUNNING]
            key = random.choice(running)
            event = after(event, Ended(key, 1, results[key]))
        tables.add((event.table(Stage.GROUPS, 1), event.table(Stage.GROUPS, 2)))
    assert len(tables) == 1


def test_one_group_has_no_final() -> None:
    event = played(begun(6))
    assert event.state is State.OVER
    assert event.finalists == ()
    assert event.winners == (event.table(Stage.GROUPS)[0].entrant,)


def test_two_of_each_group_reach_the_final_a_day_later() -> None:
    event = played(begun(9))
    assert event.state is State.GROUPS
    assert event.final_due_at == event.at + DAY
    best = {line.entrant for group in (1, 2) for line in event.table(Stage.GROUPS, group)[:2]}
    event = after(event, FinalBegun(), seconds=DAY)
    assert event.state is State.FINAL
    assert set(event.finalists) == best
    assert list(event.finalists) == sorted(event.finalists, key=event.lots.__getitem__)
    event = played(event)
    assert event.state is State.OVER
    assert event.winners == (event.table(Stage.FINAL)[0].entrant,)


def test_a_final_does_not_begin_while_games_of_the_groups_run() -> None:
    with pytest.raises(RulesError):
        after(begun(9), FinalBegun())


def test_the_next_of_the_group_replaces_a_finalist_who_withdraws() -> None:
    event = played(begun(9))
    table = event.table(Stage.GROUPS, 1)
    event = after(event, Withdrawn(table[0].entrant), FinalBegun())
    assert table[0].entrant not in event.finalists
    assert {table[1].entrant, table[2].entrant} <= set(event.finalists)
    assert event.table(Stage.GROUPS, 1) == table


def test_with_too_few_finalists_the_groups_share_the_event() -> None:
    event = played(begun(7))
    gone = [line.entrant for group in (1, 2) for line in event.table(Stage.GROUPS, group)[1:]]
    event = after(event, *map(Withdrawn, gone), FinalBegun())
    assert event.state is State.OVER
    assert event.winners == tuple(event.table(Stage.GROUPS, g)[0].entrant for g in (1, 2))


def test_who_withdraws_early_is_annulled_with_all_games() -> None:
    event = begun(4, meetings=2)
    key = first_running(event)
    event = after(event, Ended(key, 1, WON))
    gone = event.games[key].entrants[0]
    event = after(event, Withdrawn(gone))
    assert event.departed == {gone: Withdrawal(Stage.GROUPS, Departure.ANNULLED)}
    assert {g.status for g in event.games.values() if gone in g.entrants} == {Status.STRUCK}
    assert gone not in {line.entrant for line in event.table(Stage.GROUPS)}
    assert sum(line.points for line in event.table(Stage.GROUPS)) == 0


def test_who_withdraws_late_is_out_and_loses_what_is_left() -> None:
    event = begun(4, meetings=1, at_once=1)
    gone = event.entrants[0]
    while sum(g.status is Status.ENDED for g in event.games.values() if gone in g.entrants) < 2:
        key = next(
            g.key
            for g in event.games.values()
            if g.status is Status.RUNNING and (gone in g.entrants or not event.running(gone))
        )
        event = after(event, Ended(key, 1, DRAWN))
    waiting = [g for g in event.games.values() if gone in g.entrants and g.status is Status.WAITING]
    event = after(event, Withdrawn(gone))
    assert event.departed == {gone: Withdrawal(Stage.GROUPS, Departure.OUT)}
    for game in waiting:
        result = event.games[game.key].result
        assert result is not None
        seat = game.entrants.index(gone)
        assert result.shares[1 - seat] == 12
        assert result.forfeits[seat] is Forfeit.LEFT
    assert next(line for line in event.table(Stage.GROUPS) if line.entrant == gone).points == 12


def test_a_withdrawal_in_the_final_changes_nothing_in_the_groups() -> None:
    event = after(played(begun(9)), FinalBegun())
    tables = [event.table(Stage.GROUPS, group) for group in (1, 2)]
    gone = event.finalists[0]
    event = after(event, Withdrawn(gone))
    assert [event.table(Stage.GROUPS, group) for group in (1, 2)] == tables
    assert gone not in {line.entrant for line in event.table(Stage.FINAL)}


def test_two_who_are_out_get_nothing_from_each_other() -> None:
    event = played(begun(9))
    event = after(event, FinalBegun())
    one, other = event.finalists[:2]
    while any(
        game.status is not Status.ENDED
        for game in event.games_of(Stage.FINAL)
        if set(game.entrants) != {one, other} and {one, other} & set(game.entrants)
    ):
        running = [
            game
            for game in event.games_of(Stage.FINAL)
            if game.status is Status.RUNNING and set(game.entrants) != {one, other}
        ]
        event = after(event, Ended(running[0].key, running[0].attempt, DRAWN))
    between = [g for g in event.games_of(Stage.FINAL) if set(g.entrants) == {one, other}]
    event = by_themselves(event, Withdrawn(one), Withdrawn(other))
    for game in between:
        result = event.games[game.key].result
        assert result is not None
        assert result.forfeits == (Forfeit.LEFT, Forfeit.LEFT)
        assert result.shares == (0, 0)


def test_a_point_for_a_withdrawal_goes_again_with_its_winner() -> None:
    """3 beats 1; 3 withdraws; 2 withdraws: who finished no game ties with nobody."""
    event = begun(3, meetings=1, at_once=1)
    one, other = event.games[first_running(event)].entrants
    (third,) = set(event.entrants) - {one, other}
    event = after(event, Ended(first_running(event), 1, WON), Withdrawn(one))
    assert [points(event, each) for each in (one, other, third)] == [12, 0, 12]
    event = after(event, Withdrawn(third))
    assert [points(event, each) for each in (one, other, third)] == [12, 12, 0]


def test_a_running_game_of_who_is_out_is_lost_at_once() -> None:
    event = begun(4, meetings=1, at_once=1)
    gone = event.entrants[0]
    event = after_half(event, gone)
    (running,) = (
        g for g in event.games.values() if g.status is Status.RUNNING and gone in g.entrants
    )
    event = after(event, Withdrawn(gone))
    result = event.games[running.key].result
    assert result is not None
    assert result.forfeits[running.entrants.index(gone)] is Forfeit.LEFT
    late = after(event, Ended(running.key, 1, DRAWN), Voided(running.key, 1))
    assert late.games == event.games, "its table has no say any more"


@pytest.mark.parametrize("seed", EVENTS[:20])
def test_the_order_in_which_people_are_out_changes_no_table(seed: int) -> None:
    """The table is that of an independent count by the set of who is out."""
    random = Random(seed)
    event = begun(6, meetings=random.choice((1, 2)), at_once=random.randint(1, 3))
    for _ in range(random.randrange(len(event.games))):
        running = [g.key for g in event.games.values() if g.status is Status.RUNNING]
        if running:
            event = after(event, Ended(random.choice(running), 1, random.choice((WON, DRAWN))))
    played = {g.key: g.result for g in event.games.values() if g.status is Status.ENDED}
    leaving = [
        entrant
        for entrant in event.entrants
        if 2 * sum(entrant in event.games[key].entrants for key in played)
        >= sum(entrant in game.entrants for game in event.games.values())
    ]
    leaving = random.sample(leaving, random.randint(0, len(leaving)))
    wanted = Counter(dict.fromkeys(event.entrants, 0))
    for game in event.games.values():
        result, gone = played.get(game.key), [entrant in leaving for entrant in game.entrants]
        shares = result.shares if result else (12 * (not gone[0]), 12 * (not gone[1]))
        if result or any(gone):
            wanted.update(dict(zip(game.entrants, shares, strict=True)))
    for _ in range(4):
        left = by_themselves(event, *map(Withdrawn, random.sample(leaving, len(leaving))))
        assert {d.departure for d in left.departed.values()} <= {Departure.OUT}
        assert {line.entrant: line.points for line in left.table(Stage.GROUPS)} == wanted


def points(event: Groups, entrant: Entrant) -> int:
    """Return what somebody has in the only group of an event, in twelfths."""
    return next(line.points for line in event.table(Stage.GROUPS) if line.entrant == entrant)


def by_themselves(event: Groups, *changes: Change) -> Groups:
    """Return the event after these changes alone, without what follows from them."""
    for change in changes:
        event = folded(event, Entry(event.entries + 1, event.at, change))
    return event


def after_half(event: Groups, entrant: Entrant) -> Groups:
    """Return the event once half of somebody's games have ended, as draws, and another runs."""
    while True:
        own = [game for game in event.games.values() if entrant in game.entrants]
        runs = any(game.status is Status.RUNNING for game in own)
        if runs and 2 * sum(game.status is Status.ENDED for game in own) >= len(own):
            return event
        key = next(
            game.key
            for game in event.games.values()
            if game.status is Status.RUNNING
            and (entrant in game.entrants or not event.running(entrant))
        )
        event = after(event, Ended(key, 1, DRAWN))


def test_struck_games_count_in_no_half() -> None:
    event = begun(6, meetings=1, at_once=1)
    gone = event.entrants[0]
    others = [entrant for entrant in event.entrants if entrant != gone]
    event = after(event, Withdrawn(others[0]), Withdrawn(others[1]))
    while sum(g.status is Status.ENDED for g in event.games.values() if gone in g.entrants) < 2:
        key = next(
            g.key
            for g in event.games.values()
            if g.status is Status.RUNNING and (gone in g.entrants or not event.running(gone))
        )
        event = after(event, Ended(key, 1, DRAWN))
    event = after(event, Withdrawn(gone))
    assert event.departed[gone].departure is Departure.OUT


def test_two_games_lost_on_time_withdraw_somebody() -> None:
    event = begun(6)
    late = event.entrants[0]
    for _ in range(2):
        assert late not in event.departed
        game = next(
            g for g in event.games.values() if g.status is Status.RUNNING and late in g.entrants
        )
        result = (
            Result((0, 12), (Forfeit.LATE, None))
            if game.entrants[0] == late
            else Result((12, 0), (None, Forfeit.LATE))
        )
        event = after(event, Ended(game.key, 1, result))
    assert event.departed == {late: Withdrawal(Stage.GROUPS, Departure.ANNULLED)}


def test_a_void_game_is_played_once_more_and_then_drawn() -> None:
    event = begun(4)
    key = first_running(event)
    event = after(event, Voided(key, 1))
    assert (event.games[key].attempt, event.games[key].result) == (2, None)
    assert event.games[key].status is Status.RUNNING
    event = after(event, Ended(key, 1, WON))
    assert event.games[key].result is None
    event = after(event, Voided(key, 2))
    assert (event.games[key].status, event.games[key].result) == (Status.ENDED, DRAWN)


def test_a_stopped_event_counts_open_games_as_drawn() -> None:
    event = after(begun(4), Stopped())
    assert event.state is State.OVER
    assert {game.result for game in event.games.values()} == {DRAWN}
    assert len(event.winners) == 1


def test_a_cancelled_event_has_no_winner() -> None:
    event = after(begun(4), Cancelled())
    assert event.state is State.CANCELLED
    assert event.winners == ()
    assert consequence(event) is None


def test_nobody_enters_or_leaves_after_the_beginning() -> None:
    for change in (Entered(Entrant(99)), Left(Entrant(1)), Begun("again", 1)):
        with pytest.raises(RulesError):
            after(begun(4), change)


def test_an_entry_out_of_order_is_refused() -> None:
    event = begun(4)
    for entry in (
        Entry(event.entries, event.at, Stopped()),
        Entry(event.entries + 1, event.at - 1, Stopped()),
    ):
        with pytest.raises(RulesError):
            folded(event, entry)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("entered", ""),
        ("entered", "one"),
        ("entered", "1 2"),
        ("started", "groups 1"),
        ("started", "somewhere 1 1"),
        ("ended", "groups 1 1 1 12 0 -"),
        ("ended", "groups 1 1 1 12 0 - Q"),
        ("over", "now"),
    ],
)
def test_a_broken_text_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match="an entry"):
        decode(kind, text)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown kind 'vanished'"):
        decode("vanished", "")


def test_started_games_are_those_of_the_first_rounds() -> None:
    event = begun(6, meetings=1, at_once=2)
    started = [game for game in event.games.values() if game.status is Status.RUNNING]
    assert [game.round for game in started] == [1, 1, 1, 2, 2, 2]
    assert isinstance(consequence(event), Started | None)
