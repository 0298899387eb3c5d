"""Practice: a private game against the computer, from its first press to its end."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Final

import pytest

from bot.extensions.lessons import practice
from bot.extensions.lessons.ease import Result
from bot.extensions.lessons.game import ENOUGH, own_moves
from bot.extensions.lessons.rows import PracticeStore
from bot.extensions.lessons.values import PRACTICE
from bot.extensions.lessons.verbs import GIVE_UP, HINT, MORE, NEW, PLAY, TAKE_BACK
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_study, for_text
from bot.messages.controls.verbs import Verb
from bot.model.study import Study
from bot.model.table import Table
from bot.store.cleaning import clean
from bot.store.people.vacations import YEAR
from engine.report import PlyReport
from engine.tasks import Answered, Request
from loopback import Loopback, Message, Person
from rules.contract.core import Seat
from rules.match.match import Match
from rules.records import reading
from rules.records.transcript import Transcript
from rules.registry import all_games
from tests.bot.game_driver import answered, check_picture, labels, private, sit_down
from tests.bot.test_forged_controls import one_button
from tests.bot.who import person_of
from tests.conformance.configured import SOAK
from tests.stored import rows

NOT_CHOSEN: Final = {"Hint", "Take back", "More", "Back", "Type it", "Another area"}


@pytest.fixture(autouse=True)
def _known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every practice game have the same dice."""

    def drawn(_bits: int) -> int:
        return 41

    own = SimpleNamespace(randbits=drawn)
    monkeypatch.setattr("bot.extensions.lessons.practice.secrets", own)


async def pressed(bot: Postboard, person: Person, key: str, verb: Verb = PLAY) -> Message:
    """Let a person press a button about a game in the lobby, and return the private answer."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(encode(for_text(verb, key))))
    message = next(m for m in person.sees("lobby") if m.id == posted.id)
    return private(await person.click(message, "Old"))


async def study_of(bot: Postboard, person: Person, key: str) -> Study:
    """Return a person's practice game."""
    study = await bot.studies.teaching(await person_of(bot, person), PRACTICE, key)
    assert study is not None
    return study


async def match_of(bot: Postboard, person: Person, key: str) -> Match:
    """Return a person's practice game as it stands."""
    return (await bot.studies.game(await study_of(bot, person, key))).started


async def clicked(person: Person, panel: Message, label: str) -> Message:
    """Return what the panel turns into with the press of a button."""
    reply = await person.click(panel, label)
    assert reply.updated
    return private(reply)


async def one_press(person: Person, panel: Message, chance: Random) -> Message:
    """Press any choice of the panel, a button or a line of its menu; return what it turns into."""
    choices: list[tuple[str | None, str | None]]
    choices = [(each, None) for each in labels(panel) - NOT_CHOSEN]
    choices += [(None, each.value) for menu in panel.selects() for each in menu.options]
    label, value = chance.choice(sorted(choices, key=str))
    reply = await (person.click(panel, label) if value is None else person.choose(panel, value))
    assert reply.updated
    return private(reply)


async def moved(bot: Postboard, person: Person, panel: Message, key: str) -> Message:
    """Press choices until a move is played and answered."""
    before = (await study_of(bot, person, key)).transcript
    assert before is not None
    chance = Random(len(before.texts))
    for _ in range(30):
        panel = await one_press(person, panel, chance)
        if (await study_of(bot, person, key)).transcript != before:
            return panel
    raise AssertionError("no presses lead to a move")


@pytest.fixture
def quick(bot: Postboard, monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Let the computer play one of the first moves, by its seed; return what it was asked.

    It reports on no game.
    """
    asked: list[Request] = []

    async def glance(_: Table) -> None: ...

    async def choose(request: Request, legal: list[str]) -> Answered:
        asked.append(request)
        move = legal[request.seed % len(legal)]
        return Answered(move, 0.0, (move,), "none", 0)

    monkeypatch.setattr(bot.pool, "choose", choose)
    monkeypatch.setattr(bot.advice, "glance", glance)
    return asked


@pytest.mark.parametrize("key", all_games() if SOAK else ["rematch"])
async def test_a_whole_game_is_played_by_presses_in_one_private_message(
    server: Loopback, bot: Postboard, database: Path, key: str
) -> None:
    ann, count = server.person("Ann"), 0
    panel = await pressed(bot, ann, key)
    message, public = panel.id, len(server.person("Bo").sees("lobby"))
    while "Again" not in labels(panel):
        check_picture(panel)
        panel = await moved(bot, ann, panel, key)
        assert panel.id == message
        count += 1
    assert f" in {count} moves." in panel.content
    assert {"Again", "Mistakes"} <= labels(panel)
    assert len(rows(database, "SELECT * FROM ease")) == 1
    assert len(server.person("Bo").sees("lobby")) == public
    for table in ("tables", "results", "engine_games", "outbox"):
        assert not rows(database, f"SELECT * FROM {table}")
    again = await clicked(ann, panel, "Again")
    assert "the computer (fits you)" in again.content


async def test_each_game_begins_with_the_first_step_of_the_move_panel(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    ann = server.person("Ann")
    for key, game in all_games().items():
        panel = await pressed(bot, ann, key)
        assert f"**{game.spec.title.english()}** · the computer (fits you)" in panel.content
        assert "You're " in panel.content
        assert {"Hint", "More"} <= labels(panel)
        assert "Take back" not in labels(panel)
        for _ in range(2):
            match, study = await match_of(bot, ann, key), await study_of(bot, ann, key)
            assert match.seat_due == study.seat == 0
            panel = await moved(bot, ann, panel, key)
            check_picture(panel)
        assert {"Take back", "More"} <= labels(panel)
    assert {each.ease for each in quick} == {1}
    assert {each.transcript.key for each in quick} == {*all_games()}


async def test_no_press_plays_the_game_so_far_again(
    server: Loopback, bot: Postboard, quick: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 40 plies that took as much CPU as everything else about a press."""
    replayed: list[Transcript] = []

    def noted(transcript: Transcript) -> Match:
        replayed.append(transcript)
        return reading.replayed(transcript)

    monkeypatch.setattr("bot.tables.studies.replayed", noted)
    ann, key = server.person("Ann"), "rematch"
    panel = await pressed(bot, ann, key)
    for _ in range(4):
        panel = await moved(bot, ann, panel, key)
    assert len(quick) >= 4
    assert not replayed
    await clicked(ann, panel, "Take back")
    assert len(replayed) == 1


async def test_a_study_whose_number_was_another_ones_has_its_own_game(
    bot: Postboard, server: Loopback
) -> None:
    """SQLite gives the number of the last row again once that is deleted."""
    seats: list[Seat | None] = []
    for name in ("Ann", "Bo"):
        person = server.person(name)
        await pressed(bot, person, "rematch")
        study = await study_of(bot, person, "rematch")
        game = await bot.studies.game(replace(study, id=1))
        seats.append(game.seat(await person_of(bot, person)))
    assert seats == [0, 0]


async def test_after_a_take_back_the_same_roll_and_answer_come_again(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    ann, key = server.person("Ann"), "hypergammon"
    panel = await pressed(bot, ann, key)
    assert "nothing is at stake" in panel.content
    for _ in range(2):
        panel = await moved(bot, ann, panel, key)
        assert "nothing is at stake" not in panel.content
    before = await match_of(bot, ann, key)
    move = before.game.notate(before.legal[0])
    played = await typed(ann, panel, move)
    after = await match_of(bot, ann, key)
    taken = await clicked(ann, played, "Take back")
    assert taken.content == panel.content
    assert (await match_of(bot, ann, key)).plies == before.plies
    assert (await typed(ann, taken, move)).content == played.content
    assert (await match_of(bot, ann, key)).plies == after.plies
    assert (await study_of(bot, ann, key)).is_helped
    first = await clicked(ann, panel, "Take back")
    for _ in range(2):
        first = await clicked(ann, first, "Take back")
    assert "Take back" not in labels(first)
    assert "You're " in first.content
    assert {each.ease for each in quick} == {1}


async def typed(person: Person, panel: Message, move: str) -> Message:
    """Type a move into the panel, or play the only one there is; return what it turns into."""
    if "Type it" not in labels(panel):
        return await clicked(person, panel, f"Play {move}")
    form = (await person.click(panel, "Type it")).modal
    assert form is not None
    return private(await person.submit(form, {"text": move}))


async def test_a_crash_between_move_and_answer_loses_both_and_changes_neither(
    server: Loopback, bot: Postboard, quick: list[Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, key = server.person("Ann"), "hypergammon"
    panel = await pressed(bot, ann, key)
    kept, written = PracticeStore.go_on, list[object]()

    async def killed(_store: PracticeStore, _study: Study, transcript: object, _now: int) -> bool:
        written.append(transcript)
        raise ConnectionError

    before = await study_of(bot, ann, key)
    match = await match_of(bot, ann, key)
    move = match.game.notate(match.legal[0])
    monkeypatch.setattr(PracticeStore, "go_on", killed)
    await typed(ann, panel, move)
    assert await study_of(bot, ann, key) == before
    monkeypatch.setattr(PracticeStore, "go_on", kept)
    await typed(ann, panel, move)
    assert (await study_of(bot, ann, key)).transcript == written[0]
    assert quick[0] == quick[len(quick) // 2]


async def old(bot: Postboard, person: Person, control: str) -> str:
    """Let a person press a button with this custom_id; return what its message turns into."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(control))
    message = next(m for m in person.sees("lobby") if m.id == posted.id)
    return answered(await person.click(message, "Old")).content


async def after_moves(bot: Postboard, person: Person, key: str, moves: int) -> Message:
    """Let somebody begin a new game and play so many moves of it; return the next step."""
    panel = await pressed(bot, person, key, NEW)
    seat = (await study_of(bot, person, key)).seat
    assert seat is not None
    while own_moves(await match_of(bot, person, key), seat) < moves:
        panel = await moved(bot, person, panel, key)
        assert "Again" not in labels(panel)
    return panel


async def given_up(person: Person, panel: Message) -> Message:
    """Let somebody give a game up; return what they see."""
    more = await clicked(person, panel, "More")
    assert labels(more) == {"Back", "Rules", "From the start", "Give up"}
    return await clicked(person, more, "Give up")


COUNTED: Final = "SELECT step, last, games, won FROM ease"


async def test_a_repeated_end_counts_once(
    server: Loopback, bot: Postboard, database: Path, quick: list[Request]
) -> None:
    ann, key = server.person("Ann"), "rekushu"
    end = await given_up(ann, await after_moves(bot, ann, key, ENOUGH))
    assert end.content == "You gave up on move 11."
    assert rows(database, COUNTED) == [(0, "lost", 1, 0)]
    study = await study_of(bot, ann, key)
    assert study.transcript is not None
    position = study.at(len(study.transcript.texts))
    for verb in (GIVE_UP, HINT, TAKE_BACK, MORE, verbs.STUDY_MOVE):
        assert await old(bot, ann, encode(for_study(verb, study.id, position))) == end.content
    kept = bot.service(PracticeStore)
    assert not await kept.end(study, study.transcript, 0, Result.LOST)
    assert not await kept.go_on(study, study.transcript, 0)
    assert rows(database, COUNTED) == [(0, "lost", 1, 0)]
    panel = await clicked(ann, end, "Again")
    assert "You're White." in panel.content, "the next game is played from the other side"
    await moved(bot, ann, panel, key)
    assert {each.ease for each in quick} == {0, 1}


async def test_a_game_given_up_early_counts_nothing(
    server: Loopback, bot: Postboard, database: Path, quick: list[Request]
) -> None:
    ann = server.person("Ann")
    end = await given_up(ann, await after_moves(bot, ann, "rekushu", 2))
    assert "You gave up on move 3." in end.content
    assert not rows(database, COUNTED)
    assert quick


async def test_a_win_after_a_hint_moves_nothing(
    server: Loopback, bot: Postboard, database: Path, quick: list[Request]
) -> None:
    ann, key = server.person("Ann"), "rematch"
    panel = await pressed(bot, ann, key)
    before = await study_of(bot, ann, key)
    hinted = await clicked(ann, panel, "Hint")
    assert panel.content in hinted.content
    assert "chances" in hinted.content or "wins" in hinted.content
    assert (await study_of(bot, ann, key)).is_helped
    assert before.transcript is not None
    assert not before.is_helped, "the computer may have thought about its answer since before"
    assert await bot.service(PracticeStore).end(before, before.transcript, 9, Result.WON)
    assert rows(database, COUNTED) == [(1, None, 1, 1)]
    assert quick


async def test_an_old_message_is_answered_with_the_present_step(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    """None of its buttons plays a move, nor takes one back twice."""
    ann, key = server.person("Ann"), "rekushu"
    panel = await after_moves(bot, ann, key, 2)
    study = await study_of(bot, ann, key)
    for verb, *arguments in (
        (TAKE_BACK,), (HINT,), (MORE,), (GIVE_UP,), (verbs.STUDY_AT, "back"), (verbs.STUDY_HINT,),
        (verbs.STUDY_MOVE,), (verbs.PLAY, "a1"), (verbs.CHOOSE, "a1"), (verbs.BACK, ""),
    ):  # fmt: skip
        control = encode(for_study(verb, study.id, study.at(0), *arguments))
        assert await old(bot, ann, control) == panel.content
        assert await study_of(bot, ann, key) == study
    assert (await pressed(bot, ann, key)).content == panel.content
    for verb in (verbs.LEARN, verbs.EXPLORE):
        control = encode(for_study(verb, study.id, study.at(0)))
        assert "has expired" in await old(bot, ann, control)
    bo = server.person("Bo")
    assert "someone else's" in await old(bot, bo, encode(for_study(HINT, study.id, study.at(4))))
    assert quick


async def test_two_presses_at_the_same_moment_play_one_move(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    ann, key = server.person("Ann"), "punt-match"
    panel = await pressed(bot, ann, key)
    panel = await typed(ann, panel, "e1-e2")
    study = await study_of(bot, ann, key)
    assert study.transcript is not None
    board = await match_of(bot, ann, key)
    moves = [board.game.notate(each) for each in board.legal[:2]]
    position = study.at(len(study.transcript.texts))
    controls = [encode(for_study(verbs.PLAY, study.id, position, move)) for move in moves]
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    found = list[Message]()
    for control in controls:
        posted = await lobby.send("A button", view=one_button(control))
        found += [m for m in ann.sees("lobby") if m.id == posted.id]
    begun = [ann.start_click(each, "Old") for each in found]
    told = [answered(await ann.outcome(each)).content for each in begun]
    after = (await study_of(bot, ann, key)).transcript
    assert after is not None
    assert len(after.texts) == len(study.transcript.texts) + 2
    assert told[0] == told[1]
    assert quick


async def test_a_computer_that_never_answers_plays_the_first_legal_move(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, key = server.person("Ann"), "rekushu"

    async def silent(_request: Request, _legal: list[str]) -> Answered:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(practice, "_WAIT", 0.01)
    monkeypatch.setattr(bot.pool, "choose", silent)
    panel = await typed(ann, await pressed(bot, ann, key), "d4")
    panel = await clicked(ann, panel, "Play d4")
    match = await match_of(bot, ann, key)
    before = match.plies[0].state
    assert match.plies[1].notation == match.game.notate(match.game.legal(before)[0])
    assert "The computer played **" in panel.content


async def test_nothing_helps_in_a_game_that_the_person_plays_now(
    server: Loopback, bot: Postboard, database: Path, quick: list[Request]
) -> None:
    driver = await sit_down(server, bot, database, "rekushu")
    ann, key = driver.people[Seat(0)], "rekushu"
    await driver.move("d4")
    panel = await typed(ann, await pressed(bot, ann, key), "d4")
    refused = private(await ann.click(panel, "Play d4")).content
    assert "a position from a game you're playing" in refused
    assert not quick
    await driver.move("e5")
    panel = await clicked(ann, panel, "Play d4")
    assert not (await study_of(bot, ann, key)).is_helped
    assert len((await match_of(bot, ann, key)).plies) == 2
    assert "The computer played" in panel.content


async def test_a_finished_game_leads_to_ones_own_mistakes(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    ann, key = server.person("Ann"), "rematch"
    end = await given_up(ann, await after_moves(bot, ann, key, 2))
    board = await clicked(ann, end, "Explore the game")
    assert "White and Orange won: given up." in board.content
    assert "Analysis" in labels(board)
    end = await given_up(ann, await after_moves(bot, ann, key, 2))
    told = (await clicked(ann, end, "Mistakes")).content
    assert "You played **" in told or "No mistakes" in told
    assert quick


async def test_the_looks_back_at_a_finished_game_lead_on_to_another(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, quick: list[Request]
) -> None:
    """Both replace the end of the game, and with it the button of the next one."""
    ann, key = server.person("Ann"), "rematch"
    end = await given_up(ann, await after_moves(bot, ann, key, 2))
    board = await clicked(ann, end, "Explore the game")
    board = await clicked(ann, board, "⏮ Start")
    lessons = await clicked(ann, board, "Learn by playing")
    assert lessons.content.startswith("**ReMatch.**")

    def none(*_: object) -> list[PlyReport]:
        return []

    monkeypatch.setattr("bot.extensions.studies.messages.learners", none)
    end = await given_up(ann, await after_moves(bot, ann, key, 2))
    told = await clicked(ann, end, "Mistakes")
    assert told.content == "No mistakes found. Well played."
    assert await clicked(ann, told, "Learn by playing")
    assert quick


async def test_only_the_person_finds_it_among_their_games(
    server: Loopback, bot: Postboard, quick: list[Request]
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    await after_moves(bot, ann, "rekushu", 2)
    panel = await pressed(bot, ann, "rematch")
    mine = private(await ann.slash("games"))
    assert "Practice: Rekushu (move 3) · ReMatch (move 1)" in mine.content
    assert "Practice" not in private(await bo.slash("games")).content
    found = private(await ann.click(mine, "Continue ReMatch"))
    assert found.content == panel.content
    await given_up(ann, found)
    mine = private(await ann.slash("games"))
    assert "Practice: Rekushu (move 3)" in mine.content
    assert quick


async def test_what_is_known_of_it_is_shown_forgotten_and_deleted_after_a_year(
    server: Loopback, bot: Postboard, database: Path, quick: list[Request]
) -> None:
    ann, bo, key = server.person("Ann"), server.person("Bo"), "rekushu"
    for person in (ann, bo):
        await given_up(person, await after_moves(bot, person, key, ENOUGH))
    own = await person_of(bot, ann)
    told = await bot.store.my_data.choices(own)
    assert [(row["game"], row["step"], row["games"]) for row in told["ease"]] == [(key, 0, 1)]
    await bot.services.forgetting.erase(own)
    assert len(rows(database, COUNTED)) == 1
    assert not rows(database, "SELECT * FROM studies WHERE person = ?", own)
    later = int(server.clock.now()) + YEAR + 1
    await bot.store.database.transact(lambda tx: clean(tx, later, 2**62))
    assert not rows(database, COUNTED)
    assert quick
