"""Components of messages (reference, "Component Reference")."""

from collections.abc import Collection
from dataclasses import dataclass, field

from loopback.model.components import SELECTS, ComponentType
from loopback.payload import Payload, as_payload
from loopback.validation.form import REQUIRED, Form

LINK, PREMIUM = 5, 6
MOST_ROWS = 5
# Of a message in the second version of components (components/reference.mdx).
MOST_COMPONENTS = 40
MOST_CHARACTERS = 4000

_TOP = frozenset(
    {
        ComponentType.ACTION_ROW,
        ComponentType.SECTION,
        ComponentType.TEXT_DISPLAY,
        ComponentType.MEDIA_GALLERY,
        ComponentType.FILE,
        ComponentType.SEPARATOR,
        ComponentType.CONTAINER,
    }
)
_IN_ROW = SELECTS | {ComponentType.BUTTON}


@dataclass(slots=True)
class _Census:
    """The counts over a whole message."""

    custom_ids: set[str] = field(default_factory=set[str])
    ids: set[int] = field(default_factory=set[int])
    components: int = 0
    characters: int = 0


def check(form: Form, body: Payload, *, v2: bool, files: Collection[str]) -> None:
    """Check `components` of a message; `files` are the names that attachment:// may use."""
    census = _Census()
    allowed = _TOP if v2 else frozenset({ComponentType.ACTION_ROW})
    for place, raw in form.each(body, "components", 0, MOST_COMPONENTS if v2 else MOST_ROWS):
        _check_one(place, raw, allowed, census, files)
    if not v2:
        return
    if census.components > MOST_COMPONENTS:
        form.at("components").wrong(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The maximum total of {MOST_COMPONENTS} components was exceeded",
        )
    if census.characters > MOST_CHARACTERS:
        form.at("components").wrong(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Components displayable text size exceeds maximum size of {MOST_CHARACTERS}",
        )


def _check_one(
    form: Form,
    raw: Payload,
    allowed: Collection[ComponentType],
    census: _Census,
    files: Collection[str],
) -> None:
    number = form.choice(raw, "type", allowed)
    if number is None:
        return
    kind = ComponentType(number)
    census.components += 1
    _check_id(form, raw, census)
    if kind is ComponentType.ACTION_ROW:
        _check_row(form, raw, census, files)
    elif kind is ComponentType.BUTTON:
        check_button(form, raw, census.custom_ids)
    elif kind in SELECTS:
        check_select(form, raw, census.custom_ids)
    elif kind is ComponentType.TEXT_DISPLAY:
        census.characters += len(form.text(raw, "content", 1, MOST_CHARACTERS) or "")
    elif kind is ComponentType.SECTION:
        _check_section(form, raw, census, files)
    elif kind is ComponentType.CONTAINER:
        for inner, each in form.each(raw, "components", 1, MOST_COMPONENTS, required=True):
            _check_one(inner, each, _TOP - {ComponentType.CONTAINER}, census, files)
    elif kind is ComponentType.MEDIA_GALLERY:
        for inner, each in form.each(raw, "items", 1, 10, required=True):
            _check_media(inner, each, "media", files)
    elif kind is ComponentType.THUMBNAIL:
        _check_media(form, raw, "media", files)
    elif kind is ComponentType.FILE:
        _check_media(form, raw, "file", files)


def _check_id(form: Form, raw: Payload, census: _Census) -> None:
    number = form.number(raw, "id", 0, 2**31 - 1, default=0)
    if number:
        if number in census.ids:
            form.at("id").wrong("COMPONENT_ID_DUPLICATED", "Component id was already specified")
        census.ids.add(number)


def _check_row(form: Form, raw: Payload, census: _Census, files: Collection[str]) -> None:
    held = form.items(raw, "components", 1, 5, required=True)
    selects = [each for each in held if each.get("type") in tuple(SELECTS)]
    if selects and len(held) > 1:
        form.at("components").wrong(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )
    for index, each in enumerate(held):
        _check_one(form.at("components", index), each, _IN_ROW, census, files)


def _check_section(form: Form, raw: Payload, census: _Census, files: Collection[str]) -> None:
    for place, each in form.each(raw, "components", 1, 3, required=True):
        _check_one(place, each, {ComponentType.TEXT_DISPLAY}, census, files)
    if raw.get("accessory") is None:
        form.at("accessory").wrong(*REQUIRED)
    else:
        accessory = as_payload(raw["accessory"])
        allowed = {ComponentType.BUTTON, ComponentType.THUMBNAIL}
        _check_one(form.at("accessory"), accessory, allowed, census, files)


def _check_media(form: Form, raw: Payload, key: str, files: Collection[str]) -> None:
    form.text(raw, "description", 0, 1024, required=False)
    url = form.at(key).text(as_payload(raw.get(key)), "url", 1, 2048)
    if url is None:
        return
    if url.startswith("attachment://") and url.removeprefix("attachment://") not in files:
        form.at(key, "url").wrong(
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment ({url}) was not found",
        )
    elif not url.startswith(("attachment://", "https://", "http://")):
        form.at(key, "url").wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.")


def check_custom_id(form: Form, raw: Payload, seen: set[str]) -> None:
    """Check that a custom_id is there, has 1 to 100 characters, and is used once."""
    custom_id = form.text(raw, "custom_id", 1, 100)
    if custom_id is None:
        return
    if custom_id in seen:
        form.at("custom_id").wrong(
            "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    seen.add(custom_id)


def check_button(form: Form, raw: Payload, seen: set[str]) -> None:
    """Check a button: a link or a custom_id, never both; a label or an emoji."""
    style = form.choice(raw, "style", range(1, PREMIUM + 1))
    form.text(raw, "label", 0, 80, required=False)
    form.boolean(raw, "disabled")
    if style == PREMIUM:
        form.text(raw, "sku_id", 1, 20)
        return
    if not raw.get("label") and not raw.get("emoji"):
        form.wrong("BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
    if style != LINK:
        if raw.get("url"):
            form.at("url").wrong(
                "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
                "A custom id and url cannot both be specified",
            )
        check_custom_id(form, raw, seen)
        return
    if raw.get("custom_id"):
        form.at("custom_id").wrong(
            "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified"
        )
    url = form.text(raw, "url", 1, 512)
    if url is not None and not url.startswith(("https://", "http://", "discord://")):
        form.at("url").wrong(
            "BASE_TYPE_SCHEME", "Scheme must be one of ('http', 'https', 'discord')."
        )


def check_select(form: Form, raw: Payload, seen: set[str]) -> None:
    """Check a select of any kind; a string select has 1 to 25 options."""
    check_custom_id(form, raw, seen)
    form.text(raw, "placeholder", 0, 150, required=False)
    form.boolean(raw, "disabled")
    least = form.number(raw, "min_values", 0, 25, default=1)
    most = form.number(raw, "max_values", 1, 25, default=1)
    if least is not None and most is not None and least > most:
        form.at("min_values").wrong(
            "BASE_TYPE_BAD_RANGE", "min_values must not be greater than max_values"
        )
    if raw.get("type") != ComponentType.STRING_SELECT:
        return
    options = form.items(raw, "options", 1, 25, required=True)
    check_options(form, options)
    if options and most is not None and most > len(options):
        form.at("max_values").wrong(
            "SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
            "max_values must not be greater than the number of options",
        )
    defaults = sum(bool(each.get("default")) for each in options)
    if most is not None and defaults > most:
        form.at("options").wrong(
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "The number of default options exceeds max_values",
        )


def check_options(form: Form, options: list[Payload]) -> None:
    """Check the options of a select or a radio group: their texts, and that no value is twice."""
    seen: set[str] = set()
    for index, option in enumerate(options):
        place = form.at("options", index)
        place.text(option, "label", 1, 100)
        place.text(option, "description", 0, 100, required=False)
        value = place.text(option, "value", 1, 100)
        if value is not None and value in seen:
            place.at("value").wrong(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value or "")
