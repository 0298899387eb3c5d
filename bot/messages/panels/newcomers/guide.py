"""An introduction for newcomers: the answer to `/help`, and the greeting of a server."""

import asyncio
from collections.abc import Sequence
from functools import cache
from math import ceil
from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    MOST_BUTTONS,
    Button,
    Message,
    Picture,
    Row,
    Style,
    in_rows,
)
from bot.messages.words import sentences
from bot.messages.words.game_names import title_of
from bot.messages.words.text import NOTHING, code, in_a_row, lines, named
from bot.model.caller import Caller, PlaceKind
from bot.model.table import Status, Table
from render import sheet
from rules.contract.sentence import Sentence, all_of, each_of, say
from rules.registry import all_games, familiar_game, origin_of

__all__ = ["greeting", "guide"]

_COLUMNS: Final = 4
"""Boards beside each other in the picture, and buttons in a row while there is room for them."""

_ROWS: Final = 5
"""The rows of buttons that a message has room for."""

_WELCOME: Final = say(
    "**Postboard** hosts board games that you play at your own pace, over hours or days."
)
_PRESS: Final = say("- Press a game below to play it against the computer.")
_PLAY: Final = say(
    "- `/play` begins any game against people you invite, anybody who joins, or a computer as"
    " strong as you like."
)
_PLAY_ALONE: Final = say(
    "- `/play` with `level` begins any game here against a computer as strong as you like. With"
    " other people you play in a server, in a group, or in your private messages with them."
)
_MOVING: Final = say(
    "- **Move** under the board, or `/move`, leads to your move, and **Menu** to everything else."
)
_COMMANDS: Final = (
    say("`/rules` teaches each game on one page"), say("`/games` lists yours"),
)  # fmt: skip
"""The other commands of the core, with their uses."""


async def guide(
    caller: Caller, table: Table | None = None, commands: Sequence[Sentence] = ()
) -> Message:
    """Return the introduction for somebody's place, with the boards and a button for each game.

    `table` is its running game or waiting table, and `commands` are those of extensions.
    """
    here = _here(caller, table)
    play = _PLAY_ALONE if caller.place.kind is PlaceKind.BOT_DM else _PLAY
    reading = _reading(commands)
    said = lines(_WELCOME, here, _PRESS, play, _MOVING, reading)
    if caller.lacking:
        return Message(lines(_WELCOME, here, reading), await _boards())
    return Message(said, await _boards(), _first_games())


async def greeting(commands: Sequence[Sentence] = ()) -> Message:
    """Return the bot's greeting when it joins a server; `commands` are those of extensions."""
    said = lines(_WELCOME, _PRESS, _PLAY, _MOVING, _reading(commands))
    return Message(said, await _boards(), _first_games())


def _reading(commands: Sequence[Sentence]) -> Sentence:
    told = [*_COMMANDS, *commands]
    return say("- {commands}, and {last}.", commands=each_of(told[:-1]), last=told[-1])


def _first_games() -> tuple[Row, ...]:
    """Return a button for each game, placed as the boards are; the familiar one stands out.

    If they are too many, only the games of the project have one, and `/play` offers the others.
    """
    games = list(all_games().values())
    if len(games) > MOST_BUTTONS:
        games = [game for game in games if origin_of(game.spec.key) is None]
    familiar = familiar_game()
    buttons = [
        Button(
            title_of(game),
            for_text(verbs.FIRST_GAME, game.spec.key),
            Style.PRIMARY if game is familiar else Style.SECONDARY,
        )
        for game in games
    ]
    return in_rows(buttons, max(_COLUMNS, ceil(len(buttons) / _ROWS)))


def _here(caller: Caller, table: Table | None) -> Sentence:
    """Return what is happening in this channel, or why nothing can."""
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
        lambda reader: sheet(views, columns=_COLUMNS, reader=reader),
        say("Boards of {games}.", games=titles),
    )
