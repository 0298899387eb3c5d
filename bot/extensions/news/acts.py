"""Games that people follow without playing in them."""

from bot.extensions.news.rows import NewsStore, Outcome
from bot.extensions.news.values import MOST, MOST_WITH_MOVES, TooManyFollowed
from bot.model.caller import Caller, PlaceKind
from bot.model.errors import NoGame, TableError
from bot.model.table import Status, Table
from bot.tables.checks import UNKNOWN_TABLE, require_readable
from rules.contract.sentence import say

__all__ = ["follow"]


async def follow(
    store: NewsStore, table: Table, caller: Caller, now: int,
    *, moves: bool | None = None, is_secret: bool = False,
) -> None:  # fmt: skip
    """Follow a game, with its moves or without; None keeps the present choice.

    `is_secret` is true in a private thread, since Discord won't say later whether the person is in
    it. `now` is in Unix seconds. Raises NoGame if they can't see its channel, as if there were no
    such table; TableError if they play there, if it isn't in progress, or if too many people follow
    its moves already; and TooManyFollowed.
    """
    _require_visible(table, caller)
    require_readable(table)
    if table.place.kind is not PlaceKind.GUILD:
        raise TableError(say("You can only follow games in servers."))
    if is_secret:
        raise TableError(say("This thread is private, so its games can't be followed."))
    if table.status is not Status.PLAYING:
        raise TableError(
            say("This game is finished.")
            if table.status is Status.OVER
            else say("This game hasn't started. You can follow it then.")
        )
    if table.player(caller.user.id) is not None:
        raise TableError(say("You're in this game, so you hear about it anyway."))
    entry = len(table.started.entries)
    match await store.follow(table.id, caller.user.id, entry, now, moves=moves):
        case Outcome.DONE:
            return
        case Outcome.TOO_MANY_GAMES:
            raise TooManyFollowed(
                say(
                    "You follow {most} games, which is the limit. Stop following one first.",
                    most=MOST,
                )
            )
        case Outcome.TOO_MANY_PEOPLE:
            raise TableError(
                say(
                    "{most} people get this game's moves, which is the limit. You'll get the "
                    "result.",
                    most=MOST_WITH_MOVES,
                )
            )


def _require_visible(table: Table, caller: Caller) -> None:
    """Raise NoGame for a table whose channel a person can't see."""
    place = caller.place
    is_there = place.channel_id == table.channel_id
    if not is_there and (caller.sees, place.guild_id) != (table.channel_id, table.guild_id):
        raise NoGame(UNKNOWN_TABLE)
