"""The thread of a table: made once, and kept open for as long as Discord allows."""

import discord

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from loopback.model.channels import Channel
from tests.bot.game_driver import answered, delivered, private, public


def threads(server: Loopback) -> list[Channel]:
    return [channel for channel in server.world.channels.values() if channel.thread]


async def test_a_thread_stays_in_the_list_for_a_week(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await bo.click(public(await ann.slash("play czech", opponent=bo)), "Accept")
    await cy.click(private(await cy.slash("play czech")), "Open a thread")
    await delivered(bot)
    (made,) = threads(server)
    assert made.thread is not None
    assert made.thread.auto_archive_minutes == 7 * 24 * 60


async def test_a_thread_that_was_made_before_the_bot_stopped_is_used(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    """The bot was killed between making the thread and writing that down."""
    await bo.click(public(await ann.slash("play czech", opponent=bo)), "Accept")
    offer = private(await cy.slash("play czech"))
    (table,) = [each for each in [await bot.tables.get(2)] if each.host_id == cy.id]
    lobby = bot.get_channel(table.channel_id)
    assert isinstance(lobby, discord.TextChannel)
    await lobby.create_thread(
        name=f"Czech draughts {table.id} · Cy", type=discord.ChannelType.public_thread
    )
    answered(await cy.click(offer, "Open a thread"))
    await delivered(bot)
    (made,) = threads(server)
    assert (await bot.tables.get(table.id)).channel_id == made.id
    assert [message for message in cy.sees(made.id) if message.buttons()]
