"""Lists: games that wait, games that are over, scores, and open tables of a server."""

import re
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.table import Status
from loopback import Loopback, Message, Permission, Person
from loopback.world import threads
from tests.bot.game_driver import (
    GameDriver,
    answered,
    delivered,
    labels,
    pick,
    private,
    public,
    says_yes,
    shown,
    sit_down,
)
from tests.bot.who import person_of
from tests.loopback.waiting import until


def links(message: Message) -> dict[str, str]:
    return {button.label or "": button.url or "" for button in message.buttons() if button.url}


async def two_games(
    server: Loopback, bot: Postboard, database: Path
) -> tuple[GameDriver, GameDriver]:
    """Let Ann, who plays White, sit down at two games."""
    first = await sit_down(server, bot, database, side="white")
    second = await sit_down(server, bot, database, channel="games", side="white")
    return first, second


async def test_a_panel_that_has_played_leads_to_the_next_game(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    first, second = await two_games(server, bot, database)
    await bot.store.queues.flush()
    panel = private(await ann.click(first.board, "Move"))
    reply = await ann.click(await pick(ann, panel, "c3-d4"), "Play c3-d4")
    turned = answered(reply)
    assert "Played **c3-d4**.\n1 more game is waiting for you." in turned.content
    board = second.board
    address = (
        f"https://discord.com/channels/{ann.place('games').guild_id}/{board.channel_id}/{board.id}"
    )
    assert links(turned) == {"Next": address}


async def test_who_types_a_move_is_told_as_well(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    await two_games(server, bot, database)
    await ann.slash("move", move="c3-d4")
    await bot.idle()
    told = ann.sees("lobby")[-1]
    assert told.ephemeral
    assert "1 more game is waiting for you." in told.content
    await ann.slash("move", channel="games", move="c3-d4")
    await bo.slash("move", move="b6-a5")
    await bo.slash("move", channel="games", move="b6-a5")
    await ann.slash("move", move="d4-c5")
    await bot.idle()
    await bot.panels.settled()
    notes = [message for message in ann.sees("lobby") if message.ephemeral]
    assert [note.content for note in notes] == [told.content], "the newest note replaces the last"
    assert notes[0].id != told.id
    await bot.idle()
    assert not bo.sees("lobby")[-1].ephemeral, "nothing else waits for Bo"


async def test_games_that_are_over_and_the_score_are_listed(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    for loser in (ann, ann, bo):
        await sit_down(server, bot, database)
        await loser.click(private(await loser.slash("game resign")), "Resign")
    await sit_down(server, bot, database)
    await ann.slash("game draw")
    await says_yes(bo, "draw")
    told = private(await ann.slash("games")).content
    assert len(re.findall(r"\[Czech draughts\]\(\S+\) with Bo:", told)) == 4
    assert "with Bo: you drew" in told
    assert "with Bo: you won" in told
    assert "with Bo: you lost" in told
    assert "You 1, Bo 2, 1 drawn" in told
    assert "You 2, Ann 1, 1 drawn" in private(await bo.slash("games")).content


async def test_allies_have_no_score_against_each_other(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3)
    team = next(seat for seat in driver.match.seats if driver.match.allies_of(seat))
    (ally,) = driver.match.allies_of(team)
    one, other = driver.people[team], driver.people[ally]
    wish = await shown(bot, one, await one.click(private(await one.slash("game resign")), "Resign"))
    await other.click(wish, "Resign too")
    told = private(await one.slash("games")).content
    rival = next(p for seat, p in driver.people.items() if seat not in {team, ally})
    assert f"You 0, {rival.name} 1" in told
    assert f"{other.name} 0" not in told


async def test_open_tables_are_listed_and_joined_from_anywhere(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    assert "No open games right now" in private(await bo.slash("games", show="open")).content
    await ann.slash("play", game="czech")
    await cy.slash("play", game="turkish", opponent=ann)
    listed = private(await bo.slash("games", show="open", channel="games"))
    assert "Czech draughts" in listed.content
    assert "Turkish" not in listed.content, "its other place is kept"
    assert labels(listed) == {"Join 1"}
    joined = await bo.click(listed, "Join 1")
    assert joined.updated, answered(joined).content
    assert "You're in!" in private(joined).content
    await delivered(bot)
    (table,) = await bot.store.lists.of_user(await person_of(bot, bo))
    assert table.status is Status.PLAYING
    board = ann.sees("lobby")[-1]
    assert "and move first" in board.content
    assert len(board.pings) == 1
    card = next(m for m in ann.sees("lobby") if " – " in m.content and "**" in m.content)
    assert not card.buttons()


async def test_a_table_closed_from_the_list_loses_the_buttons_of_its_card(
    bot: Postboard, ann: Person
) -> None:
    card = public(await ann.slash("play", game="czech"))
    await delivered(bot)
    (table,) = await bot.store.lists.of_user(await person_of(bot, ann))
    listed = private(await ann.slash("games", channel="games"))
    closed = private(await ann.choose(listed, str(table.id)))
    assert "You're not in any game." in closed.content
    assert "This game was cancelled." in ann.present(card).content
    assert not ann.present(card).buttons()


async def test_tables_in_channels_that_one_does_not_see_are_not_listed_nor_joined(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    await ann.slash("play", game="czech", channel="quiet")
    listed = private(await bo.slash("games", show="open", channel="games"))
    assert labels(listed) == {"Join 1"}
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, bo.user, deny=int(Permission.VIEW_CHANNEL))
    assert "Join it there" in private(await bo.click(listed, "Join 1")).content
    assert (
        "No open games right now"
        in private(await bo.slash("games", show="open", channel="games")).content
    )
    (table,) = await bot.store.lists.of_user(await person_of(bot, ann))
    assert table.status is Status.OPEN


@pytest.mark.usefixtures("bot")
async def test_nobody_without_games_is_told_of_any(ann: Person) -> None:
    told = private(await ann.slash("games")).content
    assert "You're not in any game" in told
    assert "Finished" not in told


async def test_a_table_in_a_private_thread_is_listed_to_nobody_elsewhere(
    server: Loopback, bot: Postboard, ann: Person, cy: Person
) -> None:
    """The bot does not know who is in the thread, and its name is private too."""
    world = server.world
    thread = threads.open_thread(world, world.channel("lobby"), "whispers", ann.user, private=True)
    assert thread.thread is not None
    threads.join(world, thread, thread.thread, world.bot)
    threads.join(world, thread, thread.thread, cy.user)
    await until(lambda: bot.get_channel(thread.id) is not None)
    public(await ann.slash("play", game="czech", channel=thread.id))
    await delivered(bot)
    assert (
        "Czech draughts" in private(await cy.slash("games", show="open", channel=thread.id)).content
    )
    assert "No open games right now" in private(await cy.slash("games", show="open")).content
    world.set_overwrite(world.channel("lobby"), cy.user, allow=Permission.MANAGE_THREADS)
    assert "Czech draughts" in private(await cy.slash("games", show="open")).content
