"""A game of an event, as the table where it is played names it."""

from dataclasses import dataclass

from rules.club.entries import GameKey, Stage

__all__ = ["EventGame", "read_event_game"]


@dataclass(frozen=True, slots=True)
class EventGame:
    """An attempt at a game of an event."""

    event_id: int
    key: GameKey
    attempt: int

    @property
    def text(self) -> str:
        """The game and the attempt as they are stored with the table."""
        return f"{self.key} {self.attempt}"

    @property
    def request(self) -> str:
        """The name of the request that opens its table, once."""
        return f"event:{self.event_id}:{self.text.replace(' ', ':')}"


def read_event_game(event_id: int, text: str) -> EventGame:
    """Return the attempt that `EventGame.text` tells. Raises ValueError for any other text."""
    stage, group, position, attempt = text.split(" ")
    return EventGame(event_id, GameKey(Stage(stage), int(group), int(position)), int(attempt))
