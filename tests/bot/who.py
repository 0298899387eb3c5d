"""Who is who: people of the loopback server as the bot's file knows them."""

import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bot.interactions.client import Postboard
from bot.model.caller import Person, User
from loopback import Loopback
from loopback import Person as Somebody
from loopback.world.feed import Event, MessageEdited, MessagePosted
from tests.every_table import EVERY_TABLE
from tests.stored import opened, rows

__all__ = [
    "nobody_named",
    "person_of",
    "require_no_user_ids",
    "somebody",
    "user_ids",
]


def somebody(number: int, name: str) -> User:
    """Return somebody at a table without Discord, whose number is small."""
    return User(Person(number), name)


async def person_of(bot: Postboard, who: Somebody) -> Person:
    """Return the person that the bot knows somebody as, or gets to know."""
    return await bot.store.people.meet(who.id)


def user_ids(database: Path) -> Mapping[int, int]:
    """Return Discord's number of everybody whom the file knows, by the person's."""
    return dict(rows(database, "SELECT person, user_id FROM people"))


@contextmanager
def nobody_named(server: Loopback, database: Path) -> Generator[None]:
    """Check after the block that only `people` names users, and that no control ever did.

    A number in somebody's name is theirs to choose.
    """
    controls = set[str]()

    def listen(event: Event) -> None:
        if isinstance(event, MessagePosted | MessageEdited):
            controls.update(re.findall(r"\d{10,}", repr(event.message.components)))

    server.feed.listen(listen)
    yield
    everybody = server.world.users.values()
    chosen = {number for user in everybody for number in _numbers_in(user.name)}
    users = {user.id for user in everybody if not user.bot} - chosen
    require_no_user_ids(database, users)
    # Few controls have a number so long: only then is the file asked who is known.
    known = {*user_ids(database)} if controls else set[int]()
    numbers = {str(number) for number in users | known}
    assert not controls & numbers, "a control names a person"


def require_no_user_ids(database: Path, users: set[int]) -> None:
    """Search every column of every table but `people` for Discord's numbers of users."""
    with opened(database) as tx:
        for table in {each.table for each in EVERY_TABLE} - {"people"}:
            for row in tx.do(f"SELECT * FROM {table}"):
                found = users & {number for value in row for number in _numbers_in(value)}
                assert not found, f"{table} holds {found}: {tuple(row)}"


def _numbers_in(value: str | float | bytes | None) -> set[int]:
    return set(map(int, re.findall(r"\d+", str(value)))) if value is not None else set()
