"""Errors of the database, whichever it is."""

import logging

__all__ = ["Busy", "MigrationError", "Refused", "ShardsTaken", "StoreError", "Taken", "log_failure"]


class StoreError(Exception):
    """The database couldn't do something. The message is its own."""


class Taken(StoreError):
    """A row breaks a rule of the schema; usually its key is taken."""


class Busy(StoreError):
    """The database can't be written now: it is locked, or its disk is full or broken."""


class Refused(StoreError):
    """A server refuses this user, or has no such database: the host has to change something."""


class MigrationError(RuntimeError):
    """The database can't be upgraded to this version's schema. The message says why."""


class ShardsTaken(RuntimeError):
    """Another process serves this one's shards. The message says what to do."""


def log_failure(log: logging.Logger, failure: Exception, text: str, *values: object) -> None:
    """Log an error, with its traceback unless the database is only busy."""
    known = isinstance(failure, Busy)
    log.error(f"{text}: %s", *values, failure, exc_info=None if known else failure)
