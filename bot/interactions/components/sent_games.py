"""`/game verify`: a file of a game is read by a worker, compared, and shown to its sender alone."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.delivery.panels import PanelKind
from bot.delivery.requests import SEND_ERRORS
from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of, sees
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Message
from bot.messages.panels import sent_game as messages
from bot.messages.panels.analysis import analysis
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.sent_games import SentGame
from bot.model.table import Status
from bot.tables.sent_games import compared, known_table, require_no_help, sent_game
from rules.contract.sentence import Stranger, say
from rules.match.plans import Path
from rules.records.reading import LARGEST

__all__ = ["verify"]

_DOWNLOAD: Final = 10.0
"""The most seconds in which Discord gives the file."""
_READABLE: Final = say(
    "I read games of at most {most} KiB as JSON, PDN, SGF or text, as **Export** below "
    "`/game history` gives them.",
    most=LARGEST // 1024,
)


async def verify(bot: Postboard, response: Response, file: discord.Attachment) -> Message:
    """Return the board of the game in a file. Raises TableError for a file that holds none.

    Nothing is stored, counted or rated.
    """
    person = response.user.id
    if file.size > LARGEST:
        raise TableError(_READABLE)
    with bot.sent_games.working_for(person):
        found = await bot.advice.read_file(await _downloaded(file))
    if found.fault is not None:
        raise TableError(say("{fault} {readable}", fault=Stranger(found.fault), readable=_READABLE))
    sent = await asyncio.to_thread(sent_game, found)
    visible = partial(sees, response.interaction)
    known = await known_table(bot.lookup, sent, file.filename, caller_of(response), visible)
    if known is not None:
        sent = replace(sent, comparison=await asyncio.to_thread(compared, sent, known))
    number = response.interaction.id
    bot.sent_games.keep(number, person, sent)
    return messages.board(sent, number, len(sent.table.started.plies), ())


async def _downloaded(file: discord.Attachment) -> bytes:
    try:
        async with asyncio.timeout(_DOWNLOAD):
            return await file.read()
    except (*SEND_ERRORS, TimeoutError) as failure:
        raise TableError(
            say("Discord didn't give me the file. Please send the command once more.")
        ) from failure


@component(Verb.SENT_AT, DeferKind.UPDATE, PanelKind.READING)
async def _look(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    number, count = event.custom_id.number(1), event.custom_id.number(2)
    person, word = response.user.id, event.custom_id.text(3)
    sent = bot.sent_games.find(number, person)
    return messages.board(sent, number, count, bot.sent_games.line(number, person, word))


@component(Verb.SENT_TRY, DeferKind.UPDATE, PanelKind.READING)
@component(Verb.SENT_TYPED, DeferKind.UPDATE, PanelKind.READING)
async def _try(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Play a move in a line. Raises RulesError if it can't be played there."""
    sent, number, count, line = _line(bot, response.user.id, event)
    ahead = messages.ahead_of(sent.table.started, count, (*line, event.value))
    line = (*line, ahead.plies[-1].notation)
    bot.sent_games.keep_line(number, response.user.id, line)
    return messages.board(sent, number, count, line)


@component(Verb.SENT_TYPE, DeferKind.UPDATE)
async def _type(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.open_modal(messages.type_form(*_line(bot, response.user.id, event)))


@component(Verb.SENT_ANALYSIS, panel=PanelKind.ADVICE)
async def _analyse(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    person = response.user.id
    sent = bot.sent_games.find(event.custom_id.number(0), person)
    playing = [
        await bot.lookup.get(each.id)
        for each in await bot.store.lists.of_user(person)
        if each.status is Status.PLAYING and each.game == sent.transcript.key
    ]
    require_no_help(sent, playing)
    with bot.sent_games.working_for(person):
        report = await bot.advice.report_on(sent.transcript, sent.table.started)
    return await analysis(sent.table, report, private=False)


def _line(bot: Postboard, person: Person, event: ComponentEvent) -> tuple[SentGame, int, int, Path]:
    """Return the game that a control is about, its number, and the place of the line there."""
    number, count = event.custom_id.number(0), event.custom_id.number(1)
    sent = bot.sent_games.find(number, person)
    return sent, number, count, bot.sent_games.line(number, person, event.custom_id.text(2))
