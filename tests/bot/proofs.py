"""Games with dice, and their proofs checked by what docs/dice.md says alone."""

import hashlib
import hmac
import json
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from loopback import Message, Person
from rules.log.events import Rolled
from tests.bot.game_driver import GameDriver, logged

GAME = "hypergammon"


def rolls_of(secret: bytes, salt: bytes, interactions: Sequence[int]) -> list[list[int]]:
    """Return rolls of two dice, as docs/dice.md says they are made."""
    rolls: list[list[int]] = []
    for number, interaction in enumerate(interactions, 1):
        dice: list[int] = []
        block = 0
        while len(dice) < 2:
            text = f"roll {number} {interaction} {block}".encode()
            mac = hmac.new(secret, salt + text, hashlib.sha256).digest()
            dice += [byte % 6 + 1 for byte in mac if byte < 252]
            block += 1
        rolls.append(dice[:2])
    return rolls


def check(proof: Mapping[str, Any]) -> None:
    """Check a proof by what docs/dice.md says alone."""
    secret = bytes.fromhex(proof["secret"])
    assert hashlib.sha256(secret).hexdigest() == proof["seal"]
    seats = proof["contributions"]
    assert [each["seat"] for each in seats] == list(range(len(seats)))
    for each in seats:
        if each["words"] is not None:
            assert hashlib.sha256(each["words"].encode()).hexdigest() == each["digest"]
    salt = "".join(f"{n['seat']} {n['interaction']} {n['digest']}\n" for n in seats).encode()
    numbers = [int(each["interaction"]) for each in proof["rolls"]]
    assert numbers == sorted(numbers)
    assert min(numbers) >= max(int(each["interaction"]) for each in seats)
    assert rolls_of(secret, salt, numbers) == [each["pips"] for each in proof["rolls"]]


def seal_on(message: Message) -> str:
    """Return the seal that a message tells whole."""
    (seal,) = re.findall(r"(?:Seal: `|\|\|)([0-9a-f]{64})(?:`|\|\|)", message.content)
    return str(seal)


def seal_of(card: Message, reader: Person) -> str:
    """Return the seal that is told before a card, which shows its beginning."""
    earlier = [each for each in reader.sees(card.channel_id) if each.id < card.id]
    seal = seal_on(next(each for each in reversed(earlier) if "Fair dice, sealed" in each.content))
    assert seal[:8] in card.content
    return seal


def rolled(driver: GameDriver) -> list[list[int]]:
    log = logged(driver.database, driver.table_id)
    return [list(event.pips) for event in log if isinstance(event, Rolled)]


def proof_in(message: Message) -> dict[str, Any]:
    (attachment,) = message.attachments
    assert attachment.filename == "proof.json"
    proof: dict[str, Any] = json.loads(attachment.bytes)
    return proof


async def play(driver: GameDriver, moves: int, chance: random.Random) -> None:
    """Play this many random moves, or until the end."""
    for _ in range(moves):
        if driver.match.outcome:
            return
        match = driver.match
        await driver.move(match.game.notate(chance.choice(match.game.legal(match.state))))


def without_digests(proof: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the contributions in a proof without the digests, which `check` has compared."""
    return [
        {name: value for name, value in each.items() if name != "digest"}
        for each in proof["contributions"]
    ]
