"""Two versions of the rules of one game: each game goes on under the one with which it began."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

import rules.games
from bot.checking import faults_in
from bot.model.table import Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.tables.commands import Accept, Command, Open, Play
from rules.contract.core import AnyGame, Outcome, Spec
from rules.registry import Registry, games_in
from tests.bot.table_service import ANN, BO, CHANNEL, CY, ELSEWHERE, Service, caller
from tests.postgres.in_place import place_of
from tests.rules.heap import BLUE, GREEN, LAST, RED, Heap, HeapGame

STICKS = 6
FIRST = HeapGame(STICKS)


@dataclass(frozen=True, slots=True)
class Second(HeapGame):
    """The same game in version 2: the last stick wins for whoever comes next."""

    @property
    def spec(self) -> Spec:
        return replace(FIRST.spec, version=2)

    def configured(self, options: Mapping[str, str]) -> "Second":
        assert not options
        return self

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.sticks else Outcome(self.teams[state.turns % 3], LAST)


SECOND = Second(STICKS)


class Release:
    """The games that a process has, and the service that it runs."""

    def __init__(self, patch: pytest.MonkeyPatch, service: Service) -> None:
        self._registry = Registry(())
        self._service = service
        patch.setattr("rules.registry._registry", lambda: self._registry)
        self.starts_with(FIRST)

    def starts_with(self, *games: AnyGame) -> None:
        """Start a process that has these games beside the others, and has read nothing."""
        self._registry = Registry([*games_in(rules.games), *games])
        self._service = self._service.in_another_process()

    async def do(self, table: Table, user: User, command: Command) -> Table:
        person = caller(user, table.channel_id)
        service = self._service
        change = await service.tables.execute(table.id, person, command, service.request())
        return change.table

    async def offered(self, channel: int) -> Table:
        """Return a table of Ann's, who invited two others."""
        opening = Open(Terms("heap", {}), (BO, CY), "red", sides={BO.id: "green", CY.id: "blue"})
        service = self._service
        return await service.tables.open(opening, caller(ANN, channel), service.request())

    async def accepted(self, table: Table) -> Table:
        """Return the table with its game begun, Ann first."""
        return await self.do(await self.do(table, BO, Accept()), CY, Accept())

    async def play(self, table: Table, *moves: str) -> Table:
        """Let those who are due make these moves."""
        for move in moves:
            assert table.due is not None
            table = await self.do(table, table.due.user, Play(move))
        return table

    async def read(self, table: Table) -> Table:
        return await self._service.lookup.get(table.id)


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch, service: Service) -> Release:
    return Release(monkeypatch, service)


async def test_games_of_both_versions_go_on_side_by_side(
    release: Release, opened: Database
) -> None:
    older = await release.play(await release.accepted(await release.offered(CHANNEL)), "3")
    release.starts_with(FIRST, SECOND)
    newer = await release.accepted(await release.offered(ELSEWHERE))
    older, newer = await release.play(older, "1"), await release.play(newer, "3", "1")
    release.starts_with(FIRST, SECOND)
    for table, version in ((older, 1), (newer, 2)):
        read = await release.read(table)
        assert (read.set_apart, read.version, read.match) == (None, version, table.match)
    older, newer = await release.play(older, "2"), await release.play(newer, "2")
    assert older.started.outcome == Outcome(frozenset({BLUE}), LAST)
    assert newer.started.outcome == Outcome(frozenset({RED}), LAST)
    await opened.clear_deleted()
    assert faults_in(place_of(opened.path), 0) == []


async def test_a_game_begins_under_the_present_version_whenever_it_was_offered(
    release: Release,
) -> None:
    """What is stored names the version that was played, not the one that was offered."""
    table = await release.offered(CHANNEL)
    release.starts_with(FIRST, SECOND)
    table = await release.play(await release.accepted(table), "3", "2", "1")
    assert (table.version, table.started.game.spec.version) == (2, 2)
    release.starts_with(FIRST, SECOND)
    read = await release.read(table)
    assert (read.set_apart, read.version, read.match) == (None, 2, table.match)


async def test_a_game_whose_version_is_gone_waits_for_it(release: Release) -> None:
    table = await release.play(await release.accepted(await release.offered(CHANNEL)), "3")
    release.starts_with(SECOND)
    apart = await release.read(table)
    assert apart.set_apart is not None
    assert "Version 1 of the rules of Heap is no longer available" in apart.set_apart
    other = await release.accepted(await release.offered(CHANNEL))
    assert other.status is Status.PLAYING, "its channel is free"
    await release.play(other, "3", "3")
    release.starts_with(FIRST, SECOND)
    table = await release.play(await release.read(table), "3")
    assert table.started.outcome == Outcome(frozenset({GREEN}), LAST)
