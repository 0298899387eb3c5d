"""The rule by which a server's game may be shown in another channel than its own.

A game is shown where everyone who reads about it can see its channel: in that channel itself; in a
channel whose overwrites about View Channel are the same; and everywhere in the server if @everyone
may view the game's channel and no one is denied it. A public thread counts as its parent. Anything
else isn't shown: never a private thread, nor anything outside of servers. The rule hides a few
games that it could show, so that admins can tell it from their settings.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Place, PlaceKind

__all__ = ["CONNECT", "VIEW", "ChannelRules", "Overwrite", "is_shown", "may_show"]

VIEW: Final = 1 << 10
"""Discord's bit of View Channel."""
CONNECT: Final = 1 << 20
"""Discord's bit of Connect, without which no one reads the chat of a voice channel."""


@dataclass(frozen=True, slots=True)
class Overwrite:
    """The permissions that a channel gives and denies a role or a person, as Discord's bits."""

    target: int
    """The id of the role or the person; @everyone has the server's id."""
    allowed: int = 0
    denied: int = 0


@dataclass(frozen=True, slots=True)
class ChannelRules:
    """A channel of a server, with what decides who reads it."""

    id: int
    overwrites: tuple[Overwrite, ...] = ()
    needed: int = VIEW
    """The permissions without which no one reads it."""

    @property
    def said(self) -> frozenset[tuple[int, int, int]]:
        """The targets of its overwrites, with the needed permissions that they allow and deny."""
        said = (
            (each.target, each.allowed & self.needed, self.needed & each.denied & ~each.allowed)
            for each in self.overwrites
        )
        return frozenset((target, yes, no) for target, yes, no in said if yes or no)

    def reads_alike(self, other: "ChannelRules") -> bool:
        """Return True if the same people read both, whatever roles they have."""
        return self.needed == other.needed and self.said == other.said

    def is_open(self, everyone: int, granted: int) -> bool:
        """Return True if everyone in the server reads it, whatever roles they have.

        `everyone` is the number of the role @everyone, and `granted` what that role may do.
        """
        for target, yes, no in self.said:
            if no:
                return False
            if target == everyone:
                granted |= yes
        return granted & self.needed == self.needed


def may_show(game: ChannelRules, board: ChannelRules | None, everyone: int, granted: int) -> bool:
    """Return True if everyone who reads `board` reads the channel of a game as well.

    None stands for everyone in the server. The rest is as in `ChannelRules.is_open`.
    """
    if board is not None and (game.id == board.id or game.reads_alike(board)):
        return True
    return game.is_open(everyone, granted)


def is_shown(place: Place, channels: Collection[int]) -> bool:
    """Return True if a game may be shown where the games of these channels may."""
    if place.kind is not PlaceKind.GUILD or place.is_secret:
        return False
    return (place.parent_id or place.channel_id) in channels
