"""`/game verify`: a worker reads a file of a game, which is compared and opened as a study."""

import asyncio
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import Response
from bot.delivery.requests import SEND_ERRORS
from bot.extensions.studies.acts import compared, known_table, sent_game
from bot.extensions.studies.messages import verified
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, sees
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels.table.study import study_board
from bot.model.errors import TableError
from rules.contract.sentence import Stranger, say
from rules.records.reading import LARGEST

__all__ = ["verify_command"]

_DOWNLOAD: Final = 10.0
"""The most seconds in which Discord gives the file."""
_READABLE: Final = say(
    "I read games as JSON, PDN, SGF or text, up to {most} KiB, as **Export** gives them.",
    most=LARGEST // 1024,
)


def verify_command() -> app_commands.Command[Any, ..., None]:
    """Return the subcommand of `/game`."""
    told = text(say("Check a game file against the game played here"))
    return app_commands.Command(name="verify", description=told, callback=_verify)


@app_commands.describe(file=text(say("A game as JSON, PDN, SGF or text")))
async def _verify(interaction: Interaction, file: discord.Attachment) -> None:
    async with responding(interaction) as response:
        await response.show(await _opened(interaction.client, response, file), PanelKind.READING)


async def _opened(bot: Postboard, response: Response, file: discord.Attachment) -> Message:
    """Return the board of the game in a file. Raises TableError for a file without a game.

    The game is kept as a study of its sender, and nothing else of the file.
    """
    person = response.user.id
    if file.size > LARGEST:
        raise TableError(_READABLE)
    found = await bot.advice.read_file(person, await _downloaded(file))
    if found.fault is not None:
        raise TableError(say("{fault} {readable}", fault=Stranger(found.fault), readable=_READABLE))
    sent = sent_game(found)
    visible = partial(sees, response.interaction)
    known = await known_table(bot.lookup, sent, file.filename, caller_of(response), visible)
    comparison = await asyncio.to_thread(compared, sent, known) if known else None
    study = await bot.studies.of_transcript(person, sent.transcript)
    game = await bot.studies.game(study)
    end = study.at(len(game.started.plies))
    return study_board(study, game, end, verified(sent, comparison))


async def _downloaded(file: discord.Attachment) -> bytes:
    try:
        async with asyncio.timeout(_DOWNLOAD):
            return await file.read()
    except (*SEND_ERRORS, TimeoutError) as failure:
        raise TableError(say("Discord didn't give me the file. Please send it again.")) from failure
