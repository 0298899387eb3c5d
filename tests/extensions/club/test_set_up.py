"""A club that is set up in one press, and the way back."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from bot.extensions.club import messages as club_messages
from bot.extensions.news.handlers import RESULTS
from bot.extensions.puzzles import messages as puzzle_messages
from bot.interactions.client import Postboard
from bot.interactions.gateway.places import greet
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.panels.servers.set_up import HOUR, SetUp, set_up, undone, usual_zone
from bot.model.server import Club, ServerSettings, read_settings
from bot.model.zones import zone_named
from loopback import Loopback, Message, Person
from loopback.model.messages import MessageFlag
from loopback.model.permissions import Permission
from tests.bot.game_driver import delivered, labels, private, settings_of
from tests.bot.test_owners_wire import club_panel, granted

HERE: Final = 7
PARTS: Final[Sequence[ClubSetting]] = (club_messages.SETTING, RESULTS, puzzle_messages.SETTING)
SET_UP: Final = "Choose a channel …"
NEEDED: Final = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.ATTACH_FILES,
    Permission.READ_MESSAGE_HISTORY,
)


@pytest.mark.parametrize("board", [None, HERE, 8])
@pytest.mark.parametrize("results", [None, HERE, 8])
def test_undo_gives_the_same_bytes(board: int | None, results: int | None) -> None:
    for puzzle, (hour, zone) in itertools.product(
        (None, HERE, 8), ((12, "UTC"), (7, "Asia/Tokyo"))
    ):
        before = Club(board, results, puzzle, hour, zone, (3,))
        club, done = set_up(before, HERE, PARTS, "Europe/Prague")
        assert all(each.chosen(club) for each in PARTS)
        assert SetUp(HERE, *done.custom_id.arguments[1:]) == done  # type: ignore[arg-type]
        after = undone(club, done, PARTS, "Europe/Prague")
        text = ServerSettings(club=before).text
        assert ServerSettings(club=after).text == text
        assert read_settings(text).club == before
        assert (club.puzzle_hour == hour) is (puzzle is not None), (
            "a puzzle that is on keeps its hour"
        )


def test_undo_leaves_what_was_moved_or_was_on() -> None:
    club, done = set_up(Club(board=8), HERE, PARTS, "UTC")
    moved = replace(club, results=9)
    assert undone(moved, done, PARTS, "UTC") == Club(board=8, results=9)
    assert undone(replace(club, board=HERE), done, PARTS, "UTC") == Club(board=HERE)
    later = replace(club, puzzle_hour=20)
    assert undone(later, done, PARTS, "UTC") == Club(board=8, puzzle_hour=20)
    elsewhere = replace(club, puzzle_zone="Asia/Tokyo")
    assert undone(elsewhere, done, PARTS, "UTC").puzzle_zone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("locale", "zone"), [("cs", "Europe/Prague"), ("ja", "Asia/Tokyo"), ("es-ES", "UTC")]
)
def test_a_language_at_home_in_one_zone_has_it(locale: str, zone: str) -> None:
    assert usual_zone(locale) == zone == zone_named(zone)


async def club_of(bot: Postboard, server: Loopback) -> Club:
    return (await bot.store.servers.settings(server.world.guild().id)).club


async def greeted(server: Loopback, bot: Postboard, cy: Person) -> Message:
    """Return the public card below the greeting; Cy runs the server."""
    granted(server, cy, Permission.MANAGE_GUILD)
    await bot.wait_until_ready()
    await greet(bot, bot.guilds[0])
    return cy.sees("lobby")[-1]


async def pressed(bot: Postboard, cy: Person, card: Message) -> Message:
    """Press the public card, and return what Cy alone reads then."""
    await cy.click(card, "Use this channel")
    await bot.idle()
    return next(each for each in reversed(cy.sees("lobby")) if each.ephemeral)


async def test_one_press_sets_all_and_one_takes_it_back(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    card = await greeted(server, bot, cy)
    assert card.content == (
        "**For admins: make a home for your club.**\n"
        "One channel with the games in progress, results, a daily puzzle, new games and the week. "
        "It pings no one."
    )
    done = await pressed(bot, cy, card)
    lobby = server.world.channel("lobby").id
    assert done.content == (
        f"Done. The club lives in <#{lobby}>: the puzzle, new games and the week on Sundays at "
        "18:00 (UTC)."
    )
    assert cy.present(card).content == f"The club lives in <#{lobby}>."
    assert await club_of(bot, server) == Club(lobby, lobby, lobby, HOUR, pairing=lobby, week=lobby)
    await delivered(bot)
    shown = [each for each in cy.sees("lobby") if not each.ephemeral][-2:]
    assert {"Play" in labels(each) for each in shown} == {True, False}
    (first,) = (each for each in shown if "Play" not in labels(each))
    assert first.content == (
        "**The club lives here now.** You'll find the games in progress, results, a daily "
        "puzzle, new games and the week."
    )
    assert labels(first) == {"Pair me"}
    assert MessageFlag.SUPPRESS_NOTIFICATIONS in first.flags
    assert first.pings == frozenset()
    await cy.click(done, "Undo")
    assert await club_of(bot, server) == Club()
    assert cy.present(done).content.startswith("Undone.\n")
    assert cy.present(card).content == card.content
    assert "Use this channel" in labels(cy.present(card))


async def test_only_admins_can_set_up_and_not_now_deletes_the_card(
    server: Loopback, bot: Postboard, ann: Person, cy: Person
) -> None:
    card = await greeted(server, bot, cy)
    for label in ("Use this channel", "Not now"):
        assert private(await ann.click(card, label)).content == "That's for admins."
    lobby = str(server.world.channel("lobby").id)
    assert private(await ann.choose(card, lobby, placeholder=SET_UP)).content == (
        "That's for admins."
    )
    assert await club_of(bot, server) == Club()
    await cy.click(card, "Not now")
    assert card.id not in {each.id for each in cy.sees("lobby")}


@pytest.mark.parametrize("missing", NEEDED, ids=lambda each: each.name)
async def test_a_missing_permission_is_named_and_nothing_is_set(
    server: Loopback, bot: Postboard, cy: Person, missing: Permission
) -> None:
    card = await greeted(server, bot, cy)
    games = server.world.add_channel(server.world.guild(), "games", topic="")
    server.world.set_overwrite(games, server.world.bot, deny=missing)
    told = private(await cy.choose(card, str(games.id), placeholder=SET_UP))
    name = (missing.name or "").replace("_", " ").title()
    assert name in told.content
    assert f"<#{games.id}>" in told.content
    assert await club_of(bot, server) == Club()
    assert "Not now" in labels(cy.present(card))
    await delivered(bot)
    server.world.set_overwrite(games, server.world.bot)
    assert cy.sees(games) == []


async def test_of_two_presses_at_the_same_moment_one_sets_it_up(
    server: Loopback, bot: Postboard, cy: Person, ann: Person
) -> None:
    card = await greeted(server, bot, cy)
    granted(server, ann, Permission.MANAGE_GUILD)
    games = server.world.add_channel(server.world.guild(), "games", topic="")
    await asyncio.gather(
        cy.click(card, "Use this channel"), ann.choose(card, str(games.id), placeholder=SET_UP)
    )
    await bot.idle()
    read = [each for who in (cy, ann) for each in who.sees("lobby") if each.ephemeral]
    words = sorted(each.content.split(".")[0] for each in read)
    assert words == ["Already done", "Done"]
    club = await club_of(bot, server)
    assert club.board == club.results == club.puzzle
    await delivered(bot)
    rooms = [
        each
        for place in ("lobby", games)
        for each in cy.sees(place)
        if each.content.startswith("**The club lives here now.**")
    ]
    assert len(rooms) == 1


async def test_the_settings_begin_with_it_while_all_is_off_and_a_diagnosis_names_what_is(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    first = private(await cy.slash("server settings"))
    assert labels(first) == {"Use this channel", "Settings"}
    assert "- Off: the games in progress, results, a daily puzzle, new games and the week." in (
        private(await cy.slash("server diagnose")).content
    )
    panel = await club_panel(cy)
    lobby = str(server.world.channel("lobby").id)
    await cy.choose(panel, lobby, placeholder="Results: choose a channel")
    assert "Own threads: off" in labels(private(await cy.slash("server settings")))
    assert "- Off: the games in progress, a daily puzzle, new games and the week." in (
        private(await cy.slash("server diagnose")).content
    )
    done = private(await cy.click(first, "Use this channel"))
    assert labels(done) == {"Undo", "Settings"}
    assert "- Off:" not in private(await cy.slash("server diagnose")).content
    await cy.click(done, "Undo")
    assert await club_of(bot, server) == Club(results=int(lobby))
    assert "Own threads: off" in labels(await settings_of(cy))


async def test_the_hour_is_by_the_clock_of_who_presses(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    card = await greeted(server, bot, cy)
    await cy.slash("notify", zone="Asia/Tokyo")
    done = await pressed(bot, cy, card)
    assert "at 18:00 (Asia/Tokyo)" in done.content
    assert (await club_of(bot, server)).puzzle_zone == "Asia/Tokyo"
