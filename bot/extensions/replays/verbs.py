"""The verbs of the controls of replays."""

from typing import Final

from bot.messages.controls.verbs import POSITION, Verb

__all__ = ["MOVES", "REPLAY_OF", "SHOW_REPLAY"]

MOVES: Final = Verb("moves", POSITION)
REPLAY_OF: Final = Verb("replayof", POSITION)
SHOW_REPLAY: Final = Verb("showreplay", POSITION)
