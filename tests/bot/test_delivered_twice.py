"""What Discord delivers twice is answered once, also where the answer changes nothing."""

from pathlib import Path

from bot.interactions.client import Postboard
from loopback import Faults, Loopback
from tests.bot.game_driver import private, sit_down


async def test_a_press_delivered_twice_is_answered_once(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "czech")
    player = driver.due
    before = {message.id for message in player.sees("lobby")}
    server.faults = Faults(duplicated_events=1)
    view = private(await player.click(driver.board, "My view"))
    help_page = private(await player.slash("help"))
    await bot.idle()
    seen = [message.id for message in player.sees("lobby") if message.id not in before]
    assert seen == [view.id, help_page.id]
