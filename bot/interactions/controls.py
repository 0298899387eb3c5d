"""Presses, choices and sent forms, and the handlers that answer them, by their verbs."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

import discord

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.people import shown_name
from bot.interactions.context import can_see
from bot.messages.controls.custom_ids import CustomId, CustomIdError, read_number
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Verb
from bot.model.errors import TableError
from bot.model.position import PositionId
from bot.model.table import Table
from rules.contract.sentence import Stranger, say

if TYPE_CHECKING:
    from bot.interactions.client import Postboard

__all__ = ["AnsweredWith", "Control", "Controls", "Handler", "Press"]

_WORN_OUT: Final = say("This button has expired. `/board` shows a new one.")

E = TypeVar("E", bound=StrEnum)


class AnsweredWith(Exception):
    """A press isn't carried out. The message answers it in place of the handler's."""

    def __init__(self, message: Message) -> None:
        super().__init__()
        self.message = message


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed, a menu used or a form sent in: its custom_id, and the values."""

    custom_id: CustomId
    named_table: Table | None = None
    values: tuple[str, ...] = ()
    people: tuple[discord.User | discord.Member, ...] = ()
    """The people chosen in a menu of people."""
    in_server: bool = False

    @property
    def person(self) -> discord.User | discord.Member:
        """The person chosen. Raises TableError for a bot, CustomIdError for no one."""
        if not self.people:
            raise CustomIdError(_WORN_OUT)
        chosen = self.people[0]
        if chosen.bot:
            name = Stranger(shown_name(chosen))
            raise TableError(say("{name} is a bot. Choose a person.", name=name))
        return chosen

    @property
    def is_unseeing(self) -> bool:
        """True in a server if the person chosen can't see the table's channel."""
        return self.in_server and not can_see(self.people[0])

    @property
    def table(self) -> Table:
        """The table of a verb that is about one, in its state when it was pressed."""
        assert self.named_table is not None, f"{self.custom_id.verb.word} has no table"
        return self.named_table

    @property
    def position(self) -> PositionId:
        """The position, or the offer, of a verb that is about one."""
        assert self.custom_id.position is not None, f"{self.custom_id.verb.word} has no position"
        return self.custom_id.position

    @property
    def choice(self) -> str:
        """The word chosen: in a menu, or by a button that names it."""
        return self.values[0] if self.values else self.custom_id.text(0)

    @property
    def turns_on(self) -> bool:
        """True for a switch whose state to come, its first argument, is on."""
        return bool(self.custom_id.number(0))

    @property
    def value(self) -> str:
        """The text that was chosen or written. Raises CustomIdError if there is none."""
        if not self.values:
            raise CustomIdError(_WORN_OUT)
        return self.values[0]

    @property
    def number(self) -> int:
        """The chosen number. Raises CustomIdError if no menu of the bot offers it."""
        return _number(self.value)

    def one_of(self, kind: type[E]) -> E:
        """Return the chosen member. Raises CustomIdError if no menu of the bot offers it."""
        try:
            return kind(self.value)
        except ValueError:
            raise CustomIdError(_WORN_OUT) from None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The chosen numbers, perhaps none. Raises CustomIdError like `number`."""
        return tuple(map(_number, self.values))


def _number(text: str) -> int:
    """Return the number in a menu's value. Raises CustomIdError for any other text."""
    number = read_number(text)
    if number is None:
        raise CustomIdError(_WORN_OUT)
    return number


Handler: TypeAlias = Callable[["Postboard", Response, Press], Awaitable[Message | None]]
"""Returns the message that `Response.show` shows the person, or None if it has answered itself."""
H = TypeVar("H", bound=Handler)


@dataclass(frozen=True, slots=True)
class Control:
    """The way to answer a verb."""

    handler: Handler
    defer_kind: DeferKind
    panel: PanelKind | None
    """The kind of the message that the handler returns, if it is a panel."""
    in_turn: bool
    """True if it may change a table, so that a channel's presses are decided in order of
    arrival."""


class Controls:
    """The verbs of the core, or of one extension, with the way to answer each."""

    def __init__(self) -> None:
        self._by_verb: dict[Verb, Control] = {}

    def __iter__(self) -> Iterator[tuple[Verb, Control]]:
        return iter(self._by_verb.items())

    def component(
        self,
        verb: Verb,
        defer_kind: DeferKind = DeferKind.PRIVATE,
        panel: PanelKind | None = None,
        *,
        in_turn: bool = False,
    ) -> Callable[[H], H]:
        """Register the handler of a verb; `defer_kind` is the way to defer a slow answer.

        The message that it returns is a `panel` of this kind, if any. `in_turn` means that the
        press may change a table, so a channel's presses are decided in order of arrival. Raises
        ValueError for a verb that is taken.
        """

        def register(handler: H) -> H:
            if verb in self._by_verb:
                raise ValueError(f"the verb {verb.word!r} has a handler already")
            self._by_verb[verb] = Control(handler, defer_kind, panel, in_turn)
            return handler

        return register
