"""Events that name a channel in which something is not as it was."""

import discord

from loopback import Loopback, Permission, Person
from tests.loopback.bare import Bare
from tests.loopback.rights import grant
from tests.loopback.test_gateway import IDENTIFY, connect


async def test_pins_and_webhooks_of_a_channel_are_told(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    grant(server, Permission.PIN_MESSAGES | Permission.MANAGE_WEBHOOKS)
    channel, said = server.world.channel("lobby"), ann.say("Look", "lobby")
    socket = await connect(bare)
    intents = discord.Intents(guilds=True, webhooks=True).value
    await socket.send_json({"op": 2, "d": IDENTIFY | {"intents": intents}})
    for _ in range(2):
        await socket.receive_json()
    path = f"{bare.channel()}/messages/pins/{said.id}"
    for method in ("PUT", "PUT", "DELETE"):
        assert (await bare(method, path))[0] == 204
    _, webhook = await bare("POST", f"{bare.channel()}/webhooks", {"name": "Hook"})
    assert (await bare("DELETE", f"/webhooks/{webhook['id']}"))[0] == 204
    events = [await socket.receive_json() for _ in range(4)]
    assert [each["t"] for each in events] == 2 * ["CHANNEL_PINS_UPDATE"] + 2 * ["WEBHOOKS_UPDATE"]
    for event in events:
        assert event["d"]["channel_id"] == str(channel.id)
        assert event["d"]["guild_id"] == str(channel.guild_id)
    assert events[0]["d"]["last_pin_timestamp"] is not None
