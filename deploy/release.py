"""Make a release: `make release`.

Checks the tree, builds the wheel and the source distribution, installs the wheel into an empty
environment, plays a move on its local page, and writes the checksums. Nothing is published.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

__all__ = ["Refused", "check", "main", "play", "write_checksums"]

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"
SECONDS: Final = 120
"""The longest that the page may take to open, and each of its answers."""


class Refused(Exception):
    """The tree can't be released; the text says what to change."""


def check(root: Path) -> str:
    """Return the version of a tree. Raises Refused if it can't be released as it is."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (root / "CHANGELOG.md").read_text("utf-8")
    dated = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    if not re.search(dated, changes, re.M):
        raise Refused(f"CHANGELOG.md has no date for {version}: write it in place of 'unreleased'.")
    schema = len(list((root / "bot/store/sql/migrations").glob("*.sql")))
    if not (root / f"tests/bot/kept/{version}-schema-{schema}.sql").exists():
        raise Refused(
            f"No database of {version} is kept for the tests of upgrades: run"
            " `python -m tests.bot.kept_file`, and commit what it writes."
        )
    changed = _git(root, "status", "--porcelain")
    if changed:
        raise Refused(f"These files aren't committed:\n{changed}")
    tags = _git(root, "tag", "--points-at", "HEAD").split()
    if tags and f"v{version}" not in tags:
        raise Refused(f"The last commit has the tag {tags[0]}, and pyproject.toml says {version}.")
    if not tags and _git(root, "tag", "--list", f"v{version}"):
        raise Refused(f"v{version} is another commit: raise the version in pyproject.toml.")
    return str(version)


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel with the pinned versions into an empty environment; return its command."""
    venv.create(folder, with_pip=True)
    places = folder / ("Scripts" if sys.platform == "win32" else "bin")
    pins = ROOT / "constraints.txt"
    python = str(places / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", pins, wheel], check=True)
    return places / "postboard"


def play(command: Path | str, *words: str) -> str:
    """Start the local page by a command, play a move there, and return the board in words."""
    with tempfile.TemporaryDirectory() as folder, _page(folder, command, *words) as address:
        state = _ask(f"{address}/api/state")
        ids = {person["name"]: person["id"] for person in state["people"]}
        channel = state["guilds"][0]["channels"][0]["id"]

        def slash(who: str, path: str, **options: str) -> Mapping[str, Any]:
            act = {"person": ids[who], "channel": channel, "path": path, "options": options}
            return _done(_ask(f"{address}/api/slash", act), path)

        slash("Ann", "play", game="czech", opponent=ids["Bo"], side="white")
        query = f"person={ids['Bo']}&channel={channel}"
        card = _ask(f"{address}/api/messages?{query}")["messages"][-1]
        accept = next(
            button["custom_id"]
            for row in card["components"]
            for button in row["components"]
            if button.get("label") == "Accept"
        )
        press = {"person": ids["Bo"], "message": card["id"], "custom_id": accept}
        _done(_ask(f"{address}/api/click", press), "Accept")
        slash("Ann", "move", move="c3-d4")
        board = _ask(f"{address}/api/messages?{query}")["messages"][-1]
        pictures = [str(picture["description"]) for picture in board["attachments"]]
        if not any("d4" in told for told in pictures):
            raise Refused(f"The move was answered without its board: {board['content']}")
        return pictures[0]


@contextmanager
def _page(folder: str, command: Path | str, *words: str) -> Generator[str]:
    """Serve the local page from a folder; yield its address."""
    Path(folder, ".env").write_text("POSTBOARD_PAGE_PORT=0\nPOSTBOARD_ENGINE_WORKERS=1\n", "utf-8")
    with subprocess.Popen(
        [command, *words], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    yield found[0].rstrip("/")
                    return
            raise Refused("The local page did not open; its last lines are above.")
        finally:
            process.terminate()


def _ask(address: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data, {"Content-Type": "application/json"})  # noqa: S310
    with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        return json.load(answer)


def _done(answer: Mapping[str, Any], act: str) -> Mapping[str, Any]:
    """Return the interaction of an act. Raises Refused if the bot didn't carry it out."""
    interaction: Mapping[str, Any] = answer["interaction"]
    if interaction["status"] not in {"answered", "updated"}:
        raise Refused(f"{act} was not answered: {interaction}")
    return interaction


def write_checksums(folder: Path) -> Path:
    """Write the SHA-256 of each file of a folder, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    sums = folder / "SHA256SUMS"
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums.write_text("".join(lines), "utf-8")
    return sums


def main() -> int:
    """Make the release of this tree in `dist/`, or say why not."""
    try:
        version = check(ROOT)
        if DIST.exists() and any(DIST.iterdir()):
            raise Refused("dist/ isn't empty: move what is there away.")
        subprocess.run([sys.executable, "-m", "build", "--outdir", DIST, ROOT], check=True)
        (wheel,) = DIST.glob(f"postboard-{version}-*.whl")
        with tempfile.TemporaryDirectory() as folder:
            print(play(install(wheel, Path(folder))))
        print(write_checksums(DIST).read_text("utf-8"), end="")
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    print(f"Next: git tag v{version} && git push origin v{version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
