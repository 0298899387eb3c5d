"""Commands at a table, without Discord: who may do what, and what two processes make of a file."""

import pytest

from bot.model.caller import Person, Place
from bot.model.errors import NoGame, Repeated, Stale, TableError
from bot.model.table import Status, Table, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    AddEngine,
    AddWords,
    Answer,
    ClaimTime,
    Close,
    Command,
    Decline,
    Join,
    Leave,
    Open,
    Play,
    PlayNotation,
    Propose,
    Resign,
    Start,
)
from bot.tables.lookup import TableCache
from rules.contract.core import RulesError
from rules.log.events import OfferKind
from rules.match.match import Match, Ply
from rules.registry import find
from rules.time.clock import DELIVERY
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.table_service import ANN, BO, CHANNEL, CY, CZECH, ELSEWHERE, Service, caller

DICE = Terms("hypergammon", {})
TEAM = Terms("rematch", {}, seating=1)
"""Three people in two teams."""


async def test_every_command_of_an_onlooker_is_refused(service: Service) -> None:
    table = await service.playing()
    offered = await service.do(table, ANN, Propose(OfferKind.DRAW))
    number = len(offered.started.entries)
    commands: tuple[Command, ...] = (
        Play("c3-d4"), PlayNotation("c3-d4"), Propose(OfferKind.DRAW), Answer(number, agree=True),
        Answer(number, agree=False), Resign(), ClaimTime(), Join(), Accept(), Decline(), Leave(),
        Close(), AddWords("x"), Start(),
    )  # fmt: skip
    for command in commands:
        with pytest.raises(TableError):
            await service.do(table, CY, command)
    assert await service.lookup.get(table.id) == offered


async def test_every_command_from_another_channel_is_refused(service: Service) -> None:
    table = await service.playing()
    for command in (Play("c3-d4"), Resign(), Propose(OfferKind.DRAW)):
        with pytest.raises(TableError, match=f"<#{CHANNEL}>"):
            await service.tables.execute(
                table.id, caller(ANN, ELSEWHERE), command, service.request()
            )
    assert len((await service.lookup.get(table.id)).started.entries) == 1


async def test_only_the_side_that_is_due_moves(service: Service) -> None:
    table = await service.playing()
    for command in (Play("b6-a5"), PlayNotation("b6-a5")):
        with pytest.raises(TableError, match="It's Ann's turn"):
            await service.do(table, BO, command)


async def test_a_button_plays_its_notation_or_nothing(service: Service) -> None:
    table = await service.playing()
    with pytest.raises(TableError, match="isn't possible now"):
        await service.do(table, ANN, PlayNotation("c3d4"))
    after = await service.do(table, ANN, PlayNotation("c3-d4"))
    assert [ply.notation for ply in after.started.plies] == ["c3-d4"]


async def test_a_button_of_an_earlier_position_is_stale(service: Service) -> None:
    table = await service.playing()
    first = await service.do(table, ANN, Play("c3-d4"), seen=0)
    seen = first.started.position_number
    await service.do(table, BO, Play("b6-a5"), seen=seen)
    with pytest.raises(Stale):
        await service.do(table, ANN, PlayNotation("a3-b4"), seen=seen)


async def test_only_the_rivals_answer_an_offer(service: Service) -> None:
    table = await service.playing()
    offered = await service.do(table, ANN, Propose(OfferKind.DRAW))
    number = len(offered.started.entries)
    with pytest.raises(TableError, match="your own offer"):
        await service.do(table, ANN, Answer(number, agree=True))
    with pytest.raises(TableError, match="That offer is gone"):
        await service.do(table, BO, Answer(number + 1, agree=True))
    agreed = await service.do(table, BO, Answer(number, agree=True))
    assert agreed.status is Status.OVER


async def test_time_is_claimed_after_it_has_run_out_and_by_the_rival(service: Service) -> None:
    control = TimeControl(PerTurn(DAY))
    table = await service.playing(Terms("czech", {}, time=control, vacation=False))
    await service.do(table, ANN, Play("c3-d4"))
    await service.do(table, BO, Play("b6-a5"))
    service.clock.time += DAY + DELIVERY
    with pytest.raises(TableError, match="has until"):
        await service.do(table, BO, ClaimTime())
    service.clock.time += 1
    with pytest.raises(RulesError, match="only your opponent"):
        await service.do(table, ANN, ClaimTime())
    claimed = await service.do(table, BO, ClaimTime())
    assert claimed.started.winners == (table.seat(BO.id),)


async def test_only_the_host_or_a_moderator_closes_a_table(service: Service) -> None:
    table = await service.opened(BO)
    with pytest.raises(TableError, match="host"):
        await service.do(table, BO, Close())
    moderator = caller(CY, may_moderate=True)
    closed = await service.tables.execute(table.id, moderator, Close(), service.request())
    assert closed.table.status is Status.CLOSED
    second = await service.opened()
    assert (await service.do(second, ANN, Close())).status is Status.CLOSED
    with pytest.raises(TableError, match="was cancelled"):
        await service.do(second, BO, Join())


async def test_a_running_game_is_not_closed(service: Service) -> None:
    table = await service.playing()
    with pytest.raises(TableError, match="has started"):
        await service.do(table, ANN, Close())


async def test_only_who_is_invited_accepts_or_declines(service: Service) -> None:
    table = await service.opened(BO)
    for command in (Accept(), Decline()):
        with pytest.raises(TableError, match="can answer this invitation"):
            await service.do(table, CY, command)


async def test_only_who_sits_there_begins_and_not_before_all_are_there(service: Service) -> None:
    """A table with dice waits for a press once a computer opponent has taken the last place."""
    table = await service.opened(terms=DICE)
    with pytest.raises(TableError, match="1 more player"):
        await service.do(table, ANN, Start())
    assert (await service.do(table, ANN, AddEngine(1))).status is Status.OPEN
    with pytest.raises(TableError, match="Only players"):
        await service.do(table, CY, Start())
    assert (await service.do(table, ANN, Start())).status is Status.PLAYING


async def test_the_last_to_join_begins_the_game(service: Service) -> None:
    table = await service.opened(terms=TEAM)
    assert (await service.do(table, BO, Join())).status is Status.OPEN
    assert (await service.do(table, CY, Join())).status is Status.PLAYING


async def test_a_full_table_waits_while_its_channel_hosts_another_game(service: Service) -> None:
    waiting = await service.opened(BO)
    other = await service.tables.open(Open(CZECH, (CY,)), caller(BO), service.request())
    await service.do(other, CY, Accept())
    change = await service.tables.execute(waiting.id, caller(BO), Accept(), service.request())
    assert (change.waits_for_channel, change.item, change.table.is_full) == (True, None, True)
    assert change.table.status is Status.OPEN


async def test_a_request_that_would_be_legal_again_is_carried_out_once(
    opened: Database, service: Service
) -> None:
    """Discord may deliver an interaction again after a restart, when memory is empty."""
    table = await service.playing()
    offer, decline = service.request(), service.request()
    offered = await service.tables.execute(table.id, caller(ANN), Propose(OfferKind.DRAW), offer)
    number = len(offered.table.started.entries)
    await service.tables.execute(table.id, caller(BO), Answer(number, agree=False), decline)
    await service.do(table, ANN, Play("c3-d4"))
    await service.do(table, BO, Play("b6-a5"))
    restarted = Service(Store(opened), service.clock)
    with pytest.raises(Repeated):
        await restarted.tables.execute(table.id, caller(ANN), Propose(OfferKind.DRAW), offer)
    assert (await restarted.lookup.get(table.id)).started.offer is None


async def test_a_table_is_opened_once_by_one_request(opened: Database, service: Service) -> None:
    request = service.request()
    await service.tables.open(Open(CZECH), caller(ANN), request)
    restarted = Service(Store(opened), service.clock)
    with pytest.raises(TableError, match="already open"):
        await restarted.tables.open(Open(CZECH), caller(ANN), request)
    rows = await opened.rows("SELECT id FROM tables")
    assert len(rows) == 1


@pytest.mark.parametrize("command", [Join(), Leave()], ids=["join", "leave"])
async def test_lobby_requests_are_carried_out_once(
    opened: Database, service: Service, command: Command
) -> None:
    table = await service.opened(terms=TEAM)
    undo: Command = Leave() if isinstance(command, Join) else Join()
    if isinstance(command, Leave):
        await service.do(table, BO, Join())
    request = service.request()
    await service.tables.execute(table.id, caller(BO), command, request)
    after = await service.do(table, BO, undo)
    restarted = Service(Store(opened), service.clock)
    with pytest.raises(Repeated):
        await restarted.tables.execute(table.id, caller(BO), command, request)
    assert (await restarted.lookup.get(table.id)).players == after.players


async def test_what_a_cached_table_refuses_is_tried_on_the_file(service: Service) -> None:
    """Two processes share a file: one of them has not seen the other's last move."""
    table = await service.playing()
    other = service.in_another_process()
    await other.lookup.get(table.id)
    await service.do(table, ANN, Play("c3-d4"))
    after = await other.do(table, BO, Play("b6-a5"))
    assert [ply.notation for ply in after.started.plies] == ["c3-d4", "b6-a5"]


async def test_two_processes_never_write_the_same_entry(opened: Database, service: Service) -> None:
    table = await service.playing()
    other = service.in_another_process()
    await other.lookup.get(table.id)
    await service.do(table, ANN, Play("c3-d4"))
    with pytest.raises(
        TableError, match="Bo's turn"
    ):  # It decides again on the table as it is now.
        await other.do(table, ANN, Play("a3-b4"))
    rows = await opened.rows(
        "SELECT text FROM entries WHERE table_id = ? AND kind = 'played'", table.id
    )
    assert [row["text"] for row in rows] == ["c3-d4"]
    assert [p.notation for p in (await other.lookup.get(table.id)).started.plies] == ["c3-d4"]


async def test_two_processes_never_seat_two_people_on_one_place(
    opened: Database, service: Service
) -> None:
    table = await service.opened()
    other = service.in_another_process()
    await other.lookup.get(table.id)
    await service.do(table, BO, Join())
    with pytest.raises(TableError):
        await other.do(table, CY, Join())
    rows = await opened.rows("SELECT person FROM players WHERE table_id = ?", table.id)
    assert {row["person"] for row in rows} == {ANN.id, BO.id}


async def test_an_unknown_table_is_said_to_be_unknown(service: Service) -> None:
    with pytest.raises(NoGame):
        await service.tables.execute(99, caller(ANN), Join(), service.request())


async def test_one_line_is_logged_without_what_people_wrote(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.tables.commands")
    table = await service.opened(terms=DICE)
    caplog.clear()
    await service.do(table, ANN, AddWords("my secret words"))
    (record,) = caplog.records
    line = record.getMessage()
    assert f"table={table.id} game=hypergammon command=AddWords person=1" in line
    assert "result=done" in line
    assert "words" not in line.replace("AddWords", "")


def test_the_cache_is_bounded_by_plies_and_keeps_the_newest() -> None:
    def holding(number: int, plies: int) -> Table:
        game = find("czech")
        match = Match(game, game.spec.seatings[0], plies=(Ply(None, None, "", None, None),) * plies)
        return Table(
            id=number, place=Place(1, 1), terms=CZECH, version=1, status=Status.PLAYING,
            host_id=Person(1), players=(), seating=game.spec.seatings[0], match=match,
        )  # fmt: skip

    cache = TableCache(megabytes=0.001 * 3 * (5 + 5))
    for number in range(4):
        cache.keep(holding(number, 5))
    assert [cache.get(number) is not None for number in range(4)] == [False, True, True, True]
    assert cache.get(1) is not None
    cache.keep(holding(4, 5))
    assert [number for number in range(5) if cache.get(number)] == [1, 3, 4]
    cache.keep(holding(5, 100))
    assert [number for number in range(6) if cache.get(number)] == [5]
