"""Texts for one person: the list of their games, and the guide."""

from collections.abc import Sequence

from bot import announce
from bot.records import Status, Table
from rules.registry import all_games

__all__ = ["games", "guide"]

_ROOM = 1900


def games(tables: Sequence[Table], user_id: int) -> str:
    """Return a person's tables, those that wait for them first, with links to jump there."""
    if not tables:
        return "You sit at no table now. `/play` opens one."
    mine = [t for t in tables if t.due and t.due.person.id == user_id]
    rest = [t for t in tables if not t.due or t.due.person.id != user_id]
    lines = [f"**{len(mine)} waiting for you**" if mine else "**No game waits for you**"]
    lines += [_line(table, user_id) for table in (*mine, *rest)]
    text = ""
    for shown, line in enumerate(lines):
        if len(text) + len(line) > _ROOM:
            return f"{text}… and {len(lines) - shown} more."
        text += f"{line}\n"
    return text


def guide() -> str:
    """Return what a newcomer needs to know."""
    titles = "\n".join(
        f"- **{game.spec.title}** (`/play {key}`): {game.spec.summary}"
        for key, game in all_games().items()
    )
    return (
        "Postboard hosts board games in this channel, at your own pace: hours or days a move.\n"
        f"{titles}\n"
        "**Sit down**: `/play`, then a game; name an opponent, or let anybody join.\n"
        "**Move**: the **Move** button under the board (pick a piece, pick where, confirm), or "
        "`/move` and type, such as `c3-d4`.\n"
        "**Look**: **My view** shows you the board from your side and in letters; `/history` steps "
        "through the game; `/rules` has the rulebook; `/games` lists your games.\n"
        "**Settle**: `/draw`, `/takeback` and `/resign`, and `/count` to stop and count; the "
        "**Menu** button has them too. `/hint claims` shows what can be claimed.\n"
        "**Dice**: the host rolls them; `/dice` says how anybody can check that.\n"
        "-# Only the player to move is pinged. Refusals and previews are seen by you alone."
    )


def _line(table: Table, user_id: int) -> str:
    others = [p.person.shown for p in table.players if p.person.id != user_id]
    rivals = f" with {' and '.join(others)}" if others else ""
    title = announce.game_of(table).spec.title
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
    whose = "**your turn**" if due.person.id == user_id else f"{due.person.shown}'s turn"
    return f"{whose}{since}{until}"
