"""Sentences for people: an English template and its named arguments, kept as data.

`say` and `say_n` build a `Sentence`; code that shows it renders it for one reader. So the same
refusal can be read in a terminal, on Discord and in another language:

    say("{side} can't have a man on {cell}.", side=spec.title, cell=Notation("a8"))
    say_n("{count} move fits.", "{count} moves fit.", len(moves))

The templates are what `pybabel extract -k say -k say_n:1,2` collects for translators, so they are
written out in the call. No argument is a plain `str`: a text says by its type what it is, and the
type checker objects to a sentence that is built from raw text.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from string import Formatter
from typing import Final, LiteralString, Protocol, TypeAlias

__all__ = [
    "ENGLISH",
    "Argument",
    "Conjunction",
    "Listed",
    "Notation",
    "Renderer",
    "Sentence",
    "Stranger",
    "Verbatim",
    "all_of",
    "one_of",
    "say",
    "say_n",
    "some_of",
]


@dataclass(frozen=True, slots=True)
class Notation:
    """A code of our own that reads the same in every language: a cell, a move, a key, a fraction.

    It is text all the same: a renderer escapes what its medium would take for markup.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """Text that a person wrote: a name, words, a note, a reason, a move as typed.

    A renderer shows it exactly as typed, whatever it looks like.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Finished markup of the medium, such as a mention or a timestamp; a renderer copies it."""

    text: str


class Conjunction(Enum):
    """What stands before the last item of a list."""

    AND = "and"
    OR = "or"
    NONE = ""
    """Nothing but a comma."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Several arguments in a row, as `all_of`, `one_of` and `some_of` make them."""

    items: "tuple[Argument, ...]"
    conjunction: Conjunction
    cut: bool = False
    """More items follow than are shown; an ellipsis says so."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or words that stand in one.

    Equal sentences have equal templates and arguments. `say` and `say_n` make them. Raises
    ValueError if the names in the template are not those of the arguments.
    """

    template: LiteralString
    """English, with a name in braces for each argument; a brace itself is doubled."""
    arguments: "tuple[tuple[str, Argument], ...]" = ()
    """In the order of their names."""
    plural: LiteralString = ""
    """The template for every count but 1; empty where there is no count."""
    count: int | None = None
    """What decides between the two templates. It is an argument too, of the name `count`."""

    def __post_init__(self) -> None:
        _require_names(self.template, self.plural, tuple(dict(self.arguments)))

    def __format__(self, form: str) -> str:
        """Refuse to stand in an f-string, where nobody could translate it. Raises TypeError."""
        raise TypeError(f"{self!r} is rendered, not formatted")

    def english(self) -> str:
        """Return the sentence as a terminal or a log shows it, with all text as it is."""
        return self.rendered(ENGLISH)

    def rendered(self, renderer: "Renderer") -> str:
        """Return the sentence for one reader in one medium."""
        template = renderer.template(self)
        if not self.arguments and "{" not in template and "}" not in template:
            return template
        return template.format_map(
            {name: _text(argument, renderer) for name, argument in self.arguments}
        )


Argument: TypeAlias = int | Notation | Stranger | Verbatim | Listed | Sentence
"""What can stand in a sentence."""


class Renderer(Protocol):
    """How one reader in one medium reads the parts of sentences."""

    def template(self, sentence: Sentence) -> str:
        """Return the template, of the sentence's count if it has one, in the reader's language."""
        ...

    def number(self, number: int) -> str:
        """Return a whole number."""
        ...

    def notation(self, text: str) -> str:
        """Return the text of a `Notation`, so that it reads as it is."""
        ...

    def stranger(self, text: str) -> str:
        """Return the text of a `Stranger`, so that it shows exactly as typed."""
        ...

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        """Return the words as a list, with an ellipsis at its end if it is `cut`."""
        ...


def say(template: LiteralString, /, **arguments: Argument) -> Sentence:
    """Return the sentence of this English template, whose {names} are those of the arguments."""
    # Names differ, so arguments are never compared.
    return Sentence(template, tuple(sorted(arguments.items())))


def say_n(
    singular: LiteralString, plural: LiteralString, count: int, /, **arguments: Argument
) -> Sentence:
    """Return the sentence that fits the count, which is the argument {count} of both templates.

    The singular may leave {count} out.
    """
    given: dict[str, Argument] = {**arguments, "count": count}
    return Sentence(singular, tuple(sorted(given.items())), plural, count)


def all_of(items: Iterable[Argument]) -> Listed:
    """Return `a, b and c`."""
    return Listed(tuple(items), Conjunction.AND)


def one_of(items: Iterable[Argument]) -> Listed:
    """Return `a, b or c`."""
    return Listed(tuple(items), Conjunction.OR)


def some_of(items: Iterable[Argument], most: int = 5) -> Listed:
    """Return the first items with commas, at most `most`, and an ellipsis for the rest."""
    listed = tuple(items)
    return Listed(listed[:most], Conjunction.NONE, cut=len(listed) > most)


class _English:
    """The templates as they are, all text raw."""

    def template(self, sentence: Sentence) -> str:
        return sentence.template if sentence.count in (None, 1) else sentence.plural

    def number(self, number: int) -> str:
        return str(number)

    def notation(self, text: str) -> str:
        return text

    def stranger(self, text: str) -> str:
        return text

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        if conjunction is Conjunction.NONE or cut or len(words) < 2:
            return ", ".join(words) + (" …" if cut else "")
        return f"{', '.join(words[:-1])} {conjunction.value} {words[-1]}"


ENGLISH: Final[Renderer] = _English()
"""Needs no catalogue and escapes nothing: for terminals, logs and tests."""


def _text(argument: Argument, renderer: Renderer) -> str:
    match argument:
        case Sentence():
            return argument.rendered(renderer)
        case Notation():
            return renderer.notation(argument.text)
        case Verbatim():
            return argument.text
        case Stranger():
            return renderer.stranger(argument.text)
        case Listed():
            words = [_text(item, renderer) for item in argument.items]
            return renderer.listed(words, argument.conjunction, cut=argument.cut)
        case int():
            return renderer.number(argument)


@lru_cache(maxsize=4096)
def _require_names(template: str, plural: str, given: tuple[str, ...]) -> None:
    """Raise ValueError unless the templates name these arguments."""
    # A sentence of one thing need not say 1.
    implied = frozenset({"count"}) if plural else frozenset[str]()
    for each in (template, plural) if plural else (template,):
        if (named := _names(each)) - implied != frozenset(given) - implied:
            raise ValueError(f"{each!r} names {sorted(named)}, not {sorted(given)}")


def _names(template: str) -> frozenset[str]:
    """Return the names in the template. Raises ValueError for fields that are more than a name."""
    names: set[str] = set()
    for _, name, form, conversion in Formatter().parse(template):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"{{{name}}} in {template!r} is not a plain name")
        names.add(name)
    return frozenset(names)
