"""A planted fault: one text in one function becomes another, and a test has to notice."""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

__all__ = ["ROOT", "Fault", "NotPlantableError", "planted", "require_plantable"]

ROOT: Final = Path(__file__).parents[2]

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class NotPlantableError(Exception):
    """The code has changed, so that the fault has to be written anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault to plant."""

    name: str
    harm: str
    """The damage that somebody would notice."""
    module: str
    function: str
    """Its name within the module, such as `Clock.left` or `draw.inner`; empty for the module."""
    old: str
    """Text that stands there exactly once."""
    new: str
    tests: tuple[str, ...]
    """Tests of which at least one has to fail, as pytest names them."""

    @property
    def path(self) -> Path:
        """The file of the module, from the root of the repository."""
        return Path(*self.module.split(".")).with_suffix(".py")


def planted(source: str, fault: Fault) -> str:
    """Return the source of the fault's module with the fault in it.

    Raises NotPlantableError unless the text to replace stands in the function exactly once, and the
    result is another program.
    """
    lines = source.splitlines(keepends=True)
    start, end = _lines_of(source, fault)
    body = "".join(lines[start:end])
    count = body.count(fault.old)
    if count != 1:
        raise NotPlantableError(
            f"{fault.old!r} stands {count} times in {fault.function or fault.path}"
        )
    changed = "".join((*lines[:start], body.replace(fault.old, fault.new), *lines[end:]))
    try:
        program = ast.dump(ast.parse(changed))
    except SyntaxError as error:
        raise NotPlantableError(f"{fault.new!r} is no Python: {error}") from error
    if program == ast.dump(ast.parse(source)):
        raise NotPlantableError(f"{fault.new!r} means the same as {fault.old!r}")
    return changed


def require_plantable(fault: Fault) -> None:
    """Raise NotPlantableError unless the fault can be planted and its tests exist."""
    file = ROOT / fault.path
    if not file.is_file():
        raise NotPlantableError(f"there is no {fault.path}")
    planted(file.read_text(), fault)
    if not fault.tests:
        raise NotPlantableError("it names no test")
    for test in fault.tests:
        path, _, name = test.partition("::")
        name, _, _ = name.partition("[")
        if not (ROOT / path).is_file() or not _functions(ROOT / path, name):
            raise NotPlantableError(f"there is no test {test}")


def _lines_of(source: str, fault: Fault) -> tuple[int, int]:
    """Return the first line of the function, from 0, and the one after its last."""
    if not fault.function:
        return 0, len(source.splitlines())
    found = _find(ast.parse(source), fault.function)
    if len(found) != 1:
        raise NotPlantableError(f"{len(found)} functions in {fault.path} are {fault.function}")
    (function,) = found
    first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
    assert function.end_lineno is not None
    return first - 1, function.end_lineno


def _functions(path: Path, name: str) -> list[_Function]:
    return _find(ast.parse(path.read_text()), name)


def _find(within: ast.AST, name: str) -> list[_Function]:
    """Return the functions of a qualified name; those that are defined under an `if` count too."""
    head, _, rest = name.partition(".")
    found = list[_Function]()
    for child in ast.iter_child_nodes(within):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found += _find(child, name)
        elif child.name == head and rest:
            found += _find(child, rest)
        elif child.name == head and not isinstance(child, ast.ClassDef):
            found.append(child)
    return found
