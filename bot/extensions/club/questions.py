"""The questions behind **Play** on a club board."""

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message, PersonMenu, Style
from bot.messages.panels.which_game import ask
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.registry import all_games

__all__ = ["against_whom", "which_game"]


def which_game() -> Message:
    """Return the question which game somebody wants to play."""
    return ask(say("Which game?"), all_games().values(), lambda key: for_text(verbs.CLUB_GAME, key))


def against_whom(game: AnyGame) -> Message:
    """Return the question with whom somebody wants to play a game."""
    key = game.spec.key
    row = [
        Button(say("The computer"), for_text(verbs.FIRST_GAME, key), Style.PRIMARY),
        Button(say("Anyone"), for_text(verbs.CLUB_OPEN, key)),
    ]
    person = PersonMenu(say("A person …"), for_text(verbs.CLUB_INVITE, key))
    said = say("**{game}**: with whom do you want to play?", game=game.spec.title)
    return Message(said, rows=(row, (person,)))
