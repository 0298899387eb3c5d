"""Makes weekly messages, from what may be shown when they are sent."""

from collections.abc import Callable, Mapping, Sequence

from bot.delivery.outbox.composing import RowKind
from bot.extensions.week import messages
from bot.extensions.week.messages import Known
from bot.extensions.week.rows import WeekStore
from bot.extensions.week.values import TOLD, mark_of_week, read_telling
from bot.extensions.week.work import FindUp, Shows, waiting_in
from bot.interactions.extension import ClubLine, PictureOfEnd
from bot.messages import pictures
from bot.messages.controls.message import Message, Picture
from bot.messages.words.text import in_a_row
from bot.model.audience import is_shown
from bot.model.queues import OutboxItem
from bot.model.table import Table
from bot.store.store import Store
from bot.tables.lookup import Lookup
from engine.report import kept_report

__all__ = ["WeekPosts"]


class WeekPosts:
    """The weekly messages of one bot."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        *,
        shows: Shows,
        up: FindUp,
        poster: Callable[[], PictureOfEnd | None],
        coming: Sequence[ClubLine] = (),
    ) -> None:
        self._weeks = WeekStore(store.database)
        self._store = store
        self._lookup = lookup
        self._shows = shows
        self._up = up
        self._poster = poster
        self._coming = coming

    @property
    def kinds(self) -> Mapping[str, RowKind]:
        """The kinds of rows."""
        return {TOLD: RowKind(self._week, mark=mark_of_week)}

    async def _week(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the weekly message, if its channel still wants it.

        Raises ConnectionError while its server can't be reached.
        """
        guild_id, telling = read_telling(item)
        channel_id = (await self._store.servers.settings(guild_id)).club.week
        if channel_id is None or channel_id != item.channel_id:
            return None
        if not telling.lines:
            return messages.quiet_message(await waiting_in(self._up(), guild_id))
        channels = self._shows(guild_id, channel_id)
        read = await self._lookup.readable(telling.tables)
        tables = {number: each for number, each in read.items() if is_shown(each.place, channels)}
        people = {each.user.id for table in tables.values() for each in table.persons}
        known = Known(tables, await self._store.personal.hidden([*people]))
        game = known.game_of(telling)
        picture = None if game is None else await self._picture(game)
        up = self._up()
        buttons = () if up is None or await up.count(guild_id) is None else (up.button,)
        coming = [await line(guild_id, channels) for line in self._coming]
        return messages.week_message(telling, known, picture, buttons, in_a_row(*coming))

    async def _picture(self, table: Table) -> Picture:
        """Return the poster of a game, or its last board where nothing makes posters."""
        poster = self._poster()
        if poster is None:
            return pictures.draw_present(table)
        digest = table.started.digest
        report = kept_report((await self._weeks.reports([digest])).get(digest))
        counted = await self._store.ratings.at_entry(table.id, len(table.started.entries))
        return poster(table, report, counted)
