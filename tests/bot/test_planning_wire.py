"""The try-out board over the real wire: looking ahead, planning an answer, and seeing it played."""

from pathlib import Path

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from rules.contract.core import Seat
from tests.bot.game_driver import (
    answered,
    choose_and_play,
    delivered,
    labels,
    private,
    shown,
    sit_down,
)


async def test_an_answer_is_planned_in_private_and_played_at_once(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    first, planner = driver.people[Seat(0)], driver.people[Seat(1)]
    seen = len(cy.sees("lobby"))
    menu = private(await planner.click(driver.board, "Menu"))
    panel = private(await planner.click(menu, "Plan ahead"))
    game, match = driver.game, driver.match
    move = game.notate(game.legal(match.state)[0])
    after = match.play(Seat(0), move)
    reply = game.notate(game.legal(after.state)[0])
    panel = answered(await planner.choose(panel, move, placeholder="Try …"))
    assert move in panel.content
    assert panel.attachments
    form = (await planner.click(panel, "Type a move …")).modal
    assert form is not None
    panel = answered(await planner.submit(form, {"text": reply}))
    panel = answered(await planner.click(panel, "Queue this answer"))
    assert f"{reply} ✓" in panel.content
    assert "Remove ✓" in labels(panel)
    assert "1 answer planned" in private(await planner.slash("games")).content
    assert "planned" not in private(await first.slash("games")).content
    assert len(cy.sees("lobby")) == seen, "nobody else has seen anything"
    choosing = private(await first.click(driver.board, "Move"))
    posted = await shown(bot, first, await choose_and_play(first, choosing, move))
    assert first.present(choosing).content == f"Played **{move}**."
    assert f"**{reply}** (planned)" in posted.content
    assert posted.pings == {first.id}
    assert "planned" not in private(await planner.slash("games")).content
    stale = answered(await planner.click(panel, "Delete"))
    assert "has moved on" in stale.content
    await delivered(bot)


async def test_the_first_move_of_a_line_is_played_from_the_try_out_board(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    first = driver.people[Seat(0)]
    panel = private(await first.slash("game plan"))
    game, match = driver.game, driver.match
    move = game.notate(game.legal(match.state)[0])
    panel = answered(await first.choose(panel, move, placeholder="Try …"))
    await first.click(panel, f"Play {move}")
    await delivered(bot)
    table = await bot.lookup.get(driver.table_id)
    assert [ply.notation for ply in table.started.plies] == [move]


async def test_with_dice_one_looks_ahead_up_to_the_next_roll(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "hypergammon")
    panel = private(await driver.due.slash("game plan"))
    form = (await driver.due.click(panel, "Type a move …")).modal
    assert form is not None
    game = driver.game
    move = game.notate(game.legal(driver.match.state)[0])
    panel = answered(await driver.due.submit(form, {"text": move}))
    assert "The dice are rolled here." in panel.content
    assert "Type a move …" not in labels(panel)
    await delivered(bot)
