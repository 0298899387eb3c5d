"""Another model of Discord, SimCord, as a second opinion on what the bot does: `make soak`."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

PACKAGE: Final = "simcord==3.2.1"
ROOT: Final = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif("SOAK" not in os.environ, reason="installs SimCord: make soak")


@pytest.fixture
def simcord(tmp_path: Path) -> Path:
    """Return a folder with SimCord, which needs nothing that isn't here."""
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps")
    done = subprocess.run(
        (*pip, "--target", str(tmp_path), PACKAGE), capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip() or "it says nothing").splitlines()[-1]
        pytest.skip(f"SimCord can't be installed: {last}")
    return tmp_path


def test_a_game_of_each_kind_is_played_on_another_discord(simcord: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "tests.bot.on_simcord"),
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(simcord)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
