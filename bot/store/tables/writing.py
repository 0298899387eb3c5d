"""Statements that write a table, inside a transaction."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace

from bot.model.caller import NOBODY, Person
from bot.model.engines import MOST_OF_STRONGEST, duty_of
from bot.model.errors import AlreadySeen, ChannelTaken, Conflict, TooManyGames
from bot.model.queues import OutboxItem
from bot.model.table import Player, Request, Table, TermsChange, User, stored_level
from bot.store.people.forgetting import require_known, still_known
from bot.store.people.pings import write_pings
from bot.store.queues.queues import enqueue
from bot.store.queues.table_timers import write_timers
from bot.store.sql.database import Transaction, Value, marks
from bot.store.tables.counters import options_text
from bot.store.tables.engines import ENGINES
from bot.store.tables.loading import read_player, read_players
from bot.store.tables.results import write_end, write_leaving
from bot.store.tables.seat_calls import forget_public_calls
from engine.levels import LEVELS, SCALE
from rules.fair import Contribution
from rules.log.entries import Entry, encode
from rules.log.events import Offered, OfferKind, SeatTaken
from rules.match.match import Match
from rules.match.plans import answers, written_nodes

__all__ = [
    "begun_before",
    "bounds_of",
    "columns_of",
    "hand_over_seats",
    "hold",
    "insert_newcomer",
    "insert_table",
    "mark_seen",
    "put_players",
    "put_vacancies",
    "require_unchanged",
    "take_turns_at",
    "write_beginning",
    "write_columns",
    "write_entries",
    "write_plans",
    "write_reasons",
    "write_state",
    "written_change",
]


def take_turns_at(tx: Transaction, *tables: Table) -> None:
    """Make others wait who write about the people at these tables, before anything is written.

    Invited people are included: limits count what one person does, or hears of, at all tables.
    """
    people = (player for table in tables for player in table.players if not player.is_engine)
    written = [person for table in tables for person in _told_of_by(table)]
    tx.take_turns([*(player.user.id for player in people), *written])


def _told_of_by(table: Table) -> Iterator[Person]:
    """Yield the people who are named beside a table's players."""
    for vacancy in table.vacancies:
        if vacancy.to is not None:
            yield vacancy.to.id
        if vacancy.reason is not None:
            yield vacancy.reason.person
    for reason in table.reasons.values():
        yield reason.person


def hold(tx: Transaction, table_id: int) -> None:
    """Make others wait who write a table, or about its people, before anything of it is read."""
    people = tx.do(
        "SELECT DISTINCT person FROM players WHERE table_id = ? AND person IS NOT NULL", table_id
    )
    tx.take_turns(row["person"] for row in people)
    tx.do("UPDATE tables SET entry_count = entry_count WHERE id = ?", table_id)


def mark_seen(tx: Transaction, request: Request, table_id: int, now: int) -> None:
    """Store that a request is carried out. Raises AlreadySeen if it was before."""
    new = tx.change(
        "INSERT INTO requests (id, table_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        request.id, table_id, now,
    )  # fmt: skip
    if not new:
        raise AlreadySeen


def insert_table(tx: Transaction, table: Table, now: int) -> int:
    """Insert a table without its players and return its number; `table.id` is ignored."""
    place, terms, dice = table.place, table.terms, table.dice
    return tx.insert(
        "INSERT INTO tables (guild_id, channel_id, parent_id, place, secret, game, rules_version,"
        " options, seating, time_control, clock_mode, vacation, hints, boards, rated,"
        " series_format, series_id, game_number, status, host, locale, opened_at, rematch_of,"
        " dice_root, dice_links, cards, declines, event_id, event_game,"
        " pairing_id)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
        " ?, ?, ?)",
        place.guild_id, place.channel_id, place.parent_id, place.kind.value,
        int(place.is_secret), terms.game,
        table.version, options_text(terms), terms.seating,
        terms.time.text.removesuffix(" hard"), "hard" if terms.time.hard else "soft",
        int(terms.vacation), int(terms.hints), terms.boards.value if terms.boards else None,
        int(terms.rated),
        terms.series_format, table.series_id, table.game_number, table.status.value,
        table.host_id, table.locale, now, table.rematch_of,
        dice.chain_root.hex() if dice else None, dice.remaining if dice else None, table.cards,
        table.declines, table.event.event_id if table.event else None,
        table.event.text if table.event else None, table.pairing,
    )  # fmt: skip


def write_beginning(tx: Transaction, before: Table, begun: Table, item: OutboxItem) -> Table:
    """Store the beginning of a game, and the row that shows it. Returns the table as stored.

    Raises ChannelTaken or TooManyGames.
    """
    _require_free_channel(tx, begun.channel_id)
    if (begun.place, begun.version) != (before.place, before.version):
        tx.do(
            "UPDATE tables SET channel_id = ?, parent_id = ?, rules_version = ? WHERE id = ?",
            begun.place.channel_id, begun.place.parent_id, begun.version, begun.id,
        )  # fmt: skip
    _require_room_with_strongest(tx, begun)
    put_players(tx, begun.id, before.players, begun.players)
    stored = replace(begun, players=read_players(tx, begun.id))
    write_entries(tx, stored.id, stored.started.entries)
    write_state(tx, stored)
    enqueue(tx, item)
    return stored


def _require_free_channel(tx: Transaction, channel_id: int) -> None:
    """Raise ChannelTaken if a game runs in the channel."""
    if tx.do(
        "SELECT 1 FROM tables WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL",
        channel_id,
    ):
        raise ChannelTaken


def _require_room_with_strongest(tx: Transaction, table: Table) -> None:
    """Raise TooManyGames if a person already plays enough games against the strongest engine."""
    strongest = LEVELS[-1].number
    stored = [stored_level(strongest, scale) for scale in range(SCALE + 1)]
    if all(engine.level != strongest for engine in table.engines):
        return
    for person in table.persons:
        rows = tx.do(
            "SELECT count(DISTINCT tables.id) AS games FROM players AS engine"  # noqa: S608
            " JOIN tables ON tables.id = engine.table_id"
            " JOIN players AS person ON person.table_id = tables.id"
            f" WHERE engine.kind = 'engine' AND engine.level IN ({marks(stored)})"
            " AND tables.status = 'playing'"
            " AND engine.seat IS NOT NULL AND engine.table_id <> ?"
            " AND person.person = ? AND person.past = 0 AND person.status = 'seated'",
            *stored, table.id, person.user.id,
        )  # fmt: skip
        if rows[0]["games"] >= MOST_OF_STRONGEST:
            raise TooManyGames(person.user)


def require_unchanged(tx: Transaction, table: Table) -> None:
    """Raise Conflict unless the table is stored with this status, this log and these players.

    Other terms show in what the players have agreed to: the host agrees to every change.
    """
    entries = len(table.match.entries) if table.match else 0
    # An update, so that other processes wait here, and then see what this one has done.
    is_same = tx.change(
        "UPDATE tables SET status = status WHERE id = ? AND status = ? AND entry_count = ?",
        table.id, table.status.value, entries,
    )  # fmt: skip
    players = tx.do(
        "SELECT id, agreed FROM players WHERE table_id = ? AND status <> 'left'", table.id
    )
    known = {(player.id, player.agreed) for player in table.players}
    if not is_same or {tuple(row) for row in players} != known:
        raise Conflict


def put_players(
    tx: Transaction, table_id: int, before: Iterable[Player], after: Iterable[Player]
) -> None:
    """Store the people at a table: new players, changed ones, and those who are gone."""
    known = {player.id: player for player in before}
    kept = tuple(after)
    for player_id in known.keys() - {player.id for player in kept}:
        tx.do("DELETE FROM players WHERE id = ?", player_id)
    written = [player for player in kept if player != known.get(player.id)]
    there = still_known(tx, (player.user.id for player in written if not player.is_engine))
    for player in written:
        shown = player if player.is_engine or player.user.id in there else _former(player)
        if player.id == 0:
            _insert_player(tx, table_id, shown)
        else:
            _update_player(tx, shown)


def write_entries(tx: Transaction, table_id: int, entries: Iterable[Entry]) -> None:
    """Append entries to a log. Raises Taken if their numbers are taken."""
    tx.each(
        "INSERT INTO entries (table_id, number, at, actor_kind, actor_seat, actor_player, request,"
        " kind, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (table_id, e.number, e.at, e.actor.value, e.seat, e.player, e.request, *encode(e.event))
            for e in entries
        ),
    )


def write_reasons(tx: Transaction, before: Table, after: Table) -> None:
    """Store the reasons that were given for new entries of a table. Raises BeingForgotten."""
    for number in after.reasons.keys() - before.reasons.keys():
        reason = after.reasons[number]
        require_known(tx, reason.person)
        tx.do(
            "INSERT INTO reasons (table_id, number, person, text) VALUES (?, ?, ?, ?)",
            after.id, number, reason.person, reason.text,
        )  # fmt: skip


def write_state(tx: Transaction, table: Table, before: Table | None = None) -> frozenset[Person]:
    """Store the columns that follow from the log, and the results once the game is over.

    `before` is the table as stored, or None if its game begins. Returns the people whom the newest
    entry's message is about but doesn't ping.
    """
    write_columns(tx, table, before)
    write_timers(tx, table, before)
    silenced = write_pings(tx, table)
    if before is not None and before.match is not None:
        since = len(before.match.entries)
        for written in tx.hooks.entries_written:
            written(tx, table, since)
    if table.started.outcome is not None:
        write_end(tx, table)
        for ended in tx.hooks.game_ended:
            ended(tx, table)
    return silenced


def write_columns(tx: Transaction, table: Table, before: Table | None = None) -> None:
    """Store the columns that follow from the log.

    `before` is the table as stored, if known. While a game only goes on, the columns written at its
    beginning and its end stay, and so do their indexes.
    """
    columns = columns_of(table)
    tx.do(
        "UPDATE tables SET entry_count = ?, log_digest = ?, position_number = ?, due_player = ?,"
        " due_kind = ?, turn_since = ?, due_at = ?, turn_allowed = ?, pause_end = ?,"
        " engine_due = ?, round = ?"
        " WHERE id = ?",
        *columns.values(), table.id,
    )  # fmt: skip
    match = table.match
    if before is None or before.status is not table.status or (match and match.outcome):
        bounds = bounds_of(table, begun_before(tx, table.series_id, table.game_number))
        tx.do(
            "UPDATE tables SET status = ?, outcome = ?, outcome_rule = ?, begun_at = ?,"
            " begun_by = ? WHERE id = ?",
            *bounds.values(), table.id,
        )  # fmt: skip
    if columns["engine_due"]:
        tx.announce(ENGINES)


def columns_of(table: Table) -> dict[str, Value]:
    """Return the columns that follow from the log and change with its entries, in their order."""
    match, due = table.match, table.due
    turn = match.clock.turn if match else None
    return {
        "entry_count": len(match.entries) if match else 0,
        "log_digest": match.digest if match else "",
        "position_number": match.position_number if match else 0,
        "due_player": due.id if due else None,
        "due_kind": due.kind.value if due else None,
        "turn_since": table.turn_since,
        "due_at": table.due_at,
        "turn_allowed": turn.allowed if turn else None,
        "pause_end": None if match is None or match.outcome else match.clock.resumes,
        "engine_due": int(duty_of(table) is not None),
        "round": match.round if match else 0,
    }


def bounds_of(table: Table, before: int | None) -> dict[str, Value]:
    """Return the columns that tell how and when a game began, and how it ended, in their order.

    `before` is the number of the interaction that began the game before it in its series.
    """
    match = table.match
    outcome = match.outcome if match else None
    return {
        "status": table.status.value,
        "outcome": None if outcome is None else ("void" if outcome.is_void else "result"),
        "outcome_rule": outcome.rule.key if outcome else None,
        "begun_at": match.entries[0].at if match else None,
        "begun_by": (_begun_by(match) or before) if match else None,
    }


def begun_before(tx: Transaction, series_id: int | None, game_number: int) -> int | None:
    """Return the number of the interaction that began the game before this one in its series."""
    if series_id is None or game_number == 1:
        return None
    rows = tx.do(
        "SELECT begun_by FROM tables WHERE series_id = ? AND game_number = ?",
        series_id, game_number - 1,
    )  # fmt: skip
    return rows[0]["begun_by"] if rows else None


def _begun_by(match: Match) -> int | None:
    """Return the id of the interaction that began a game, or None for a timer or an engine."""
    number, _, _ = match.entries[0].request.partition(":")
    return int(number) if number.isdecimal() else None


def insert_newcomer(tx: Transaction, table_id: int, player: Player) -> Player:
    """Return the row of a person who asks for a seat; it holds none until the others agree.

    A person who has asked before keeps that row. Raises BeingForgotten.
    """
    if not player.is_engine:
        require_known(tx, player.user.id)
    rows = tx.do(
        "INSERT INTO players (table_id, kind, level, person, name, status, words,"
        " accepted_request, agreed) VALUES (?, ?, ?, ?, ?, 'left', '', ?, ?)"
        " ON CONFLICT (table_id, person) DO UPDATE SET name = excluded.name,"
        " accepted_request = excluded.accepted_request, agreed = excluded.agreed"
        " RETURNING *",
        table_id, player.kind.value, player.stored_level, player.user.id or None,
        player.user.name, player.accepted, player.agreed,
    )  # fmt: skip
    return read_player(rows[0])


def put_vacancies(tx: Transaction, table: Table) -> None:
    """Store a table's vacant seats, without seats that look for a person who is gone."""
    tx.do("DELETE FROM vacancies WHERE table_id = ?", table.id)
    there = still_known(tx, _told_of_by(table))
    for each in table.vacancies:
        to, reason = each.to, each.reason
        if reason is not None and reason.person not in there:
            reason = None
        if to is None or to.id in {NOBODY, *there}:
            tx.do(
                "INSERT INTO vacancies (table_id, seat, way, since, by_player, to_person, to_name,"
                " has_left, reason, reason_by, guild_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                table.id, each.seat, each.way.value, each.since, each.by,
                to.id if to else None, to.name if to else None, int(each.has_left),
                reason.text if reason else None, reason.person if reason else None,
                table.guild_id,
            )  # fmt: skip


def hand_over_seats(tx: Transaction, before: Table, after: Table, entries: Iterable[Entry]) -> None:
    """Store the changes of seats by new entries of a table, before and after them.

    Raises TooManyGames if the strongest engine takes a seat and a person already plays too many
    games against it.
    """
    # A proposal to let the computer play keeps the seat for it with the same entry.
    looks = after.vacancies != before.vacancies
    for entry in entries:
        match entry.event:
            case SeatTaken():
                if entry.event.by_engine:
                    _require_room_with_strongest(tx, after)
                _hand_over(tx, after, entry, entry.event)
            case Offered(kind=OfferKind.SUBSTITUTE):
                looks = True
            case _:
                pass
    if looks:
        put_vacancies(tx, after)


def _hand_over(tx: Transaction, after: Table, entry: Entry, event: SeatTaken) -> None:
    """Close the row of the seat's former holder and open the new one's."""
    tx.do(
        "UPDATE players SET status = 'left', until_entry = ? WHERE id = ?", entry.number, event.old
    )
    new = next(player for player in after.players if player.id == event.new)
    tx.do(
        "UPDATE players SET status = 'seated', seat = ?, contestant = ?, from_entry = ?"
        " WHERE id = ?",
        event.seat, new.contestant, entry.number, event.new,
    )  # fmt: skip
    forget_public_calls(tx, after.id, event.seat)
    old = next(player for player in after.others if player.id == event.old)
    tx.do("DELETE FROM drafts WHERE table_id = ? AND person = ?", after.id, old.user.id)
    tx.do("DELETE FROM plans WHERE table_id = ? AND player_id = ?", after.id, event.old)
    write_leaving(tx, after, entry, event)


def write_plans(tx: Transaction, before: Table, after: Table) -> None:
    """Replace a table's trees that have changed, and no others: their owners may be using them.

    The number of answers in a tree follows from the position, too.
    """
    match = after.started
    for seat in before.plans.keys() - after.plans.keys():
        tx.do(
            "DELETE FROM plans WHERE table_id = ? AND player_id = ?", after.id, before.at(seat).id
        )
    for seat, plan in sorted(after.plans.items()):
        number, player_id = answers(match, plan), after.at(seat).id
        if before.plans.get(seat) == plan:
            tx.do(
                "UPDATE plans SET answers = ? WHERE table_id = ? AND player_id = ?",
                number, after.id, player_id,
            )  # fmt: skip
            continue
        tx.do(
            "INSERT INTO plans (table_id, player_id, root_entry, root_digest, tree, answers)"
            " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, player_id) DO UPDATE SET"
            " root_entry = excluded.root_entry, root_digest = excluded.root_digest,"
            " tree = excluded.tree, answers = excluded.answers",
            after.id, player_id, plan.root_number, plan.root_digest,
            written_nodes(plan.children), number,
        )  # fmt: skip


def _former(player: Player) -> Player:
    """Return a player who is gone as they are kept: without a name, with the digest of words."""
    digest = player.words_digest
    if player.words:
        digest = Contribution(0, "0", player.words).digest
    return replace(player, user=User(player.user.id, ""), words="", words_digest=digest)


def _insert_player(tx: Transaction, table_id: int, player: Player) -> None:
    tx.do(
        "INSERT INTO players (table_id, seat, kind, level, person, name, status, preferred_side,"
        " words, words_digest, accepted_request, agreed, was_invited, contestant, from_entry,"
        " silent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        table_id, player.seat, player.kind.value, player.stored_level, player.user.id or None,
        player.user.name, player.status.value, player.preferred_side, player.words,
        player.words_digest, player.accepted, player.agreed, int(player.was_invited),
        player.contestant, player.from_entry, int(player.silent),
    )  # fmt: skip


def _update_player(tx: Transaction, player: Player) -> None:
    tx.do(
        "UPDATE players SET seat = ?, name = ?, status = ?, preferred_side = ?, words = ?,"
        " accepted_request = ?, agreed = ?, was_invited = ?, contestant = ?, until_entry = ?,"
        " silent = ? WHERE id = ?",
        player.seat, player.user.name, player.status.value, player.preferred_side, player.words,
        player.accepted, player.agreed, int(player.was_invited), player.contestant,
        player.until_entry, int(player.silent), player.id,
    )  # fmt: skip


def written_change(change: TermsChange | None) -> str | None:
    """Return a change of terms as it is stored; `loading` reads it."""
    return None if change is None else json.dumps(asdict(change))
