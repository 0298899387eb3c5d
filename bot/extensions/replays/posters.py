"""Adds the poster, and later findings, to the message of a game's end.

A timer is set with the end of a game. The end is shown with its last board, without waiting for
anything. Where the game is long enough, or its table of exact values is there, a worker makes the
report when it has nothing more urgent to do. Then one edit puts the poster in place of the board,
and adds the turning point, a line to celebrate, new places, and the line on luck and skill. If no
worker makes a report for an hour, the edit is made without it.

The timer goes only after the edit, and repeating the edit changes nothing: a kill at any moment
neither loses nor doubles anything.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import discord

from bot.delivery.background.scheduler import Done
from bot.delivery.components import mark_of_picture
from bot.delivery.rendering import Rendered, drawn
from bot.delivery.servers import open_place
from bot.delivery.tidying.edits import Effect
from bot.delivery.worker import BackgroundTasks
from bot.extensions.replays.poster import poster
from bot.interactions.client import Postboard
from bot.messages.controls.message import Message, Picture
from bot.messages.words.locale import MOST_CHARACTERS, locale_of
from bot.messages.words.ratings import after_game
from bot.messages.words.sides import player_of
from bot.messages.words.text import NOTHING
from bot.model.caller import PlaceKind
from bot.model.errors import NoGame, TableError
from bot.model.mark import Mark, entry_mark
from bot.model.queues import Timer, entry_item
from bot.model.ratings import Counted
from bot.model.table import Table
from bot.store.queues.queues import drop_timer, set_timer
from bot.store.sql.database import Transaction
from bot.store.sql.errors import log_failure
from bot.store.sql.hooks import Hooks
from engine.pool import Purpose
from engine.report import Report
from engine.report_words import chances, is_exact, luck_and_skill, turn_number
from rules.contract.sentence import Notation, Sentence, say
from rules.match.rounds import round_of, turns
from rules.time.duration import DAY, HOUR

__all__ = [
    "HOOKS", "LEAST_TOLD", "LEAST_TURNS", "POSTER", "Posters", "is_worth_a_poster", "luck_line",
    "poster_timer",
]  # fmt: skip

_log = logging.getLogger(__name__)

# A timer, no row of the outbox: a row would let its channel's messages wait for the engine.
POSTER: Final = "poster"
"""The kind of timer that adds the poster, and luck and skill, to the message of a game's end."""
LEAST_TURNS: Final = 10
"""The fewest turns of a game whose end gets a poster."""
LEAST_TOLD: Final = 2
"""The fewest turns of a game whose end gets more words: then both sides have moved."""
_PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between looks whether the end has been shown."""
_AGAIN: Final = 120
"""Seconds until the next try after a failure."""
_WITHOUT_REPORT: Final = HOUR
"""Seconds after the end of a game until which a report is waited for."""
_IN_VAIN: Final = DAY
"""Seconds after the end of a game until which this is tried."""
_LONGEST: Final = 10.0
"""The most seconds to find the message and change it."""


def is_worth_a_poster(table: Table) -> bool:
    """Return True if the game of a table has ended with a result, after enough turns."""
    match = table.started
    outcome = match.outcome
    return outcome is not None and not outcome.is_void and len(turns(match.plies)) >= LEAST_TURNS


def poster_timer(table_id: int, due: int) -> Timer:
    """Return the timer that adds the poster to the message of a game's end."""
    return Timer(kind=POSTER, dedupe=f"poster:{table_id}", due=due, table_id=table_id)


def _owe(tx: Transaction, table: Table) -> None:
    """Set the timer of a game that just ended with a result, if its message gets more.

    Where the bot can only answer, its messages stay as they are.
    """
    match = table.started
    outcome = match.outcome
    if outcome is None or outcome.is_void or table.place.kind is PlaceKind.PRIVATE:
        return
    if len(turns(match.plies)) >= min(LEAST_TOLD, LEAST_TURNS) or table.exact:
        set_timer(tx, poster_timer(table.id, match.entries[-1].at))


HOOKS: Final = Hooks(game_ended=[_owe])


class Posters:
    """The posters of one process."""

    def __init__(self, bot: Postboard) -> None:
        self._bot = bot
        self._queues = bot.store.queues
        self._under_way: set[int] = set()
        self._tasks = BackgroundTasks("posters")

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Begin to change the message of an end. The timer waits, in case this fails."""
        assert timer.table_id is not None, "a poster is about a table's game"
        try:
            table = await self._bot.lookup.get(timer.table_id)
        except NoGame:
            table = None
        if table is None or table.match is None or self._since_end(table) > _IN_VAIN:
            await self._queues.transact(done)
            return None
        if table.id not in self._under_way:
            self._under_way.add(table.id)
            self._tasks.begin(self._add(table, timer.dedupe))
        return int(self._bot.now()) + _AGAIN

    async def settled(self) -> None:
        """Wait until no message is being changed."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Change no more messages; the next start does."""
        await self._tasks.stop()

    def _since_end(self, table: Table) -> float:
        """Return the seconds since the end of a table's game."""
        return self._bot.now() - table.started.entries[-1].at

    async def _add(self, table: Table, timer: str) -> None:
        try:
            if await self._is_settled(table):
                await self._queues.transact(lambda tx: drop_timer(tx, timer))
        except Exception as failure:
            log_failure(_log, failure, "Couldn't add anything to the end of table %s", table.id)
        finally:
            self._under_way.discard(table.id)

    async def _is_settled(self, table: Table) -> bool:
        """Change the message. Return False to try again."""
        await self._bot.wait_until_ready()  # Until then, it doesn't know all servers.
        channel = open_place(self._bot, table.place)
        if channel is None:
            return False
        report = None
        if is_worth_a_poster(table) or table.exact:
            try:
                report = await self._bot.advice.report(table, Purpose.POSTER)
            except TableError:
                if self._since_end(table) < _WITHOUT_REPORT:
                    return False
        shown = await self._shown(table)
        if shown is None:
            return False
        # Other work may keep the drawing waiting, so it has no part in the time of the requests.
        counted = await self._bot.store.ratings.at_entry(shown.id, len(shown.started.entries))
        picture = await self._poster(shown, report, counted)
        words = await self._words(shown, report, counted)
        if picture is None and not words.is_anything:
            return True
        assert shown.board_id is not None, "a message shows the end"
        message = channel.get_partial_message(shown.board_id)
        change = self._change(shown, words, picture, message)
        effect = await self._bot.outbox.edits.make(message, change, seconds=_LONGEST)
        return effect not in {Effect.OLD, Effect.SLOW, Effect.FAULT}

    async def _shown(self, table: Table) -> Table | None:
        """Return the table once a message shows its end, or None if none does for some seconds.

        The table is read again, because people may have been forgotten since.
        """
        number = len(table.started.entries)
        row = entry_item(table.id, number, table.channel_id, None, 0).dedupe
        for pause in (*_PAUSES, None):
            await self._queues.flush()
            if not await self._queues.named(row):
                present = await self._bot.lookup.reread(table.id)
                return present if present.board_id is not None else None
            if pause is not None:
                await asyncio.sleep(pause)
        return None

    async def _words(
        self, table: Table, report: Report | None, counted: Counted | None
    ) -> "_Words":
        """Return the words that the message of an end gets in addition, in its language."""
        said = locale_of(table.locale).message
        celebrated = small = NOTHING
        if self._bot.additions.ending is not None:
            lowest = lowest_chances(table, report) if report else None
            celebrated, small = await self._bot.additions.ending.more(table, counted, lowest)
        turned = turning_line(table, report) if report else NOTHING
        luck = luck_line(table, report) if report else None
        return _Words(
            after=tuple(said(each) for each in (turned, celebrated) if each != NOTHING),
            before=said(after_game(table, counted)) if counted else "",
            small=said(small),
            last=said(luck) if luck else "",
        )

    async def _poster(
        self, table: Table, report: Report | None, counted: Counted | None
    ) -> Picture | None:
        """Return the poster, already drawn, or None for a game that gets none."""
        if not is_worth_a_poster(table):
            return None
        picture = poster(table, report, counted)
        return (await drawn(Message(NOTHING, picture), table.locale)).picture

    async def _change(
        self,
        table: Table,
        words: "_Words",
        picture: Picture | None,
        at: discord.PartialMessage,
    ) -> None:
        """Put the poster and the words into the message of an end, without pings.

        The first board of the next game stays. A message without the last board stays without it:
        its channel hosts another game, which the newest picture has to show.
        """
        message = await at.fetch()
        content = words.put_into(message.content)
        pictures: list[discord.Attachment | discord.File] = [*message.attachments]
        if picture and (board := _board_of(message, table)):
            place, mark = board
            post = Message(NOTHING, replace(picture, name=str(mark)))
            # Discord may show what stays before what is new, so what comes after is sent anew.
            after = [await each.to_file() for each in message.attachments[place + 1 :]]
            pictures[place:] = [*Rendered(post, {}, table.locale).to_edit()["attachments"], *after]
        if (content, pictures) != (message.content, message.attachments):
            mentioned = discord.AllowedMentions(users=message.mentions, roles=False, everyone=False)
            await message.edit(content=content, attachments=pictures, allowed_mentions=mentioned)


def _board_of(message: discord.Message, table: Table) -> tuple[int, Mark] | None:
    """Return the place and the mark of the last board of a table's game, or None."""
    for place, mark in enumerate(map(mark_of_picture, message.attachments)):
        if mark and replace(mark, is_again=False) == entry_mark(table):
            return place, mark
    return None


def turning_line(table: Table, report: Report) -> Sentence:
    """Return the mistake that turned a game, and what was better, or nothing without one."""
    for ply in report.plies:
        if ply.number == report.turning_point and ply.side is not None and ply.mark:
            teams = len(table.started.game.spec.teams)
            return say(
                "Turning point: {number}. {player} **{move}**. Better: {best}.",
                number=round_of(turn_number(report, ply.number), teams),
                player=player_of(table, ply.side),
                move=Notation(ply.text),
                best=Notation(ply.best),
            )
    return NOTHING


def lowest_chances(table: Table, report: Report) -> int | None:
    """Return the lowest chances of the winner of a game for two teams, in hundredths."""
    game, won = table.started.game, table.started.winners
    sides = {side for seat in won for side in table.started.seating[seat]}
    values = [
        ply.value if ply.side in sides else -ply.value
        for ply in report.plies
        if ply.side is not None
    ]
    if not sides or len(game.spec.teams) > 2 or not values:
        return None
    return min(chances(game, value) for value in values)


def luck_line(table: Table, report: Report) -> Sentence | None:
    """Return who played better and whom the dice favored, or None if that isn't known exactly.

    A side is named where a person has left their seat to another.
    """
    if not is_exact(report) or not report.result:
        return None
    return luck_and_skill(table.started.game, report, partial(player_of, table))


@dataclass(frozen=True, slots=True)
class _Words:
    """Lines to add to the message of an end, in its language."""

    after: tuple[str, ...]
    """Lines after the result."""
    before: str
    """The line on ratings that it had from the start, or empty."""
    small: str
    """The line that replaces that one, or comes after the others without one."""
    last: str
    """The last line, on luck and skill."""

    @property
    def is_anything(self) -> bool:
        """True if there is anything to add."""
        return bool(self.after or self.last or self.small != self.before)

    def put_into(self, content: str) -> str:
        """Return the words of a message with these added. Lines already there aren't repeated."""
        rows = content.split("\n")
        after = [each for each in self.after if each not in rows]
        if self.before and self.before in rows:
            rows[rows.index(self.before)] = self.small
        elif not self.before and self.small and self.small not in rows:
            after.append(self.small)
        result = next((place for place, row in enumerate(rows) if "**" in row), 0)
        rows[result + 1 : result + 1] = after
        if self.last and self.last not in rows:
            rows.append(self.last)
        longer = "\n".join(rows)
        return content if len(longer) > MOST_CHARACTERS else longer
