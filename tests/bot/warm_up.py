"""What a bot that runs for long has long drawn and imported, so that a forked one starts fast."""

import gc
import importlib
import pkgutil

import pytest

from bot import extensions, interactions
from bot.messages import pictures
from bot.messages.words.locale import DEFAULT, locale_of
from bot.store.sql.sqlite import schema
from bot.tables.setup import variants
from rules.contract.sentence import say
from rules.registry import all_games
from tests.made_columns import remember_columns

for package in (interactions, extensions):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
for game in all_games().values():
    for _ in pictures.warm_up(game):
        pass
    variants(game)  # configures the game in each way
locale_of(DEFAULT).message(say("{number}", number=1))  # reads how numbers are written
remember_columns(pytest.MonkeyPatch())
schema.columns_made(sorted(schema.MIGRATIONS.glob("*.sql")))
gc.collect()
gc.freeze()  # Looking for garbage writes to all that is loaded, and a fork copies what it writes.
