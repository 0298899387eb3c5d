"""All tables of the database, those of every extension among them."""

from typing import Final

from bot.app import kept_by_extensions
from bot.store.sql.privacy import KEPT

__all__ = ["EVERY_TABLE"]

EVERY_TABLE: Final = (*KEPT, *kept_by_extensions())
