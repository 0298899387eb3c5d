"""Sentences for people: an English template and its named arguments, kept as data.

`say` and `say_n` build a `Sentence`; the code that shows it renders it for one reader. So the same
refusal can be read in a terminal, on Discord and in another language:

    say("{side} can't have a man on {cell}.", side=spec.title, cell=Notation("a8"))
    say_n("{count} move fits.", "{count} moves fit.", len(moves))

`pybabel extract -k say -k say_n:1,2` collects the templates for translators, so they are written
out in the call. No argument is a plain `str`: the type of a text says what kind of text it is, and
the type checker objects to a sentence built from raw text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import starmap
from string import Formatter
from typing import Final, LiteralString, Protocol, TypeAlias

__all__ = [
    "ENGLISH",
    "Argument",
    "Conjunction",
    "Decimal",
    "Listed",
    "Notation",
    "Renderer",
    "Sentence",
    "Stranger",
    "Verbatim",
    "Wording",
    "all_of",
    "each_of",
    "joined",
    "one_of",
    "renamed",
    "say",
    "say_n",
    "some_of",
]


@dataclass(frozen=True, slots=True)
class Notation:
    """A code of our own that reads the same in every language: a cell, a move, a key, a fraction.

    Renderers still escape anything in it that their medium would treat as markup.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number with a fraction, such as `+0.25`, written with the point or comma of a language."""

    text: str


@dataclass(frozen=True, slots=True)
class Stranger:
    """Text that a person wrote: a name, words, a note, a reason, a move as typed.

    Renderers show it exactly as typed, whatever it looks like.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Finished markup of the medium, such as a mention or a timestamp; renderers copy it."""

    text: str


class Conjunction(Enum):
    """The word before the last item of a list."""

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
    """True if more items follow than are shown; an ellipsis indicates this."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or words that are part of one.

    Sentences are equal if their templates and arguments are. `say` and `say_n` make them. Raises
    ValueError if the names in the template aren't the arguments' names.
    """

    template: LiteralString
    """English, with a name in braces for each argument; a brace itself is doubled."""
    arguments: "tuple[tuple[str, Argument], ...]" = ()
    """In the order of their names."""
    plural: LiteralString = ""
    """The template for every count but 1; empty if there is no count."""
    count: int | None = None
    """The number that decides between the two templates. It is also an argument, named `count`."""

    def __post_init__(self) -> None:
        _require_names(self.template, self.plural, tuple(dict(self.arguments)))

    def __format__(self, form: str) -> str:
        """Raise TypeError: no one could translate a sentence inside an f-string."""
        raise TypeError(f"{self!r} is rendered, not formatted")

    def english(self) -> str:
        """Return the sentence in English with all text unescaped, for a terminal or a log."""
        return self.rendered(ENGLISH)

    def rendered(self, renderer: "Renderer") -> str:
        """Return the sentence for one reader in one medium."""
        template = renderer.template(self)
        if not self.arguments and "{" not in template and "}" not in template:
            return template
        return template.format_map(
            {name: _text(argument, renderer) for name, argument in self.arguments}
        )


class Wording(Protocol):
    """Words that are put together for their reader, such as the description of a position."""

    def read(self, renderer: "Renderer", /) -> str:
        """Return the words for one reader in one medium."""
        ...


Argument: TypeAlias = int | Decimal | Notation | Stranger | Verbatim | Listed | Sentence | Wording
"""Anything that can fill a place in a sentence."""


class Renderer(Protocol):
    """The renderer of sentences for one reader in one medium."""

    def template(self, sentence: Sentence) -> str:
        """Return the template in the reader's language, for the sentence's count if any."""
        ...

    def number(self, number: int) -> str:
        """Return a whole number."""
        ...

    def decimal(self, text: str) -> str:
        """Return the text of a `Decimal`, which has a decimal point."""
        ...

    def notation(self, text: str) -> str:
        """Return the text of a `Notation`, escaped so that it reads as it is."""
        ...

    def stranger(self, text: str) -> str:
        """Return the text of a `Stranger`, escaped so that it shows exactly as typed."""
        ...

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        """Return the words as a list, with an ellipsis at the end if it is `cut`."""
        ...


def say(template: LiteralString, /, **arguments: Argument) -> Sentence:
    """Return the sentence with this English template; its {names} are the arguments."""
    # Names are unique, so the arguments themselves are never compared.
    return Sentence(template, tuple(sorted(arguments.items())))


def say_n(
    singular: LiteralString, plural: LiteralString, count: int, /, **arguments: Argument
) -> Sentence:
    """Return the sentence for this count, which both templates get as the argument {count}.

    The singular may omit {count}.
    """
    given: dict[str, Argument] = {**arguments, "count": count}
    return Sentence(singular, tuple(sorted(given.items())), plural, count)


def all_of(items: Iterable[Argument]) -> Listed:
    """Return `a, b and c`."""
    return Listed(tuple(items), Conjunction.AND)


def one_of(items: Iterable[Argument]) -> Listed:
    """Return `a, b or c`."""
    return Listed(tuple(items), Conjunction.OR)


def each_of(items: Iterable[Argument]) -> Listed:
    """Return `a, b, c`."""
    return Listed(tuple(items), Conjunction.NONE)


def some_of(items: Iterable[Argument], most: int = 5) -> Listed:
    """Return the first items with commas, at most `most`, and an ellipsis for the rest."""
    listed = tuple(items)
    return Listed(listed[:most], Conjunction.NONE, cut=len(listed) > most)


def joined(
    parts: Iterable[Sentence | None], join: Callable[[Sentence, Sentence], Sentence]
) -> Sentence | None:
    """Return the parts that are there as one sentence, or None if there are none.

    `join` puts one before another. Parts are joined pairwise, so that a thousand of them are nested
    ten deep.
    """
    said = [part for part in parts if part is not None]
    while len(said) > 1:
        pairs = zip(said[::2], said[1::2], strict=False)
        said = [*starmap(join, pairs), *said[len(said) // 2 * 2 :]]
    return said[0] if said else None


def renamed(sentence: Sentence, names: "Mapping[Sentence, Sentence]") -> Sentence:
    """Return the sentence with other words for parts of it, such as a person's for a side's."""

    def other(part: Argument) -> Argument:
        match part:
            case Sentence():
                return next(
                    (new for old, new in names.items() if old == part), renamed(part, names)
                )
            case Listed():
                return replace(part, items=tuple(map(other, part.items)))
            case _:
                return part

    arguments = tuple((name, other(part)) for name, part in sentence.arguments)
    return replace(sentence, arguments=arguments)


class _English:
    """The templates as they are, with all text unescaped."""

    def template(self, sentence: Sentence) -> str:
        return sentence.template if sentence.count in (None, 1) else sentence.plural

    def number(self, number: int) -> str:
        return str(number)

    def decimal(self, text: str) -> str:
        return text

    def notation(self, text: str) -> str:
        return text

    def stranger(self, text: str) -> str:
        return text

    def listed(self, words: Sequence[str], conjunction: Conjunction, *, cut: bool) -> str:
        if conjunction is Conjunction.NONE or cut or len(words) < 2:
            return ", ".join(words) + (" …" if cut else "")
        return f"{', '.join(words[:-1])} {conjunction.value} {words[-1]}"


ENGLISH: Final[Renderer] = _English()
"""Renders English without a catalogue and without escaping: for terminals, logs and tests."""


def _text(argument: Argument, renderer: Renderer) -> str:
    match argument:
        case Sentence():
            return argument.rendered(renderer)
        case Decimal():
            return renderer.decimal(argument.text)
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
        case _:
            return argument.read(renderer)


@lru_cache(maxsize=4096)
def _require_names(template: str, plural: str, given: tuple[str, ...]) -> None:
    """Raise ValueError unless the templates name these arguments."""
    # A singular sentence needn't state its count.
    implied = frozenset({"count"}) if plural else frozenset[str]()
    for each in (template, plural) if plural else (template,):
        if (named := _names(each)) - implied != frozenset(given) - implied:
            raise ValueError(f"{each!r} names {sorted(named)}, not {sorted(given)}")


def _names(template: str) -> frozenset[str]:
    """Return the names in the template. Raises ValueError if a field is more than a name."""
    names: set[str] = set()
    for _, name, form, conversion in Formatter().parse(template):
        if name is None:
            continue
        if not name.isidentifier() or form or conversion:
            raise ValueError(f"{{{name}}} in {template!r} is not a plain name")
        names.add(name)
    return frozenset(names)
