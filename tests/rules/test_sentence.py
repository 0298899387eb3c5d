"""Sentences keep their template and arguments apart until somebody reads them."""

import ast
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, LiteralString

import pytest
from babel.messages.pofile import read_po

from rules.contract.sentence import (
    Argument,
    Conjunction,
    Notation,
    Sentence,
    Stranger,
    Verbatim,
    all_of,
    one_of,
    say,
    say_n,
    some_of,
)

ROOT: Final = Path(__file__).parents[2]
SPEAKING: Final = ("rules", "engine", "render", "bot")


def cells(*labels: str) -> list[Argument]:
    return [Notation(label) for label in labels]


def test_arguments_stand_where_they_are_named() -> None:
    sentence = say(
        "{piece} on {cell} moves {count}.", piece=say("A king"), cell=Notation("c3"), count=2
    )
    assert sentence.english() == "A king on c3 moves 2."


def test_a_brace_is_doubled() -> None:
    assert say("{{{cell}}}", cell=Notation("a1")).english() == "{a1}"


def test_text_of_a_person_is_never_read_as_a_template() -> None:
    assert say("“{text}”", text=Stranger("{cell} {0} %s")).english() == "“{cell} {0} %s”"


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 moves fit."), (1, "One move fits."), (2, "2 moves fit.")]
)
def test_the_count_chooses_the_template(count: int, text: str) -> None:
    assert say_n("One move fits.", "{count} moves fit.", count).english() == text


@pytest.mark.parametrize(
    ("labels", "every", "either"),
    [
        ("", "", ""),
        ("a1", "a1", "a1"),
        ("a1 b2", "a1 and b2", "a1 or b2"),
        ("a1 b2 c3", "a1, b2 and c3", "a1, b2 or c3"),
    ],
)
def test_lists_are_joined_by_and_or_or(labels: str, every: str, either: str) -> None:
    items = cells(*labels.split())
    assert say("{items}", items=all_of(items)).english() == every
    assert say("{items}", items=one_of(items)).english() == either


def test_a_long_list_is_cut() -> None:
    assert say("{items}", items=some_of(cells("a", "b"), most=2)).english() == "a, b"
    assert say("{items}", items=some_of(cells("a", "b", "c"), most=2)).english() == "a, b …"


def test_sentences_are_values() -> None:
    one = say("{x} {y}", x=1, y=Notation("a1"))
    other = say("{x} {y}", y=Notation("a1"), x=1)
    assert one == other
    assert hash(one) == hash(other)
    assert one != say("{x} {y}", x=1, y=Stranger("a1"))


@pytest.mark.parametrize(
    "template", ["{}", "{0}", "{cell.text}", "{cell!r}", "{cell:>9}", "{cell[0]}"]
)
def test_a_field_is_a_plain_name(template: LiteralString) -> None:
    with pytest.raises(ValueError, match="is not a plain name"):
        Sentence(template, (("cell", Notation("a1")),))


def test_names_and_arguments_must_agree() -> None:
    with pytest.raises(ValueError, match="names"):
        say("{cell}")
    with pytest.raises(ValueError, match="names"):
        say("A cell", cell=Notation("a1"))
    with pytest.raises(ValueError, match="names"):
        say_n("{side} has one.", "{count} of them.", 2, side=say("White"))


class Shouting:
    """A renderer of another language and medium."""

    def template(self, sentence: Sentence) -> str:
        return {
            "{name} has {count} man on {cells}.": "{cells}: {count} ({name})",
            "White": "Bílý",
        }[sentence.template]

    def number(self, number: int) -> str:
        return "I" * number

    def decimal(self, text: str) -> str:
        return text.replace(".", "'")

    def notation(self, text: str) -> str:
        return text.upper()

    def stranger(self, text: str) -> str:
        return f"<{text}>"

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        return f"{conjunction.name}{'+'.join(words)}{cut}"


def test_a_renderer_decides_on_every_part() -> None:
    items: list[Argument] = [Notation("c3"), Stranger("d4"), Verbatim("<#1>"), say("White"), 2]
    sentence = say_n(
        "{name} has {count} man on {cells}.",
        "{name} has {count} men on {cells}.",
        3,
        name=Stranger("Ann"),
        cells=all_of(items),
    )
    assert sentence.rendered(Shouting()) == "ANDC3+<d4>+<#1>+Bílý+IIFalse: III (<Ann>)"
    assert sentence.english() == "Ann has 3 men on c3, d4, <#1>, White and 2."


def templates(packages: Sequence[str] = SPEAKING) -> Iterator[tuple[str, ...]]:
    """Yield the templates of each sentence in the source of these packages."""
    files = (file for package in packages for file in (ROOT / package).rglob("*.py"))
    for file in files:
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            number = {"say": 1, "say_n": 2}.get(call.func.id, 0)
            for template in call.args[:number]:
                where = f"{file.relative_to(ROOT)}:{call.lineno}"
                assert isinstance(template, ast.Constant), f"{where}: a template is written out"
            if number:
                yield tuple(ast.literal_eval(template) for template in call.args[:number])


def test_translators_are_handed_every_template(tmp_path: Path) -> None:
    catalogue = tmp_path / "messages.pot"
    command = ("extract", "-k", "say", "-k", "say_n:1,2", "-o", str(catalogue), *SPEAKING)
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", *command],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    with catalogue.open("rb") as file:
        found = {
            tuple([message.id] if isinstance(message.id, str) else message.id)
            for message in read_po(file)
            if message.id
        }
    assert found == set(templates())
    assert found
