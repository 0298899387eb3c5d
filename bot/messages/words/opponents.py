"""A computer opponent in words."""

from bot.messages.words.text import NOTHING, code, in_a_row, named
from bot.model.table import Player
from engine.levels import find_level
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say

__all__ = ["described"]


def described(game: AnyGame, player: Player, *, exact: bool) -> Sentence:
    """Return the name of a computer opponent, and how it chooses its moves.

    `exact` if it has the exact values of the game; for the strongest level, the text says what they
    would change.
    """
    assert player.level is not None, "an engine has a level"
    level = find_level(player.level)
    missing = NOTHING
    if isinstance(game, Solvable) and not (exact or level.error):
        missing = say(
            "With the table of exact values that {command} makes where the bot runs, it would "
            "never err.",
            command=code("make exact"),
        )
    said = say(
        "{who}, a computer opponent, {how}.",
        who=named(player.user), how=level.described(game, exact=exact),
    )  # fmt: skip
    return in_a_row(said, missing)
