"""The metrics that `POSTBOARD_STATUS` serves; docs/operating.md explains them.

Every part counts where it acts. No label names a person, server or channel, or holds words.
"""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

__all__ = [
    "ANSWER_SECONDS", "COMMANDS", "COMMIT_PIECES", "COMMIT_SECONDS", "ENGINE_SECONDS",
    "LOOP_LAG_SECONDS", "MESSAGES_OLDEST_SECONDS", "MESSAGES_WAITING", "REQUESTS",
    "TABLES_SET_APART", "TIMERS_LATE",
]  # fmt: skip

COMMANDS: Final = Counter(
    "postboard_commands",
    "Commands at tables, such as moves and offers",
    ["command", "game", "result"],
)
ANSWER_SECONDS: Final = Histogram(
    "postboard_answer_seconds",
    "Seconds from Discord's number of an interaction until its first answer; Discord waits for 3",
    buckets=(0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 5),
)
REQUESTS: Final = Counter(
    "postboard_requests",
    "Requests to Discord by route, status, and the scope of the limit if one was reached",
    ["method", "route", "status", "scope"],
)
COMMIT_SECONDS: Final = Histogram(
    "postboard_commit_seconds",
    "Seconds that a change waits for the database and the disk",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
COMMIT_PIECES: Final = Histogram(
    "postboard_commit_pieces",
    "Changes that share a commit",
    buckets=(1, 2, 4, 8, 16, 32, 64),
)
ENGINE_SECONDS: Final = Histogram(
    "postboard_engine_seconds",
    "Seconds until a computer opponent has chosen a move",
    buckets=(0.1, 0.3, 1, 2, 3, 5, 10, 30, 60),
)
LOOP_LAG_SECONDS: Final = Gauge(
    "postboard_loop_lag_seconds", "Seconds by which the event loop was late at its last heartbeat"
)
MESSAGES_WAITING: Final = Gauge(
    "postboard_messages_waiting",
    "Messages that are yet to be shown, up to 250; parked ones wait for someone to come",
    ["parked"],
)
MESSAGES_OLDEST_SECONDS: Final = Gauge(
    "postboard_messages_oldest_seconds", "Age of the oldest message that waits and isn't parked"
)
TIMERS_LATE: Final = Gauge(
    "postboard_timers_late", "Timers that were due over a minute ago, such as deadlines, up to 250"
)
TABLES_SET_APART: Final = Gauge(
    "postboard_tables_set_apart", "Tables whose game can't go on at present, up to 250"
)
