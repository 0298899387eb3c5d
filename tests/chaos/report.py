"""What a campaign did, what it made use of, and what it found."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomIdError
from bot.messages.controls.verbs import Verb
from bot.store.sql.database import Transaction
from tests.bot.known_verbs import decode

__all__ = ["Report"]

# No turn runs out of time in a campaign: where time passes fast, the bot was down or its clock was
# set, and it grants what nobody could use.
_ENTRIES: Final[Mapping[str, str]] = {
    "moves of engines": "actor_kind = 'engine'",
    "queued answers": "actor_kind = 'queued'",
    "rolls": "kind = 'rolled'",
    "pauses": "kind = 'paused'",
    "seats taken": "kind = 'seat_taken'",
    "seats given to computers": "kind = 'seat_taken' AND text LIKE '% engine%'",
    "time granted": "kind = 'granted'",
}
_PRESSES: Final[Mapping[str, Verb]] = {
    "answers planned": verbs.PLAN_QUEUE,
    "games begun by Begin": verbs.START,
    "computers seated by hosts": verbs.LEVEL,
    "places declined": verbs.DECLINE,
    "declined places opened": verbs.OPEN_PLACE,
    "others invited to declined places": verbs.INVITE,
    "tables closed": verbs.CLOSE,
    "tables closed from elsewhere": verbs.CLOSE_ONE,
}
_ORDER: Final = ("acts at once, in order", "presses kept until they were written")
_TABLES: Final[Mapping[str, str]] = {
    "games with a clock": "begun_at IS NOT NULL AND time_control <> 'none'",
    "games in private places": "begun_at IS NOT NULL AND place = 'private'",
    "games in threads": "begun_at IS NOT NULL AND parent_id IS NOT NULL",
    "games of events": "begun_at IS NOT NULL AND event_id IS NOT NULL",
    "later games of series": "begun_at IS NOT NULL AND game_number > 1",
}


@dataclass(slots=True)
class Report:
    """What a campaign did and found."""

    seed: int
    variant: str = ""
    seconds: float = 0.0
    rounds: int = 0
    kills: int = 0
    troubles: Counter[str] = field(default_factory=Counter[str])
    """Faults by kind, kills among them."""
    acts: int = 0
    acknowledged: int = 0
    tables: int = 0
    slowest_settling: float = 0.0
    late: int = 0
    """Messages that Discord made of requests which the bot had given up long before."""
    deadlocks: int = 0
    """How often the server's transactions waited for each other in a circle."""
    covered: Counter[str] = field(default_factory=Counter[str])
    """How often what the bot offers was made use of, by what it is."""
    broken: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.troubles.items()))
        used = ", ".join(
            f"{what} {self.covered[what]}" for what in (*_ENTRIES, *_PRESSES, *_TABLES, *_ORDER)
        )
        return (
            f"seed {self.seed}, {self.variant}: {self.rounds} rounds in {self.seconds:.0f} s,"
            f" {self.kills} kills, {sum(self.troubles.values())} faults ({kinds});"
            f" {self.acts} acts, {self.acknowledged} acknowledged entries found,"
            f" {self.tables} tables finished, slowest settling {self.slowest_settling:.1f} s;"
            f" {self.late} messages of requests given up long before; {self.deadlocks} deadlocks;"
            f" {len(self.broken)} broken;"
            f" made use of: {used}"
        )

    def cover(self, tx: Transaction) -> None:
        """Count what the database shows to have happened in the campaign so far."""
        for what, condition in _ENTRIES.items():
            sql = f"SELECT count(*) AS count FROM entries WHERE {condition}"
            self.covered[what] = tx.do(sql)[0]["count"]
        for what, condition in _TABLES.items():
            sql = f"SELECT count(*) AS count FROM tables WHERE {condition}"
            self.covered[what] = tx.do(sql)[0]["count"]

    def press(self, text: str) -> None:
        """Count a press that was acknowledged, by its custom_id."""
        try:
            verb = decode(text).verb
        except CustomIdError:
            return
        for what, counted in _PRESSES.items():
            self.covered[what] += verb is counted
