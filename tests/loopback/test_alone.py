"""The package without the rest of this project, as the author of another bot has it.

What runs is what `loopback/README.md` shows, code and commands.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import loopback

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENT: Final = "loopback/README.md"
BESIDE: Final = ("bench", "bot", "engine", "loopback", "render", "rules", "tests")
FILE: Final = tomllib.loads((ROOT / "loopback" / "pyproject.toml").read_text("utf-8"))
DISTRIBUTION: Final = FILE["project"]
MARK: Final = "import pytest\n\npytestmark = pytest.mark.asyncio\n"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python that has discord.py, aiohttp and pytest."""
    folder = tmp_path_factory.mktemp("alone")
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in sorted(needed("discord.py", "aiohttp", "pytest")):
        link(name, site)
    return folder / "bin" / "python"


def needed(*names: str) -> set[str]:
    """Return these distributions and all that they need, by their names."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            wanted = map(Requirement, distribution(name).requires or [])
            waiting += [
                each.name
                for each in wanted
                if each.marker is None or each.marker.evaluate({"extra": ""})
            ]
    return found


def link(name: str, site: Path) -> None:
    """Lead from one folder of packages to what a distribution has in this one."""
    installed = distribution(name)
    tops = {file.parts[0] for file in installed.files or ()} - {"..", "__pycache__"}
    for top in tops:
        (site / top).symlink_to(str(installed.locate_file(top)))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the folder of a bot, with a copy of the package in it."""
    shutil.copytree(
        ROOT / "loopback", tmp_path / "loopback", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def run(
    python: Path, project: Path, *words: str, path: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = {name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ}
    return subprocess.run(
        words,
        cwd=project,
        env=environment | {"PATH": f"{python.parent}:{os.defpath}", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def shown_files(document: str, library: str = "") -> dict[str, str]:
    """Return the code of a document by the names above it; code without one belongs to the last.

    That of a library other than discord.py names it, and is left out unless it is asked for.
    """
    found: dict[str, str] = {}
    name = ""
    text = (ROOT / document).read_text("utf-8")
    for given, code in re.findall(
        r"(?:^`(\w+\.py)`:\n\n)?^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE
    ):
        name = given or name
        found[name] = found.get(name, "") + code + "\n\n"
    others = {"disnake", "hikari"}
    of_others = {name for name in found if others & set(name.split("_"))}
    if library:
        return {name: found[name] for name in of_others if library in name}
    return {name: code for name, code in found.items() if name not in of_others}


def shown_commands(document: str) -> list[str]:
    text = (ROOT / document).read_text("utf-8")
    return re.findall(r"^```sh\n(.*?)\n```", text, re.DOTALL | re.MULTILINE)


def write(project: Path, files: dict[str, str]) -> None:
    for name, code in files.items():
        (project / name).write_text(code, encoding="utf-8")


def test_the_examples_run_as_their_document_says(python: Path, project: Path) -> None:
    files = shown_files(DOCUMENT)
    write(project, files)
    (command,) = [each for each in shown_commands(DOCUMENT) if "pytest" in each]
    passes(run(python, project, *shlex.split(command)), files)


def passes(result: subprocess.CompletedProcess[str], files: dict[str, str]) -> None:
    tests = sum(len(re.findall(r"^async def test_", code, re.MULTILINE)) for code in files.values())
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{tests} passed" in result.stdout


def test_the_distribution_runs_the_examples(
    python: Path, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Its wheel has the plugin, and is enough beside discord.py and pytest."""
    site, wheels = (tmp_path_factory.mktemp(each) for each in ("site", "wheels"))
    build = ("-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(wheels))
    pip(*build, str(project / "loopback"))
    shutil.rmtree(project / "loopback")
    (wheel,) = wheels.iterdir()
    pip("-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel))
    files = shown_files(DOCUMENT)
    write(project, files)
    passes(run(python, project, "python", "-m", "pytest", path=str(site)), files)
    assert {each.name for each in site.glob("*.dist-info")} == {
        f"discord_loopback-{DISTRIBUTION['version']}.dist-info"
    }


def pip(*words: str) -> None:
    # No path of ours may come before the standard library, whose names some modules here have.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        (sys.executable, *words),
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env=environment,
    )
    if "No module named pip" in result.stderr:
        pytest.skip("this environment has no pip")
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_distribution_says_what_is_in_the_folder() -> None:
    settings = FILE["tool"]["setuptools"]
    folder = ROOT / "loopback"
    found = {each.parent for each in folder.rglob("__init__.py")}
    names = {".".join(each.relative_to(ROOT).parts) for each in found}
    assert set(settings["packages"]) == names
    assert (folder / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
    assert f"## {DISTRIBUTION['version']}" in (folder / "CHANGELOG.md").read_text("utf-8")
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert set(DISTRIBUTION["dependencies"]) <= set(whole["project"]["dependencies"])
    assert DISTRIBUTION["entry-points"] == whole["project"]["entry-points"]
    assert settings["package-data"]["loopback"] == [
        *whole["tool"]["setuptools"]["package-data"]["loopback"],
        "py.typed",
    ]


@pytest.fixture(scope="module")
def pytest_asyncio(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of packages with pytest-asyncio."""
    site = tmp_path_factory.mktemp("pytest-asyncio")
    for name in sorted(needed("pytest-asyncio") - needed("pytest")):
        link(name, site)
    return site


@pytest.mark.parametrize(
    ("mode", "mark"), [("auto", ""), ("strict", ""), ("strict", MARK)], ids=repr
)
def test_the_example_runs_beside_pytest_asyncio(
    python: Path, project: Path, pytest_asyncio: Path, mode: str, mark: str
) -> None:
    files = shown_files(DOCUMENT)
    write(project, files | {"test_poll_bot.py": mark + files["test_poll_bot.py"]})
    words = ("python", "-m", "pytest", "-p", "loopback.testing", f"--asyncio-mode={mode}")
    result = run(python, project, *words, path=str(pytest_asyncio))
    passes(result, files)
    assert f"mode=Mode.{mode.upper()}" in result.stdout


OPENED: Final = """\
import pytest_asyncio

@pytest_asyncio.fixture
async def opened(loopback):
    async with loopback:
        yield loopback

async def test_unmarked(opened):
    opened.person("Ann").say("Hello")
"""


def test_a_server_stays_in_the_event_loop_that_opened_it(
    python: Path, project: Path, pytest_asyncio: Path
) -> None:
    """In strict mode, pytest itself says that a test without the mark can't run."""
    write(project, {"test_opened.py": OPENED})
    words = ("python", "-m", "pytest", "-p", "loopback.testing", "--asyncio-mode=strict")
    result = run(python, project, *words, path=str(pytest_asyncio))
    assert result.returncode == 1
    assert "async def functions are not natively supported" in result.stdout


def test_nothing_beside_it_is_there(python: Path, project: Path) -> None:
    code = f"import importlib.util as u; print([n for n in {BESIDE} if u.find_spec(n)])"
    assert run(python, project, "python", "-c", code).stdout == "['loopback']\n"


def test_the_command_serves_its_page(python: Path, project: Path) -> None:
    (command,) = [
        each for each in shown_commands(DOCUMENT) if each.startswith("python -m loopback")
    ]
    result = run(python, project, *shlex.split(command), "--help")
    assert "--page-port" in result.stdout
    code = (
        "import asyncio, aiohttp, loopback\n"
        "async def main():\n"
        "    async with loopback.Loopback(page_port=0) as server:\n"
        "        async with aiohttp.request('GET', server.page_url) as response:\n"
        "            print(response.status)\n"
        "asyncio.run(main())\n"
    )
    assert run(python, project, "python", "-c", code).stdout == "200\n"


PLAIN_TEST: Final = """\
import sys

def test_plain():
    loaded = {"aiohttp", "asyncio", "discord", "loopback.server"} & set(sys.modules)
    assert not loaded
    assert "loopback.testing" in sys.modules
"""


def test_the_plugin_imports_nothing_until_a_test_asks_for_it(python: Path, project: Path) -> None:
    """The pytest of every project loads it where it is installed, by the name of its module."""
    metadata = project / "postboard-0.dist-info"
    metadata.mkdir()
    metadata.joinpath("METADATA").write_text("Name: postboard\nVersion: 0\n", encoding="utf-8")
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [f"{name} = {value}" for name, value in declared["entry-points"]["pytest11"].items()]
    text = "\n".join(["[pytest11]", *lines, ""])
    metadata.joinpath("entry_points.txt").write_text(text, encoding="utf-8")
    write(project, {"test_plain.py": PLAIN_TEST})
    for named in ((), ("-p", "loopback.testing")):
        result = run(python, project, "python", "-m", "pytest", *named)
        assert result.returncode == 0, result.stdout + result.stderr


def test_the_public_names_are_there() -> None:
    for name in loopback.__all__:
        assert getattr(loopback, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        getattr(loopback, "Nothing")  # noqa: B009
