"""What a server offers to all its players, with and without the extensions that it is for."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.app import EXTENSIONS
from bot.extensions.club.messages import SETTING
from bot.interactions.client import Postboard
from bot.interactions.components.servers.settings import answered
from bot.interactions.controls import Controls
from bot.interactions.extension import Extension
from bot.messages.controls.verbs import Subject, Verb
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.contract.sentence import say
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, labels, private, settings_of
from tests.bot.test_owners_wire import club_panel, granted
from tests.extensions.club.test_board import turned_on
from tests.extensions.events.test_events_wire import posted

BOARD: Final = "Club board: choose a channel"
RESULTS: Final = "Results: choose a channel"
PUZZLE: Final = "Puzzle of the day: choose a channel"
DIRECTORS: Final = "Organizers: moderators"
WEEK: Final = "The week: choose a channel"
NEW_GAMES: Final = "New games: choose a channel"
SHOWN: Final = "\nOnly games that everyone in that channel can see are shown."
OFFERED: Final[Mapping[tuple[str, ...], tuple[list[str], str]]] = {
    (): ([BOARD, RESULTS, PUZZLE, DIRECTORS], SHOWN),
    ("puzzles",): ([BOARD, RESULTS, DIRECTORS, NEW_GAMES], SHOWN),
    ("club",): ([RESULTS, PUZZLE, DIRECTORS, NEW_GAMES], SHOWN),
    ("news",): ([BOARD, PUZZLE, DIRECTORS, NEW_GAMES], SHOWN),
    ("club", "events", "news"): ([PUZZLE, NEW_GAMES, WEEK], SHOWN),
    ("club", "events", "news", "pairing"): ([PUZZLE, WEEK], SHOWN),
    ("club", "events", "news", "pairing", "week"): ([PUZZLE], ""),
}


@pytest.mark.parametrize("left_out", OFFERED)
async def test_the_panel_offers_what_is_there(
    server: Loopback, database: Path, cy: Person, left_out: Collection[str]
) -> None:
    menus, words = OFFERED[tuple(left_out)]
    granted(server, cy, Permission.MANAGE_GUILD)
    async with bot_on(server, database, without=left_out):
        panel = await club_panel(cy)
        assert [menu.placeholder for menu in panel.selects()] == menus
        assert panel.content == f"**Club**{words}"
        assert ("Puzzle time …" in labels(panel)) == (PUZZLE in menus)


async def test_further_menus_stand_on_a_page_of_their_own(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    controls = Controls()
    last = replace(SETTING, place=9, off=say("Last"), verb=Verb("last", Subject.NOTHING))
    mine = [answered(controls, last)]
    await bot.add(Extension(name="mine", controls=[controls], club_settings=mine))
    first = await club_panel(cy)
    assert [menu.placeholder for menu in first.selects()] == [BOARD, RESULTS, PUZZLE, DIRECTORS]
    second = private(await cy.click(first, "More …"))
    lobby = str(server.world.channel("lobby").id)
    changed = private(await cy.choose(second, lobby, placeholder="Last"))
    for page in (second, changed):
        assert [menu.placeholder for menu in page.selects()] == [NEW_GAMES, WEEK, "Last"]
        assert "Puzzle time …" not in labels(page), "buttons stand by the menu that they are for"
    assert f"<#{lobby}>" in changed.content
    assert labels(private(await cy.click(changed, "More …"))) == labels(first)


async def test_with_nothing_to_offer_there_is_no_panel(
    server: Loopback, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    async with bot_on(server, database, without=EXTENSIONS):
        assert "Club …" not in labels(await settings_of(cy))


async def test_without_events_a_board_leads_to_none_and_they_wait(
    server: Loopback, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    async with bot_on(server, database) as bot:
        await posted(server, bot, cy)
        assert "Tournaments and ladders: [" in (await turned_on(server, bot, cy)).content
    async with bot_on(server, database, without=["events"]) as bot:
        panel = await club_panel(cy)
        await cy.choose(panel, placeholder=BOARD)
        await cy.choose(panel, str(server.world.channel("lobby").id), placeholder=BOARD)
        await delivered(bot)
        (board,) = [each for each in cy.sees("lobby") if "My games" in labels(each)]
        assert board.content == ""
    async with bot_on(server, database) as bot:
        assert "[Czech draughts tournament]" in private(await cy.slash("event list")).content


async def test_a_server_without_club_boards_still_has_a_puzzle(
    server: Loopback, database: Path, cy: Person
) -> None:
    (guild,) = server.world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    lobby = server.world.channel("lobby").id
    async with bot_on(server, database) as bot:
        await cy.choose(await club_panel(cy), str(lobby), placeholder=BOARD)
    async with bot_on(server, database, without=["club"]) as bot:
        await cy.choose(await club_panel(cy), str(lobby), placeholder=PUZZLE)
        club = (await bot.store.servers.settings(guild.id)).club
        assert (club.board, club.puzzle) == (lobby, lobby), "what it chose before is kept"


async def test_without_puzzles_a_board_has_no_button_for_them(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with bot_on(server, database, without=["puzzles"]) as bot:
        board = await turned_on(server, bot, cy)
        assert labels(board) == {"Play", "Join a game", "My games"}
