"""The components of a message or modal as a tree: buttons, selects, inputs, layout."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from loopback.payload import Payload, as_payload, as_payloads


class ComponentType(IntEnum):
    """Discord's numbers for components (reference, "Component Reference")."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    RADIO_GROUP = 21


SELECTS = frozenset(
    {
        ComponentType.STRING_SELECT,
        ComponentType.USER_SELECT,
        ComponentType.ROLE_SELECT,
        ComponentType.MENTIONABLE_SELECT,
        ComponentType.CHANNEL_SELECT,
    }
)


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a string select."""

    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class Component:
    """One component; `raw` is Discord's JSON of it, `children` the components in it."""

    kind: ComponentType
    raw: Payload
    children: tuple["Component", ...] = ()

    @property
    def custom_id(self) -> str | None:
        """The id that the bot gave it."""
        return self.raw.get("custom_id")

    @property
    def label(self) -> str | None:
        """The label of a button, a text input or a label."""
        return self.raw.get("label")

    @property
    def placeholder(self) -> str | None:
        """The text in an empty select or text input."""
        return self.raw.get("placeholder")

    @property
    def content(self) -> str:
        """The text of a text display."""
        return str(self.raw.get("content", ""))

    @property
    def url(self) -> str | None:
        """The target of a link button."""
        return self.raw.get("url")

    @property
    def style(self) -> int:
        """The look of a button: 1 primary, 2 secondary, 3 success, 4 danger, 5 link."""
        return int(self.raw.get("style", 0))

    @property
    def disabled(self) -> bool:
        """True if it is greyed out."""
        return bool(self.raw.get("disabled", False))

    @property
    def required(self) -> bool:
        """True if a modal cannot be sent without it."""
        return bool(self.raw.get("required", True))

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number of values that a select takes."""
        return int(self.raw.get("min_values", 1)), int(self.raw.get("max_values", 1))

    @property
    def options(self) -> tuple[Option, ...]:
        """The lines of a string select."""
        return tuple(
            Option(
                str(each.get("label", "")),
                str(each.get("value", "")),
                each.get("description"),
                bool(each.get("default", False)),
            )
            for each in as_payloads(self.raw.get("options"))
        )

    def walk(self) -> Iterator["Component"]:
        """Iterate over this component and all in it, top down."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(raw: Iterable[Payload]) -> tuple[Component, ...]:
    """Read Discord's JSON, which is valid, into a tree."""
    return tuple(_parse(each) for each in raw)


def _parse(raw: Payload) -> Component:
    held = as_payloads(raw.get("components"))
    held += [as_payload(raw[key]) for key in ("accessory", "component") if raw.get(key)]
    return Component(ComponentType(raw["type"]), raw, parse(held))


def walk(components: Iterable[Component]) -> Iterator[Component]:
    """Iterate over all components of a message or modal, top down."""
    for component in components:
        yield from component.walk()
