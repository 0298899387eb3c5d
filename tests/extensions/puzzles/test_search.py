"""Puzzles from games of a server: searched at night, shown only where everybody may see them."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.rows import PuzzleStore, post_at
from bot.extensions.puzzles.work import PuzzleSearch, search_at
from bot.interactions.client import Postboard
from bot.model.server import Club
from bot.tables.commands import Resign
from engine.posed import Posed, puzzles_in
from engine.stock import stock
from loopback import Loopback
from loopback.model.permissions import Permission
from rules.records.transcript import Transcript
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import GameDriver, live_through, private, sit_down
from tests.bot.table_service import ANN, Service, caller
from tests.bot.who import person_of
from tests.extensions.puzzles.test_puzzles import passed, posts

MOVES: Final = stock()["czech"][0].transcript.texts
"""A game that reaches a puzzle."""


async def played(server: Loopback, bot: Postboard, database: Path) -> tuple[GameDriver, Posed]:
    """Return a finished game of Ann and Bo in the lobby, and the puzzle in it."""
    driver = await sit_down(server, bot, database)
    posed = stock()["czech"][0]
    legal = posed.transcript.game.legal(posed.transcript.state())
    wrong = next(
        text for text in map(posed.transcript.game.notate, legal) if text not in posed.solution
    )
    for move in (*MOVES, wrong):
        await driver.move(move)
    asked = private(await driver.due.slash("game resign"))
    await driver.due.click(asked, "Resign")
    await bot.idle()
    guild = server.world.guild().id
    lobby = server.world.channel("lobby").id
    # A few hours before a day has passed: at a given hour of the day it could be too late then.
    hour = int(bot.now() // HOUR + 20) % 24
    await bot.store.servers.change_settings(
        guild, lambda was: replace(was, club=Club(puzzle=lobby, puzzle_hour=hour)), int(bot.now())
    )
    (found, *_) = puzzles_in(Transcript("czech", {}, (*MOVES, wrong), version=1))
    return driver, found


async def test_a_game_of_the_server_becomes_its_puzzle(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver, found = await played(server, bot, database)
    guild = server.world.guild().id
    await bot.service(PuzzleSearch).search()
    assert not await bot.service(PuzzleStore).waiting(guild), "it ended a moment ago"
    await live_through(bot, server, 7 * DAY + HOUR)
    await bot.service(PuzzleSearch).search()
    (waiting,) = await bot.service(PuzzleStore).waiting(guild)
    assert waiting.table_id == driver.table_id
    assert await bot.service(PuzzleStore).games_to_search(guild, int(bot.now())) == [], "it is done"
    await bot.service(PuzzleSearch).search()
    assert await bot.service(PuzzleStore).waiting(guild) == [waiting], "a game is searched once"
    await passed(server, bot, DAY)
    puzzle = await bot.service(Puzzles).present(guild)
    assert puzzle.posed.transcript.texts == found.transcript.texts
    assert puzzle.posed.solution == found.solution
    assert puzzle.posed.missed
    post = posts(server)[-1]
    assert not any(person.name in post.content for person in driver.people.values())
    assert await bot.service(PuzzleStore).waiting(guild) == []


@pytest.mark.parametrize("reason", ["hides", "forgotten", "hidden channel"])
async def test_a_game_that_may_not_be_shown_is_no_puzzle(
    server: Loopback, bot: Postboard, database: Path, reason: str
) -> None:
    """Neither when it is searched nor when it was found before."""
    driver, found = await played(server, bot, database)
    guild, person = server.world.guild().id, server.person("Ann")
    marked = replace(found, positions=7)
    await bot.service(PuzzleStore).searched(guild, (1, driver.table_id), marked, 1)
    assert await bot.service(Puzzles).may_use(guild, driver.table_id)
    match reason:
        case "hides":
            await bot.store.personal.hide(await person_of(bot, person), int(bot.now()), hidden=True)
        case "forgotten":
            await bot.store.people.erase(await person_of(bot, person), int(bot.now()))
        case _:
            lobby = server.world.channel("lobby")
            server.world.set_overwrite(lobby, person.user, deny=int(Permission.VIEW_CHANNEL))
            quiet = server.world.channel("quiet").id
            await bot.store.servers.change_settings(
                guild, lambda was: replace(was, club=replace(was.club, puzzle=quiet)), 1
            )
            await live_through(bot, server, 1)
    assert not await bot.service(Puzzles).may_use(guild, driver.table_id)
    await bot.service(Puzzles).post(post_at(guild, 0), lambda _: None)
    assert await bot.service(PuzzleStore).waiting(guild) == []
    puzzle = await bot.service(PuzzleStore).newest(guild)
    assert puzzle is None or puzzle.posed.positions != marked.positions


async def test_of_games_that_end_in_the_same_second_each_is_searched_once(
    service: Service,
) -> None:
    store, now = PuzzleStore(service.store.database), int(service.clock())
    ended, guild = list[tuple[int, int]](), caller(ANN).place.guild_id
    assert guild is not None
    for _ in range(3):
        table = await service.playing()
        await service.do(table, ANN, Resign())
        ended.append((now, table.id))
    for count, game in enumerate(ended):
        assert await store.games_to_search(guild, now) == ended[count:]
        await store.searched(guild, game, None, now)
    assert await store.games_to_search(guild, now) == []


@pytest.mark.parametrize("hour", range(0, 24, 5))
def test_the_search_is_at_two_at_night(hour: int) -> None:
    now = 1_700_006_400 + hour * HOUR
    due = search_at(now).due
    assert due % DAY == 2 * HOUR
    assert 0 < due - now <= DAY
