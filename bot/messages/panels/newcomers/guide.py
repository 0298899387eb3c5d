"""An introduction for newcomers: the answer to `/help`, and the greeting of a server."""

import asyncio
from functools import cache
from math import ceil, inf
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
from bot.messages.words.text import NOTHING, code, in_a_row, lines, named, with_note
from bot.model.caller import Caller, PlaceKind
from bot.model.table import Status, Table
from render import sheet
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, all_of, say
from rules.registry import all_games, origin_of

__all__ = ["ALONE", "greeting", "guide"]

_COLUMNS: Final = 4
"""Boards beside each other in the picture, and buttons in a row while there is room for them."""

_ROWS: Final = 5
"""The rows of buttons that a message has room for."""

_WELCOME: Final = say("**Board games at your own pace.** One move a day is fine.")
_PICK: Final = say("Pick a game to learn it in a few minutes. Only you see it.")
_COMMANDS: Final = say("-# Play a friend: `/play` · rules: `/rules` · your games: `/games`")
_UNREAD: Final = say(
    "-# Translated without a native speaker. Know better words? Tell the bot's owner."
)
ALONE: Final = say(
    "-# To play people, use `/play` in a server, a group chat, or your DMs with them."
)
"""The way to play people, where no game can be joined."""


async def guide(caller: Caller, table: Table | None = None) -> Message:
    """Return the introduction for a person's place, with the boards and a button per game.

    `table` is its running game or waiting table. The buttons need no permission of the bot.
    """
    commands = ALONE if caller.place.kind is PlaceKind.BOT_DM else _COMMANDS
    if caller.lacking:
        here = say(
            "I can't host games in this channel yet. An admin needs to give me: {missing}.",
            missing=all_of(caller.lacking),
        )
    else:
        here = _here(table)
    said = lines(_WELCOME, _PICK, here, commands)
    return Message(with_note(said, _UNREAD), await _boards(), _first_games())


async def greeting() -> Message:
    """Return the bot's greeting when it joins a server."""
    return Message(lines(_WELCOME, _PICK, _COMMANDS), await _boards(), _first_games())


def _easiest_first() -> list[AnyGame]:
    """Return the games in the order in which newcomers meet them, packages' games last."""
    games = all_games().values()
    return sorted(games, key=lambda game: game.spec.minutes or inf)


def _first_games() -> tuple[Row, ...]:
    """Return a button per game, placed as the boards are; the first stands out.

    If they are too many, only the games of the project have one, and `/play` offers the others.
    """
    games = _easiest_first()
    if len(games) > MOST_BUTTONS:
        games = [game for game in games if origin_of(game.spec.key) is None]
    buttons = [
        Button(
            title_of(game),
            for_text(verbs.FIRST_GAME, game.spec.key),
            Style.PRIMARY if game is games[0] else Style.SECONDARY,
        )
        for game in games
    ]
    return in_rows(buttons, max(_COLUMNS, ceil(len(buttons) / _ROWS)))


def _here(table: Table | None) -> Sentence:
    """Return what is happening in this channel."""
    if table is None:
        return NOTHING
    title = sentences.game_of(table).spec.title
    if table.status is Status.OPEN:
        return say(
            "{who} is looking for an opponent at {game}. Press **Join** on the card.",
            who=named(table.host), game=title,
        )  # fmt: skip
    rules = code("/rules")
    playing = say("{game} is being played here ({rules}).", game=title, rules=rules)
    return in_a_row(playing, sentences.turn_line(table))


async def _boards() -> Picture:
    return await asyncio.to_thread(_made)


@cache
def _made() -> Picture:
    """Return the picture with a board of every game in play."""
    games = [game for game in _easiest_first() if game.spec.lesson]
    views = [pictures.example(game, game.spec.lesson.example) for game in games if game.spec.lesson]
    titles = all_of(game.spec.title for game in games)
    return Picture(
        lambda reader: sheet(views, columns=_COLUMNS, reader=reader),
        say("Boards of {games}.", games=titles),
    )
