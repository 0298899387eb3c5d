"""Words that a game's end gets besides its poster: a line to celebrate, and places."""

from collections.abc import Mapping
from typing import Final

from bot.extensions.standing.milestones import Celebration, Milestone, celebration, head_to_head
from bot.extensions.standing.rows import Standings
from bot.messages.words.ratings import after_game
from bot.messages.words.text import NOTHING, named
from bot.model.caller import Person, User
from bot.model.ratings import Counted
from bot.model.table import Table
from rules.contract.sentence import Notation, Sentence, say
from rules.match.table_rules import ADJUDICATED, LATE

__all__ = ["Endings"]

_COLD: Final = frozenset({ADJUDICATED, LATE})
"""Ends by a moderator or on time, at which nothing is celebrated."""


class Endings:
    """Adds to the ends of games, from stored results."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings

    async def more(
        self, table: Table, counted: Counted | None, lowest: int | None, /
    ) -> tuple[Sentence, Sentence]:
        """Return a line to celebrate, which may be empty, and the small line on ratings.

        `lowest` are the winner's lowest chances in hundredths, or None if they aren't known.
        """
        match = table.started
        ends = await self._standings.ends(table.id, len(match.entries))
        if ends is None or match.outcome is None:
            return NOTHING, NOTHING
        people = sorted(table.persons, key=lambda player: player.seat or 0)
        score = NOTHING
        if table.series is None and (met := head_to_head(ends)):
            first, second = (met[each.user.id] for each in people)
            one, other = (named(each.user) for each in people)
            score = say(
                "head to head: {first} {score}, {second} {other}",
                first=one, score=Notation(str(first)), second=other, other=Notation(str(second)),
            )  # fmt: skip
        small = NOTHING
        if counted is not None:
            small = after_game(table, counted, ends.places, score)
        is_over = table.series is not None and table.series.is_decided
        if is_over or match.outcome.rule in _COLD:
            return NOTHING, small
        found = celebration(ends, match.entries[0].at, lowest)
        users = {each.user.id: each.user for each in people}
        return (_line(found, users) if found else NOTHING), small


def _line(found: Celebration, users: Mapping[Person, User]) -> Sentence:
    """Return a milestone in words."""
    who, number = named(users[found.who]), found.number
    match found.what:
        case Milestone.FIRST_WIN:
            return say("🎉 {who}'s first win!", who=who)
        case Milestone.COMEBACK:
            return say("What a comeback: {who} was down to {share}%!", who=who, share=number)
        case Milestone.STREAK:
            return say("🔥 {who} has won {count} in a row.", who=who, count=number)
        case Milestone.AT_LAST:
            return say("{who} wins at last, after {count} losses!", who=who, count=number)
        case Milestone.FIRST_GAME if len(users) > 1:
            return say("{who}'s first game is done. Ready for another?", who=who)
        case Milestone.FIRST_GAME:
            return say("First game done. Ready for another?")
        case Milestone.BACK:
            return say("Welcome back, {who}!", who=who)
