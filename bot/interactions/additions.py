"""The parts that the core and its extensions have put together in one bot."""

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import discord
from discord import app_commands

from bot.model.errors import ExtensionError
from rules.contract.sentence import Sentence

if TYPE_CHECKING:
    from bot.delivery.answering.response import Response
    from bot.interactions.client import Postboard
    from bot.interactions.components.table.move_panel.studies import FindTask
    from bot.interactions.controls import Control, Controls
    from bot.interactions.extension import (
        AfterGame,
        ClubLine,
        Diagnose,
        Ending,
        Extension,
        FindHighlight,
        Follows,
        OwnLine,
        PictureOfEnd,
        UpForGame,
    )
    from bot.interactions.performances import Performance, Performances
    from bot.messages.controls.acts import Act
    from bot.messages.controls.message import Button
    from bot.messages.controls.verbs import Verb
    from bot.messages.panels.people.notify import Choice
    from bot.messages.panels.servers.club_settings import ClubSetting

__all__ = ["Additions"]

_log = logging.getLogger(__name__)
T = TypeVar("T")


class Additions:
    """The controls of one bot, and what extensions add to it."""

    def __init__(self, bot: "Postboard") -> None:
        self.verbs: dict[str, Verb] = {}
        """The verbs that are answered, by their words."""
        self.controls: dict[Verb, Control] = {}
        self.acts: dict[Act, Performance] = {}
        """The ways to carry out acts at a table."""
        self.game_commands: list[app_commands.Command[Any, ..., None]] = []
        """More subcommands of `/game`."""
        self.choices: list[Choice] = []
        """Further choices in `/notify`."""
        self.tasks: dict[str, FindTask] = {}
        """Finds the tasks of studies, by their aims."""
        self.after_game: AfterGame | None = None
        """The decisions that moderators can make about games that are over."""
        self.ending: Ending | None = None
        """Says more about the ends of games."""
        self.end_picture: PictureOfEnd | None = None
        """Draws finished games for other channels."""
        self.follows: Follows | None = None
        """Tells who follows a game."""
        self.own_lines: list[OwnLine] = []
        """Say what a person plays besides tables."""
        self.daily_lines: list[OwnLine] = []
        """Further lines of daily summaries."""
        self.club_settings: list[ClubSetting] = []
        """The menus of what a server has for all its players, in their order."""
        self.club_buttons: list[Button] = []
        """Further buttons of club boards."""
        self.club_lines: list[ClubLine] = []
        """Further lines of club boards."""
        self.coming: list[ClubLine] = []
        """Lines about what starts next in a server."""
        self.club_leaders: list[ClubLine] = []
        """Say who leads in a server; the first that knows anyone is asked alone."""
        self.club_highlight: FindHighlight | None = None
        """Finds a position for club boards without a game."""
        self.up_for_game: UpForGame | None = None
        """Counts people who wait for a game."""
        self._bot = bot
        self._extensions: list[Extension] = []
        self.services: dict[type, object] = {}
        """The objects that extensions have added, by their types."""

    async def add(self, extension: "Extension") -> None:
        """Add an extension.

        Raises ExtensionError for a kind, a verb or a command that something else has already, and
        for more settings of clubs than their panel has room for.
        """
        bot = self._bot
        try:
            bot.store.database.hooks.add(extension.hooks)
            for timer_kind, handler in extension.timers.items():
                bot.scheduler.add(timer_kind, handler)
            for row_kind, made in extension.rows.items():
                bot.outbox.add(row_kind, made)
            for display_kind, source in extension.displays.items():
                bot.outbox.displays.add(display_kind, source)
            for controls in extension.controls:
                self.answer(controls)
            for performances in extension.acts:
                self.perform(performances)
            if extension.after_game is not None:
                self.judge(extension.after_game)
            self.offer(extension.club_settings)
            for cog in extension.cogs:
                await bot.add_cog(cog)
        except (ValueError, discord.ClientException, app_commands.AppCommandError) as taken:
            raise ExtensionError(
                f"The extension {extension.name} can't be used: {taken}."
            ) from taken
        if extension.first_message is not None:
            bot.outbox.composer.first_messages.append(extension.first_message)
        if extension.channel_gone is not None:
            bot.services.voids.channel_gone.append(extension.channel_gone)
        if extension.server_gone is not None:
            bot.services.voids.server_gone.append(extension.server_gone)
        bot.services.voids.unfinished += extension.unfinished
        if extension.person_leaves is not None:
            bot.services.forgetting.leaving.append(extension.person_leaves)
        bot.scheduler.precede(extension.before_timers)
        bot.studies.transcripts |= extension.transcripts
        self.ending = extension.ending or self.ending
        self.end_picture = extension.end_picture or self.end_picture
        self.follows = extension.follows or self.follows
        self.own_lines += extension.own_lines
        self.daily_lines += extension.daily_lines
        self.club_leaders += extension.club_leaders
        self.club_highlight = extension.club_highlight or self.club_highlight
        self.up_for_game = extension.up_for_game or self.up_for_game
        self.club_buttons += extension.club_buttons
        self.club_lines += extension.club_lines
        self.coming += extension.coming
        self.game_commands += extension.game_commands
        self.choices += extension.choices
        self.tasks |= extension.tasks
        self.services |= {type(each): each for each in extension.services}
        self._extensions.append(extension)

    def answer(self, controls: "Controls") -> None:
        """Answer more verbs. Raises ValueError for one whose word is taken."""
        for verb, control in controls:
            if verb.word in self.verbs:
                raise ValueError(f"the verb {verb.word!r} has a handler already")
            self.verbs[verb.word], self.controls[verb] = verb, control

    def perform(self, performances: "Performances") -> None:
        """Carry out more acts. Raises ValueError for one that is carried out already."""
        for act, performance in performances:
            if act in self.acts:
                raise ValueError(f"the act {act.word!r} is carried out already")
            self.acts[act] = performance

    def judge(self, after_game: "AfterGame") -> None:
        """Let moderators decide about games that are over. Raises ValueError the second time."""
        if self.after_game is not None:
            raise ValueError("moderators decide about games that are over already")
        self.after_game = after_game

    def offer(self, settings: "Sequence[ClubSetting]") -> None:
        """Offer more menus of a club."""
        self.club_settings += settings
        self.club_settings.sort(key=lambda each: each.place)

    def service(self, kind: type[T]) -> T:
        """Return the object of this type that an extension has added."""
        found = self.services[kind]
        assert isinstance(found, kind), "services are kept by their types"
        return found

    async def add_to_answer(self, response: "Response") -> None:
        """Let extensions add to an answer."""
        for extension in self._extensions:
            if extension.add_to_answer is not None:
                await extension.add_to_answer(response)

    async def troubles(self, guild_id: int) -> Sequence[Sentence]:
        """Return what keeps extensions from working in a server, for its diagnosis."""
        return await _told(guild_id, [each.troubles for each in self._extensions])

    async def diagnose(self, guild_id: int) -> Sequence[Sentence]:
        """Return what extensions say about a server for its diagnosis."""
        return await _told(guild_id, [each.diagnose for each in self._extensions])

    async def begin(self) -> None:
        """Set the timers that exist from the start on, and log stored kinds unknown here."""
        bot = self._bot
        for extension in self._extensions:
            for timer in extension.first_timers(int(bot.now())):
                await bot.store.queues.ensure(timer)
            if extension.start is not None:
                extension.start()
        if unknown := await bot.store.queues.left_alone():
            _log.warning(
                "Left alone, because no extension here knows them: %s", ", ".join(sorted(unknown))
            )

    async def stop(self) -> None:
        """End the background work of the extensions."""
        for extension in self._extensions:
            if extension.stop is not None:
                await extension.stop()


async def _told(guild_id: int, asked: "Iterable[Diagnose | None]") -> Sequence[Sentence]:
    return [line for tell in asked if tell is not None for line in await tell(guild_id)]
