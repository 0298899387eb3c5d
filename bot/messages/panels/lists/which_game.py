"""The question of which game a person means, for themselves or for an invitation."""

from collections.abc import Callable, Iterable

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import MOST_BUTTONS, Button, Menu, MenuChoice, Message, in_rows
from bot.messages.words.game_names import title_of
from bot.model.errors import TableError
from rules.contract.core import AnyGame, Spec
from rules.contract.sentence import Sentence, Stranger, say
from rules.registry import all_games

__all__ = ["ask", "ask_which", "invited", "which_game"]


def ask_which(typed: str, found: Iterable[AnyGame], chosen: Callable[[str], CustomId]) -> Message:
    """Return the question which of several games a text means, or of all games if it means none.

    `chosen` returns the custom_id of the button for a game's key.
    """
    games = list(found)
    if games:
        asked = say("“{text}” could be several games. Which one?", text=Stranger(typed))
        return ask(asked, games, chosen)
    asked = say("There's no game “{text}” here. Choose one of these:", text=Stranger(typed))
    return ask(asked, all_games().values(), chosen)


def ask(asked: Sentence, games: Iterable[AnyGame], chosen: Callable[[str], CustomId]) -> Message:
    """Return a question with a button per game."""
    buttons = [Button(title_of(game), chosen(game.spec.key)) for game in games]
    return Message(asked, rows=in_rows(buttons[:MOST_BUTTONS]))


def which_game(guest: str, *, plays: bool, is_host: bool) -> Message:
    """Return the question which game a person is invited to, by the name of that guest.

    Raises TableError for the host, and for a bot that doesn't play.
    """
    who = Stranger(guest)
    if not plays:
        raise TableError(say("{name} is a bot and can't play. Invite a person.", name=who))
    if is_host:
        raise TableError(say("You can't play yourself. Invite someone else."))
    choices = tuple(
        MenuChoice(
            say("{game}", game=game.spec.title),
            game.spec.key,
            game.spec.summary,
        )
        for game in all_games().values()
    )
    return Message(
        say(
            "Which game with {name}? It gets the usual settings. `/play` has more.",
            name=who,
        ),
        rows=([Menu(say("Pick a game"), choices, for_text(verbs.INVITE_TO))],),
    )


def invited(spec: Spec, guest: str, *, is_engine: bool) -> Message:
    """Return the answered question, once the table is open."""
    if is_engine:
        return Message(say("You're playing {game} against the computer.", game=spec.title))
    return Message(say("{name} is invited to {game}.", name=Stranger(guest), game=spec.title))
