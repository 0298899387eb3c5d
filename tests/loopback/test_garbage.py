"""Whatever a bot sends, the server answers with a refusal and never breaks."""

import random
from typing import Any

import aiohttp
import pytest

from loopback import Limits, Window
from loopback.payload import is_list, is_payload
from tests.conformance.configured import more_in_soak
from tests.loopback import test_command_validation, test_validation
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import sample_server
from tests.openapi.recorder import Recorder

GARBAGE: list[Any] = [
    *(None, True, 0, -1, 1 << 70, 1.5, "", "x", "9" * 30),
    *([], [1], [None], [[]], {}, {"a": 1}, [{}], [{"type": 1}], {"id": "x"}),
]
BODIES = test_validation.ACCEPTED + [body for body, _, _ in test_validation.REFUSED]
COMMANDS = test_command_validation.ACCEPTED
MUCH = Window(1_000_000, 1)


def spoilt(value: Any, draw: random.Random, share: float = 0.15) -> Any:
    if draw.random() < share:
        return draw.choice(GARBAGE)
    if is_payload(value):
        return {key: spoilt(each, draw, share) for key, each in value.items()}
    if is_list(value):
        return [spoilt(each, draw, share) for each in value]
    return value


@pytest.mark.parametrize("seed", range(more_in_soak(2)))
async def test_garbage_never_breaks_the_server(seed: int, recorder: Recorder) -> None:
    recorder.checks_requests = False
    draw = random.Random(seed)
    limits = Limits(each=MUCH, messages=MUCH, webhook=MUCH, overall=MUCH)
    async with (
        sample_server(limits=limits) as server,
        aiohttp.ClientSession(connector=server.connector()) as session,
    ):
        bare = Bare(server, session)
        statuses = {await _send(bare, draw) for _ in range(300)}
    assert 400 in statuses
    assert all(status < 500 for status in statuses)


async def _send(bare: Bare, draw: random.Random) -> int:
    server = bare.server
    body = spoilt(draw.choice(BODIES), draw)
    commands = f"/applications/{server.world.application_id}/commands"
    kind = draw.randrange(5)
    if kind == 0:
        return (await bare("PUT", commands, spoilt([draw.choice(COMMANDS)], draw)))[0]
    if kind == 1:
        thread = {"name": "x", "type": 11, "auto_archive_duration": 60}
        return (await bare("POST", f"{bare.channel()}/threads", spoilt(thread, draw, 0.4)))[0]
    if kind == 2:
        sent = await bare.send({"content": "x"})
        return (await bare("PATCH", f"{bare.channel()}/messages/{sent['id']}", body))[0]
    if kind == 3:
        return (await bare("POST", f"{bare.channel()}/messages", body, {"a.png": b"1"}))[0]
    await bare("PUT", commands, [{"name": "c", "description": "d"}])
    interaction = server.person("Ann").start_slash("c", "lobby", {})
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
    data = draw.choice([body, spoilt(test_validation.MODAL, draw)])
    answer = spoilt({"type": draw.choice([4, 5, 9]), "data": data}, draw, 0.05)
    return (await bare("POST", callback, answer))[0]
