"""Refusals with a picture: which rule forbids a move, where, and how things stand."""

from bot import announce, scenes
from bot.posts import Post
from bot.records import Person, Table
from bot.refusals import Outdated
from rules.core import AmbiguousMove, RulesError, RuleViolation, Seat

__all__ = ["explained", "outdated", "said", "standing"]


def said(error: RulesError) -> str:
    """Return why something was refused, in words: the rule that forbids it and its source."""
    if isinstance(error, RuleViolation):
        rule = error.violation.rule
        return f"{error.violation.detail}\n-# {announce.rule_line(rule)} · `{rule.key}`"
    if isinstance(error, AmbiguousMove):
        return f"{error}\n-# Written in full, each of them is a move of its own."
    return str(error)


async def explained(table: Table, seat: Seat | None, error: RulesError) -> Post:
    """Return why a move was refused, with the cells ringed on the board."""
    cells = error.violation.cells if isinstance(error, RuleViolation) else ()
    picture = await scenes.draw(scenes.offending(table, seat, cells)) if cells else None
    return Post(said(error), picture)


async def standing(table: Table, person: Person, note: str = "") -> Post:
    """Return the present board as the person sees it, with whose turn it is."""
    line = announce.state_line(table)
    picture = await scenes.draw(scenes.board(table, table.seat(person.id)))
    return Post(f"{note}\n{line}" if note else line, picture)


async def outdated(error: Outdated, person: Person) -> Post:
    """Return the present board for a request that doesn't fit it."""
    if error.table.match is None:
        return Post(str(error))
    return await standing(error.table, person, str(error))
