"""Application commands (reference, "Application Command Structure")."""

import re
from collections.abc import Collection, Iterable

from loopback.model.people import LOCALES
from loopback.payload import Payload, as_payload, as_payloads, is_payload
from loopback.validation.form import REQUIRED, Form

MOST = {1: 100, 2: 15, 3: 15}
"""The greatest numbers of commands by type (slash, user, message)."""
# Of its names, descriptions and values; the longest translation counts (application-commands.mdx).
MOST_CHARACTERS = 8000
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, NUMBER = 3, 4, 10
_CHOOSABLE = (STRING, INTEGER, NUMBER)

_SLASH_NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")


def check_all(form: Form, commands: list[Payload], installs: Collection[int] = (0, 1)) -> None:
    """Check a whole set of commands, as in the bulk overwrite.

    `installs` are the kinds of install that the application supports. A command can only state
    those that are "already supported on the application-level" (application-commands.mdx).
    """
    seen: set[tuple[int, str]] = set()
    counts = dict.fromkeys(MOST, 0)
    for index, command in enumerate(commands):
        place = form.at(index)
        kind = place.choice(command, "type", (1, 2, 3), default=1)
        if kind is None:
            continue
        _check_command(place, command, kind)
        place.numbers(command, "integration_types", installs)
        counts[kind] += 1
        key = (kind, str(command.get("name")))
        if key in seen:
            place.at("name").wrong(
                "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        seen.add(key)
    for kind, count in counts.items():
        if count > MOST[kind]:
            form.wrong("BASE_TYPE_MAX_LENGTH", f"Must be {MOST[kind]} or fewer in length.")


def _check_command(form: Form, command: Payload, kind: int) -> None:
    if kind == 1:
        _check_name(form, command)
        form.text(command, "description", 1, 100)
        _check_options(form, command, depth=0)
    else:
        form.text(command, "name", 1, 32)
        if command.get("description"):
            form.at("description").wrong(
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_BE_SET",
                "Context menu commands cannot have a description",
            )
    _check_translations(form, command, "name", 32)
    _check_translations(form, command, "description", 100)
    form.boolean(command, "dm_permission")
    form.boolean(command, "nsfw")
    form.permissions(command, "default_member_permissions")
    form.numbers(command, "contexts", (0, 1, 2))
    if _characters(command) > MOST_CHARACTERS:
        form.wrong(
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MOST_CHARACTERS})",
        )


def _check_name(form: Form, raw: Payload) -> None:
    name = form.text(raw, "name", 1, 32)
    if name is not None and (not _SLASH_NAME.match(name) or name != name.lower()):
        form.at("name").wrong(
            "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: lower case, no spaces"
        )


def _check_translations(form: Form, raw: Payload, key: str, most: int) -> None:
    """Check the translations of a text by their languages, if they are there."""
    place, given = form.at(f"{key}_localizations"), raw.get(f"{key}_localizations")
    if given is None:
        return
    if not is_payload(given):
        place.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return
    for locale in given:
        if locale in LOCALES:
            place.text(given, locale, 1, most, required=False)
        else:
            listed = ", ".join(map(repr, LOCALES))
            place.at(locale).wrong("BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")


def _check_options(form: Form, holder: Payload, *, depth: int) -> None:
    options = form.items(holder, "options", 0, 25)
    kinds = [each.get("type") for each in options]
    branches = sum(kind in (SUBCOMMAND, GROUP) for kind in kinds)
    if 0 < branches < len(kinds):
        form.at("options").wrong(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive "
            "to all other types",
        )
    seen: set[str] = set()
    optional_before = False
    for index, option in enumerate(options):
        place = form.at("options", index)
        _check_option(place, option, depth)
        name = str(option.get("name"))
        if name in seen:
            place.at("name").wrong(
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists"
            )
        seen.add(name)
        if option.get("required") and optional_before:
            place.wrong(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_before = optional_before or not option.get("required")


def _check_option(form: Form, option: Payload, depth: int) -> None:
    _check_name(form, option)
    form.text(option, "description", 1, 100)
    _check_translations(form, option, "name", 32)
    _check_translations(form, option, "description", 100)
    kind = form.choice(option, "type", range(1, 12) if depth < 2 else range(3, 12))
    if kind in (SUBCOMMAND, GROUP):
        if kind == GROUP and depth > 0:
            form.at("type").wrong("BASE_TYPE_CHOICES", "A group cannot be nested.")
        _check_options(form, option, depth=depth + 1 if kind == GROUP else 2)
        return
    if option.get("choices") and option.get("autocomplete"):
        form.at("autocomplete").wrong(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE",
            "Options with choices cannot be autocompleted",
        )
    form.boolean(option, "required")
    form.boolean(option, "autocomplete")
    if option.get("choices") and kind not in _CHOOSABLE:
        form.at("choices").wrong(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Options of this type have no choices"
        )
        return
    check_choices(form, option, kind or STRING)


def check_choices(form: Form, holder: Payload, kind: int) -> None:
    """Check up to 25 choices of an option or of an autocomplete result."""
    names: set[str] = set()
    for place, choice in form.each(holder, "choices", 0, 25):
        name = place.text(choice, "name", 1, 100)
        _check_translations(place, choice, "name", 100)
        if name is not None and name in names:
            place.at("name").wrong(
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Option choice name already exists",
            )
        names.add(name or "")
        value: object = choice.get("value")
        if value is None:
            place.at("value").wrong(*REQUIRED)
        elif kind == STRING:
            place.text(choice, "value", 1, 100)
        elif isinstance(value, bool | str) or (kind == INTEGER and not isinstance(value, int)):
            wanted = "int" if kind == INTEGER else "float"
            place.at("value").wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not {wanted}.')


def _characters(raw: Payload) -> int:
    """Count the characters of names, descriptions and values, or of the longest translation."""
    total = 0
    for key in ("name", "description"):
        words = [raw.get(key), *as_payload(raw.get(f"{key}_localizations")).values()]
        total += _longest(words)
    for option in as_payloads(raw.get("options")):
        total += _characters(option)
    for choice in as_payloads(raw.get("choices")):
        total += _characters(choice) + _longest([choice.get("value")])
    return total


def _longest(words: Iterable[object]) -> int:
    return max((len(each) for each in words if isinstance(each, str)), default=0)
