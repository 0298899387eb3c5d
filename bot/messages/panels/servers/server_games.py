"""The games of a server as a file for its owner."""

from datetime import UTC, datetime

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Document, Message
from bot.messages.words.text import lines
from bot.model.lists import Cursor, Ended
from rules.contract.sentence import Notation, Sentence, say, say_n

__all__ = ["button", "file"]


def button(label: Sentence, cursor: Cursor) -> Button:
    """Return the button to the file with the games that ended before a cursor."""
    return Button(label, for_text(verbs.SERVER_GAMES, cursor.time, cursor.table))


def file(games: dict[Ended, str], earlier: Cursor | None) -> Message:
    """Return a file of games, each with its line of JSON, the latest first.

    `earlier` is where the next file begins; None if there is none.
    """
    row = [] if earlier is None else [button(say("Earlier games"), earlier)]
    rows = (row,) if row else ()
    if not games:
        return Message(say("There are no such games."), rows=rows)
    last, *_ = games
    *_, first = games
    told = say_n("1 game, as a line of JSON.", "{count} games, each a line of JSON.", len(games))
    when = say(
        "Ended from {since} to {until} (UTC).",
        since=Notation(_day(first)), until=Notation(_day(last)),
    )  # fmt: skip
    which = say(
        "They are those in channels that everybody here can see. Whoever hides has no name in them."
    )
    document = Document(f"games-{_day(last)}-{last.table_id}.jsonl", "".join(games.values()))
    return Message(lines(told, when, which), rows=rows, documents=(document,))


def _day(end: Ended) -> str:
    return f"{datetime.fromtimestamp(end.ended_at, UTC):%Y-%m-%d}"
