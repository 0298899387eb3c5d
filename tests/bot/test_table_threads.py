"""The thread of a table: made once, and kept open for as long as Discord allows."""

import discord
import pytest

from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Person
from loopback.errors import ErrorCode
from loopback.model.channels import Channel
from tests.bot.game_driver import (
    answered,
    delivered,
    private,
    public,
    set_options,
    shown,
)
from tests.bot.who import person_of
from tests.loopback.waiting import until


def threads(server: Loopback) -> list[Channel]:
    return [channel for channel in server.world.channels.values() if channel.thread]


async def test_a_thread_stays_in_the_list_for_a_week(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    await cy.click(private(await cy.slash("play", game="czech")), "Open a thread")
    await delivered(bot)
    (made,) = threads(server)
    assert made.thread is not None
    assert made.thread.auto_archive_minutes == 7 * 24 * 60


async def test_a_thread_that_was_made_before_the_bot_stopped_is_used(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    """The bot was killed between making the thread and writing that down."""
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    offer = private(await cy.slash("play", game="czech"))
    (table,) = [each for each in [await bot.lookup.get(2)] if each.host.name == cy.name]
    lobby = bot.get_channel(table.channel_id)
    assert isinstance(lobby, discord.TextChannel)
    await lobby.create_thread(name="Czech draughts · Cy", type=discord.ChannelType.public_thread)
    answered(await cy.click(offer, "Open a thread"))
    await delivered(bot)
    (made,) = threads(server)
    assert (await bot.lookup.get(table.id)).channel_id == made.id
    assert [message for message in cy.sees(made.id) if message.buttons()]


async def test_a_thread_with_a_game_is_no_place_for_another_of_the_same_name(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    offers = [private(await cy.slash("play", game="czech")) for _ in range(2)]
    presses = [cy.start_click(offer, "Open a thread") for offer in offers]
    for press in presses:
        answered(await cy.outcome(press))
    await delivered(bot)
    one, other = threads(server)
    assert one.name == other.name == "Czech draughts · Cy"
    assert {(await bot.lookup.get(table)).channel_id for table in (2, 3)} == {one.id, other.id}


async def test_a_thread_has_the_name_of_its_players_and_game(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    """A card's thread is found by the card, and one without a card by its name."""
    ann, bo, cy, di = people
    first = public(await ann.slash("play", game="czech", opponent=bo))
    second = public(await cy.slash("play", game="czech", opponent=di))
    await bo.click(first, "Accept")
    await di.click(second, "Accept")
    await delivered(bot)
    (made,) = threads(server)
    assert made.name == "Cy – Di · Czech draughts"


@pytest.mark.parametrize("fault", ["server_errors_after", "dropped_after"])
async def test_a_thread_whose_answer_is_lost_is_opened_once(
    server: Loopback, bot: Postboard, people: list[Person], fault: str
) -> None:
    ann, bo, cy, *_ = people
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    offer = private(await cy.slash("play", game="czech"))
    making = frozenset({"/channels/{channel}/threads"})
    server.faults = Faults(routes=making, **{fault: 1.0})  # type: ignore[arg-type]
    press = cy.start_click(offer, "Open a thread")
    await until(lambda: bool(threads(server)))
    server.faults = Faults()
    await cy.outcome(press)
    await delivered(bot)
    (made,) = threads(server)
    assert (await bot.lookup.get(2)).channel_id == made.id


async def test_a_table_gets_a_thread_of_its_own_where_its_host_asks_for_it(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    values: dict[str, str | bool | Person] = {"opponent": bo, "thread": True}
    told = private(await ann.slash("play", game="czech", values=values))
    assert "Your game is in" in told.content
    await delivered(bot)
    (made,) = threads(server)
    card = next(message for message in ann.sees(made.id) if message.buttons())
    (picture,) = card.attachments
    assert (picture.description or "").startswith("Czech draughts. White: 12 men")
    card = public(await set_options(ann, card, {"Old boards": "newest"}))
    assert "old boards are deleted" in card.content
    assert card.attachments[0].filename == picture.filename, "its card is known by it"
    first = await shown(bot, bo, await bo.click(card, "Accept"))
    assert not ann.present(card).attachments, "the first board has taken its place"
    table = await bot.lookup.running_in(made.id)
    assert table is not None
    assert table.due is not None
    match = table.started
    move = match.game.notate(match.game.legal(match.state)[0])
    mover = server.person(table.due.user.name)
    second = await shown(bot, mover, await mover.slash("move", move=move, channel=made.id))
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    left = {message.id for message in ann.sees(made.id)}
    assert first.id not in left
    assert {card.id, second.id} <= left


async def test_a_thread_that_was_refused_is_offered_again(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    server.refusals["/channels/{channel}/threads"] = ErrorCode.TOO_MANY_THREADS
    refused = private(await ann.slash("play", game="czech", values={"thread": True}))
    assert "no room for more threads" in refused.content
    server.refusals.clear()
    answered(await ann.click(refused, "Open a thread"))
    await delivered(bot)
    (made,) = threads(server)
    assert (await bot.lookup.get(1)).channel_id == made.id


async def test_a_private_place_has_no_threads_and_keeps_its_boards(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    ann.user.has_installed = True
    place = server.world.add_private_channel(ann.user, bo.user)
    values: dict[str, str | bool | Person] = {"opponent": bo, "thread": True}
    refused = private(await ann.slash("play", game="czech", channel=place.id, values=values))
    assert "Leave out `thread`" in refused.content
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []
    card = public(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    refused = private(await set_options(ann, card, {"Old boards": "newest"}))
    assert "can't delete old boards here" in refused.content
