"""Requests that Discord refuses or answers in a way that is easily forgotten."""

from datetime import UTC, datetime, timedelta

import pytest

from loopback import Loopback, Permission, Person
from loopback.world import membership
from tests.loopback.bare import Bare
from tests.loopback.rights import grant


async def test_an_administrator_and_the_owner_are_not_timed_out(
    server: Loopback, bare: Bare, ann: Person, bo: Person
) -> None:
    grant(server, Permission.MODERATE_MEMBERS)
    guild = server.world.guild()
    admin = membership.add_role(server.world, guild, "Admin", Permission.ADMINISTRATOR)
    guild.members[ann.id].role_ids.add(admin.id)
    guild.owner_id = bo.id
    end = datetime.fromtimestamp(server.clock.now(), UTC) + timedelta(minutes=5)
    for person in (ann, bo):
        path = f"/guilds/{guild.id}/members/{person.id}"
        body = {"communication_disabled_until": end.isoformat()}
        status, answer = await bare("PATCH", path, body)
        assert (status, answer["code"]) == (403, 50013)
    path = f"/guilds/{guild.id}/members/{ann.id}"
    status, _ = await bare("PATCH", path, {"communication_disabled_until": None})
    assert status == 200


async def test_the_bots_guilds_come_with_numbers_if_it_asks(bare: Bare) -> None:
    _, ((plain),) = await bare("GET", "/users/@me/guilds")
    assert "approximate_member_count" not in plain
    _, (counted,) = await bare("GET", "/users/@me/guilds?with_counts=true")
    numbers = counted["approximate_member_count"], counted["approximate_presence_count"]
    assert numbers == (5, 5)


@pytest.mark.parametrize("scope", ["commands", "commands/permissions"])
async def test_a_route_that_looks_like_another_is_not_taken_for_it(
    server: Loopback, bare: Bare, scope: str
) -> None:
    path = f"/applications/{server.world.application_id}/guilds/{server.world.guild().id}/{scope}"
    status, answer = await bare("GET", path)
    assert status == (200 if scope == "commands" else 501), answer
