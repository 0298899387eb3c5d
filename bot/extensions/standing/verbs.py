"""The verbs of profiles, leaderboards and figures; the core links `verbs.PROFILE`."""

from typing import Final

from bot.messages.controls.verbs import NOTHING, Verb

__all__ = [
    "AROUND_ME", "HIDE", "LEADERBOARD", "LEADERS_FROM", "LEADERS_OF", "SHOW_PROFILE", "STATS",
]  # fmt: skip

AROUND_ME: Final = Verb("aroundme", NOTHING, (str,))
HIDE: Final = Verb("hide", NOTHING, (int,))
LEADERBOARD: Final = Verb("leaderboard", NOTHING)
LEADERS_FROM: Final = Verb("leadersfrom", NOTHING, (str, int))
LEADERS_OF: Final = Verb("leadersof", NOTHING)
SHOW_PROFILE: Final = Verb("showprofile", NOTHING)
STATS: Final = Verb("stats", NOTHING, (str,))
