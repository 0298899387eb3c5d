"""The panel of a server's club: a page for every four of its settings.

Extensions offer the menus; the core stores what is chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, ServerKind, ServerMenu
from bot.messages.controls.verbs import Verb
from bot.messages.words.text import NOTHING, channel_link, lines, role_mention
from bot.model.server import Club
from rules.contract.sentence import Argument, Sentence, all_of, say

__all__ = ["ClubSetting", "channels", "off", "page_of", "panel", "parts_of"]

_MOST: Final = 4
"""Menus of a page: a Discord message has five rows, and the buttons need the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSetting:
    """A menu of the panel, for one channel or for any number of roles."""

    place: int
    """Menus are sorted by this. It stays as it is, since **Undo** names parts by it."""
    field: str
    """The field of `Club` that holds the choice."""
    kind: ServerKind
    verb: Verb
    off: Sentence
    """The placeholder, shown while nothing is chosen: what the menu is for."""
    line: Callable[[Club, Argument], Sentence]
    """Returns the line about the chosen channel or roles."""
    shows_games: bool = False
    """True for a channel in which games are shown."""
    buttons: Sequence[Button] = ()
    """Further buttons about what is chosen."""
    room: Sequence[Button] = ()
    """Buttons of the first message in the room of a club, after a set-up."""
    title: Sentence = NOTHING
    """The words for what is found in the channel, in the set-up."""
    daily: Sentence = NOTHING
    """The words for what comes at the hour of the club, if anything does."""

    @property
    def is_channel(self) -> bool:
        """True for a channel, where the bot has to be able to post."""
        return self.kind is ServerKind.CHAT

    def chosen(self, club: Club) -> tuple[int, ...]:
        """Return the ids of the chosen channel or roles."""
        held: Any = getattr(club, self.field)
        if self.is_channel:
            return () if held is None else (held,)
        return tuple(held)

    def named(self, club: Club) -> Argument:
        """Return links to the chosen channel, or mentions of the chosen roles."""
        return all_of(
            channel_link(number) if self.is_channel else role_mention(number)
            for number in self.chosen(club)
        )

    def put(self, club: Club, numbers: tuple[int, ...]) -> Club:
        """Return the club with these ids chosen."""
        held = next(iter(numbers), None) if self.is_channel else numbers
        changed: dict[str, Any] = {self.field: held}
        return replace(club, **changed)

    def menu(self, club: Club) -> ServerMenu:
        """Return the menu with the present choice."""
        custom_id, chosen = for_text(self.verb), self.chosen(club)
        if self.is_channel:
            return ServerMenu(self.off, self.kind, chosen, custom_id, most=1)
        return ServerMenu(self.off, self.kind, chosen, custom_id)


def page_of(offered: Sequence[ClubSetting], verb: Verb) -> int:
    """Return the page of the panel that has the menu with this verb."""
    return [each.verb for each in offered].index(verb) // _MOST


def panel(club: Club, offered: Sequence[ClubSetting], page: int = 0) -> Message:
    """Return the club of a server, with the controls of a page; of the first if it is gone."""
    if not 0 <= page * _MOST < len(offered):
        page = 0
    shown = offered[page * _MOST : (page + 1) * _MOST]
    buttons = [button for each in shown for button in each.buttons]
    if len(offered) > _MOST:
        following = page + 1 if (page + 1) * _MOST < len(offered) else 0
        buttons.append(Button(say("More …"), for_text(verbs.SET_CLUB_PAGE, following)))
    back = Button(say("Back"), for_text(verbs.SET_MORE, 0))
    return Message(
        lines(
            say("**Club**"),
            *(each.line(club, each.named(club)) for each in offered if each.chosen(club)),
            say("Only games that everyone in that channel can see are shown.")
            if any(each.shows_games for each in offered)
            else NOTHING,
        ),
        rows=(*((each.menu(club),) for each in shown), [*buttons, back]),
    )


def parts_of(offered: Sequence[ClubSetting]) -> Sequence[ClubSetting]:
    """Return the parts of a club: the settings that are channels."""
    return [each for each in offered if each.is_channel]


def channels(club: Club, offered: Sequence[ClubSetting]) -> Sequence[int]:
    """Return the ids of all chosen channels, without repeats."""
    chosen = (number for each in parts_of(offered) for number in each.chosen(club))
    return [*dict.fromkeys(chosen)]


def off(club: Club, offered: Sequence[ClubSetting]) -> Sentence:
    """Return which parts of a club are off, for the diagnosis; empty if none is."""
    titles = [each.title for each in parts_of(offered) if not each.chosen(club)]
    if not titles:
        return NOTHING
    return say("- Off: {parts}. `/server settings` turns them on.", parts=all_of(titles))
