"""Modals (reference, "Interaction Callback Data", modal)."""

from loopback.model.components import SELECTS, ComponentType
from loopback.payload import Payload, as_payload
from loopback.validation.components import check_custom_id, check_options, check_select
from loopback.validation.form import REQUIRED, Form

_IN_LABEL = {ComponentType.TEXT_INPUT, ComponentType.RADIO_GROUP, *SELECTS}
_NOT_HERE = {19: "file uploads", 22: "checkbox groups", 23: "checkboxes"}
"""Parts of labels that Discord has, by their numbers, and this server hasn't."""


def check(form: Form, body: Payload) -> None:
    """Check the data of a modal."""
    form.text(body, "custom_id", 1, 100)
    form.text(body, "title", 1, 45)
    seen: set[str] = set()
    for place, raw in form.each(body, "components", 1, 5, required=True):
        kind = place.choice(
            raw, "type", (ComponentType.ACTION_ROW, ComponentType.LABEL, ComponentType.TEXT_DISPLAY)
        )
        if kind == ComponentType.ACTION_ROW:
            for inner, held in place.each(raw, "components", 1, 1, required=True):
                if inner.choice(held, "type", (ComponentType.TEXT_INPUT,)) is not None:
                    _check_text_input(inner, held, seen, labelled=False)
        elif kind == ComponentType.LABEL:
            _check_label(place, raw, seen)
        elif kind == ComponentType.TEXT_DISPLAY:
            place.text(raw, "content", 1, 4000)


def _check_label(form: Form, raw: Payload, seen: set[str]) -> None:
    form.text(raw, "label", 1, 45)
    form.text(raw, "description", 0, 100, required=False)
    if raw.get("component") is None:
        form.at("component").wrong(*REQUIRED)
        return
    held = as_payload(raw["component"])
    place = form.at("component")
    if isinstance(held.get("type"), int) and held["type"] in _NOT_HERE:
        lacking = _NOT_HERE[held["type"]]
        place.at("type").wrong("NOT_SUPPORTED", f"The loopback has no {lacking} in forms.")
        return
    kind = place.choice(held, "type", _IN_LABEL)
    if kind == ComponentType.TEXT_INPUT:
        _check_text_input(place, held, seen, labelled=True)
    elif kind == ComponentType.RADIO_GROUP:
        _check_radio_group(place, held, seen)
    elif kind is not None:
        check_select(place, held, seen)


def _check_radio_group(form: Form, raw: Payload, seen: set[str]) -> None:
    check_custom_id(form, raw, seen)
    form.boolean(raw, "required")
    options = form.items(raw, "options", 2, 10, required=True)
    check_options(form, options)
    if sum(bool(each.get("default")) for each in options) > 1:
        form.at("options").wrong(
            "RADIO_GROUP_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "A radio group can have one default option",
        )


def _check_text_input(form: Form, raw: Payload, seen: set[str], *, labelled: bool) -> None:
    check_custom_id(form, raw, seen)
    form.choice(raw, "style", (1, 2))
    if not labelled:
        form.text(raw, "label", 1, 45)
    form.text(raw, "placeholder", 0, 100, required=False)
    form.text(raw, "value", 0, 4000, required=False)
    form.boolean(raw, "required")
    least = form.number(raw, "min_length", 0, 4000, default=0)
    most = form.number(raw, "max_length", 1, 4000, default=4000)
    if least is not None and most is not None and least > most:
        form.at("min_length").wrong(
            "TEXT_INPUT_COMPONENT_MIN_LENGTH_GREATER_THAN_MAX_LENGTH",
            "min_length must not be greater than max_length",
        )
