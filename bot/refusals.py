"""What can't be done, said kindly: every message is shown to the person who asked, alone."""

from bot.records import Table

__all__ = ["NoGame", "Refusal", "Repeated", "Stale"]


class Refusal(Exception):
    """Something a person asked for can't be done; the message says why and what would be right.

    Refusal
      NoGame      there is no such table or game
      Stale       the button belongs to a position that is past
      Repeated    Discord delivered the same interaction twice
    """


class NoGame(Refusal):
    """There is no such table, or no game in this channel."""


class Stale(Refusal):
    """The button belongs to an earlier position; `table` is how things stand now."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__("That was an earlier position: the game has gone on since.")


class Repeated(Refusal):
    """This interaction was carried out before; `table` is how things stand now."""

    def __init__(self, table: Table) -> None:
        self.table = table
        super().__init__("That has been done already.")
