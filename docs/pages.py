"""The pages that `make docs` adds to the documents: those beside docs/, and the rulebooks."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from bot.messages.pictures import example
from render import alt_text, picture
from rules.contract.core import AnyGame
from rules.contract.rule import Rule
from rules.contract.view import BoardView
from rules.match.series import RULES
from rules.match.table_rules import COMMON
from rules.registry import all_games

_ROOT: Final = Path(__file__).parents[1]
_BESIDE: Final = {
    "README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
    "loopback/README.md": "testing-a-bot.md",
}  # fmt: skip
"""Documents outside docs/, and their places on the site."""
_PROOF: Final = re.compile(
    r"\| (`tests/[^|]+) \| (`[\w-]+`|–) \|$|\| tests \| fault \|\n\|---\|---\|---\|\n", re.M
)
"""The tests of a promise and its planted fault, which end a row of guarantees.md, or their head."""
_LINK: Final = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")


def on_config(config: Mapping[str, list[object]]) -> None:
    """Put the rulebooks into the navigation, behind the first two entries."""
    rulebooks = [f"rulebooks/{key}.md" for key in all_games()]
    config["nav"].insert(2, {"Rules": [*rulebooks, "rulebooks/table.md"]})


def on_files(files: Files, *, config: MkDocsConfig) -> None:
    """Add the pages that are not written by hand in docs/."""
    for name, place in _BESIDE.items():
        text = (_ROOT / name).read_text("utf-8")
        files.append(File.generated(config, place, content=text.replace("docs/", "")))
    for key, game in all_games().items():
        for place, content in _rulebook(key, game):
            files.append(File.generated(config, f"rulebooks/{place}", content=content))
    table = "\n".join(("# Rules of the table", "", *map(_told, (*COMMON, *RULES)), ""))
    files.append(File.generated(config, "rulebooks/table.md", content=table))


def on_page_markdown(markdown: str, *, page: Page, files: Files, **_: object) -> str:
    """Fold what proves a promise, and keep only the words of a link to a file not on the site."""
    folder = Path(page.file.src_uri).parent

    def kept(link: re.Match[str]) -> str:
        target, _, part = link[2].partition("#")
        if not target or ":" in target:
            return link[0]
        place = _BESIDE.get(target.lstrip("./"))
        if place:
            return f"[{link[1]}]({'../' * len(folder.parts)}{place}{'#' + part if part else ''})"
        return link[0] if files.get_file_from_path(str(folder / target)) else link[1]

    return _PROOF.sub(_folded, _LINK.sub(kept, markdown))


def _folded(proof: re.Match[str]) -> str:
    """Return the last columns of a promise as one that says how many tests it has, and unfolds."""
    if proof[1] is None:
        return "| proof |\n|---|---|\n"
    count = proof[1].count("`tests/")
    tests = f"{count}&nbsp;test{'' if count == 1 else 's'}"
    fault = f"<br>Planted fault: {proof[2]}" if proof[2] != "–" else ""
    return f"| <details><summary>{tests}</summary>{proof[1]}{fault}</details> |"


def _rulebook(key: str, game: AnyGame) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files of a game's rulebook: its page, and the pictures on it."""
    spec = game.spec
    text = [f"# {spec.title.english()}", "", spec.summary.english(), ""]
    views = {f"{key}-start.png": game.view(game.start())}
    text += _shown(*next(iter(views.items())))
    if spec.lesson:
        text += ["## How to play", ""]
        text += [f"- **{p.heading.english()}**: {p.text.english()}" for p in spec.lesson.points]
        shown = spec.lesson.example
        views[f"{key}-example.png"] = example(game, shown)
        text += ["", f"Example, `{shown.move}`: {shown.words.english()}", ""]
        text += _shown(f"{key}-example.png", views[f"{key}-example.png"])
    if spec.lesson and spec.lesson.missed:
        text += ["## What beginners miss", ""]
        text += [f"{n}. {each.english()}" for n, each in enumerate(spec.lesson.missed, 1)]
        if spec.lesson.picture:
            place = f"{key}-missed.png"
            views[place] = example(game, spec.lesson.picture)
            text += ["", f"In the picture: {spec.lesson.picture.words.english()}", ""]
            text += _shown(place, views[place])
        if spec.lesson.spoken:
            text += ["", f"Without a picture: {spec.lesson.spoken.english()}", ""]
    text += ["## Rules", "", *map(_told, (*spec.preparation, *spec.rulebook)), ""]
    yield f"{key}.md", "\n".join(text)
    for place, view in views.items():
        yield place, picture(view)


def _shown(place: str, view: BoardView) -> list[str]:
    return [f"![{alt_text(view)}]({place}){{ width=400 }}", ""]


def _told(rule: Rule) -> str:
    """Return a rule as a line, with our reading where its sources leave something open."""
    reading = f" *Our reading: {rule.reading.english()}*" if rule.reading else ""
    return f"- {rule.text.english()}{reading} <small>{rule.source}</small>"
