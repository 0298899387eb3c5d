"""Somebody who reads the database and sits at the table neither chooses rolls nor foresees them.

The adversary sees everything that is stored, the secret included, and uses what the tables offer:
joins, leaves, words, tables opened again, offers, moves, resignations, the moment of each press.
They cannot know the number that Discord will give to a press. Against dice that do not take in
that number, as the first protocol had them, the same adversary wins.

The tables are the bot's own, without the file: thousands of games take seconds.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Final, TypeGuard

import pytest

from bot.model.caller import Caller, Place
from bot.model.dice_secret import DiceSecret
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms, User
from bot.tables import dice, lobby, play, seating
from bot.tables.advance import advance
from bot.tables.commands import AddWords, Join, Leave, Play, Propose, Resign, Withdraw
from rules import fair
from rules.log.entries import Actor, Entry, Origin
from rules.log.events import OfferKind, Rolled
from rules.match.series import Series, find_format
from tests.bot.table_service import ANN, BO, CY
from tests.conformance.configured import more_in_soak

GAMES: Final = 3000
MOVES: Final = more_in_soak(250)
SERIES_GAMES: Final = more_in_soak(250)
LINKS: Final = 4
"""Games that may follow, of which each takes a hash."""
TRIES: Final = 10
"""Presses that the adversary spends before each of their own that counts, at most."""
TERMS: Final = Terms("hypergammon", {})
SERIES: Final = Terms("hypergammon", {}, series_format="first-to-3")
NOW: Final = 1_000_000


class Discord:
    """Gives out numbers as Discord does: later ones are larger, the rest nobody knows."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.newest = 1 << 60

    def press(self) -> Request:
        self.newest += self.chance.randrange(1 << 22, 1 << 40)
        return Request(str(self.newest))

    @property
    def expected(self) -> int:
        """What one would guess of the next number."""
        return self.newest + (1 << 39)


def opened(discord: Discord, terms: Terms = TERMS) -> Table:
    """Return a table of Ann's, who knows nothing, with a place for the adversary."""
    game = terms.configured
    host = Player(ANN, PlayerStatus.SEATED, "white", accepted=discord.press().id)
    table = Table(
        id=1, place=Place(10, 5), terms=terms, version=game.spec.version, status=Status.OPEN,
        host_id=ANN.id, players=(host,), seating=game.spec.seatings[0],
        dice=DiceSecret(discord.chance.randbytes(32), LINKS if terms.series_format else 0),
    )  # fmt: skip
    if terms.series_format is None:
        return table
    series_format = find_format(game.spec, terms.series_format)
    return replace(table, earlier=Series(series_format, game.spec, table.seating))


def arranged(table: Table, user: User, command: Join | Leave | AddWords, press: Request) -> Table:
    return lobby.after(table, Caller(user, table.place), command, press, now=0)


def computed(table: Table, number: int, press: int) -> list[int]:
    """Return the roll that the adversary computes from the file for a press of this number."""
    assert table.dice is not None
    return fair.roll(table.dice.secret, fair.salt(dice.contributions(table)), number, press)


def begun(discord: Discord, terms: Terms = TERMS) -> Table:
    """Return a game that the adversary begins once it looks good, or when patience is at an end.

    The channel was busy as they joined, so that the game waits for Begin. They look at what that
    press would lead to, as far as its number can be guessed; if that is bad they change their
    words, leave and come back, or have the table opened again.
    """
    table = arranged(opened(discord, terms), BO, Join(), discord.press())
    for attempt in range(TRIES):
        full = replace(table, players=seating.draw_seats(table))
        if won(computed(full, 1, discord.expected)):
            break
        if attempt % 4 == 2:
            table = arranged(table, BO, Leave(), discord.press())
            table = arranged(table, BO, Join(), discord.press())
        elif attempt % 4 == 3:
            table = arranged(opened(discord, terms), BO, Join(), discord.press())
        else:
            table = arranged(table, BO, AddWords(f"{attempt}"), discord.press())
    return seating.start_game(table, discord.press(), NOW)


def won(pips: Sequence[int]) -> bool:
    """Whether Black, who is the adversary, begins by this opening roll."""
    return pips[1] > pips[0]


def rolls(table: Table) -> list[Sequence[int]]:
    return [event.pips for event in table.started.events if isinstance(event, Rolled)]


def is_chance(hits: int, tries: int, probability: float) -> bool:
    """Whether so many hits are within three standard deviations."""
    return abs(hits - tries * probability) < 3 * sqrt(tries * probability * (1 - probability))


def no_press(_entries: Sequence[Entry], _taken: Sequence[int] = ()) -> str:
    return "0"


@pytest.fixture
def without_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let rolls take in no press, as the first protocol had them."""
    monkeypatch.setattr(dice, "interaction_of", no_press)
    monkeypatch.setattr(Discord, "expected", 0)


def openings(games: int) -> tuple[int, int]:
    """Return how many opening rolls the adversary won, and how many were no ties."""
    discord = Discord(1)
    first = [rolls(begun(discord))[0] for _ in range(games)]
    decided = [pips for pips in first if pips[0] != pips[1]]
    return sum(map(won, decided)), len(decided)


def test_an_opening_cannot_be_chosen() -> None:
    wins, decided = openings(GAMES)
    assert is_chance(wins, decided, 1 / 2)


@pytest.mark.usefixtures("without_presses")
def test_the_same_adversary_chooses_openings_of_the_first_protocol() -> None:
    wins, decided = openings(GAMES // 10)
    assert wins > 0.9 * decided


def next_rolls(games: int) -> tuple[int, int]:
    """Return how often the roll after the adversary's move was a double, and how often they moved.

    They want doubles here, and choose among all moves and moments.
    """
    discord, doubles, moves = Discord(2), 0, 0
    while moves < games:
        table = begun(discord)
        for _ in range(6):
            match = table.started
            if match.outcome or match.seat_due is None:
                break
            player = table.at(match.seat_due)
            legal = match.game.legal(match.state)
            if player.user == BO:
                table = bided(table, discord)
            press = discord.press()
            played = play.after(
                table, Caller(player.user, table.place),
                Play(match.game.notate(legal[moves % len(legal)])), press, NOW,
            )  # fmt: skip
            before = len(rolls(table))
            table = replace(table, match=advance(table, played, press, NOW))
            if player.user == BO and len(rolls(table)) > before:
                moves += 1
                doubles += len(set(rolls(table)[before])) == 1
    return doubles, moves


def bided(table: Table, discord: Discord) -> Table:
    """Return the table when the adversary expects a good roll: offers pass the time."""
    caller, number = Caller(BO, table.place), len(rolls(table)) + 1
    for _ in range(TRIES):
        if len(set(computed(table, number, discord.expected))) == 1:
            return table
        match = table.started
        command = Propose(OfferKind.DRAW) if match.offer is None else Withdraw(match.offer.number)
        if isinstance(command, Propose) and match.offered:
            discord.press()
            continue
        table = replace(table, match=play.after(table, caller, command, discord.press(), NOW))
    return table


def test_the_next_roll_cannot_be_chosen() -> None:
    doubles, moves = next_rolls(MOVES)
    assert is_chance(doubles, moves, 1 / 6)


def test_the_opening_of_the_next_game_cannot_be_chosen() -> None:
    """The adversary resigns when the next opening looks won."""
    discord, wins, decided = Discord(3), 0, 0
    for _ in range(SERIES_GAMES):
        table = begun(discord, SERIES)
        assert table.dice is not None
        following = replace(table, dice=table.dice.following)
        for _ in range(TRIES):
            if won(computed(following, 1, discord.expected)):
                break
            discord.press()
        press = discord.press()
        resigned = play.after(table, Caller(BO, table.place), Resign(), press, NOW)
        after = seating.next_game(replace(table, match=resigned, status=Status.OVER), press, NOW)
        assert after is not None
        assert after.match is not None
        (pips, *_) = (e.pips for e in after.match.events if isinstance(e, Rolled))
        decided += pips[0] != pips[1]
        wins += won(pips)
    assert is_chance(wins, decided, 1 / 2)


def test_no_timer_engine_or_newcomer_changes_a_roll() -> None:
    """What makes no roll due can be foreseen by who reads the file, but has one outcome only.

    The roll after an engine's move follows from the last press of a person, whatever the engine
    plays, whenever a timer goes on, and whoever sits there by then.
    """
    discord, chance = Discord(4), Random(4)
    for _ in range(60):
        table = begun(discord)
        match = table.started
        seat = match.seat_due
        assert seat is not None
        newcomer = Player(
            CY, PlayerStatus.SEATED, seat=seat, accepted=discord.press().id, words="mine",
            from_entry=len(match.entries) + 1,
        )  # fmt: skip
        gone = replace(table.at(seat), until_entry=newcomer.from_entry)
        stayed = tuple(each for each in table.players if each.seat != seat)
        changed = replace(table, players=(*stayed, newcomer), others=(gone,))
        found: set[tuple[int, ...]] = set()
        for held in (table, changed):
            for request in (Request("engine:1:3"), Request("timer:9"), Request("go on:1:4")):
                legal = match.game.legal(match.state)
                text = match.game.notate(chance.choice(legal))
                origin = Origin(NOW, Actor.ENGINE, None, request.id)
                after = advance(held, match.play(seat, text, origin), request, NOW)
                (rolled, *_) = (e.pips for e in after.events[len(match.events) :] if _is_roll(e))
                found.add(tuple(rolled))
        assert len(found) == 1


def _is_roll(event: object) -> TypeGuard[Rolled]:
    return isinstance(event, Rolled)
