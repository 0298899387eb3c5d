"""Somebody who reads the database and sits at the table can neither search nor choose rolls.

The adversary knows the secret and everything that is stored. They may reword their contribution,
leave and come back, wait, and choose among moves; they cannot know the number that Discord gives
to a press before they press. The same adversary against the first protocol, in which a roll did
not take in the press that makes it due, wins nearly every opening.
"""

import hashlib
import hmac
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Final

from rules import fair
from rules.fair import Contribution

GAMES: Final = 3000
TRIES: Final = 40
"""Contributions that the adversary looks at before each game; more changes nothing."""


class Discord:
    """Gives out numbers as Discord does: later ones are larger, the rest nobody knows."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.newest = 1 << 60

    def press(self) -> int:
        self.newest += self._chance.randrange(1 << 22, 1 << 40)
        return self.newest


def first_protocol(secret: bytes, salted: bytes, number: int) -> list[int]:
    """Return a roll of the protocol that did not take in the press."""
    digest = hmac.new(secret, salted + b"roll %d 0" % number, hashlib.sha256).digest()
    return [byte % 6 + 1 for byte in digest if byte < 252][:2]


def is_won(pips: list[int]) -> bool:
    """Whether the adversary, who throws the first die, begins; equal dice are thrown again."""
    return pips[0] > pips[1]


def salted(chance: Random, discord: Discord, good: Callable[[bytes], bool]) -> bytes:
    """Return the salt of a table at which the adversary has searched for good words."""
    rival = Contribution(1, str(discord.press()), "")
    found = b""
    for _ in range(TRIES):
        # Leaving and coming back gives another number, and words can be changed any time.
        own = Contribution(0, str(discord.press()), f"{chance.random()}")
        found = fair.salt((own, rival))
        if good(found):
            break
    return found


def within_three_sigma(wins: int, games: int, probability: float) -> bool:
    sigma = sqrt(games * probability * (1 - probability))
    return abs(wins - games * probability) < 3 * sigma


def test_the_opening_cannot_be_searched() -> None:
    chance = Random(1)
    discord = Discord(chance)
    wins = decided = 0
    for _ in range(GAMES):
        secret = chance.randbytes(32)

        def good(salt: bytes, secret: bytes = secret) -> bool:
            guess = discord.newest + (1 << 39)
            return is_won(fair.roll(secret, salt, 1, guess))

        salt = salted(chance, discord, good)
        pips = fair.roll(secret, salt, 1, discord.press())
        decided += pips[0] != pips[1]
        wins += is_won(pips)
    assert within_three_sigma(wins, decided, 0.5)


def test_no_move_leads_to_a_better_roll() -> None:
    """Whichever of many moves is chosen, the roll after it follows from the press alone."""
    chance = Random(2)
    discord = Discord(chance)
    doubles = 0
    for number in range(1, GAMES + 1):
        secret = chance.randbytes(32)
        salt = fair.salt((Contribution(0, "1", ""), Contribution(1, "2", "")))
        presses = [discord.newest + guess for guess in range(1, 20)]
        wait = any(len(set(fair.roll(secret, salt, number, press))) == 1 for press in presses)
        if wait:
            discord.press()  # Something else happens first, such as an offer.
        doubles += len(set(fair.roll(secret, salt, number, discord.press()))) == 1
    assert within_three_sigma(doubles, GAMES, 1 / 6)


def test_the_same_adversary_wins_the_first_protocol() -> None:
    chance = Random(3)
    discord = Discord(chance)
    wins = 0
    for _ in range(GAMES // 10):
        secret = chance.randbytes(32)

        def good(salt: bytes, secret: bytes = secret) -> bool:
            return is_won(first_protocol(secret, salt, 1))

        salt = salted(chance, discord, good)
        wins += is_won(first_protocol(secret, salt, 1))
    assert wins > 0.9 * GAMES // 10
