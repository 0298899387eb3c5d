"""What the gateway tells once is written, also where the file refuses it at first."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from loopback.payload import Payload, as_list, as_payload
from tests.bot.conftest import bot_on
from tests.bot.game_driver import private, public, sit_down
from tests.bot.held_file import locked, wait_for_file
from tests.loopback.waiting import until
from tests.stored import rows


@dataclass(frozen=True)
class File:
    """The file of the bot, and what the bot logs of it."""

    path: Path
    log: pytest.LogCaptureFixture

    def values(self, sql: str) -> list[object]:
        return [value for (value,) in rows(self.path, sql)]

    async def has_refused(self, times: int) -> None:
        refusal = "Can't write the database"
        await until(lambda: sum(refusal in each.message for each in self.log.records) >= times)

    def tracebacks(self) -> list[str]:
        """Return what was logged with a traceback, as only bugs are."""
        return [each.message for each in self.log.records if each.exc_info]


@pytest.fixture
async def file(bot: Postboard, database: Path, caplog: pytest.LogCaptureFixture) -> File:
    """Return the file of a bot that is ready, and waits for it a tenth of a second, not five."""
    await bot.wait_until_ready()
    await bot.idle()
    await wait_for_file(bot, 100)
    return File(database, caplog)


async def test_a_server_that_takes_the_bot_back_keeps_it(
    server: Loopback, bot: Postboard, file: File, ann: Person
) -> None:
    """A server that seems to have removed the bot loses its games after some days."""
    world, removed = server.world, "SELECT removed_at FROM guilds"
    with locked(file.path):
        world.remove_bot(world.guild())
        await file.has_refused(2)
        world.add_bot(world.guild())
        await until(lambda: bool(bot.guilds))
        assert file.values(removed) == []
    await until(lambda: file.values(removed) == [None])
    assert None not in file.values("SELECT ends FROM outages")
    await until(lambda: bool(ann.sees("lobby")))
    assert file.tracebacks() == []


async def test_a_return_to_a_server_is_noticed_at_the_next_start(
    server: Loopback, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    world, file, removed = server.world, File(database, caplog), "SELECT removed_at FROM guilds"
    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        world.remove_bot(world.guild())
        await until(lambda: file.values(removed) not in ([], [None]))
    world.add_bot(world.guild())
    async with bot_on(server, database):
        await until(lambda: file.values(removed) == [None])


async def test_an_outage_ends_once_the_file_can_be_written(server: Loopback, file: File) -> None:
    """The clocks of a server stand still until its outage ends."""
    world, ends = server.world, "SELECT ends FROM outages"
    world.set_available(world.guild(), available=False)
    await until(lambda: file.values(ends) == [None])
    with locked(file.path):
        world.set_available(world.guild(), available=True)
        await file.has_refused(1)
        assert file.values(ends) == [None]
    await until(lambda: None not in file.values(ends))
    assert file.tracebacks() == []


async def test_a_channel_that_is_deleted_meanwhile_ends_its_game(
    server: Loopback, file: File, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo))
    await bo.click(card, "Accept")
    with locked(file.path):
        server.world.remove_channel(ann.place("lobby"))
        await file.has_refused(1)
        assert file.values("SELECT status FROM tables") == ["playing"]
    await until(lambda: file.values("SELECT status FROM tables") == ["over"])
    assert file.tracebacks() == []


async def test_the_bot_closes_after_what_is_being_stored_and_stores_nothing_then(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Soon afterwards the database closes."""
    begun, stopping = asyncio.Event(), asyncio.Event()
    closed: list[bool] = []

    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        stop = bot.gateway_writer.stop

        async def noted() -> None:
            stopping.set()
            await stop()

        async def store() -> None:
            begun.set()
            await until(lambda: stopping.is_set() or bot.is_closed())
            closed.append(bot.is_closed())

        monkeypatch.setattr(bot.gateway_writer, "stop", noted)
        events = [asyncio.create_task(bot.gateway_writer.write(store)) for _ in range(2)]
        await begun.wait()
    await asyncio.gather(*events)
    assert closed == [False]


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("GUILD_CREATE", {"id": "7", "name": "Club", "threads": None}),
        ("CHANNEL_CREATE", {"id": "8", "type": 2, "name": "Voices"}),
        ("THREAD_DELETE", {"id": "9"}),
        ("INTERACTION_CREATE", {"id": "10", "type": 2}),
    ],
)
async def test_an_event_that_cannot_be_read_is_left_out(
    server: Loopback, file: File, ann: Person, event: str, data: dict[str, object]
) -> None:
    guild_id = server.world.guild().id
    written = {**data, "guild_id": str(guild_id)} if "guild" not in event.lower() else data
    server.gateway.dispatch(event, written, guild_id=guild_id)
    reply = await ann.slash("help", channel="lobby")
    assert reply.message is not None
    assert len(file.tracebacks()) == 1
    assert event in file.tracebacks()[0]


async def test_a_form_with_a_text_between_its_fields_is_read(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord sends the texts of a form back with its fields."""
    driver = await sit_down(server, bot, database)
    form = (await driver.due.slash("game note")).modal
    assert form is not None
    dispatch = server.gateway.dispatch

    def with_text(name: str, data: Payload, *, guild_id: int | None) -> None:
        as_list(as_payload(data["data"])["components"]).insert(0, {"type": 10, "id": 99})
        dispatch(name, data, guild_id=guild_id)

    monkeypatch.setattr(server.gateway, "dispatch", with_text)
    assert private(await driver.due.submit(form, {"text": "hold the centre"})).content
