"""The aims of studies that teach a game."""

from typing import Final

__all__ = ["LESSON", "PRACTICE"]

LESSON: Final = "lesson"
"""The aim of a study in which a newcomer follows the lessons of a game."""
PRACTICE: Final = "practice"
"""The aim of a study that is a private game against the computer."""
