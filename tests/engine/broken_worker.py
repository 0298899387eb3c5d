"""A worker that does whatever a file tells it to. It imports next to nothing, so it starts at once.

Run `python -S tests/engine/broken_worker.py FOLDER [OPTION ...]`. Before it says that it is ready,
and then for each request, it does what `FOLDER/start` or `FOLDER/answer` says: one of the `DEEDS`,
or else the file is the line that it says. Where there is no such file it works well: it answers
what `FOLDER/TASK.json` holds for the task.
"""

import json
import os
import sys
import time

__all__ = ["DEEDS", "PROGRAM"]

PROGRAM = ("-S", __file__)
"""The first arguments of Python; the folder follows."""


def _fail() -> None:
    raise RuntimeError("a worker's last words")


def _recurse() -> None:
    _recurse()


def _hang() -> None:
    while True:
        time.sleep(3600)


def _close() -> None:
    """Say nothing more, and live on."""
    os.close(1)
    _hang()


def _complain() -> None:
    """Say more than anybody reads."""
    while True:
        os.write(2, b"oh " * 10_000)
        os.write(1, b"no " * 10_000)


DEEDS = {
    "raise an error": _fail,
    "recurse": _recurse,
    "exit well": lambda: sys.exit(0),
    "exit badly": lambda: sys.exit(7),
    "exit at once": lambda: os._exit(0),
    "be killed": lambda: os.kill(os.getpid(), 9),
    "crash": os.abort,
    "close": _close,
    "complain": _complain,
    "hang": _hang,
}


def _told(folder: str, moment: str) -> str | None:
    """Do what the file says, or return the line that it holds; None if there is no file."""
    try:
        with open(f"{folder}/{moment}", encoding="latin-1") as file:  # noqa: PTH123 - starts faster
            text = file.read()
    except FileNotFoundError:
        return None
    if text in DEEDS:
        with open(f"{folder}/done", "w", encoding="ascii"):  # noqa: PTH123
            DEEDS[text]()
    return text


def _say(line: str) -> None:
    said = f"{line}\n".encode("latin-1")
    while said:
        said = said[os.write(1, said) :]


def main() -> None:
    folder = sys.argv[1]
    greeting = _told(folder, "start")
    _say('{"ready": true}' if greeting is None else greeting)
    for line in sys.stdin:
        request = json.loads(line)
        answer = _told(folder, "answer")
        if answer is None:
            good = _told(folder, request["task"])
            answer = f'{{"id": NUMBER, "answer": {good}}}'
        _say(answer.replace("NUMBER", str(request["id"])))


if __name__ == "__main__":
    main()
