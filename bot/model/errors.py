"""What can't be done, said kindly: every message is shown to the person who asked, alone."""

from bot.model.table import Table

__all__ = ["NoGame", "NotYours", "Outdated", "Repeated", "Stale", "TableError"]


class TableError(Exception):
    """Something a person asked for can't be done; the message says why and what would be right.

    TableError
      NoGame      there is no such table or game
      Outdated    the table stands otherwise than the request supposes
        Stale     the button belongs to a position that is past
        NotYours  it is somebody else's turn, or the game is over
        Repeated  Discord delivered the same interaction twice
    """


class NoGame(TableError):
    """There is no such table, or no game in this channel."""


class Outdated(TableError):
    """What was asked for doesn't fit how `table` stands now, which is shown with the answer."""

    text = ""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__(self.text)


class Stale(Outdated):
    """The button belongs to an earlier position."""

    text = "That was an earlier position: the game has gone on since."


class NotYours(Outdated):
    """It is somebody else's turn, or the game is over."""

    text = "There is nothing for you to move now."


class Repeated(Outdated):
    """This interaction was carried out before."""

    text = "That has been done already."
