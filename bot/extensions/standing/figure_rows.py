"""Figures of a game in a server, read from counters without people."""

import json
from collections.abc import Sequence

from bot.extensions.standing.figure_values import ENOUGH_PEOPLE, REFUSED, Fact, GameFacts
from bot.store.database import Database, Transaction, marks

__all__ = ["GameFactsStore"]


class GameFactsStore:
    """Figures of the games of servers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, guild_id: int, game: str, pools: Sequence[str]) -> GameFacts:
        """Return what is told of a game, whose pools these are, in a server.

        All versions of its rules count together.
        """
        return await self._db.snapshot(lambda tx: _facts(tx, guild_id, game, pools))


def _facts(tx: Transaction, guild_id: int, game: str, pools: Sequence[str]) -> GameFacts:
    rows = tx.do(
        "SELECT seating, options, what, rule, number, times FROM game_facts"
        " WHERE guild_id = ? AND game = ?",
        guild_id, game,
    )  # fmt: skip
    refused = tx.do(
        "SELECT rule, sum(times) AS refused FROM refusals WHERE guild_id = ? AND game = ?"
        " GROUP BY rule ORDER BY refused DESC, rule LIMIT ?",
        guild_id, game, REFUSED,
    )  # fmt: skip
    people = tx.do(
        "SELECT DISTINCT person FROM played"  # noqa: S608
        f" WHERE guild_id = ? AND pool IN ({marks(pools)}) AND won + drawn + lost > 0 LIMIT ?",
        guild_id, *pools, ENOUGH_PEOPLE,
    )  # fmt: skip
    facts = (
        Fact(
            row["seating"],
            json.loads(row["options"]),
            row["what"],
            row["rule"],
            row["number"],
            row["times"],
        )
        for row in rows
    )
    return GameFacts(
        tuple(facts), tuple((row["rule"], row["refused"]) for row in refused), len(people)
    )
