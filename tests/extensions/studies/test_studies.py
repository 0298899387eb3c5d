"""Studies: the walk through one's mistakes, and looking through a game that is over."""

from pathlib import Path
from typing import Final

import pytest

from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.studies.values import LEARN
from bot.extensions.studies.verbs import ANSWER, MISTAKE
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position, for_study
from bot.model.errors import TableError
from bot.model.study import EXPLORE, MOST_TRIED, Study
from bot.tables.studies import position_of
from engine.report import Mark
from loopback import Loopback, Message, Person
from rules.contract.core import RulesError, Side
from rules.match.plans import Path as Moves
from rules.records.transcript import Ending, Transcript
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    answered,
    chosen,
    labels,
    logged,
    pick,
    private,
    public,
    sit_down,
)
from tests.bot.test_forged_controls import press
from tests.bot.who import person_of
from tests.extensions.puzzles.test_puzzles import solve, typed

PLAYED: Final = ("d4-c4", "c2-b2", "b3xd4xd2", "d1xd3", "e2xc4", "b2-b3")
"""A game of ReMatch in which Red could have done better with the second ply and the sixth."""


async def over(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Return the game after White has resigned it."""
    driver = await sit_down(server, bot, database, "rematch", side="white")
    for move in PLAYED:
        await driver.move(move)
    question = private(await driver.due.slash("game resign"))
    await driver.due.click(question, "Resign")
    await bot.idle()
    return driver


async def opened(person: Person, way: str) -> Message:
    """Return what a button of the analysis leads to; its name begins so."""
    report = private(await person.slash("game analysis"))
    label = next(each for each in labels(report) if each.startswith(way))
    return private(await person.click(report, label))


async def clicked(person: Person, message: Message, label: str) -> Message:
    """Return what the private message turns into with the press of a button."""
    reply = await person.click(message, label)
    assert reply.updated
    return private(reply)


async def test_who_played_walks_through_their_own_mistakes(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await over(server, bot, database)
    log, bo = logged(database, driver.table_id), server.person("Bo")
    panel = await opened(bo, "Mistakes (2)")
    assert "**Mistake 1 of 2.** You played **c2-b2**. There's a better move." in panel.content
    assert "takes" not in panel.content, "what is better isn't told before it is found"
    assert panel.attachments[0].description
    assert {"Type it", "Show the answer"} <= labels(panel)
    assert not any("Preview" in label for label in labels(panel))
    panel = await pick(bo, panel, "c2-b2")
    assert "That's the move from the game." in panel.content
    panel = await pick(bo, panel, "b1-b2")
    assert "**b1-b2** still costs " in panel.content
    assert "**Mistake 1 of 2.**" in panel.content
    board = await pick(bo, panel, "d1xd4")
    assert "Yes, **d1xd4**!" in board.content
    assert "1\\. c2-b2??: from " in board.content
    assert "\nd1xd4 takes 1 piece. Yours takes nothing." in board.content
    assert "Line: 1\\. … **d1xd4** b4xd3 " in board.content, (
        "the line of the answer can be stepped through"
    )
    board = await clicked(bo, board, "Next ▶")
    assert "Line: 1\\. … d1xd4 **b4xd3** " in board.content
    panel = await clicked(bo, board, "Next mistake")
    assert "**Mistake 2 of 2.** You played **b2-b3**. There's a better move." in panel.content
    reason = "Then a3xc3xc5 takes 1 piece (2 in all) and you get 1 back."
    assert f"better move.\n{reason}" in panel.content
    panel = await typed(bo, panel, "b2-b3")
    assert "That's the move from the game." in panel.content
    assert reason in panel.content
    board = await clicked(bo, panel, "Show the answer")
    assert "** was better." in board.content
    assert "That was the last one. Well done." in board.content
    assert "Next mistake" not in labels(board)
    assert logged(database, driver.table_id) == log


async def test_a_move_that_is_as_good_as_the_best_is_shown_itself(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unmarked(_loss: float, _marks: object) -> Mark:
        return Mark.NONE

    monkeypatch.setattr("bot.extensions.studies.walk.mark_of", unmarked)
    await over(server, bot, database)
    bo = server.person("Bo")
    board = await pick(bo, await opened(bo, "Mistakes (2)"), "b1-b2")
    assert "**b1-b2** works too. The computer prefers **d1xd4**." in board.content
    assert "Line: 1\\. … **b1-b2**\n" in board.content + "\n"
    assert (board.attachments[0].description or "").count("b1-b2")
    board = await clicked(bo, board, "Show the answer")
    assert "Line: 1\\. … **d1xd4** b4xd3 " in board.content
    assert "**Mistake 2 of 2.**" in (await clicked(bo, board, "Next mistake")).content


async def test_the_end_of_a_game_leads_to_the_mistakes_of_whoever_presses(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    bo, cy = server.person("Bo"), server.person("Cy")
    end = next(m for m in reversed(bo.sees()) if "Mistakes" in labels(m))
    panel = private(await bo.click(end, "Mistakes"))
    assert "**Mistake 1 of 2.** You played **c2-b2**. There's a better move." in panel.content
    assert "**Mistake 1 of 3.** Bo played" in private(await cy.click(end, "Mistakes")).content


async def test_nobody_learns_from_a_game_that_goes_on(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch")
    await driver.move(PLAYED[0])
    table = await bot.lookup.get(driver.table_id)
    control = encode(for_position(verbs.LEARN, table))
    assert "once it's finished" in await press(bot, driver.due, control)


async def test_the_analysis_keeps_the_answers_until_it_is_shown_to_all(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    report = private(await server.person("Bo").slash("game analysis"))
    assert "- 1\\. Bo c2-b2??: " in report.content
    assert "Better: " not in report.content
    told = public(await server.person("Bo").click(report, "Share"))
    assert "Better: d1xd4 b4xd3 " in told.content


async def test_a_typed_answer_is_judged_and_a_refused_one_loses_nothing(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    bo = server.person("Bo")
    panel = await opened(bo, "Mistakes")
    form = (await bo.click(panel, "Type it")).modal
    assert form is not None
    told = private(await bo.submit(form, {"text": "z9"}))
    assert "no cell z9" in told.content
    assert "**Mistake 1 of 2.**" in told.content
    form = (await bo.click(told, "Type it")).modal
    assert form is not None
    assert "Yes, **d1xd4**!" in private(await bo.submit(form, {"text": "d1d4"})).content


async def test_who_looked_on_walks_through_the_mistakes_of_all(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    panel = await opened(server.person("Cy"), "Mistakes (3)")
    assert "**Mistake 1 of 3.** Bo played **c2-b2**. There's a better move." in panel.content
    for _ in range(2):
        board = await clicked(server.person("Cy"), panel, "Show the answer")
        panel = await clicked(server.person("Cy"), board, "Next mistake")
    assert "and Bo gets 1 back." in panel.content, "who looks on is not spoken to"


async def test_any_position_of_a_game_can_be_tried_out(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    ann = server.person("Ann")
    board = await opened(ann, "Explore the game")
    assert "Bo won: White and Orange resigned." in board.content
    assert "only you see it" in board.content
    board = await clicked(ann, board, "⏮ Start")
    assert "the start · only you see it" in board.content
    described = board.attachments[0].description or ""
    assert described.count("to move.") == 1, "each fact is told once"
    board = await clicked(ann, board, "Next ▶")
    assert "1\\. Ann (White) **d4-c4**" in board.content
    panel = await clicked(ann, board, "Try a move")
    assert "Bo to move." in panel.content
    board = await clicked(ann, panel, "Back to the board")
    panel = await clicked(ann, board, "Try a move")
    board = await pick(ann, panel, "d1xd4")
    assert "Line: 1\\. … **d1xd4**" in board.content
    board = await clicked(ann, board, "Best move")
    assert "**b4xd3**" in board.content
    assert "Line: 1\\. … d1xd4 **b4xd3**" in board.content
    board = await clicked(ann, board, "⏮ Start")
    assert "▶ Line: d1xd4" in labels(board)
    assert "1\\. Ann (White) **d4-c4**" in board.content


async def test_nobody_sees_the_board_of_somebody_else(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await over(server, bot, database)
    ann, bo = server.person("Ann"), server.person("Bo")
    await opened(ann, "Explore")
    study = await bot.studies.find(await person_of(bot, ann), 1)
    for verb, arguments in (
        (verbs.STUDY_AT, ("on",)), (verbs.STUDY_HINT, ()), (verbs.STUDY_MOVE, ()),
        (verbs.CHOOSE, ("d1xd4",)), (verbs.PLAY, ("d1xd4",)),
        (MISTAKE, ()), (ANSWER, ()),
    ):  # fmt: skip
        control = encode(for_study(verb, study.id, study.at(1), *arguments))
        assert "someone else's private board" in await press(bot, bo, control)
    other = encode(for_study(verbs.STUDY_AT, 999, study.at(1), "on"))
    assert "has expired" in await press(bot, bo, other)


async def test_a_board_with_moves_that_were_replaced_is_refused(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await over(server, bot, database)
    ann = await person_of(bot, server.person("Ann"))
    game = await bot.lookup.get(driver.table_id)
    study = await bot.studies.of_table(ann, EXPLORE, game)
    first, at = await bot.studies.try_moves(study, game, study.at(1), ("d1xd4",))
    assert first.depth(at) == 1
    second, _ = await bot.studies.try_moves(first, game, first.at(1), ("c2-b2",))
    assert second.depth(at) is None
    with pytest.raises(TableError, match="tried something else"):
        position_of(second, game, at)
    with pytest.raises(TableError, match="tried something else"):
        position_of(second, game, second.at(99))
    again, _ = await bot.studies.try_moves(second, game, second.at(1), ("c2-b2",))
    assert again == second


CZECH: Final[Moves] = ("c3-d4", "d6-e5", "b2-c3")


async def test_a_line_has_an_end(bot: Postboard, ann: Person) -> None:
    person = await person_of(bot, ann)
    transcript = Transcript("rekushu", {}, (), Ending(frozenset()))
    study = await bot.studies.of_transcript(person, transcript)
    game, at = await bot.studies.game(study), study.at(0)
    stones = [f"{column}{row}" for row in range(1, 7) for column in "abcdefgh"]
    for stone in stones[:MOST_TRIED]:
        study, at = await bot.studies.try_moves(study, game, at, [stone])
    with pytest.raises(RulesError, match="40 moves"):
        await bot.studies.try_moves(study, game, at, stones[MOST_TRIED:][:1])
    assert await bot.studies.find(person, study.id) == study


async def test_a_game_from_a_file_is_a_study_without_a_table(bot: Postboard, ann: Person) -> None:
    person = await person_of(bot, ann)
    transcript = Transcript("czech", {}, CZECH, Ending(frozenset({Side("white")})))
    study = await bot.studies.of_transcript(person, transcript)
    assert await bot.studies.find(person, study.id) == study
    game = await bot.studies.game(study)
    assert [ply.notation for ply in game.started.plies] == list(CZECH)
    report = await bot.advice.report(game)
    assert [ply.text for ply in report.plies] == list(CZECH)
    stood = position_of(study, game, study.at(2))
    assert stood.started.seat_due == 0


async def test_the_study_used_longest_ago_is_put_away_first(bot: Postboard, ann: Person) -> None:
    person = await person_of(bot, ann)
    transcript = Transcript("czech", {}, CZECH, Ending(frozenset()))
    made: list[Study] = [await bot.studies.of_transcript(person, transcript) for _ in range(21)]
    with pytest.raises(TableError, match="has expired"):
        await bot.studies.find(person, made[0].id)
    await bot.studies.find(person, made[1].id)


async def test_a_running_game_is_no_study(server: Loopback, bot: Postboard, database: Path) -> None:
    driver = await sit_down(server, bot, database)
    ann = server.person("Ann")
    table = await bot.lookup.get(driver.table_id)
    for aim in (EXPLORE, LEARN):
        with pytest.raises(TableError, match="once it's finished"):
            await bot.studies.of_table(await person_of(bot, ann), aim, table)
    answered(await ann.slash("game analysis"))


async def test_nothing_that_is_tried_helps_in_a_game_that_runs(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Neither in its position, nor in one after it, nor in one that leads to it."""
    await over(server, bot, database)
    bo, cy = server.person("Bo"), server.person("Cy")
    boards = {each: await opened(each, "Explore") for each in (bo, cy)}
    driver = await sit_down(server, bot, database, "rematch", side="white")
    await driver.move("d4-c4")
    told: dict[Person, list[str]] = {}
    for person, opening in boards.items():
        board = await clicked(person, opening, "⏮ Start")
        board = await clicked(person, board, "Next ▶")
        board = await typed(person, await clicked(person, board, "Try a move"), "d1xd4")
        later = await person.click(board, "Best move")
        board = await clicked(person, board, "⏮ Start")
        here = await person.click(board, "Best move")
        told[person] = [private(here).content, private(later).content]
    assert all("a game you're playing" in each for each in told[bo]), told
    assert all("Your chances: about " in each for each in told[cy]), told
    study = await bot.studies.find(await person_of(bot, bo), 1)
    game = await bot.studies.game(study)
    for line in ((), ("d4-c4",), ("d4-c4", "d1xd4")):
        helps = bot.studies.require_no_help(study, game, study.at(0), line)
        if not line:
            await helps
            continue
        with pytest.raises(TableError, match="a game you're playing"):
            await helps


async def test_a_walk_through_mistakes_tells_nothing_of_a_game_that_runs(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Bo stands now where they made their first mistake in the game before."""
    await over(server, bot, database)
    bo, cy = server.person("Bo"), server.person("Cy")
    driver = await sit_down(server, bot, database, "rematch", side="white")
    await driver.move(PLAYED[0])
    end = next(m for m in reversed(bo.sees()) if "Mistakes" in labels(m))
    for person, tells in ((bo, False), (cy, True)):
        panel = private(await person.click(end, "Mistakes"))
        judged = private(await chosen(person, panel, "b1-b2")).content
        shown = private(await person.click(panel, "Show the answer")).content
        assert ("still costs" in judged) == tells
        assert ("was better" in shown) == tells
        assert ("a game you're playing" in judged) != tells
        assert ("a game you're playing" in shown) != tells


async def test_a_puzzle_is_solved_and_looked_through_without_walks(
    server: Loopback, database: Path, ann: Person
) -> None:
    async with bot_on(server, database, without=["studies"]) as bot:
        panel = private(await ann.slash("puzzle"))
        posed = (await bot.service(Puzzles).present(None)).posed
        board = await solve(ann, panel, posed)
        assert "**Yes, " in board.content
        board = await clicked(ann, board, "◀ Back")
        board = await clicked(ann, board, "Best move")
        assert "Your chances: about " in board.content
        panel = await clicked(ann, board, "Try a move")
        assert "Back to the board" in labels(panel)
