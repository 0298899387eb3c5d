"""What a change writes beside the table: outbox rows and timers, and which rows are found again."""

from dataclasses import replace

import pytest

from bot.model.boards import Boards
from bot.model.caller import Caller, Place, PlaceKind
from bot.model.errors import AlreadySeen, Conflict, TableError
from bot.model.queues import ItemKind, OutboxItem, Timer, TimerKind, channel_retry, entry_item
from bot.model.table import Request, Status, Table, Terms
from bot.store.queues.queues import LEASE, Queues, enqueue, set_timer, unpark
from bot.store.queues.table_messages import Sent
from bot.store.sql.database import Database, Transaction
from bot.store.store import Store
from bot.tables.commands import Close, Join, Leave, Open, Play, Resign
from bot.tables.seating import start_game
from rules.time.duration import DAY
from tests.bot.table_service import ANN, BO, CHANNEL, CZECH, ELSEWHERE, NOW, Service, caller

THREAD = 12


async def rows(queues: Queues) -> list[tuple[str, int | None, int | None]]:
    return [(item.kind, item.table_id, item.number) for item in await queues.waiting()]


async def expiring(queues: Queues) -> list[tuple[int | None, int]]:
    kinds = await queues.timers()
    return [(t.table_id, t.due) for t in kinds if t.kind == TimerKind.TABLE_EXPIRES]


async def moved_to_thread(service: Service, table: Table) -> Table:
    async def make(_: Table) -> int:
        return THREAD

    return await service.tables.open_in_thread(table.id, caller(ANN), service.request(), make)


async def test_a_table_has_its_card_and_two_weeks(service: Service, queues: Queues) -> None:
    table = await service.opened()
    assert await rows(queues) == [(ItemKind.CARD, table.id, 1)]
    assert await expiring(queues) == [(table.id, NOW + 14 * DAY)]


async def test_an_offered_table_has_its_card_once_it_is_open(
    service: Service, queues: Queues
) -> None:
    await service.playing()
    table = await service.opened()
    cards = [each for each in await rows(queues) if each[:2] == (ItemKind.CARD, table.id)]
    assert cards == []
    await moved_to_thread(service, table)
    (card,) = [i for i in await queues.waiting() if i.table_id == table.id]
    assert (card.kind, card.channel_id) == (ItemKind.CARD, THREAD)


@pytest.mark.parametrize("command", [Close(), Leave()], ids=["closed", "left"])
async def test_a_closed_table_does_not_expire(
    service: Service, queues: Queues, command: Close | Leave
) -> None:
    table = await service.opened()
    await service.do(table, ANN, command)
    assert await expiring(queues) == []


async def test_a_game_does_not_expire_and_its_entries_are_shown(
    service: Service, queues: Queues
) -> None:
    table = await service.playing()
    await service.do(table, ANN, Play("c3-d4"))
    await service.do(table, BO, Resign())
    shown = [each for each in await rows(queues) if each[0] != ItemKind.CARD]
    assert shown == [(ItemKind.BOARD, table.id, number) for number in (1, 2, 3)]
    assert await expiring(queues) == []


async def test_a_table_expires_together_with_its_timer(opened: Database, service: Service) -> None:
    table = await service.opened()

    def taken(_: Transaction) -> None:
        raise RuntimeError("the timer is no longer ours")

    with pytest.raises(RuntimeError):
        await service.tables.expire(table.id, taken)
    assert (await service.lookup.reread(table.id)).status is Status.OPEN
    done = list[str]()
    await service.tables.expire(table.id, lambda _: done.append("done"))
    assert done == ["done"]
    assert (await service.lookup.reread(table.id)).status is Status.CLOSED
    running = await service.playing()
    await Store(opened).tables.expire(running, NOW, lambda _: None)
    assert (await service.lookup.reread(running.id)).status is Status.PLAYING


# Two processes, and requests told again


async def test_a_game_begins_by_one_request_and_on_the_table_as_it_is(
    opened: Database, service: Service
) -> None:
    store = Store(opened)
    full = await service.full()
    empty = replace(full, players=full.players[:1])
    begun = start_game(full, Request("900"), NOW)
    item = entry_item(full.id, 1, CHANNEL, None, NOW)
    with pytest.raises(Conflict):
        await store.tables.start(empty, begun, item, Request("900"), NOW)
    await store.tables.start(full, begun, item, Request("900"), NOW)
    with pytest.raises(AlreadySeen):
        await store.tables.start(full, begun, item, Request("900"), NOW)


async def test_nobody_joins_what_another_process_has_closed(
    opened: Database, service: Service
) -> None:
    table = await service.opened()
    other = service.in_another_process()
    await other.lookup.get(table.id)
    await service.do(table, ANN, Close())
    with pytest.raises(TableError):
        await other.do(table, BO, Join())
    stored = await Store(opened).tables.load(table.id, 0)
    assert stored is not None
    assert (stored.status, len(stored.players)) == (Status.CLOSED, 1)


async def test_a_deleted_channel_takes_the_tables_of_its_threads_along(service: Service) -> None:
    await service.playing()
    table = await service.opened()
    await moved_to_thread(service, table)
    elsewhere = await service.tables.open(Open(CZECH), caller(BO, ELSEWHERE), service.request())
    await service.voids.void_channel(CHANNEL)
    assert (await service.lookup.reread(table.id)).status is Status.CLOSED
    assert (await service.lookup.reread(elsewhere.id)).status is Status.OPEN


async def test_terms_are_read_as_they_were_written(opened: Database, service: Service) -> None:
    for vacation, hints, boards in ((True, False, Boards.NEWEST), (False, True, None)):
        terms = Terms("czech", {}, vacation=vacation, hints=hints, boards=boards)
        table = await service.opened(terms=terms)
        stored = await Store(opened).tables.load(table.id, 0)
        assert stored is not None
        assert stored.terms == terms


# Rows and timers


def row(name: str, **changes: object) -> OutboxItem:
    item = OutboxItem(kind=ItemKind.REMINDER, dedupe=name, created_at=NOW, channel_id=7)
    return replace(item, **changes)  # type: ignore[arg-type]


async def put(opened: Database, *items: OutboxItem) -> None:
    for item in items:
        await opened.transact(lambda tx, item=item: enqueue(tx, item))  # type: ignore[misc]


async def test_a_row_keeps_the_time_before_which_it_is_not_due(
    opened: Database, queues: Queues
) -> None:
    await put(opened, row("now"), row("later", not_before=NOW + 500))
    assert [each.not_before for each in await queues.waiting()] == [NOW, NOW + 500]


async def test_the_first_of_two_rows_of_one_name_stays(opened: Database, queues: Queues) -> None:
    await put(opened, row("a", number=1), row("a", number=2))
    assert [each.number for each in await queues.waiting()] == [1]


async def test_a_row_that_its_interaction_gave_up_can_be_taken(
    opened: Database, queues: Queues
) -> None:
    await put(opened, row("a", token="token"))
    (waiting,) = await queues.waiting()
    assert await queues.claim(waiting, NOW, 5) is None
    await queues.release("a")
    (waiting,) = await queues.waiting()
    assert waiting.not_before == waiting.created_at, "it waits for no clock"
    assert await queues.claim(waiting, NOW, 5) is not None


async def test_a_failed_attempt_ends_the_lease_and_sets_its_timer(
    opened: Database, queues: Queues
) -> None:
    await put(opened, row("a"))
    claimed = await queues.claim((await queues.waiting())[0], NOW, 5)
    assert claimed is not None
    failed = replace(claimed, attempts=1, not_before=NOW + 5, first_refused_at=NOW)
    await queues.put_back(failed, channel_retry(7, None, NOW + 9))
    (waiting,) = await queues.waiting()
    assert waiting == replace(failed, lease_owner=None, lease_until=None)
    assert [each.due for each in await queues.timers()] == [NOW + 9]


async def test_what_is_parked_waits_in_order_and_comes_back(
    opened: Database, queues: Queues
) -> None:
    await put(opened, row("a"), row("b"), row("answer", answer_only=True), row("c"))
    for item in await queues.waiting():
        if item.dedupe != "c":
            await queues.put_back(replace(item, parked=True))
    assert [each.dedupe for each in await queues.waiting()] == ["c"]
    assert [each.dedupe for each in await queues.parked_in(7)] == ["a", "b", "answer"]
    assert await queues.parked_in(8) == []
    await opened.transact(lambda tx: unpark(tx, 8, NOW))
    assert [each.dedupe for each in await queues.waiting()] == ["c"]
    await opened.transact(lambda tx: unpark(tx, 7, NOW + 3))
    assert [each.dedupe for each in await queues.waiting()] == ["a", "b", "c"]
    assert [each.dedupe for each in await queues.parked_in(7)] == ["answer"]


async def test_a_newer_board_is_not_replaced_by_an_older_one(
    service: Service, queues: Queues
) -> None:
    table = await service.playing()
    for number, message in ((1, 50), (3, 60), (2, 70)):
        item = entry_item(table.id, number, CHANNEL, None, NOW)
        queues.mark_delivered(item, Sent(message, number))
        await queues.flush()
    assert (await service.lookup.reread(table.id)).board_id == 60
    replaced = await service.store.table_messages.overtaken()
    assert [(each.message_id, each.number) for each in replaced] == [(50, 1), (70, 2)]


def timer(name: str, due: int) -> Timer:
    return Timer(kind=TimerKind.CLEANING, dedupe=name, due=due)


async def test_a_lone_process_ends_the_leases_of_the_one_before(
    opened: Database, queues: Queues
) -> None:
    await put(opened, row("a", token="token"))
    await opened.transact(lambda tx: set_timer(tx, timer("t", NOW)))
    before = Queues(opened)
    leased = await before.claim_due(NOW, 5)
    assert [each.dedupe for each in leased] == ["t"]
    assert await queues.claim_due(NOW, 5) == []
    await queues.break_leases()
    assert any((await queues.due(NOW, (), 1))[0].values())
    assert await queues.claim_due(NOW, 5) == leased
    await before.put_off(leased, NOW - 1)
    assert await before.claim_due(NOW, 5) == [], "the lease of the new owner stays as it is"
    await queues.put_off(leased, NOW - 1)
    assert await before.claim_due(NOW, 5) == leased


async def test_a_timer_is_ensured_no_later_and_the_nearest_is_next(
    opened: Database, queues: Queues
) -> None:
    await queues.ensure(timer("a", NOW + 50))
    await queues.ensure(timer("a", NOW + 90))
    assert await queues.next_due(NOW) == NOW + 50
    await queues.ensure(timer("a", NOW + 20))
    await opened.transact(lambda tx: set_timer(tx, timer("b", NOW + 10)))
    assert await queues.next_due(NOW) == NOW + 10
    assert [each.dedupe for each in await queues.claim_due(NOW + 30, 1)] == ["b"]
    assert await queues.next_due(NOW + 30) == NOW + 20, "a leased timer is somebody's already"
    assert await queues.next_due(NOW + 30 + LEASE) == NOW + 10


async def test_a_tables_place_is_where_it_was_moved(service: Service) -> None:
    await service.playing()
    table = await moved_to_thread(service, await service.opened())
    assert (await service.lookup.reread(table.id)).place == Place(THREAD, 5, CHANNEL)


async def test_in_a_private_place_messages_are_answers_only(
    service: Service, queues: Queues
) -> None:
    place = Place(77, kind=PlaceKind.PRIVATE)
    await service.tables.open(Open(CZECH), Caller(ANN, place), service.request())
    await service.opened()
    assert [(each.channel_id, each.answer_only) for each in await queues.waiting()] == [
        (77, True),
        (CHANNEL, False),
    ]
