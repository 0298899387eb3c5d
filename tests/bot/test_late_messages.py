"""What a row of the outbox shows later is recognised as the message that arrived at first.

People and timers do at random what they may. Each row is composed as it is written, as if its
message had arrived and the reply had been lost, and again after everything that follows.
"""

import random
import re
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.delivery.outbox.arrival import Seen, is_shown
from bot.delivery.outbox.composing import Composer
from bot.delivery.rendering import content_of
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.mark import read_mark
from bot.model.queues import ItemKind, OutboxItem
from tests.bot.known_verbs import readable
from tests.bot.random_life import PEOPLE, Life
from tests.bot.timed_host import Host, host_on
from tests.conformance.configured import SOAK

USERS = {each.id: 10**17 + each.id for each in PEOPLE}
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
            shown = is_shown(post, USERS, there, DEFAULT)
            assert shown, f"{item.dedupe} was {there}, is {seen(post)}"
            self.composed[item.kind] += 1

    def _require_missing(self, item: OutboxItem, post: Message | None) -> None:
        """Check that a later message is not taken for this, unless it tells the same."""
        if post is not None and item.kind not in _TOLD_AGAIN:
            later = [there for number, there in self._arrived.values() if number > item.id]
            words = said(seen(post))
            taken = [each for each in later if is_shown(post, USERS, each, DEFAULT)]
            others = [each for each in taken if said(each) != words]
            assert not others, f"{item.dedupe} is {words}, taken for {others}"


def said(there: Seen) -> str:
    """Return the words of a message without the times."""
    return re.sub(r"<t:\d+:\w>", "", there.content)


def seen(post: Message) -> Seen:
    """Return what is known again of a message that was sent."""
    content = content_of(post, USERS, locale_of(DEFAULT))
    pictures = [each.name for each in (post.picture, post.second_picture) if each]
    marks = {read_mark(name) for name in pictures} | {
        name.mark for name in readable(post.custom_ids)
    }
    return Seen(content, frozenset(mark for mark in marks if mark))


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
