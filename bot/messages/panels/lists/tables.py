"""Lists of games: those that wait, finished ones with the scores, and open games."""

from collections.abc import Sequence
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_table
from bot.messages.controls.message import Button, Link, Message, Row, Style, in_rows
from bot.messages.words import sentences
from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, address, board_link, lines, link, named
from bot.model.caller import Person
from bot.model.lists import Ended, Score, Waiting
from bot.model.moments import time_left
from bot.model.table import Table
from rules.contract.sentence import Notation, Sentence, all_of, say, say_n

__all__ = ["end", "finished", "open_tables", "own_end", "played", "waiting"]

_MOST_VACANT: Final = 10
"""The most games with a vacant seat in one list."""


def played(notation: str, others: Waiting | None) -> Message:
    """Return a panel whose move has been played."""
    done = say("Played **{move}**.", move=Notation(notation))
    if others is None:
        return Message(done)
    more = waiting(others)
    return Message(lines(done, more.text), rows=more.rows)


def waiting(others: Waiting) -> Message:
    """Return the number of games that wait for the reader, with a link to the next one."""
    text = say_n(
        "1 more game is waiting for you.", "{count} more games are waiting for you.", others.count
    )
    return Message(text, rows=([Link(say("Next"), address(others.place, others.board_id))],))


def finished(games: Sequence[Ended], person: Person, scores: Sequence[Score]) -> Sentence:
    """Return a person's latest finished games, and their scores against opponents."""
    said: list[Sentence] = []
    if games:
        said.append(say("**Finished**"))
        said += [own_end(game, person) for game in games]
    if scores:
        said.append(say("**Score**"))
        said += map(_score, scores)
    return lines(*said)


def open_tables(
    tables: Sequence[Table], vacant: Sequence[Table] = (), ways: Row = (), game: str | None = None
) -> Message:
    """Return a page of games with an open seat, with buttons to join.

    Below them are the games that need another player (`vacant`), and buttons for other `ways` to
    play. `game` is the key of the only game listed.
    """
    seats, rows = _vacancies(vacant), (ways,) if ways else ()
    if not tables and seats != NOTHING:
        return Message(seats, rows=rows)
    if not tables and game is not None:
        title = title_or_key(game)
        return Message(say("No one is waiting for {game} right now.", game=title), rows=rows)
    if not tables:
        return Message(say("No open games right now. `/play` starts one."), rows=rows)
    said = [
        say(
            "**{number}** · {terms} · {players} · {place}",
            number=number,
            terms=sentences.terms_line(table),
            players=all_of(named(player.user) for player in table.seated),
            place=board_link(table.place, table.card_id),
        )
        for number, table in enumerate(tables, 1)
    ]
    buttons = [
        Button(
            say("Join {number}", number=number),
            for_table(verbs.JOIN_LISTED, table, table.channel_id, table.terms.digest),
            Style.SUCCESS,
        )
        for number, table in enumerate(tables, 1)
    ]
    text = lines(say("**Open games**"), *said, seats)
    return Message(text, rows=(*in_rows(buttons), *rows))


def _vacancies(tables: Sequence[Table]) -> Sentence:
    """Return the seats of running games that anyone may take."""
    said = [
        say(
            "- {sides} in {terms}, in place of {who}: {place}",
            sides=sentences.sides_of(table, vacancy.seat),
            terms=sentences.terms_line(table),
            who=named(table.at(vacancy.seat).user),
            place=board_link(table.place, table.board_id),
        )
        for table in tables[:_MOST_VACANT]
        for vacancy in table.vacancies
        if vacancy.to is None
    ]
    return lines(say("**Seats to take over**"), *said) if said else NOTHING


def own_end(game: Ended, person: Person) -> Sentence:
    """Return the row of a game that is over for a person who played in it."""
    rivals = [named(user) for user, _ in game.players if user.id != person]
    return say(
        "- {game} with {rivals}: {result} after {moves}, {when}",
        game=_link(game), rivals=all_of(rivals) if rivals else say("no one"),
        result=_own_result(game), moves=_moves(game), when=time_left(game.ended_at),
    )  # fmt: skip


def end(game: Ended) -> Sentence:
    """Return the row of a game that is over: who played, who won, after how many moves, when."""
    return say(
        "- {game}: {names}, {result} after {moves}, {when}",
        game=_link(game), names=all_of(named(user) for user, _ in game.players),
        result=_result(game), moves=_moves(game), when=time_left(game.ended_at),
    )  # fmt: skip


def _link(game: Ended) -> Sentence:
    return link(title_or_key(game.game), game.place, game.board_id)


def _moves(game: Ended) -> Sentence:
    return say_n("1 move", "{count} moves", game.round)


def _own_result(game: Ended) -> Sentence:
    if game.rank is None:
        return say("no result")
    if game.is_drawn:
        return say("you drew")
    return say("you won") if game.rank == 1 else say("you lost")


def _result(game: Ended) -> Sentence:
    winners = [named(user) for user, rank in game.players if rank == 1]
    if not winners:
        return say("no result")
    return say("drawn") if game.is_drawn else say("{who} won", who=all_of(winners))


def _score(score: Score) -> Sentence:
    told = say(
        "- You {won}, {rival} {lost}",
        won=score.won, rival=named(score.rival), lost=score.lost,
    )  # fmt: skip
    if not score.drawn:
        return told
    return say("{score}, {drawn} drawn", score=told, drawn=score.drawn)
