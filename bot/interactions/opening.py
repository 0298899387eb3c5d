"""Opens tables with what a command or a button asks for."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.delivery.answering.response import Response
from bot.delivery.people import shown_name
from bot.delivery.requests import SEND_ERRORS
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of, can_see, channel_of
from bot.interactions.publish import publish_opened
from bot.interactions.table_threads import open_in_thread
from bot.interactions.wishes import Opponent, Wish
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_table
from bot.messages.controls.message import Button, Message, Style
from bot.messages.words.game_names import fitting, variant_list, variants_like
from bot.messages.words.locale import Locale, locale_of
from bot.messages.words.text import channel_link, named
from bot.messages.words.time import time_typed
from bot.model.errors import AlreadyWaiting, TableError
from bot.model.table import Status, Table, Terms
from bot.tables.commands import Open
from bot.tables.setup import Variant, variant_for, variants
from engine.levels import LEVELS
from rules.contract.core import AnyGame, RulesError, Spec
from rules.contract.sentence import Sentence, Stranger, all_of, one_of, say
from rules.contract.series_format import SeriesFormat
from rules.match.series import find_format, formats
from rules.registry import find
from rules.time.time_control import USUAL, TimeControl, read_time_control

__all__ = ["open_game", "open_table", "series_title", "sides_by_name"]

_USUAL_LEVEL: Final = 2
_NAME: Final = 100
"""Characters of a name."""
_LISTED: Final = 8
"""Variants named in a refusal."""


async def open_game(
    bot: Postboard,
    response: Response,
    game: AnyGame,
    wish: Wish,
    pressed: Message | None = None,
) -> None:
    """Open a table of a game as a person wishes.

    `pressed` is the new content of the private message that asked for the game. Raises TableError
    or RulesError for a wish that doesn't fit the game.
    """
    interaction = response.interaction
    guests = _guests(interaction, wish.opponents)
    invited = [await response.person(each) for each in guests]
    asked = len(wish.opponents) - len(guests)
    locale = locale_of(response.locale)
    variant = _variant(game, wish.variant, len(wish.opponents), locale)
    spec = game.configured(variant.options).spec
    engines = _engines(wish.level, variant.seats - 1 - len(guests), asked)
    side = None if wish.side is None else _side(spec, wish.side, locale)
    control = await _control(bot, interaction, wish, alone=bool(engines) and not invited)
    series = None if wish.series is None else _series(spec, wish.series, locale)
    terms = Terms(spec.key, variant.options, variant.seating, control, series)
    unseeing = [
        person
        for person, guest in zip(invited, guests, strict=True)
        if interaction.guild_id is not None and not can_see(guest)
    ]
    command = Open(
        terms, invited, side, engines, unseeing,
        thread=wish.thread, rated=wish.rated, is_only=wish.is_only,
    )  # fmt: skip
    await open_table(bot, response, command, pressed)


async def open_table(
    bot: Postboard, response: Response, command: Open, pressed: Message | None = None
) -> Table:
    """Open a table and show its card, or its first board if its game begins at once.

    Where a person may have one such table, one that still waits for its thread since an earlier
    press goes on instead. Raises TableError if that has its thread.
    """
    try:
        table = await bot.tables.open(command, caller_of(response), response.request)
    except AlreadyWaiting as refused:
        table = await bot.lookup.get(refused.table_id)
        if table.status is not Status.OFFERED:
            raise _waits(table) from None
    if table.status is Status.OFFERED:
        await response.in_private(await _in_thread(bot, response, table, command))
    else:
        await publish_opened(bot, response, table, pressed)
    return table


def sides_by_name(spec: Spec, typed: str, locale: Locale) -> list[str]:
    """Return the sides that a text fits, the best first."""
    named = ((side.key, (side.key, locale.label(side.title, _NAME))) for side in spec.sides)
    return [key for found in fitting(typed, named) for key in found]


def _variant(game: AnyGame, typed: str | None, others: int, locale: Locale) -> Variant:
    """Return the variant that a text means, with room for the opponents.

    Raises TableError unless the text means one, or several that differ in what it doesn't mention.
    """
    every = variants(game)
    if typed is None:
        return variant_for(game, every, others)
    whole, begun, within = variants_like(typed, every, locale)
    if whole:
        return variant_for(game, whole, others)
    found = begun or within
    if len(found) == 1:
        return variant_for(game, found, others)
    named = variant_list((found or every)[:_LISTED])
    if found:
        raise TableError(
            say(
                "“{text}” could be several variants of {game}. Choose one of " "these:\n{variants}",
                text=Stranger(typed), game=game.spec.title, variants=named,
            )
        )  # fmt: skip
    raise TableError(
        say(
            "{game} has no “{text}”. Choose one of these:\n{variants}",
            game=game.spec.title, text=Stranger(typed), variants=named,
        )
    )  # fmt: skip


def _side(spec: Spec, typed: str, locale: Locale) -> str:
    """Return the side that a text names. Raises TableError unless it names one."""
    found = sides_by_name(spec, typed, locale)
    if typed in found:
        return typed
    if len(found) == 1:
        return found[0]
    raise TableError(
        say(
            "{game} has no side “{text}” here. Choose {sides}.",
            text=Stranger(typed),
            game=spec.title,
            sides=one_of(each.title for each in spec.sides),
        )
    )


def _series(spec: Spec, typed: str, locale: Locale) -> str:
    """Return the key of the series that a text names. Raises RulesError unless it names one.

    Some clients send the name of a choice in place of its value. A number alone is one of games.
    """
    key = "-".join(typed.lower().split()).removesuffix("-games")
    if key.isdecimal():
        key = f"best-of-{key}"
    try:
        return find_format(spec, key).key
    except RulesError:
        named = (
            (each.key, [locale.label(title, _NAME) for title in (each.title, series_title(each))])
            for each in formats(spec)
        )
        whole, *others = fitting(typed, named)
        found = whole or [each for best in others for each in best]
        if len(found) != 1:
            raise
        return found[0]


def series_title(series: SeriesFormat) -> Sentence:
    """Return the title of a series, with the rulebook's own marked."""
    if series.source:
        return say("{series} (recommended)", series=series.title)
    return series.title


async def _control(
    bot: Postboard, interaction: discord.Interaction, wish: Wish, *, alone: bool
) -> TimeControl:
    """Return the time control: as typed, or none for one `alone`, or else the server's usual one.

    Raises RulesError for a text that isn't a time control.
    """
    if wish.time is not None:
        return time_typed(wish.time, str(interaction.locale))
    if alone:
        return TimeControl()
    usual = (await bot.servers.settings_of(interaction.guild_id)).time
    return USUAL if usual is None else read_time_control(usual)


def _engines(level: int | None, free: int, asked: int) -> tuple[int, ...]:
    """Return the levels of the computer opponents, for the seats asked for or for all free ones.

    Raises TableError if a level is given but no seat is left for it.
    """
    if level is not None and not free:
        raise TableError(
            say("There's no seat left for the computer. Leave out `level`, or invite fewer people.")
        )
    seats = asked or (free if level is not None else 0)
    return (LEVELS[_USUAL_LEVEL - 1].number if level is None else level,) * seats


def _guests(interaction: discord.Interaction, named: Sequence[Opponent]) -> list[Opponent]:
    """Return the people among those named, who may also be this bot itself.

    Raises TableError for oneself, another bot, or the same person twice.
    """
    users = [user for user in named if user != interaction.client.user]
    for user in users:
        if user.id == interaction.user.id:
            raise TableError(
                say("You can't play yourself. Leave out `opponent` and anyone can join.")
            )
        if user.bot:
            raise TableError(
                say(
                    "{name} is a bot and can't play. Invite a person, or me.",
                    name=Stranger(shown_name(user)),
                )
            )
    if len({user.id for user in users}) < len(users):
        raise TableError(say("You picked the same person twice."))
    return users


async def _in_thread(bot: Postboard, response: Response, table: Table, command: Open) -> Message:
    """Open the thread that was asked for, or ask about it where the channel is only busy."""
    offer = (Button(say("Open a thread"), for_table(verbs.THREAD, table), Style.PRIMARY),)
    running = await bot.lookup.running_in(channel_of(response.interaction))
    if running is not None and not command.thread:
        names = all_of(named(player.user) for player in running.seated)
        busy = say("{names} are playing in this channel, so yours gets a thread.", names=names)
        return Message(busy, rows=(offer,))
    try:
        return await open_in_thread(bot, response, table.id)
    except TableError as refusal:
        now = await bot.lookup.get(table.id)
        if command.is_only and now.status is not Status.OFFERED:
            raise _waits(now) from None
        return Message(refusal.sentence, rows=(offer,))
    except SEND_ERRORS:
        unanswered = say("Discord didn't answer. Press **Open a thread** to try again.")
        return Message(unanswered, rows=(offer,))


def _waits(table: Table) -> TableError:
    """Return the refusal that names the table already waiting."""
    where = channel_link(table.channel_id)
    title = find(table.terms.game).spec.title
    return TableError(say("Your game of {game} waits in {where}.", game=title, where=where))
