"""Discord's errors in a body: error 50035 with a tree that mirrors the body."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from loopback.errors import ApiError, ErrorCode
from loopback.payload import Payload, as_payload, is_list, is_payload, snowflake

REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
REPEATED = ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
_NO_OBJECT = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")


@dataclass(slots=True)
class Form:
    """A place in a body (`path`) and the errors found so far in the whole body.

    Checks note errors and return the value, or None; `finish` raises all errors at once.
    """

    path: tuple[str | int, ...] = ()
    errors: Payload = field(default_factory=dict[str, object])

    def at(self, *steps: str | int) -> "Form":
        """Return the form of a place further down."""
        return Form((*self.path, *steps), self.errors)

    def wrong(self, code: str, message: str) -> None:
        """Note an error at this place.

        It replaces those further down, since a value of the wrong type has no parts.
        """
        place = self.errors
        for step in self.path:
            if "_errors" in place:
                return
            place = place.setdefault(str(step), {})
        if "_errors" not in place:
            place.clear()
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def refusal(self, code: str, message: str) -> ApiError:
        """Return the ApiError 50035 of this place, for a caller that checks no more."""
        self.wrong(code, message)
        return ApiError(ErrorCode.INVALID_FORM, errors=self.errors)

    def finish(self) -> None:
        """Raise ApiError 50035 if an error was noted."""
        if self.errors:
            raise ApiError(ErrorCode.INVALID_FORM, errors=self.errors)

    def text(
        self, body: Payload, key: str, least: int, most: int, *, required: bool = True
    ) -> str | None:
        """Read a string of `least` to `most` characters."""
        value = body.get(key)
        place = self.at(key)
        if value is None:
            if required:
                place.wrong(*REQUIRED)
            return None
        if not isinstance(value, str):
            place.wrong("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return None
        if least == 0 and len(value) > most:
            place.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
            return None
        if not least <= len(value) <= most:
            if value == "" and required:
                place.wrong(*REQUIRED)
            else:
                place.bad_length(least, most)
            return None
        return value

    def texts(self, body: Payload, key: str, most: int, longest: int) -> None:
        """Check a list of at most `most` strings of 1 to `longest` characters, if it is there."""
        value, place = body.get(key), self.at(key)
        if value is None:
            return
        if not is_list(value):
            place.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        elif len(value) > most:
            place.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            for index, each in enumerate(value):
                place.text({str(index): each}, str(index), 1, longest)

    def bad_length(self, least: int, most: int) -> None:
        """Note that a value is too short or too long."""
        self.wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def number(
        self, body: Payload, key: str, least: int, most: int, default: int | None = None
    ) -> int | None:
        """Read an integer between `least` and `most`; required if there is no default."""
        value = default if body.get(key) is None else body[key]
        place = self.at(key)
        if value is None:
            place.wrong(*REQUIRED)
        elif not isinstance(value, int) or isinstance(value, bool):
            place.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            place.wrong("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            place.wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        else:
            return value
        return None

    def id(self, body: Payload, key: str, *, required: bool = False) -> int | None:
        """Read an id."""
        value, place = body.get(key), self.at(key)
        found = snowflake(value)
        if value is None and required:
            place.wrong(*REQUIRED)
        elif value is not None and found is None:
            place.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return found

    def permissions(self, body: Payload, key: str) -> int | None:
        """Read the bits of permissions, which come as a string or as a number."""
        value = body.get(key)
        found = snowflake(value)
        if value is not None and found is None:
            self.at(key).wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return found

    def ids(self, body: Payload, key: str) -> list[int]:
        """Read a list of ids, or an empty one in place of nothing."""
        value, place = body.get(key), self.at(key)
        if value is not None and not is_list(value):
            place.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        numbered = enumerate(value or ())
        found = [place.id({str(n): each}, str(n), required=True) for n, each in numbered]
        return [each for each in found if each is not None]

    def choice(
        self, body: Payload, key: str, among: Collection[int], default: int | None = None
    ) -> int | None:
        """Read one of a few numbers; required if there is no default."""
        value = default if body.get(key) is None else body[key]
        place = self.at(key)
        if value is None:
            place.wrong(*REQUIRED)
        elif not isinstance(value, int) or isinstance(value, bool) or value not in among:
            listed = ", ".join(str(each) for each in sorted(among))
            place.wrong("BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
        else:
            return value
        return None

    def numbers(self, body: Payload, key: str, among: Collection[int]) -> None:
        """Check a list of different numbers, out of a few, if it is there."""
        value = body.get(key)
        if value is None:
            return
        place = self.at(key)
        if not is_list(value):
            place.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for index, each in enumerate(value):
            place.choice({str(index): each}, str(index), among)
        if not place.is_wrong and len(set(value)) < len(value):
            place.wrong(*REPEATED)

    @property
    def is_wrong(self) -> bool:
        """True if an error was noted at this place or further down."""
        place = self.errors
        for step in self.path:
            if str(step) not in place:
                return False
            place = place[str(step)]
        return bool(place)

    def moment(self, body: Payload, key: str) -> float | None:
        """Read a time in ISO 8601, as Unix seconds."""
        value = body.get(key)
        if value is None:
            return None
        try:
            return datetime.fromisoformat(str(value)).timestamp()
        except (ValueError, OverflowError):
            sentence = f"Could not parse {value}. Should be ISO8601."
            self.at(key).wrong("DATETIME_TYPE_PARSE", sentence)
            return None

    def boolean(self, body: Payload, key: str) -> None:
        """Check that a value is true or false, if it is there."""
        if not isinstance(body.get(key, False), bool | None):
            self.at(key).wrong("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")

    def not_kept(self, body: Payload, keys: Collection[str]) -> None:
        """Refuse settings that Discord has and this server doesn't keep, unless they are empty."""
        for key in keys:
            if body.get(key):
                self.at(key).wrong("NOT_SUPPORTED", "The loopback keeps no such setting.")

    def part(self, body: Payload, key: str) -> Payload:
        """Read an object, or an empty one in place of nothing."""
        value = body.get(key)
        if value is not None and not is_payload(value):
            self.at(key).wrong(*_NO_OBJECT)
        return as_payload(value)

    def items(
        self, body: Payload, key: str, least: int, most: int, *, required: bool = False
    ) -> list[Payload]:
        """Read an array of `least` to `most` objects; nothing in a longer one is checked."""
        value = body.get(key)
        place = self.at(key)
        if value is None:
            if required:
                place.wrong(*REQUIRED)
            return []
        if not is_list(value):
            place.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not least <= len(value) <= most:
            place.bad_length(least, most)
            return []
        for index, item in enumerate(value):
            if not is_payload(item):
                place.at(index).wrong(*_NO_OBJECT)
        return [as_payload(item) for item in value]

    def each(
        self, body: Payload, key: str, least: int, most: int, *, required: bool = False
    ) -> Iterator[tuple["Form", Payload]]:
        """Iterate over the objects that `items` reads, with the forms of their places."""
        for index, item in enumerate(self.items(body, key, least, most, required=required)):
            yield self.at(key, index), item
