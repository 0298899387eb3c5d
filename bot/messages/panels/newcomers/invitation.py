"""The question which game to invite somebody to, asked from a person's menu."""

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Menu, MenuChoice, Message
from bot.model.errors import TableError
from rules.contract.core import Spec
from rules.contract.sentence import Stranger, say
from rules.registry import all_games

__all__ = ["invited", "which_game"]


def which_game(guest: str, *, plays: bool, is_host: bool) -> Message:
    """Return the question which game somebody is invited to, by the name of that guest.

    Raises TableError for the host, and for a bot that doesn't play.
    """
    who = Stranger(guest)
    if not plays:
        raise TableError(say("{name} is a bot that doesn't play. Invite a person.", name=who))
    if is_host:
        raise TableError(say("You can't be your own opponent. Invite somebody else."))
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
            "Which game do you want to invite {name} to? It gets the usual terms; `/play` offers"
            " others.",
            name=who,
        ),
        rows=([Menu(say("Pick a game"), choices, for_text(verbs.INVITE_TO))],),
    )


def invited(spec: Spec, guest: str, *, is_engine: bool) -> Message:
    """Return the answered question, once the table is open."""
    if is_engine:
        return Message(say("The computer plays {game} with you.", game=spec.title))
    return Message(say("{name} is invited to {game}.", name=Stranger(guest), game=spec.title))
