"""Settings of channels and members: what is kept, and what is refused and not dropped."""

from typing import Any, Final

import pytest

from loopback import Loopback, Permission
from loopback.model.channels import ChannelType
from loopback.payload import Payload
from tests.loopback.bare import Bare
from tests.loopback.rights import grant

KEPT: Final[Payload] = {
    "name": "fresh",
    "topic": "news",
    "nsfw": True,
    "position": 7,
    "default_auto_archive_duration": 60,
    "rate_limit_per_user": 5,
}
VOICE: Final[Payload] = {"bitrate": 96_000, "user_limit": 3}


@pytest.fixture
def mighty(server: Loopback) -> Loopback:
    grant(server, Permission.ADMINISTRATOR)
    return server


def held(answer: Any, given: Payload) -> Payload:
    return {key: answer[key] for key in given}


async def test_settings_of_a_channel_are_kept(mighty: Loopback, bare: Bare) -> None:
    path = f"/guilds/{mighty.world.guild().id}/channels"
    _, made = await bare("POST", path, KEPT | VOICE | {"type": ChannelType.VOICE})
    assert held(made, KEPT | VOICE) == KEPT | VOICE
    path = bare.channel()
    _, changed = await bare("PATCH", path, KEPT)
    assert held(changed, KEPT) == KEPT
    _, changed = await bare("PATCH", path, {"topic": None, "nsfw": None})
    assert held(changed, KEPT) == KEPT | {"topic": None, "nsfw": False}


async def test_a_persons_thread_stays_as_long_as_its_channel_says(server: Loopback) -> None:
    server.world.channel("lobby").auto_archive_minutes = 60
    thread = server.person("Ann").open_thread("Talk", channel="lobby")
    assert thread.thread is not None
    assert thread.thread.auto_archive_minutes == 60


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("available_tags", [{"name": "x"}]),
        ("rtc_region", "europe"),
        ("default_forum_layout", 1),
        ("type", 5),
    ],
)
async def test_a_setting_that_is_not_kept_is_refused(
    mighty: Loopback, bare: Bare, key: str, value: object
) -> None:
    assert mighty.is_open
    status, answer = await bare("PATCH", bare.channel(), {key: value})
    assert (status, answer["errors"][key]["_errors"][0]["code"]) == (400, "NOT_SUPPORTED")


@pytest.mark.parametrize("body", [{"mute": True}, {"deaf": False}, {"channel_id": "7"}])
async def test_a_member_who_is_in_no_voice_channel_is_not_muted(
    mighty: Loopback, bare: Bare, body: Payload
) -> None:
    world = mighty.world
    path = f"/guilds/{world.guild().id}/members/{world.user('Ann').id}"
    status, answer = await bare("PATCH", path, body)
    assert (status, answer["code"]) == (400, 40032)


async def test_a_role_has_one_colour(mighty: Loopback, bare: Bare) -> None:
    path = f"/guilds/{mighty.world.guild().id}/roles"
    colours = {"primary_color": 1, "secondary_color": 2, "tertiary_color": None}
    status, answer = await bare("POST", path, {"name": "x", "colors": colours})
    assert status == 400
    (error,) = answer["errors"]["colors"]["secondary_color"]["_errors"]
    assert error["code"] == "NOT_SUPPORTED"
    _, role = await bare("POST", path, {"name": "x", "color": 255})
    _, role = await bare("PATCH", f"{path}/{role['id']}", {"color": 0})
    assert role["color"] == 0
