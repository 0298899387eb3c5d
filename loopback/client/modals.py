"""Modals, filled in by a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loopback.client import selects
from loopback.errors import CannotDo
from loopback.interactions.lifecycle import Interaction
from loopback.model.components import SELECTS, Component, ComponentType, parse, walk
from loopback.payload import Payload, as_payloads
from loopback.world.state import World

Values = Mapping[str, str | Sequence[str]]

_FILLABLE = frozenset({ComponentType.TEXT_INPUT, ComponentType.RADIO_GROUP, *SELECTS})


_MOST_SHOWN = 80


def short(value: object) -> str:
    """Write a value for a failing test; a long one is cut."""
    written = repr(value)
    return written if len(written) <= _MOST_SHOWN else f"{written[:_MOST_SHOWN]}…"


@dataclass(frozen=True, slots=True, repr=False)
class Modal:
    """A modal that an interaction opened; `raw` is Discord's JSON of it."""

    interaction: Interaction
    raw: Payload

    def __repr__(self) -> str:
        """Write the title and the custom_ids of the inputs."""
        return f"Modal({self.title!r}, inputs={short([each.custom_id for each in self.inputs()])})"

    @property
    def title(self) -> str:
        """The title."""
        return str(self.raw["title"])

    @property
    def custom_id(self) -> str:
        """The id that the bot gave it."""
        return str(self.raw["custom_id"])

    @property
    def components(self) -> tuple[Component, ...]:
        """The components as a tree."""
        return parse(as_payloads(self.raw["components"]))

    def inputs(self) -> tuple[Component, ...]:
        """Return the components to fill in: text inputs, radio groups and selects."""
        return tuple(each for each in walk(self.components) if each.kind in _FILLABLE)


def data(world: World, modal: Modal, values: Values) -> Payload:
    """Write the `data` of a sent modal; CannotDo if a client would not send it."""
    filled_in = {_custom_id(modal, name): value for name, value in values.items()}
    resolved: Payload = {}
    rows = [_written(world, modal, each, filled_in, resolved) for each in modal.components]
    written: Payload = {"custom_id": modal.custom_id, "components": rows}
    if resolved:
        written["resolved"] = resolved
    return written


def _custom_id(modal: Modal, name: str) -> str:
    """Return the custom_id of the input that has this custom_id or label."""
    inputs = [
        (str(each.custom_id), each.label or row.label)
        for row in modal.components
        for each in row.walk()
        if each.kind in _FILLABLE
    ]
    found = [custom_id for custom_id, label in inputs if name in (custom_id, label)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(label or custom_id) for custom_id, label in inputs) or "none"
    count = "no" if not found else "more than one"
    raise CannotDo(f"{modal.title!r} has {count} input {name!r}; it has: {known}")


def _written(
    world: World, modal: Modal, component: Component, values: Values, resolved: Payload
) -> Payload:
    body: Payload = {"type": int(component.kind), "id": component.raw.get("id", 0)}
    held = [_written(world, modal, each, values, resolved) for each in component.children]
    if component.kind is ComponentType.ACTION_ROW:
        return body | {"components": held}
    if component.kind is ComponentType.LABEL:
        return body | {"component": held[0]}
    if component.kind is ComponentType.TEXT_DISPLAY:
        return body
    body["custom_id"] = component.custom_id
    given = values.get(component.custom_id or "")
    if component.kind is ComponentType.TEXT_INPUT:
        default = component.raw.get("value") or ""
        return body | {"value": _text(component, default if given is None else given)}
    if given is None:
        given = [each.value for each in component.options if each.default]
    chosen = [given] if isinstance(given, str) else list(given)
    if component.kind is ComponentType.RADIO_GROUP:
        return body | {"value": _picked(component, chosen)}
    if not chosen and not component.required:
        return body | {"values": []}
    selected = selects.data(world, modal.interaction.channel, component, chosen)
    for kind, found in selected.pop("resolved", {}).items():
        resolved.setdefault(kind, {}).update(found)
    return body | selected


def _picked(component: Component, chosen: Sequence[str]) -> str | None:
    name = component.label or component.custom_id
    if not chosen and not component.required:
        return None
    if len(chosen) != 1:
        raise CannotDo(f"{name!r} takes one option, not {len(chosen)}")
    known = [each.value for each in component.options]
    if chosen[0] not in known:
        raise CannotDo(f"{name!r} has no option {chosen[0]!r}; it has: {known}")
    return chosen[0]


def _text(component: Component, value: str | Sequence[str]) -> str:
    name = component.label or component.custom_id
    if not isinstance(value, str):
        raise CannotDo(f"{name!r} takes a text, not {value!r}")
    if not value and component.required:
        raise CannotDo(f"{name!r} must be filled in")
    least = int(component.raw.get("min_length") or 0)
    most = int(component.raw.get("max_length") or 4000)
    if value and not least <= len(value) <= most:
        raise CannotDo(f"{name!r} takes {least} to {most} characters, not {len(value)}")
    return value
