"""The panel of `/notify`: a person's pings and reminders, with a control for each part."""

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
"""The word of the menu in which a muted person is picked."""
_LEADS: Final = ((), (3,), (12,), (24,), (24, 3), (48, 24, 3))
"""The hours before a deadline at which further reminders are offered."""
_IDLE: Final = (0, 1, 3, 7, 14)
_BETWEEN: Final = ";"
_INTERVALS: Final = ((22, 7), (22, 8), (23, 7), (23, 8), (0, 8), (0, 9), (9, 17))
"""The hours from and until which quiet hours are offered; people can type others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A choice of what somebody hears that an extension adds."""

    word: str
    """The option of `/notify`, and the value in the menu of reminders."""
    description: Sentence
    """Describes the option."""
    longest: int
    """The most characters of the option."""
    change: Callable[[Preferences, str], Preferences]
    """Returns preferences after what somebody has typed. Raises TableError."""
    menu: Sentence
    """The title of the menu of reminders that offers it."""
    label: Callable[[Preferences], Sentence]
    """Returns its words in the menu."""
    line: Callable[[Preferences], Sentence]
    """Returns the line of the panel that says what is chosen."""
    form: Callable[[Preferences, int], Form]
    """Returns the form that asks for it. It gets the table of the panel, 0 for none."""


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
    """Return a person's choices, with controls that change them.

    `table_id` is the table of the channel at which they play, 0 for none, and `muted` is true if
    its turns don't ping them. `choices` are those of extensions. `mutes` are those whom they have
    muted, the latest first. Where there are no profiles, the panel itself leads to **My data**.
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
    """Return the question for somebody's time zone, without which these options can't be set.

    `options` are those of `/notify`, as they were typed; `read_options` reads them from the menu.
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
    """Return the options of `/notify` that the menu of zones carries."""
    parts = (each.partition("=") for each in typed.split(_BETWEEN))
    return {word: text for word, sign, text in parts if sign}


def muted(host: User) -> Message:
    """Return the answer to somebody who has declined and muted the host."""
    return Message(
        say(
            "You declined. From now on invitations and calls from {host} don't reach you, wherever "
            "they come from; {host} only reads that you declined. `/notify` takes that back.",
            host=named(host),
        )
    )


def lead_text(leads: tuple[int, ...]) -> str:
    """Return lead times as the value of a choice in the menu: hours joined by hyphens."""
    assert len(leads) <= LEADS, "a person adds three at most"
    return "-".join(map(str, leads)) or "none"


def read_leads(text: str) -> tuple[int, ...] | None:
    """Return the lead times of a choice in the menu; None for any other text."""
    return next((hours for hours in _LEADS if lead_text(hours) == text), None)


def read_idle(text: str) -> int | None:
    """Return the days of a choice in the menu; None for any other text."""
    return next((days for days in _IDLE if str(days) == text), None)


def quiet_line(preferences: Preferences, now: int) -> Sentence:
    """Return a person's quiet hours and zone, with the time there, in which an error shows."""
    if preferences.zone is None:
        return say("**Quiet hours**: none; `/notify zone:` sets your time zone first.")
    zone, time = own(zone_title(preferences.zone)), own(time_in(preferences.zone, now))
    if preferences.quiet is None:
        return say(
            "**Quiet hours**: none (your zone is {zone}, where it is {time} now).",
            zone=zone, time=time,
        )  # fmt: skip
    return say(
        "**Quiet hours**: {hours} in {zone}, where it is {time} now; pings wait until they end.",
        hours=own(preferences.quiet.text), zone=zone, time=time,
    )  # fmt: skip


def _text(
    preferences: Preferences, now: int, choices: Sequence[Choice], *, muted: bool
) -> Sentence:
    said = [say("**Pings**: on.")]
    if not preferences.pings:
        said = [
            say(
                "**Pings**: off, everywhere. No reminder, digest or news of followed games comes"
                " either; what stands below counts once pings are on again."
            )
        ]
    if muted:
        said.append(say("The turns of this channel's game don't ping you."))
    said += [_way(preferences), _times(preferences), quiet_line(preferences, now)]
    said += [choice.line(preferences) for choice in choices]
    if preferences.vacation:
        return lines(*said, say("**Vacation** is taken automatically when your time runs out."))
    return lines(*said, say("**Vacation** is off: it doesn't start when your time runs out."))


def _way(preferences: Preferences) -> Sentence:
    if not preferences.direct:
        return say("**Reminders** come in the game's channel.")
    if preferences.direct_works:
        return say("**Reminders** come as direct messages.")
    return say(
        "**Reminders** come in the channel, because Discord refused to send you a direct message."
        " Switch direct messages off and on to try again."
    )


def _times(preferences: Preferences) -> Sentence:
    usual = say(
        "You get one when a fifth of the time is left, at least an hour before the deadline."
    )
    if preferences.leads:
        times = all_of(in_words(hours * HOUR) for hours in preferences.leads)
        usual = say("{usual} You get more {times} before the deadline.", usual=usual, times=times)
    if not preferences.idle_days:
        return lines(usual, say("In games without a time limit, none come."))
    idle = say_n(
        "In games without a time limit, one comes each day, three times.",
        "In games without a time limit, one comes every {count} days, three times.",
        preferences.idle_days,
    )
    return lines(usual, idle)


def _leads(preferences: Preferences, table_id: int, choices: Sequence[Choice]) -> Menu:
    """Return the menu of further reminders, and of the choices that ask for more in a form."""
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
    return Menu(say("Reminders in games without a time limit"), choices, _id("idle", table_id))


def _quiet(zone: str, table_id: int) -> Menu:
    offered = [QuietHours(zone, 60 * first, 60 * last).text for first, last in _INTERVALS]
    choices = (
        MenuChoice(say("No quiet hours"), "none"),
        *(MenuChoice(say("{hours}", hours=own(text)), text) for text in offered),
    )
    return Menu(say("Quiet hours"), choices, _id("quiet", table_id))


def _muted_people(mutes: Sequence[Mute]) -> Sentence:
    """Return the people whom somebody has muted, or nothing."""
    if not mutes:
        return NOTHING
    shown = all_of(named(mute.user) for mute in mutes[:MOST_CHOICES])
    if len(mutes) > MOST_CHOICES:
        return say_n(
            "**Muted**: {people}, and 1 more. Their invitations and calls don't reach you.",
            "**Muted**: {people}, and {count} more. Their invitations and calls don't reach you.",
            len(mutes) - MOST_CHOICES, people=shown,
        )  # fmt: skip
    return say("**Muted**: {people}. Their invitations and calls don't reach you.", people=shown)


def _unmute(mutes: Sequence[Mute], table_id: int) -> Menu:
    """Return the menu in which a muted person is picked; the others follow once one has gone."""
    choices = tuple(
        MenuChoice(say("{name}", name=named(mute.user)), str(mute.id))
        for mute in mutes[:MOST_CHOICES]
    )
    return Menu(say("Unmute somebody"), choices, _id(UNMUTE, table_id))


def _switches(preferences: Preferences, table_id: int, *, muted: bool) -> list[Button | Menu]:
    def switch(what: str, label: Sentence, *, on: bool) -> Button:
        becomes = f"{what}-off" if on else f"{what}-on"
        state = say("{what}: on", what=label) if on else say("{what}: off", what=label)
        return Button(state, _id(becomes, table_id), Style.SUCCESS if on else Style.SECONDARY)

    row: list[Button | Menu] = [
        switch("pings", say("All pings"), on=preferences.pings),
        switch("direct", say("Direct messages"), on=preferences.direct),
        switch("vacation", say("Automatic vacation"), on=preferences.vacation),
    ]
    if table_id:
        row.insert(1, switch("turns", say("Turns of this game"), on=not muted))
    return row


def _beyond(*, has_profile: bool) -> Button:
    """Return the button that leads to a person's profile, or else to their data."""
    if not has_profile:
        return my_data.button()
    return Button(say("Vacation days left"), for_text(verbs.PROFILE))


def _id(what: str, table_id: int) -> CustomId:
    return for_text(verbs.NOTIFY, what, table_id)
