"""The value with which an extension says what it adds. CONTRIBUTING walks through one.

An extension is a package in `bot/extensions` with a function `setup`, which gives the bot one of
these values. The core never asks for an extension by its name.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.response import Response
from bot.delivery.background.scheduler import First, Handler
from bot.delivery.outbox.composing import AddTo, RowKind
from bot.delivery.tidying.displays import Source
from bot.interactions.components.table.move_panel.studies import FindTask
from bot.interactions.controls import Controls
from bot.interactions.performances import Performances
from bot.messages.controls.message import Button, Message, Picture
from bot.messages.panels.people.notify import Choice
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.model.caller import Caller, Person
from bot.model.displays import DisplayKind
from bot.model.queues import Timer
from bot.model.ratings import Counted
from bot.model.table import Table
from bot.store.sql.hooks import Hooks
from bot.tables.studies import FindTranscript
from bot.tables.voids import FindPlaces
from engine.report import Report
from rules.contract.sentence import Sentence
from rules.contract.view import BoardView

__all__ = [
    "AfterGame", "ClubLine", "Diagnose", "Ending", "Extension", "FindHighlight",
    "Follows", "Highlight", "OwnLine", "PictureOfEnd", "UpForGame",
]  # fmt: skip

Diagnose: TypeAlias = Callable[[int], Awaitable[Sequence[Sentence]]]
"""Returns the lines about a server, by its number, for `/server diagnose`."""
ClubLine: TypeAlias = Callable[[int, Collection[int]], Awaitable[Sentence]]
"""Returns a line about a server, by its number, and what everyone sees in these channels; it may
be empty."""

FindHighlight: TypeAlias = Callable[[int, Collection[int]], Awaitable["Highlight | None"]]
"""Returns a position for a server, by its number, from what everyone sees in these channels."""
OwnLine: TypeAlias = Callable[
    [Person, int | None], Awaitable[tuple[Sentence, Sequence[Button]]]
]  # fmt: skip
"""Returns a line about a person, which may be empty, and its buttons.

The number is that of the server where they read it, or None in direct messages.
"""
PictureOfEnd: TypeAlias = Callable[[Table, Report | None, Counted | None], Picture]
"""Returns the picture of a finished game, with the course that a report tells, and the
ratings that it moved."""
Follows: TypeAlias = Callable[[int, Person], Awaitable[bool]]
"""Returns True if a person hears of the game of a table, by its number, in which they don't play.
"""


@dataclass(frozen=True, slots=True)
class Highlight:
    """A position that a club board shows large while it has no game for that place."""

    number: int
    """Another position has another number."""
    view: BoardView
    heading: Sentence
    game: Sentence
    words: Sentence
    """A short line below the board."""


class UpForGame(Protocol):
    """People who wait for a game that the club finds for them."""

    button: Button
    """Lets a person be one of them."""

    async def count(self, guild_id: int, /) -> int | None:
        """Return how many wait in a server, or None where no one can."""
        ...

    async def listed(
        self, guild_id: int, asker: Person, game: str | None, post: Message, /
    ) -> Message:
        """Return a list of a server's open games with those who wait for one, counted by game.

        `game` is the key of the only game listed, if there is one.
        """
        ...

    async def moderated(self, table: Table, post: Message, /) -> Message:
        """Return what a moderator can decide about a game, with what keeps its players out."""
        ...


class Ending(Protocol):
    """More about the end of a game than its first message says."""

    async def more(
        self, table: Table, counted: Counted | None, lowest: int | None, /
    ) -> tuple[Sentence, Sentence]:
        """Return a line to celebrate, and the line in small print in place of that on ratings.

        Both may be empty. `lowest` are the winner's lowest chances in hundredths, or None if they
        aren't known.
        """
        ...


class AfterGame(Protocol):
    """The decisions that moderators can make about a finished game, with a reason."""

    def knows(self, action: str, /) -> bool:
        """Return True for the word of a choice of these, which is none of the core's."""
        ...

    async def panel(self, table: Table, caller: Caller, /) -> Message:
        """Return the panel of what a person who moderates the game can decide."""
        ...

    def question(self, table: Table, action: str, /) -> Message:
        """Return the question to confirm a choice."""
        ...

    async def decide(
        self, table: Table, caller: Caller, action: str, reason: str, /
    ) -> Message | None:
        """Carry out a choice of a moderator; return None if the table has no such choice.

        Raises TableError if it isn't possible.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """All that one extension adds. Everything but its name may be left out.

    The words of kinds and verbs are stored and stand on posted buttons, so they stay as they are.
    """

    name: str
    services: Sequence[object] = ()
    """Objects that its handlers find by their types with `Postboard.service`."""
    hooks: Hooks = field(default_factory=Hooks)
    timers: Mapping[str, Handler] = field(default_factory=dict[str, Handler])
    before_timers: Mapping[str, First] = field(default_factory=dict[str, First])
    """Functions called every time before a timer of the core is carried out, by its kind."""
    first_timers: Callable[[int], Sequence[Timer]] = lambda _: ()
    """Returns the timers that exist from the start on, at this moment in Unix seconds."""
    rows: Mapping[str, RowKind] = field(default_factory=dict[str, RowKind])
    """The rows of the outbox that it enqueues, by kind: how they are composed, or fail."""
    displays: Mapping[DisplayKind, Source] = field(default_factory=dict[DisplayKind, Source])
    first_message: AddTo | None = None
    """Adds to the first messages of games."""
    controls: Sequence[Controls] = ()
    acts: Sequence[Performances] = ()
    """Acts at a table; their words and verbs are declared in `bot/messages/controls/acts.py`."""
    choices: Sequence[Choice] = ()
    """Choices of what a person hears, in `/notify`."""
    game_commands: Sequence[app_commands.Command[Any, ..., None]] = ()
    """Subcommands of `/game` that are no acts at a table."""
    club_settings: Sequence[ClubSetting] = ()
    """Menus in **Club …** of `/server settings`, four on a page."""
    club_buttons: Sequence[Button] = ()
    """Buttons of club boards, after the others."""
    club_lines: Sequence[ClubLine] = ()
    """Lines of club boards about what there is besides tables."""
    coming: Sequence[ClubLine] = ()
    """Lines about what starts next in a server, for its week."""
    club_leaders: Sequence[ClubLine] = ()
    """Lines about who leads, for the foot of club boards; the first that has words is shown."""
    club_highlight: FindHighlight | None = None
    """A position for club boards without a game, which one extension can add."""
    up_for_game: UpForGame | None = None
    """People who wait for a game, which one extension can add."""
    own_lines: Sequence[OwnLine] = ()
    """Lines of My games about what a person plays besides tables."""
    daily_lines: Sequence[OwnLine] = ()
    """Lines of a person's daily summary that are no news of games."""
    cogs: Sequence[commands.Cog] = ()
    transcripts: Mapping[str, FindTranscript] = field(default_factory=dict[str, FindTranscript])
    """The games of studies with an aim of the extension's, by the aim."""
    tasks: Mapping[str, FindTask] = field(default_factory=dict[str, FindTask])
    """The tasks of studies, by their aims."""
    channel_gone: Callable[[int], Awaitable[None]] | None = None
    """Ends what belongs to a channel that was deleted, before its games end."""
    server_gone: Callable[[int], Awaitable[None]] | None = None
    """Ends what belongs to a server that removed the bot long ago, before its games end."""
    unfinished: Sequence[FindPlaces] = ()
    """Find what `channel_gone` ends, since a channel may be deleted while the bot is down."""
    person_leaves: Callable[[Person], Awaitable[None]] | None = None
    """Lets a person who asked to be forgotten leave."""
    add_to_answer: Callable[[Response], Awaitable[None]] | None = None
    """Tells a person more after the answer to what they pressed or typed."""
    troubles: Diagnose | None = None
    """Says what keeps it from working in a server, before the channels of the club."""
    diagnose: Diagnose | None = None
    follows: Follows | None = None
    """Tells who follows a game, which one extension can add."""
    after_game: AfterGame | None = None
    """Decisions of moderators about games that are over, which one extension can add."""
    end_picture: PictureOfEnd | None = None
    """Draws finished games for other channels, which one extension can add."""
    ending: Ending | None = None
    """More about the ends of games, which one extension can add."""
    start: Callable[[], None] | None = None
    """Begins its background work once the bot has logged in."""
    stop: Callable[[], Awaitable[None]] | None = None
    """Ends its background work when the bot stops."""
