"""The list of a person's games."""

from collections.abc import Sequence

from bot.model.table import Status, TableSummary
from rules.registry import all_games

__all__ = ["games"]

_ROOM = 1900


def games(tables: Sequence[TableSummary], user_id: int) -> str:
    """Return a person's tables, those that wait for them first, with links to jump there."""
    if not tables:
        return "You sit at no table now. `/play` opens one."
    mine = [table for table in tables if _is_due(table, user_id)]
    rest = [table for table in tables if not _is_due(table, user_id)]
    lines = [f"**{len(mine)} waiting for you**" if mine else "**No game waits for you**"]
    lines += [_line(table, user_id) for table in (*mine, *rest)]
    text = ""
    for shown, line in enumerate(lines):
        if len(text) + len(line) > _ROOM:
            return f"{text}… and {len(lines) - shown} more."
        text += f"{line}\n"
    return text


def _is_due(table: TableSummary, user_id: int) -> bool:
    return table.set_apart is None and table.due_user_id == user_id


def _line(table: TableSummary, user_id: int) -> str:
    others = [user.shown for user in table.names if user.id != user_id]
    rivals = f" with {' and '.join(others)}" if others else ""
    games = all_games()
    title = games[table.game].spec.title if table.game in games else table.game
    return f"- {_where(table)} {title}{rivals}: {_state(table, user_id)}"


def _where(table: TableSummary) -> str:
    place = table.place
    if place.guild_id is None or table.message_id is None:
        return f"<#{place.channel_id}>"
    return f"https://discord.com/channels/{place.guild_id}/{place.channel_id}/{table.message_id}"


def _state(table: TableSummary, user_id: int) -> str:
    if table.set_apart is not None:
        return "can't be read any more; `/close` there closes it"
    if table.status is not Status.PLAYING:
        return "waits for players"
    since = f" since <t:{table.turn_since}:R>" if table.turn_since else ""
    until = f", time until <t:{table.due_at}:R>" if table.due_at else ""
    if table.due_user_id == user_id:
        return f"**your turn**{since}{until}"
    due = [user.shown for user in table.names if user.id == table.due_user_id]
    return f"{due[0]}'s turn{since}{until}" if due else "nobody is to move"
