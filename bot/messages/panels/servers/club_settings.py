"""The panel with which a server's owners decide what there is for all its players.

What they choose is kept by the core. Extensions offer the menus, each for what it does with them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, ServerKind, ServerMenu
from bot.messages.controls.verbs import Verb
from bot.messages.words.text import NOTHING, lines
from bot.model.server import Club
from rules.contract.sentence import Sentence, say

__all__ = ["MOST", "ClubSetting", "channels", "panel"]

MOST: Final = 4
"""The most menus of the panel: a message has five rows, and the last one holds the buttons."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSetting:
    """A menu of the panel: of channels, of which at most one is chosen, or of roles."""

    place: int
    """The menus stand in the order of their places."""
    field: str
    """The name of what is chosen among those of `Club`."""
    kind: ServerKind
    verb: Verb
    off: Sentence
    """The text of the menu while nothing is chosen."""
    line: Callable[[Club], Sentence]
    """Says what is chosen, after the number of the menu."""
    shown: Sentence = NOTHING
    """Says which games are shown in the channel, if any are."""
    buttons: Sequence[Button] = ()
    """Further buttons about what is chosen."""

    @property
    def is_channel(self) -> bool:
        """True for a channel, in which the bot has to be able to post."""
        return self.kind is ServerKind.CHAT

    def chosen(self, club: Club) -> tuple[int, ...]:
        """Return the channel or the roles that a server has chosen, by number."""
        held: Any = getattr(club, self.field)
        if self.is_channel:
            return () if held is None else (held,)
        return tuple(held)

    def put(self, club: Club, numbers: tuple[int, ...]) -> Club:
        """Return the club with another choice."""
        held = next(iter(numbers), None) if self.is_channel else numbers
        changed: dict[str, Any] = {self.field: held}
        return replace(club, **changed)

    def menu(self, club: Club) -> ServerMenu:
        """Return the menu with the present choice."""
        custom_id, chosen = for_text(self.verb), self.chosen(club)
        if self.is_channel:
            return ServerMenu(self.off, self.kind, chosen, custom_id, most=1)
        return ServerMenu(self.off, self.kind, chosen, custom_id)


def panel(club: Club, offered: Sequence[ClubSetting]) -> Message:
    """Return what a server has for all its players, with the controls that change it."""
    buttons = [button for each in offered for button in each.buttons]
    back = Button(say("Back"), for_text(verbs.SET_MORE, 0))
    return Message(
        lines(
            say("**The club of this server**"),
            *(_numbered(number, each.line(club)) for number, each in enumerate(offered)),
            _shown([each.shown for each in offered if each.shown != NOTHING]),
        ),
        rows=(*((each.menu(club),) for each in offered), [*buttons, back]),
    )


def channels(club: Club, offered: Sequence[ClubSetting]) -> Sequence[int]:
    """Return the channels that are chosen, each once."""
    chosen = (number for each in offered if each.is_channel for number in each.chosen(club))
    return [*dict.fromkeys(chosen)]


def _numbered(number: int, line: Sentence) -> Sentence:
    """Return the line of a menu, counted from 0."""
    return (
        say("First menu: {line}", line=line),
        say("Second menu: {line}", line=line),
        say("Third menu: {line}", line=line),
        say("Fourth menu: {line}", line=line),
    )[number]


def _shown(said: Sequence[Sentence]) -> Sentence:
    """Return which games are shown in the channels, in one sentence."""
    if len(said) < 2:
        return lines(*said)
    return say("The board and the results show only games that everybody in their channel can see.")
