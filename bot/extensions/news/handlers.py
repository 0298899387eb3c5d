"""Answers buttons and menus of followed games, results and the daily summary."""

from dataclasses import replace
from typing import Any, Final

import discord

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.servers import may_see
from bot.extensions.news import messages
from bot.extensions.news.acts import follow
from bot.extensions.news.rows import NewsStore
from bot.extensions.news.values import DIGEST, TooManyFollowed, covers
from bot.interactions.client import Postboard
from bot.interactions.components.people.notify import NoZone, changed, panel_of
from bot.interactions.components.servers.settings import answered
from bot.interactions.context import caller_of, sees_place
from bot.interactions.controls import Controls, Press
from bot.interactions.performances import Performances
from bot.messages.controls.acts import Act
from bot.messages.controls.message import Message, ServerKind
from bot.messages.controls.verbs import FOLLOW_GAME, FOLLOW_LISTED
from bot.messages.panels.people.notify import Choice, ask_zone
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import clock, read_time
from bot.model.table import Table
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["ACTS", "CHOICE", "CONTROLS", "RESULTS"]

CONTROLS: Final = Controls()
ACTS: Final = Performances(CONTROLS)
_OFF: Final = frozenset({"off", "none", "no", "never"})
"""The words that turn the daily summary off."""


async def _follow(
    bot: Postboard, response: Response, table: Table, *, moves: bool | None = None
) -> Message:
    """Follow a game, from any channel of its server. Raises TableError if that's impossible.

    A person who follows too many games already chooses one to stop.
    """
    interaction, store = response.interaction, bot.service(NewsStore)
    visible = table.channel_id if sees_place(interaction, table.place) else None
    caller = replace(caller_of(response), sees=visible)
    try:
        is_secret = _is_secret(interaction, table)
        await follow(store, table, caller, int(bot.now()), moves=moves, is_secret=is_secret)
    except TooManyFollowed as refusal:
        return messages.listed(await store.of_person(caller.user.id), refusal.sentence)
    preferences = await bot.store.personal.preferences(caller.user.id)
    follows = await store.of_person(caller.user.id)
    return messages.follow_panel(table, follows, pings=preferences.pings)


def _is_secret(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Tell whether the table is in this private thread, of which the person is a member."""
    here, user = interaction.channel, interaction.user
    if not isinstance(here, discord.Thread) or not isinstance(user, discord.Member):
        return False
    return here.id == table.channel_id and here.is_private() and not may_see(here, user)


@ACTS.act(Act.FOLLOW, panel=PanelKind.FOLLOWED)
async def _follow_here(bot: Postboard, response: Response, table: Table) -> Message:
    return await _follow(bot, response, table)


@CONTROLS.component(FOLLOW_GAME, panel=PanelKind.FOLLOWED)
async def _follow_game(bot: Postboard, response: Response, press: Press) -> Message:
    return await _follow(bot, response, await bot.lookup.get(press.custom_id.number(0)))


@CONTROLS.component(FOLLOW_LISTED, panel=PanelKind.FOLLOWED)
async def _follow_listed(bot: Postboard, response: Response, press: Press) -> Message:
    return await _follow(bot, response, await bot.lookup.get(press.number))


@CONTROLS.component(messages.FOLLOWING, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _following(bot: Postboard, response: Response, press: Press) -> Message:
    table = await bot.lookup.get(press.custom_id.number(0))
    return await _follow(bot, response, table, moves=bool(press.custom_id.number(1)))


@CONTROLS.component(messages.FOLLOWED, DeferKind.PANEL, PanelKind.FOLLOWED)
async def _followed(bot: Postboard, response: Response, _press: Press) -> Message:
    return messages.listed(await bot.service(NewsStore).of_person(response.user.id))


@CONTROLS.component(messages.UNFOLLOW, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _unfollow(bot: Postboard, response: Response, press: Press) -> Message:
    await bot.service(NewsStore).unfollow(press.custom_id.number(0), response.user.id)
    return Message(say("You no longer follow this game."))


@CONTROLS.component(messages.UNFOLLOW_ONE, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _unfollow_one(bot: Postboard, response: Response, press: Press) -> Message:
    person = response.user.id
    await bot.service(NewsStore).unfollow(press.number, person)
    return messages.listed(await bot.service(NewsStore).of_person(person))


@CONTROLS.component(messages.NOTIFY_DIGEST, DeferKind.UPDATE)
async def _digest(bot: Postboard, response: Response, press: Press) -> Message:
    """Change the hour of the daily summary, and the zone if one is named. Raises TableError."""
    hour, zone = _hour_and_zone(press.value)
    person, now, here = response.user.id, int(bot.now()), press.custom_id.number(0)
    try:
        preferences = await bot.store.personal.change(
            person, now, lambda was: _chosen(changed(was, zone, None), hour)
        )
    except NoZone:
        return ask_zone({DIGEST: hour}, now, here)
    return await panel_of(bot, person, preferences, here)


def _hour_and_zone(text: str) -> tuple[str, str | None]:
    """Split a text such as `7 pm prague` into the hour and the time zone, or None without one.

    The hour takes as many words as it can. A text without an hour is returned whole.
    """
    words = text.split()
    for count in range(len(words), 0, -1):
        hour = " ".join(words[:count])
        if read_time(hour) is not None or hour.lower() in _OFF:
            return hour, " ".join(words[count:]) or None
    return text, None


def _chosen(before: Preferences, text: str) -> Preferences:
    """Return preferences with a typed hour of the daily summary.

    Raises TableError for a text that isn't an hour or falls into quiet hours, and NoZone if the
    person has set no time zone.
    """
    if text.strip().lower() in _OFF:
        return replace(before, digest=None)
    minutes, quiet = read_time(text), before.quiet
    if minutes is None:
        raise TableError(
            say(
                "“{text}” isn't an hour. Use 0 to 23, such as {example}, or {off}.",
                text=Stranger(text),
                example=Notation("7"),
                off=Notation("off"),
            )
        )
    if quiet is not None and covers(quiet, minutes):
        raise TableError(
            say(
                "{hour} is in your quiet hours ({hours}). Try {end}.",
                hour=Notation(clock(minutes)),
                hours=Notation(quiet.text),
                end=Notation(clock(quiet.ends)),
            )
        )
    if before.zone is None:
        raise NoZone
    return replace(before, digest=minutes)


CHOICE: Final = Choice(
    word=DIGEST,
    option="daily",
    description=say("One message a day instead of pings, at this hour, such as 7, or off"),
    longest=10,
    change=_chosen,
    menu=say("More reminders, or a daily summary"),
    label=messages.digest_label,
    line=messages.digest_line,
    form=messages.digest_form,
)
"""The daily summary in `/notify`."""


RESULTS: Final = answered(
    CONTROLS,
    ClubSetting(
        place=2,
        field="results",
        kind=ServerKind.CHAT,
        verb=messages.SET_CLUB_RESULTS,
        off=say("Results: choose a channel"),
        line=lambda _, where: say("- Results: {where}", where=where),
        shows_games=True,
        title=say("results"),
    ),
)
