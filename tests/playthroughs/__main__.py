"""Writes playthroughs: `python -m tests.playthroughs GAME [name=value ...]`; read them then.

The turns of a playthrough that exists are kept, so it shows what a change of the rules changes.
Options that aren't the usual ones give a playthrough of their own.
"""

import sys

from rules.registry import find
from tests.playthroughs.playthrough import FOLDER, chosen, options_of, varied_game, written

LONGEST = 200

key, *words = sys.argv[1:]
options = dict(word.split("=") for word in words)
path = FOLDER / f"{'-'.join((key, *options.values()))}.txt"
if path.exists():
    text = path.read_text("utf-8")
    options, turns = options_of(text), chosen(text)
else:
    turns = varied_game(find(key).configured(options), LONGEST)
path.write_text(written(key, options, turns), "utf-8")
