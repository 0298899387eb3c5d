"""The buttons beside Move: a private view, and the menu of everything else."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.commands.play import open_table
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.messages.channel import boards, deadlines, resignations, score_card
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Message
from bot.messages.panels import claims, history, notes, rulebook, time_panel
from bot.messages.panels.menu import SHOWN, done, menu, resignation_question
from bot.messages.panels.own_view import own_view, partners, view_from
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.checks import require_here
from bot.tables.commands import ClaimTime, GameCommand, PlayOn, Propose, Resign
from bot.tables.play import player_of
from bot.tables.rematches import rematch_after
from rules.contract.core import (
    Seat,
)
from rules.contract.sentence import say
from rules.log.events import OfferKind
from rules.registry import all_games

__all__: list[str] = []


@component(Verb.PARTNER)
async def _partner(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show a player what somebody of their own team sees."""
    table = await bot.tables.get(event.table)
    seats = {player.seat for player in partners(table, response.user.id)}
    seat = Seat(event.custom_id.number(0))
    if seat not in seats:
        raise TableError(say("Only those who play on one team see each other's view."))
    await response.private(await view_from(table, seat))
    bot.panels.opened(table.id, response, PanelKind.VIEW)


@component(Verb.MINE)
async def _mine(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.private(await own_view(await bot.tables.get(event.table), response.user.id))
    bot.panels.opened(event.table, response, PanelKind.VIEW)


@component(Verb.MENU)
async def _menu(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.private(await _menu_of(bot, response, event.table))
    bot.panels.opened(event.table, response, PanelKind.MENU)


async def _menu_of(bot: Postboard, response: Response, table_id: int) -> Message:
    table, user_id = await bot.tables.get(table_id), response.user.id
    at_once = await bot.people.plays_at_once(user_id)
    return menu(table, user_id, overdue=bot.tables.overdue(table), at_once=at_once)


@component(Verb.MENU_AT_ONCE, DeferKind.UPDATE)
async def _at_once(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Settle whether the person's moves are played without a preview, as the button names it."""
    at_once = bool(event.custom_id.number(0))
    await bot.people.set_plays_at_once(response.user.id, at_once=at_once)
    await response.update(await _menu_of(bot, response, event.table))
    bot.panels.opened(event.table, response, PanelKind.MENU)


@component(Verb.SHOW, DeferKind.PANEL)
async def _show(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show the present board to everybody."""
    table = await bot.tables.get(event.table)
    require_here(table, caller_of(response.interaction))
    pressed = SHOWN if response.is_from_private else None
    await publish.show_again(bot, response, table, await boards.shown_again(table), pressed)


@component(Verb.CLAIMS, DeferKind.PANEL)
async def _claims(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.in_private(await claims.hint(table, table.seat(response.user.id)))
    bot.panels.opened(table.id, response, PanelKind.ADVICE)


@component(Verb.GAMES, DeferKind.PANEL)
async def _games(bot: Postboard, response: Response, _event: ComponentEvent) -> None:
    await response.in_private(await publish.games_of(bot, response.user.id))
    bot.panels.opened(None, response, PanelKind.GAMES)


@component(Verb.NOTE)
async def _note(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Open the person's note about the game, which nobody else sees."""
    table = await bot.tables.get(event.table)
    written = await bot.people.note(table.id, response.user.id)
    await response.open_modal(notes.form(table, written))


@component(Verb.NOTED, DeferKind.PANEL)
async def _noted(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    written = event.values[0] if event.values else ""
    await bot.people.keep_note(event.table, response.user.id, written)
    await response.in_private(notes.kept(written))
    bot.panels.opened(event.table, response, PanelKind.NOTE)


@component(Verb.REMATCH)
async def _rematch(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Open a table for the same game with the seats moved on."""
    table, caller = await bot.tables.get(event.table), caller_of(response.interaction)
    require_here(table, caller)
    await open_table(bot, response, rematch_after(table, caller))


async def _carry_out(
    bot: Postboard, response: Response, event: ComponentEvent, command: GameCommand
) -> None:
    """Carry out what a button asks for; the menu, or the notice of a missed deadline, says so."""

    def pressed(after: Table) -> Message | None:
        if response.is_from_private:
            return done(after, response.user.id)
        return deadlines.settled(after)

    await publish.execute(bot, response, event.table, command, pressed=pressed)


@component(Verb.ABORT, DeferKind.PANEL, in_turn=True)
async def _abort(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, Propose(OfferKind.ABORT))


@component(Verb.PLAY_ON)
async def _play_on(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await publish.execute(bot, response, event.table, PlayOn())


@component(Verb.DRAW, DeferKind.PANEL, in_turn=True)
async def _draw(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, Propose(OfferKind.DRAW))


@component(Verb.TAKE_BACK, DeferKind.PANEL)
async def _take_back(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, Propose(OfferKind.TAKE_BACK))


@component(Verb.COUNT, DeferKind.PANEL, in_turn=True)
async def _count(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, Propose(OfferKind.COUNT))


@component(Verb.GIVE_UP, DeferKind.PANEL)
async def _give_up(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.in_private(resignation_question(table, response.user.id))
    bot.panels.opened(table.id, response, PanelKind.QUESTION)


@component(Verb.RESIGN, DeferKind.UPDATE, in_turn=True)
async def _resign(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Resign; the question whether one wants to says so. Everybody sees what allies are asked."""
    is_question = response.is_from_private
    command = Resign(too=not is_question)
    pressed = resignations.answered if is_question else None
    await publish.execute(bot, response, event.table, command, pressed=pressed)


@component(Verb.STAY, DeferKind.UPDATE)
async def _stay(_bot: Postboard, response: Response, _press: ComponentEvent) -> None:
    await response.update(Message(say("Good: the game goes on.")))


@component(Verb.CLAIM_TIME, DeferKind.UPDATE, in_turn=True)
async def _claim(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, ClaimTime())


@component(Verb.GIVE_TIME, DeferKind.UPDATE)
async def _give_time(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    days = event.custom_id.number(0)
    await _carry_out(bot, response, event, Propose(OfferKind.TIME, days))


@component(Verb.TIME, DeferKind.PANEL)
async def _time(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Turn the menu into what the person can do about time."""
    table = await bot.tables.get(event.table)
    await response.in_private(time_panel.time_panel(table, response.user.id))
    bot.panels.opened(table.id, response, PanelKind.MENU)


@component(Verb.PAUSE_FORM)
async def _ask_pause(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    player_of(table, caller_of(response.interaction))
    await response.open_modal(time_panel.pause_form(table))


@component(Verb.PAUSE, DeferKind.PANEL)
async def _pause(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    days = time_panel.read_days(event.value)
    await _carry_out(bot, response, event, Propose(OfferKind.PAUSE, days))


@component(Verb.RESUME, DeferKind.PANEL)
async def _resume(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await _carry_out(bot, response, event, Propose(OfferKind.RESUME))


@component(Verb.HISTORY, DeferKind.PANEL)
async def _history(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    latest = len(table.started.plies)
    await response.in_private(await history.at_ply(table, latest, table.seat(response.user.id)))
    bot.panels.opened(table.id, response, PanelKind.READING)


@component(Verb.PLY, DeferKind.UPDATE)
async def _ply(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    count = event.custom_id.number(1)
    await response.update(await history.at_ply(table, count, table.seat(response.user.id)))
    bot.panels.opened(table.id, response, PanelKind.READING)


@component(Verb.SCORE, DeferKind.PANEL)
async def _score(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    if table.terms.series_format is None:
        raise TableError(say("This is a single game. `/play` with `series` plays a series."))
    await response.in_private(Message(score_card.full(table)))
    bot.panels.opened(table.id, response, PanelKind.READING)


@component(Verb.RULES, DeferKind.PANEL)
async def _rules(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.in_private(await _rules_page(event))
    bot.panels.opened(None, response, PanelKind.RULES)


@component(Verb.TURN_PAGE, DeferKind.UPDATE)
async def _turn_page(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.update(await _rules_page(event))
    bot.panels.opened(None, response, PanelKind.RULES)


async def _rules_page(event: ComponentEvent) -> Message:
    """Return the page of the rulebook that is named. Raises TableError for an unknown game."""
    key = event.custom_id.text(0)
    if key not in all_games():
        raise TableError(say("This game is not offered here any more. `/rules` lists the games."))
    return await rulebook.page(key, event.custom_id.number(1))
