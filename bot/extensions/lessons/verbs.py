"""The verbs of lessons and practice. They name the game and the step, and no study.

So the button of an old message always leads to the present step.
"""

from typing import Final

from bot.messages.controls.verbs import NOTHING, STUDY, Verb

__all__ = [
    "GIVE_UP", "HINT", "MORE", "MORE_GAMES", "NEW", "NEXT", "PLAY", "RESTART",
    "SHARE", "SHOW", "TAKE_BACK", "TRY", "TYPE", "TYPED",
]  # fmt: skip

MORE_GAMES: Final = Verb("moregames", NOTHING)
NEXT: Final = Verb("lessonnext", NOTHING, (str, int))
"""Turns to the step after a solved one. An unsolved one is shown again."""
PLAY: Final = Verb("practice", NOTHING, (str,))
"""Begins a practice game, or continues it."""
RESTART: Final = Verb("lessonrestart", NOTHING, (str,))
SHARE: Final = Verb("sharewin", NOTHING, (int,))
"""Tells the channel that a practice game, by the number of its study, was won."""
SHOW: Final = Verb("lessonshow", NOTHING, (str, int))
"""Shows the right move of a step."""
TRY: Final = Verb("lessontry", NOTHING, (str, int, int))
"""Tries one of the moves offered in a step, by its place among them."""
TYPE: Final = Verb("lessontype", NOTHING, (str, int))
TYPED: Final = Verb("lessontyped", NOTHING, (str, int))
GIVE_UP: Final = Verb("practicegiveup", STUDY)
HINT: Final = Verb("practicehint", STUDY)
MORE: Final = Verb("practicemore", STUDY)
NEW: Final = Verb("practicenew", NOTHING, (str,))
"""Begins a practice game anew, also in place of one in progress."""
TAKE_BACK: Final = Verb("practicetakeback", STUDY)
