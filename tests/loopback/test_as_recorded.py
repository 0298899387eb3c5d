"""What the loopback sends has the paths and types of what Discord was seen to send.

`recorded.json` has them without values. Where the loopback differs, `DIFFERENCES` names it.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from loopback import Loopback
from loopback.gateway.session import ALL_INTENTS, PRIVILEGED, Op
from loopback.payload import Payload, is_list, is_payload
from loopback.world import membership, threads
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import sample_server
from tests.loopback.waiting import until

KINDS: Final[Payload] = json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8"))[
    "kinds"
]
_TYPES: Final = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}
DIFFERENCES: Final[dict[str, tuple[set[str], set[str]]]] = {
    # Those servers had a voice channel, in which something was pinned.
    "gateway GUILD_CREATE": (
        {
            "channels[].bitrate",
            "channels[].last_pin_timestamp",
            "channels[].rtc_region",
            "channels[].status",
            "channels[].user_limit",
        },
        set(),
    ),
    # The command was that of one server, and something was pinned in the channel.
    "gateway INTERACTION_CREATE type 2 server": (
        {"channel.last_pin_timestamp", "data.guild_id"},
        set(),
    ),
    # A few members of a thread, for the client's eyes.
    "gateway INTERACTION_CREATE type 3 server": ({"channel.member_ids_preview"}, set()),
    # Nobody answered somebody who had mentioned somebody.
    "gateway MESSAGE_CREATE server": (set(), {"referenced_message.mentions[]"}),
    # Both were plain messages of people.
    "gateway MESSAGE_UPDATE server": (
        set(),
        {
            "author.bot",
            "components[]",
            "embeds[]",
            "mentions[]",
            "message_reference",
            "referenced_message",
        },
    ),
    "rest get_channel": ({"last_pin_timestamp"}, set()),
}
"""By kind: what Discord sent each time and the loopback doesn't; what only the loopback sends."""


def paths(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Go through the paths of a payload, each with its JSON type."""
    if at:
        yield at, _TYPES[type(value)]
    if is_payload(value):
        for key, each in value.items():
            name = "#" if key.isdecimal() else key
            yield from paths(each, f"{at}.{name}" if at else name)
    elif is_list(value):
        for each in value:
            yield from paths(each, f"{at}[]")


def tops(found: set[str]) -> set[str]:
    """Return paths without those that lie below another one."""
    return {each for each in found if not any(_is_below(each, other) for other in found)}


def _is_below(path: str, other: str) -> bool:
    return path.startswith((f"{other}.", f"{other}[]"))


class Listener:
    """A bot on the wire, which keeps what the gateway and REST send it, by kind."""

    def __init__(self, bare: Bare) -> None:
        self.bare = bare
        self.heard: dict[str, list[Payload]] = defaultdict(list)

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            event: Payload = json.loads(frame.data)
            name, data = event["t"] or Op(event["op"]).name, event["d"]
            if name == "INTERACTION_CREATE":
                name += f" type {data['type']}"
            if name.startswith(("INTERACTION", "MESSAGE")):
                name += " server" if "guild_id" in data else " private"
            self.heard[f"gateway {name}"].append(data)

    async def rest(self, kind: str, method: str, path: str, body: object = None) -> Any:
        status, answer = await self.bare(method, path, body)
        assert status == 200, answer
        self.heard[f"rest {kind}"] += answer if is_list(answer) else [answer]
        return answer


BUTTON: Final[Payload] = {
    "type": 1,
    "components": [{"type": 2, "style": 1, "label": "Press", "custom_id": "press"}],
}
EMBED: Final[Payload] = {
    "title": "Result",
    "description": "Drawn",
    "color": 1,
    "fields": [{"name": "Moves", "value": "40"}],
}


@pytest.fixture(scope="module")
def sent() -> dict[str, list[Payload]]:
    """Return what the loopback sends of each recorded kind."""
    return asyncio.run(_sent())


async def _sent() -> dict[str, list[Payload]]:
    server = sample_server(privileged_intents=PRIVILEGED)
    async with server, aiohttp.ClientSession(connector=server.connector()) as session:
        listener = Listener(Bare(server, session))
        url = "https://gateway.discord.gg/?v=10&encoding=json"
        async with session.ws_connect(url) as socket:
            listening = asyncio.create_task(listener.listen(socket))
            _open_thread(server)
            identify: Payload = {"token": server.token, "intents": ALL_INTENTS, "properties": {}}
            await socket.send_json({"op": 2, "d": identify})
            await server.gateway.ready()
            await _read_places(listener)
            await _write(listener)
            await _act(listener)
            await until(lambda: set(KINDS) <= set(listener.heard))
            await socket.close()
            await listening
        return listener.heard


def _open_thread(server: Loopback) -> None:
    ann = server.person("Ann")
    threads.open_thread(server.world, server.world.channel("games"), "a game", ann.user)


async def _read_places(listener: Listener) -> None:
    guild, channel = listener.bare.server.world.guild().id, listener.bare.channel()
    await listener.rest("get_me", "GET", "/users/@me")
    await listener.rest("get_gateway_bot", "GET", "/gateway/bot")
    await listener.rest("get_channel", "GET", channel)
    await listener.rest("get_guild", "GET", f"/guilds/{guild}")
    await listener.rest("get_channels", "GET", f"/guilds/{guild}/channels")
    await listener.rest("get_members", "GET", f"/guilds/{guild}/members?limit=9")
    await listener.rest("get_roles", "GET", f"/guilds/{guild}/roles")


async def _write(listener: Listener) -> None:
    bare, server = listener.bare, listener.bare.server
    ann, bo = server.person("Ann"), server.person("Bo")
    said = ann.say(f"Hello {bo.mention}")
    path = f"{bare.channel()}/messages"
    await listener.rest("create_message", "POST", path, {"content": "Hello"})
    reply = {"content": "Hello", "message_reference": {"message_id": str(said.id)}}
    answered = await bare.send(reply | {"embeds": [EMBED], "components": [BUTTON]})
    await bare("POST", f"{path}/{said.id}/threads", {"name": "Game"})
    await bare("PATCH", f"{path}/{answered['id']}", {"content": "Hello!"})
    await bare("DELETE", f"{path}/{answered['id']}")
    bo.react(ann.say("Well played"), "👍")
    guild = server.world.guild()
    membership.time_out(server.world, guild, guild.members[bo.id], 60)


async def _act(listener: Listener) -> None:
    bare, server = listener.bare, listener.bare.server
    ann = server.person("Ann")
    command = {"name": "play", "description": "Play"}
    await bare("PUT", f"/applications/{server.world.application_id}/commands", [command])
    ann.start_slash("play")
    for place in (server.world.channel("Game"), ann.dm()):
        body = {"content": "Press", "components": [BUTTON], "embeds": [EMBED]}
        _, made = await bare("POST", f"/channels/{place.id}/messages", body)
        ann.start_click(server.world.messages[int(made["id"])], "Press")


@pytest.mark.parametrize("kind", [*KINDS])
def test_paths_are_those_that_were_recorded(sent: dict[str, list[Payload]], kind: str) -> None:
    always, sometimes = set(KINDS[kind]["always"]), set(KINDS[kind]["sometimes"])
    ours = [set(paths(each)) for each in sent[kind]]
    lacks = {path for path in always if any(_is_lacking(path, each) for each in ours)}
    adds = tops({path for payload in ours for path, _ in payload} - always - sometimes)
    assert (lacks, adds) == DIFFERENCES.get(kind, (set(), set()))


def _is_lacking(path: str, ours: set[tuple[str, str]]) -> bool:
    """Return whether a payload lacks a key of an object that it has; arrays may be empty."""
    above = path.rpartition(".")[0]
    has_object = not above or (above, "object") in ours
    return has_object and not path.endswith("[]") and path not in {each for each, _ in ours}


@pytest.mark.parametrize("kind", [*KINDS])
def test_types_are_those_that_were_recorded(sent: dict[str, list[Payload]], kind: str) -> None:
    """A null says only that something may be missing."""
    recorded = KINDS[kind]["always"] | KINDS[kind]["sometimes"]
    for payload in sent[kind]:
        for path, found in paths(payload):
            known = set(recorded.get(path, found).split("|")) - {"null"}
            assert found == "null" or not known or found in known, path
