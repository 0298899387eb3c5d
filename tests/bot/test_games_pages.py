"""Pages of `/games`: a server's tables and games, and one's own, ten a page, by time."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.caller import Caller, Place
from bot.model.caller import Person as Number
from bot.model.lists import NEWEST, OLDEST, Cursor, Ended, Tally
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.tables.commands import Join, OfferSeat, Open, Play, Propose, Resign, TakeSeat
from loopback import Loopback, Message, Permission, Person
from loopback.world import archiving, threads
from loopback.world.feed import ChannelChanged
from rules.contract.core import Seat
from rules.log.events import OfferKind
from tests.bot.game_driver import answered, delivered, labels, private, sit_down
from tests.bot.table_service import ANN, BO, CY, CZECH, Service, caller
from tests.bot.who import person_of
from tests.loopback.waiting import until

SERVER = 5
TEAM = Terms("rematch", {}, seating=1)


async def over(service: Service, one: User, other: User, terms: Terms = CZECH) -> Table:
    """Return a game that `one` has resigned against `other`, a second after the one before."""
    service.clock.time += 1
    table = await service.tables.open(Open(terms, (), "white"), caller(one), service.request())
    table = await service.do(table, other, Join())
    table = await service.do(table, one, Play("c3-d4")) if terms == CZECH else table
    return await service.do(table, one, Resign())


async def walked(
    service: Service, *, start: Cursor = NEWEST, person: Number | None = None, limit: int = 3
) -> Sequence[int]:
    """Return the tables of all pages of ends, from a cursor on."""
    found: list[int] = []
    cursor = start
    while True:
        kept = service.store.lists
        page: list[Ended] = (
            await kept.ended_in(SERVER, cursor, limit)
            if person is None
            else await kept.ended_by(person, cursor, limit)
        )
        if not page:
            return found
        numbers = [each.table_id for each in page]
        found = [*numbers, *found] if cursor.is_later else [*found, *numbers]
        edge = page[0] if cursor.is_later else page[-1]
        cursor = Cursor(edge.ended_at, edge.table_id, cursor.is_later)


async def test_games_that_are_over_are_walked_both_ways_and_none_is_missed(
    service: Service,
) -> None:
    """Also where several ended in the same second."""
    games = [await over(service, ANN, BO) for _ in range(4)]
    service.clock.time -= 1
    games += [await over(service, CY, BO)]
    expected = sorted((each.id for each in games), reverse=True)
    assert await walked(service, limit=1) == expected
    assert await walked(service, start=OLDEST, limit=1) == expected
    assert await walked(service, person=BO.id, limit=2) == expected
    assert await walked(service, person=CY.id) == [games[-1].id]


async def test_a_page_stays_where_it_is_while_more_games_end(service: Service) -> None:
    for _ in range(4):
        await over(service, ANN, BO)
    first = await service.store.lists.ended_in(SERVER, NEWEST, 2)
    edge = Cursor(first[-1].ended_at, first[-1].table_id)
    before = await service.store.lists.ended_in(SERVER, edge, 2)
    await over(service, ANN, BO)
    assert await service.store.lists.ended_in(SERVER, edge, 2) == before


async def test_tables_are_listed_by_their_state_and_server(service: Service) -> None:
    await over(service, ANN, BO)
    waiting = await service.opened()
    playing = await service.tables.open(Open(CZECH, (), "white"), caller(ANN), service.request())
    playing = await service.do(playing, BO, Join())
    kept = service.store.lists
    assert [each.id for each in await kept.tables_in(SERVER, Status.OPEN, NEWEST, 9)] == [
        waiting.id
    ]
    (row,) = await kept.tables_in(SERVER, Status.PLAYING, NEWEST, 9)
    assert (row.id, row.round, row.due_person) == (playing.id, 1, ANN.id)
    assert await kept.tables_in(SERVER + 1, Status.PLAYING, NEWEST, 9) == []


async def test_the_move_that_is_due_is_counted_in_rounds(service: Service) -> None:
    table = await service.playing()
    for number, move in enumerate(("c3-d4", "b6-a5", "b2-c3"), 1):
        table = await service.do(table, ANN if number % 2 else BO, Play(move))
        (row,) = await service.store.lists.tables_in(SERVER, Status.PLAYING, NEWEST, 9)
        assert row.round == table.started.round == number // 2 + 1
    await service.do(table, BO, Resign())
    (ended,) = await service.store.lists.ended_in(SERVER, NEWEST, 9)
    assert ended.round == 2


async def test_head_to_head_counts_what_both_finished_in_different_teams(
    service: Service, opened: Database
) -> None:
    for loser, winner in ((ANN, BO), (BO, ANN), (ANN, BO)):
        await over(service, loser, winner)
    drawn = await service.playing()
    await service.do(drawn, ANN, Propose(OfferKind.DRAW))
    await service.do(drawn, BO, Propose(OfferKind.DRAW))
    void = await service.playing()
    await service.do(void, ANN, Propose(OfferKind.ABORT))
    await service.do(void, BO, Propose(OfferKind.ABORT))
    team = await service.opened(terms=TEAM)
    await service.do(team, BO, Join())
    team = await service.do(team, CY, Join())
    alone = next(p.user for p in team.players if not team.started.allies_of(seat_of(team, p.user)))
    await service.do(team, alone, Resign())
    kept = service.store.lists
    assert await kept.tallies(ANN.id, CY.id) == (
        [] if alone == BO else [Tally("rematch-3", int(alone == CY), 0, int(alone == ANN))]
    )
    (czech, *_) = await kept.tallies(ANN.id, BO.id)
    assert czech == Tally("czech", 1, 1, 2)
    assert (await kept.tallies(BO.id, ANN.id))[0] == Tally("czech", 2, 1, 1)
    await opened.flush()


def seat_of(table: Table, user: User) -> Seat:
    seat = table.seat(user.id)
    assert seat is not None
    return seat


async def test_who_left_and_who_came_have_no_tally_of_what_the_leaver_began(
    service: Service,
) -> None:
    table = await service.playing()
    await service.do(table, BO, OfferSeat(CY))
    seat = table.seat(BO.id)
    assert seat is not None
    table = await service.do(table, CY, TakeSeat(seat))
    if table.started.offer is not None:
        table = await service.do(table, ANN, Propose(OfferKind.SUBSTITUTE))
    await service.do(table, ANN, Resign())
    assert await service.store.lists.tallies(ANN.id, BO.id) == []
    assert await service.store.lists.tallies(BO.id, ANN.id) == []


# On Discord


async def listed(asker: Person, **options: str | Person) -> Message:
    return private(await asker.slash("games", channel="games", values=options))


async def test_games_that_go_on_in_this_server_are_listed_with_move_due_and_link(
    server: Loopback, bot: Postboard, database: Path, cy: Person, ann: Person
) -> None:
    assert "No games here yet." in (await listed(cy, show="running")).content
    driver = await sit_down(server, bot, database, side="white")
    await ann.slash("move", move="c3-d4")
    await bot.idle()
    told = (await listed(cy, show="running")).content
    assert "**In progress**" in told
    assert "Ann and Bo · move 1 · Bo's turn" in told
    assert f"/{driver.board.channel_id}/" in told
    assert "due <t:" in told
    assert "No games here yet." in (await listed(cy, show="running", game="turkish")).content
    assert "Ann and Bo" in (await listed(cy, show="running", game="czech", person=ann)).content


async def test_games_in_channels_that_one_does_not_see_are_not_listed(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await sit_down(server, bot, database, channel="quiet", side="white")
    assert "Ann and Bo" in (await listed(cy, show="running")).content
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, cy.user, deny=int(Permission.VIEW_CHANNEL))
    assert "Ann and Bo" not in (await listed(cy, show="running")).content
    await ann.click(private(await ann.slash("game resign", channel="quiet")), "Resign")
    await bot.idle()
    assert "Ann and Bo" not in (await listed(cy, show="finished")).content
    assert "Ann and Bo" not in (await listed(cy, show="finished", person=ann)).content
    server.world.set_overwrite(quiet, cy.user)
    assert "Ann and Bo, Bo won after 0 moves" in (await listed(cy, show="finished")).content


@pytest.mark.parametrize("secret", [False, True])
async def test_a_game_in_an_archived_thread_is_listed_to_who_could_open_it(
    server: Loopback, bot: Postboard, ann: Person, cy: Person, *, secret: bool
) -> None:
    """In a private one, the bot doesn't know who is there; who manages threads sees it."""
    world = server.world
    lobby = world.channel("lobby")
    thread = threads.open_thread(world, lobby, "corner", ann.user, private=secret)
    assert thread.thread is not None
    if secret:
        threads.join(world, thread, thread.thread, world.bot)
    await until(lambda: bot.get_channel(thread.id) is not None)
    await ann.slash("play", channel=thread.id, game="czech", values={"level": 1, "side": "white"})
    await delivered(bot)
    archiving.set_archived(world, thread, archived=True)
    world.feed.publish(ChannelChanged(thread))
    await until(lambda: bot.get_channel(thread.id) is None)
    assert ("Ann" in (await listed(cy, show="running")).content) is not secret
    world.set_overwrite(lobby, cy.user, allow=Permission.MANAGE_THREADS)
    assert "Ann" in (await listed(cy, show="running")).content
    world.set_overwrite(lobby, cy.user, deny=Permission.VIEW_CHANNEL)
    assert "Ann" not in (await listed(cy, show="running")).content


async def test_with_a_person_one_reads_how_one_stands_and_the_games_of_both(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    cy = server.person("Cy")
    for loser in (ann, ann, bo):
        await sit_down(server, bot, database)
        await loser.click(private(await loser.slash("game resign")), "Resign")
    await sit_down(server, bot, database)
    await bot.idle()
    told = (await listed(ann, person=bo)).content
    assert "**You and Bo**\n- Czech draughts: 1–2, 0 drawn\n" in told
    assert told.count("with Bo: ") == 3
    assert "move 1 · " in told
    assert "Czech draughts: 2–1, 0 drawn" in (await listed(bo, person=ann)).content
    refused = await ann.slash("games", values={"person": cy})
    assert "Cy hasn't played here yet." in private(refused).content
    assert "**Bo: finished**" in (await listed(cy, show="finished", person=bo)).content


def ends(page: Message) -> list[int]:
    """Return the times at which the games of a page ended."""
    return [int(each) for each in re.findall(r"<t:(\d+):R>", page.content)]


async def test_a_page_on_which_nothing_fits_leads_on(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not everything is read at once for a game that is seldom played."""
    monkeypatch.setattr("bot.interactions.games_list._AT_ONCE", 1)
    monkeypatch.setattr("bot.interactions.games_list._READS", 2)
    here = Place(ann.place("lobby").id, ann.place("lobby").guild_id)
    host = Caller(User(await person_of(bot, ann), "Ann"), here)
    for number, terms in enumerate((Terms("turkish", {}), CZECH, CZECH, CZECH)):
        opening = Open(terms, (), "white", engines=(1,))
        table = await bot.tables.open(opening, host, Request(str(2 * number + 1)))
        await bot.tables.execute(table.id, host, Resign(), Request(str(2 * number + 2)))
    page = await listed(ann, show="finished", game="turkish")
    assert page.content == "No such game on this page."
    page = answered(await ann.click(page, "Earlier"))
    assert len(ends(page)) == 1
    assert "Turkish draughts" in page.content


async def test_pages_of_ten_lead_to_earlier_and_later_ones(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    here = Place(ann.place("lobby").id, ann.place("lobby").guild_id)
    host = Caller(User(await person_of(bot, ann), "Ann"), here)
    for number in range(0, 24, 2):
        opening = Open(CZECH, (), "white", engines=(1,))
        table = await bot.tables.open(opening, host, Request(str(number + 1)))
        await bot.tables.execute(table.id, host, Resign(), Request(str(number + 2)))
        server.clock.advance(1)
    first = await listed(ann, show="finished")
    assert labels(first) == {"Earlier"}
    second = answered(await ann.click(first, "Earlier"))
    assert labels(second) == {"Later"}
    found = [*ends(first), *ends(second)]
    assert found == sorted(set(found), reverse=True)
    assert (len(found), len(ends(first))) == (12, 10)
    back = answered(await ann.click(second, "Later"))
    assert ends(back) == ends(first)
    own = await listed(ann)
    assert ends(own) == found[:5]
    assert "All finished" in labels(own)
    assert ends(answered(await ann.click(own, "All finished"))) == ends(first)
