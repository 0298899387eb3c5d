"""`postboard copy`: copies a file into an empty PostgreSQL database, and compares the two."""

from pathlib import Path

from bot.checking import UNUSABLE, Report, faults_of, unusable
from bot.model.addresses import ServerAddress
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, DatabaseInUse, only_process
from bot.store.sql.backends import filled, opened
from bot.store.sql.sqlite.files import damage, last_numbers

__all__ = ["copy"]


class _FaultyError(Exception):
    """The file and its copy have these faults."""

    def __init__(self, found: list[str]) -> None:
        super().__init__()
        self.found = found


def copy(old: Path, new: Path | ServerAddress, now: int) -> Report:
    """Copy a file that isn't in use into an empty database, all or nothing. The file stays.

    Before anything is committed, all rows are compared with the file's, and all entries of logs
    are checked by the rules. `now` is in Unix seconds. The status is 0 if the copy is in place, 1
    if it differs from the file or the file has faults, or one of `bot.startup_errors`.
    """
    if not isinstance(new, ServerAddress):
        sentence = (
            "Where to? Put postgresql://USER:PASSWORD@HOST/DATABASE behind the file, or set"
            " POSTBOARD_DATABASE to it."
        )
        return Report([sentence], WRONG_SETUP)
    if not old.is_file():
        return Report([f"There is no file {old}."], WRONG_SETUP)
    try:
        with only_process(old), opened(old, "ro") as source:
            if damaged := [*damage(source)]:
                raise _FaultyError(damaged)
            with filled(new, source, last_numbers(source)) as target:
                if found := faults_of(target, now):
                    raise _FaultyError(found)
    except _FaultyError as faulty:
        last = f"Nothing was copied. Repair this first: postboard check --repair {old}"
        return Report([*faulty.found, last], 1)
    except DatabaseInUse:
        return Report([f"{old} is in use by another process. Stop that one first."], TRY_AGAIN)
    except UNUSABLE as error:
        return unusable(error, f"{old} can't be copied to {new}")
    return Report(
        [
            f"{new} has everything in {old}. Each row was compared, and each log checked.",
            "Set POSTBOARD_DATABASE to its address, and never start the bot on the file again.",
        ],
        0,
    )
