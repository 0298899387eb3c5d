"""Writes docs/privacy.md, from what `bot/store/sql/privacy.py` says about each column.

python -m tests.privacy
"""

from pathlib import Path
from typing import Final

from bot.store.sql.privacy import Holds, Kept
from tests.every_table import EVERY_TABLE

__all__ = ["PAGE", "page"]

PAGE: Final = Path(__file__).parents[1] / "docs" / "privacy.md"

_BEGINNING: Final = """\
# Privacy

What Postboard keeps about people, why, and for how long. Whoever hosts the bot has the database
and answers for it; this page says what the program does. It is made from the classes of the
database's columns (`bot/store/sql/privacy.py`) by `python -m tests.privacy`, and a test fails for a
column without a class.

## In short

- At your first contact the bot draws a number for you at random. One table, `people`, says which
  number belongs to which user of Discord. Everything else that is stored holds the drawn number
  alone, and buttons and menus hold neither.
- Beside that number stand your name as others saw it when you took a place or were muted, what you
  wrote (words for the dice, notes, a moderator's reasons), and what you chose.
- The log of a game holds no person and no text that a person wrote: it names seats, and rows of
  `players`.
- The bot reads no messages, except to find its own again. It asks Discord about a member of a
  server only to see whether somebody who is late has left, or whether somebody who is invited sees
  the channel.
- Nothing is sent anywhere but to Discord.

## What is kept

"""

_END: Final = """\

## Beside the database

- **Discord** keeps what the bot posted, with names and mentions, until somebody deletes it there.
- **The log of the program** goes to the standard error stream; the bot writes no log files. A line
  about a command holds the person's drawn number and the number of the interaction. The host
  decides how long such lines are kept.
- **Copies**: `postboard backup` copies the database, and before a migration the bot puts a copy
  beside it ([Operating](operating.md)). A copy holds what the database held. `postboard backup`
  deletes those in its folder after 30 days, and the bot those beside the database; a host may set
  fewer days. Other copies are the host's to delete by then, and with PostgreSQL all of them are.
- **A file beside the database**, or where the host has set it, lists the drawn numbers of people
  who were forgotten in the last 30 days. `postboard restore` reads it, and erases them from the
  copy that it puts in place; a bot that starts on an older copy forgets them again.

## A server's data

90 days after a server removed the bot its settings, its events, its ratings and what moderators
decided about them are deleted. Its owner can have that done at once: **More …** in
`/server settings`. Tables, logs and results stay under numbers.

## Your data

**My data** in `/profile` gives you, once a day, all that the bot keeps about you: your choices, and
each of your games with your note.

**Forget me** is there, too, in two steps. From then on nothing that you do counts. You leave tables
that wait for players, and resign your games; a series that you play ends without winners. In a team
with others your seat stays, and the others may let somebody play on. Then your row in `people`
goes, with all that the last column of the table says. It is overwritten, in the file and in its
write-ahead log, before you are told that it is done; after a crash the bot goes on with it, and
tells you by direct message. What was on its way to be written comes too late then, and once a day
the bot looks whether anything tells of you again. A PostgreSQL server takes it out of its tables;
bytes that are left in its files, its own log, its replicas and its backups are the host's to delete
within 30 days.

Games, results and ratings stay under the drawn number, which then tells nobody who it was, so your
opponents keep theirs. You are shown as “a former player”, and nobody is pinged. A proof of dice
stays whole: it keeps the SHA-256 of your words, which can be guessed by trying if they are few.

For 30 days the bot remembers an HMAC-SHA-256 of your number on Discord under a key in the database,
because somebody who was forgotten plays no rated games for so long. That is a pseudonym: whoever
has the key can test a number, but can't read one from it.
"""

_ABOUT: Final = {
    Holds.DISCORD_NUMBER: "Discord's number",
    Holds.PERSON: "your number here",
    Holds.WRITING: "names and writing",
    Holds.ENTERED: "your choices",
    Holds.PLACE: "numbers of places, messages or interactions",
}


def page() -> str:
    """Return the page."""
    head = (
        "| table | what | holds of people and places | why | how long | when you are forgotten |\n"
        "|---|---|---|---|---|---|\n"
    )
    return _BEGINNING + head + "".join(map(_line, EVERY_TABLE)) + _END


def _line(kept: Kept) -> str:
    held = {holds for _, holds in kept.columns}
    about = ", ".join(words for holds, words in _ABOUT.items() if holds in held) or "nothing"
    then = _forgotten(kept)
    return f"| `{kept.table}` | {kept.what} | {about} | {kept.why} | {kept.until} | {then} |\n"


def _forgotten(kept: Kept) -> str:
    """Say what becomes of a table's rows about somebody who is forgotten."""
    said = ["deleted"] if kept.deleted_by else []
    if kept.emptied_by:
        said.append("names and writing are emptied")
    if kept.stays:
        said.append("the number stays")
    return "; ".join(said) or "–"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
