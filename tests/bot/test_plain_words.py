"""Words that sound like a translation are rare in what people read, and so are words at all.

Each ceiling is what the source had when it was last lowered. Lower it with the words; raise none.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.rules.test_sentence import SPEAKING, templates

ROOT: Final = Path(__file__).parents[2]
READ: Final[Mapping[str, int]] = {
    r"\b(some|every|any|no)body\b": 0,
    r"\b(is|are) over\b": 0,
    r"\bleads? to\b": 0,
    r"\blots?\b": 2,
    r"\berr(s|ed|ing)?\b": 0,
    r"\bthe others\b": 6,
    r"\brivals?\b": 0,
    r"\b(those|whom)\b": 2,
    r"\b(told|tells)\b": 0,
    r"\btakes? part\b": 0,
    r"\bevents?\b": 4,
    r"\bdigests?\b": 0,
    r"\bpropos(es|ed|als?)\b": 0,
    r"\bmay\b": 26,
    r"\bat once\b": 9,
    r"\b(go|goes|going|went|gone) on\b": 5,
    r" %": 0,
}
"""The occurrences of each pattern in templates, apart from names of arguments."""
OUTSIDE_RULES: Final[Mapping[str, int]] = {
    r";": 23,
    r"\bmay\b": 3,
    r"\b(is|are) over\b": 0,
    r"\brivals?\b": 0,
    r"\b(go|goes|going|went|gone) on\b": 1,
}
"""The same for templates outside of `rules`, whose rulebooks may be exact."""
WORDS: Final = 21095
"""Room for the words of all templates, with both forms of plurals; an argument is one."""
WRITTEN: Final[Mapping[str, int]] = {
    r"\bsomebody\b": 0,
    r"\beach\b": 335,
    r"\bth(ose|at) of\b": 18,
    r"; None": 3,
}
"""The occurrences of each pattern in docstrings and documents."""
_ARGUMENT: Final = re.compile(r"\{\w+\}")


@cache
def read(packages: tuple[str, ...] = SPEAKING) -> Sequence[str]:
    """Return each template once, in order."""
    return sorted({each for forms in templates(packages) for each in forms})


@cache
def written() -> Sequence[str]:
    """Return the docstrings of these packages, also those of attributes, and all documents."""
    return [*_docstrings(), *(file.read_text("utf-8") for file in (ROOT / "docs").glob("*.md"))]


def _docstrings() -> Iterator[str]:
    for package in SPEAKING:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                match node:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield text
                    case _:
                        pass


def found(pattern: str, texts: Sequence[str]) -> list[str]:
    """Return the texts with the pattern, as often as they have it."""
    return [
        text
        for text in texts
        for _ in re.findall(pattern, _ARGUMENT.sub("{}", text), re.IGNORECASE)
    ]


def require_at_most(pattern: str, texts: Sequence[str], allowed: int) -> None:
    """Fail with the texts that have the pattern if it occurs more often than allowed."""
    over = found(pattern, texts)
    assert len(over) <= allowed, f"{pattern}: {len(over)}, allowed: {allowed}\n" + "\n".join(over)


@pytest.mark.parametrize("pattern", READ)
def test_words_of_translations_are_rare_in_templates(pattern: str) -> None:
    require_at_most(pattern, read(), READ[pattern])


@pytest.mark.parametrize("pattern", OUTSIDE_RULES)
def test_they_are_rarer_outside_of_rulebooks(pattern: str) -> None:
    speaking = tuple(each for each in SPEAKING if each != "rules")
    require_at_most(pattern, read(speaking), OUTSIDE_RULES[pattern])


def test_templates_have_few_words() -> None:
    assert sum(len(each.split()) for each in read()) <= WORDS


@pytest.mark.parametrize("pattern", WRITTEN)
def test_words_of_translations_are_rare_in_docstrings_and_documents(pattern: str) -> None:
    count = len(found(pattern, written()))
    assert count <= WRITTEN[pattern]


@pytest.mark.parametrize(
    "text", ["Somebody won.", "Nobody has moved, or somebody has.", "{somebody}, nobody is here."]
)
def test_a_word_too_many_is_found(text: str) -> None:
    pattern = r"\b(some|every|any|no)body\b"
    with pytest.raises(AssertionError, match=re.escape(text)):
        require_at_most(pattern, [text], len(found(pattern, [text])) - 1)
    require_at_most(pattern, ["{somebody} won."], 0)
