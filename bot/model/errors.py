"""Refusals, as errors; their sentences are shown only to the person who asked."""

from typing import ClassVar

from bot.model.caller import User
from bot.model.table import WAITS_FOR_CHANNEL, Table
from rules.contract.sentence import Sentence, say

__all__ = [
    "AlreadySeen",
    "AlreadyWaiting",
    "BeingForgotten",
    "BotMissing",
    "ChannelIsBusy",
    "ChannelTaken",
    "Conflict",
    "LostPosition",
    "NoGame",
    "NotInThread",
    "NotWritten",
    "NotYours",
    "OfferWaits",
    "OutOfTime",
    "Outdated",
    "Repeated",
    "SetApart",
    "Stale",
    "TableError",
    "TermsChanged",
    "TooManyGames",
]


class ExtensionError(Exception):
    """An extension can't be used; the message names it and says why."""


class TableError(Exception):
    """A request that can't be carried out; `sentence` says why, and what would be right."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(self.sentence.english())


class BeingForgotten(TableError):
    """Someone who has asked to be forgotten asks for something before that is done."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "You asked me to forget you, and that's happening now. In a few minutes you "
                "can start fresh."
            )
        )


class NoGame(TableError):
    """There is no such table, or no game in this channel."""


class ChannelIsBusy(TableError):
    """The game can't begin, because its channel hosts another one."""


class BotMissing(TableError):
    """The bot isn't in the server; the answer says how it can be invited."""

    def __init__(self) -> None:
        super().__init__(say("I'm not in this server."))


class NotInThread(TableError):
    """The bot isn't in the private thread; the answer says how it can be added."""

    def __init__(self) -> None:
        super().__init__(say("I'm not in this private thread."))


class NotWritten(TableError):
    """The disk is full, or another program holds the database: a move was not made."""

    def __init__(self) -> None:
        super().__init__(say("Your move didn't go through. Try again in a minute."))


class SetApart(TableError):
    """The log of `table` can't be read; the answer has the button that ends its game for good."""

    def __init__(self, table: Table) -> None:
        self.table = table
        reason = say("I can't read its moves")
        if table.set_apart == WAITS_FOR_CHANNEL:
            reason = say("another game is in progress in its channel")
        super().__init__(
            say(
                "This game is stuck: {reason}. Nothing is lost, and the clocks are stopped. "
                "Players and moderators can also end it for good.",
                reason=reason,
            )
        )


class TermsChanged(TableError):
    """The person saw terms that `table` no longer has; the answer shows them with its button."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(say("The settings changed since you looked."))


class OutOfTime(TableError):
    """The time ran out before the command, which ended the game."""


class Outdated(TableError):
    """The request doesn't fit the present state of `table`, which is shown with the answer."""

    said: ClassVar[Sentence]

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(self.said)


class OfferWaits(TableError):
    """The person's own offer is still waiting for an answer; it can be withdrawn."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(say("Your offer is still waiting. You can withdraw it."))


class Stale(Outdated):
    """The button belongs to an earlier position."""

    said = say("That board is out of date. The game has moved on.")


class LostPosition(Outdated):
    """The button belongs to a position that isn't in the log: the database was set back."""

    said = say("That position is gone: some moves were lost.")


class NotYours(Outdated):
    """It is someone else's turn, or the game is over."""

    said = say("It's not your turn.")


class Repeated(Outdated):
    """This interaction has already been carried out."""

    said = say("Already done.")


class AlreadySeen(Exception):
    """This request has already changed a table: Discord delivered it twice."""


class ChannelTaken(Exception):
    """The channel already hosts a running game."""


class AlreadyWaiting(Exception):
    """The person may have one table that waits for players of the game, and has this one."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        super().__init__(f"table {table_id}")


class TooManyGames(Exception):
    """The person plays as many games against the strongest engine as are allowed at a time."""

    def __init__(self, user: User) -> None:
        self.user = user
        super().__init__(f"user {user.id}")


class Conflict(Exception):
    """Another process has changed the table since it was read."""
