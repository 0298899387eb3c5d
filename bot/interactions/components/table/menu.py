"""The buttons beside Move: a private view, and the menu of everything else."""

from dataclasses import replace
from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.interactions.game_choice import game_offered
from bot.interactions.games_list import games_of, games_page
from bot.interactions.opening import open_table
from bot.messages.channel import resignations, score_card
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.lists.games_list import Show, Wanted
from bot.messages.panels.lists.my_games import ANY, Kind
from bot.messages.panels.newcomers import rulebook
from bot.messages.panels.table import claims, history, notes
from bot.messages.panels.table.menu import SHOWN, menu
from bot.messages.panels.table.own_view import as_text, own_view, partners, view_from
from bot.model.errors import TableError
from bot.model.lists import Cursor
from bot.model.table import Status
from bot.model.words import words_of
from bot.tables.checks import require_here
from bot.tables.commands import PlayOn, Resign
from bot.tables.moderation import is_moderator
from bot.tables.play import overdue
from bot.tables.servers import with_roles
from bot.tables.setup import rematch_after
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__: list[str] = []

_NO_LIST: Final = say("This list is gone. `/games` shows yours.")
_GONE: Final = say(
    "A former player was in this game, so there's no rematch. `/play` starts a new game."
)


@component(verbs.PARTNER, panel=PanelKind.VIEW)
async def _partner(_bot: Postboard, response: Response, press: Press) -> Message:
    """Show a player the view of a person on their own team."""
    seats = {player.seat for player in partners(press.table, response.user.id)}
    seat = Seat(press.custom_id.number(0))
    if seat not in seats:
        raise TableError(say("Only teammates can see each other's view."))
    return view_from(press.table, seat)


@component(verbs.MINE, panel=PanelKind.VIEW)
async def _mine(_bot: Postboard, response: Response, press: Press) -> Message:
    return own_view(press.table, response.user.id)


@component(verbs.AS_TEXT, panel=PanelKind.READING)
async def _as_text(_bot: Postboard, response: Response, press: Press) -> Message:
    return await as_text(press.table, press.position, response.user.id)


@component(verbs.MENU, panel=PanelKind.MENU)
async def _menu(bot: Postboard, response: Response, press: Press) -> Message:
    table, person = press.table, response.user.id
    at_once = await bot.store.personal.plays_at_once(person, table.terms.game)
    settings = await bot.servers.settings_of(table.guild_id)
    tell = None if table.player(person) else bot.additions.follows
    post = menu(
        table,
        person,
        overdue=overdue(table, bot.now()),
        at_once=at_once,
        moderates=is_moderator(table, with_roles(settings, caller_of(response)))
        and (table.status is not Status.OVER or bot.additions.after_game is not None),
        follows=tell is not None and await tell(table.id, person),
    )
    up = bot.additions.up_for_game
    if up is None or table.guild_id is None or table.status is not Status.OVER:
        return post
    can_wait = await up.count(table.guild_id) is not None
    return replace(post, rows=(*post.rows, [up.button])) if can_wait else post


@component(verbs.MENU_AT_ONCE, DeferKind.UPDATE, PanelKind.MENU)
async def _at_once(bot: Postboard, response: Response, press: Press) -> Message:
    """Set whether the person's moves are played without a preview, as the button says."""
    at_once = press.turns_on
    game = press.table.terms.game
    await bot.store.personal.set_plays_at_once(response.user.id, game, at_once=at_once)
    return await _menu(bot, response, press)


@component(verbs.SHOW, DeferKind.PANEL)
async def _show(bot: Postboard, response: Response, press: Press) -> None:
    """Show the present board to everyone."""
    require_here(press.table, caller_of(response))
    pressed = SHOWN if response.is_from_private else None
    await publish.show_again(bot, response, press.table, pressed)


@component(verbs.CLAIMS, DeferKind.PANEL, PanelKind.ADVICE)
async def _claims(_bot: Postboard, response: Response, press: Press) -> Message:
    return claims.hint(press.table, press.table.seat(response.user.id))


@component(verbs.GAMES, DeferKind.PANEL, PanelKind.GAMES)
async def _games(bot: Postboard, response: Response, _press: Press) -> Message:
    return await games_of(bot, response.user.id, guild_id=response.interaction.guild_id)


@component(verbs.GAMES_PAGE, DeferKind.PANEL, PanelKind.GAMES)
async def _games_page(bot: Postboard, response: Response, press: Press) -> Message:
    """Show a page of one kind of the person's games. Raises TableError for an unknown kind."""
    asked = press.custom_id
    kind = next((kind for kind in Kind if kind.value == asked.text(0)), None)
    if kind is None:
        raise TableError(_NO_LIST)
    cursor = Cursor(asked.number(3), asked.number(4), bool(asked.number(2)))
    game, server = _game(asked.text(1)), response.interaction.guild_id
    return await games_of(bot, response.user.id, game, kind, cursor, guild_id=server)


@component(verbs.GAMES_LIST, DeferKind.PANEL, PanelKind.GAMES)
async def _games_list(bot: Postboard, response: Response, press: Press) -> Message:
    """Show another page of a list. Raises TableError for an unknown list or person."""
    asked = press.custom_id
    if asked.text(0) not in list(Show):
        raise TableError(_NO_LIST)
    row = asked.number(2)
    person = await bot.store.lists.person_at(row) if row else None
    if row and person is None:
        raise TableError(_NO_LIST)
    wanted = Wanted(Show(asked.text(0)), _game(asked.text(1)), person, row)
    cursor = Cursor(asked.number(4), asked.number(5), bool(asked.number(3)))
    return await games_page(bot, response.interaction, response.user.id, wanted, cursor)


def _game(word: str) -> str | None:
    return None if word == ANY else word


@component(verbs.NOTED, DeferKind.PANEL, PanelKind.NOTE)
async def _noted(bot: Postboard, response: Response, press: Press) -> Message:
    written = _note_in(press.values[0] if press.values else "")
    await bot.store.personal.keep_note(press.table.id, response.user.id, written)
    return notes.kept(written)


def _note_in(written: str) -> str:
    """Return a note as it is kept; an empty one deletes it. Raises TableError if it is unseen."""
    note = words_of(written)
    if not note and written.strip():
        raise TableError(
            say(
                "This note has nothing visible in it. Write a word, or leave it empty to delete it."
            )
        )
    return note


@component(verbs.REMATCH)
async def _rematch(bot: Postboard, response: Response, press: Press) -> None:
    """Open a table for the same game with the seats moved on."""
    caller = caller_of(response)
    require_here(press.table, caller)
    command = rematch_after(press.table, caller)
    invited = [user.id for user in command.invited]
    if len(await bot.store.people.user_ids(invited)) < len(invited):
        raise TableError(_GONE)
    await open_table(bot, response, command)


@component(verbs.PLAY_ON, DeferKind.UPDATE, in_turn=True)
async def _play_on(bot: Postboard, response: Response, press: Press) -> None:
    table_id, pressed = press.table.id, resignations.withdrawn
    await publish.execute(bot, response, table_id, PlayOn(), pressed=pressed)


@component(verbs.RESIGN, DeferKind.UPDATE, in_turn=True)
async def _resign(bot: Postboard, response: Response, press: Press) -> None:
    """Resign, and update the question about it. Everyone sees the question to allies."""
    is_question = response.is_from_private
    command = Resign(too=not is_question)
    pressed = resignations.answered if is_question else None
    await publish.execute(bot, response, press.table.id, command, pressed=pressed)


@component(verbs.STAY, DeferKind.UPDATE)
async def _stay(_bot: Postboard, _response: Response, _press: Press) -> Message:
    return Message(say("Good. The game continues."))


@component(verbs.PLY, DeferKind.UPDATE, PanelKind.READING)
async def _ply(_bot: Postboard, response: Response, press: Press) -> Message:
    table, count = press.table, press.custom_id.number(1)
    return history.at_ply(table, count, table.seat(response.user.id))


@component(verbs.SCORE, DeferKind.PANEL, PanelKind.READING)
async def _score(_bot: Postboard, _response: Response, press: Press) -> Message:
    if press.table.terms.series_format is None:
        raise TableError(say("This is a single game. `/play series:` starts a series."))
    return Message(score_card.full(press.table))


@component(verbs.RULES, DeferKind.PANEL, PanelKind.RULES)
@component(verbs.TURN_PAGE, DeferKind.UPDATE, PanelKind.RULES)
async def _rules(_bot: Postboard, _response: Response, press: Press) -> Message:
    """Return the named page of the rulebook. Raises TableError for an unknown game."""
    game = game_offered(press.custom_id.text(0))
    return await rulebook.page(game.spec.key, press.custom_id.number(1))
