"""Series of games, seats and teams at the table, over the real wire."""

import random
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.table import Table
from loopback import Loopback, Message, Person
from rules.contract.core import Seat
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    delivered,
    labels,
    pinged_at_end,
    private,
    public,
    shown,
)


async def seated(server: Loopback, key: str, **values: str | int | Person) -> list[Person]:
    """Let Ann open a table, invite everybody named, and have them accept."""
    ann = server.person("Ann")
    card = public(await ann.slash("play", game=key, values=values))
    rivals = [value for value in values.values() if isinstance(value, Person)]
    for rival in rivals:
        await rival.click(card, "Accept")
    return [ann, *rivals]


async def running(bot: Postboard, person: Person) -> Table:
    """Return the game that runs in the lobby, once its first board has been posted."""
    await delivered(bot)
    table = await bot.lookup.running_in(person.place("lobby").id)
    assert table is not None
    return table


def at(server: Loopback, table: Table, seat: int) -> Person:
    return server.person(table.at(Seat(seat)).user.name)


async def resigned_by(bot: Postboard, person: Person) -> Message:
    question = private(await person.slash("game resign"))
    return await shown(bot, person, await person.click(question, "Resign"))


async def score(person: Person) -> str:
    """Return the score card that somebody opens from the history."""
    history = private(await person.slash("game history"))
    return private(await person.click(history, "Score")).content


async def test_armies_swap_until_somebody_has_three_points(
    server: Loopback, bot: Postboard, bo: Person
) -> None:
    """Ann resigns every game: Bo wins three, and the seats swap each time."""
    ann, _ = await seated(server, "rematch", opponent=bo, series="first-to-3", side="red")
    for game in (1, 2, 3):
        table = await running(bot, ann)
        assert table.at(Seat(0)).user.name == (ann.name if game % 2 else bo.name)
        first = next(m for m in reversed(ann.sees("lobby")) if f"**Game {game}**\n" in m.content)
        assert first.attachments
        assert table.due is not None
        due = server.person(table.due.user.name)
        assert first.pings == {due.id} | ({bo.id} if game > 1 else set())
        last = await resigned_by(bot, ann)
        assert "beat" in last.content
        told = "Bo wins the series 3–0." if game == 3 else f"Ann 0 – Bo {game}** (first to 3)."
        assert last.content.count(told) == 1
        # The end of a game and the beginning of the next are one message with both boards.
        assert len(last.attachments) == (1 if game == 3 else 2)
        assert (f"**Game {game + 1}**\n" in last.content) == (game < 3)
    await bot.idle()
    assert await bot.lookup.running_in(ann.place("lobby").id) is None
    card = await score(bo)
    red, both = "(🔴 Red)", "(⚪ White and 🟠 Orange)"
    assert card.splitlines()[:-1] == [
        "**ReMatch** · First to 3 points",
        f"1. Bo {both} beat Ann {red}",
        f"2. Bo {red} beat Ann {both}",
        f"3. Bo {both} beat Ann {red}",
        "🏆 **Bo wins the series 3–0.**",
    ]


async def test_three_people_rotate_through_the_seats_of_rematch(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    """Who had red gets white, white orange, orange red."""
    people = await seated(
        server, "rematch", opponent=bo, opponent2=cy, series="first-to-3", side="red"
    )
    table = await running(bot, people[0])
    order = [table.at(Seat(n)).user.name for n in range(3)]
    assert order[0] == people[0].name
    await resigned_by(bot, people[0])
    table = await running(bot, people[0])
    assert [table.at(Seat(n)).user.name for n in range(3)] == [order[2], order[0], order[1]]
    card = await score(bo)
    white, orange = order[1:]
    assert f"1. Ann (🔴 Red): 0 · {white} (⚪ White): ½ · {orange} (🟠 Orange): ½\n" in card
    assert card.count("Ann 0") == 1


async def test_a_card_begins_without_a_score_and_tells_a_draw(
    server: Loopback, bot: Postboard, bo: Person
) -> None:
    ann, _ = await seated(server, "czech", opponent=bo, series="best-of-3", side="white")
    before = await score(bo)
    assert before == "**Czech draughts** · Best of 3 games\nGame 1 is in progress."
    offer = public(await ann.slash("game draw"))
    await bo.click(offer, "Agree")
    await running(bot, ann)
    assert (await score(bo)).splitlines()[1:] == [
        "1. Ann (⚪ White) and Bo (⚫ Black) drew",
        "**Ann ½ – Bo ½**",
    ]


async def test_a_series_goes_on_after_a_restart(
    server: Loopback, database: Path, bo: Person
) -> None:
    async with bot_on(server, database) as bot:
        ann, _ = await seated(server, "czech", opponent=bo, series="best-of-3")
        await resigned_by(bot, ann)
        await running(bot, ann)
    async with bot_on(server, database) as bot:
        await resigned_by(bot, ann)
        last = next(m for m in reversed(ann.sees("lobby")) if "resigned" in m.content)
        assert "Bo wins the series" in last.content
        assert await bot.lookup.running_in(ann.place("lobby").id) is None


@pytest.mark.usefixtures("bot")
async def test_a_single_game_has_no_score(server: Loopback, bo: Person) -> None:
    ann, _ = await seated(server, "czech", opponent=bo)
    assert "Score" not in labels(private(await ann.slash("game history")))


async def test_partners_see_each_others_view_and_rivals_do_not(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    people = await seated(server, "rematch", opponent=bo, opponent2=cy)
    table = await running(bot, people[0])
    red, white, orange = (at(server, table, seat) for seat in range(3))
    board = next(m for m in reversed(red.sees("lobby")) if m.buttons())
    mine = private(await white.click(board, "My view"))
    partner = private(await white.click(mine, f"As {orange.name} sees it"))
    assert partner.attachments
    assert labels(private(await red.click(board, "My view"))) == {"History", "As text"}


async def test_a_turn_belongs_to_the_seat_whose_side_is_due(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    people = await seated(server, "rematch", opponent=bo, opponent2=cy)
    table = await running(bot, people[0])
    chance = random.Random(3)
    for _ in range(8):
        match = table.started
        due = table.due
        assert due is not None
        for person in people:
            if person.name != due.user.name:
                assert (await person.slash("move", move="a1-a2")).ephemeral
        notation = match.game.notate(chance.choice(match.game.legal(match.state)))
        mover = server.person(due.user.name)
        board = public(await mover.slash("move", move=notation))
        table = await bot.lookup.get(table.id)
        waiting = [table.due.user.id] if table.due else pinged_at_end(table)
        users = await bot.store.people.user_ids(waiting)
        assert board.pings == set(users.values())


@pytest.mark.usefixtures("bot")
async def test_too_many_players_are_refused_kindly(
    server: Loopback, bo: Person, cy: Person
) -> None:
    ann = server.person("Ann")
    reply = await ann.slash(
        "play", game="punt-heks", opponent=bo, opponent2=cy, variant="2 players"
    )
    assert "this variant of Punt-Heks-Match is for 2." in private(reply).content
    reply = await ann.slash("play", game="punt-heks", opponent=bo, opponent2=cy)
    assert public(reply).pings == {bo.id, cy.id}
