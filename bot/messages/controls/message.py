"""A message before it is sent: text, picture with alt text, buttons, and pings.

Texts are kept as sentences; `locale` renders them when the reader is known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Final, TypeAlias

from bot.messages.controls.custom_ids import CustomId, encode
from bot.model.caller import Person
from bot.model.mark import Mark
from rules.contract.sentence import Renderer, Sentence

__all__ = [
    "A_ROW",
    "MOST_BUTTONS",
    "MOST_CHOICES",
    "Button",
    "ChoiceForm",
    "ChoiceMenu",
    "Document",
    "Draw",
    "Form",
    "Link",
    "Menu",
    "MenuChoice",
    "Message",
    "PersonMenu",
    "Picture",
    "PictureForm",
    "RadioGroup",
    "Row",
    "ServerKind",
    "ServerMenu",
    "Style",
    "finished",
    "in_rows",
    "marked",
]


MOST_BUTTONS: Final = 25
"""The most buttons below one of Discord's messages: five rows of five."""

MOST_CHOICES: Final = 25
"""The most choices in one of Discord's menus."""


Draw: TypeAlias = Callable[[Renderer], bytes]
"""Returns the PNG file with words for one reader; it takes milliseconds, in any thread."""


def finished(png: bytes) -> Draw:
    """Return a `Draw` for a picture that is finished, whoever reads it."""
    return lambda _reader: png


class PictureForm(Enum):
    """The form of a picture's file; the value is how its name ends."""

    PNG = "png"
    GIF = "gif"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and its description; more than 1024 characters of it are cut."""

    draw: Draw
    alt: Sentence
    name: str = "board"
    """The name of its file: the mark of its message, if that has one."""
    form: PictureForm = PictureForm.PNG


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to download."""

    name: str
    text: str


class Style(IntEnum):
    """The look of a button: primary for what most people want, danger for what can't be undone.

    The numbers are Discord's.
    """

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `custom_id` has all that its handler needs. A label over 80 characters is cut."""

    label: Sentence
    custom_id: CustomId
    style: Style = Style.SECONDARY
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that leads to a message or channel; the bot isn't informed when it is pressed."""

    label: Sentence
    url: str


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """One line of a menu, cut if it is too long; `value` is what its handler gets."""

    label: Sentence
    value: str
    description: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu from which one choice is taken."""

    prompt: Sentence
    choices: tuple[MenuChoice, ...]
    custom_id: CustomId


@dataclass(frozen=True, slots=True)
class PersonMenu:
    """A menu from which one person is taken, of all those whom Discord knows there."""

    prompt: Sentence
    custom_id: CustomId


class ServerKind(Enum):
    """The kind of choices in a menu of a server's own."""

    CHANNEL = "channel"
    """A channel in which tables can open."""
    CHAT = "chat"
    """A channel in which the bot can post by itself."""
    ROLE = "role"


@dataclass(frozen=True, slots=True)
class ServerMenu:
    """A menu from which up to `most` of a server's channels or roles are taken."""

    prompt: Sentence
    kind: ServerKind
    chosen: tuple[int, ...]
    custom_id: CustomId
    most: int = MOST_CHOICES


Row: TypeAlias = Sequence[Button | Link | Menu | PersonMenu | ServerMenu]
"""Up to five buttons, or one menu."""

A_ROW: Final = 5
"""Buttons that a row holds."""


def in_rows(buttons: Sequence[Button | Link], most: int = A_ROW) -> tuple[Row, ...]:
    """Return the buttons in as many rows as they need, with at most so many in a row."""
    return tuple(buttons[start : start + most] for start in range(0, len(buttons), most))


@dataclass(frozen=True, slots=True)
class Form:
    """A form with one field to fill in, of at most `longest` characters.

    `written` is the initial text. The field may be left empty unless it is `required`; a `tall` one
    has room for several lines.
    """

    title: Sentence
    question: Sentence
    example: Sentence
    longest: int
    custom_id: CustomId
    written: str = ""
    required: bool = True
    tall: bool = False


@dataclass(frozen=True, slots=True)
class RadioGroup:
    """A question of a form, with one answer to pick; `chosen` is the value picked at first."""

    question: Sentence
    choices: tuple[MenuChoice, ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ChoiceMenu:
    """A question of a form, with a menu of answers; `chosen` are the values picked at first."""

    question: Sentence
    choices: tuple[MenuChoice, ...]
    chosen: tuple[str, ...]
    most: int = 1
    """The most answers that can be picked; one has to be."""


@dataclass(frozen=True, slots=True)
class ChoiceForm:
    """A form of up to five questions; its handler gets the picked values in their order."""

    title: Sentence
    groups: tuple[RadioGroup | ChoiceMenu, ...]
    custom_id: CustomId


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `pings` are the people whom it notifies; a mention of anyone else is silent."""

    text: Sentence
    picture: Picture | None = None
    rows: tuple[Row, ...] = ()
    pings: tuple[Person, ...] = ()
    documents: tuple[Document, ...] = ()
    more_pictures: tuple[Picture, ...] = ()
    """Pictures below the first one: the tables of an event's other groups."""
    second_picture: Picture | None = None
    """The first board of the next game, below the last one of a game."""
    mark: Mark | None = None
    """The subject by which it is recognised; `marked` puts it where Discord keeps it."""
    digest: str | None = None
    """The digest of all that it shows, if it is kept up to date: it is edited when that differs."""
    in_lines: bool = False
    """True if it has a line per subject, and may have fewer when it is made again."""
    locale: str | None = None
    """Discord's code of the language in which all read it; None: that of its place or reader."""
    is_silent: bool = False
    """True if it notifies no one, not even those who want to hear of every message."""

    @property
    def custom_ids(self) -> set[str]:
        """The custom_ids of its buttons and menus, as Discord keeps them."""
        items = (item for row in self.rows for item in row)
        return {encode(item.custom_id) for item in items if not isinstance(item, Link)}


def marked(message: Message, mark: Mark) -> Message:
    """Return the message with its mark: as the name of its picture, or else in its first button.

    Words alone have no place for it.
    """
    if message.picture is not None:
        return replace(message, picture=replace(message.picture, name=str(mark)), mark=mark)
    rows = [list(row) for row in message.rows]
    for row in rows:
        for place, item in enumerate(row):
            if isinstance(item, Button):
                row[place] = replace(item, custom_id=replace(item.custom_id, mark=mark))
                return replace(message, rows=tuple(rows), mark=mark)
    return replace(message, mark=mark)
