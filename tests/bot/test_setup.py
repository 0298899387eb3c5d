"""`postboard setup`: the application in the developer portal, read and written."""

import asyncio
from functools import partial
from typing import Any

import pytest

from bot import command_line
from bot.application import set_up
from bot.command_line import main
from bot.interactions.installs import PERMISSIONS
from bot.listing import DESCRIPTION, SUMMARY, TAGS
from loopback import Loopback
from tests.app_directory import PAGE, page
from tests.bot.first_starts import bare

__all__ = ["bare"]

GUILD, USER = 0, 1


async def _told(server: Loopback, *, writes: bool = False) -> tuple[str, bool]:
    lines, is_right = await set_up(server.token, writes=writes, connector=server.connector())
    return "\n".join(lines), is_right


async def test_an_application_is_set_up_and_then_in_order(server: Loopback) -> None:
    """The portal's own defaults ask for nothing."""
    told, is_right = await _told(server)
    assert not is_right
    assert "without the bot or its permissions. `postboard setup --write` sets it." in told
    assert "doesn't add the commands for people" in told
    assert "permissions=309237746688" in told
    written, is_right = await _told(server, writes=True)
    assert is_right
    assert "as the bot needs it" in written
    assert written == (await _told(server))[0]
    assert server.world.installs == {
        GUILD: {
            "oauth2_install_params": {
                "scopes": ["bot", "applications.commands"],
                "permissions": str(PERMISSIONS.value),
            }
        },
        USER: {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
    }


@pytest.mark.parametrize(
    ("supported", "sentence", "has_link"),
    [([GUILD], "User Install is off", True), ([USER], "Guild Install is off", False)],
)
async def test_an_install_that_is_off_is_named_and_turned_on(
    server: Loopback, supported: list[int], sentence: str, has_link: bool
) -> None:
    server.world.install_types = supported
    told, is_right = await _told(server)
    assert not is_right
    assert sentence in told
    assert ("Invite link" in told) == has_link
    assert (await _told(server, writes=True))[1]
    assert server.world.install_types == [GUILD, USER]


async def test_a_permission_that_the_link_lacks_is_noticed(server: Loopback) -> None:
    await _told(server, writes=True)
    params = server.world.installs[GUILD]["oauth2_install_params"]
    params["permissions"] = str(PERMISSIONS.value & ~0x8000)
    assert not (await _told(server))[1]
    params["permissions"] = str(PERMISSIONS.value | 0x2000)
    assert (await _told(server))[1], "more is fine"


@pytest.mark.parametrize(
    ("portal", "sentence", "blocks"),
    [
        (
            {"interactions_endpoint_url": "https://example.org/x"},
            "sends commands and presses to https://example.org/x, not to the bot",
            True,
        ),
        ({"bot_require_code_grant": True}, "Requires OAuth2 Code Grant is on", True),
        ({"bot_public": False}, "Only you can add it to servers", False),
    ],
)
async def test_other_settings_are_named_and_left(
    server: Loopback, portal: dict[str, Any], sentence: str, blocks: bool
) -> None:
    await _told(server, writes=True)
    server.world.portal = portal
    told, is_right = await _told(server, writes=True)
    assert sentence in told
    assert is_right != blocks
    assert server.world.portal.items() >= portal.items()


async def test_the_portal_says_what_the_bot_is_unless_it_says_something_already(
    server: Loopback,
) -> None:
    await _told(server)
    assert server.world.portal == {}, "nothing is written unless it is asked for"
    await _told(server, writes=True)
    assert server.world.portal == {"description": DESCRIPTION, "tags": [*TAGS]}
    own = {"description": "The club's own bot.", "tags": ["chess club"]}
    server.world.portal = own
    await _told(server, writes=True)
    assert server.world.portal == own


def test_the_words_for_the_directory_fit_its_fields() -> None:
    assert len(SUMMARY) <= 200
    assert len(DESCRIPTION) <= 400
    assert len(TAGS) == len(set(TAGS)) == 5
    assert max(map(len, TAGS)) <= 20


def test_the_page_for_the_directory_is_made_from_them() -> None:
    """`python -m tests.app_directory` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_without_a_token_the_setting_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["setup"]) == 78
    assert capsys.readouterr().err.startswith("DISCORD_TOKEN isn't set. ")


@pytest.mark.parametrize(("token", "status"), [("wrong", 78), (Loopback().token, 1)])
async def test_the_command_says_what_it_found(
    token: str,
    status: int,
    server: Loopback,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    loop = asyncio.get_running_loop()

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    monkeypatch.setattr(asyncio, "run", run)
    connected = partial(set_up, connector=server.connector())
    monkeypatch.setattr(command_line, "set_up", connected)
    assert await asyncio.to_thread(main, ["setup"]) == status
    said = capsys.readouterr()
    assert ("refused DISCORD_TOKEN" in said.err) == (status == 78)
    assert ("Invite link: " in said.out) == (status == 1)
