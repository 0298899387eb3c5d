"""A table as a value, from the rows that the database keeps of it."""

import json
from sqlite3 import Row

from bot.model.dice_secret import DiceSecret
from bot.model.errors import NoGame
from bot.model.table import Player, PlayerStatus, Status, Table, Terms, User
from bot.store.database import Database
from rules.core import AnyGame, Outcome, RulesError, Seat, Seating
from rules.events import Event, decode
from rules.match import Match
from rules.registry import find
from rules.series import Series, find_plan

__all__ = ["load"]


async def load(db: Database, row: Row) -> Table:
    """Return the table of a row of `tables` and `clocks`, its match folded from the log.

    Raises NoGame where the log does not fit the rules as they are now.
    """
    options = json.loads(row["options"])
    terms = Terms(row["game"], options, row["seating"], row["days"], row["plan"])
    status = Status(row["status"])
    game = find(terms.game).configured(terms.options)
    seating = game.spec.seatings[terms.seating]
    match = None
    if status in {Status.PLAYING, Status.OVER}:
        match = _folded(game, seating, await _log(db, row["id"]), row["version"])
    return Table(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        terms=terms,
        version=row["version"],
        status=status,
        host_id=row["host_id"],
        players=await _players(db, row["id"]),
        seating=seating,
        card_id=row["card_id"],
        board_id=row["board_id"],
        board_channel_id=row["board_channel_id"],
        turn_since=row["turn_since"],
        deadline=row["deadline"],
        match=match,
        dice=_sealed(row),
        series_id=row["series_id"],
        earlier=await _earlier(db, row["id"], row["series_id"], terms, game),
    )


async def _earlier(
    db: Database, table_id: int, series_id: int | None, terms: Terms, game: AnyGame
) -> Series | None:
    """Return the series as it stood before this table's game."""
    if terms.plan is None:
        return None
    seating = game.spec.seatings[terms.seating]
    outcomes: list[Outcome] = []
    for row in await db.rows(
        "SELECT id, version FROM tables WHERE series_id = ? AND id < ? ORDER BY id",
        series_id, table_id,
    ):  # fmt: skip
        outcome = _folded(game, seating, await _log(db, row["id"]), row["version"]).outcome
        assert outcome is not None, "a series goes on only after the end of a game"
        outcomes.append(outcome)
    return Series(find_plan(game.spec, terms.plan), game.spec, seating, tuple(outcomes))


async def _log(db: Database, table_id: int) -> list[Event]:
    rows = await db.rows(
        "SELECT kind, text FROM events WHERE table_id = ? ORDER BY number", table_id
    )
    return [decode(row["kind"], row["text"]) for row in rows]


async def _players(db: Database, table_id: int) -> tuple[Player, ...]:
    rows = await db.rows("SELECT * FROM players WHERE table_id = ? ORDER BY rowid", table_id)
    return tuple(
        Player(
            User(row["user_id"], row["name"]),
            PlayerStatus(row["standing"]),
            row["wish"],
            None if row["seat"] is None else Seat(row["seat"]),
            row["accepted"],
            row["words"],
        )
        for row in rows
    )


def _sealed(row: Row) -> DiceSecret | None:
    chain_root = row["dice_root"]
    return None if chain_root is None else DiceSecret(bytes.fromhex(chain_root), row["dice_links"])


def _folded(game: AnyGame, seating: Seating, log: list[Event], version: int) -> Match:
    """Fold a log, which fits as long as the game's rules are those that it was played by."""
    try:
        return Match.replay(game, seating, log)
    except RulesError as error:
        raise NoGame(
            f"This game was begun under version {version} of the rules of {game.spec.title}, and "
            f"can't be continued under version {game.spec.version}: {error}"
        ) from error
