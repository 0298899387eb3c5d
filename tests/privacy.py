"""Writes docs/privacy.md, from what `bot/store/privacy.py` says about each column.

python -m tests.privacy
"""

from pathlib import Path
from typing import Final

from bot.store.privacy import KEPT, Holds, Kept

__all__ = ["PAGE", "page"]

PAGE: Final = Path(__file__).parents[1] / "docs" / "privacy.md"

_BEGINNING: Final = """\
# Privacy

What Postboard keeps about people, why, and for how long. Whoever hosts the bot has the database
and answers for it; this page says what the program does. It is made from the classes of the
database's columns (`bot/store/privacy.py`) by `python -m tests.privacy`, and a test fails for a
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
  beside it ([Operating](operating.md)). A copy holds what the database held; how long copies are
  kept, the host decides.

## What can't be done yet

No command hands over what the bot keeps about you, and none deletes it: ask whoever hosts the bot.
Where somebody's row in `people` is deleted, their games stay under the drawn number; messages then
say “a former player”, and nobody is pinged.
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
    head = "| table | what | holds of people and places | why | how long |\n|---|---|---|---|---|\n"
    return _BEGINNING + head + "".join(map(_line, KEPT)) + _END


def _line(kept: Kept) -> str:
    held = {holds for _, holds in kept.columns}
    about = ", ".join(words for holds, words in _ABOUT.items() if holds in held) or "nothing"
    return f"| `{kept.table}` | {kept.what} | {about} | {kept.why} | {kept.until} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
