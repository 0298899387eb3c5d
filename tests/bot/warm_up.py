"""What a bot that runs for long has long drawn and imported, so that a forked one starts fast."""

import importlib
import pkgutil

from bot import interactions
from bot.messages import pictures

pictures.warm_up()
for module in pkgutil.walk_packages(interactions.__path__, f"{interactions.__name__}."):
    importlib.import_module(module.name)
