"""Events over the wire: opened, joined, directed, and played in threads."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.delivery import threads
from bot.extensions.events import games
from bot.extensions.events.acts import Events
from bot.extensions.events.log import Step
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import Event, Task
from bot.interactions.client import Postboard
from bot.model.event_game import EventGame
from bot.model.table import Request
from bot.store.sql.errors import Busy
from loopback import Faults, Loopback, Message, Permission, Person
from loopback.errors import ErrorCode
from rules.club.entries import Cancelled, GameKey, Stage
from rules.club.groups import State
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, labels, private, public
from tests.bot.test_owners_wire import granted
from tests.bot.who import person_of
from tests.loopback.waiting import until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads follow one another at once, and tries as well."""
    monkeypatch.setattr("bot.extensions.events.games._PER_SECOND", 1000.0)
    monkeypatch.setattr("bot.extensions.events.games._REST", 0.05)


@pytest.fixture
async def club(server: Loopback, database: Path) -> AsyncGenerator[Postboard]:
    async with bot_on(server, database) as bot:
        yield bot


async def settled(bot: Postboard) -> None:
    """Wait until every game that is to be opened or given up is."""
    for task in Task:
        while await bot.service(EventStore).next_to_do((), task) is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # The worker has its own pace.
    await delivered(bot)


async def posted(server: Loopback, bot: Postboard, ann: Person, **values: int) -> Message:
    """Return the card of an event of Czech draughts that Ann has opened: four games at once."""
    granted(server, ann, Permission.MANAGE_MESSAGES)
    wanted = {"at_once": 4, **values}
    preview = private(await ann.slash("event new", game="czech", values=wanted))
    assert labels(preview) == {"Post"}
    assert "**Czech draughts tournament**" in preview.content
    assert "draw sealed" not in preview.content, "the draw is sealed when it opens"
    answered(await ann.click(preview, "Post"))
    await delivered(bot)
    return next(m for m in ann.sees("lobby") if "Join" in labels(m))


async def test_an_event_is_opened_joined_and_begun(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, *others = people
    card = await posted(server, club, ann)
    seal = next(m for m in ann.sees("lobby") if "sealed in advance" in m.content)
    assert seal.id < card.id
    assert labels(card) == {"Join", "Leave", "Manage"}
    for person in people:
        card = public(await person.click(card, "Join"))
    assert all(person.name in card.content for person in people)
    card = public(await others[0].click(card, "Leave"))
    assert others[0].name not in card.content
    card = public(await others[0].click(card, "Join"))
    panel = private(await ann.click(card, "Manage"))
    question = private(await ann.click(panel, "Start …"))
    private(await ann.click(question, "Start"))
    await settled(club)
    event = await club.service(Events).get(1)
    assert event.state is State.GROUPS
    told = [m for m in ann.sees("lobby") if "your games are opening" in m.content]
    assert set(told[0].pings) == {p.id for p in people}
    assert not any(event.secret in m.content for m in ann.sees("lobby"))
    threads = [c for c in server.world.channels.values() if c.thread]
    assert len(threads) == 8, "four games at once for each of four people"
    mine = private(await ann.click(told[0], "My games"))
    assert mine.content.count("<#") == 4
    table = private(await ann.click(told[0], "Standings"))
    assert table.attachments


def now_of(person: Person, message: Message) -> Message:
    """Return a message of the lobby as it is now."""
    return next(each for each in person.sees("lobby") if each.id == message.id)


async def test_nobody_can_press_join_once_it_has_begun(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    await begun(server, club, people)
    await settled(club)
    await until(lambda: not [m for m in people[0].sees("lobby") if "Join" in labels(m)])


async def test_who_has_left_the_server_is_no_longer_in_an_event(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    *_, gone = people
    card = await posted(server, club, people[0], meetings=1)
    for person in people:
        await person.click(card, "Join")
    del server.world.guild().members[gone.id]
    panel = private(await people[0].click(card, "Manage"))
    await people[0].click(private(await people[0].click(panel, "Start …")), "Start")
    await settled(club)
    event = await club.service(Events).get(1)
    assert sorted(event.people[each].name for each in event.present) == sorted(
        person.name for person in people[:-1]
    )
    names = [c.name for c in server.world.channels.values() if c.thread]
    assert len(names) == 3
    assert not [name for name in names if gone.name in name], "no game of theirs was opened"


async def test_reasons_of_directors_are_read_below_the_table(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, *_ = people
    card = await posted(server, club, ann, meetings=1)
    for person in people[1:]:
        await person.click(card, "Join")
    direct = private(await ann.click(card, "Manage"))
    await ann.click(private(await ann.click(direct, "Start …")), "Start")
    await settled(club)
    await until(lambda: "My games" in labels(now_of(ann, card)))
    card = now_of(ann, card)
    direct = private(await ann.click(card, "Manage"))
    event = await club.service(Events).get(1)
    entrant = next(each for each, user in event.people.items() if user.name == bo.name)
    out = "Remove a player …"
    form = (await ann.choose(direct, str(entrant), placeholder=out)).modal
    assert form is not None
    await ann.submit(form, {"text": "Moved away"})
    for label in ("Standings", "My games"):
        assert "“Moved away”" in private(await bo.click(card, label)).content


async def begun(server: Loopback, bot: Postboard, people: list[Person]) -> None:
    """Let everybody join an event, and Ann begin it."""
    ann, *_ = people
    card = await posted(server, bot, ann, meetings=1)
    for person in people:
        await person.click(card, "Join")
    panel = private(await ann.click(card, "Manage"))
    await ann.click(private(await ann.click(panel, "Start …")), "Start")


async def test_a_thread_that_was_made_before_a_kill_is_found_again(
    server: Loopback,
    club: Postboard,
    people: list[Person],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The gateway has not told of it yet."""
    monkeypatch.setattr(discord.TextChannel, "threads", ())

    def thread_name(_: Event, game: EventGame) -> str:
        return f"Game {game.key.position}"

    monkeypatch.setattr("bot.extensions.events.games._thread_name", thread_name)
    lobby = club.get_channel(server.world.channel("lobby").id)
    assert isinstance(lobby, discord.TextChannel)
    kind = discord.ChannelType.public_thread
    made = await lobby.create_thread(name="Game 1", type=kind)
    await begun(server, club, people)
    await settled(club)
    game = EventGame(1, GameKey(Stage.GROUPS, 1, 1), 1)
    table_id = await club.service(EventStore).table_of(game)
    assert table_id is not None
    assert (await club.lookup.get(table_id)).channel_id == made.id
    assert len([c for c in server.world.channels.values() if c.thread]) == 6


@pytest.mark.parametrize("fault", ["server_errors_after", "dropped_after"])
async def test_each_game_has_one_thread_though_answers_are_lost(
    server: Loopback, club: Postboard, people: list[Person], fault: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("bot.extensions.events.games._REST", 0.05)
    monkeypatch.setattr("bot.extensions.events.games._REFUSED", 0.05)
    server.refusals["/channels/{channel}/threads"] = ErrorCode.TOO_MANY_THREADS
    await begun(server, club, people)
    making = frozenset({"/channels/{channel}/threads"})
    server.faults = Faults(routes=making, seed=3, **{fault: 0.7})  # type: ignore[arg-type]
    server.refusals.clear()
    await until(lambda: server.faults_happened[fault] >= 4)
    server.faults = Faults()
    await settled(club)
    names = [c.name for c in server.world.channels.values() if c.thread]
    assert len(names) == len(set(names)) == 6


async def test_games_wait_for_threads_and_the_channel_is_told_once(
    server: Loopback, club: Postboard, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.extensions.events.games._REFUSED", 0.05)
    server.refusals["/channels/{channel}/threads"] = ErrorCode.TOO_MANY_THREADS
    await begun(server, club, people)
    while not [m for m in people[0].sees("lobby") if "more threads" in m.content]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    server.refusals.clear()
    await settled(club)
    told = [m for m in people[0].sees("lobby") if "more threads" in m.content]
    assert len(told) == 1
    assert len([c for c in server.world.channels.values() if c.thread]) == 6


async def test_a_channel_is_told_that_its_games_wait_though_it_cannot_be_stored_at_first(
    server: Loopback, club: Postboard, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.extensions.events.games._REFUSED", 0.05)
    store, failures = club.service(EventStore), [Busy("planted")]
    tell = store.tell_blocked

    async def tell_blocked(event: Event, now: int) -> None:
        if failures:
            raise failures.pop()
        await tell(event, now)

    monkeypatch.setattr(store, "tell_blocked", tell_blocked)
    server.refusals["/channels/{channel}/threads"] = ErrorCode.TOO_MANY_THREADS
    await begun(server, club, people)
    await until(lambda: any("open more threads here" in m.content for m in people[0].sees("lobby")))
    server.refusals.clear()
    await settled(club)


async def test_a_thread_of_a_game_that_is_called_off_meanwhile_goes_from_the_list(
    server: Loopback, club: Postboard, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing would ever come in it."""
    calls = [Request("planted")]
    add = threads.add_people

    async def add_people(*values: Any) -> Any:
        if calls:
            await club.service(Events).change(1, lambda _: Step(Cancelled()), calls.pop())
        return await add(*values)

    monkeypatch.setattr(games, "add_people", add_people)
    await begun(server, club, people)
    await settled(club)
    await until(lambda: not calls)
    made = [each.thread for each in server.world.channels.values() if each.thread]
    await until(lambda: [each.archived for each in made] == [True])


async def test_nobody_but_directors_directs(
    server: Loopback, club: Postboard, ann: Person, bo: Person
) -> None:
    refused = private(await bo.slash("event new", game="czech"))
    assert "Only organizers can" in refused.content
    card = await posted(server, club, ann)
    refused = private(await bo.click(card, "Manage"))
    assert "Only its organizers" in refused.content


async def test_a_whole_event_over_the_wire(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, *_ = people
    card = await posted(server, club, ann, meetings=1, at_once=2)
    first = next(m.id for m in ann.sees("lobby") if "sealed in advance" in m.content)
    for person in people:
        card = public(await person.click(card, "Join"))
    panel = private(await ann.click(card, "Manage"))
    await ann.click(private(await ann.click(panel, "Start …")), "Start")
    await settled(club)
    mine = private(await people[1].click(card_of(ann), "My games"))
    question = private(await people[1].click(mine, "Drop out …"))
    private(await people[1].click(question, "Drop out"))
    await settled(club)
    gone = await person_of(club, people[1])
    while True:
        rows = await club.store.lists.of_user(await person_of(club, ann))
        running = [await club.lookup.get(row.id) for row in rows]
        if not running:
            break
        assert all(gone not in {p.user.id for p in t.players} for t in running)
        table = running[0]
        person = server.person(table.players[0].user.name)
        question = private(await person.slash("game resign", channel=table.channel_id))
        await person.click(question, "Resign")
        await settled(club)
    others = [
        t for p in people[2:] for t in await club.store.lists.of_user(await person_of(club, p))
    ]
    for row in {each.id: each for each in others}.values():
        table = await club.lookup.get(row.id)
        person = server.person(table.players[0].user.name)
        question = private(await person.slash("game resign", channel=table.channel_id))
        await person.click(question, "Resign")
        await settled(club)
    event = await club.service(Events).get(1)
    assert event.state is State.OVER
    await delivered(club)
    over = [m for m in ann.sees("lobby") if "Congratulations" in m.content]
    assert len(over[0].pings) == 1
    # The seal, the start and the end: the card before goes, and there is no line for each thread.
    await until(lambda: len([m for m in people[3].sees("lobby") if m.id >= first]) == 3)


def card_of(person: Person) -> Message:
    return next(m for m in person.sees("lobby") if "My games" in labels(m))
