"""The words for the App Directory; `postboard setup --write` puts them into the portal.

docs/app-directory.md is made from them by `python -m tests.app_directory`.
"""

from typing import Final

__all__ = ["DESCRIPTION", "SUMMARY", "TAGS"]

SUMMARY: Final = (
    "Board games at your own pace: draughts, ReMatch, Punt-Match, Rekushu, Hypergammon. Play a"
    " friend, anyone in your server, or the computer."
)
"""The line in search results, of at most 200 characters."""
DESCRIPTION: Final = (
    "Board games at your own pace: one move a day is fine. Play a friend, anyone, or the computer,"
    " in channels, threads and DMs, and see the board after every move.\n"
    "- Seven games, with short lessons and rules on one page\n"
    "- Ratings, puzzles, tournaments and ladders for clubs\n"
    "- Dice that anyone can check\n"
    "`/play` starts a game, `/rules` teaches one."
)
"""The text of the bot's profile, of at most 400 characters."""
TAGS: Final = ("board games", "draughts", "strategy", "turn-based", "puzzles")
"""At most five, of at most 20 characters."""
