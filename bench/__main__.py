"""`python -m bench`: every part measured against its yardstick in this run, as a table."""

import argparse
import importlib
from datetime import UTC, datetime
from typing import Final

from bench.table import Row

PARTS: Final = (
    "wire", "recipe", "large", "start", "shards", "waiting", "commits", "reads", "ratings",
    "boards", "films", "perft", "search", "longest", "fast",
)  # fmt: skip


def main() -> None:
    """Measure the requested parts and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="part", help=f"{', '.join(PARTS)}; by default all of them"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="for each part (default 10)")
    parser.add_argument("--size", type=float, default=1.0, help="of the whole (default 1)")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    print(f"\nMeasured on {datetime.now(UTC):%Y-%m-%d}; a ratio above 1 means ours is better.\n")
    print("| part | ours | yardstick | ratio of CPU time |")
    print("|---|---|---|---|")
    for part in asked.parts or PARTS:
        rows: list[Row] = importlib.import_module(f"bench.{part}").measure(
            asked.seconds, asked.size
        )
        for row in rows:
            note = f" ({row.note})" if row.note else ""
            line = f"| {row.part}{note} | {row.ours} | {row.yardstick} | {row.ratio:.2f} |"
            print(line, flush=True)


if __name__ == "__main__":
    main()
