"""Who may do what at a table, in what order and how often, without Discord.

Each test is about one check of `bot.tables`: without the check it fails.
"""

import asyncio

import pytest

from bot.model.caller import Caller, Place
from bot.model.errors import AlreadySeen, OfferWaits, Repeated, Stale, TableError
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    AddWords,
    Close,
    Command,
    Decline,
    Join,
    Leave,
    MoveToThread,
    Open,
    Play,
    Propose,
    Resign,
    Start,
)
from rules.contract.core import RulesError
from rules.log.events import OfferKind, VoidCause
from tests.bot.table_service import ANN, BO, CHANNEL, CY, CZECH, ELSEWHERE, Service, caller

THREAD = 12
DICE = Terms("hypergammon", {})


async def refused(service: Service, table: Table, caller: Caller, command: Command) -> None:
    """Check that a command is refused and changes nothing, in memory and on disk."""
    before = await service.lookup.get(table.id)
    with pytest.raises((TableError, RulesError)):
        await service.tables.execute(table.id, caller, command, service.request())
    assert await service.lookup.get(table.id) == before
    assert await service.lookup.reread(table.id) == before


async def offered(service: Service) -> Table:
    """Return Ann's table in a channel in which a game runs already."""
    await service.playing()
    return await service.opened(BO)


# Threads


async def test_only_the_host_moves_an_offered_table_and_once(service: Service) -> None:
    table = await offered(service)
    assert table.status is Status.OFFERED
    for user in (BO, CY):
        await refused(service, table, caller(user), MoveToThread(Place(THREAD, 5, CHANNEL)))
    made = list[int]()

    async def make(_: Table) -> int:
        made.append(THREAD)
        return THREAD

    with pytest.raises(TableError, match="Only the host"):
        await service.tables.open_in_thread(table.id, caller(BO), service.request(), make)
    assert made == [], "no thread is made for somebody who may not"
    moved = await service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)
    assert (moved.status, moved.place) == (Status.OPEN, Place(THREAD, 5, CHANNEL))
    with pytest.raises(TableError):
        await service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)
    assert made == [THREAD]


async def test_a_table_does_not_wait_for_the_thread_that_discord_makes(service: Service) -> None:
    table = await offered(service)
    asked, made = asyncio.Event(), asyncio.Event()

    async def make(_: Table) -> int:
        asked.set()
        await made.wait()
        return THREAD

    opening = asyncio.create_task(
        service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)
    )
    await asked.wait()
    await service.do(table, ANN, Close())
    made.set()
    with pytest.raises(TableError):
        await opening
    assert (await service.lookup.get(table.id)).status is Status.CLOSED


async def test_an_open_table_is_not_moved(service: Service) -> None:
    table = await service.opened(BO)
    await refused(service, table, caller(ANN), MoveToThread(Place(THREAD, 5, CHANNEL)))


# Places at a table


async def test_a_place_kept_for_somebody_invited_is_not_taken(service: Service) -> None:
    table = await service.opened(BO)
    await refused(service, table, caller(CY), Join())


async def test_nobody_sits_down_twice(service: Service) -> None:
    table = await service.opened()
    await refused(service, table, caller(ANN), Join())


async def test_a_stranger_adds_no_words_and_cannot_leave(service: Service) -> None:
    table = await service.opened(BO, terms=DICE)
    for command in (AddWords("mine"), Leave()):
        await refused(service, table, caller(CY), command)


async def test_words_are_for_games_with_dice(service: Service) -> None:
    table = await service.opened(BO)
    await refused(service, table, caller(ANN), AddWords("mine"))


async def test_words_are_kept_as_an_invitation_is_accepted(service: Service) -> None:
    table = await service.opened(BO, terms=DICE)
    await service.do(table, BO, AddWords("mine"))
    begun = await service.do(table, BO, Accept())
    assert [p.words for p in begun.players if p.user == BO] == ["mine"]


async def test_without_its_host_a_table_closes(service: Service) -> None:
    table = await service.opened()
    left = await service.do(table, ANN, Leave())
    assert left.status is Status.CLOSED
    for command in (Join(), Start(), AddWords("x"), Close()):
        await refused(service, table, caller(ANN), command)


async def test_who_is_invited_does_not_begin_the_game(service: Service) -> None:
    table = await service.opened(BO)
    with pytest.raises(TableError, match="Only players"):
        await service.do(table, BO, Start())


async def test_a_game_begins_once(service: Service) -> None:
    table = await service.playing()
    with pytest.raises(TableError, match="already started"):
        await service.do(table, ANN, Start())
    for command in (Join(), Decline(), Leave(), Accept()):
        await refused(service, table, caller(BO), command)


async def test_lobby_buttons_work_in_the_channel_of_the_table(service: Service) -> None:
    table = await service.opened(BO)
    for command in (Accept(), Decline(), Leave()):
        with pytest.raises(TableError, match=f"<#{CHANNEL}>"):
            await service.tables.execute(
                table.id, caller(BO, ELSEWHERE), command, service.request()
            )
    closed = await service.tables.execute(
        table.id, caller(ANN, ELSEWHERE), Close(), service.request()
    )
    assert closed.table.status is Status.CLOSED, "the host closes from a list, anywhere"


async def test_a_moderator_closes_tables_of_the_own_channel_and_its_threads(
    service: Service,
) -> None:
    table = await service.opened(BO)
    await refused(service, table, caller(CY, ELSEWHERE, may_moderate=True), Close())
    await refused(service, table, caller(CY), Close())

    async def make(_: Table) -> int:
        return THREAD

    other = await offered(service)
    await service.tables.open_in_thread(other.id, caller(ANN), service.request(), make)
    await refused(service, other, caller(CY, ELSEWHERE, may_moderate=True), Close())
    closed = await service.tables.execute(
        other.id, caller(CY, CHANNEL, may_moderate=True), Close(), service.request()
    )
    assert closed.table.status is Status.CLOSED


# Offers


async def test_to_propose_again_is_no_answer_to_ones_own_offer(service: Service) -> None:
    table = await service.playing()
    await service.do(table, ANN, Propose(OfferKind.DRAW))
    with pytest.raises(OfferWaits):
        await service.do(table, ANN, Propose(OfferKind.DRAW))
    assert (await service.lookup.get(table.id)).status is Status.PLAYING


async def test_another_proposal_is_no_answer_to_an_offer(service: Service) -> None:
    table = await service.playing()
    await service.do(table, ANN, Propose(OfferKind.DRAW))
    with pytest.raises(RulesError, match="already a"):
        await service.do(table, BO, Propose(OfferKind.ABORT))
    assert (await service.lookup.get(table.id)).status is Status.PLAYING


# Positions, order and what is told again


@pytest.mark.parametrize("command", [Propose(OfferKind.DRAW), Resign(), Play("a3-b4")])
async def test_what_was_pressed_in_an_earlier_position_is_stale(
    service: Service, command: Command
) -> None:
    table = await service.playing()
    await service.do(table, ANN, Play("c3-d4"), seen=0)
    await service.do(table, BO, Play("b6-a5"))
    before = await service.lookup.get(table.id)
    for seen in (0, 1, before.started.position_number + 1):
        with pytest.raises(Stale):
            await service.do(table, ANN, command, seen=seen)
    assert await service.lookup.get(table.id) == before


async def test_commands_given_at_once_are_carried_out_in_their_order(service: Service) -> None:
    """Each waits for the one before it, so that each is legal."""
    table = await service.playing()
    match, moves = table.started, list[tuple[User, str]]()
    for number in range(8):
        assert match.seat_due is not None
        move = match.game.notate(match.game.legal(match.state)[0])
        match = match.play(match.seat_due, move)
        moves.append(((ANN, BO)[number % 2], move))
    await asyncio.gather(*(service.do(table, user, Play(move)) for user, move in moves))
    after = await service.lookup.get(table.id)
    assert [ply.notation for ply in after.started.plies] == [move for _, move in moves]


async def test_a_thread_is_opened_once_for_two_presses(service: Service) -> None:
    table = await offered(service)
    made = list[int]()

    async def make(_: Table) -> int:
        await asyncio.sleep(0)
        made.append(THREAD)
        return THREAD

    both = await asyncio.gather(
        *(
            service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)
            for _ in range(2)
        ),
        return_exceptions=True,
    )
    assert [isinstance(each, TableError) for each in both] == [False, True]
    assert made == [THREAD]


async def test_what_was_carried_out_is_repeated_and_not_refused(
    opened: Database, service: Service
) -> None:
    """The move is not legal any more; told again, it is known by its request."""
    table = await service.playing()
    request = service.request()
    await service.tables.execute(table.id, caller(ANN), Play("c3-d4"), request)
    for tables in (service.tables, Service(Store(opened), service.clock).tables):
        with pytest.raises(Repeated):
            await tables.execute(table.id, caller(ANN), Play("c3-d4"), request)


async def test_a_game_that_began_is_told_to_have_begun_by_one_request(
    opened: Database, service: Service
) -> None:
    table = await service.opened(BO)
    request = service.request()
    await service.tables.execute(table.id, caller(BO), Accept(), request)
    rows = await opened.rows("SELECT id FROM requests WHERE id = ?", request.id)
    assert len(rows) == 1
    with pytest.raises(Repeated):
        await service.tables.execute(table.id, caller(BO), Accept(), request)


async def test_a_game_that_ends_is_over_in_memory_and_on_disk(
    opened: Database, service: Service
) -> None:
    table = await service.playing()
    ended = await service.do(table, ANN, Resign())
    assert ended.status is Status.OVER
    assert (await service.lookup.get(table.id)).status is Status.OVER
    stored = await Store(opened).tables.load(table.id, 0)
    assert stored is not None
    assert stored.status is Status.OVER
    assert await service.lookup.running_in(CHANNEL) is None


async def test_a_game_that_has_ended_is_not_made_void(service: Service) -> None:
    table = await service.playing()
    ended = await service.do(table, ANN, Resign())
    await service.voids.void(table.id, VoidCause.CHANNEL, Request("channel:1"))
    assert (await service.lookup.reread(table.id)).started.outcome == ended.started.outcome


async def test_a_deleted_channel_closes_what_is_only_offered_once(service: Service) -> None:
    table = await offered(service)
    request = Request("channel:1")
    await service.voids.void(table.id, VoidCause.CHANNEL, request)
    assert (await service.lookup.reread(table.id)).status is Status.CLOSED


async def test_a_game_in_progress_does_not_expire(service: Service) -> None:
    ended = list[str]()
    table = await service.playing()
    assert await service.tables.expire(table.id, lambda _: ended.append("its timer")) is None
    assert ended == ["its timer"]
    assert (await service.lookup.reread(table.id)).status is Status.PLAYING


async def test_a_table_that_cannot_be_read_is_closed_by_one_request(
    opened: Database, service: Service
) -> None:
    table = await service.playing()
    await opened.write("UPDATE tables SET game = 'chess'")
    store = Store(opened)
    apart = await store.tables.load(table.id, 0)
    assert apart is not None
    request = service.request()
    await store.tables.close_apart(apart, request, 1_000_000)
    with pytest.raises(AlreadySeen):
        await store.tables.close_apart(apart, request, 1_000_000)


async def test_who_moderates_elsewhere_closes_nothing_that_cannot_be_read(
    opened: Database, service: Service
) -> None:
    table = await service.playing()
    await opened.write("UPDATE tables SET game = 'chess'")
    fresh = service.in_another_process()
    await refused(fresh, table, caller(CY, ELSEWHERE, may_moderate=True), Close())


async def test_a_full_channel_only_offers_a_table(service: Service) -> None:
    await service.playing()
    table = await service.tables.open(Open(CZECH), caller(BO), service.request())
    assert table.status is Status.OFFERED
    other = await service.tables.open(Open(CZECH), caller(BO, ELSEWHERE), service.request())
    assert other.status is Status.OPEN
