"""Carries out the acts at a table, for a subcommand of `/game` and for the same act's button.

The buttons that answer what others have proposed stand beside them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import CORE, Press, component
from bot.interactions.components.table.plans import board
from bot.interactions.components.table.seats import panel as seats_panel
from bot.interactions.context import caller_of, channel_of
from bot.interactions.performances import Performances, latest
from bot.messages.channel import deadlines, offers
from bot.messages.channel.dice import dice_message
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.message import Message
from bot.messages.panels.table import history, notes, time_panel
from bot.messages.panels.table.analysis import analysis
from bot.messages.panels.table.hints import hint
from bot.messages.panels.table.menu import agreement_question, done, resignation_question
from bot.model.errors import TableError
from bot.model.table import Status, Table
from bot.tables.advice import require_hint, require_report
from bot.tables.checks import require_here
from bot.tables.commands import AddWords, Answer, ClaimTime, GameCommand, Propose, Withdraw
from bot.tables.lobby import LONGEST_WORDS
from bot.tables.play import player_of
from rules.contract.sentence import say
from rules.log.events import OfferKind
from rules.match.offers import LONGEST_PAUSE

__all__ = ["ACTS"]

ACTS: Final = Performances(CORE)
"""The acts of the core."""
act: Final = ACTS.act


async def _with_dice(bot: Postboard, response: Response) -> Table:
    """Return the person's waiting table with dice, the running game, or the last one."""
    lookup, here = bot.lookup, channel_of(response.interaction)
    waiting = await lookup.waiting_in(here, response.user.id)
    if waiting and waiting.dice:
        return waiting
    return await lookup.running_in(here) or waiting or await lookup.latest_in(here)


async def _carry_out(
    bot: Postboard,
    response: Response,
    table: Table,
    command: GameCommand,
    public: Callable[[Table], Message | None] | None = None,
) -> None:
    """Carry out a request and report it in the private message pressed.

    `public` returns the new content of a public message with the button.
    """

    def pressed(after: Table) -> Message | None:
        if response.is_from_private:
            return done(after, response.user.id)
        is_pressed = response.interaction.message is not None
        return public(after) if public and is_pressed else None

    await publish.execute(bot, response, table.id, command, pressed=pressed)


# The end of the game


@act(Act.RESIGN, panel=PanelKind.QUESTION)
async def _resign(_bot: Postboard, response: Response, table: Table) -> Message:
    """Ask whether the person means it."""
    return resignation_question(table, response.user.id)


def _proposes(named: Act, kind: OfferKind) -> None:
    """Let an act propose this end of the game."""

    @act(named, panel=PanelKind.QUESTION, in_turn=True)
    async def propose(bot: Postboard, response: Response, table: Table) -> Message | None:
        """Propose it, or ask whether to agree if someone else has proposed it."""
        question = agreement_question(table, response.user.id, kind)
        if question is None:
            await _carry_out(bot, response, table, Propose(kind))
        return question


_proposes(Act.DRAW, OfferKind.DRAW)
_proposes(Act.COUNT, OfferKind.COUNT)
_proposes(Act.ABORT, OfferKind.ABORT)


@act(Act.CLAIM, DeferKind.UPDATE, in_turn=True)
async def _claim(bot: Postboard, response: Response, table: Table) -> None:
    await _carry_out(bot, response, table, ClaimTime(), deadlines.settled)


# Moves and time


@act(Act.TAKE_BACK, in_turn=True)
async def _take_back(bot: Postboard, response: Response, table: Table) -> None:
    await _carry_out(bot, response, table, Propose(OfferKind.TAKE_BACK))


@act(
    Act.PAUSE,
    DeferKind.PRIVATE,
    in_turn=True,
    days=say("Days the pause lasts, once everyone agrees"),
)
async def _pause(
    bot: Postboard,
    response: Response,
    table: Table,
    days: app_commands.Range[int, 1, LONGEST_PAUSE] | None = None,
) -> None:
    """Propose a pause, ask for its length, or propose to go on if the game is paused."""
    if days is not None:
        await _carry_out(bot, response, table, Propose(OfferKind.PAUSE, days))
    elif table.clock.paused:
        await _carry_out(bot, response, table, Propose(OfferKind.RESUME))
    else:
        player_of(table, caller_of(response))
        await response.open_modal(time_panel.pause_form(table))


@component(verbs.PAUSE, DeferKind.PANEL, in_turn=True)
async def _pause_for(bot: Postboard, response: Response, press: Press) -> None:
    days = time_panel.read_days(press.value, response.locale)
    await _carry_out(bot, response, press.table, Propose(OfferKind.PAUSE, days))


@component(verbs.RESUME, DeferKind.PANEL, in_turn=True)
async def _resume(bot: Postboard, response: Response, press: Press) -> None:
    await _carry_out(bot, response, press.table, Propose(OfferKind.RESUME))


@act(
    Act.TIME,
    panel=PanelKind.MENU,
    in_turn=True,
    days=say("Days to give: 1 or 3"),
)
async def _time(
    bot: Postboard,
    response: Response,
    table: Table,
    days: app_commands.Range[int, 1, 3] | None = None,
) -> Message | None:
    """Give time, or propose to where others have to agree; or show the choices about time."""
    if days is None:
        return time_panel.time_panel(table, response.user.id)
    await _carry_out(bot, response, table, Propose(OfferKind.TIME, days))
    return None


@component(verbs.GIVE_TIME, DeferKind.UPDATE, in_turn=True)
async def _give_time(bot: Postboard, response: Response, press: Press) -> None:
    days = press.custom_id.number(0)
    await _carry_out(bot, response, press.table, Propose(OfferKind.TIME, days), deadlines.settled)


# Looking


@act(Act.SEATS, panel=PanelKind.READING)
async def _seats(bot: Postboard, response: Response, table: Table) -> Message:
    return seats_panel(table, response.user.id, int(bot.now()))


@act(
    Act.HISTORY,
    panel=PanelKind.READING,
    find=latest,
    move=say("Board after this move, such as 12 or 12 white"),
)
async def _history(
    _bot: Postboard,
    response: Response,
    table: Table,
    move: app_commands.Range[str, 1, 20] | None = None,
) -> Message:
    match = table.started
    count = history.after_move(match, move, response.locale) if move else len(match.plies)
    return history.at_ply(table, count, table.seat(response.user.id))


@act(Act.ANALYSIS, DeferKind.PRIVATE, PanelKind.ADVICE, latest)
async def _analysis(bot: Postboard, response: Response, table: Table) -> Message:
    """Return the report on a game for one person."""
    require_report(table)
    made = await bot.advice.report(table)
    return analysis(table, made, private=True, seat=table.seat(response.user.id))


@component(verbs.SHOW_ANALYSIS)
async def _show_analysis(bot: Postboard, response: Response, press: Press) -> None:
    """Show everyone the report that one person has seen."""
    require_report(press.table)
    made = await bot.advice.report(press.table)
    await response.public(analysis(press.table, made, private=False))


@act(Act.HINT, DeferKind.PRIVATE, PanelKind.ADVICE)
async def _hint(bot: Postboard, response: Response, table: Table) -> Message:
    seat = require_hint(table, caller_of(response))
    return hint(table, seat, await bot.advice.hint(table))


@act(Act.PLAN, panel=PanelKind.PLAN)
async def _plan(_bot: Postboard, response: Response, table: Table) -> Message:
    return board(table, response.user.id)


@act(Act.NOTE, DeferKind.PRIVATE, find=latest)
async def _note(bot: Postboard, response: Response, table: Table) -> None:
    """Open the person's note about the game, which no one else sees."""
    written = await bot.store.personal.note(table.id, response.user.id)
    await response.open_modal(notes.form(table, written))


@act(
    Act.DICE,
    panel=PanelKind.READING,
    find=_with_dice,
    words=say("Words of your own for the dice, before the start"),
)
async def _dice(
    bot: Postboard,
    response: Response,
    table: Table,
    words: app_commands.Range[str, 1, LONGEST_WORDS] | None = None,
) -> Message | None:
    """Explain the dice and hand out their proof, or let a person add to them."""
    if words is None:
        return dice_message(table, await bot.lookup.game_before(table))
    if table.status is not Status.OPEN:
        raise TableError(
            say(
                "Before a game starts, its players can add words to its dice. You're not in "
                "such a game here."
            )
        )
    command = AddWords(words)
    change = await bot.tables.execute(table.id, caller_of(response), command, response.request)
    await response.private(
        Message(say("Your words are on the card now, and count for every roll."))
    )
    await publish.refresh_card(bot, change.table)
    return None


@component(verbs.SHOW_DICE)
async def _show_dice(_bot: Postboard, response: Response, press: Press) -> None:
    """Show everyone the proof of a finished game that one person has seen."""
    require_here(press.table, caller_of(response))
    if press.table.status is not Status.OVER:
        raise TableError(say("The game isn't finished yet."))
    await response.public(replace(dice_message(press.table, None), rows=()))


@component(verbs.AGREE, DeferKind.UPDATE, in_turn=True)
@component(verbs.REFUSE, DeferKind.UPDATE, in_turn=True)
@component(verbs.WITHDRAW, DeferKind.UPDATE, in_turn=True)
async def _settle(bot: Postboard, response: Response, press: Press) -> None:
    """Answer or withdraw an offer, whose own message shows the result."""
    before, verb, number = press.table, press.custom_id.verb, press.position.number
    made = before.match.offer if before.match else None
    command = Withdraw(number) if verb is verbs.WITHDRAW else Answer(number, verb is verbs.AGREE)

    def pressed(after: Table) -> Message | None:
        return offers.settled(before, made, after) if made else None

    await publish.execute(bot, response, before.id, command, pressed=pressed)
