"""All faults."""

from typing import Final

from tests.faults import (
    backups,
    counters,
    delivery,
    dice,
    ends,
    engine,
    events,
    following,
    games,
    kills,
    local_discord,
    matches,
    people,
    pictures,
    places,
    postgres,
    puzzles,
    ratings,
    records,
    results,
    rights,
    shards,
    starts,
    store,
    times,
    words,
)
from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final[tuple[Fault, ...]] = (
    *times.FAULTS,
    *matches.FAULTS,
    *dice.FAULTS,
    *games.FAULTS,
    *rights.FAULTS,
    *store.FAULTS,
    *delivery.FAULTS,
    *engine.FAULTS,
    *ends.FAULTS,
    *pictures.FAULTS,
    *places.FAULTS,
    *postgres.FAULTS,
    *local_discord.FAULTS,
    *starts.FAULTS,
    *backups.FAULTS,
    *people.FAULTS,
    *ratings.FAULTS,
    *counters.FAULTS,
    *records.FAULTS,
    *events.FAULTS,
    *following.FAULTS,
    *results.FAULTS,
    *puzzles.FAULTS,
    *kills.FAULTS,
    *words.FAULTS,
    *shards.FAULTS,
)
