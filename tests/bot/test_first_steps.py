"""Two people sit down and move."""

from pathlib import Path

from bot.interactions.client import Postboard
from loopback import Loopback
from tests.bot.game_driver import owes_nothing, private, shown, sit_down


async def test_invited_player_accepts_and_the_game_begins(server: Loopback, bot: Postboard) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    card = await ann.slash("play", game="czech", channel="lobby", opponent=bo, side="white")
    assert card.message is not None
    assert card.message.pings == {bo.id}
    board = await shown(bot, bo, await bo.click(card.message, label="Accept"))
    assert "You're ⚪ White and move first" in board.content
    assert board.pings == {ann.id}
    answer = await ann.slash("move", channel="lobby", move="c3 d4")
    assert answer.message is not None
    assert " Ann **c3-d4**" in answer.message.content
    assert answer.message.pings == {bo.id}
    await bot.idle()
    await owes_nothing(bot)


async def test_who_plays_two_colors_reads_both(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch")
    assert "You're ⚪ White and 🟠 Orange, and you move first" in driver.board.content


async def test_a_word_for_a_hint_offers_no_button_where_hints_are_refused(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    told = private(await driver.due.slash("move", channel="lobby", move="hint"))
    assert told.content.startswith("Hints work against the computer")
    assert not told.buttons()
