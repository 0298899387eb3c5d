"""Messages that are deleted together are told of once, and may not be old."""

import discord

from loopback import Loopback, Permission, Person
from tests.loopback.bare import Bare
from tests.loopback.rights import grant
from tests.loopback.test_gateway import IDENTIFY, connect


async def test_messages_are_deleted_together(server: Loopback, bare: Bare, ann: Person) -> None:
    grant(server, Permission.MANAGE_MESSAGES)
    socket = await connect(bare)
    intents = discord.Intents(guild_messages=True).value
    await socket.send_json({"op": 2, "d": IDENTIFY | {"intents": intents}})
    assert (await socket.receive_json())["t"] == "READY"
    old = ann.say("old")
    server.clock.advance(15 * 24 * 3600)
    said = [ann.say(f"{number}") for number in range(3)]
    for _ in range(4):
        assert (await socket.receive_json())["t"] == "MESSAGE_CREATE"
    path, ids = f"{bare.channel()}/messages/bulk-delete", [str(each.id) for each in said]
    status, answer = await bare("POST", path, {"messages": [*ids, str(old.id)]})
    assert (status, answer["code"]) == (400, 50034)
    status, answer = await bare("POST", path, {"messages": [ids[0], ids[0]]})
    assert (status, answer["code"]) == (400, 50035)
    assert len(ann.sees()) == 4
    assert (await bare("POST", path, {"messages": ids[:2]}))[0] == 204
    assert ann.sees() == [old, said[2]]
    event = await socket.receive_json()
    assert (event["t"], event["d"]["ids"]) == ("MESSAGE_DELETE_BULK", ids[:2])
    assert (await bare("DELETE", f"{bare.channel()}/messages/{ids[2]}"))[0] == 204
    event = await socket.receive_json()
    assert (event["t"], event["d"]["id"]) == ("MESSAGE_DELETE", ids[2])
