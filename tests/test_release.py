"""`make release`: what it refuses, the move that it plays, and its checksums."""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module", name="release")
def _release() -> ModuleType:
    """Return the program, which belongs to no package."""
    spec = importlib.util.spec_from_file_location("release", ROOT / "deploy" / "release.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(name="tree")
def _tree(tmp_path: Path) -> Path:
    """Return a committed tree of version 1.2.3 that can be released."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text("## [1.2.3] - 2026-11-28\n")
    for name in ("bot/store/sql/migrations/0001_schema.sql", "tests/bot/kept/1.2.3-schema-1.sql"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(tree: Path, *words: str) -> None:
    person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", *person, *words], cwd=tree, check=True)


def commit(tree: Path) -> None:
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", "change")


def test_a_clean_tree_can_be_released(release: ModuleType, tree: Path) -> None:
    assert release.check(tree) == "1.2.3"
    git(tree, "tag", "v1.2.3")
    assert release.check(tree) == "1.2.3"


def test_what_is_not_committed_is_refused(release: ModuleType, tree: Path) -> None:
    (tree / "more.py").write_text("")
    with pytest.raises(release.Refused, match=r"more\.py"):
        release.check(tree)


def test_a_changelog_without_a_date_is_refused(release: ModuleType, tree: Path) -> None:
    (tree / "CHANGELOG.md").write_text("## [1.2.3] - unreleased\n")
    commit(tree)
    with pytest.raises(release.Refused, match="no date for"):
        release.check(tree)


def test_a_version_without_its_database_for_the_tests_of_upgrades_is_refused(
    release: ModuleType, tree: Path
) -> None:
    (tree / "bot/store/sql/migrations/0002_more.sql").write_text("")
    commit(tree)
    with pytest.raises(release.Refused, match="kept_file"):
        release.check(tree)


def test_a_version_that_is_out_is_refused(release: ModuleType, tree: Path) -> None:
    git(tree, "tag", "v1.2.3")
    (tree / "more.py").write_text("")
    commit(tree)
    with pytest.raises(release.Refused, match=r"v1\.2\.3 is another commit"):
        release.check(tree)
    git(tree, "tag", "v1.2.4")
    with pytest.raises(release.Refused, match=r"tag v1\.2\.4"):
        release.check(tree)


def test_it_plays_a_move_on_the_local_page(release: ModuleType) -> None:
    told = release.play(sys.executable, "-c", "import bot.__main__ as it; it.main([])")
    assert told.startswith("Ann played c3-d4. Bo to move. Czech draughts.")


def test_a_page_that_does_not_open_is_told(release: ModuleType) -> None:
    with pytest.raises(release.Refused, match="did not open"):
        release.play(sys.executable, "-c", "print('nothing here')")


def test_the_checksums_are_those_that_sha256sum_reads(release: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "b.whl").write_bytes(b"wheel")
    (tmp_path / "a.tar.gz").write_bytes(b"source")
    written = release.write_checksums(tmp_path).read_text()
    assert written == (
        f"{hashlib.sha256(b'source').hexdigest()}  a.tar.gz\n"
        f"{hashlib.sha256(b'wheel').hexdigest()}  b.whl\n"
    )
    assert release.write_checksums(tmp_path).read_text() == written
