"""The club that can be looked at: its people play over the wire, to the point that is said."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot import demo
from bot.command_line import main
from bot.demo import Game, club, furnish
from bot.interactions.client import Postboard
from bot.model.table import Table
from bot.settings import Settings
from loopback import Loopback
from rules.log.events import Played
from rules.registry import all_games, find
from tests.bot.game_driver import delivered, labels


def test_the_club_plays_every_game_and_a_dozen_in_all() -> None:
    games = club()
    assert len(games) >= 12
    assert {game.key for game in games} == set(all_games())
    assert any(game.end for game in games)
    for game in games:
        seats = {len(seating) for seating in find(game.key).spec.seatings}
        assert len(game.people) in seats or not game.plies or "level" in game.terms


async def test_people_play_to_the_point_that_is_said(
    server: Loopback, bot: Postboard, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Game(channel="lobby", key="czech", people=("Ann", "Bo"), plies=2, end="draw")
    resigned = replace(ended, end="resign")
    games = (
        ended,
        resigned,
        replace(ended, plies=3, end=""),
        Game(channel="dice", key="hypergammon", people=("Cy", "Di"), plies=1),
        Game(channel="waiting", key="turkish", people=("Di",)),
        Game(channel="solo", key="czech", people=("Ann",), plies=2, terms={"level": 1}),
    )
    await furnish(server, bot, games)
    await delivered(bot)
    assert "\n6 games are played.\n" in capsys.readouterr().out
    tables = [await bot.lookup.get(number) for number in range(1, 1 + len(games))]
    found = [
        (each.terms.game, each.status.value, len(each.persons), _played(each)) for each in tables
    ]
    assert sorted(found) == [
        ("czech", "over", 2, 2), ("czech", "over", 2, 2), ("czech", "playing", 1, 2),
        ("czech", "playing", 2, 3), ("hypergammon", "playing", 2, 1), ("turkish", "open", 1, 0),
    ]  # fmt: skip
    assert any("Move" in labels(message) for message in server.person("Ann").sees("lobby"))


def _played(table: Table) -> int:
    """Return the number of moves that people have made."""
    people = {person.id for person in table.persons}
    entries = table.match.entries if table.match else ()
    return sum(isinstance(each.event, Played) and each.player in people for each in entries)


def test_the_club_begins_anew_in_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    async def serve(settings: Settings, _when_ready: object, furnish: object) -> None:
        assert furnish is demo.furnish
        asked.append(settings.postboard_database)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.local.serve", serve)
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    database = tmp_path / "var" / "demo" / "postboard.sqlite3"
    database.parent.mkdir(parents=True)
    database.write_bytes(b"the club of the last time")
    assert main(["demo"]) == 0
    assert asked == [database]
    assert not database.exists()
