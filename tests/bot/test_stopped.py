"""What a bot leaves running when it has stopped: nothing."""

import gc
from pathlib import Path
from typing import Final

from bot.delivery.worker import BackgroundTasks
from loopback import Loopback, Person
from tests.bot.conftest import bot_on

UNHARMED: Final = {"silent shards": "they only ask a writer, which has stopped by then"}


async def test_tasks_that_come_late_are_not_begun(
    server: Loopback, database: Path, ann: Person
) -> None:
    """An answer that takes longer than a stop waits for would use connections that are closed."""
    async with bot_on(server, database):
        await ann.slash("games")
        every = [each for each in gc.get_objects() if isinstance(each, BackgroundTasks)]
        every = [each for each in every if vars(each)["_name"] not in UNHARMED]
        assert len(every) > 5
    began = list[str]()

    async def late() -> None:
        began.append("late")

    for each in every:
        each.begin(late())
        await each.settled()
    assert not began, [vars(each) for each in every]
