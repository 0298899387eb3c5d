"""Lists of games: those that wait, finished ones with the scores, and open tables."""

from collections.abc import Sequence

from bot.messages.controls.custom_ids import Verb, for_table
from bot.messages.controls.message import Button, Link, Message, Row, Style, in_rows
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, board_link, lines, named, table_link
from bot.model.caller import Place
from bot.model.lists import Finished, Score, Waiting
from bot.model.moments import time_left
from bot.model.table import Table
from rules.contract.sentence import Notation, Sentence, all_of, say, say_n
from rules.registry import all_games

__all__ = ["MOST_OPEN", "finished", "open_tables", "played", "waiting"]

MOST_OPEN = 10
"""The most open tables in one list."""


def played(notation: str, others: Waiting | None) -> Message:
    """Return a panel whose move has been played."""
    done = say("You played **{move}**.", move=Notation(notation))
    if others is None:
        return Message(done)
    more = waiting(others)
    return Message(lines(done, more.text), rows=more.rows)


def waiting(others: Waiting) -> Message:
    """Return the number of games that wait for the reader, with a link to the next one."""
    text = say_n(
        "It's your turn in 1 more game.", "It's your turn in {count} more games.", others.count
    )
    return Message(text, rows=([Link(say("Next"), _address(others.place, others.board_id))],))


def finished(games: Sequence[Finished], scores: Sequence[Score]) -> Sentence:
    """Return the games that ended last, and the score against each rival."""
    said: list[Sentence] = []
    if games:
        said.append(say("**Finished**"))
        said += map(_finished, games)
    if scores:
        said.append(say("**Score**"))
        said += map(_score, scores)
    return lines(*said)


def open_tables(tables: Sequence[Table], vacant: Sequence[Table] = ()) -> Message:
    """Return the tables with a free place, each with a button to join it.

    Below them are the games in which a seat needs another player (`vacant`).
    """
    seats = _vacancies(vacant)
    if not tables and seats != NOTHING:
        return Message(seats)
    if not tables:
        return Message(say("No table here is waiting for players. `/play` opens one."))
    shown = tables[:MOST_OPEN]
    said = [
        say(
            "**{number}** · {terms} · {players} · {place}",
            number=number,
            terms=sentences.terms_line(table),
            players=all_of(named(player.user) for player in table.seated),
            place=board_link(table.place, table.card_id),
        )
        for number, table in enumerate(shown, 1)
    ]
    if len(tables) > len(shown):
        said.append(say_n("… and 1 more.", "… and {count} more.", len(tables) - len(shown)))
    buttons = [
        Button(
            say("Join {number}", number=number),
            for_table(Verb.JOIN_LISTED, table, table.channel_id, table.terms.digest),
            Style.SUCCESS,
        )
        for number, table in enumerate(shown, 1)
    ]
    rows: tuple[Row, ...] = in_rows(buttons)
    return Message(lines(say("**Tables waiting for players**"), *said, seats), rows=rows)


def _vacancies(tables: Sequence[Table]) -> Sentence:
    """Return the seats of running games that anybody may take."""
    said = [
        say(
            "- {sides} in {terms}, instead of {who}: {place}",
            sides=sentences.sides_of(table, vacancy.seat),
            terms=sentences.terms_line(table),
            who=named(table.at(vacancy.seat).user),
            place=board_link(table.place, table.board_id),
        )
        for table in tables[:MOST_OPEN]
        for vacancy in table.vacancies
        if vacancy.to is None
    ]
    return lines(say("**Seats looking for somebody**"), *said) if said else NOTHING


def _finished(game: Finished) -> Sentence:
    games = all_games()
    title = games[game.game].spec.title if game.game in games else Notation(game.game)
    rivals = all_of(named(user) for user in game.rivals) if game.rivals else say("nobody")
    return say(
        "- {game} with {rivals}: {result}, {when}",
        game=table_link(title, game.table_id, game.place, game.board_id), rivals=rivals,
        result=_result(game), when=time_left(game.ended_at),
    )  # fmt: skip


def _result(game: Finished) -> Sentence:
    if game.rank is None:
        return say("no result")
    if game.is_drawn:
        return say("drawn")
    return say("won") if game.rank == 1 else say("lost")


def _score(score: Score) -> Sentence:
    told = say(
        "- You {won}, {rival} {lost}",
        won=score.won, rival=named(score.rival), lost=score.lost,
    )  # fmt: skip
    if not score.drawn:
        return told
    return say("{score}, {drawn} drawn", score=told, drawn=score.drawn)


def _address(place: Place, message_id: int | None) -> str:
    server = "@me" if place.guild_id is None else str(place.guild_id)
    parts = [server, str(place.channel_id), *([str(message_id)] if message_id else [])]
    return "https://discord.com/channels/" + "/".join(parts)
