"""Mutants: programs that differ from a module in one small thing within a function."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, chain
from typing import Final, TypeAlias

__all__ = ["Function", "Kind", "Mutant", "functions", "mutants"]

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Kind(StrEnum):
    """What is changed."""

    COMPARISON = "comparison"
    BOUNDARY = "boundary"
    DROPPED = "dropped statement"
    JUNCTION = "and/or"
    DEFAULT = "default"
    CONSTANT = "constant"


_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_BESIDE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one function."""

    function: str
    """Its name within the module, such as `Clock.left`."""
    around: str
    """The source of the function."""
    line: int
    """The first line of what is changed, from 1."""
    kind: Kind
    begin: int
    """Where the change begins in the module, in bytes."""
    old: str
    new: str

    def __str__(self) -> str:
        old = " ".join(self.old.split())
        return f"{self.line} {self.function}: {self.kind}: `{old}` becomes `{self.new}`"

    def planted(self, source: str) -> str:
        """Return the module's source with the change in it."""
        raw = source.encode()
        end = self.begin + len(self.old.encode())
        return (raw[: self.begin] + self.new.encode() + raw[end:]).decode()


def functions(source: str) -> list[tuple[str, Function]]:
    """Return the functions of a module by their names within it; inner ones belong to theirs."""
    return [*_functions(ast.parse(source), "")]


def mutants(source: str) -> list[Mutant]:
    """Return all the mutants of a module, function by function."""
    starts = [0, *accumulate(len(line.encode()) for line in source.splitlines(keepends=True))]
    raw = source.encode()

    def place(node: ast.expr | ast.stmt) -> tuple[int, str]:
        """Return where a part of the program begins, in bytes, and its source."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        return begin, raw[begin:end].decode()

    return [
        Mutant(name, place(function)[1], node.lineno, kind, *place(node), new)
        for name, function in functions(source)
        for kind, node, new in _changes(function)
    ]


def _functions(within: ast.AST, path: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(within):
        if isinstance(child, Function):
            yield path + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{path}{child.name}.")
        else:
            yield from _functions(child, path)


_Change: TypeAlias = tuple[Kind, ast.expr | ast.stmt, str]


def _changes(function: Function) -> Iterator[_Change]:
    """Yield what is changed in a function, and what it becomes."""
    for default in (*function.args.defaults, *function.args.kw_defaults):
        if default is not None:
            yield from ((Kind.DEFAULT, node, new) for _, node, new in _constants(default))
    for node in chain.from_iterable(map(_inner, function.body)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _comparisons(node)
        elif isinstance(node, ast.BoolOp):
            yield Kind.JUNCTION, node, _other_junction(node)
        elif isinstance(node, ast.expr):
            yield from _constants(node)
        elif isinstance(node, ast.stmt) and _is_dropped(node):
            yield Kind.DROPPED, node, "pass"


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and what is within it, but for annotations, patterns and words."""
    yield node
    # What is within a formatted string has no position of its own before Python 3.12.
    if isinstance(node, (ast.JoinedStr, ast.pattern)):
        return
    told = {getattr(node, "annotation", None), getattr(node, "returns", None)}
    for child in ast.iter_child_nodes(node):
        if child not in told and child not in getattr(node, "decorator_list", ()):
            yield from _inner(child)


def _comparisons(node: ast.Compare) -> Iterator[_Change]:
    (operator,) = node.ops
    for kind, others in ((Kind.COMPARISON, _OPPOSITE), (Kind.BOUNDARY, _BESIDE)):
        if (other := others.get(type(operator))) is not None:
            yield (
                kind,
                node,
                f"({ast.unparse(ast.Compare(node.left, [other()], node.comparators))})",
            )


def _other_junction(node: ast.BoolOp) -> str:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return f"({ast.unparse(ast.BoolOp(other, node.values))})"


def _constants(node: ast.expr) -> Iterator[_Change]:
    match node:
        case ast.Constant(bool(value)):
            yield Kind.CONSTANT, node, str(not value)
        case ast.Constant(int(value)):
            yield Kind.CONSTANT, node, str(value + 1)
        case _:
            pass


def _is_dropped(node: ast.stmt) -> bool:
    """Whether a statement is one that does something and without which names keep a meaning."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("_log")))):
            return False  # What is only written to the log.
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case _:
            return False
