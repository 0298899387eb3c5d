"""`python -m bot`, the same as `postboard`; without Python or libraries it says what to install."""

import sys

__all__ = ["main"]

if sys.version_info < (3, 11):  # noqa: UP036 - that is what it says
    print(
        "Postboard needs Python 3.11 or newer, and this is %d.%d." % sys.version_info[:2],  # noqa: UP031
        file=sys.stderr,
    )
    sys.exit(78)

try:
    from bot.command_line import main
except KeyboardInterrupt:  # Ctrl+C before anything has begun.
    sys.exit(0)
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.split(".")[0] in {"bot", "engine", "render", "rules"}:
        raise
    print(
        f"Postboard's libraries aren't installed here ({missing.name} is missing):"
        " start it with make run, or install it as docs/hosting.md says.",
        file=sys.stderr,
    )
    sys.exit(78)

if __name__ == "__main__":
    sys.exit(main())
