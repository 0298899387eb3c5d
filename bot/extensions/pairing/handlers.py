"""Answers **Pair me**, its form, **Change …** and **Stop**."""

from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.extensions.pairing import messages, verbs
from bot.extensions.pairing.rounds import Rounds
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import systems
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.servers.settings import answered
from bot.interactions.context import caller_of
from bot.interactions.controls import Controls, Press
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import NOT_NOW
from bot.messages.words.text import NOTHING, named
from bot.model.club_hour import next_hour
from bot.model.errors import TableError
from bot.model.moments import time_left
from bot.model.server import Club
from bot.model.table import Status
from bot.tables.checks import require_here
from bot.tables.commands import Leave, LetGo
from bot.tables.moderation import require_moderator
from bot.tables.play import TOO_LATE, can_let_go
from bot.tables.servers import with_roles
from rules.club.wish import Asleep, Change, Off, Set, Wake, Wish, wakes_at
from rules.contract.sentence import Sentence, say

__all__ = ["CONTROLS", "ROOM"]

CONTROLS: Final = Controls()
ROOM: Final = answered(CONTROLS, messages.SETTING)


@CONTROLS.component(verbs.PAIR)
async def _pair(bot: Postboard, response: Response, _press: Press) -> Message | None:
    """Show the wish of a person, after waking it, or ask for one."""
    guild_id, club = await _club(bot, response)
    held = (await bot.service(PairingStore).standing(guild_id, response.user.id)).held
    if held is None:
        await _ask(bot, response)
        return None
    return await _woken(bot, response, guild_id, club, held.wish)


@CONTROLS.component(verbs.WAKE, DeferKind.PRIVATE)
async def _wake(bot: Postboard, response: Response, press: Press) -> Message:
    """Wake a person's wish in a server, from a direct message."""
    guild_id = press.custom_id.number(0)
    club = (await bot.servers.settings_of(guild_id)).club
    held = (await bot.service(PairingStore).standing(guild_id, response.user.id)).held
    if club.pairing is None or held is None:
        raise TableError(messages.EXPIRED)
    return await _woken(bot, response, guild_id, club, held.wish)


@CONTROLS.component(verbs.CHANGE)
async def _change(bot: Postboard, response: Response, _press: Press) -> None:
    await _club(bot, response)
    await _ask(bot, response)


@CONTROLS.component(verbs.JOIN)
async def _join(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Ask for a wish for one game, or add the game to the person's wish."""
    game = press.custom_id.text(0)
    guild_id, club = await _club(bot, response)
    if game not in systems():
        raise TableError(messages.EXPIRED)
    held = (await bot.service(PairingStore).standing(guild_id, response.user.id)).held
    if held is None:
        await response.open_modal(messages.form(None, {game}))
        return None
    wish = held.wish
    wanted = Set(
        systems=wish.systems | {game}, at_once=wish.at_once, pace=wish.pace, rated=wish.rated,
        once=wish.once,
    )  # fmt: skip
    return await _changed(bot, response, guild_id, club, wanted)


@CONTROLS.component(verbs.FORM, DeferKind.PRIVATE)
async def _set(bot: Postboard, response: Response, press: Press) -> Message:
    """Set the wish from a form. Sending the form agrees to the games that the wish brings."""
    guild_id, club = await _club(bot, response)
    settings = await bot.servers.settings_of(guild_id)
    wanted = messages.set_by(press.values, rated=settings.rated)
    return await _changed(bot, response, guild_id, club, wanted)


@CONTROLS.component(verbs.STOP, DeferKind.UPDATE)
async def _stop(bot: Postboard, response: Response, _press: Press) -> Message:
    guild_id = response.interaction.guild_id
    if guild_id is None:
        raise TableError(messages.NOT_HERE)
    # With the wish it would be forgotten that too many games were declined.
    await _require_rested(bot, response, guild_id)
    await bot.service(PairingStore).change(
        guild_id, response.user.id, Off(), int(bot.now()), response.request.id
    )
    return messages.STOPPED


@CONTROLS.component(NOT_NOW, panel=PanelKind.QUESTION)
async def _not_now(bot: Postboard, response: Response, press: Press) -> Message:
    """Ask whether a person really declines a paired game."""
    table = await bot.lookup.get(press.custom_id.number(0))
    require_here(table, caller_of(response))
    player = table.player(response.user.id)
    if player is None:
        raise TableError(say("You're not in this game."))
    waits = table.status is Status.OPEN
    if not waits and (player.seat is None or not can_let_go(table, player.seat)):
        raise TableError(TOO_LATE)
    return messages.question(table, response.user.id)


@CONTROLS.component(verbs.LET_GO, DeferKind.UPDATE, in_turn=True)
async def _let_go(bot: Postboard, response: Response, press: Press) -> None:
    table = await bot.lookup.get(press.custom_id.number(0))
    if not response.is_from_private:
        raise TableError(messages.EXPIRED)
    if not press.custom_id.number(1):
        await response.remove()
    elif table.status is Status.OPEN:
        caller = caller_of(response)
        change = await bot.tables.execute(table.id, caller, Leave(), response.request)
        await response.update(messages.let_go())
        await publish.refresh_card(bot, change.table)
    else:
        await publish.execute(bot, response, table.id, LetGo(), pressed=lambda _: messages.let_go())


@CONTROLS.component(verbs.UNBAR, DeferKind.UPDATE)
@CONTROLS.component(verbs.BAR, DeferKind.UPDATE)
async def _bar(bot: Postboard, response: Response, press: Press) -> Message:
    """Keep a player from being paired in a server, as a moderator, or allow it again."""
    table = await bot.lookup.get(press.custom_id.number(0))
    settings = await bot.servers.settings_of(table.guild_id)
    require_moderator(table, with_roles(settings, caller_of(response)))
    found = [each for each in table.persons if each.id == press.custom_id.number(1)]
    if not found or table.guild_id is None:
        raise TableError(say("They're no longer in this game."))
    is_barred, user = press.custom_id.verb == verbs.BAR, found[0].user
    await bot.service(PairingStore).bar(table.guild_id, user.id, barred=is_barred)
    return messages.barred(named(user), is_barred=is_barred)


async def _club(bot: Postboard, response: Response) -> tuple[int, Club]:
    """Return the server of a press, and its club. Raises TableError if it pairs no one."""
    guild_id = response.interaction.guild_id
    club = Club() if guild_id is None else (await bot.servers.settings_of(guild_id)).club
    if guild_id is None or club.pairing is None:
        raise TableError(messages.NOT_HERE)
    return guild_id, club


async def _ask(bot: Postboard, response: Response) -> None:
    """Open the form with what a person wants, or at first with the games that they know."""
    guild_id = response.interaction.guild_id
    assert guild_id is not None, "its club was found"
    store, person = bot.service(PairingStore), response.user.id
    held = (await store.standing(guild_id, person)).held
    known = await store.finished_games(guild_id, person) & systems().keys()
    wish = held.wish if held else None
    await response.open_modal(messages.form(wish, known or systems().keys()))


async def _woken(
    bot: Postboard, response: Response, guild_id: int, club: Club, wish: Wish
) -> Message:
    """Wake a person's wish if it sleeps, and show it."""
    if wish.asleep is None:
        return await _standing(bot, response, guild_id, club)
    return await _changed(bot, response, guild_id, club, Wake())


async def _changed(
    bot: Postboard, response: Response, guild_id: int, club: Club, change: Change
) -> Message:
    """Change a person's wish, and hold a round for them at once.

    Raises TableError while they have declined too many games.
    """
    person = response.user.id
    assert club.pairing is not None, "it pairs people"
    await _require_rested(bot, response, guild_id)
    await bot.service(PairingStore).change(
        guild_id, person, change, int(bot.now()), response.request.id
    )
    if await bot.service(Rounds).try_for(guild_id, person):
        return await _standing(bot, response, guild_id, club, messages.paired(club.pairing))
    return await _standing(bot, response, guild_id, club, messages.FREE)


async def _require_rested(bot: Postboard, response: Response, guild_id: int) -> None:
    """Raise TableError while a person has declined too many games to be paired."""
    held = (await bot.service(PairingStore).standing(guild_id, response.user.id)).held
    if held and held.wish.asleep is Asleep.NOT_NOW and (wakes := wakes_at(held.wish)) > bot.now():
        raise TableError(
            say("You let 3 games go. You can be paired again {when}.", when=time_left(wakes))
        )


async def _standing(
    bot: Postboard, response: Response, guild_id: int, club: Club, news: Sentence = NOTHING
) -> Message:
    shown = await bot.service(PairingStore).standing(guild_id, response.user.id)
    next_at = next_hour(int(bot.now()), club.puzzle_hour, club.puzzle_zone)
    return messages.standing(club, shown, next_at, news)
