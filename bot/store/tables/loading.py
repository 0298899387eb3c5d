"""A table as a value, from its rows in the database."""

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import cast

from bot.model.boards import Boards
from bot.model.caller import Place, PlaceKind, User, named, user_of
from bot.model.dice_secret import DiceSecret
from bot.model.event_game import read_event_game
from bot.model.lists import TableSummary
from bot.model.results import Result, series_of
from bot.model.server import ServerSettings, read_settings
from bot.model.table import (
    Player,
    PlayerKind,
    PlayerStatus,
    Reason,
    Status,
    Table,
    Terms,
    TermsChange,
    Vacancy,
    level_of,
)
from bot.store.sql.database import Row, Transaction, marks
from engine.levels import SCALE
from rules.contract.core import AnyGame, Seat, Seating
from rules.log.entries import Actor, Entry, decode, digest_of
from rules.log.events import SeatWay
from rules.match.match import Match
from rules.match.plans import Plan, read_nodes
from rules.match.series import Contestant, Series, find_format
from rules.registry import find
from rules.time.time_control import read_time_control

__all__ = [
    "TableRows",
    "named",
    "place_of",
    "read_player",
    "read_players",
    "read_rows",
    "settings_of",
    "summaries",
    "table_from_rows",
]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableRows:
    """The rows of one table, and the results of its series before it."""

    table: Row
    players: Sequence[Row]
    """All players, including those who have left."""
    vacancies: Sequence[Row]
    plans: Sequence[Row]
    entries: Sequence[Row]
    reasons: Sequence[Row]
    results: Sequence[Row]


def read_rows(tx: Transaction, table_id: int) -> TableRows | None:
    """Read a table, or None if there is none. It runs in the database's thread."""
    found = tx.do(
        "SELECT tables.*, settings FROM tables"
        " LEFT JOIN guilds ON guilds.guild_id = tables.guild_id WHERE id = ?",
        table_id,
    )
    if not found:
        return None
    table = found[0]
    results = tx.do(
        "SELECT results.*, game_number FROM results JOIN tables ON tables.id = table_id"
        " WHERE results.series_id = ? AND game_number < ?"
        " AND entry = entry_count ORDER BY game_number, seat",
        table["series_id"], table["game_number"],
    ) if table["series_id"] else []  # fmt: skip
    players = tx.do("SELECT * FROM players WHERE table_id = ? ORDER BY id", table_id)
    vacancies = tx.do("SELECT * FROM vacancies WHERE table_id = ? ORDER BY seat", table_id)
    entries = tx.do("SELECT * FROM entries WHERE table_id = ? ORDER BY number", table_id)
    reasons = tx.do("SELECT * FROM reasons WHERE table_id = ?", table_id)
    plans = tx.do("SELECT * FROM plans WHERE table_id = ?", table_id)
    return TableRows(table, players, vacancies, plans, entries, reasons, results)


def table_from_rows(rows: TableRows, *, trusting: bool = True) -> Table:
    """Return the table with its match folded from the log; its moves are checked if not `trusting`.

    A table that can't be read is set apart: it has no match, but a reason. Whatever the error is,
    it may be the fault of this version of the program, so every reading decides again. This may
    take long and doesn't need the database, so it shouldn't run on the event loop.
    """
    row = rows.table
    everybody = tuple(map(read_player, rows.players))
    base = replace(
        _base(row, Terms(row["game"], {}), _here(everybody)),
        others=tuple(player for player in everybody if player.status is PlayerStatus.LEFT),
        vacancies=tuple(map(_vacancy, rows.vacancies)),
        reasons={each["number"]: Reason(each["person"], each["text"]) for each in rows.reasons},
    )
    try:
        agreed = replace(base, terms=_terms(row), terms_change=_terms_change(row))
        return _with_game(agreed, rows, trusting=trusting)
    # Too little memory says nothing about the table.
    except MemoryError:
        raise
    except (LookupError, ValueError, AssertionError) as error:
        return replace(base, set_apart=str(error).rstrip(".") or type(error).__name__)
    except Exception as error:
        _log.exception("Table %s can't be read", row["id"])
        return replace(base, set_apart=f"{type(error).__name__}: {error}")


def _base(row: Row, terms: Terms, players: tuple[Player, ...]) -> Table:
    """Return the table without anything that follows from its game."""
    root = row["dice_root"]
    return Table(
        id=row["id"],
        place=place_of(row),
        terms=terms,
        version=row["rules_version"],
        status=Status(row["status"]),
        host_id=row["host"],
        players=players,
        seating=(),
        cards=row["cards"],
        declines=row["declines"],
        card_id=row["card_id"],
        board_id=row["board_id"],
        dice=None if root is None else DiceSecret(bytes.fromhex(root), row["dice_links"]),
        series_id=row["series_id"],
        game_number=row["game_number"],
        rematch_of=row["rematch_of"],
        event=read_event_game(row["event_id"], row["event_game"]) if row["event_id"] else None,
        pairing=row["pairing_id"],
        unnamed=settings_of(row).unnamed,
        locale=row["locale"],
    )


def _with_game(base: Table, rows: TableRows, *, trusting: bool) -> Table:
    """Return the table with its game. Raises various errors if the rows can't be read."""
    terms = base.terms
    begun = bool(rows.entries) and base.status is not Status.CLOSED
    started = begun or base.status in {Status.PLAYING, Status.OVER}
    game = find(terms.game, base.version if started else None).configured(terms.options)
    seating = game.spec.seatings[terms.seating]
    table = replace(base, seating=seating, earlier=_earlier(terms, game, seating, rows.results))
    if not started:
        return table
    match = Match.of(game, seating, terms.time, table.first_engines)
    plans = {
        row["player_id"]: Plan(row["root_entry"], row["root_digest"], read_nodes(row["tree"]))
        for row in rows.plans
    }
    held = {p.seat: plans[p.id] for p in base.players if p.seat is not None and p.id in plans}
    folded = _folded(match, rows, trusting=trusting)
    folded.view()  # If this raises, none of its messages would come through.
    status = Status.OVER if folded.outcome else Status.PLAYING
    return replace(table, status=status, match=folded, plans=held)


def _folded(match: Match, rows: TableRows, *, trusting: bool) -> Match:
    """Return the match after all entries.

    A log with the digest that was stored with its last entry is unchanged, so the rules of this
    version have already found all its moves to be legal. Raises RulesError if it can't be folded.
    """
    entries = tuple(map(_entry, rows.entries))
    if not entries:
        raise ValueError("the log has no entries")
    trusted = trusting and digest_of(entries) == rows.table["log_digest"]
    return match.with_entries(entries, trusted=trusted)


def _earlier(terms: Terms, game: AnyGame, seating: Seating, rows: Sequence[Row]) -> Series | None:
    """Return the series before this table's game."""
    if terms.series_format is None:
        return None
    games = (
        [_result(row) for row in group]
        for _, group in groupby(rows, lambda row: row["game_number"])
    )
    return series_of(find_format(game.spec, terms.series_format), game.spec, seating, games)


def _terms(row: Row) -> Terms:
    control = read_time_control(row["time_control"])
    return Terms(
        game=row["game"],
        options=_options(row["options"]),
        seating=row["seating"],
        time=replace(control, hard=row["clock_mode"] == "hard"),
        series_format=row["series_format"],
        vacation=bool(row["vacation"]),
        hints=bool(row["hints"]),
        boards=None if row["boards"] is None else Boards(row["boards"]),
        rated=bool(row["rated"]),
    )


def _terms_change(row: Row) -> TermsChange | None:
    """Return the last change of a table's terms. Raises ValueError for any other text."""
    if row["terms_change"] is None:
        return None
    try:
        change = json.loads(row["terms_change"])
        return TermsChange(change["number"], change["at"], tuple(change["fields"]), change["card"])
    except (LookupError, TypeError, ValueError):
        raise ValueError("the change of its terms can't be read") from None


def _options(text: str) -> Mapping[str, str]:
    """Return the stored options of a game. Raises ValueError for any other text."""
    with suppress(ValueError):
        options = json.loads(text)
        if isinstance(options, dict):
            return cast("dict[str, str]", options)
    raise ValueError("its options can't be read")


def settings_of(row: Row) -> ServerSettings:
    """Return the settings of the server of a row; the usual ones where there is none."""
    return read_settings(row["settings"] or "{}")


def summaries(
    tx: Transaction, rows: Sequence[Row], *, with_invited: bool = False
) -> list[TableSummary]:
    """Return the entries of tables for lists, with the names of those who sit there."""
    table_ids = [row["id"] for row in rows]
    wanted = {PlayerStatus.SEATED.value}
    if with_invited:
        wanted.add(PlayerStatus.INVITED.value)
    names = defaultdict[int, list[User]](list)
    for player in tx.do(
        "SELECT table_id, person, name, status FROM players"  # noqa: S608
        f" WHERE table_id IN ({marks(table_ids)}) ORDER BY id",
        *table_ids,
    ):
        if player["status"] in wanted:
            names[player["table_id"]].append(user_of(player["person"], player["name"]))
    return [_summary(row, names[row["id"]]) for row in rows]


def _summary(row: Row, names: Iterable[User]) -> TableSummary:
    started = row["status"] == Status.PLAYING.value
    return TableSummary(
        id=row["id"],
        place=place_of(row),
        game=row["game"],
        status=Status(row["status"]),
        host_id=row["host"],
        names=tuple(names),
        due_person=row["due_person"],
        due_name=None if row["due_name"] is None else named(row["due_name"]),
        turn_since=row["turn_since"],
        due_at=row["due_at"],
        message_id=row["board_id"] if started else row["card_id"],
        set_apart=row["set_apart"],
        opened_at=row["opened_at"],
        round=row["round"],
    )


def place_of(row: Row) -> Place:
    """Return the place that hosts the table of a row."""
    return Place(
        row["channel_id"], row["guild_id"], row["parent_id"], PlaceKind(row["place"]),
        is_secret=bool(row["secret"]),
    )  # fmt: skip


def read_players(tx: Transaction, table_id: int) -> tuple[Player, ...]:
    """Return the people at a table, in the order in which they came."""
    rows = tx.do("SELECT * FROM players WHERE table_id = ? ORDER BY id", table_id)
    return _here(map(read_player, rows))


def _here(players: Iterable[Player]) -> tuple[Player, ...]:
    return tuple(player for player in players if player.status is not PlayerStatus.LEFT)


def _vacancy(row: Row) -> Vacancy:
    to = None if row["to_person"] is None else user_of(row["to_person"], row["to_name"])
    return Vacancy(
        seat=Seat(row["seat"]),
        way=SeatWay(row["way"]),
        since=row["since"],
        by=row["by_player"],
        to=to,
        has_left=bool(row["has_left"]),
        reason=Reason(row["reason_by"], row["reason"]) if row["reason"] else None,
    )


def read_player(row: Row) -> Player:
    """Return a row of players as a value."""
    scale, level = (SCALE, None) if row["level"] is None else level_of(row["level"])
    return Player(
        user=user_of(row["person"], row["name"]),
        status=PlayerStatus(row["status"]),
        preferred_side=row["preferred_side"],
        seat=None if row["seat"] is None else Seat(row["seat"]),
        accepted=row["accepted_request"],
        agreed=row["agreed"],
        was_invited=bool(row["was_invited"]),
        words=row["words"],
        words_digest=row["words_digest"],
        id=row["id"],
        kind=PlayerKind(row["kind"]),
        level=level,
        scale=scale,
        contestant=None if row["contestant"] is None else Contestant(row["contestant"]),
        from_entry=row["from_entry"],
        until_entry=row["until_entry"],
        silent=bool(row["silent"]),
    )


def _entry(row: Row) -> Entry:
    return Entry(
        number=row["number"],
        at=row["at"],
        actor=Actor(row["actor_kind"]),
        seat=None if row["actor_seat"] is None else Seat(row["actor_seat"]),
        player=row["actor_player"],
        request=row["request"],
        event=decode(row["kind"], row["text"]),
    )


def _result(row: Row) -> Result:
    return Result(
        seat=Seat(row["seat"]),
        player_id=row["player_id"],
        person=row["person"],
        team=row["team"],
        sides=tuple(json.loads(row["sides"])),
        rank=row["rank"],
        score=row["score"],
        worth=row["worth"],
        rule=row["rule"],
    )
