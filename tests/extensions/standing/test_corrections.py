"""Moderators decide that games don't count for ratings, or do again."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.extensions.standing.corrections import Corrections
from bot.extensions.standing.corrections import told as told_of
from bot.extensions.standing.rows import CorrectionStore
from bot.extensions.standing.values import CORRECTABLE, CORRECTION, MOST_TOLD, Corrected, Correction
from bot.interactions.client import Postboard
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.table import Table, User
from bot.store.tables.ratings import pools, wrong_ratings
from bot.tables.commands import Accept, EndVoid, Open, Play, Resign
from loopback import Loopback, Message, Modal, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    MOST_CONTENT,
    GameDriver,
    answered,
    delivered,
    labels,
    moderating,
    private,
    shown,
    sit_down,
)
from tests.bot.seat_changes import CZECH, DI, EVE, due, move, playing
from tests.bot.table_service import ANN, BO, CHANNEL, CY, ELSEWHERE, Service
from tests.bot.test_counting import HEKS
from tests.bot.test_rating_rows import Stored, stored
from tests.stored import opened

HERE, THERE = Place(CHANNEL, 5), Place(ELSEWHERE, 5)
WHY = "they play in one room"


def moderator(user: User = DI, place: Place = HERE) -> Caller:
    return Caller(user, place, may_moderate=True, may_moderate_all=True)


async def ended(service: Service, host: User = ANN, guest: User = BO, place: Place = HERE) -> Table:
    """Return a rated game that the guest has lost."""
    by = Caller(host, place)
    table = await service.tables.open(Open(CZECH, (guest,)), by, service.request())
    accepts = replace(by, user=guest)
    table = (await service.tables.execute(table.id, accepts, Accept(), service.request())).table
    for _ in range(2):
        notation = table.started.game.notate(table.started.legal[0])
        mover = replace(by, user=due(table))
        change = await service.tables.execute(table.id, mover, Play(notation), service.request())
        table = change.table
    resigns = replace(by, user=guest)
    return (await service.tables.execute(table.id, resigns, Resign(), service.request())).table


def corrections(service: Service) -> Corrections:
    return Corrections(CorrectionStore(service.store.database), service.clock)


def ratings(database: Path) -> Stored:
    with opened(database) as tx:
        return stored(tx)


async def strike(
    service: Service, table: Table, by: Caller | None = None, *, counts: bool = False
) -> None:
    by = by or moderator(place=table.place)
    await corrections(service).correct_game(table, by, counts=counts, reason=WHY)


async def strike_all(
    service: Service, table: Table, of: User, by: Caller | None = None, *, counts: bool = False
) -> int:
    by = by or moderator(place=table.place)
    return await corrections(service).correct_person(table, by, of.id, counts=counts, reason=WHY)


async def told(service: Service) -> list[tuple[int, list[int]]]:
    """Return the channels that are to be told, each with the tables, and take them away."""
    service.store.queues.row_kinds.add(CORRECTION)
    rows = [row for row in await service.store.queues.waiting() if row.kind == CORRECTION]
    found: list[tuple[int, list[int]]] = []
    for row in rows:
        assert row.channel_id is not None
        assert row.guild_id is not None
        assert row.payload is not None
        tables = re.search(r"\[([0-9, ]+)\]", row.payload)
        assert tables is not None
        found.append((row.channel_id, list(map(int, tables[1].split(", ")))))
        service.store.queues.mark_delivered(row, None, lambda _: None)
    await service.store.queues.flush()
    return found


async def test_ratings_are_as_if_a_struck_game_had_never_been(
    service: Service, database: Path
) -> None:
    first = await ended(service)
    one = ratings(database)
    second = await ended(service, BO, CY)
    both = ratings(database)
    await strike(service, second)
    assert ratings(database) == one
    await strike(service, first)
    assert ratings(database) == ([], [])
    await strike(service, second, counts=True)
    await strike(service, first, counts=True)
    assert ratings(database) == both
    with opened(database) as tx:
        assert [each for pool in pools(tx) for each in wrong_ratings(tx, *pool)] == []
    at = (CHANNEL, [second.id]), (CHANNEL, [first.id])
    assert await told(service) == [*at, *at]


async def test_a_decision_that_changes_nothing_is_refused(service: Service, database: Path) -> None:
    table = await ended(service)
    before = ratings(database)
    with pytest.raises(TableError, match="Nothing to change"):
        await strike(service, table, counts=True)
    await strike(service, table)
    after = ratings(database)
    for _ in range(2):
        with pytest.raises(TableError, match="Nothing to change"):
            await strike(service, table)
    assert after != before
    assert (ratings(database), len(await told(service))) == (after, 1)


async def test_only_a_moderator_of_the_place_without_a_part_decides(
    service: Service, database: Path
) -> None:
    table = await ended(service)
    before = ratings(database)
    wrong = (
        Caller(CY, HERE), moderator(ANN), moderator(BO), moderator(place=THERE),
        moderator(place=Place(99, 6)),
    )  # fmt: skip
    for by in wrong:
        with pytest.raises(TableError):
            await strike(service, table, by)
        with pytest.raises(TableError):
            await strike_all(service, table, ANN, by)
    with pytest.raises(TableError, match="whole server"):
        await strike_all(service, table, ANN, replace(moderator(), may_moderate_all=False))
    decide = corrections(service).correct_game
    with pytest.raises(TableError, match="reason"):
        await decide(table, moderator(), counts=False, reason=" \n")
    running = await playing(service, CZECH)
    with pytest.raises(TableError, match="isn't finished"):
        await strike(service, running)
    assert (ratings(database), await told(service)) == (before, [])


async def test_a_game_can_be_struck_for_90_days(service: Service, database: Path) -> None:
    old, table = await ended(service), await ended(service, CY, BO)
    ends = table.started.entries[-1].at
    before = ratings(database)
    service.clock.time = ends + CORRECTABLE
    with pytest.raises(TableError, match="90 days"):
        await strike(service, old)
    with pytest.raises(TableError, match="Nothing to change"):
        await strike_all(service, old, BO)
    service.clock.time -= 1
    assert ratings(database) == before
    await strike(service, table)
    assert ratings(database) != before


async def test_a_game_that_never_counted_does_not_count_by_a_decision(service: Service) -> None:
    table = await playing(service, CZECH)
    change = await service.tables.execute(
        table.id, moderator(), EndVoid("wrong game"), service.request()
    )
    assert await CorrectionStore(service.store.database).of_table(table.id) == (False, None)
    for counts in (False, True):
        with pytest.raises(TableError, match="Nothing to change"):
            await strike(service, change.table, counts=counts)


async def test_all_games_of_one_person_are_struck_at_once(service: Service, database: Path) -> None:
    await ended(service, ANN, CY)
    without = ratings(database)
    table = await ended(service)
    await ended(service, BO, CY, THERE)
    everything = ratings(database)
    assert await strike_all(service, table, BO) == 2
    assert ratings(database) == without
    assert await told(service) == [(CHANNEL, [2]), (ELSEWHERE, [3])]
    assert await strike_all(service, table, BO, counts=True) == 2
    assert ratings(database) == everything


async def test_a_step_for_a_person_leaves_out_games_of_whoever_decides(
    service: Service, database: Path
) -> None:
    await ended(service, DI, BO)
    own = ratings(database)
    table = await ended(service)
    assert await strike_all(service, table, BO) == 1
    assert ratings(database) == own


async def test_a_step_for_a_person_stays_in_its_server(service: Service, database: Path) -> None:
    other = await ended(service, ANN, BO, Place(77, 6))
    elsewhere = ratings(database)
    table = await ended(service)
    assert await strike_all(service, table, BO) == 1
    assert ratings(database) == elsewhere
    assert await strike_all(service, other, BO) == 1
    assert ratings(database) == ([], [])


async def test_what_was_struck_by_itself_is_not_counted_again_with_others(
    service: Service, database: Path
) -> None:
    table, other = await ended(service), await ended(service, BO, CY)
    await strike(service, table)
    struck = ratings(database)
    assert await strike_all(service, other, BO) == 1
    assert await strike_all(service, other, BO, counts=True) == 1
    assert ratings(database) == struck


async def test_the_games_of_a_person_include_those_that_somebody_else_resigned(
    service: Service, database: Path
) -> None:
    """One of three resigns, which counts at once; only its row names the two others."""
    table = await playing(service, HEKS)
    for _ in table.seating:
        table = await move(service, table)
    table = await service.do(table, CY, Resign())
    assert len(ratings(database)[0]) == 3
    over = await ended(service, ANN, DI, THERE)
    assert await strike_all(service, over, ANN, moderator(EVE, THERE)) == 2
    assert ratings(database) == ([], [])
    assert await told(service) == [(CHANNEL, [table.id]), (ELSEWHERE, [over.id])]


def test_a_message_about_many_long_decisions_fits() -> None:
    long = Correction(False, ANN.id, "*" * 200, BO.id)
    place = Place(2**63 - 1, 2**63 - 1)
    games = [Corrected(2**40 + n, "hypergammon", place, 2**63 - 1) for n in range(MOST_TOLD)]
    text = locale_of(DEFAULT).message(told_of(long, games, 900).text)
    assert len(text) <= MOST_CONTENT
    assert "… and 890 more." in text
    assert " more" not in locale_of(DEFAULT).message(told_of(long, games, MOST_TOLD).text)
    assert f"<@p{ANN.id:018}> removed these games of <@p{BO.id:018}> from the ratings" in text


# Over the wire


def granted(server: Loopback, person: Person, permissions: Permission) -> None:
    guild = server.world.guild()
    role = guild.add_role(f"role of {person.name}", int(permissions))
    guild.members[person.id].role_ids.add(role.id)


async def finished(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Return a rated game that is over."""
    driver = await sit_down(server, bot, database, time="3 days")
    for _ in range(2):
        await driver.move(driver.game.notate(driver.match.legal[0]))
    loser = driver.people[Seat(0)]
    asked = private(await loser.slash("game resign"))
    await shown(bot, loser, await loser.click(asked, "Resign"))
    return driver


def newest(person: Person) -> Message:
    """Return the newest message that everybody sees."""
    return next(each for each in reversed(person.sees("lobby")) if not each.ephemeral)


async def asked(by: Person, panel: Message, action: str) -> Modal:
    """Choose, and return the form that decides."""
    question = answered(await by.choose(panel, action))
    form = (await by.click(question, "Yes, with a reason …")).modal
    assert form is not None
    return form


async def decide(bot: Postboard, by: Person, form: Modal, reason: str) -> str:
    """Decide, and return what the person is told."""
    said = private(await by.submit(form, {"text": reason}))
    await delivered(bot)
    return said.content


async def test_a_moderator_strikes_a_game_and_the_channel_is_told(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await finished(server, bot, database)
    before = ratings(database)
    granted(server, cy, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    panel = private(await cy.slash("server moderate"))
    assert "This game counts for ratings." in panel.content
    form = await asked(cy, panel, "strike")
    assert "posted in its channel" in await decide(bot, cy, form, "*one* room")
    post = newest(cy)
    assert post.content.startswith(f"<@{cy.id}> removed [Czech draughts](https://")
    assert r"from the ratings. Reason: “\*one\* room”" in post.content
    assert not post.pings
    assert ratings(database) == ([], [])
    assert "Nothing to change" in await decide(bot, cy, form, "twice")
    assert newest(cy).id == post.id
    panel = await moderating(cy)
    assert "removed this game from the ratings" in panel.content
    form = await asked(cy, panel, "count")
    assert "posted in its channel" in await decide(bot, cy, form, "a mistake")
    assert ratings(database) == before


async def test_a_moderator_of_the_server_strikes_all_games_of_a_person(
    server: Loopback, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    async with bot_on(server, database) as bot:
        driver = await finished(server, bot, database)
        panel = private(await cy.slash("server moderate"))
        table = await bot.lookup.get(driver.table_id)
        form = await asked(cy, panel, f"strike-{table.at(Seat(0)).id}")
        assert "Done: 1 game." in await decide(bot, cy, form, "feeds others")
        who = driver.people[Seat(0)].id
        assert f"removed these games of <@{who}> from the ratings" in newest(cy).content
        assert ratings(database) == ([], [])


async def test_players_and_others_find_no_way_to_decide(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await finished(server, bot, database)
    before = ratings(database)
    granted(server, cy, Permission.MANAGE_GUILD)
    assert "Only moderators" in private(await cy.slash("server moderate")).content
    player = driver.people[Seat(0)]
    granted(server, player, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    assert "in this game" in private(await player.slash("server moderate")).content
    board = next(m for m in reversed(player.sees("lobby")) if "More" in labels(m))
    assert "Moderate …" not in labels(private(await player.click(board, "More")))
    assert ratings(database) == before
