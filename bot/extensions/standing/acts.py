"""Moderators' decisions that games that are over don't count for ratings, or do again."""

from collections.abc import Callable

from bot.extensions.standing.rows import CorrectionStore
from bot.extensions.standing.values import Correction
from bot.model.caller import Caller, Person
from bot.model.errors import TableError
from bot.model.table import Status, Table
from bot.tables.checks import require_reason
from bot.tables.moderation import require_moderator
from rules.contract.sentence import say

__all__ = ["Corrections"]


class Corrections:
    """Corrections of the ratings of servers."""

    def __init__(self, store: CorrectionStore, now: Callable[[], float]) -> None:
        """Write to a store; `now` returns Unix seconds."""
        self._store = store
        self._now = now

    async def correct_game(
        self, table: Table, caller: Caller, *, counts: bool, reason: str
    ) -> None:
        """Decide whether the game of a table counts for ratings.

        Raises TableError if the caller may not, if that would change nothing, or without a reason.
        """
        _require(table, caller)
        correction = Correction(counts, caller.user.id, require_reason(reason))
        if not await self._store.correct_game(table.id, correction, int(self._now())):
            raise TableError(
                say(
                    "That changes nothing: this game can't count for ratings, ended more than 90 "
                    "days ago, or is as you want it already."
                )
            )

    async def correct_person(
        self, table: Table, caller: Caller, of: Person, *, counts: bool, reason: str
    ) -> int:
        """Decide about all rated games that somebody played in the table's server in 90 days.

        `of` is at the table. Return the number of games. Raises the same errors, also for whoever
        moderates only some channels of the server.
        """
        _require(table, caller)
        if not caller.may_moderate_all:
            raise TableError(
                say("Only moderators of this whole server can decide about so many games.")
            )
        assert table.guild_id is not None, "only servers have moderators"
        correction = Correction(counts, caller.user.id, require_reason(reason), of)
        found = await self._store.correct_person(table.guild_id, correction, int(self._now()))
        if not found:
            raise TableError(
                say(
                    "That changes nothing: there's no such game of theirs here in the last 90 days "
                    "in which you had no part."
                )
            )
        return found


def _require(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller moderates where a game ended, and had no part in it."""
    require_moderator(table, caller)
    if table.status is not Status.OVER:
        raise TableError(say("This game isn't over. Then you can decide whether it counts."))
