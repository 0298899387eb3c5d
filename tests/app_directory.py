"""Writes docs/app-directory.md, from the bot's own words and the classes of its columns.

python -m tests.app_directory
"""

from pathlib import Path
from textwrap import fill
from typing import Final

from bot.listing import DESCRIPTION, SUMMARY, TAGS
from bot.store.sql.privacy import Holds, Kept
from tests.every_table import EVERY_TABLE

__all__ = ["PAGE", "page"]

PAGE: Final = Path(__file__).parents[1] / "docs" / "app-directory.md"

_BEGINNING: Final = """\
# The App Directory

The words for Discord's forms. `postboard setup --write` puts the description and the tags into the
portal where it has none; the rest is yours to paste. The page is made from `bot/listing.py` and
`bot/store/sql/privacy.py` by `python -m tests.app_directory`.

The directory lists verified applications alone. Under *App Verification* the portal shows what is
missing, such as links to terms of service and a privacy policy: put [TERMS.md](../TERMS.md) and
[Privacy](privacy.md) on a page of yours, or write your own.

"""
_STORED: Final = """\
## Stored data

The answers for the verification form. They are true of a bot whose host keeps to
[Operating](operating.md); whoever changes the program or keeps other copies has to say so.

**What does the app do?** It hosts board games by post. People start a game with `/play`, move by
buttons, menus and `/move`, and see the board after every move. It reads no messages except its own,
and needs no privileged intent.

**What Discord data do you store, for what purposes, and for how long?** Everything about a person
is stored under a random number, and one table links it to their Discord account. Messages, members
and roles are not stored.

"""
_END: Final = """
**Who gets it?** No one: it is neither sold nor passed on, and nothing is sent anywhere but to
Discord.

**How do people see their data, and have it deleted?** By themselves, in Discord: **My data** in
`/profile` exports it, **Forget me** there deletes it. A server's owner deletes what is stored about
the server under **More …** in `/server settings`; without that it goes 90 days after the bot was
removed. Copies of the database are deleted within 30 days. [Privacy](privacy.md) tells the rest.
"""
_KINDS: Final = {
    Holds.DISCORD_NUMBER: "Numbers of Discord accounts",
    Holds.WRITING: "Names, and what people wrote to the bot",
    Holds.PLACE: "Numbers of servers, channels, messages and interactions",
}
"""The kinds of data that come from Discord, most personal first."""


def page() -> str:
    """Return the page."""
    words = "\n".join(map(_quoted, DESCRIPTION.split("\n")))
    texts = (
        f"## Summary\n\n{_quoted(SUMMARY)}\n\n## Description\n\n{words}\n\n"
        f"## Tags\n\n{', '.join(TAGS)}\n\n"
        "## Pictures\n\n"
        "[Three of 1920 by 1080 pixels](boards/README.md), which `make gallery` draws again:"
        " `docs/boards/directory-1.png` to\n`directory-3.png`.\n\n"
    )
    return _BEGINNING + texts + _STORED + "\n".join(map(_stored, _KINDS)) + _END


def _quoted(line: str) -> str:
    return fill(line, 100, initial_indent="> ", subsequent_indent="> ")


def _stored(kind: Holds) -> str:
    """Return the list of what is stored of a kind, and of no kind before it."""
    lines = [
        fill(f"- {kept.what} – {kept.why} ({kept.until})", 100, subsequent_indent="  ") + "\n"
        for kept in EVERY_TABLE
        if kind is next((each for each in _KINDS if each in _held(kept)), None)
    ]
    return f"{_KINDS[kind]}:\n\n" + "".join(lines)


def _held(kept: Kept) -> set[Holds]:
    return {holds for _, holds in kept.columns}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
