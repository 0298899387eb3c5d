"""The panel of `/notify`: a person's pings, reminders and quiet hours."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Form,
    Menu,
    MenuChoice,
    Message,
    Style,
)
from bot.messages.panels.people import my_data
from bot.messages.words.text import NOTHING, lines, named, own
from bot.model.caller import User
from bot.model.preferences import LEADS, Mute, Preferences
from bot.model.quiet_hours import QuietHours
from bot.model.zones import time_in, zone_title, zones_like
from rules.contract.sentence import Sentence, all_of, say, say_n
from rules.time.duration import DAY, HOUR, in_words

__all__ = [
    "UNMUTE", "Choice", "ask_zone", "lead_text", "muted", "panel", "quiet_line", "read_idle",
    "read_leads", "read_options",
]  # fmt: skip

UNMUTE: Final = "unmute"
"""Stands in the custom_id of the menu that unmutes people."""
_LEADS: Final = ((), (3,), (12,), (24,), (24, 3), (48, 24, 3))
"""The choices of more reminders: hours before the deadline."""
# 0 is none. A game without a time limit ends after 60 days without a move.
_IDLE: Final = (0, 1, 3, 7, 14)
_BETWEEN: Final = ";"
_INTERVALS: Final = ((22, 7), (22, 8), (23, 7), (23, 8), (0, 8), (0, 9), (9, 17))
"""The quiet hours in the menu, from and until. People can type others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One more setting in `/notify`, which an extension adds."""

    word: str
    """Its value in the menu of reminders and in buttons, and the former name of its option."""
    option: str
    """The option of `/notify`."""
    description: Sentence
    """Describes the option."""
    longest: int
    """The longest text of the option, in characters."""
    change: Callable[[Preferences, str], Preferences]
    """Returns preferences with the typed text in them. Raises TableError."""
    menu: Sentence
    """The placeholder of the menu of reminders."""
    label: Callable[[Preferences], Sentence]
    """Returns its row in that menu."""
    line: Callable[[Preferences], Sentence]
    """Returns its line in the panel."""
    form: Callable[[Preferences, int], Form]
    """Returns the form that asks for it. The number is the panel's table, or 0."""


def panel(
    preferences: Preferences,
    now: int,
    table_id: int = 0,
    choices: Sequence[Choice] = (),
    *,
    muted: bool = False,
    mutes: Sequence[Mute] = (),
    has_profile: bool = True,
) -> Message:
    """Return a person's settings, with controls that change them.

    `table_id` is their game in this channel, or 0; `muted` is true if its turns don't ping them.
    `choices` come from extensions. `mutes` are the people they have muted, latest first. Without
    profiles the panel has the button **My data**.
    """
    rows = (
        (_leads(preferences, table_id, choices),),
        (_idle(table_id),),
        *([(_quiet(preferences.zone, table_id),)] if preferences.zone else []),
        [*_switches(preferences, table_id, muted=muted), _beyond(has_profile=has_profile)],
        *([(_unmute(mutes, table_id),)] if mutes else []),
    )
    said = _text(preferences, now, choices, muted=muted)
    return Message(lines(said, _muted_people(mutes)), rows=rows)


def ask_zone(options: Mapping[str, str], now: int, table_id: int = 0) -> Message:
    """Ask for a person's time zone, which the `options` they typed for `/notify` need.

    The menu carries these options; `read_options` reads them back.
    """
    typed = _BETWEEN.join(f"{word}={text}" for word, text in options.items())
    choices = tuple(
        MenuChoice(say("{zone} ({time})", zone=own(zone), time=own(time_in(zone, now))), zone)
        for zone in zones_like("")
    )
    menu = Menu(say("Your time zone"), choices, for_text(verbs.NOTIFY_ZONE, typed, table_id))
    said = say("What's your time zone? Pick it below, or type your city with `/notify zone:`.")
    return Message(said, rows=((menu,),))


def read_options(typed: str) -> dict[str, str]:
    """Return the options of `/notify` in the custom_id of the menu of zones."""
    parts = (each.partition("=") for each in typed.split(_BETWEEN))
    return {word: text for word, sign, text in parts if sign}


def muted(host: User) -> Message:
    """Confirm that a person declined an invitation and muted its host."""
    return Message(
        say(
            "Declined and muted. {host} can't invite you any more, and only sees that you declined."
            " Undo it in `/notify`.",
            host=named(host),
        )
    )


def lead_text(leads: tuple[int, ...]) -> str:
    """Return lead times as a menu value: hours joined by hyphens."""
    assert len(leads) <= LEADS, "a person adds three at most"
    return "-".join(map(str, leads)) or "none"


def read_leads(text: str) -> tuple[int, ...] | None:
    """Return the lead times of a menu value, or None for any other text."""
    return next((hours for hours in _LEADS if lead_text(hours) == text), None)


def read_idle(text: str) -> int | None:
    """Return the days of a menu value, or None for any other text."""
    return next((days for days in _IDLE if str(days) == text), None)


def quiet_line(preferences: Preferences, now: int) -> Sentence:
    """Return quiet hours and time zone. The time there shows a wrong zone."""
    if preferences.zone is None:
        return say("**Quiet hours**: off. Set your time zone first: `/notify zone:`.")
    zone, time = own(zone_title(preferences.zone)), own(time_in(preferences.zone, now))
    if preferences.quiet is None:
        return say("**Quiet hours**: off ({zone}, now {time})", zone=zone, time=time)
    return say(
        "**Quiet hours**: {hours} ({zone}, now {time}). Pings wait until they end.",
        hours=own(preferences.quiet.text), zone=zone, time=time,
    )  # fmt: skip


def _text(
    preferences: Preferences, now: int, choices: Sequence[Choice], *, muted: bool
) -> Sentence:
    said = [
        say("**Pings**: on")
        if preferences.pings
        else say("**Pings**: off everywhere, including reminders and the daily summary")
    ]
    if muted:
        said.append(say("**Pings in this game**: off on your turn"))
    said += [_way(preferences), _times(preferences), quiet_line(preferences, now)]
    said += [choice.line(preferences) for choice in choices]
    if preferences.vacation:
        return lines(*said, say("**Vacation**: on. It starts by itself when your time runs out."))
    return lines(*said, say("**Vacation**: off. It doesn't start by itself."))


def _way(preferences: Preferences) -> Sentence:
    if not preferences.direct:
        return say("**Reminders**: in the game's channel")
    if preferences.direct_works:
        return say("**Reminders**: by DM")
    return say(
        "**Reminders** come in the channel, because Discord wouldn't deliver a DM. Turn DMs off "
        "and on to try again."
    )


def _times(preferences: Preferences) -> Sentence:
    usual = say("One reminder when a fifth of the time is left.")
    if preferences.leads:
        times = all_of(in_words(hours * HOUR) for hours in preferences.leads)
        usual = say("{usual} Also {times} before the deadline.", usual=usual, times=times)
    if not preferences.idle_days:
        return lines(usual, say("With no time limit: none."))
    idle = say_n(
        "With no time limit: one a day, 3 times.",
        "With no time limit: one every {count} days, 3 times.",
        preferences.idle_days,
    )
    return lines(usual, idle)


def _leads(preferences: Preferences, table_id: int, choices: Sequence[Choice]) -> Menu:
    """Return the menu of more reminders and of the settings that open a form."""
    others = [MenuChoice(choice.label(preferences), choice.word) for choice in choices]
    title = choices[0].menu if choices else say("More reminders")
    return Menu(title, (*_lead_choices(), *others), _id("leads", table_id))


def _lead_choices() -> Sequence[MenuChoice]:
    return [
        MenuChoice(
            say("Also {times} before the deadline", times=all_of(in_words(h * HOUR) for h in hours))
            if hours
            else say("Only the usual reminder"),
            lead_text(hours),
        )
        for hours in _LEADS
    ]


def _idle(table_id: int) -> Menu:
    choices = tuple(
        MenuChoice(
            say("Every {time}", time=in_words(days * DAY)) if days else say("None"), str(days)
        )
        for days in _IDLE
    )
    return Menu(say("Reminders with no time limit"), choices, _id("idle", table_id))


def _quiet(zone: str, table_id: int) -> Menu:
    offered = [QuietHours(zone, 60 * first, 60 * last).text for first, last in _INTERVALS]
    choices = (
        MenuChoice(say("No quiet hours"), "none"),
        *(MenuChoice(say("{hours}", hours=own(text)), text) for text in offered),
    )
    return Menu(say("Quiet hours"), choices, _id("quiet", table_id))


def _muted_people(mutes: Sequence[Mute]) -> Sentence:
    """Return the line about muted people, or nothing."""
    if not mutes:
        return NOTHING
    shown = all_of(named(mute.user) for mute in mutes[:MOST_CHOICES])
    if len(mutes) > MOST_CHOICES:
        return say_n(
            "**Muted**: {people}, and 1 more. They can't invite you.",
            "**Muted**: {people}, and {count} more. They can't invite you.",
            len(mutes) - MOST_CHOICES, people=shown,
        )  # fmt: skip
    return say("**Muted**: {people}. They can't invite you.", people=shown)


def _unmute(mutes: Sequence[Mute], table_id: int) -> Menu:
    """Return the menu that unmutes people. Past 25, the rest move up when someone is unmuted."""
    choices = tuple(
        MenuChoice(say("{name}", name=named(mute.user)), str(mute.id))
        for mute in mutes[:MOST_CHOICES]
    )
    return Menu(say("Unmute someone …"), choices, _id(UNMUTE, table_id))


def _switches(preferences: Preferences, table_id: int, *, muted: bool) -> list[Button | Menu]:
    def switch(what: str, label: Sentence, *, on: bool) -> Button:
        becomes = f"{what}-off" if on else f"{what}-on"
        state = say("{what}: on", what=label) if on else say("{what}: off", what=label)
        return Button(state, _id(becomes, table_id), Style.SUCCESS if on else Style.SECONDARY)

    row: list[Button | Menu] = [
        switch("pings", say("Pings"), on=preferences.pings),
        switch("direct", say("DMs"), on=preferences.direct),
        switch("vacation", say("Automatic vacation"), on=preferences.vacation),
    ]
    if table_id:
        row.insert(1, switch("turns", say("Pings in this game"), on=not muted))
    return row


def _beyond(*, has_profile: bool) -> Button:
    """Return the button to the person's profile, or to their data where profiles are off."""
    if not has_profile:
        return my_data.button()
    return Button(say("Vacation days left"), for_text(verbs.PROFILE))


def _id(what: str, table_id: int) -> CustomId:
    return for_text(verbs.NOTIFY, what, table_id)
