"""`postboard demo`: people on the local page play a dozen games, over the wire like anyone.

The computer's easy levels choose their moves.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position
from bot.model.table import Table
from engine.choose import seed_of
from engine.tasks import Request, Task
from loopback import CannotDo, Loopback, Message, Person
from rules.records.transcript import Transcript
from rules.registry import all_games, familiar_game

__all__ = ["Game", "club", "forget_last", "furnish"]

_log = logging.getLogger(__name__)

_PEOPLE: Final = ("Ann", "Bo", "Cy", "Di")
"""The people on the local page."""
_LEVELS: Final = 2
"""Levels by which the people play. The seats take turns with them."""
_WAITS: Final = 0.02
"""Seconds between looks for what the bot owes: its move, or the card after a seal."""
_PATIENCE: Final = 60.0
"""The most seconds to wait for that, on a slow machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of the demo: who plays what, where, and how far."""

    channel: str
    key: str
    people: tuple[str, ...]
    """The host, then the invited people."""
    plies: int = 0
    """Moves of people until it stops, or ends as said below. With 0 it stays an open game."""
    end: str = ""
    """The end then, if not by a move: `resign` or `draw`."""
    terms: dict[str, str | int] = field(default_factory=dict[str, str | int])
    """Further options of `/play`."""


def club() -> list[Game]:
    """Return the games of the demo: a channel per kind of game, two more for others.

    The games of one channel are played one after another.
    """
    found: list[Game] = []
    for number, (key, game) in enumerate(all_games().items()):
        sizes = sorted(map(len, game.spec.seatings))
        people = tuple(_PEOPLE[(number + seat) % len(_PEOPLE)] for seat in range(sizes[-1]))
        if number % 2 == 0:
            end = "resign" if number else "draw"
            found.append(Game(channel=key, key=key, people=people[: sizes[0]], plies=20, end=end))
        terms: dict[str, str | int] = {"time": ("3d", "7d")[number % 2]}
        found.append(Game(channel=key, key=key, people=people, plies=9 + number, terms=terms))
    familiar = familiar_game().spec.key
    found += [
        Game(channel="solo", key=familiar, people=_PEOPLE[:1], plies=6, terms={"level": 1}),
        Game(channel="lobby", key=familiar, people=_PEOPLE[-1:]),
    ]
    return found


def forget_last(database: Path) -> None:
    """Delete the file of the last demo: its messages went with its process."""
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


async def furnish(server: Loopback, bot: Postboard, games: Sequence[Game] | None = None) -> None:
    """Let people play these games, or the demo's. One that fails is left alone."""
    games = club() if games is None else games
    guild = server.world.guild()
    print("People are starting to play. Watch, or join in.\n", flush=True)
    by_channel = [[*each] for _, each in groupby(games, lambda game: game.channel)]
    known = {server.world.channels[number].name for number in guild.channel_ids}
    for name in dict.fromkeys(game.channel for game in games):
        if name not in known:
            server.world.add_channel(guild, name)
    async with asyncio.TaskGroup() as channels:
        for played in by_channel:
            channels.create_task(_one_after_another(server, bot, played))
    print(f"{len(games)} games are played.\n", flush=True)


async def _one_after_another(server: Loopback, bot: Postboard, games: Sequence[Game]) -> None:
    for game in games:
        try:
            await _play(server, bot, game)
        except (CannotDo, LookupError, TimeoutError) as error:
            _log.warning("A game of %s in #%s stopped: %s", game.key, game.channel, error)


async def _play(server: Loopback, bot: Postboard, game: Game) -> None:
    people = [server.person(name) for name in game.people]
    host, *invited = people
    opponents = dict(zip(("opponent", "opponent2", "opponent3"), invited, strict=False))
    values = {**game.terms, **opponents}
    await host.slash("play", game=game.key, channel=game.channel, values=values)
    if not game.plies:
        return
    for person in invited:
        await person.click(await _with_button(person, game.channel, "Accept"), "Accept")
    table = await bot.lookup.latest_in(host.place(game.channel).id)
    for _ in range(game.plies):
        table = await _when_a_person_is_due(bot, table.id)
        if table.due is None:
            return
        await _move(server.person(table.due.user.name), bot, table, game.channel)
    if game.end:
        await _end(people, game)


async def _move(person: Person, bot: Postboard, table: Table, channel: str) -> None:
    """Play an easy level's move for the person to move."""
    match, seat = table.started, table.started.seat_due
    assert seat is not None, "someone is due"
    told = Transcript.of(match, table.terms.options)
    seed = seed_of("demo", channel, len(match.plies))
    legal = [match.game.notate(move) for move in match.legal]
    asked = Request(Task.CHOOSE, told, 1 + seat % _LEVELS, seed)
    chosen = await bot.pool.choose(asked, legal)
    # By buttons, as most people play: above the answer to a typed move Discord shows the command.
    here = encode(for_position(verbs.MENU, table))
    board = await _with_button(person, channel, "Menu", here)
    menu = (await person.click(board, "Menu")).message
    assert menu is not None, "the menu answers"
    form = (await person.click(menu, "Type a move")).modal
    assert form is not None, "it opens a form"
    reply = await person.submit(form, {"text": chosen.move})
    for label in ("Claim nothing", f"Play {chosen.move}"):
        if reply.message and any(each.label == label for each in reply.message.buttons()):
            reply = await person.click(reply.message, label)


async def _when_a_person_is_due(bot: Postboard, table_id: int) -> Table:
    """Return the table once a person is to move or the game is finished."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            table = await bot.lookup.get(table_id)
            if table.started.outcome or (table.due and not table.due.is_engine):
                return table
            await asyncio.sleep(_WAITS)


async def _with_button(person: Person, channel: str, label: str, custom_id: str = "") -> Message:
    """Return the newest message with this button, once there is one.

    The button's custom_id starts with `custom_id`; a mark may follow.
    """
    async with asyncio.timeout(_PATIENCE):
        while True:
            for message in reversed(person.sees(channel)):
                for button in message.buttons():
                    if button.label == label and (button.custom_id or "").startswith(custom_id):
                        return message
            await asyncio.sleep(_WAITS)


async def _end(people: Sequence[Person], game: Game) -> None:
    """Let the last person resign, or two agree to a draw."""
    first, *_, last = people
    if game.end == "draw":
        await first.slash("game draw", channel=game.channel)
    asked = await last.slash(f"game {game.end}", channel=game.channel)
    if asked.message is not None:
        await last.click(asked.message, "Agree" if game.end == "draw" else "Resign")
