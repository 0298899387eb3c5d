"""The list of a person's games."""

from collections.abc import Sequence

from bot.messages import sentences
from bot.model.table import Status, Table

__all__ = ["games"]

_ROOM = 1900


def games(tables: Sequence[Table], user_id: int) -> str:
    """Return a person's tables, those that wait for them first, with links to jump there."""
    if not tables:
        return "You sit at no table now. `/play` opens one."
    mine = [t for t in tables if t.due and t.due.user.id == user_id]
    rest = [t for t in tables if not t.due or t.due.user.id != user_id]
    lines = [f"**{len(mine)} waiting for you**" if mine else "**No game waits for you**"]
    lines += [_line(table, user_id) for table in (*mine, *rest)]
    text = ""
    for shown, line in enumerate(lines):
        if len(text) + len(line) > _ROOM:
            return f"{text}… and {len(lines) - shown} more."
        text += f"{line}\n"
    return text


def _line(table: Table, user_id: int) -> str:
    others = [p.user.shown for p in table.players if p.user.id != user_id]
    rivals = f" with {' and '.join(others)}" if others else ""
    title = sentences.game_of(table).spec.title
    return f"- {_where(table)} {title}{rivals}: {_state(table, user_id)}"


def _where(table: Table) -> str:
    message = table.board_id if table.status is Status.PLAYING else table.card_id
    if table.guild_id is None or message is None:
        return f"<#{table.channel_id}>"
    return f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{message}"


def _state(table: Table, user_id: int) -> str:
    if table.match is None:
        return "waits for players"
    due = table.due
    since = f" since <t:{table.turn_since}:R>" if table.turn_since else ""
    until = f", time until <t:{table.deadline}:R>" if table.deadline else ""
    if due is None:
        return "the dice are being rolled"
    whose = "**your turn**" if due.user.id == user_id else f"{due.user.shown}'s turn"
    return f"{whose}{since}{until}"
