"""The custom_ids of buttons, menus and forms, which hold all that their handler needs.

A custom_id is `pb1:` and fields joined by colons, such as `pb1:play:17:42:k3x7qa:c3-d4`: the
version, the verb, the table, the position with the digest of its log, and the verb's arguments.
Discord keeps it for as long as the message exists, so a button may be older than this program.
Discord allows 100 characters.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.messages.controls.verbs import Verb
from bot.model.position import PositionId, position_id
from bot.model.table import Table
from rules.contract.sentence import Sentence, say

__all__ = [
    "LIMIT",
    "VERSION",
    "Argument",
    "CustomId",
    "CustomIdError",
    "Verb",
    "decode",
    "encode",
    "for_position",
    "for_table",
    "for_text",
    "readable",
    "written_length",
]

LIMIT: Final = 100
"""Characters of a custom_id."""

VERSION: Final = 1
"""The version of the format. A change of fields, or of what a verb means, needs a new one."""

Argument: TypeAlias = int | str
"""What a verb takes: numbers from 0, or texts."""

_PREFIX: Final = "pb"
_SEPARATOR: Final = ":"
_OTHER_VERSION: Final = say(
    "This button was made by another version of the bot. `/board` shows a new one."
)
_MALFORMED: Final = say("This button can't be read. `/board` shows a new one.")


class Subject(Enum):
    """What a verb is about."""

    NOTHING = auto()
    TABLE = auto()
    """A table whose game has not begun."""
    POSITION = auto()
    """A position of a table's game, or an offer made in it."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a verb's custom_ids."""

    subject: Subject
    arguments: tuple[type[Argument], ...] = ()


_CARD: Final = _Shape(Subject.TABLE)
_BOARD: Final = _Shape(Subject.POSITION)
_PAGE: Final = _Shape(Subject.NOTHING, (str, int))
_CLICKS: Final = _Shape(Subject.POSITION, (str,))
_MOVE: Final = _Shape(Subject.POSITION, (str,))

_ALONE: Final = _Shape(Subject.NOTHING)
_SEAT: Final = _Shape(Subject.POSITION, (int,))

_SHAPES: Final[Mapping[Verb, _Shape]] = MappingProxyType(
    {
        **dict.fromkeys((Verb.JOIN, Verb.JOIN_LISTED, Verb.LEAVE, Verb.START), _CARD),
        **dict.fromkeys((Verb.ACCEPT, Verb.DECLINE, Verb.THREAD, Verb.CLOSE), _CARD),
        **dict.fromkeys((Verb.COMPUTER, Verb.LEVEL), _CARD),
        **dict.fromkeys((Verb.MOVE, Verb.MINE, Verb.MENU, Verb.HISTORY, Verb.SCORE), _BOARD),
        **dict.fromkeys((Verb.DRAW, Verb.TAKE_BACK, Verb.COUNT, Verb.CLAIM_TIME), _BOARD),
        **dict.fromkeys((Verb.GIVE_UP, Verb.RESIGN, Verb.STAY, Verb.DICE), _BOARD),
        **dict.fromkeys((Verb.AGREE, Verb.REFUSE, Verb.WITHDRAW, Verb.ABORT), _BOARD),
        **dict.fromkeys((Verb.PLAY_ON, Verb.NOTE, Verb.NOTED, Verb.MODERATE, Verb.PLANS), _BOARD),
        **dict.fromkeys((Verb.SHOW, Verb.CLAIMS, Verb.REMATCH), _BOARD),
        **dict.fromkeys((Verb.HINT, Verb.ANALYSIS, Verb.SHOW_ANALYSIS), _BOARD),
        **dict.fromkeys((Verb.SEATS, Verb.GIVE_SEAT, Verb.OFFER_SEAT), _BOARD),
        **dict.fromkeys((Verb.REPLACE, Verb.REPLACE_ANY, Verb.REPLACE_BY), _SEAT),
        **dict.fromkeys((Verb.KEEP_SEAT, Verb.TAKE_SEAT, Verb.SEAT_ENGINE, Verb.SEAT_LEVEL), _SEAT),
        **dict.fromkeys((Verb.CLICKS, Verb.BACK, Verb.PARTS, Verb.AT_ONCE), _CLICKS),
        **dict.fromkeys((Verb.TYPE, Verb.TYPED), _CLICKS),
        **dict.fromkeys((Verb.INVITE, Verb.OPEN_PLACE), _Shape(Subject.TABLE, (int,))),
        **dict.fromkeys((Verb.TIME, Verb.PAUSE, Verb.PAUSE_FORM, Verb.RESUME), _BOARD),
        **dict.fromkeys((Verb.PLAN_AT, Verb.PLAN_CUT, Verb.PLAN_GO, Verb.PLAN_TRY), _MOVE),
        **dict.fromkeys((Verb.PLAN_TYPE, Verb.PLAN_TYPED), _MOVE),
        Verb.PLAN_QUEUE: _Shape(Subject.POSITION, (str, int)),
        **dict.fromkeys((Verb.MODERATE_FORM, Verb.MODERATED), _Shape(Subject.POSITION, (str,))),
        **dict.fromkeys((Verb.SET_CHANNELS, Verb.SET_OPENERS, Verb.SET_MODERATORS), _ALONE),
        **dict.fromkeys((Verb.SET_LIMIT, Verb.SET_LIMIT_TO, Verb.SET_TIME), _ALONE),
        **dict.fromkeys((Verb.SET_TIME_TO, Verb.PROFILE), _ALONE),
        **dict.fromkeys((Verb.SET_QUIET, Verb.SET_THREAD), _Shape(Subject.NOTHING, (int,))),
        Verb.PAGE: _Shape(Subject.POSITION, (str, int)),
        Verb.PART: _Shape(Subject.POSITION, (str, str)),
        **dict.fromkeys((Verb.CHOOSE, Verb.PLAY), _MOVE),
        Verb.PARTNER: _Shape(Subject.POSITION, (int,)),
        **dict.fromkeys((Verb.GIVE_TIME, Verb.MENU_AT_ONCE), _Shape(Subject.POSITION, (int,))),
        Verb.PLY: _Shape(Subject.POSITION, (str, int)),
        **dict.fromkeys((Verb.CLOSE_ONE, Verb.GAMES), _Shape(Subject.NOTHING)),
        Verb.INVITE_TO: _Shape(Subject.NOTHING, (int,)),
        Verb.FIRST_GAME: _Shape(Subject.NOTHING, (str,)),
        **dict.fromkeys((Verb.NOTIFY, Verb.RULES, Verb.TURN_PAGE), _PAGE),
    }
)
"""What each verb names. Moves and clicks are texts, which `move_words` writes."""

_VERBS: Final = MappingProxyType({verb.value: verb for verb in Verb})
_FIELDS_OF: Final = MappingProxyType({Subject.NOTHING: 0, Subject.TABLE: 1, Subject.POSITION: 3})


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id as a value. Raises ValueError for fields that its verb does not have."""

    verb: Verb
    table: int | None = None
    position: PositionId | None = None
    arguments: tuple[Argument, ...] = ()
    version: int = VERSION

    def __post_init__(self) -> None:
        shape, given = _SHAPES[self.verb], self.arguments
        negative = given and any(isinstance(each, int) and each < 0 for each in given)
        if tuple(map(type, given)) != shape.arguments or negative:
            raise ValueError(f"{self.verb.value!r} takes {shape.arguments}, not {given}")
        if (self.table is None) != (shape.subject is Subject.NOTHING):
            raise ValueError(f"{self.verb.value!r} is about {shape.subject.name.lower()}")
        if (self.position is None) != (shape.subject is not Subject.POSITION):
            raise ValueError(f"{self.verb.value!r} is about {shape.subject.name.lower()}")

    def text(self, place: int) -> str:
        """Return the argument at this place, which is a text by the verb's shape."""
        argument = self.arguments[place]
        assert isinstance(argument, str), f"argument {place} of {self.verb.value} is a number"
        return argument

    def number(self, place: int) -> int:
        """Return the argument at this place, which is a number by the verb's shape."""
        argument = self.arguments[place]
        assert isinstance(argument, int), f"argument {place} of {self.verb.value} is a text"
        return argument


class CustomIdError(ValueError):
    """A text is no custom_id of this version; `sentence` tells the person who pressed."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


def for_text(verb: Verb, *arguments: Argument) -> CustomId:
    """Return the custom_id of a verb that is about no table."""
    return CustomId(verb, arguments=arguments)


def for_table(verb: Verb, table: Table, *arguments: Argument) -> CustomId:
    """Return the custom_id of a verb that is about a table whose game has not begun."""
    return CustomId(verb, table.id, arguments=arguments)


def for_position(
    verb: Verb, table: Table, *arguments: Argument, number: int | None = None
) -> CustomId:
    """Return the custom_id of a verb that is about the table's present position.

    With a `number` it is about what the event of that number made, such as an offer.
    """
    return CustomId(verb, table.id, position_id(table.started, number), arguments)


def encode(custom_id: CustomId) -> str:
    """Return the custom_id as Discord keeps it. Raises ValueError beyond Discord's limit."""
    fields = [f"{_PREFIX}{custom_id.version}", custom_id.verb.value]
    if custom_id.table is not None:
        fields.append(str(custom_id.table))
    if custom_id.position is not None:
        fields += [str(custom_id.position.number), custom_id.position.digest]
    fields += map(_written, custom_id.arguments)
    joined = _SEPARATOR.join(fields)
    if len(joined) > LIMIT:
        raise ValueError(f"the custom_id {joined!r} is longer than {LIMIT} characters")
    return joined


def written_length(text: str) -> int:
    """Return how many characters of a custom_id a text argument takes."""
    return len(_written(text))


def decode(text: str) -> CustomId:
    """Return the custom_id that `encode` wrote. Raises CustomIdError for any other text."""
    prefix, *fields = text.split(_SEPARATOR)
    version = re.fullmatch(rf"{_PREFIX}([0-9]*)", prefix)
    if version is None or not fields:
        raise CustomIdError(_MALFORMED)
    verb = _VERBS.get(fields[0])
    if version[1] != str(VERSION) or verb is None:
        raise CustomIdError(_OTHER_VERSION)
    try:
        return _read(verb, fields[1:])
    except _FieldError:
        raise CustomIdError(_MALFORMED) from None


def readable(texts: Iterable[str]) -> Iterator[CustomId]:
    """Yield the custom_ids that can be read; another version of the bot wrote the rest."""
    for text in texts:
        try:
            yield decode(text)
        except CustomIdError:
            continue


def _read(verb: Verb, fields: Sequence[str]) -> CustomId:
    """Return the custom_id of a verb with these fields. Raises _FieldError unless they fit it."""
    shape = _SHAPES[verb]
    before = _FIELDS_OF[shape.subject]
    if len(fields) != before + len(shape.arguments):
        raise _FieldError
    table = _number(fields[0]) if before else None
    position = PositionId(_number(fields[1]), _digest(fields[2])) if before > 1 else None
    arguments = tuple(
        _number(field) if kind is int else _text(field)
        for field, kind in zip(fields[before:], shape.arguments, strict=True)
    )
    return CustomId(verb, table, position, arguments)


class _FieldError(Exception):
    """A field is not as `encode` writes it."""


def _written(argument: Argument) -> str:
    """Return a field: the separator in a text is written `~1`, and the tilde itself `~0`."""
    return str(argument).replace("~", "~0").replace(_SEPARATOR, "~1")


def _text(field: str) -> str:
    if re.search(r"~(?![01])", field):
        raise _FieldError
    return field.replace("~1", _SEPARATOR).replace("~0", "~")


def _number(field: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", field):
        raise _FieldError
    return int(field)


def _digest(field: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{6}", field):
        raise _FieldError
    return field
