"""An introduction for newcomers: the answer to `/help`, and the greeting of a server."""

import asyncio
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.messages import pictures
from bot.messages.controls.message import Message, Picture
from bot.messages.panels.opponents import ways_to_play
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, code, in_a_row, lines, named
from bot.model.caller import Caller, PlaceKind
from bot.model.table import Status, Table
from render import sheet
from rules.contract.sentence import Sentence, all_of, say
from rules.registry import all_games, familiar_game

__all__ = ["Situation", "greeting", "guide"]

_FIRST_GAME: Final = familiar_game()
"""The game that the button for newcomers starts."""

_WELCOME: Final = say(
    "**Postboard** hosts board games that you play at your own pace, over hours or days."
)
_COMPUTER: Final = say(
    "- **Play the computer** begins a game of {game} at once. `/play` offers all games, against the"
    " computer, a person or anybody who joins.",
    game=_FIRST_GAME.spec.title,
)
_MOVING: Final = say("- **Move** under the board leads to your move. You can also type `/move`.")
_READING: Final = say("- `/rules` teaches each game on one page. `/games` lists your games.")


@dataclass(frozen=True, slots=True)
class Situation:
    """The place where somebody asks for help, with its running game or waiting table."""

    caller: Caller
    table: Table | None = None


async def guide(situation: Situation) -> Message:
    """Return the introduction for this place, with the boards and a button to a first game."""
    caller = situation.caller
    here = _here(situation)
    if caller.place.kind is not PlaceKind.GUILD:
        said = lines(_WELCOME, say("Games are played in the channels of a server."), _READING)
        return Message(said, await _boards())
    said = lines(_WELCOME, here, _COMPUTER, _MOVING, _READING)
    if caller.lacking:
        return Message(lines(_WELCOME, here, _READING), await _boards())
    return Message(said, await _boards(), (ways_to_play(_FIRST_GAME),))


async def greeting() -> Message:
    """Return the bot's greeting when it joins a server."""
    return Message(
        lines(_WELCOME, _COMPUTER, _MOVING, _READING),
        await _boards(),
        (ways_to_play(_FIRST_GAME),),
    )


def _here(situation: Situation) -> Sentence:
    """Return what is happening in this channel, or why nothing can."""
    table, caller = situation.table, situation.caller
    if caller.lacking:
        return say(
            "You can't play in this channel yet. Somebody who runs the server has to grant me "
            "these permissions here: {missing}.",
            missing=all_of(caller.lacking),
        )
    if table is None:
        return NOTHING
    title = sentences.game_of(table).spec.title
    if table.status is Status.OPEN:
        host = next(player.user for player in table.players if player.user.id == table.host_id)
        return say(
            "**Here** {who} is waiting for players of {game}: press **Join** on the card.",
            who=named(host),
            game=title,
        )
    rules = code("/rules")
    playing = say("**Here** a game of {game} is running ({rules}).", game=title, rules=rules)
    return in_a_row(playing, sentences.turn_line(table))


async def _boards() -> Picture:
    return await asyncio.to_thread(_made)


@cache
def _made() -> Picture:
    """Return the picture with a board of each game in play."""
    games = [game for game in all_games().values() if game.spec.lesson]
    views = [pictures.example(game, game.spec.lesson.example) for game in games if game.spec.lesson]
    titles = all_of(game.spec.title for game in games)
    return Picture(
        lambda reader: sheet(views, reader=reader), say("Boards of {games}.", games=titles)
    )
