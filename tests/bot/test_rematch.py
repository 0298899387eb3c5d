"""Rematches: the same terms, with the seats moved on and everybody else invited."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from tests.bot.game_driver import GameDriver, answered, card_of, labels, private, shown, sit_down


async def finished(
    server: Loopback, bot: Postboard, database: Path, key: str, players: int
) -> GameDriver:
    """Sit down at a game for this many people, of which one resigns."""
    driver = await sit_down(server, bot, database, key, players=players)
    loser = driver.due
    question = private(await loser.slash("game resign"))
    end = await shown(bot, loser, await loser.click(question, "Resign"))
    if "Resign too" in labels(end):
        (ally,) = (person for person in driver.people.values() if person.id in end.pings)
        end = answered(await ally.click(end, "Resign too"))
    driver.board = end
    await bot.idle()
    return driver


@pytest.mark.parametrize(("key", "players"), [("czech", 2), ("rematch", 3), ("hypergammon", 2)])
async def test_the_seats_move_on_by_one(
    server: Loopback, bot: Postboard, database: Path, *, key: str, players: int
) -> None:
    driver = await finished(server, bot, database, key, players)
    assert {"Rematch", "More"} <= labels(driver.board)
    before = (await bot.lookup.get(driver.table_id)).players
    asker, *others = driver.people.values()
    card = await card_of(bot, asker, await asker.click(driver.board, "Rematch"))
    assert card.pings == {person.id for person in others}
    reply = None
    for person in others:
        reply = await person.click(card, "Accept")
    assert reply is not None
    assert "and move first" in (await shown(bot, asker, reply)).content
    again = await bot.lookup.running_in(asker.place("lobby").id)
    assert again is not None
    assert again.rematch_of == driver.table_id
    for player in before:
        assert player.seat is not None
        assert again.seat(player.user.id) == (player.seat + 1) % players


async def test_a_game_has_one_rematch_at_a_time(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await finished(server, bot, database, "czech", 2)
    ann, bo = server.person("Ann"), server.person("Bo")
    card = answered(await ann.click(driver.board, "Rematch"))
    told = private(await bo.click(driver.board, "Rematch"))
    assert "already has a rematch" in told.content
    await ann.click(card, "Cancel game")
    card = answered(await bo.click(driver.board, "Rematch"))
    assert card.pings == {ann.id}


async def test_onlookers_ask_for_no_rematch(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await finished(server, bot, database, "czech", 2)
    told = private(await cy.click(driver.board, "Rematch"))
    assert "Only its players" in told.content


async def test_a_whole_series_is_played_again(bot: Postboard, ann: Person, bo: Person) -> None:
    card = answered(await ann.slash("play", game="czech", opponent=bo, series="best-of-3"))
    first = await shown(bot, bo, await bo.click(card, "Accept"))
    turnover = await shown(
        bot, ann, await ann.click(private(await ann.slash("game resign")), "Resign")
    )
    assert "Rematch" not in labels(first) | labels(turnover)
    end = await shown(bot, ann, await ann.click(private(await ann.slash("game resign")), "Resign"))
    assert "Rematch" in labels(end)
    card = answered(await ann.click(end, "Rematch"))
    assert "Best of 3" in card.content or "best of 3" in card.content
    again = await shown(bot, bo, await bo.click(card, "Accept"))
    assert "Game 1" in again.content
