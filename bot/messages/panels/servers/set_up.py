"""The set-up of a club in one press: all its parts in one channel, and the way back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import Button, Message, Row, ServerKind, ServerMenu, Style
from bot.messages.panels.servers.club_settings import ClubSetting, channels
from bot.messages.words.text import NOTHING, channel_link, lines, own
from bot.model.server import Club
from bot.model.zones import zone_title
from rules.contract.sentence import Argument, Notation, Sentence, all_of, say

__all__ = [
    "HOUR", "SetUp", "answer", "card", "lives_in", "room", "set_up", "undone", "usual_zone",
]  # fmt: skip

HOUR: Final = 18
"""The hour of a club that hasn't chosen one: most people are home by then."""
_ZONES: Final[Mapping[str, str]] = MappingProxyType({
    "bg": "Europe/Sofia", "cs": "Europe/Prague", "da": "Europe/Copenhagen", "de": "Europe/Berlin",
    "el": "Europe/Athens", "fi": "Europe/Helsinki", "fr": "Europe/Paris", "hi": "Asia/Kolkata",
    "hr": "Europe/Zagreb", "hu": "Europe/Budapest", "it": "Europe/Rome", "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul", "lt": "Europe/Vilnius", "nl": "Europe/Amsterdam", "no": "Europe/Oslo",
    "pl": "Europe/Warsaw", "ro": "Europe/Bucharest", "sv-SE": "Europe/Stockholm",
    "th": "Asia/Bangkok", "tr": "Europe/Istanbul", "uk": "Europe/Kyiv",
    "vi": "Asia/Ho_Chi_Minh", "zh-CN": "Asia/Shanghai", "zh-TW": "Asia/Taipei",
})  # fmt: skip
"""The zones of Discord's languages that are spoken mostly in one."""


def usual_zone(locale: str) -> str:
    """Return the time zone of one of Discord's languages; UTC if it is at home in several."""
    return _ZONES.get(locale, "UTC")


@dataclass(frozen=True, slots=True)
class SetUp:
    """Changes of a set-up: enough to undo it."""

    channel: int
    bits: int = 0
    """The parts that it turned on, a bit by the place of every setting."""
    hour: int = 0
    """The hour and the zone of the club before."""
    zone: str = ""
    card: int = 0
    """The message of the public card, or 0 for a private one."""

    @property
    def custom_id(self) -> CustomId:
        """The custom_id of the button that undoes it."""
        told = (self.channel, self.bits, self.hour, self.zone)
        if self.card:
            return for_text(verbs.SET_UP_UNDO_CARD, *told, self.card)
        return for_text(verbs.SET_UP_UNDO, *told)


def set_up(club: Club, channel: int, parts: Sequence[ClubSetting], zone: str) -> tuple[Club, SetUp]:
    """Return the club with all parts that were off in this channel, and what has changed.

    If nothing daily was on, it comes at the usual hour in this time zone.
    """
    off = [each for each in parts if not each.chosen(club)]
    done = SetUp(channel, sum(_bit(each) for each in off), club.puzzle_hour, club.puzzle_zone)
    if off and not _has_daily(club, parts):
        club = replace(club, puzzle_hour=HOUR, puzzle_zone=zone)
    for each in off:
        club = each.put(club, (channel,))
    return club, done


def undone(club: Club, done: SetUp, parts: Sequence[ClubSetting], zone: str) -> Club:
    """Return the club without the parts that a set-up turned on, where they are still there.

    The hour goes back, too, if it is still the usual one in this zone, as the set-up left it.
    """
    for each in parts:
        if done.bits & _bit(each) and each.chosen(club) == (done.channel,):
            club = each.put(club, ())
    if _has_daily(club, parts) or (club.puzzle_hour, club.puzzle_zone) != (HOUR, zone):
        return club
    return replace(club, puzzle_hour=done.hour, puzzle_zone=done.zone)


def card(
    parts: Sequence[ClubSetting], *, here: bool, private: bool, note: Sentence = NOTHING
) -> Message:
    """Return the card that offers a set-up.

    `here` offers the channel in which it stands. A `private` one leads to the other settings.
    """
    said = lines(
        note,
        say("**For admins: make a home for your club.**"),
        say("One channel with {parts}. It pings no one.", parts=_titles(parts)),
    )
    menu = ServerMenu(
        say("Choose a channel …"), ServerKind.CHAT, (), for_text(verbs.SET_UP), most=1
    )
    row: list[Button] = []
    if here:
        row.append(Button(say("Use this channel"), for_text(verbs.SET_UP_HERE), Style.PRIMARY))
    row.append(
        Button(say("Settings"), for_text(verbs.SET_MORE, 0))
        if private
        else Button(say("Not now"), for_text(verbs.SET_UP_LATER))
    )
    rows: tuple[Row, ...] = ((menu,), row)
    return Message(said, rows=rows, is_silent=not private)


def answer(club: Club, done: SetUp, parts: Sequence[ClubSetting]) -> Message:
    """Return the answer to a set-up."""
    settings = Button(say("Settings"), for_text(verbs.SET_CLUB))
    if not done.bits:
        said = say("Already done. The club lives in {channels}.", channels=_where(club, parts))
        return Message(said, rows=([settings],))
    where, daily = channel_link(done.channel), [each.daily for each in parts if _comes(each, club)]
    said = (
        say(
            "Done. The club lives in {channel}: {what} at {hour} ({zone}).",
            channel=where,
            what=all_of(daily),
            hour=Notation(f"{club.puzzle_hour}:00"),
            zone=own(zone_title(club.puzzle_zone)),
        )
        if daily
        else say("Done. The club lives in {channel}.", channel=where)
    )
    return Message(said, rows=([Button(say("Undo"), done.custom_id), settings],))


def lives_in(club: Club, parts: Sequence[ClubSetting]) -> Message:
    """Return the card once a club has a home."""
    return Message(say("The club lives in {channels}.", channels=_where(club, parts)))


def room(club: Club, channel: int, parts: Sequence[ClubSetting]) -> Message | None:
    """Return the first message of the room of a club, or None if nothing is left there."""
    found = [each for each in parts if each.chosen(club) == (channel,)]
    if not found:
        return None
    said = say("**The club lives here now.** You'll find {parts}.", parts=_titles(found))
    buttons = [button for each in found for button in each.room]
    return Message(said, rows=(buttons,) if buttons else (), is_silent=True)


def _bit(part: ClubSetting) -> int:
    return 1 << part.place


def _comes(part: ClubSetting, club: Club) -> bool:
    """Return True for a part that is on, and comes at the hour of the club."""
    return part.daily != NOTHING and bool(part.chosen(club))


def _has_daily(club: Club, parts: Sequence[ClubSetting]) -> bool:
    return any(_comes(each, club) for each in parts)


def _titles(parts: Sequence[ClubSetting]) -> Argument:
    return all_of(each.title for each in parts)


def _where(club: Club, parts: Sequence[ClubSetting]) -> Argument:
    return all_of(map(channel_link, channels(club, parts)))
