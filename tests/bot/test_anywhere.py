"""Games without a server: in private messages and in groups, where the bot only answers."""

import asyncio
import random
import re

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.errors import CannotDo
from loopback.model.channels import Channel
from rules.registry import all_games
from rules.time.duration import HOUR
from tests.bot.game_driver import (
    answered,
    delivered,
    labels,
    owes_nothing,
    pinged_at_end,
    private,
    public,
    shown,
)
from tests.conformance.configured import SOAK

SHORT = frozenset({"rematch", "czech"})
"""Games that are short enough to be played to their natural end outside of a soak."""
TWO = [key for key, game in all_games().items() if len(game.spec.seatings[0]) == 2]


def private_place(server: Loopback, host: Person, *others: Person) -> Channel:
    """Return private messages, or a group, of people of whom the host has installed the bot."""
    host.user.has_installed = True
    return server.world.add_private_channel(host.user, *(other.user for other in others))


async def moved(bot: Postboard, person: Person, board: Message, text: str) -> Message:
    """Let somebody move by buttons and a form alone."""
    if "Move" not in labels(board):
        (only,) = (name for name in labels(board) if name.startswith("Play "))
        return await shown(bot, person, await person.click(board, only))
    menu = private(await person.click(board, "Menu"))
    form = (await person.click(menu, "Type a move")).modal
    assert form is not None
    panel = answered(await person.submit(form, {"text": text}))
    while "Claim nothing" in labels(panel):
        panel = answered(await person.click(panel, "Claim nothing"))
    for label in [name for name in labels(panel) if re.fullmatch(rf"\d+ {re.escape(text)}", name)]:
        panel = answered(await person.click(panel, label))
    (play,) = (name for name in labels(panel) if name.startswith("Play ") and "once" not in name)
    return await shown(bot, person, await person.click(panel, play))


async def resigned(bot: Postboard, person: Person, board: Message) -> Message:
    menu = private(await person.click(board, "Menu"))
    question = answered(await person.click(menu, "Resign …"))
    return await shown(bot, person, await person.click(question, "Resign"))


@pytest.mark.parametrize("key", TWO)
async def test_two_people_play_each_game_in_private_messages(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, key: str
) -> None:
    """Bo has not installed the bot, so he has no command of it: he presses buttons."""
    place = private_place(server, ann, bo)
    with pytest.raises(CannotDo):
        await bo.slash("games", channel=place.id)
    await ann.slash("play", game=key, channel=place.id, opponent=bo)
    await delivered(bot)
    card = next(m for m in ann.sees(place.id) if "Accept" in labels(m))
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    table = await bot.lookup.running_in(place.id)
    assert table is not None
    chance = random.Random(key)
    people = {
        table.at(seat).user.name: server.person(table.at(seat).user.name)
        for seat in table.started.seats
    }
    to_the_end = SOAK or key in SHORT
    for _ in range(5_000 if to_the_end else 6):
        table = await bot.lookup.get(table.id)
        match = table.started
        if match.outcome or table.due is None:
            break
        move = chance.choice(match.game.legal(match.state))
        board = await moved(bot, people[table.due.user.name], board, match.game.notate(move))
    ended = await bot.lookup.get(table.id)
    assert (ended.started.outcome is not None) == to_the_end
    if not to_the_end:
        board = await resigned(bot, bo, board)
    table = await bot.lookup.get(table.id)
    assert table.started.outcome is not None
    assert {"Rematch", "More"} <= labels(board)
    users = await bot.store.people.user_ids(pinged_at_end(table))
    assert board.pings == set(users.values())
    await owes_nothing(bot)


async def test_a_series_is_played_in_a_group_to_its_end(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    place = private_place(server, ann, bo, cy)
    asked: dict[str, str | Person] = {"opponent": bo, "opponent2": cy, "series": "best-of-3"}
    card = public(
        await ann.slash(
            "play", game="rematch", channel=place.id,
            values=asked,
        )
    )  # fmt: skip
    await bo.click(card, "Accept")
    board = await shown(bot, cy, await cy.click(card, "Accept"))
    chance, games = random.Random("a group"), set[int]()
    while (table := await bot.lookup.running_in(place.id)) is not None:
        games.add(table.game_number)
        match = table.started
        if SOAK or table.game_number == 1:
            assert table.due is not None
            move = match.game.notate(chance.choice(match.game.legal(match.state)))
            board = await moved(bot, server.person(table.due.user.name), board, move)
        else:
            alone = next(seat for seat in match.seats if not match.allies_of(seat))
            board = await resigned(bot, server.person(table.at(alone).user.name), board)
    assert len(games) > 1
    assert "series" in board.content
    with pytest.raises(CannotDo):
        await cy.slash("games", channel=place.id)


@pytest.mark.usefixtures("bot")
async def test_an_engine_is_the_only_opponent_in_the_messages_of_the_bot(
    ann: Person, bo: Person
) -> None:
    nobody: dict[str, str | Person] = {}
    for values in ({**nobody, "opponent": bo}, nobody):
        refused = private(await ann.slash("play", game="czech", channel=ann.dm(), values=values))
        assert "It's just you and me here" in refused.content


async def test_a_busy_place_and_a_hard_clock_are_refused_in_private(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    place = private_place(server, ann, bo)
    values: dict[str, str | Person] = {"opponent": bo, "time": "3d hard"}
    refused = private(await ann.slash("play", game="czech", channel=place.id, values=values))
    assert "can't post here when time runs out" in refused.content
    card = public(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    await bo.click(card, "Accept")
    await delivered(bot)
    refused = private(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    assert "A game is in progress here" in refused.content


async def test_what_nobody_asked_for_waits_for_the_next_press(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    """A proposal lapses after 72 hours; the bot cannot post that in a group by itself."""
    place = private_place(server, ann, bo, cy)
    card = public(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    seats = private(await ann.click(private(await ann.click(board, "Menu")), "Seats"))
    offer = await shown(bot, ann, await ann.click(seats, "Offer it to anyone"))
    await shown(bot, cy, await cy.click(offer, "Take over"))
    await delivered(bot)
    before = len(ann.sees(place.id))
    server.clock.advance(72 * HOUR + 61)
    await bot.scheduler.run_due()
    while not await bot.store.queues.parked_in(place.id):
        await bot.outbox.deliver_due()
        await asyncio.sleep(0.01)
    await bot.outbox.deliver_due()
    assert len(ann.sees(place.id)) == before
    private(await bo.click(board, "My view"))
    await bot.idle()
    (news,) = (m for m in ann.sees(place.id)[before:] if not m.ephemeral)
    assert "expired" in news.content
    assert not await bot.store.queues.parked_in(place.id)


@pytest.mark.usefixtures("bot")
async def test_in_a_server_without_the_bot_no_table_stands(
    server: Loopback, ann: Person, bo: Person
) -> None:
    ann.user.has_installed = True
    guild = server.world.add_guild("Elsewhere", ann.user, bo.user, installed=False)
    hall = server.world.add_channel(guild, "hall", topic="")
    refused = private(await ann.slash("play", game="czech", channel=hall.id, opponent=bo))
    assert "not in this server" in refused.content


@pytest.mark.usefixtures("bot")
async def test_every_command_states_where_it_works_and_for_whom(server: Loopback) -> None:
    for command in server.commands.of(None):
        raw = command.raw
        assert raw["contexts"] in ([0], [0, 1, 2]), raw["name"]
        assert raw["integration_types"] == ([0] if raw["contexts"] == [0] else [0, 1])
        assert (raw["contexts"] == [0]) == (raw["name"] in {"server", "event", "Invite to a game"})
