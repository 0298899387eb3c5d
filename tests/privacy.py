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

What Postboard stores about people, why, and for how long. Whoever hosts the bot has the database
and is responsible for it; this page says what the program does. `python -m tests.privacy` makes
it from the classes of the database's columns (`bot/store/sql/privacy.py`). A column without a
class fails a test.

## In short

- At your first contact the bot draws a random number for you. One table, `people`, links it to
  your Discord account. Everything else is stored under the random number alone, and buttons and
  menus contain neither.
- Stored under it: your name as others saw it when you took a seat or were muted, what you wrote
  (words for the dice, notes, a moderator's reasons), and your settings.
- The log of a game holds no person and no text of a person. It names seats, and rows of
  `players`.
- The bot reads no messages, except to find its own again. It asks Discord about a member of a
  server only to see whether a late player has left, or whether an invited person sees the
  channel.
- Nothing is sent anywhere but to Discord.

## What is stored

"""

_END: Final = """\

## Beside the database

- **Discord** keeps what the bot posted, with names and mentions, until someone deletes it there.
- **The program's log** goes to the standard error stream. The bot writes no log files. A line
  about a command holds the person's random number and the interaction's. The host decides how
  long lines are kept.
- **Copies**: `postboard backup` copies the database, and before a migration the bot puts a copy
  beside it ([Operating](operating.md)). A copy holds what the database held. `postboard backup`
  deletes copies in its folder after 30 days, and the bot deletes those beside the database; a
  host can set fewer days. The host has to delete other copies by then, and with PostgreSQL all of
  them.
- **A file beside the database**, or where the host has set it, lists the random numbers of people
  who were forgotten in the last 30 days. `postboard restore` erases them from the copy that it
  puts in place, and a bot that starts on an older copy forgets them again.

## A server's data

90 days after a server removed the bot, its settings, tournaments, ladders and ratings, and its
moderators' decisions about them, are deleted. The server's owner can do that right away: **More …**
in `/server settings`. Games, logs and results stay under numbers.

## Your data

**My data** in `/profile` exports everything the bot knows about you, once a day: your settings, and
each of your games with your note.

**Forget me** is there, too, and asks once more. From then on nothing you do counts. You leave games
that haven't started, and resign the others. A series you play in ends without winners. On a team
your seat stays, and your teammates can let someone take over. Then your row in `people` goes, with
everything that the table's last column names. It is overwritten, in the file and in its write-ahead
log, before you are told that it is done. After a crash the bot finishes and tells you by DM. Writes
that were on their way come too late then, and once a day the bot checks that nothing about you has
come back. A PostgreSQL server removes it from its tables; bytes left in its files, its own log, its
replicas and its backups are the host's to delete within 30 days.

Games, results and ratings stay under the random number, which then leads to no one, so your
opponents keep theirs. You are shown as “a former player”, and no one is pinged. A proof of dice
stays whole: it keeps the SHA-256 of your words, which can be guessed by trying if they are few.

For 30 days the bot keeps an HMAC-SHA-256 of your Discord number under a key in the database,
because forgotten people play no rated games for that long. That is a pseudonym: with the key, a
number can be tested, but not read."""

_ABOUT: Final = {
    Holds.DISCORD_NUMBER: "your Discord number",
    Holds.PERSON: "your number here",
    Holds.WRITING: "names and writing",
    Holds.ENTERED: "your settings",
    Holds.PLACE: "numbers of places, messages or interactions",
}


def page() -> str:
    """Return the page."""
    head = (
        "| table | what | about people and places | why | how long | when you are forgotten |\n"
        "|---|---|---|---|---|---|\n"
    )
    return _BEGINNING + head + "".join(map(_line, EVERY_TABLE)) + _END


def _line(kept: Kept) -> str:
    held = {holds for _, holds in kept.columns}
    about = ", ".join(words for holds, words in _ABOUT.items() if holds in held) or "nothing"
    then = _forgotten(kept)
    return f"| `{kept.table}` | {kept.what} | {about} | {kept.why} | {kept.until} | {then} |\n"


def _forgotten(kept: Kept) -> str:
    """Return what becomes of a table's rows about a forgotten person."""
    said = ["deleted"] if kept.deleted_by else []
    if kept.emptied_by:
        said.append("names and writing are emptied")
    if kept.stays:
        said.append("the number stays")
    return "; ".join(said) or "–"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
