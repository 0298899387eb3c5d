"""Tasks in studies, such as finding the best move: whoever sets one judges the moves."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bot.interactions.components.move_panel.state import Turn
from bot.messages.controls.message import Message
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table

if TYPE_CHECKING:
    from bot.interactions.client import Postboard

__all__ = ["FindTask", "Task", "task_of"]


class Task(Protocol):
    """A task that somebody has yet to solve in their study."""

    def ask(self) -> Message:
        """Return the panel with the task, after what has been played of it."""
        ...

    def turn(self, position: PositionId, /) -> Turn:
        """Return the turn in a position of it. Raises TableError if the position has gone."""
        ...

    async def judged(self, position: PositionId, move: str, /) -> Message:
        """Return what becomes of a move there, in canonical notation."""
        ...


FindTask: TypeAlias = Callable[[Study, Table], Awaitable[Task | None]]
"""Returns the task of a study with its game, or None once it is over: then all can be tried."""


async def task_of(bot: "Postboard", study: Study, game: Table) -> Task | None:
    """Return the task of a study that is still to be solved, or None if it has none."""
    find = bot.additions.tasks.get(study.aim)
    return None if find is None else await find(study, game)
