"""Errors of the database, whichever it is."""

import logging

__all__ = ["Busy", "MigrationError", "Refused", "ShardsTaken", "StoreError", "Taken", "log_failure"]


class StoreError(Exception):
    """The database couldn't do something; the message is its own."""


class Taken(StoreError):
    """A row breaks a rule of the schema; usually its key is taken."""


class Busy(StoreError):
    """The database can't be written for the moment: it is locked, or its disk is full or broken."""


class Refused(StoreError):
    """A server refuses this user, or has no database of this name: somebody has to change that."""


class MigrationError(RuntimeError):
    """The database can't be brought to this version's schema; the message says why."""


class ShardsTaken(RuntimeError):
    """Another process serves shards that are this one's; the message says what to do."""


def log_failure(log: logging.Logger, failure: Exception, text: str, *values: object) -> None:
    """Log an error, with its traceback unless the database is only busy."""
    known = isinstance(failure, Busy)
    log.error(f"{text}: %s", *values, failure, exc_info=None if known else failure)
