"""What a newcomer needs to know."""

from bot.messages.text import code, lines, own
from rules.registry import all_games
from rules.sentence import Sentence, say

__all__ = ["guide"]


def guide() -> Sentence:
    """Return what a newcomer needs to know."""
    return lines(
        say("Postboard hosts board games in this channel, at your own pace: hours or days a move."),
        *(
            say(
                "- **{game}** ({command}): {summary}",
                game=own(game.spec.title),
                command=code(f"/play {key}"),
                summary=game.spec.summary,
            )
            for key, game in all_games().items()
        ),
        say("**Sit down**: `/play`, then a game; name an opponent, or let anybody join."),
        say(
            "**Move**: the **Move** button under the board (pick a piece, pick where, confirm), or "
            "`/move` and type, such as `c3-d4`."
        ),
        say(
            "**Look**: **My view** shows you the board from your side and in letters; `/history` "
            "steps through the game; `/rules` has the rulebook; `/games` lists your games."
        ),
        say(
            "**Settle**: `/draw`, `/takeback` and `/resign`, and `/count` to stop and count; the "
            "**Menu** button has them too. `/hint claims` shows what can be claimed."
        ),
        say("**Dice**: the host rolls them; `/dice` says how anybody can check that."),
        say("-# Only the player to move is pinged. Refusals and previews are seen by you alone."),
    )
