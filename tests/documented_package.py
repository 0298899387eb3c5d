"""The package that `docs/adding-a-game.md` shows, laid out on a folder as an installer does."""

import re
import tomllib
from pathlib import Path
from typing import Final

from tests.packages import install

__all__ = ["NAME", "blocks", "installed"]

_PAGE: Final = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
NAME: Final = "postboard-noughts"


def blocks(language: str) -> list[str]:
    """Return the blocks of the page in a language, in order."""
    return re.findall(rf"```{language}\n(.*?)```", _PAGE.read_text("utf-8"), re.S)


def installed(folder: Path, code: str | None = None, version: str | None = None) -> Path:
    """Install the package, or one with other code and of another version, and return its tests."""
    (project,) = map(tomllib.loads, blocks("toml"))
    (module,) = project["tool"]["setuptools"]["py-modules"]
    written, tests, *_ = blocks("python")
    assert project["project"]["name"] == NAME
    install(
        folder,
        NAME,
        {f"{module}.py": code or written, "tests/test_noughts.py": tests},
        project["project"]["entry-points"]["postboard.games"],
        version or project["project"]["version"],
    )
    return folder / "tests" / "test_noughts.py"
