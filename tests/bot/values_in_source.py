"""What an expression in the source of the program may be.

Names are followed to what is bound to them, through loops, properties, and the callers of a
function that is given it. Each side of a condition is one way. What an expression calls is called.
"""

import ast
import copy
import importlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

__all__ = ["Source", "Unknown"]

_MOST: Final = 5_000
"""The most ways that are gone for one expression."""
_SCOPES: Final = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
"""What has names of its own; a class has some, too, but none of them is read like these."""
_BUSY: Final = object()


class Unknown(Exception):
    """The source doesn't tell what an expression is."""


class _Nothing(Exception):
    """A loop goes over nothing on this way."""


class _Way:
    """One way through the source after the other: what is taken at each fork, in order."""

    def __init__(self) -> None:
        self._taken = list[tuple[int, int]]()
        """The number of what is taken, and of all that could be."""
        self._forks = 0
        self._known = dict[object, Any]()

    def take(self, among: Sequence[Any]) -> Any:
        """Return what this way takes."""
        if not among:
            raise _Nothing
        if self._forks == len(self._taken):
            self._taken.append((0, len(among)))
        number, _ = self._taken[self._forks]
        self._forks += 1
        return among[number]

    def once(self, key: object, find: Callable[[], Any]) -> Any:
        """Return the same for a key until the end of this way. Raises Unknown in a circle."""
        if key not in self._known:
            self._known[key] = _BUSY
            self._known[key] = find()
        if self._known[key] is _BUSY:
            raise Unknown("it follows from itself")
        return self._known[key]

    def begin_next(self) -> bool:
        """Begin the next way; return False if there is none."""
        self._forks = 0
        self._known.clear()
        while self._taken:
            number, count = self._taken.pop()
            if number + 1 < count:
                self._taken.append((number + 1, count))
                return True
        return False


class Source:
    """Modules by their names, whose texts may differ from what is imported.

    `examples` are values of what is known only at run time, by its text; `f(...)` is any call of f.
    """

    def __init__(self, modules: Mapping[str, str], examples: Mapping[str, Sequence[Any]]) -> None:
        self._modules: dict[ast.AST, str] = {ast.parse(modules[name]): name for name in modules}
        self._outer = dict[ast.AST, ast.AST]()
        self.nodes = [*self._modules]
        for node in self.nodes:
            inner = [*ast.iter_child_nodes(node)]
            self.nodes += inner
            self._outer |= dict.fromkeys(inner, node)
        self._uses = defaultdict[str, list[ast.expr]](list)
        """Where each name of a function or attribute is read."""
        self._bound = defaultdict[tuple[ast.AST, str], list[ast.Name | ast.arg]](list)
        """Where a function or comprehension binds each of its names."""
        for node in self.nodes:
            match node:
                case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name):
                    self._uses[name].append(node)
                case ast.Name(id=name) | ast.arg(arg=name):
                    self._bound[next(self._scopes(node)), name].append(node)
                case _:
                    pass
        self._examples = examples
        self._way = _Way()

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what a node stands in, from the innermost to the module."""
        while (outer := self._outer.get(node)) is not None:
            yield (node := outer)

    def module(self, node: ast.AST) -> str:
        """Return the name of the module in which a node stands."""
        *_, tree = node, *self.around(node)
        return self._modules[tree]

    def function(self, node: ast.AST) -> ast.AST:
        """Return the function in which a node stands, or its module."""
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
        return next(each for each in self.around(node) if isinstance(each, inner))

    def values(self, expression: ast.expr) -> list[Any]:
        """Return all that an expression may be. Raises Unknown."""
        self._way = _Way()
        found = list[Any]()
        for _ in range(_MOST):
            try:
                if (value := self._value(expression)) not in found:
                    found.append(value)
            except _Nothing:
                pass
            if not self._way.begin_next():
                break
        else:
            raise Unknown("there are too many ways")
        if not found:
            raise Unknown("no way leads there")
        return found

    def _scopes(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the functions, comprehensions and module around a node, the innermost first."""
        return (each for each in self.around(node) if isinstance(each, _SCOPES))

    def _names(self, node: ast.AST) -> Mapping[str, Any]:
        return vars(importlib.import_module(self.module(node)))

    def _value(self, expression: ast.expr) -> Any:
        """Return what an expression is on this way."""
        parts = _Parts(expression, self._part)
        body = ast.fix_missing_locations(ast.Expression(parts.expression))
        try:
            return eval(compile(body, "", "eval"), {**self._names(expression), **parts.values})
        except (SyntaxError, NameError, AttributeError, LookupError, TypeError) as error:
            raise Unknown(f"{error} in {ast.unparse(expression)}") from error

    def _part(self, node: ast.AST, whole: ast.expr) -> tuple[Any] | None:
        """Return what a part of an expression is; None if that follows from its own parts."""
        if (text := _text(node)) in self._examples:
            return (self._example(text),)
        match node:
            case ast.IfExp(body=body, orelse=orelse):
                return (self._value(self._way.take([body, orelse])),)
            case ast.Name(id=name, ctx=ast.Load()):
                for scope in self._scopes(node):
                    if ways := self._bound.get((scope, name)):
                        if isinstance(scope, ast.Module) or whole in (scope, *self.around(scope)):
                            return None
                        return (self._way.once((scope, name), lambda: self._followed(ways)),)
                return None
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return (self._own(node, name),)
            case _:
                return None

    def _example(self, text: str) -> Any:
        return self._way.once(text, lambda: self._way.take(self._examples[text]))

    def _followed(self, ways: Sequence[ast.Name | ast.arg]) -> Any:
        """Return what is bound to a name in one of these places."""
        binding = self._way.take(ways)
        if isinstance(binding, ast.arg):
            return self._given(binding)
        path, node, outer = list[int](), binding, self._outer[binding]
        while isinstance(outer, ast.Tuple):
            path.insert(0, outer.elts.index(node))
            node, outer = outer, self._outer[outer]
        match outer:
            case (
                ast.Assign(value=ast.expr() as value)
                | ast.AnnAssign(value=ast.expr() as value)
                | ast.NamedExpr(value=value)
            ):
                return self._at(value, path)
            case ast.For(iter=each) | ast.comprehension(iter=each):
                passed = self._way.once(outer, lambda: self._passed(each))
                return self._at(passed, path)
            case _:
                raise Unknown(f"{binding.id} is bound in line {binding.lineno} in another way")

    def _at(self, value: Any, path: Sequence[int]) -> Any:
        """Return what is in this place of a tuple, which may be an expression."""
        while isinstance(value, ast.Tuple) and path:
            value, path = value.elts[path[0]], path[1:]
        if isinstance(value, ast.expr):
            value = self._value(value)
        for place in path:
            value = value[place]
        return value

    def _passed(self, iterated: ast.expr) -> Any:
        """Return one of the members that a loop passes, which may be an expression."""
        if not isinstance(iterated, ast.Tuple | ast.List):
            return self._way.take([*self._value(iterated)])
        member = self._way.take(iterated.elts)
        return self._passed(member.value) if isinstance(member, ast.Starred) else member

    def _given(self, parameter: ast.arg) -> Any:
        """Return what a caller of a function gives it."""
        function = next(self._scopes(parameter))
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            raise Unknown(f"who gives {parameter.arg} to what has no name?")
        call = self._way.once(function, lambda: self._way.take(self._calls(function)))
        names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
        defaults = dict(zip(names[::-1], function.args.defaults[::-1], strict=False))
        named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        given = defaults | {each.arg: default for each, default in named}
        is_method = isinstance(self._outer[function], ast.ClassDef)
        for name, argument in zip(names[is_method:], call.args, strict=False):
            if isinstance(argument, ast.Starred):
                break
            given[name] = argument
        given |= {each.arg: each.value for each in call.keywords}
        argument = given.get(parameter.arg)
        if argument is None:
            raise Unknown(f"what is {parameter.arg} in line {call.lineno}?")
        return self._value(argument)

    def _calls(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.Call]:
        """Return all calls of a function. Raises Unknown if it is also handed on."""
        found = list[ast.Call]()
        for use in self._uses[function.name]:
            if self._means(use, function):
                call = self._outer[use]
                if not isinstance(call, ast.Call) or call.func is not use:
                    raise Unknown(f"who calls {function.name}?")
                found.append(call)
        if not found:
            raise Unknown(f"nobody calls {function.name}")
        return found

    def _means(self, use: ast.expr, function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        """Return True if a name is that of a function: of a module, within another or a method."""
        outer = self._outer[function]
        if not isinstance(outer, ast.Module):
            is_own = isinstance(use, ast.Attribute) and ast.unparse(use.value) == "self"
            return is_own is isinstance(outer, ast.ClassDef) and outer in self.around(use)
        names, meant = self._names(use), self._names(function).get(function.name)
        if isinstance(use, ast.Attribute):
            module = names.get(ast.unparse(use.value))
            return meant is not None and getattr(module, function.name, None) is meant
        return names.get(function.name) is meant

    def _own(self, node: ast.AST, name: str) -> Any:
        """Return an attribute of `self`: a property, or what a method of its class binds to it."""
        kind = next(each for each in self.around(node) if isinstance(each, ast.ClassDef))
        ways = list[ast.expr]()
        for each in kind.body:
            if isinstance(each, ast.FunctionDef) and each.name == name and each.decorator_list:
                ways += [
                    node.value
                    for node in ast.walk(each)
                    if isinstance(node, ast.Return) and node.value is not None
                ]
        for use in self._uses[name]:
            match use, self._outer[use]:
                case (
                    ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store()),
                    ast.Assign(value=ast.expr() as value)
                    | ast.AnnAssign(value=ast.expr() as value),
                ) if kind in self.around(use):
                    ways.append(value)
                case _:
                    pass
        if not ways and kind.name in self._examples:
            return getattr(self._example(kind.name), name)
        if not ways:
            raise Unknown(f"self.{name} isn't bound by its class")
        return self._way.once((kind, name), lambda: self._value(self._way.take(ways)))


class _Parts(ast.NodeTransformer):
    """An expression in which names stand for parts, and the values of those parts."""

    def __init__(
        self, whole: ast.expr, find: Callable[[ast.AST, ast.expr], tuple[Any] | None]
    ) -> None:
        copied = copy.deepcopy(whole)
        self._whole, self._find = whole, find
        self._originals = dict(zip(ast.walk(copied), ast.walk(whole), strict=True))
        self.values = dict[str, Any]()
        self.expression: ast.expr = self.visit(copied)

    def visit(self, node: ast.AST) -> Any:
        """Return a name for a part that was found."""
        found = self._find(self._originals[node], self._whole)
        if found is None:
            return self.generic_visit(node)
        name = f"_part{len(self.values)}"
        self.values[name] = found[0]
        return ast.Name(name, ast.Load())


def _text(node: ast.AST) -> str:
    """Return the text by which a part may have examples."""
    match node:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return ast.unparse(node)
        case ast.Call(func=function):
            return f"{ast.unparse(function)}(...)"
        case _:
            return ""
