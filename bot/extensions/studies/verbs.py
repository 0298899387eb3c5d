"""The verbs of the buttons in a walk through mistakes."""

from typing import Final

from bot.messages.controls.verbs import STUDY, Verb

__all__ = ["ANSWER", "MISTAKE"]

ANSWER: Final = Verb("answer", STUDY)
MISTAKE: Final = Verb("mistake", STUDY)
