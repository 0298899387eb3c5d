"""A game as a moving picture: private at first, once for everybody, and never more than it may."""

import asyncio
import re
import subprocess
import sys
import time
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageSequence

from bot.extensions.replays import messages as replays
from bot.extensions.replays.film import Film, film_of
from bot.extensions.replays.filming import Replays
from bot.interactions.client import Postboard
from bot.interactions.cooldowns import Cooldowns
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position, for_text
from bot.model.errors import TableError
from bot.tables.commands import Answer, Play, SeatEngine
from loopback import Loopback, Message, Person
from loopback.errors import CannotDo
from rules.time.duration import HOUR
from tests.bot.game_driver import GameDriver, labels, private, public, sit_down
from tests.bot.seat_changes import due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, CZECH, Service
from tests.bot.test_forged_controls import press
from tests.bot.who import person_of

HALF_A_MINUTE: Final = 30
SCRIPT: Final = """
import pathlib, sys, time
log = pathlib.Path({log!r})
with log.open("a") as file: file.write("begun ")
time.sleep(0.2)
with log.open("a") as file: file.write("ended ")
sys.stdout.write("film")
"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let films be made without the start of a process."""

    async def made(_: Replays, film: Film) -> bytes:
        return film.made()

    monkeypatch.setattr(Replays, "made", made)


def had_within(bot: Postboard, seconds: int) -> None:
    """Let a person have one replay in so many seconds, and forget who had one."""
    bot.service(Replays).had = Cooldowns(bot.now, seconds)


async def played(
    server: Loopback, bot: Postboard, database: Path, plies: int = 5, *, over: bool = True
) -> GameDriver:
    """Let Ann and Bo play some plies, until one of them resigns."""
    driver = await sit_down(server, bot, database)
    for _ in range(plies):
        await driver.move(driver.game.notate(driver.match.legal[0]))
    if over:
        question = private(await driver.due.slash("game resign"))
        await driver.due.click(question, "Resign")
        await bot.idle()
    return driver


async def replay_of(person: Person) -> Message:
    history = private(await person.slash("game history"))
    return private(await person.click(history, "Replay"))


def frames_of(message: Message) -> list[Image.Image]:
    assert message.attachments, message.content
    (film,) = message.attachments
    assert film.filename.endswith(".gif")
    return [frame.copy() for frame in ImageSequence.Iterator(Image.open(BytesIO(film.bytes)))]


async def test_the_game_is_replayed_for_one_person_with_a_frame_for_each_turn(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await played(server, bot, database)
    shown = await replay_of(cy)
    frames = frames_of(shown)
    assert len(frames) == 1 + 5
    assert len({frame.size for frame in frames}) == 1
    description = shown.attachments[0].description or ""
    moves = [ply.notation for ply in driver.match.plies]
    assert description.startswith(
        "Replay of Czech draughts between Ann (White) and Bo (Black), moves 1 to 3: "
        f"1. {moves[0]} {moves[1]} 2. {moves[2]} {moves[3]} 3. {moves[4]}"
    )
    assert re.search(r"(Ann|Bo) won: (Ann|Bo) resigned\.$", description)
    assert labels(shown) == {"Share", "Moves as text"}
    told = private(await cy.click(shown, "Moves as text"))
    assert all(move in told.content for move in moves)


@pytest.mark.usefixtures("at_once")
async def test_a_running_game_is_replayed_as_far_as_it_went(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await played(server, bot, database, 2, over=False)
    shown = await replay_of(cy)
    assert len(frames_of(shown)) == 3
    assert "won" not in (shown.attachments[0].description or "")


@pytest.mark.usefixtures("at_once")
async def test_ones_own_view_replays_what_came_since_ones_own_move(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    for text in ("c3-d4", "b6-a5", "d4-c5", "d6xb4", "a3xc5"):
        await driver.move(text)
    view = private(await bo.click(driver.board, "My view"))
    assert view.content.startswith("3\\. Ann a3xc5\n")
    film = private(await bo.click(view, "Replay"))
    assert ", move 3: " in (film.attachments[0].description or "")
    assert len(frames_of(film)) == 2
    assert "Replay" not in labels(private(await ann.click(driver.board, "My view")))
    await ann.slash("game takeback")
    public(await bo.slash("game takeback"))
    gone = private(await bo.click(view, "Replay"))
    assert gone.content == "The moves since your own were taken back."


@pytest.mark.usefixtures("at_once")
async def test_the_message_of_the_end_has_the_button(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await played(server, bot, database)
    end = next(m for m in reversed(cy.sees("lobby")) if "resigned" in m.content)
    assert len(frames_of(private(await cy.click(end, "Replay")))) == 6


@pytest.mark.usefixtures("at_once")
async def test_everybody_is_shown_a_replay_of_a_game_once(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await played(server, bot, database)
    shown = await replay_of(cy)
    everybody = public(await cy.click(shown, "Share"))
    assert everybody.attachments[0].bytes == shown.attachments[0].bytes
    assert everybody.attachments[0].description == shown.attachments[0].description
    refused = private(await ann.click(await replay_of(ann), "Share"))
    assert "already shared" in refused.content


@pytest.mark.usefixtures("at_once")
async def test_a_replay_with_the_name_of_somebody_who_was_forgotten_is_shown_to_nobody_else(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await played(server, bot, database)
    shown = await replay_of(cy)
    await bot.services.forgetting.carry_out(await person_of(bot, ann))
    refused = private(await cy.click(shown, "Share"))
    assert "name has changed" in refused.content
    had_within(bot, 0)
    everybody = public(await cy.click(await replay_of(cy), "Share"))
    assert "Ann" not in (everybody.attachments[0].description or "")


async def test_a_seat_that_changed_hands_has_the_name_of_its_side(service: Service) -> None:
    """Nobody is shown with a move that somebody else made."""
    table = await move(service, await playing(service, CZECH))
    leaver = due(table)
    asked = await service.do(table, leaver, SeatEngine(seat_of(table, leaver), 1))
    assert asked.started.offer is not None
    stayed = ANN if leaver == BO else BO
    table = await service.do(asked, stayed, Answer(asked.started.offer.number, agree=True))
    film = film_of(table, (0, 1), 1 << 20)
    names = [occupant.name for _, occupant in film.people.people]
    assert sorted(names) == ["", stayed.name]


@pytest.mark.usefixtures("at_once")
async def test_what_could_not_be_shown_to_all_can_be_shown_later(
    server: Loopback, bot: Postboard, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(server, bot, database)
    shown = await replay_of(cy)
    with monkeypatch.context() as patch:
        patch.setattr("discord.Attachment.read", _lost)
        await cy.click(shown, "Share")
    assert public(await cy.click(shown, "Share")).attachments


async def _lost(*_: object) -> bytes:
    raise TimeoutError("nothing came")


@pytest.mark.usefixtures("at_once")
async def test_a_message_without_a_replay_shows_none(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    table = await bot.lookup.get(driver.table_id)
    told = await press(bot, ann, encode(for_position(replays.SHOW_REPLAY, table)))
    assert told == "This message has no replay. Press **Replay** for a new one."
    assert bot.service(Replays).shown.begin(table.id), "the replay can still be shown to all"


async def test_a_person_has_a_replay_in_half_a_minute(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await played(server, bot, database, 2)
    had_within(bot, HOUR)
    assert (await replay_of(cy)).attachments
    assert "half a minute" in (await replay_of(cy)).content
    assert (await replay_of(ann)).attachments, "others have theirs"
    server.clock.advance(HOUR)
    assert (await replay_of(cy)).attachments


@pytest.mark.usefixtures("at_once")
async def test_of_a_long_game_some_moves_are_asked_for(
    server: Loopback, bot: Postboard, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "_MOST_TURNS", 4)
    await played(server, bot, database)
    history = private(await cy.slash("game history"))
    form = (await cy.click(history, "Replay")).modal
    assert form is not None
    many = private(await cy.submit(form, {"text": "1-3"}))
    assert "That's 5 moves, and a replay fits 4" in many.content
    server.clock.advance(HALF_A_MINUTE)
    few = private(await cy.slash("game replay", moves="2 - 3"))
    assert len(frames_of(few)) == 1 + 3
    assert "moves 2 to 3" in (few.attachments[0].description or "")


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("text", ["last", "4-9", "3-1", "0-0", "-", "١-٢-٣"])
async def test_other_moves_are_refused_with_an_example(
    server: Loopback, bot: Postboard, database: Path, cy: Person, text: str
) -> None:
    await played(server, bot, database)
    refused = private(await cy.slash("game replay", moves=text))
    assert "isn't in this game, which has 3 moves" in refused.content
    assert "Try 1-3." in refused.content
    assert not refused.attachments


@pytest.mark.usefixtures("at_once")
async def test_before_the_first_move_there_is_nothing_to_replay(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    history = private(await cy.slash("game history"))
    with pytest.raises(CannotDo):
        await cy.click(history, "Replay")
    assert "nothing to replay" in private(await cy.slash("game replay")).content


async def test_a_process_that_fails_is_told_and_the_next_works(
    server: Loopback, bot: Postboard, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(server, bot, database, 2)
    with monkeypatch.context() as patch:
        patch.setattr(
            "bot.extensions.replays.filming._PROGRAM", ("-c", "raise SystemExit('no colours')")
        )
        assert "couldn't be made" in (await replay_of(cy)).content
    server.clock.advance(HALF_A_MINUTE)
    assert (await replay_of(cy)).attachments


async def filmed(service: Service, most: int) -> Film:
    table = await playing(service, CZECH)
    for _ in range(4):
        match = table.started
        table = await service.do(table, due(table), Play(match.game.notate(match.legal[0])))
    chosen = replays.turns_of(table)
    return film_of(table, replays.stops(table, chosen), most)


async def test_a_film_that_is_too_large_is_made_smaller_or_refused(service: Service) -> None:
    film = await filmed(service, 1 << 20)
    large = film.made()
    assert Image.open(BytesIO(large)).width == 800
    small = replace(film, most=len(large) - 1).made()
    assert Image.open(BytesIO(small)).width == 480
    with pytest.raises(TableError, match="Choose fewer moves"):
        await Replays(time.time).made(replace(film, most=1000))


async def test_films_are_made_one_at_a_time(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    script = SCRIPT.format(log=str(log))
    monkeypatch.setattr("bot.extensions.replays.filming._PROGRAM", ("-c", script))
    film, filming = await filmed(service, 1 << 20), Replays(time.time)
    assert await asyncio.gather(*(filming.made(film) for _ in range(3))) == [b"film"] * 3
    assert log.read_text() == "begun ended " * 3


async def test_who_waits_no_longer_ends_the_process(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bot.extensions.replays.filming._PROGRAM", ("-c", "import time; time.sleep(60)")
    )
    monkeypatch.setattr("bot.extensions.replays.filming._LONGEST", 0.2)
    with pytest.raises(TableError, match="couldn't be made"):
        await Replays(time.time).made(await filmed(service, 1 << 20))


def test_the_process_of_a_film_knows_nothing_of_discord() -> None:
    """It begins sooner, and takes less memory."""
    found = "import sys, bot.extensions.replays.film; print('discord' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", found], text=True).strip() == "False"


@pytest.mark.usefixtures("at_once")
async def test_only_a_game_that_is_over_is_replayed_from_where_it_is_told(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    public(await cy.slash("play", game="czech", channel="quiet"))
    for table_id in (driver.table_id, driver.table_id + 1):
        told = await press(bot, cy, encode(for_text(verbs.REPLAY_TOLD, table_id)))
        assert told.startswith("This game is gone.")
