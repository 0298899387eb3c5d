"""Refusals, as errors: only the person who asked is shown their sentence."""

from typing import ClassVar

from bot.model.caller import User
from bot.model.table import Table
from rules.contract.sentence import Sentence, say

__all__ = [
    "AlreadySeen",
    "ChannelIsBusy",
    "ChannelTaken",
    "Conflict",
    "LostPosition",
    "NoGame",
    "NotYours",
    "OfferWaits",
    "OutOfTime",
    "Outdated",
    "Repeated",
    "Stale",
    "TableError",
    "TooManyGames",
]


class TableError(Exception):
    """Something a person asked for can't be done; `sentence` says why and what would be right.

    TableError
      NoGame          there is no such table or game
      ChannelIsBusy   the channel hosts another game
      OfferWaits      one's own offer has not been answered yet
      OutOfTime       the time ran out before the command, which ended the game
      Outdated        the table stands otherwise than the request supposes
        Stale         the button belongs to a position that is past
        LostPosition  the log no longer holds the position of the button
        NotYours      it is somebody else's turn, or the game is over
        Repeated      Discord delivered the same interaction twice
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(self.sentence.english())


class NoGame(TableError):
    """There is no such table, or no game in this channel."""


class ChannelIsBusy(TableError):
    """The game can't begin, because its channel hosts another one."""


class OutOfTime(TableError):
    """The time had run out before the command, which ended the game."""


class Outdated(TableError):
    """What was asked for doesn't fit how `table` stands now, which is shown with the answer."""

    said: ClassVar[Sentence]

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(self.said)


class OfferWaits(TableError):
    """The person's own offer still waits for an answer; it can be withdrawn."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(say("Your offer still waits for an answer. You can withdraw it."))


class Stale(Outdated):
    """The button belongs to an earlier position."""

    said = say("That was an earlier position: the game has gone on since.")


class LostPosition(Outdated):
    """The button belongs to a position that the log does not hold: the database went back."""

    said = say("That position is no longer in the record of this game: moves were lost since then.")


class NotYours(Outdated):
    """It is somebody else's turn, or the game is over."""

    said = say("It is not your turn.")


class Repeated(Outdated):
    """This interaction was carried out before."""

    said = say("That has been done already.")


class AlreadySeen(Exception):
    """This request has changed a table before: Discord delivered it twice."""


class ChannelTaken(Exception):
    """The channel hosts a running game already."""


class TooManyGames(Exception):
    """This person plays as many games against the strongest engine as one may at a time."""

    def __init__(self, user: User) -> None:
        self.user = user
        super().__init__(f"user {user.id}")


class Conflict(Exception):
    """Another process has changed the table since it was read."""
