"""Writes playthroughs anew: `python -m tests.playthroughs GAME[,OPTION=VALUE ...] ...`.

Read them before committing. The turns and options of a playthrough that exists are kept, so it
shows what a change of the rules changes.
"""

import sys

from rules.registry import find
from tests.playthroughs.playthrough import FOLDER, chosen, chosen_options, varied_game, written

LONGEST = 200

for argument in sys.argv[1:]:
    key, *words = argument.split(",")
    game, path = find(key), FOLDER / f"{key}.txt"
    options = dict(word.split("=", 1) for word in words)
    if path.exists():
        text = path.read_text("utf-8")
        options, turns = chosen_options(text), chosen(text)
    else:
        turns = varied_game(game.configured(options), LONGEST)
    path.write_text(written(game, turns, options), "utf-8")
