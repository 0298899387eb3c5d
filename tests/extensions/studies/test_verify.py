"""`/game verify`: files of games are read, compared with tables, and shown to one person."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.model.caller import Person as Somebody
from bot.model.errors import TableError
from engine.tasks import Task
from loopback import Loopback, Message, Person, Upload
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.log.entries import Actor, Entry, chained, decode
from rules.records.reading import LARGEST
from rules.registry import find
from tests.bot.game_driver import GameDriver, delivered, labels, private, shown, sit_down
from tests.bot.test_forged_controls import press
from tests.extensions.puzzles.test_puzzles import typed
from tests.extensions.replays.test_export import exported
from tests.extensions.studies.test_studies import PLAYED

GAME: Final = b"game: czech\nc3-d4\n"
UNKNOWN: Final = "I can't find this game here."
MOVES: Final = ("c3-d4", "b6-a5", "d4-c5", "d6xb4")


def upload(content: bytes | str, name: str = "game.txt") -> Upload:
    return Upload(name, "text/plain", content.encode() if isinstance(content, str) else content)


async def verified(person: Person, file: Upload, channel: str = "lobby") -> Message:
    return private(await person.slash("game verify", channel=channel, file=file))


def first_line(message: Message) -> str:
    return message.content.partition("\n")[0]


async def played(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Return a game of four turns that somebody has resigned."""
    driver = await sit_down(server, bot, database)
    for move in MOVES:
        await driver.move(move)
    asked = private(await driver.due.slash("game resign"))
    await shown(bot, driver.due, await driver.due.click(asked, "Resign"))
    return driver


async def test_files_of_a_game_are_known_again(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await played(server, bot, database)
    files = await exported(driver)
    assert set(files) == {"json", "pdn", "txt"}
    said = await verified(cy, upload(files["json"], "any name.json"))
    assert first_line(said).startswith("✓ Genuine: [Czech draughts](https://discord.com/")
    assert first_line(said).endswith("exactly as played.")
    for ending in ("pdn", "txt"):
        said = await verified(cy, upload(files[ending], f"czech-{driver.table_id}.{ending}"))
        told = f"[Czech draughts]({_address(said)}). (This format doesn't hold the full record.)"
        assert first_line(said).endswith(told)
        said = await verified(cy, upload(files[ending], f"another.{ending}"))
        assert UNKNOWN in first_line(said), "its name says no table"
    assert "won: the file says so." in said.content
    (picture,) = said.attachments
    assert picture.description
    await delivered(bot)


def _address(message: Message) -> str:
    found = re.search(r"\]\((https://[^)]+)\)", message.content)
    assert found is not None
    return found[1]


async def test_a_changed_file_is_told_apart(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await played(server, bot, database)
    files = await exported(driver)
    name = f"czech-{driver.table_id}.txt"
    text = files["txt"].decode()

    async def told(changed: str) -> str:
        return first_line(await verified(cy, upload(changed, name)))

    assert "it differs from move 2 on" in await told(text.replace("d4-c5", "d4-e5").replace(
        "d6xb4", "d6xf4"
    ))  # fmt: skip
    shorter = "".join(text.splitlines(keepends=True)[:-2])
    assert "continues from move 2" in await told(shorter)
    ended = text.splitlines()[-1]
    other = ended.replace("white", "WHITE").replace("black", "white").replace("WHITE", "black")
    assert "a different result" in await told(text.replace(ended, other))
    members = json.loads(files["json"])
    assert members["entries"][-1]["at"] > 0
    said = await verified(cy, upload(forged(files["json"]), "czech-1.json"))
    assert "something else was changed" in first_line(said)


def forged(file: bytes) -> str:
    """Return a file whose last entry was an hour later, with a digest that fits."""
    members = json.loads(file)
    members["entries"][-1]["at"] += 3600
    digest = ""
    for each in members["entries"]:
        entry = Entry(
            each["number"], each["at"], Actor(each["actor"]), each["seat"], each["player"],
            each["request"], decode(each["kind"], each["text"]),
        )  # fmt: skip
        digest = chained(digest, entry)
    return json.dumps({**members, "digest": digest})


async def test_nobody_learns_of_a_board_that_they_do_not_see(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    """A file with the record of a hidden table is answered like one of no table at all."""
    driver = await played(server, bot, database)
    files = await exported(driver)
    lobby = cy.place("lobby")
    seen = await verified(cy, upload(files["json"]), channel="quiet")
    assert "Genuine" in first_line(seen), "it is a channel of the same server"
    server.world.set_overwrite(lobby, cy.user, deny=int(Permission.VIEW_CHANNEL))
    hidden = await verified(cy, upload(files["json"], "czech-1.json"), channel="quiet")
    strange = await verified(cy, upload(forged(files["json"]), "czech-99.json"), channel="quiet")
    assert UNKNOWN in hidden.content
    assert without_digits(hidden.content) == without_digits(strange.content)
    player = driver.people[Seat(0)]
    server.world.set_overwrite(lobby, player.user, deny=int(Permission.VIEW_CHANNEL))
    own = await verified(player, upload(files["json"]), channel="quiet")
    assert "Genuine" in first_line(own), "who played knows the game"


def without_digits(text: str) -> str:
    return re.sub(r"`[0-9a-f]{16}`", "", text)


HOSTILE: Final = {
    "too large": b"x" * (LARGEST + 1),
    "an archive": b"PK\x03\x04" + bytes(range(256)),
    "deep nesting": b'{"a":' * 40_000,
    "a huge number": b'{"at": ' + b"9" * 100_000 + b"}",
    "mentions": b"game: @everyone **bold** <@1>",
}


async def test_hostile_files_are_refused_with_a_sentence(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    for name, content in HOSTILE.items():
        said = await verified(cy, upload(content))
        assert "I read games as JSON, PDN, SGF or text, up to 256 KiB" in said.content, name
        assert not said.buttons(), name
        assert len(said.content) < 1000, name
        assert "<@1>" not in said.content
    assert bot.pool.failures == 0
    assert bot.pool.busy == ()
    del server


async def test_a_file_that_takes_too_long_is_given_up(
    bot: Postboard, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = bot.pool._limits  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setitem(limits.seconds, Task.READ, 0.0)
    said = await verified(cy, upload("game: czech\nc3-d4\n"))
    assert "I couldn't read this file" in said.content
    monkeypatch.setitem(limits.seconds, Task.READ, 600.0)
    assert UNKNOWN in (await verified(cy, upload("game: czech\nc3-d4\n"))).content


async def test_a_game_from_a_file_is_looked_through_like_any_other(
    bot: Postboard, cy: Person, ann: Person
) -> None:
    text = "game: rematch\n" + "\n".join(PLAYED) + "\nended: white+orange\n"
    panel = await verified(cy, upload(text))
    steps = {"⏮ Start", "◀ Back", "Next ▶", "Latest ⏭"}
    assert labels(panel) == {*steps, "Analysis"}
    assert "White and Orange won: the file says so." in panel.content
    panel = private(await cy.click(panel, "◀ Back"))
    assert "3\\. White **e2xc4**" in panel.content
    assert labels(panel) == {*steps, "Try a move", "Best move", "Analysis"}
    panel = await typed(cy, private(await cy.click(panel, "Try a move")), "b2-b3")
    assert "Line: 3\\. … **b2-b3**" in panel.content
    panel = private(await cy.click(panel, "⏮ Start"))
    report = private(await cy.click(panel, "Analysis"))
    assert "White and Orange won." in report.content
    learn = next(each for each in labels(report) if each.startswith("Mistakes"))
    assert labels(report) == {learn, "Explore the game"}
    task = private(await cy.click(report, learn))
    assert "**Mistake 1 of " in task.content
    answer = private(await cy.click(task, "Show the answer"))
    assert "** was better." in answer.content
    report = private(await cy.click(answer, "Analysis"))
    again = private(await cy.click(report, "Explore the game"))
    assert labels(again) == {*steps, "Analysis"}
    await bot.idle()
    del ann


async def test_the_game_of_a_file_is_analysed_once_and_for_its_sender(
    bot: Postboard, cy: Person, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await verified(cy, upload("game: rematch\n" + "\n".join(PLAYED) + "\nended: draw\n"))
    first = private(await cy.click(panel, "Analysis"))
    monkeypatch.setattr(bot.advice, "report_for", None)
    assert private(await cy.click(panel, "Analysis")).content == first.content
    control = next(each.custom_id for each in panel.buttons() if each.label == "Analysis")
    assert control is not None
    assert "someone else's private board" in await press(bot, ann, control)


async def test_one_file_of_a_person_is_read_at_a_time(bot: Postboard) -> None:
    one, other = (bot.advice.read_file(Somebody(1), GAME) for _ in range(2))
    found = asyncio.create_task(one)
    await asyncio.sleep(0)
    with pytest.raises(TableError, match="still working"):
        await other
    await bot.advice.read_file(Somebody(2), GAME)
    assert (await found).fault is None
    assert (await bot.advice.read_file(Somebody(1), GAME)).fault is None


async def test_no_file_helps_in_a_game_that_runs(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for move in MOVES[:2]:
        await driver.move(move)
    text = "game: czech\nc3-d4\nb6-a5\nd4-c5\nended: white\n"
    panel = await verified(driver.due, upload(text))
    refused = private(await driver.due.click(panel, "Analysis"))
    assert "a game you're playing" in refused.content
    panel = private(await driver.due.click(panel, "◀ Back"))
    refused = private(await driver.due.click(panel, "Best move"))
    assert "a game you're playing" in refused.content


async def test_a_file_of_a_game_that_goes_on_is_shown_without_advice(
    bot: Postboard, cy: Person
) -> None:
    panel = await verified(cy, upload(GAME))
    assert labels(panel) & {"Try a move", "Best move", "Analysis"} == {"Try a move"}
    moved = next(each.custom_id for each in panel.buttons() if each.label == "Try a move")
    assert moved is not None
    for verb in ("studyhint", "studyanalysis", "learn"):
        said = await press(bot, cy, moved.replace("studymove", verb))
        assert "once it's finished" in said, verb


async def test_a_game_with_dice_stops_where_somebody_is_to_move(bot: Postboard, cy: Person) -> None:
    text = "game: hypergammon\n[5-2]\n24/22 23/18\n[6-1]\n"
    panel = await verified(cy, upload(text))
    assert "1\\. White **\\[5-2] 24/22 23/18**, then \\[6-1]" in panel.content
    assert "Try a move" in labels(panel)
    panel = private(await cy.click(panel, "◀ Back"))
    assert "the start, then \\[5-2]" in panel.content
    panel = private(await cy.click(panel, "Try a move"))
    assert "White to move." in panel.content
    await bot.idle()


def detour() -> tuple[list[str], list[str]]:
    """Return the moves of two games of ReMatch to one board, the second with more of them."""
    game, chance, shortest = find("rematch"), random.Random(1), dict[object, list[str]]()
    while True:
        state, texts = game.start(), list[str]()
        while len(texts) < 8 and (moves := game.legal(state)):
            move = chance.choice(moves)
            texts.append(game.notate(move))
            state = game.apply(state, move)
            before = shortest.setdefault(
                (frozenset(game.view(state).stacks), game.turn(state)), [*texts]
            )
            if 2 <= len(before) < len(texts):
                return before, texts
            if len(texts) < len(before):
                before[:] = texts


async def test_no_detour_helps_in_a_game_that_runs(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    straight, longer = detour()
    driver = await sit_down(server, bot, database, "rematch")
    for move in straight:
        await driver.move(move)
    lines = "\n".join(("game: rematch", *longer, "ended: draw", ""))
    panel = await verified(driver.due, upload(lines))
    refused = private(await driver.due.click(panel, "Analysis"))
    assert "a game you're playing" in refused.content
