"""Games of packages: tried once for each version, then played, shown and missed like any other."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

import pytest

from bot import call_limit, packages
from bot.call_limit import GameHangs
from bot.command_line import main
from bot.messages import pictures
from bot.messages.panels.newcomers import rulebook
from bot.packages import MOST_GAMES, load_games
from bot.store.sql.database import Database
from bot.store.sql.metadata import Metadata
from loopback import Loopback, Person
from rules.contract.core import AnyGame
from rules.packages import Named, read_names
from rules.registry import all_games, is_experimental, origin_of
from rules.testing import try_game
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import newest_board, rested
from tests.bot.game_driver import public, sit_down
from tests.documented_package import NAME, blocks, installed
from tests.loopback.waiting import until
from tests.packages import HEAP, install, own_registry
from tests.stored import named, rows

NAMED: Final = (Named(NAME),)


@pytest.fixture
async def metadata(opened: Database) -> Metadata:
    return Metadata(opened)


@pytest.fixture(autouse=True)
async def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Path]:
    """Give packages a folder where this process and its workers find them."""
    here = tmp_path / "packages"
    here.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(here))
    monkeypatch.setattr(packages, "_GAMES", 3)
    rulebook.pages.cache_clear()
    with own_registry(here):
        yield here
    rulebook.pages.cache_clear()


def lines(caplog: pytest.LogCaptureFixture, level: int = logging.ERROR) -> list[str]:
    return [
        each.getMessage()
        for each in caplog.records
        if each.name == "bot.packages" and each.levelno == level
    ]


async def test_a_game_is_tried_once_for_each_version(
    folder: Path, metadata: Metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(folder)
    tried: list[str] = []
    real = try_game

    def noted(game: AnyGame, games: int) -> str | None:
        tried.append(game.spec.key)
        return real(game, games)

    monkeypatch.setattr(packages, "try_game", noted)
    for _ in range(2):
        with own_registry(folder):
            assert await load_games(NAMED, metadata) == (NAME,)
            assert "noughts" in all_games()
            assert is_experimental("noughts")
    assert tried == ["noughts"]
    (folder / "postboard_noughts-1.0.dist-info").rename(folder / "old")
    installed(folder, version="1.1")
    with own_registry(folder):
        await load_games([Named(NAME, is_stable=True)], metadata)
        assert not is_experimental("noughts")
    assert tried == ["noughts", "noughts"]


async def test_a_game_that_fails_is_left_out_in_one_line_and_others_go_on(
    folder: Path, metadata: Metadata, caplog: pytest.LogCaptureFixture
) -> None:
    code = blocks("python")[0]
    installed(folder, code.replace("return (*state, move)", "return 1 / 0"))
    install(folder, "bad", {"bad.py": "1 / 0"}, {"bad": "bad:GAME"})
    other = code.replace('key="noughts"', 'key="good"')
    install(folder, "good", {"good.py": other}, {"good": "good:GAME"})
    asked = [Named("missing"), Named("bad"), *NAMED, Named("good")]
    for _ in range(2):
        caplog.clear()
        with own_registry(folder):
            assert await load_games(asked, metadata) == (NAME, "good")
            assert "noughts" not in all_games()
            assert origin_of("good") is not None
        missing, bad, failed = lines(caplog)
        assert "no package missing is installed" in missing
        assert "ZeroDivisionError" in bad
        assert f"A game of package {NAME} left out: noughts-" in failed
        assert "ZeroDivisionError: division by zero" in failed
        assert not any("\n" in line for line in (missing, bad, failed))


async def test_a_start_that_can_not_be_drawn_is_left_out(
    folder: Path, metadata: Metadata, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def broken(_view: object) -> object:
        raise RuntimeError("no such\ncolour")

    monkeypatch.setattr(pictures, "draw", broken)
    installed(folder)
    await load_games(NAMED, metadata)
    assert "noughts" not in all_games()
    assert lines(caplog) == [
        f"A game of package {NAME} left out: noughts: RuntimeError: no such colour"
    ]


async def test_a_call_that_takes_long_is_named(
    folder: Path, metadata: Metadata, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """By a clock on which every call takes 3 seconds."""
    ticks = iter(range(0, 10**9, 3))
    monkeypatch.setattr(packages, "process_time", lambda: float(next(ticks)))
    installed(folder)
    await load_games(NAMED, metadata)
    assert "noughts" in all_games(), "slow games are offered"
    said = lines(caplog, logging.WARNING)
    assert "noughts: a call of legal took 3.0 s of CPU time" in said
    assert len(said) == len({*said})


async def test_a_key_that_exists_is_left_out(
    folder: Path, metadata: Metadata, caplog: pytest.LogCaptureFixture
) -> None:
    ours = next(iter(all_games()))
    installed(folder, blocks("python")[0].replace('key="noughts"', f'key="{ours}"'))
    await load_games(NAMED, metadata)
    (line,) = lines(caplog)
    assert f"there is another game '{ours}' already" in line
    assert origin_of(ours) is None


async def test_no_more_games_are_offered_than_discord_lists(
    folder: Path, metadata: Metadata, caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def passing(_package: object, _game: object) -> bool:
        return True

    monkeypatch.setattr(packages, "_passes", passing)
    many = HEAP.replace("GAME = Toy()", "GAME = tuple(Toy(key=f'toy{n}') for n in range(10, 40))")
    install(folder, "many", {"many.py": many}, {"many": "many:GAME"})
    await load_games([Named("many")], metadata)
    assert len(all_games()) == MOST_GAMES
    assert all("Discord lists at most 25 games" in line for line in lines(caplog))


async def test_the_documented_package_is_found_tried_played_and_drawn(
    folder: Path, server: Loopback, database: Path, ann: Person
) -> None:
    """Over the wire, against the computer, until somebody has won or the board is full."""
    installed(folder)
    named = read_names(NAME)
    async with bot_on(server, database, packages=named) as bot:
        await ann.slash("play", game="noughts", values={"level": 1})
        for _ in range(5):
            table = await rested(bot, ann)
            if table.started.outcome:
                break
            board = newest_board(ann)
            assert board.attachments[0].bytes.startswith(b"\x89PNG")
            assert "crosses" in (board.attachments[0].description or "").lower()
            legal = table.started.game.legal(table.started.state)
            public(await ann.slash("move", move=table.started.game.notate(legal[0])))
        table = await rested(bot, ann)
        assert table.started.outcome
        assert bot.pool.failures == 0
    assert origin_of("noughts") is not None
    with own_registry(folder):
        async with bot_on(server, database) as bot:
            missing = await bot.lookup.get(table.id)
            assert missing.set_apart
            assert "noughts" in missing.set_apart
    async with bot_on(server, database, packages=named) as bot:
        assert (await bot.lookup.get(table.id)).started.outcome == table.started.outcome


async def test_a_game_that_fails_in_play_sets_its_table_apart_until_it_works(
    folder: Path, server: Loopback, database: Path, ann: Person
) -> None:
    """It shows its first positions, so that it is offered, and none with two marks."""
    flaw, whole = folder / "flaw", "turn, outcome = self.turn(state), self.outcome(state)"
    code = blocks("python")[0]
    assert whole in code
    failing = f"assert len(state) < 2 or not __import__('os').path.exists({str(flaw)!r})"
    installed(folder, code.replace(whole, f"{failing}\n        {whole}"))
    named = read_names(NAME)
    async with bot_on(server, database, packages=named) as bot:
        await ann.slash("play", game="noughts", values={"level": 1, "side": "crosses"})
        table = await rested(bot, ann)
        flaw.touch()
        game, state = table.started.game, table.started.state
        first, second = map(game.notate, game.legal(state)[:2])
        public(await ann.slash("move", move=first))
        for _ in range(1000):
            if (await bot.lookup.get(table.id)).set_apart:
                break
            await asyncio.sleep(0.01)
        refused = await ann.slash("move", move=second)
        assert refused.message is not None
        assert "This game is stuck" in refused.message.content
    flaw.unlink()
    async with bot_on(server, database, packages=named) as bot:
        table = await rested(bot, ann)
        assert len(table.started.plies) == 2
        assert newest_board(ann).attachments


async def test_the_rules_tell_version_origin_and_that_a_game_is_new(
    folder: Path, metadata: Metadata
) -> None:
    installed(folder)
    await load_games(NAMED, metadata)
    lesson = await rulebook.page("noughts", 0)
    assert "Experimental" in lesson.text.english()
    sources = (await rulebook.page("noughts", -1)).text.english()
    assert f"Version 1 of the rules, from the package `{NAME}` 1.0." in sources
    ours = next(key for key in all_games() if key != "noughts")
    assert "Experimental" not in (await rulebook.page(ours, 0)).text.english()
    assert "Version 1 of the rules." in (await rulebook.page(ours, -1)).text.english()


def test_a_check_of_a_file_knows_the_games_of_packages(
    folder: Path,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    installed(folder)
    monkeypatch.setenv("POSTBOARD_GAMES", f"{NAME}, none-such")
    assert main(["check", named(database)]) == 0
    assert "noughts" in all_games()
    assert "no package none-such is installed" in capsys.readouterr().err


async def test_a_game_that_hangs_sets_its_table_apart_and_nothing_else(
    folder: Path, server: Loopback, database: Path, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop in Python is ended where it runs; after that the game isn't asked any more."""
    flaw, whole = folder / "flaw", "turn, outcome = self.turn(state), self.outcome(state)"
    hanging = f"while len(state) > 1 and __import__('os').path.exists({str(flaw)!r}): pass"
    installed(folder, blocks("python")[0].replace(whole, f"{hanging}\n        {whole}"))
    monkeypatch.setattr(call_limit, "_LOOK", 0.02)
    named = read_names(NAME)
    async with bot_on(server, database, packages=named) as bot:
        await ann.slash("play", game="noughts", values={"level": 1, "side": "crosses"})
        table = await rested(bot, ann)
        flaw.touch()
        game = table.started.game
        await ann.slash("move", move=game.notate(game.legal(table.started.state)[0]))
        await until(lambda: bool(rows(database, "SELECT 1 FROM tables WHERE set_apart <> ''")))
        assert "did not return" in ((await bot.lookup.get(table.id)).set_apart or "")
        with pytest.raises(GameHangs):
            game.start()
        driver = await sit_down(server, bot, database, channel="games")
        await driver.move("c3-d4")
    flaw.unlink()
    with own_registry(folder):
        async with bot_on(server, database, packages=named) as bot:
            assert (await rested(bot, ann)).set_apart is None
