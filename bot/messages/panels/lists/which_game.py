"""The question which game somebody means."""

from collections.abc import Callable, Iterable

from bot.messages.controls.custom_ids import CustomId
from bot.messages.controls.message import MOST_BUTTONS, Button, Message, in_rows
from bot.messages.words.game_names import title_of
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, Stranger, say
from rules.registry import all_games

__all__ = ["ask", "ask_which"]


def ask_which(typed: str, found: Iterable[AnyGame], chosen: Callable[[str], CustomId]) -> Message:
    """Return the question which of several games a text means, or of all games if it means none.

    `chosen` returns the custom_id of the button for a game's key.
    """
    games = list(found)
    if games:
        asked = say("“{text}” fits several games. Which one?", text=Stranger(typed))
        return ask(asked, games, chosen)
    asked = say("There's no game “{text}” here. These are the games:", text=Stranger(typed))
    return ask(asked, all_games().values(), chosen)


def ask(asked: Sentence, games: Iterable[AnyGame], chosen: Callable[[str], CustomId]) -> Message:
    """Return a question with a button for each game."""
    buttons = [Button(title_of(game), chosen(game.spec.key)) for game in games]
    return Message(asked, rows=in_rows(buttons[:MOST_BUTTONS]))
