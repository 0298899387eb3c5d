"""Words that people read stand in templates: elsewhere in the code, no translator finds them.

The type checker keeps raw text out of messages and controls; see test_raw_text.py. The source is
searched here for what it can't see: English in what reads the same in every language, in a picture,
beside words that are rendered already, or handed to Discord by itself.
"""

import ast
import re
from collections.abc import Container, Iterator, Mapping
from inspect import getmembers, isfunction, signature
from pathlib import Path
from typing import Final

import pytest

import render

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = (
    "bot/delivery", "bot/extensions", "bot/interactions", "bot/messages", "bot/model",
    "bot/tables", "engine", "render", "rules/club", "rules/contract", "rules/games", "rules/log",
    "rules/match",
    "rules/records", "rules/time",
)  # fmt: skip
"""The folders whose words people read on Discord. `engine/balance` speaks to a terminal, and
`rows.py` of extensions to a database."""
SAME_EVERYWHERE: Final = frozenset({"Notation", "Stranger", "Verbatim"})
"""Arguments of sentences that no translator sees."""
RENDERED: Final = frozenset({"label", "message", "read", "rendered", "write", "text"})
"""Methods that turn sentences into text, or write text into a picture."""
SHOWN: Final = frozenset({"alt", "content", "description", "label", "placeholder", "text", "title"})
"""Parameters whose text people read."""
NAMING: Final = frozenset({"Choice", "create_thread"})
"""Functions of discord.py with such a parameter `name`."""
ALLOWED: Final = frozenset({"far ", "off", "none", "point", "18 Europe/Prague", "Europe/Prague"})
"""Words of notations, of what people type, of parts of boards in the code, and names of zones."""
_WORD: Final = re.compile("[A-Za-z]{2}")
_LINK: Final = re.compile(r"https?://\S*")


def found_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each word that people read, but translators don't."""
    tree = ast.parse(source)
    known, drawn = dict(_constants(tree)), {"worded", *_from_render(tree)}
    for node in ast.walk(tree):
        for part in _shown(node, drawn):
            for line, text in _texts(part, known):
                if text not in ALLOWED and _WORD.search(_LINK.sub("", text)):
                    yield line, text


def _shown(node: ast.AST, drawn: Container[str]) -> Iterator[ast.AST]:
    """Yield the parts of a node that are shown as they are; `drawn` are names of what draws."""
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in drawn:
            yield from (*node.args, *(each.value for each in node.keywords))
        case ast.Call(func=ast.Name(id=name)) if name in SAME_EVERYWHERE:
            yield from node.args
        case ast.BinOp(op=ast.Add()) | ast.JoinedStr() if any(map(_is_rendered, ast.walk(node))):
            yield node
        case ast.Call(func=ast.Attribute(attr="text" | "write")):
            yield from node.args
        case _:
            pass
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Attribute) and node.func.attr in NAMING
        shown = SHOWN | {"name"} if named else SHOWN
        yield from (each.value for each in node.keywords if each.arg in shown)


def _is_rendered(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in RENDERED
        case _:
            return False


def _texts(node: ast.AST, known: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the texts in an expression, apart from templates and the keys of what it reads."""
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.Name(id=name) if name in known:
            yield node.lineno, known[name]
        case (
            ast.Call(func=ast.Attribute(attr="english"))
            | ast.Call(func=ast.Attribute(attr="rendered"), args=[ast.Name(id="ENGLISH")])
        ):
            yield node.lineno, "words in English"
        case ast.Call(func=ast.Name(id="len")):
            pass
        case ast.Subscript():
            yield from _texts(node.value, known)
        case ast.Call(func=ast.Name(id="say" | "say_n")):
            for each in node.keywords:
                yield from _texts(each.value, known)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _texts(child, known)


def _from_render(tree: ast.Module) -> Iterator[str]:
    """Yield the names of values that the module gives to the package that draws."""
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == "render":
                yield from (each.name for each in node.names if each.name[0].isupper())
            case _:
                pass


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))):
                yield name, text
            case _:
                pass


def test_no_word_hides_from_translators() -> None:
    every = (file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    files = [file for file in every if "balance" not in file.parts and file.name != "rows.py"]
    assert len(files) > 300
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text!r}"
        for file in files
        for line, text in found_in(file.read_text("utf-8"))
    ]
    assert found == []


def test_the_bot_says_for_whom_it_draws() -> None:
    """Without a reader, pictures and their descriptions are in English."""
    drawing = {
        name: list(signature(function).parameters).index("reader")
        for name, function in getmembers(render, isfunction)
        if "reader" in signature(function).parameters
    }
    calls = [
        (file, node, drawing[node.func.id])
        for file in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in drawing
    ]
    assert len(calls) > 5
    assert [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file, node, place in calls
        if len(node.args) <= place and "reader" not in {each.arg for each in node.keywords}
    ] == []


@pytest.mark.parametrize(
    "line",
    [
        'TableError(say("{why}", why=Notation("bad luck")))',
        'TableError(say("{why}", why=Notation(f"entry {number} is bad")))',
        'say("{who} won.", who=Stranger(name or "somebody"))',
        'say("{note}", note=Verbatim(f"<t:{at}:R> or so"))',
        'from render.poster import Mistake\nMistake(move, "better")',
        'say("{side}", side=Notation(side.title.english()))',
        "card.write((LEFT, 50), title.rendered(ENGLISH), LINE, INK)",
        'WORD: Final = "computer"\nsay("{word}", word=Notation(WORD))',
        'File(data, "board.png", description="Board: " + words.label(part.alt, 1024))',
        'content = f"Result: {words.message(said)}"',
        'canvas.text(middle, "draw", 24, INK)',
        'card.write((LEFT, 50), f"move {number}", LINE, INK)',
        'ui.Modal(title="Your move")',
        'ui.TextInput(placeholder="c3-d4, for example")',
        'SelectOption(label="Yes", value="yes")',
        'app_commands.Choice(name="My games", value="mine")',
        'await channel.create_thread(name=f"Game {number}")',
        'await channel.send(content="Congratulations!")',
    ],
)
def test_words_that_hide_are_found(line: str) -> None:
    assert list(found_in(line))


@pytest.mark.parametrize(
    "line",
    [
        'say("{who} won.", who=Stranger(row["name"]))',
        'say("{link}", link=Verbatim(f"https://discord.com/channels/{address}"))',
        'say("{when}", when=Verbatim(f"<t:{at}:R>"))',
        'say("{why}", why=Notation(game.notate(move)))',
        'Notation(say("a word").rendered(reader))',
        'canvas.text(middle, say("draw").rendered(reader), 24, INK)',
    ],
)
def test_words_for_translators_are_left(line: str) -> None:
    assert list(found_in(line)) == []
