"""All statements that the program hands to a database, found in its source by themselves.

What is known only at run time has examples here. None of them is the text of a statement.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import bot
from bot.model.lists import NEWEST, OLDEST
from bot.model.shards import ShardRange
from bot.store.sql.hooks import Hooks
from tests.bot.values_in_source import Source, Unknown
from tests.every_table import EVERY_TABLE

__all__ = ["Found", "Statement", "modules", "of_program", "read"]

_TYPES: Final = frozenset(
    {
        "Transaction", "Database", "Statements", "Session", "SqliteSession", "PostgresSession",
        "_Connection", "sqlite3.Connection",
    }
)  # fmt: skip
"""The types of what takes statements."""
_TEXT: Final = "sql"
"""The first parameter of its methods that take one."""
_EACH_A_VALUE: Final = frozenset({"do", "change", "insert", "rows", "row", "column", "write"})
"""Those of them whose further arguments are the values."""
_BEGINNING: Final = re.compile(
    r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|VALUES|ALTER TABLE)\s"
)
_QUOTED: Final = re.compile(r"'[^']*'")
_COPIED: Final = SimpleNamespace(
    name="reasons", columns=("table_id", "number", "text"), given=("table_id", "number", "text"),
    key=("table_id", "number"), drawn="number",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, and the call that hands it over."""

    where: str
    """Its module and line."""
    method: str
    text: str
    values: int | None
    """How many values it is given; None if that depends."""

    @property
    def places(self) -> int:
        """How many values it takes."""
        return _QUOTED.sub("", self.text).count("?")

    def is_for(self, database: str) -> bool:
        """Return False if it is for another kind of database alone, whose package has it."""
        own = re.match(r"bot\.store\.sql\.(sqlite|postgres)\b", self.where)
        return own is None or own[1] == database


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in modules."""

    statements: Sequence[Statement]
    unknown: Sequence[str]
    """Calls whose statement the source doesn't tell, with where they stand."""
    unused: Sequence[str]
    """Texts that begin like a statement and are part of none."""


@cache
def of_program() -> Found:
    """Return the statements of the program."""
    return read(modules())


def read(texts: Mapping[str, str]) -> Found:
    """Return the statements of modules, given by their names and texts."""
    source = Source(texts, _examples(texts))
    found, unknown = list[Statement](), list[str]()
    for call, method in _calls(source):
        where = f"{source.module(call)}:{call.lineno}"
        depends = any(isinstance(each, ast.Starred) for each in call.args)
        is_counted = method in _EACH_A_VALUE and not depends
        values = len(call.args) - 1 if is_counted else None
        try:
            for text in source.values(call.args[0]):
                found.append(Statement(where, method, text, values))
        except Unknown as error:
            unknown.append(f"{where}: {error}")
    return Found(found, unknown, [*_unused(source, "\n".join(each.text for each in found))])


def _unused(source: Source, known: str) -> Iterator[str]:
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(text)) if _BEGINNING.match(text) and text not in known:
                yield f"{source.module(node)}:{node.lineno}: {text}"
            case _:
                pass


def _calls(source: Source) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls that hand over a statement, with the names of the methods."""
    methods = {getattr(each, "name", "") for each in source.nodes if _takes_statement(each)}
    holders = _holders(source)
    for node in source.nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=holder, attr=method), args=[first, *_]) if (
                method in methods and (_last_name(holder) in holders or _is_text(first))
            ):
                # What such a method was given itself was handed over by a call like these.
                given = any(isinstance(e, ast.Name) and e.id == _TEXT for e in ast.walk(first))
                if not (given and _takes_statement(source.function(node))):
                    yield node, method
            case _:
                pass


def _is_text(node: ast.expr) -> bool:
    is_constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_constant or isinstance(node, ast.JoinedStr)


def _takes_statement(function: ast.AST) -> bool:
    """Return True for a public method whose first parameter is a statement."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    parameters = [each.arg for each in function.args.args]
    return not function.name.startswith("_") and parameters[:2] == ["self", _TEXT]


def _holders(source: Source) -> set[str]:
    """Return the names of parameters, functions and attributes that are what takes statements."""
    found = set[str]()
    for node in source.nodes:
        match node:
            case (
                ast.arg(arg=name, annotation=ast.expr() as kind)
                | ast.FunctionDef(name=name, returns=ast.expr() as kind)
            ) if _TYPES & {*ast.unparse(kind).strip("'").split(" | ")}:
                found.add(name)
            case _:
                pass
    for node in source.nodes:
        match node:
            case ast.Assign([ast.Attribute(attr=name)], ast.Name(id=known)) if known in found:
                found.add(name)
            case _:
                pass
    return found


def modules() -> dict[str, str]:
    """Return the texts of the program's modules, by their names."""
    folder = Path(bot.__file__).parent
    found = dict[str, str]()
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder.parent).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = file.read_text(encoding="utf-8")
    return found


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=function):
            return _last_name(function)
        case _:
            return ""


def _examples(names: Iterable[str]) -> Mapping[str, Sequence[Any]]:
    """Return what is known only at run time."""
    extensions = [vars(import_module(each)) for each in names if each.startswith("bot.extensions.")]
    hooks = [each for module in extensions for each in module.values() if isinstance(each, Hooks)]
    return {
        "marks(...)": ["?, ?"],
        "database.shards": [None, ShardRange(0, 0, 2)],
        "self._db.shards": [None, ShardRange(0, 0, 2)],
        "tx.hooks.all_kept": [EVERY_TABLE],
        "self._db.hooks.all_kept": [EVERY_TABLE],
        "tx.hooks.useless": [[useless for each in hooks for useless in each.useless]],
        "now": [0],
        "number": [0],
        "cursor": [NEWEST, OLDEST],
        "sorted_keys": [[1, 2]],
        "_Table": [_COPIED],
        "_tables(...)": [[_COPIED]],
        "each['name']": ["reasons"],
        "each['reference']": ["a_reference"],
        "each['meaning']": ["FOREIGN KEY (table_id) REFERENCES tables (id)"],
    }
