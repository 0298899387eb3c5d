"""A server's games as files for its owner."""

from datetime import UTC, datetime

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Document, Message
from bot.messages.words.text import lines
from bot.model.lists import Cursor, Ended
from rules.contract.sentence import Notation, Sentence, say, say_n

__all__ = ["button", "file"]


def button(label: Sentence, cursor: Cursor) -> Button:
    """Return the button to a file of the games that ended before a cursor."""
    return Button(label, for_text(verbs.SERVER_GAMES, cursor.time, cursor.table))


def file(games: dict[Ended, str], earlier: Cursor | None) -> Message:
    """Return a file of games as lines of JSON, latest first.

    `earlier` is where the next file begins, or None.
    """
    row = [] if earlier is None else [button(say("Earlier games"), earlier)]
    rows = (row,) if row else ()
    if not games:
        return Message(say("No games here."), rows=rows)
    last, *_ = games
    *_, first = games
    told = say_n("1 game, as JSON.", "{count} games, one line of JSON each.", len(games))
    when = say(
        "Finished {since} to {until} (UTC).",
        since=Notation(_day(first)), until=Notation(_day(last)),
    )  # fmt: skip
    which = say("From channels everyone here can see. Hidden players aren't named.")
    document = Document(f"games-{_day(last)}-{last.table_id}.jsonl", "".join(games.values()))
    return Message(lines(told, when, which), rows=rows, documents=(document,))


def _day(end: Ended) -> str:
    return f"{datetime.fromtimestamp(end.ended_at, UTC):%Y-%m-%d}"
