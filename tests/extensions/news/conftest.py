"""A service in whose transactions the news have their part."""

import pytest

from bot.extensions.news.rows import HOOKS
from bot.extensions.news.values import DIGEST, FOLLOWED, RESULTS
from bot.store.sql.database import Database
from bot.store.store import Store
from tests.bot.table_service import Clock, Service


@pytest.fixture
def service(opened: Database) -> Service:
    opened.hooks.add(HOOKS)
    made = Service(Store(opened), Clock())
    made.store.queues.row_kinds |= {FOLLOWED, DIGEST, RESULTS}
    return made
