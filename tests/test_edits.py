"""The edits of a capability outside its folder are counted."""

import subprocess
from pathlib import Path

from tests.edits import report


def commit(root: Path, files: dict[str, str | None]) -> None:
    """Commit files with these texts; None deletes one."""
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text, encoding="utf-8")
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (("add", "-A"), (*who, "commit", "-q", "-m", "Change", "--no-gpg-sign")):
        subprocess.run(("git", *words), cwd=root, check=True)


def test_files_outside_the_folder_of_a_capability_are_counted(tmp_path: Path) -> None:
    subprocess.run(("git", "init", "-q"), cwd=tmp_path, check=True)
    commit(tmp_path, {"bot/app.py": "1", "bot/old.py": "1", "bot/extensions/__init__.py": "1"})
    commit(
        tmp_path,
        {
            "bot/app.py": "2",
            "bot/old.py": None,
            "bot/store/sql/migrations/0002_race.sql": "1",
            "bot/extensions/race/acts.py": "1",
            "tests/extensions/race/test_acts.py": "1",
        },
    )
    commit(tmp_path, {"bot/app.py": "3", "bot/extensions/racer/acts.py": "1"})
    assert [*report(tmp_path, "HEAD^^..HEAD^")] == [
        "race: edits 2 files outside its folder, and adds 1",
        "  M bot/app.py",
        "  D bot/old.py",
        "  A bot/store/sql/migrations/0002_race.sql",
    ]
    assert [line for line in report(tmp_path, "HEAD^^..HEAD") if line[0] != " "] == [
        "race: edits 2 files outside its folder, and adds 2",
        "racer: edits 2 files outside its folder, and adds 3",
    ]
    assert [*report(tmp_path, "HEAD^!")][1:] == ["  M bot/app.py"]
