"""Two people play a short game on the local table's page, by typing and by clicking."""

import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, ViewportSize, expect

from bot.interactions.client import Postboard
from bot.interactions.gateway.places import greet
from bot.local import local_server
from bot.model.server import Club
from loopback import Loopback
from rules.registry import all_games
from tests.bot.conftest import bot_on, unhurried
from tests.bot.game_driver import private, sit_down
from tests.browser.conftest import DESK, IN_BROWSER, PHONE, Visit

__all__ = ["unhurried"]

pytestmark = IN_BROWSER


@pytest_asyncio.fixture(loop_scope="module")
async def server() -> AsyncGenerator[Loopback]:
    """Open the local table: the loopback server with its page."""
    async with local_server(page_port=0) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def bot(server: Loopback, tmp_path: Path) -> AsyncGenerator[Postboard]:
    """Run the bot there."""
    async with bot_on(server, tmp_path / "tables.sqlite3") as running:
        yield running


ALL_SEEN: Final = """
shown => {
  const room = document.querySelector("#log").getBoundingClientRect();
  return [...shown.querySelectorAll(".button, .select-field")].every((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return room.top <= top && bottom <= room.bottom;
  });
}
"""
"""Whether all controls of a message are in view."""


class Playing:
    """One browser page on which both players take their turns."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def become(self, name: str) -> None:
        people = self.page.get_by_role("group", name="You are")
        await people.get_by_role("button", name=name).click()

    async def type(self, text: str) -> None:
        composer = self.page.get_by_role("combobox", name=re.compile("^Message "))
        await composer.fill(text)
        await self.page.keyboard.press("Enter")

    async def press(self, name: str | re.Pattern[str]) -> None:
        """Press the newest button of exactly this name: pictures are buttons named by alt text."""
        await self.page.get_by_role("button", name=name, exact=True).last.click()

    def last(self) -> Locator:
        return self.page.locator(".message").last

    async def see(self, words: str) -> None:
        await expect(self.last()).to_contain_text(words)

    async def see_picture(self, words: str) -> None:
        """Wait for a picture whose alt text begins so; a panel has no other words."""
        await expect(self.last().get_by_role("img", name=re.compile(f"^{words}"))).to_be_visible()

    async def picture(self) -> str:
        """Return the alt text of the newest board, which has been drawn."""
        board = self.page.get_by_role("img", name=re.compile("draughts")).last
        await expect(board).to_be_visible()
        drawn = await board.evaluate("image => image.decode().then(() => image.naturalWidth)")
        assert drawn == 800
        return await board.get_attribute("alt") or ""


async def test_two_people_play_a_short_game(visit: Visit) -> None:
    """On a phone; the other tests are at a desk."""
    game = Playing(await visit(PHONE))
    await game.type("/play game:czech opponent:Bo side:white")
    await game.see("invites you")
    await game.become("Bo")
    await game.press("Accept")
    await game.see("@Ann You're ⚪ White and move first")
    assert "Ann to move" in await game.picture()

    await game.become("Ann")
    await game.press("Move")
    await game.see_picture("Pick a move. Ann to move.")
    await game.press("3 c3-d4")
    await game.see("Play c3-d4")
    await game.press("Play c3-d4")
    await game.see("@Bo Ann c3-d4 · due")
    assert "Ann played c3-d4" in await game.picture()

    await game.become("Bo")
    await game.type("/move move:d6-d5")
    await game.see("From d6, a man can only go toward")
    assert "Look at" in await game.picture()
    await game.type("/move move:B6C5")
    await game.see("@Ann Bo b6-c5 · due")

    await game.become("Ann")
    await game.press("Play d4xb6 (only move)")
    await game.see("Ann d4xb6")
    line = game.page.locator(".paragraph").filter(has_text=re.compile(r"^1\. Ann c3-d4"))
    await expect(line).to_be_visible()  # A line of the record is no item of a list.
    alt = await game.picture()
    assert "Bo to move" in alt
    assert "Bo (Black): 11 men" in alt

    await game.become("Bo")
    left = game.page.locator(".message").filter(has=line)
    await expect(left).not_to_have_class(re.compile("names-me"))  # The line names Bo no more.
    await expect(game.last()).to_have_class(re.compile("names-me"))
    await game.type("/game resign")
    await game.page.keyboard.press("Enter")
    await game.press("Resign")
    await game.see("Ann beat")
    assert "Ann won" in await game.picture()


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_all_of_the_greeting_is_seen_at_once(
    visit: Visit, bot: Postboard, size: ViewportSize
) -> None:
    """Its words, its picture, and a button for each game."""
    await bot.wait_until_ready()
    for guild in bot.guilds:
        await bot.store.servers.change_settings(
            guild.id, lambda held: replace(held, club=Club(results=1)), 0
        )
        await greet(bot, guild)
    page = await visit(size)
    log = page.locator("#log")
    await expect(log.get_by_role("img")).to_be_visible()
    whole = "log => log.scrollHeight <= log.clientHeight"
    assert await log.evaluate(whole), "nothing is left to scroll"
    for game in all_games().values():
        title = game.spec.title.english()
        await expect(log.get_by_role("button", name=title, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("key", ["czech", "hypergammon", "punt-heks", "rekushu"])
async def test_each_step_of_a_move_is_seen_at_once_on_a_phone(
    visit: Visit, server: Loopback, bot: Postboard, tmp_path: Path, key: str
) -> None:
    """All controls, with most of the board: of each shape, the largest, up to the last step."""
    game = all_games()[key]
    largest = {option.key: option.choices[-1].value for option in game.spec.options}
    driver = await sit_down(server, bot, tmp_path / "tables.sqlite3", key, options=largest)
    person = driver.due
    page = await visit(PHONE)
    await Playing(page).become(person.name)
    panel = private(await person.click(driver.board, "Move"))
    shown = page.locator(".message.ephemeral")
    while True:
        menus, labels = panel.selects(), [each.label or "" for each in panel.buttons()]
        last = shown.get_by_role("button", name=labels[-1], exact=True)
        await expect(last).to_be_in_viewport(ratio=1)
        assert await shown.evaluate(ALL_SEEN), labels
        await expect(shown.get_by_role("img")).to_be_in_viewport(ratio=0.9)
        if any(label.startswith("Play ") and "at once" not in label for label in labels):
            return
        if menus:
            panel = private(await person.choose(panel, menus[0].options[0].value))
        else:
            panel = private(await person.click(panel, labels[0]))


async def test_a_newcomer_learns_a_game_in_one_private_message(visit: Visit) -> None:
    game = Playing(await visit(PHONE))
    await game.type("/rules game:rematch")
    await game.press("Learn by playing")
    right = game.page.get_by_role("button", name="c2xc4", exact=True)
    await expect(right).to_be_in_viewport()
    await right.click()
    await expect(game.page.get_by_role("button", name="Next", exact=True)).to_be_in_viewport()


async def test_a_screen_reader_hears_once_what_a_move_changes(visit: Visit) -> None:
    game = Playing(await visit(DESK))
    said = game.page.locator("#announcer p")
    await game.type("/play game:czech opponent:Bo side:white")
    await game.see("invites you")
    start = (
        "Czech draughts. Ann (White): 12 men a3, c3, e3, g3, b2, d2, f2, h2, a1, c1, e1, g1."
        " Bo (Black): 12 "
    )
    await expect(said.last).to_contain_text(start)
    await game.become("Bo")
    await game.press("Accept")
    # The invitation has shown this board.
    begun = "Postboard: @Ann You're ⚪ White and move first · due in 7 days Ann to move."
    await expect(said.last).to_have_text(begun)
    await game.become("Ann")
    await game.press("Move")
    await game.press("3 c3-d4")
    await game.see("Play c3-d4")
    changed = "Bo to move. Ann (White): 1 man d4. Now empty: c3. Nothing else changes."
    await expect(said.last).to_have_text(f"Postboard: Play c3-d4? After it: {changed}")
    await game.press("Play c3-d4")
    # What was only tried is now told as played.
    news = (
        "Postboard: @Bo Ann c3-d4 · due in 7 days Ann played c3-d4. Bo to move."
        " Ann (White): man d4; no longer man c3."
    )
    await expect(said.last).to_have_text(news)
    # The board before loses its buttons, which is no news.
    await expect(game.page.get_by_role("button", name="Move", exact=True)).to_have_count(1)
    await expect(said.last).to_have_text(news)


async def test_a_screen_reader_hears_the_whole_board_when_another_game_begins(
    visit: Visit, server: Loopback
) -> None:
    game = Playing(await visit(DESK))
    ann, bo = server.person("Ann"), server.person("Bo")
    said = game.page.locator("#announcer p")
    for key, start in (
        ("czech", "Ann (White): 12 men a3, c3, e3, g3, b2, d2, f2, h2, a1, c1, e1, g1."),
        (
            "turkish",
            "Ann (White): 16 men a3, b3, c3, d3, e3, f3, g3, h3, a2, b2, c2, d2, e2, f2, g2, h2.",
        ),
    ):
        await game.type(f"/play game:{key} opponent:Bo side:white")
        await game.see("invites you")
        await expect(said.last).to_contain_text(start)
        await bo.click(ann.sees()[-1], "Accept")
        await game.see("@Ann You're ⚪ White and move first")
        await game.type("/game resign")
        await game.press("Resign")
        await game.see("Bo beat")


async def test_a_screen_reader_hears_where_all_checkers_stand(
    visit: Visit, server: Loopback
) -> None:
    game = Playing(await visit(DESK))
    ann, bo = server.person("Ann"), server.person("Bo")
    await game.type("/play game:hypergammon opponent:Bo")
    await game.see("invites you")
    await bo.click(ann.sees()[-1], "Accept")
    await game.see("Opening roll: ")
    heard: list[str] = []
    for _ in range(6):
        (user_id,) = ann.sees()[-1].pings
        due = ann if user_id == ann.id else bo
        (first, *_) = await due.autocomplete("move", "move")
        await due.slash("move", move=str(first.value))
        spoken = game.page.locator("#announcer p").last
        await expect(spoken).to_contain_text(f"{due.name} moved ")
        await expect(spoken).to_contain_text(f": {first.value} ·")
        heard += re.findall(r"pips to go: (.*?)\.", await spoken.text_content() or "")
    assert len(heard) >= 6
    for places in heard:
        assert sum(map(int, re.findall(r"(\d+) checkers? (?:on|off)", places))) == 3, places


async def test_the_owner_of_the_server_picks_channels_and_roles(
    visit: Visit, server: Loopback
) -> None:
    server.world.guild().owner_id = server.person("Di").id
    game = Playing(await visit(DESK))
    await game.become("Di")
    await game.type("/server settings")
    await game.press("Settings")
    await game.see("Games in this server")
    for menu, name in (("Games start", "#games"), ("Who starts games", "@everyone")):
        await game.page.get_by_role("combobox", name=re.compile(menu)).click()
        await game.page.get_by_role("option", name=name).click()
        await game.page.keyboard.press("Escape")
        await expect(game.last().locator(".select-field", has_text=name)).to_be_visible()
    await game.become("Ann")
    await game.type("/play game:czech opponent:Bo")
    await game.see("Games start in #games in this server.")


async def test_menus_of_messages_and_persons_by_keyboard(visit: Visit) -> None:
    page = await visit(DESK)
    game = Playing(page)
    await game.type("/play game:czech opponent:Bo side:white")
    await game.become("Bo")
    await game.press("Accept")
    await game.see("@Ann You're ⚪ White and move first")
    board = game.last()
    await board.get_by_role("button", name="Commands for this message").focus()
    await page.keyboard.press("Enter")
    items = page.get_by_role("menuitem")
    await expect(items).to_have_text(["Show from my side", "As text"])
    await expect(items.first).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menu")).to_have_count(0)
    await game.see("Only you can see this")
    await game.see("Ann (White): 12 men")
    await expect(game.last().get_by_role("img")).to_have_count(0)

    await page.get_by_role("group", name="You are").get_by_role("button", name="Cy").focus()
    await page.keyboard.press("Shift+F10")
    await expect(items).to_have_text(["Invite to a game: Cy"])
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("menu")).to_have_count(0)
    await page.keyboard.press("Shift+F10")
    await page.keyboard.press("Enter")
    await game.see("Which game with Cy?")
    await game.see("Bo used Invite to a game")


async def test_a_file_is_given_to_a_command(visit: Visit) -> None:
    playing = Playing(await visit(DESK))
    await playing.type("/game verify")
    file = playing.page.locator("input[type=file]")
    text = b"game: hypergammon\n[5-2]\n24/22 23/18\n[6-1]\n"
    await file.set_input_files({"name": "g.txt", "mimeType": "text/plain", "buffer": text})
    await file.press("Enter")
    await playing.see("The moves are legal, but I can't find this game here.")
    dock = playing.page.get_by_role("complementary", name="Newest picture")
    await expect(dock.get_by_role("img", name="Hypergammon")).to_be_visible()
