"""The custom_ids of buttons, menus and forms, which contain everything their handlers need.

A custom_id is `pb4:` and fields joined by colons, such as `pb4:play:17:42:k3x7qa:c3-d4`: the
version, the verb, the table, the position with the digest of its log, and the verb's arguments. In
a study, its number stands in place of the table, such as `s5`. One button of a message without a
picture has a further field, the mark of its message. Discord keeps a custom_id for as long as the
message exists, so a button may be older than this program. Discord allows 100 characters.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.messages.controls.verbs import Argument, Subject, Verb
from bot.model.mark import Mark, read_mark
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
    "for_study",
    "for_table",
    "for_text",
    "mark_in",
    "read_number",
    "written_length",
]

LIMIT: Final = 100
"""Characters of a custom_id."""

VERSION: Final = 4
"""The version of the format. A change of fields or of a verb's meaning needs a new one."""

_GREATEST: Final = 2**63 - 1
"""The greatest integer in SQLite, above all of Discord's ids."""
_PREFIX: Final = "pb"
_SEPARATOR: Final = ":"
_STUDY: Final = "s"
_OTHER_VERSION: Final = say("This button has expired. `/board` shows a new one.")
_MALFORMED: Final = say("This button has expired. `/board` shows a new one.")


_AT_TABLE: Final = True, False, True
_IN_STUDY: Final = False, True, True
_NAMED: Final = MappingProxyType(
    {
        Subject.NOTHING: ((False, False, False),),
        Subject.TABLE: ((True, False, False),),
        Subject.POSITION: (_AT_TABLE,),
        Subject.STUDY: (_IN_STUDY,),
        Subject.TURN: (_AT_TABLE, _IN_STUDY),
    }
)
"""The possible answers, by subject, to whether a verb names a table, a study, a position."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id as a value. Raises ValueError for fields that its verb doesn't have."""

    verb: Verb
    table: int | None = None
    position: PositionId | None = None
    arguments: tuple[Argument, ...] = ()
    version: int = VERSION
    mark: Mark | None = None
    """The mark of the message, if this button carries it."""
    study: int | None = None
    """The number of the study, to which the position then belongs."""

    def __post_init__(self) -> None:
        verb, given = self.verb, self.arguments
        negative = given and any(isinstance(each, int) and each < 0 for each in given)
        if tuple(map(type, given)) != verb.arguments or negative:
            raise ValueError(f"{verb.word!r} takes {verb.arguments}, not {given}")
        named = self.table is not None, self.study is not None, self.position is not None
        if named not in _NAMED[verb.subject]:
            raise ValueError(f"{verb.word!r} is about {verb.subject.word}")

    def text(self, place: int) -> str:
        """Return the argument at this place, which is a text by the verb's shape."""
        argument = self.arguments[place]
        assert isinstance(argument, str), f"argument {place} of {self.verb.word} is a number"
        return argument

    def number(self, place: int) -> int:
        """Return the argument at this place, which is a number by the verb's shape."""
        argument = self.arguments[place]
        assert isinstance(argument, int), f"argument {place} of {self.verb.word} is a text"
        return argument


class CustomIdError(ValueError):
    """A text isn't a custom_id of this version; `sentence` is for the person who pressed."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


def for_text(verb: Verb, *arguments: Argument) -> CustomId:
    """Return the custom_id of a verb that isn't about a table."""
    return CustomId(verb, arguments=arguments)


def for_table(verb: Verb, table: Table, *arguments: Argument) -> CustomId:
    """Return the custom_id of a verb about a table whose game hasn't begun."""
    return CustomId(verb, table.id, arguments=arguments)


def for_position(
    verb: Verb, table: Table, *arguments: Argument, number: int | None = None
) -> CustomId:
    """Return the custom_id of a verb about the table's present position.

    With a `number`, it is about the result of the entry with that number, such as an offer.
    """
    return CustomId(verb, table.id, position_id(table.started, number), arguments)


def for_study(verb: Verb, study: int, position: PositionId, *arguments: Argument) -> CustomId:
    """Return the custom_id of a verb about a position of a study."""
    return CustomId(verb, None, position, arguments, study=study)


def encode(custom_id: CustomId) -> str:
    """Return the custom_id as text for Discord. Raises ValueError beyond Discord's limit."""
    fields = [f"{_PREFIX}{custom_id.version}", custom_id.verb.word]
    if custom_id.table is not None:
        fields.append(str(custom_id.table))
    if custom_id.study is not None:
        fields.append(f"{_STUDY}{custom_id.study}")
    if custom_id.position is not None:
        fields += [str(custom_id.position.number), custom_id.position.digest]
    fields += map(_written, custom_id.arguments)
    if custom_id.mark is not None:
        fields.append(str(custom_id.mark))
    joined = _SEPARATOR.join(fields)
    if len(joined) > LIMIT:
        raise ValueError(f"the custom_id {joined!r} is longer than {LIMIT} characters")
    return joined


def written_length(text: str) -> int:
    """Return the number of characters that a text argument takes in a custom_id."""
    return len(_written(text))


def decode(text: str, verbs: Mapping[str, Verb]) -> CustomId:
    """Return the custom_id that `encode` wrote, of one of these verbs by their words.

    Raises CustomIdError for any other text.
    """
    prefix, *fields = text.split(_SEPARATOR)
    version = re.fullmatch(rf"{_PREFIX}([0-9]*)", prefix)
    if version is None or not fields:
        raise CustomIdError(_MALFORMED)
    verb = verbs.get(fields[0])
    if version[1] != str(VERSION) or verb is None:
        raise CustomIdError(_OTHER_VERSION)
    try:
        return _read(verb, fields[1:])
    except _FieldError:
        raise CustomIdError(_MALFORMED) from None


def read_number(text: str) -> int | None:
    """Return a number as the bot writes it, such as an id, or None if no database can store it."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,18}", text) or int(text) > _GREATEST:
        return None
    return int(text)


def mark_in(text: str) -> Mark | None:
    """Return the mark that a button carries in its custom_id, whatever its verb is."""
    fields = text.split(_SEPARATOR)
    return read_mark(fields[-1]) if fields[0] == f"{_PREFIX}{VERSION}" else None


def _read(verb: Verb, fields: Sequence[str]) -> CustomId:
    """Return the custom_id of a verb with these fields. Raises _FieldError if they don't fit it."""
    before = verb.subject.fields
    end = before + len(verb.arguments)
    mark = read_mark(fields[end]) if len(fields) == end + 1 else None
    if len(fields) != end + (mark is not None):
        raise _FieldError
    in_study = before > 1 and fields[0].startswith(_STUDY)
    table = _number(fields[0]) if before and not in_study else None
    study = _number(fields[0].removeprefix(_STUDY)) if in_study else None
    if (table is not None, study is not None, before > 1) not in _NAMED[verb.subject]:
        raise _FieldError
    position = PositionId(_number(fields[1]), _digest(fields[2])) if before > 1 else None
    arguments = tuple(
        _number(field) if kind is int else _text(field)
        for field, kind in zip(fields[before:end], verb.arguments, strict=True)
    )
    return CustomId(verb, table, position, arguments, mark=mark, study=study)


class _FieldError(Exception):
    """A field isn't as `encode` writes it."""


def _written(argument: Argument) -> str:
    """Return an argument as a field; in a text, the separator is `~1` and the tilde `~0`."""
    # As in JSON pointers (RFC 6901), the sign of an escape first.
    return str(argument).replace("~", "~0").replace(_SEPARATOR, "~1")


def _text(field: str) -> str:
    if re.search(r"~(?![01])", field):
        raise _FieldError
    # In this order, "~01" is read as "~1".
    return field.replace("~1", _SEPARATOR).replace("~0", "~")


def _number(field: str) -> int:
    number = read_number(field)
    if number is None:
        raise _FieldError
    return number


def _digest(field: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{6}", field):
        raise _FieldError
    return field
