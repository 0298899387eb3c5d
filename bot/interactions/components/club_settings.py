"""The panel of what a server has for all its players."""

from collections.abc import Callable
from dataclasses import replace

from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of, lacking_in
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels import club_settings as messages
from bot.model.server import Club
from bot.tables.servers import puzzle_time, require_may_post

__all__: list[str] = []


@component(verbs.SET_CLUB, DeferKind.UPDATE)
async def _club(bot: Postboard, response: Response, _event: ComponentEvent) -> Message:
    return messages.panel((await bot.servers.shown(caller_of(response))).club)


@component(verbs.SET_CLUB_BOARD, DeferKind.UPDATE)
async def _board(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _choose(bot, response, event, lambda club, to: replace(club, board=to))


@component(verbs.SET_CLUB_RESULTS, DeferKind.UPDATE)
async def _results(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _choose(bot, response, event, lambda club, to: replace(club, results=to))


@component(verbs.SET_CLUB_PUZZLE, DeferKind.UPDATE)
async def _puzzle(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _choose(bot, response, event, lambda club, to: replace(club, puzzle=to))


@component(verbs.SET_DIRECTORS, DeferKind.UPDATE)
async def _directors(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _change(bot, response, lambda club: replace(club, directors=event.numbers))


@component(verbs.SET_PUZZLE_TIME, DeferKind.UPDATE)
async def _ask_time(bot: Postboard, response: Response, _event: ComponentEvent) -> None:
    held = await bot.servers.shown(caller_of(response))
    await response.open_modal(messages.puzzle_time_form(held.club))


@component(verbs.SET_PUZZLE_TIME_TO, DeferKind.UPDATE)
async def _time(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    def change(club: Club) -> Club:
        hour, zone = puzzle_time(event.value, club.puzzle_zone)
        return replace(club, puzzle_hour=hour, puzzle_zone=zone)

    return await _change(bot, response, change)


async def _choose(
    bot: Postboard,
    response: Response,
    event: ComponentEvent,
    put: Callable[[Club, int | None], Club],
) -> Message:
    """Put the chosen channel into the club. Raises TableError if the bot can't post there."""
    chosen = next(iter(event.numbers), None)

    def change(club: Club) -> Club:
        if chosen is not None:
            require_may_post(chosen, lacking_in(response.interaction.guild, chosen))
        return put(club, chosen)

    return await _change(bot, response, change)


async def _change(bot: Postboard, response: Response, change: Callable[[Club], Club]) -> Message:
    """Change the club and return its panel. Raises the same errors as `Servers.change`."""
    after = await bot.servers.change(
        caller_of(response), lambda held: replace(held, club=change(held.club))
    )
    return messages.panel(after.club)
