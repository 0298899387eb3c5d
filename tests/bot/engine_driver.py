"""One person who plays against computer opponents."""

import asyncio

from bot.interactions.client import Postboard
from bot.model.engines import duty_of
from bot.model.table import Table
from loopback import Message, Person
from tests.bot.game_driver import choose_and_play, delivered, labels, private, public


async def playing_computer(
    bot: Postboard, person: Person, *, key: str = "czech", level: int = 1, side: str | None = None
) -> Message:
    """Let somebody begin a game against the computer in the lobby; return the newest board."""
    values: dict[str, str | int] = {"level": level} | ({"side": side} if side else {})
    public(await person.slash("play", game=key, values=values))
    await rested(bot, person)
    return newest_board(person)


async def press_first_move(
    bot: Postboard, person: Person, channel: str | int = "lobby", board: Message | None = None
) -> None:
    """Play the first legal move by the buttons of the newest board, and don't wait for more.

    `board` is given if another game has a board below it.
    """
    table = await bot.lookup.running_in(person.place(channel).id)
    assert table is not None
    move = table.started.game.notate(table.started.legal[0])
    board = board or newest_board(person, channel)
    if "Move" in labels(board):
        panel = private(await person.click(board, "Move"))
        reply = await choose_and_play(person, panel, move)
    else:
        reply = await person.click(board, f"Play {move} (only move)")
    assert reply.failed is None


async def rested(bot: Postboard, person: Person, channel: str | int = "lobby") -> Table:
    """Wait until no engine of the channel's latest table has anything to do, and all is shown."""
    while True:
        await delivered(bot)
        table = await bot.lookup.latest_in(person.place(channel).id)
        if duty_of(table) is None and not await bot.store.queues.waiting():
            return table
        await asyncio.sleep(0.005)


def newest_board(person: Person, channel: str | int = "lobby") -> Message:
    """Return the newest public message with a picture."""
    return next(m for m in reversed(person.sees(channel)) if m.attachments and not m.ephemeral)
