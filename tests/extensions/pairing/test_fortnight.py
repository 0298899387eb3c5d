"""Days of a club that pairs itself: who gets which games, and what it costs in messages and pings.

Fourteen days with twelve people under `SOAK`, otherwise a few days of the same fortnight.
"""

import random
from collections import Counter
from itertools import combinations

from bot.interactions.client import Postboard
from bot.model.table import Status, Table
from loopback import Loopback, Message, Person
from loopback.world.feed import Event, MessagePosted
from loopback.world.membership import join
from tests.bot.game_driver import private
from tests.conformance.configured import SOAK
from tests.extensions.pairing.pairing_driver import PairingDriver, opened_room

DAYS, PEOPLE = (14, 12) if SOAK else (3, 8)
GAMES = ("game:rematch", "game:czech", "game:punt-match", "game:turkish")


async def test_a_fortnight_of_a_club(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    chance = random.Random(42)
    posted: list[Message] = []
    club = await opened_room(server, bot)

    def listen(event: Event) -> None:
        if isinstance(event, MessagePosted) and not event.message.ephemeral:
            posted.append(event.message)

    server.feed.listen(listen)
    everybody = list(people)
    for number in range(len(people), PEOPLE):
        user = server.world.add_user(f"Guest {number}")
        join(server.world, server.world.guild(), user)
        everybody.append(server.person(user))
    for who in everybody:
        wanted = chance.sample(GAMES, chance.randint(1, 3))
        await club.pair_me(who, wanted, number=f"number:{chance.randint(1, 4)}")
    begun = 0
    for day in range(DAYS):
        before = len(posted)
        await club.next_round()
        new = posted[before:]
        assert sum(each.content.startswith("**New games** ") for each in new) <= 1
        begun = await _require_fair(club, begun, day)
        for table in await club.tables():
            if table.status is Status.PLAYING and chance.random() < 0.7:
                await _played(club, table, chance)
    assert all(len(each.pings) <= 1 for each in posted), "a turn, an end or nobody"
    left = [each for each in people[0].sees("games") if not each.ephemeral]
    assert len(left) <= 1 + DAYS, "at most one message a day, and no line of a thread"
    assert len(club.threads) == len(await club.tables()) >= DAYS


async def _require_fair(club: PairingDriver, begun: int, day: int) -> int:
    """Require that nobody has too many games, or two with one person; return all games so far."""
    tables = await club.tables()
    new = Counter(each.user.id for table in tables[begun:] for each in table.players)
    assert all(count == 1 for count in new.values()) or day == 0
    running = [table for table in tables if table.status is Status.PLAYING]
    pairs = Counter(
        pair
        for table in running
        for pair in combinations(sorted(each.user.id for each in table.players), 2)
    )
    assert all(count == 1 for count in pairs.values())
    assert all(len({each.user.id for each in table.players}) == 2 for table in tables)
    return len(tables)


async def _played(club: PairingDriver, table: Table, chance: random.Random) -> None:
    """Let both play their first moves, and then perhaps one of them resign."""
    due = club.server.person("Ann")
    for _ in range(2):
        table = await club.bot.lookup.get(table.id)
        assert table.due is not None
        due = club.server.person(table.due.user.name)
        move = table.started.game.notate(chance.choice(table.started.legal))
        await due.slash("move", channel=table.channel_id, move=move)
    if chance.random() < 0.5:
        question = private(await due.slash("game resign", channel=table.channel_id))
        await due.click(question, "Resign")
