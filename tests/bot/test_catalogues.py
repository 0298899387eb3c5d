"""Every catalogue names the arguments of the texts that it translates."""

from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final, cast

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parents[2] / "bot" / "messages" / "locales"


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def texts(forms: object) -> list[str]:
    """Return the text, or its forms of the plural."""
    return [forms] if isinstance(forms, str) else list(cast("tuple[str, ...]", forms))


def misfits(catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with each translation that can't be shown."""
    for message in catalog:
        english, forms = texts(message.id), texts(message.string)
        if not message.id or message.fuzzy or not any(forms):
            continue
        if not all(forms):
            yield f"{english[0]!r} lacks a form of the plural"
        for form in forms:
            try:
                known = names(form)
            except ValueError as error:
                yield f"{form!r}: {error}"
                continue
            wanted = set[str]().union(*map(names, english))
            # A form for one or for none needn't state its count.
            if form and not wanted - {"count"} <= known <= wanted:
                yield f"{form!r} names {sorted(known)}, not {sorted(wanted)}"


def test_the_catalogues_fit_the_texts() -> None:
    found = dict[str, list[str]]()
    for file in FOLDER.rglob("*.po"):
        with file.open("rb") as text:
            found[file.parts[-3]] = list(misfits(read_po(text)))
    assert not any(found.values()), found


def test_what_does_not_fit_is_told() -> None:
    catalog = Catalog(locale=Locale("cs"))
    catalog.add("{who} resigned.", "{who} se vzdal.")
    catalog.add("{who} left.", "{kdo} odešel.")
    catalog.add("{who} won.", "Vyhrál {who.")
    catalog.add("{who} waits.", "")
    catalog.add(("{count} day", "{count} days"), ("jeden den", "{count} dny", "{count} dní"))
    catalog.add(("{count} man", "{count} men"), ("{count} kámen", "{count} kameny", ""))
    assert list(misfits(catalog)) == [
        "'{kdo} odešel.' names ['kdo'], not ['who']",
        "'Vyhrál {who.': expected '}' before end of string",
        "'{count} man' lacks a form of the plural",
    ]
