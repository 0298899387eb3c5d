"""The controls of the panel of `/notify`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.people import notify
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, read_interval
from bot.model.zones import zone_named, zones_like
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["NoZone", "changed", "chosen", "panel_of"]

_TURNS: Final = ("turns-on", "turns-off")


class NoZone(TableError):
    """A time of day needs a time zone, and the person hasn't set one."""

    def __init__(self) -> None:
        super().__init__(say("What's your time zone? Type your city with `/notify zone:`."))


@component(verbs.NOTIFY, DeferKind.UPDATE)
async def _notify(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Change one setting, and show the panel again.

    A switch carries its new state, so a press that Discord delivers twice changes it once.
    """
    what, table_id = press.custom_id.text(0), press.custom_id.number(1)
    person, now = response.user.id, int(bot.now())
    value = press.values[0] if press.values else ""
    for choice in bot.additions.choices:
        if value == choice.word:
            held = await bot.store.personal.preferences(person)
            await response.open_modal(choice.form(held, table_id))
            return None
    if what in _TURNS and (await bot.lookup.get(table_id)).player(person):
        await bot.store.personal.mute(person, table_id, now, muted=what == "turns-off")
    if what == notify.UNMUTE:
        await bot.store.personal.unmute(person, press.number)
    preferences = await bot.store.personal.change(
        person, now, lambda was: _changed(was, what, value)
    )
    return await panel_of(bot, person, preferences, table_id)


@component(verbs.NOTIFY_ZONE, DeferKind.UPDATE)
async def _zone(bot: Postboard, response: Response, press: Press) -> Message:
    """Set the picked time zone, then the options that needed it. Raises TableError."""
    zone = next((each for each in press.values if each in zones_like("")), "")
    options = {"zone": zone, **notify.read_options(press.custom_id.text(0))}
    preferences = await bot.store.personal.change(
        response.user.id, int(bot.now()), lambda was: chosen(bot, was, options)
    )
    return await panel_of(bot, response.user.id, preferences, press.custom_id.number(1))


def chosen(bot: Postboard, before: Preferences, options: Mapping[str, str]) -> Preferences:
    """Return preferences with typed options of `/notify` in them.

    Raises TableError for unreadable text, and NoZone if the time zone has to be set first.
    """
    after = changed(before, options.get("zone"), options.get("quiet"))
    for choice in bot.additions.choices:
        if choice.word in options:
            after = choice.change(after, options[choice.word])
    return after


def changed(before: Preferences, zone: str | None, quiet: str | None) -> Preferences:
    """Return preferences with the given time zone, quiet hours, or both.

    Raises TableError for unreadable text, and NoZone for quiet hours without a time zone.
    """
    name = before.zone if zone is None else zone_named(zone)
    hours = before.quiet and (before.quiet.starts, before.quiet.ends)
    if quiet is not None:
        hours = None if quiet.strip().lower() == "none" else _interval(quiet)
    if name is None:
        if hours is None:
            return before
        raise NoZone
    return replace(before, zone=name, quiet=QuietHours(name, *hours) if hours else None)


def _interval(text: str) -> tuple[int, int]:
    found = read_interval(text)
    if found is None:
        raise TableError(
            say(
                "I can't read “{text}” as quiet hours. Try {example} (up to {hours} hours), or "
                "{none}.",
                text=Stranger(text),
                example=Notation("22:30-7"),
                hours=LONGEST // 60,
                none=Notation("none"),
            )
        )
    return found


async def panel_of(
    bot: Postboard, person: Person, preferences: Preferences, table_id: int
) -> Message:
    """Return a person's `/notify`, with the pings of their game at a table if they play there."""
    muted = await bot.store.personal.is_muted(person, table_id)
    mutes = await bot.store.personal.mutes(person)
    return notify.panel(
        preferences, int(bot.now()), table_id, bot.additions.choices, muted=muted, mutes=mutes,
        has_profile=verbs.PROFILE in bot.additions.controls,
    )  # fmt: skip


def _changed(before: Preferences, what: str, value: str) -> Preferences:
    """Return preferences after one control. An unreadable value changes nothing."""
    match what:
        case "pings-on" | "pings-off":
            return replace(before, pings=what == "pings-on")
        case "direct-on" | "direct-off":
            return replace(before, direct=what == "direct-on")
        case "vacation-on" | "vacation-off":
            return replace(before, vacation=what == "vacation-on")
        case "leads" if (hours := notify.read_leads(value)) is not None:
            return replace(before, leads=hours)
        case "idle" if (days := notify.read_idle(value)) is not None:
            return replace(before, idle_days=days)
        case "quiet" if before.zone:
            interval = read_interval(value)
            quiet = QuietHours(before.zone, *interval) if interval else None
            return replace(before, quiet=quiet)
        case _:
            return before
