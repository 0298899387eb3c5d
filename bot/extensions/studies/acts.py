"""Files of games that a person sends, compared with the game of a table."""

import re
from collections.abc import Callable
from typing import Final

from bot.extensions.studies.values import Comparison, Likeness, SentGame
from bot.model.caller import Caller
from bot.model.errors import NoGame
from bot.model.table import Table
from bot.tables.lookup import Lookup
from bot.tables.seats import has_sat
from engine.tasks import FileAnswer, transcript_of
from rules.log.entries import digest_of
from rules.records.reading import first_difference, replayed
from rules.records.transcript import Ending

__all__ = ["compared", "known_table", "sent_game"]

_NUMBER: Final = re.compile(r".*-([1-9][0-9]{0,17})\.[a-z]+")
"""Matches the name that **Export** gives a file, with the number of the table."""


def sent_game(found: FileAnswer) -> SentGame:
    """Return the game that a worker has found in a file."""
    assert found.members is not None, "the file holds a game"
    return SentGame(transcript_of(found.members), found.digest, found.entries)


async def known_table(
    lookup: Lookup, sent: SentGame, filename: str, caller: Caller, sees: Callable[[int], bool]
) -> Table | None:
    """Return the table of the game in a file, or None if the caller may not see its board.

    The digest of the file's log identifies it, or else the file's name. `sees` tells whether the
    caller sees another channel of the server.
    """
    table = await lookup.with_digest(sent.digest) if sent.digest else None
    number = _NUMBER.fullmatch(filename)
    if table is None and number is not None:
        try:
            table = await lookup.get(int(number[1]))
        except NoGame:
            return None
    if table is None or table.match is None or table.set_apart is not None:
        return None
    place, channel_id = caller.place, table.channel_id
    in_server = place.guild_id is not None and place.guild_id == table.guild_id
    may_see = (
        place.channel_id == channel_id
        or (in_server and sees(channel_id))
        or has_sat(table, caller.user.id)
    )
    return table if may_see else None


def compared(sent: SentGame, known: Table) -> Comparison:
    """Return how the games of a file and of a table compare."""
    ours, theirs = known.started, replayed(sent.transcript)
    difference = first_difference(ours, theirs)
    if difference is not None:
        turns = sum(ply.side is not None for ply in theirs.plies)
        is_part = turns == difference - 1 and sent.transcript.early is None
        return Comparison(known, Likeness.SO_FAR if is_part else Likeness.OTHER, difference)
    ending = sent.transcript.early or Ending.of(theirs.outcome)
    reached = Ending.of(ours.outcome)
    if ending and (reached is None or reached.winners != ending.winners):
        return Comparison(known, Likeness.OTHER_END)
    if sent.digest is None:
        return Comparison(known, Likeness.TURNS)
    is_ours = digest_of(ours.entries[: sent.entries]) == sent.digest
    return Comparison(known, Likeness.RECORD if is_ours else Likeness.OTHER_RECORD)
