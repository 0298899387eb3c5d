"""The verbs of the news' controls."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = ["FOLLOWED", "FOLLOWING", "NOTIFY_DIGEST", "SET_CLUB_RESULTS", "UNFOLLOW", "UNFOLLOW_ONE"]

FOLLOWED: Final = Verb("followed", NOTHING)
FOLLOWING: Final = Verb("following", NOTHING, (int, int))
"""Follows a table's moves too (1), or its end alone (0)."""
NOTIFY_DIGEST: Final = Verb("notifydigest", NOTHING, (int,))
SET_CLUB_RESULTS: Final = Verb("setclubresults", NOTHING)
UNFOLLOW: Final = Verb("unfollow", NOTHING, (int,))
UNFOLLOW_ONE: Final = Verb("unfollowone", NOTHING)
