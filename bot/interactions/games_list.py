"""Reads the lists of games: only what the asker can see, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from bot.interactions.client import Postboard
from bot.interactions.context import sees_place
from bot.messages.controls.message import Message
from bot.messages.panels.lists import games_list, my_games
from bot.messages.panels.lists import tables as lists
from bot.messages.panels.lists.games_list import Show, Wanted
from bot.messages.panels.lists.my_games import A_PAGE
from bot.messages.panels.newcomers.opponents import learn_button
from bot.messages.words.text import NOTHING, lines
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.lists import NEWEST, OLDEST, Cursor, Ended, TableSummary
from bot.model.table import Status, Table
from rules.contract.sentence import Sentence, say
from rules.registry import all_games

__all__ = ["games_of", "games_page", "open_to"]

_LATEST: Final = 5
"""Finished games at the end of My games."""
_AT_ONCE: Final = 50
"""Rows that are read at once."""
_READS: Final = 8
"""Reads for one page: 400 rows, so that a page of rare games costs a bounded time."""

_Listed: TypeAlias = TableSummary | Ended


async def games_page(
    bot: Postboard,
    interaction: discord.Interaction[Any],
    asker: Person,
    wanted: Wanted,
    cursor: Cursor = NEWEST,
) -> Message:
    """Return a page of a list, from a cursor on, or the newest page if it is empty now.

    Raises TableError for a server's list outside a server.
    """
    if wanted.show is Show.MINE and wanted.person is None:
        return await games_of(bot, asker, wanted.game, guild_id=interaction.guild_id)
    top = NOTHING
    if wanted.person is not None and wanted.show is Show.MINE and cursor == NEWEST:
        tallies = await bot.store.lists.tallies(asker, wanted.person.id)
        top = games_list.together(tallies, await _together(bot, asker, wanted), wanted, asker)
    rows, earlier, later = await _rows(_Reading(bot, interaction, asker, wanted), cursor, top)
    if not rows and cursor != NEWEST and earlier is None and later is None:
        return await games_page(bot, interaction, asker, wanted)
    buttons = games_list.turning(wanted, earlier, later)
    if wanted.show is Show.OPEN:
        tables = [await bot.lookup.get(row.id) for row in rows if isinstance(row, TableSummary)]
        vacant = await _vacant(bot, interaction, wanted) if cursor == NEWEST else []
        if wanted.game is not None:
            buttons = [*buttons, games_list.let_anyone_join(wanted.game)]
            if game := all_games().get(wanted.game):
                buttons.append(learn_button(game))
        post = lists.open_tables(tables, vacant, buttons, wanted.game)
        up, server = bot.additions.up_for_game, interaction.guild_id
        if up is None or server is None or cursor != NEWEST:
            return post
        return await up.listed(server, asker, wanted.game, post)
    return games_list.page(wanted, rows, asker, buttons, top)


async def open_to(
    bot: Postboard, interaction: discord.Interaction[Any], asker: Person, game: str
) -> int:
    """Count the open games of a game that the asker can join here, among the newest of all."""
    reading = _Reading(bot, interaction, asker, Wanted(Show.OPEN, game))
    newest = await reading.read(NEWEST, _AT_ONCE)
    return sum([await reading.fits(each) for each in newest])


async def games_of(
    bot: Postboard,
    person: Person,
    game: str | None = None,
    kind: my_games.Kind | None = None,
    cursor: Cursor = OLDEST,
    *,
    guild_id: int | None,
) -> Message:
    """Return My games as read in a server, if any: unfinished games, latest results, and scores.

    With a `kind`, return a page of that part alone, from a cursor on. `game` is the key of the only
    game listed.
    """
    kept = bot.store.lists
    tables = await bot.services.deadlines.with_credit(await kept.of_user(person))
    tables = [table for table in tables if game in {None, table.game}]
    if kind is not None:
        return my_games.page(tables, person, kind, cursor, game)
    ended = await kept.ended_by(person, NEWEST, _LATEST + 1) if game is None else []
    scores = await kept.scores(person) if game is None else []
    past = lists.finished(ended[:_LATEST], person, scores)
    further = games_list.all_ended(game) if game is not None or len(ended) > _LATEST else ()
    if game is None:
        for line in bot.additions.own_lines:
            besides, ways = await line(person, guild_id)
            past, further = lines(besides, past), (*ways, *further)
    return my_games.games_message(tables, person, past, game, further)


async def _rows(
    reading: "_Reading", cursor: Cursor, top: Sentence
) -> tuple[list[_Listed], Cursor | None, Cursor | None]:
    """Return the rows of a page, and the cursors of the pages before and after it, or None."""
    found: list[_Listed] = []
    at, has_more = cursor, True
    for _ in range(_READS):
        batch = await reading.read(at, _AT_ONCE)
        for row in reversed(batch) if cursor.is_later else batch:
            if len(found) > A_PAGE:
                break
            at = _cursor_at(row, is_later=cursor.is_later)
            if await reading.fits(row):
                found.append(row)
        if len(found) > A_PAGE:
            break
        if len(batch) < _AT_ONCE:
            has_more = False
            break
    kept = found[: games_list.fitting(found, reading.wanted, reading.asker, top)]
    if not kept:
        onward = at if has_more else None
        return [], (None if cursor.is_later else onward), (onward if cursor.is_later else None)
    further = _cursor_at(kept[-1], is_later=cursor.is_later) if len(kept) < len(found) else at
    onward = further if has_more or len(kept) < len(found) else None
    if cursor.is_later:
        return kept[::-1], _cursor_at(kept[0], is_later=False), onward
    backward = None if cursor == NEWEST else _cursor_at(kept[0], is_later=True)
    return kept, onward, backward


def _cursor_at(row: _Listed, *, is_later: bool) -> Cursor:
    if isinstance(row, Ended):
        return Cursor(row.ended_at, row.table_id, is_later)
    return Cursor(row.opened_at, row.id, is_later)


@dataclass(frozen=True, slots=True)
class _Reading:
    """Reads the rows of a list, and tells which of them the asker is shown."""

    bot: Postboard
    interaction: discord.Interaction[Any]
    asker: Person
    wanted: Wanted

    @property
    def _is_own(self) -> bool:
        return self.wanted.show in {Show.MINE, Show.OWN}

    async def read(self, cursor: Cursor, limit: int) -> Sequence[_Listed]:
        """Return the next rows. Raises TableError for a server's list outside a server."""
        kept, server = self.bot.store.lists, self.interaction.guild_id
        if self._is_own:
            return await kept.ended_by(self.asker, cursor, limit)
        if server is None:
            raise TableError(
                say("A server's games are listed in its channels. Here, `/games` lists yours.")
            )
        match self.wanted.show:
            case Show.OPEN:
                return await kept.tables_in(server, Status.OPEN, cursor, limit)
            case Show.RUNNING:
                return await kept.tables_in(server, Status.PLAYING, cursor, limit)
            case _ if self.wanted.person is not None:
                return await kept.ended_by(self.wanted.person.id, cursor, limit)
            case _:
                return await kept.ended_in(server, cursor, limit)

    async def fits(self, row: _Listed) -> bool:
        """Tell whether a row is wanted, and in a channel that the asker can see."""
        game, person = self.wanted.game, self.wanted.person
        if game not in {None, row.game} or (person and person.id not in _people(row)):
            return False
        if self._is_own:
            return True
        if row.place.guild_id != self.interaction.guild_id:
            return False
        if not sees_place(self.interaction, row.place):
            return False
        if isinstance(row, Ended):
            return row.is_whole
        if row.set_apart is not None:
            return False
        is_own = self.asker in _people(row)
        return self.wanted.show is not Show.OPEN or (not is_own and await _has_room(self.bot, row))


def _people(row: _Listed) -> list[Person]:
    if isinstance(row, Ended):
        return [user.id for user, _ in row.players]
    return [user.id for user in row.names]


async def _has_room(bot: Postboard, row: TableSummary) -> bool:
    """Tell whether an open game has an open seat."""
    table = await bot.lookup.get(row.id)
    return len(table.players) < len(table.seating)


async def _together(bot: Postboard, asker: Person, wanted: Wanted) -> list[TableSummary]:
    """Return the unfinished games of the asker and the person."""
    assert wanted.person is not None, "there is a person to play"
    return [
        table
        for table in await bot.services.deadlines.with_credit(await bot.store.lists.of_user(asker))
        if wanted.person.id in _people(table) and wanted.game in {None, table.game}
    ]


async def _vacant(
    bot: Postboard, interaction: discord.Interaction[Any], wanted: Wanted
) -> list[Table]:
    """Return the server's games in progress with a seat that anyone can take over."""
    assert interaction.guild_id is not None, "tables wait in servers"
    tables = [
        await bot.lookup.get(number)
        for number in await bot.store.lists.vacant_in(interaction.guild_id)
    ]
    return [
        table
        for table in tables
        if wanted.game in {None, table.terms.game} and sees_place(interaction, table.place)
    ]
