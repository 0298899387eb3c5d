"""Tasks in studies, such as finding the best move: whoever sets one judges the moves."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bot.interactions.components.table.move_panel.state import Turn
from bot.messages.controls.message import Message, Row
from bot.model.position import PositionId
from bot.model.study import Study
from bot.model.table import Table

if TYPE_CHECKING:
    from bot.interactions.client import Postboard

__all__ = ["FindTask", "Task", "task_of"]


class Task(Protocol):
    """A task that somebody has yet to solve in their study, or one in each of some positions."""

    def ask(self) -> Message | None:
        """Return the panel with the task, after what has been played of it.

        None means that the study still shows its board, on which other positions can be tried.
        """
        ...

    def first(self, position: PositionId, /) -> Row:
        """Return the first buttons below the board in a position."""
        ...

    def turn(self, position: PositionId, /) -> Turn | None:
        """Return the turn in a position of it, or None if all can be tried there.

        Raises TableError if the position has gone.
        """
        ...

    async def judged(self, position: PositionId, move: str, /) -> Message | None:
        """Return what becomes of a move there, in canonical notation; None likewise."""
        ...


FindTask: TypeAlias = Callable[[Study, Table], Awaitable[Task | None]]
"""Returns the task of a study with its game, or None once it is over: then all can be tried."""


async def task_of(bot: "Postboard", study: Study, game: Table) -> Task | None:
    """Return the task of a study that is still to be solved, or None if it has none."""
    find = bot.additions.tasks.get(study.aim)
    return None if find is None else await find(study, game)
