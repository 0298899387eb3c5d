"""What the pictures of the documents show: four people at play, and the messages to look at."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from tests.bot.game_driver import delivered, private, settings_of

__all__ = ["Scene", "play"]

GAMES: Final = Path(__file__).parents[1] / "render" / "gallery.json"
"""The games are those of the board pictures."""
PLAYED: Final[Mapping[str, tuple[str, tuple[str, str], int]]] = {
    "czech": ("games", ("Ann", "Bo"), 10),
    "turkish": ("dama", ("Cy", "Di"), 9),
    "punt-match": ("pawns", ("Ann", "Di"), 12),
    "rekushu-8": ("walls", ("Bo", "Cy"), 10),
}
"""By name there: the channel, who plays, and how many turns."""
REFUSED: Final = "h6-g5"
"""A move of Black where a capture is forced, before its turn of this number."""
FORCED: Final = 3


class Scene(NamedTuple):
    """Messages side by side, as a person sees them in a channel."""

    person: str
    channel: str
    messages: Sequence[Message]


async def play(server: Loopback, bot: Postboard) -> dict[str, Scene]:
    """Let people play, and return what each picture shows by the name of its file."""
    guild = server.world.guild()
    host = server.person("Di")
    guild.owner_id = host.id
    role = guild.add_role("hosts", int(Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES))
    guild.members[host.id].role_ids.add(role.id)
    for channel in ("club", "tournament", *(channel for channel, _, _ in PLAYED.values())):
        if channel not in {each.name for each in server.world.channels.values()}:
            server.world.add_channel(guild, channel)
    await bot.wait_until_ready()
    refused = [scene for name in PLAYED for scene in await _game(server, name)]
    await server.person("Di").slash("play", game="rematch", channel="lobby")
    await delivered(bot)
    ann = server.person("Ann")
    board = next(each for each in reversed(ann.sees("games")) if _has(each, "Move"))
    panel = private(await ann.click(board, "Move"))
    menu = private(await ann.click(board, "Menu"))
    return {
        "move": Scene("Ann", "games", (panel, menu)),
        "refused": refused[0],
        "tournament": await _tournament(server, bot),
        "club": await _club(server, bot),
    }


async def _game(server: Loopback, name: str) -> list[Scene]:
    """Play the turns of a game; return the refused move, if there is one in it."""
    channel, names, count = PLAYED[name]
    told = json.loads(GAMES.read_text("utf-8"))[name]
    people = [server.person(each) for each in names]
    host, guest = people
    values: dict[str, str | Person] = {"time": "3d", "opponent": guest}
    values["side"] = "black" if told["game"] == "rekushu" else "white"
    if told["options"]:
        values["variant"] = f"size={told['options']['size']}"
    await host.slash("play", game=told["game"], channel=channel, values=values)
    card = next(each for each in reversed(guest.sees(channel)) if _has(each, "Accept"))
    await guest.click(card, "Accept")
    scenes: list[Scene] = []
    for number, move in enumerate(told["turns"][:count]):
        mover = people[number % 2]
        if name == "czech" and number == FORCED:
            answer = private(await mover.slash("move", channel=channel, move=REFUSED))
            scenes.append(Scene(mover.name, channel, (answer,)))
        await mover.slash("move", channel=channel, move=move)
    return scenes


async def _tournament(server: Loopback, bot: Postboard) -> Scene:
    host = server.person("Di")
    asked = {"meetings": 2, "full": 6}
    preview = private(
        await host.slash("event new", game="czech", channel="tournament", values=asked)
    )
    await host.click(preview, "Post")
    await delivered(bot)
    card = next(each for each in reversed(host.sees("tournament")) if _has(each, "Join"))
    for name in ("Ann", "Bo", "Cy", "Di"):
        await server.person(name).click(card, "Join")
    await delivered(bot)
    return Scene("Ann", "tournament", (_now(host, "tournament", card),))


async def _club(server: Loopback, bot: Postboard) -> Scene:
    host = server.person("Di")
    panel = private(await host.click(await settings_of(host), "Club …"))
    room = server.world.channel("club")
    host.say("All that is going on here:", channel="club")
    await host.choose(panel, str(room.id), placeholder="Club board: choose a channel")
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.displays.run_due()
    board = host.sees("club")[-1]
    return Scene("Ann", "club", (board,))


def _has(message: Message, label: str) -> bool:
    return any(button.label == label for button in message.buttons())


def _now(person: Person, channel: str, message: Message) -> Message:
    return next(each for each in person.sees(channel) if each.id == message.id)
