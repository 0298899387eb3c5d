"""Refusals with a picture: which rule forbids a move, where, and how things stand."""

from bot import announce, scenes
from bot.posts import Post
from bot.records import Person, Table
from bot.refusals import Outdated
from rules.core import AmbiguousMove, RulesError, RuleViolation, Seat

__all__ = ["explained", "outdated", "standing"]


async def explained(table: Table, seat: Seat | None, error: RulesError) -> Post:
    """Return why a move was refused: the rule, its source, and the cells ringed on the board."""
    if isinstance(error, RuleViolation):
        violation = error.violation
        text = (
            f"{violation.detail}\n-# {announce.rule_line(violation.rule)} · `{violation.rule.key}`"
        )
        if not violation.cells:
            return Post(text)
        return Post(text, await scenes.draw(scenes.offending(table, seat, violation.cells)))
    if isinstance(error, AmbiguousMove):
        return Post(f"{error}\n-# Every landing cell in full tells them apart.")
    return Post(str(error))


async def standing(table: Table, person: Person, note: str = "") -> Post:
    """Return the present board as the person sees it, with whose turn it is."""
    match = table.started
    line = announce.result(table) if match.outcome else announce.turn_line(table)
    picture = await scenes.draw(scenes.board(table, table.seat(person.id)))
    return Post(f"{note}\n{line}" if note else line, picture)


async def outdated(error: Outdated, person: Person) -> Post:
    """Return the present board for a request that doesn't fit it."""
    if error.table.match is None:
        return Post(str(error))
    return await standing(error.table, person, str(error))
