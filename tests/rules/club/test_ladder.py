"""Ladders: reach, climbs, rests between games, and the weekly fall of the idle."""

from random import Random
from typing import Final

import pytest

from rules.club.entries import (
    Cancelled,
    Challenged,
    Change,
    Ended,
    Entered,
    Entry,
    GameKey,
    Left,
    Result,
    Stage,
    Stopped,
    Voided,
    Week,
    decode,
    encode,
)
from rules.club.groups import State
from rules.club.ladder import Ladder, challengeable, folded, refusal
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from tests.conformance.configured import SOAK

DAY: Final = 86_400
LADDERS: Final = range(10_000 if SOAK else 40)


def after(ladder: Ladder, *changes: Change, seconds: int = 60) -> Ladder:
    """Return the ladder after these changes, so many seconds apart."""
    for change in changes:
        assert decode(*encode(change)) == change
        ladder = folded(ladder, Entry(ladder.entries + 1, ladder.at + seconds, change))
    return ladder


def of(people: int) -> Ladder:
    """Return a ladder of the people 1, 2, … in that order."""
    return after(Ladder(), *(Entered(Entrant(number)) for number in range(1, people + 1)))


def challenged(ladder: Ladder, challenger: int, rival: int) -> Ladder:
    """Return the ladder after this challenge."""
    return after(ladder, Challenged(Entrant(challenger), Entrant(rival)))


def ended(ladder: Ladder, position: int, *, winner: int | None) -> Ladder:
    """Return the ladder after a game in which the person won, or nobody did."""
    seats = ladder.challenges[position - 1].entrants
    shares = (6, 6) if winner is None else (12, 0) if seats[0] == winner else (0, 12)
    return after(ladder, Ended(GameKey(Stage.LADDER, 1, position), 1, Result(shares)))


def test_time_in_which_nobody_could_play_is_no_idleness() -> None:
    ladder = challenged(of(5), 4, 3)
    down = after(ladder, Week(lost=85 * DAY), seconds=91 * DAY)
    assert down.places == (1, 2, 3, 4, 5)
    assert after(down, Week(), seconds=23 * DAY).places == down.places, "for 29 days"
    assert after(down, Week(), seconds=25 * DAY).places == (3, 1, 2, 4, 5), "for 31 days"


def test_no_more_time_is_lost_than_passes() -> None:
    ladder = after(of(3), Week(lost=400 * DAY), seconds=7 * DAY)
    assert set(ladder.active_at.values()) == {ladder.at}


def test_a_win_takes_the_place_and_moves_those_between_down() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=6)
    assert ladder.places == (1, 2, 6, 3, 4, 5, 7, 8)


@pytest.mark.parametrize("winner", [3, None])
def test_a_loss_or_a_draw_moves_nobody(winner: int | None) -> None:
    assert ended(challenged(of(8), 6, 3), 1, winner=winner).places == of(8).places


def test_a_void_game_moves_nobody() -> None:
    ladder = after(challenged(of(8), 6, 3), Voided(GameKey(Stage.LADDER, 1, 1), 1))
    assert ladder.places == of(8).places
    assert ladder.running == ()


def test_a_climb_ends_at_the_reach_of_the_challenge() -> None:
    ladder = challenged(challenged(of(10), 7, 4), 4, 1)
    ladder = ended(ladder, 2, winner=4)
    assert ladder.places[:4] == (4, 1, 2, 3)
    assert ended(ladder, 1, winner=7).places == (4, 1, 2, 7, 3, 5, 6, 8, 9, 10)


def test_a_result_told_twice_moves_once() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=6)
    assert ended(ladder, 1, winner=6).places == ladder.places
    assert after(ladder, Voided(GameKey(Stage.LADDER, 1, 9), 1)).places == ladder.places


def test_the_challenged_sits_first_and_then_the_seats_alternate() -> None:
    ladder = challenged(of(8), 6, 3)
    assert ladder.challenges[0].entrants == (3, 6)
    ladder = after(ended(ladder, 1, winner=3), Week(), seconds=8 * DAY)
    assert challenged(ladder, 6, 3).challenges[1].entrants == (6, 3)


@pytest.mark.parametrize(
    ("challenger", "rival", "words"),
    [
        (9, 1, "Join this ladder first"),
        (1, 9, "not on"),
        (2, 2, "above you"),
        (2, 5, "above you"),
        (8, 4, "places above you"),
        (6, 3, "already playing a game of this ladder"),
        (6, 5, "One challenge at a time"),
    ],
)
def test_a_challenge_out_of_order_is_refused(challenger: int, rival: int, words: str) -> None:
    ladder = challenged(of(8), 6, 3)
    sentence = refusal(ladder, Entrant(challenger), Entrant(rival), ladder.at)
    assert words in str(sentence)
    with pytest.raises(RulesError):
        challenged(ladder, challenger, rival)


def test_a_slow_game_keeps_nobody_else_from_the_first_place() -> None:
    ladder = challenged(of(8), 2, 1)
    ladder = challenged(challenged(after(ladder, Week(), seconds=60 * DAY), 3, 1), 4, 1)
    ladder = after(ladder, Entered(Entrant(9)))
    ladder = ended(ladder, 2, winner=3)
    assert ladder.places[:4] == (3, 1, 2, 4)
    assert ended(ended(ladder, 3, winner=4), 1, winner=2).places[:4] == (3, 4, 2, 1)


def test_three_games_at_most_are_open_against_one_person() -> None:
    ladder = of(20)
    for challenger in (5, 6, 7):
        assert refusal(ladder, Entrant(challenger), Entrant(4), ladder.at) is None
        ladder = challenged(ladder, challenger, 4)
    eight, four = Entrant(8), Entrant(4)
    assert "people are challenging them" in str(refusal(ladder, eight, four, ladder.at))
    assert refusal(ladder, four, Entrant(3), ladder.at) is None, (
        "their own challenge is another matter"
    )
    ladder = ended(ladder, 2, winner=None)
    assert refusal(ladder, eight, four, ladder.at) is None


def test_the_same_two_rest_for_a_week() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=None)
    six, three = Entrant(6), Entrant(3)
    assert "less than a week" in str(refusal(ladder, six, three, ladder.at + 7 * DAY - 1))
    assert refusal(ladder, six, three, ladder.at + 7 * DAY) is None
    assert challengeable(ladder, six, ladder.at) == (4, 5)


def test_the_reach_grows_with_the_ladder() -> None:
    assert (of(8).reach, of(19).reach, of(20).reach, of(36).reach) == (3, 3, 4, 7)


def test_the_idle_fall_one_place_past_those_who_play() -> None:
    ladder = after(of(5), Week(), seconds=29 * DAY)
    ladder = ended(challenged(ladder, 4, 3), 1, winner=None)
    ladder = after(ladder, Week(), seconds=2 * DAY)
    assert ladder.places == (3, 1, 2, 4, 5)


def test_who_is_idle_for_ninety_days_is_off() -> None:
    ladder = challenged(of(5), 4, 3)
    assert after(ladder, Week(), seconds=91 * DAY).places == (3, 4)


def test_who_leaves_loses_their_games_first() -> None:
    ladder = challenged(challenged(of(8), 6, 3), 3, 1)
    ladder = after(ladder, Left(Entrant(3)))
    assert ladder.places == (1, 2, 6, 4, 5, 7, 8)
    assert ladder.running == ()
    assert [each.winner for each in ladder.challenges] == [6, 1]
    assert ended(ladder, 1, winner=3).places == ladder.places, "the table's own end comes later"


@pytest.mark.parametrize(
    ("change", "state"), [(Stopped(), State.OVER), (Cancelled(), State.CANCELLED)]
)
def test_a_ladder_that_has_ended_keeps_its_places(change: Change, state: State) -> None:
    ladder = after(challenged(of(4), 4, 1), change)
    assert (ladder.state, ladder.places, ladder.running) == (state, (1, 2, 3, 4), ())
    with pytest.raises(RulesError):
        after(ladder, Entered(Entrant(5)))


def test_arrows_tell_what_changed_since_the_week_before_ended() -> None:
    ladder = ended(challenged(of(5), 4, 2), 1, winner=4)
    assert ladder.climb(Entrant(4)) is None, "no week has ended yet"
    ladder = ended(challenged(after(ladder, Week()), 5, 4), 2, winner=5)
    ladder = after(ladder, Entered(Entrant(6)))
    assert [ladder.climb(each) for each in ladder.places] == [0, 3, -1, -1, -1, None]


def test_a_record_counts_games_with_a_result() -> None:
    ladder = ended(challenged(of(5), 4, 2), 1, winner=4)
    ladder = ended(challenged(ladder, 5, 4), 2, winner=None)
    ladder = after(challenged(ladder, 5, 3), Voided(GameKey(Stage.LADDER, 1, 3), 1))
    assert ladder.records() == {4: (1, 2), 2: (0, 1), 5: (0, 1)}


class Plain:
    """A ladder as somebody would keep it on paper, from its published rules alone."""

    def __init__(self) -> None:
        self.order: list[int] = []
        self.games: list[dict[str, int]] = []
        self.seen: dict[int, int] = {}

    def reach(self) -> int:
        return max(3, len(self.order) // 5)

    def open(self, *people: int) -> list[dict[str, int]]:
        return [g for g in self.games if "end" not in g and {g["by"], g["to"]} & set(people)]

    def may(self, by: int, to: int, now: int) -> bool:
        steps = self.order.index(by) - self.order.index(to)
        of_two = [g for g in self.games if {g["by"], g["to"]} == {by, to}]
        return (
            1 <= steps <= self.reach()
            and not any(g["by"] == by for g in self.open(by))
            and sum(g["to"] == to for g in self.open(to)) < 3
            and all("end" in g and now - g["end"] >= 7 * DAY for g in of_two)
        )

    def challenge(self, by: int, to: int, now: int) -> None:
        firsts = [g["first"] for g in self.games if {g["by"], g["to"]} == {by, to}]
        first = to if not firsts else by + to - firsts[-1]
        self.games.append({"by": by, "to": to, "first": first, "reach": self.reach()})
        self.seen[by] = self.seen[to] = now

    def end(self, game: dict[str, int], winner: int | None, now: int) -> None:
        game["end"] = self.seen[game["by"]] = self.seen[game["to"]] = now
        if winner is None or winner != game["by"]:
            return
        for _ in range(game["reach"]):
            place = self.order.index(winner)
            if place > self.order.index(game["to"]):
                self.order[place - 1 : place + 1] = winner, self.order[place - 1]

    def leave(self, person: int, now: int) -> None:
        for game in self.open(person):
            self.end(game, game["by"] + game["to"] - person, now)
        self.order.remove(person)

    def week(self, now: int) -> None:
        idle = {p: 0 if self.open(p) else (now - self.seen[p]) // DAY for p in self.order}
        self.order = [person for person in self.order if idle[person] < 90]
        fell = set[int]()
        for person in reversed(list(self.order)):
            place = self.order.index(person)
            below = self.order[place + 1 :][:1]
            if idle[person] >= 30 and below and idle[below[0]] < 30 and person not in fell:
                self.order[place : place + 2] = below[0], person
                fell.add(person)


@pytest.mark.parametrize("seed", LADDERS)
def test_a_random_ladder_is_the_one_on_paper(seed: int) -> None:
    random, plain, ladder = Random(seed), Plain(), Ladder()
    newest = 0
    for _ in range(120):
        now = ladder.at + random.randrange(4 * DAY)
        act = random.choices(["enter", "challenge", "end", "week", "leave"], [4, 8, 6, 2, 1])[0]
        seconds = now - ladder.at
        if act == "enter" or not plain.order:
            newest += 1
            plain.order.append(newest)
            plain.seen[newest] = now
            ladder = after(ladder, Entered(Entrant(newest)), seconds=seconds)
        elif act == "challenge":
            by = random.choice(plain.order)
            may = [to for to in plain.order if plain.may(by, to, now)]
            assert list(challengeable(ladder, Entrant(by), now)) == may
            if may:
                to = random.choice(may)
                plain.challenge(by, to, now)
                change = Challenged(Entrant(by), Entrant(to))
                ladder = after(ladder, change, seconds=seconds)
                assert ladder.challenges[-1].entrants[0] == plain.games[-1]["first"]
        elif act == "end" and plain.open(*plain.order):
            game = random.choice(plain.open(*plain.order))
            position = plain.games.index(game) + 1
            seats = ladder.challenges[position - 1].entrants
            winner = random.choice((*seats, None))
            shares = (6, 6) if winner is None else (12, 0) if seats[0] == winner else (0, 12)
            key = GameKey(Stage.LADDER, 1, position)
            plain.end(game, winner, now)
            for _ in range(2):  # Told twice.
                ladder = after(ladder, Ended(key, 1, Result(shares)), seconds=seconds)
                seconds = 0
        elif act == "week":
            before = list(plain.order)
            plain.week(now)
            ladder = after(ladder, Week(), seconds=seconds)
            assert list(ladder.last_week) == before
        elif act == "leave":
            gone = random.choice(plain.order)
            plain.leave(gone, now)
            ladder = after(ladder, Left(Entrant(gone)), seconds=seconds)
        assert list(ladder.places) == plain.order
        assert len(ladder.running) == len(plain.open(*plain.order))
