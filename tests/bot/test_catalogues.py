"""Every catalogue translates every text, and its translations fit where the English ones stand."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final, cast

import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.rules.test_sentence import templates

FOLDER: Final = Path(__file__).parents[2] / "bot" / "messages" / "locales"
CODES: Final = sorted(path.name for path in FOLDER.iterdir())
KEPT: Final = re.compile(r"`[^`]*`|https?://[^\s)]+|<[^>\s]+>|\*\*|__|\|\||^-# |^#+ |^> |\n", re.M)
"""Code, links, mentions, marks of markdown and line breaks, which stay in every language."""
BOLD: Final = re.compile(r"\*\*([^*{}]+)\*\*")
LONGER: Final = 1.4
"""How much longer than in English a text may be: every place has that much room."""
SHORT: Final = 20
"""Characters by which any text may be longer: short ones stand where there is room."""


def catalogue(code: str) -> Catalog:
    with (FOLDER / code / "LC_MESSAGES" / "postboard.po").open("rb") as file:
        return read_po(file, locale=code)


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def texts(forms: object) -> list[str]:
    """Return the text, or its forms of the plural."""
    return [forms] if isinstance(forms, str) else list(cast("tuple[str, ...]", forms))


def misfits(catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with each translation."""
    labels = {each.id: each.string for each in catalog if isinstance(each.id, str) and each.id}
    for message in catalog:
        english, forms = texts(message.id), texts(message.string)
        if not message.id:
            continue
        if message.fuzzy or not all(forms):
            yield f"{english[0]!r} isn't translated"
            continue
        if len(english) > 1 and len(forms) != catalog.num_plurals:
            yield f"{english[0]!r} has {len(forms)} forms of the plural, not {catalog.num_plurals}"
        for form in forms:
            yield from _wrong_names(english, form)
            if sorted(KEPT.findall(form)) not in [sorted(KEPT.findall(each)) for each in english]:
                yield f"{form!r} has other marks than {english[-1]!r}"
            if len(form) > max(LONGER * len(english[-1]), len(english[-1]) + SHORT):
                yield f"{form!r} is too long for {english[-1]!r}"
            for bold in BOLD.findall(english[-1]):
                if bold in labels and f"**{labels[bold]}**" not in form:
                    yield f"{form!r} calls {labels[bold]!r} something else"


def _wrong_names(english: list[str], form: str) -> Iterator[str]:
    try:
        known = names(form)
    except ValueError as error:
        yield f"{form!r}: {error}"
        return
    wanted = set[str]().union(*map(names, english))
    # A form for one or for none needn't state its count.
    least = wanted - {"count"} if len(english) > 1 else wanted
    if not least <= known <= wanted:
        yield f"{form!r} names {sorted(known)}, not {sorted(wanted)}"


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_fits_the_texts(code: str) -> None:
    assert not [*misfits(catalogue(code))]


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_has_every_text_and_no_other(code: str) -> None:
    """`make messages` brings it up to date."""
    catalog = catalogue(code)
    there = {tuple(texts(message.id)) for message in catalog if message.id}
    wanted = set(templates())
    assert there == wanted, (there - wanted, wanted - there)
    assert not catalog.obsolete


@pytest.mark.parametrize("code", CODES)
def test_a_compiled_catalogue_is_fresh(code: str) -> None:
    """`make messages` compiles it."""
    compiled = BytesIO()
    write_mo(compiled, catalogue(code))
    assert (FOLDER / code / "LC_MESSAGES" / "postboard.mo").read_bytes() == compiled.getvalue()


def test_what_does_not_fit_is_told() -> None:
    catalog = Catalog(locale=Locale("cs"))
    catalog.add("{who} resigned.", "{who} se vzdal.")
    catalog.add("{who} left.", "{kdo} odešel.")
    catalog.add("{who} won.", "Vyhrál {who.")
    catalog.add("{who} waits.", "")
    catalog.add("{who} is in.", "{who} hraje.", flags=["fuzzy"])
    catalog.add(("{count} day", "{count} days"), ("jeden den", "{count} dny", "{count} dní"))
    catalog.add(("{count} man", "{count} men"), ("{count} kámen", "{count} kameny", ""))
    catalog.add(("{count} cell", "{count} cells"), ("{count} pole", "{count} polí"))
    catalog.add("**Done.** `/play`", "**Hotovo.** `/hrát`")
    catalog.add("one\ntwo", "jedna dvě")
    catalog.add("Back", "Zpátky na předchozí stránku")
    catalog.add("Start", "Začít")
    catalog.add("Press **Start**.", "Stiskni **Spustit**.")
    assert [*misfits(catalog)] == [
        "'{kdo} odešel.' names ['kdo'], not ['who']",
        "'Vyhrál {who.': expected '}' before end of string",
        "'{who} waits.' isn't translated",
        "'{who} is in.' isn't translated",
        "'{count} man' isn't translated",
        "'{count} cell' has 2 forms of the plural, not 3",
        "'**Hotovo.** `/hrát`' has other marks than '**Done.** `/play`'",
        "'jedna dvě' has other marks than 'one\\ntwo'",
        "'Zpátky na předchozí stránku' is too long for 'Back'",
        "'Stiskni **Spustit**.' calls 'Začít' something else",
    ]
