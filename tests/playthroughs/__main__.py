"""Writes playthroughs anew: `python -m tests.playthroughs GAME ...`; read them before committing.

The turns of a playthrough that exists are kept, so it shows what a change of the rules changes.
"""

import sys

from rules.registry import find
from tests.playthroughs.playthrough import FOLDER, chosen, varied_game, written

LONGEST = 200

for key in sys.argv[1:]:
    game, path = find(key), FOLDER / f"{key}.txt"
    turns = chosen(path.read_text("utf-8")) if path.exists() else varied_game(game, LONGEST)
    path.write_text(written(game, turns), "utf-8")
