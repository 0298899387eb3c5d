"""What a newcomer needs to know."""

from rules.registry import all_games

__all__ = ["guide"]


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
