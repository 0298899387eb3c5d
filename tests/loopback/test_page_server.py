import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import aiohttp
import pytest

from loopback import Loopback
from tests.loopback.sample_bot import PNG, running, sample_server


class Page:
    """What the chat page does, for one person."""

    def __init__(self, server: Loopback, session: aiohttp.ClientSession, name: str) -> None:
        self.server = server
        self.session = session
        self.me = str(server.person(name).id)
        self.lobby = str(server.world.channel("lobby").id)

    def url(self, path: str) -> str:
        assert self.server.page_url is not None
        return self.server.page_url.rstrip("/") + path

    async def get(self, path: str, /, **query: str) -> Any:
        query = {"person": self.me} | query
        async with self.session.get(self.url(path), params=query) as response:
            return await response.json()

    async def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        body = {"person": self.me, "channel": self.lobby} | body
        async with self.session.post(self.url(path), json=body) as response:
            assert response.status == status, await response.text()
            return await response.json()


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with sample_server(page_port=0) as opened:
        yield opened


@pytest.fixture
async def page(server: Loopback) -> AsyncGenerator[Page]:
    async with running(server), aiohttp.ClientSession() as session:
        yield Page(server, session, "Ann")


async def test_the_state_names_people_channels_and_commands(page: Page) -> None:
    state = await page.get("/api/state")
    assert state["me"] == page.me
    assert state["application"]["online"]
    assert [each["name"] for each in state["people"]] == ["Ann", "Bo", "Cy", "Di", "Sample"]
    (guild,) = state["guilds"]
    assert [each["name"] for each in guild["channels"]] == ["lobby", "games", "quiet"]
    listed = (await page.get("/api/commands", channel=page.lobby))["commands"]
    paths = [each["path"] for each in listed]
    assert paths == ["show", "echo", "think", "layout", "silent", "table open", "table close"]
    mood = listed[1]["options"][2]
    assert (mood["name"], mood["type"], mood["required"]) == ("mood", "string", False)
    assert [each["value"] for each in mood["choices"]] == ["glad", "sad"]


async def test_a_person_reads_commands_in_the_language_that_they_choose(page: Page) -> None:
    async def told() -> tuple[str, str, list[str]]:
        listed = (await page.get("/api/commands", channel=page.lobby))["commands"]
        echo = next(each for each in listed if each["path"] == "echo")
        mood = next(each for each in echo["options"] if each["name"] == "mood")
        return echo["description"], mood["description"], [each["name"] for each in mood["choices"]]

    ann = page.server.person("Ann")
    echo = next(each for each in ann.usable_commands("lobby") if each.path == "echo")
    echo.raw["description_localizations"] = {"de": "Wiederholt etwas"}
    mood = echo.option("mood")
    mood.raw["description_localizations"] = {"de": "Deine Laune"}
    mood.raw["choices"][0]["name_localizations"] = {"de": "froh"}
    english = await told()
    changed = (await page.post("/api/language", locale="de"))["person"]
    assert (changed["locale"], ann.user.locale) == ("de", "de")
    assert await told() == ("Wiederholt etwas", "Deine Laune", ["froh", "sad"])
    await page.post("/api/language", locale="en-US")
    assert await told() == english
    error = (await page.post("/api/language", 400, locale="Klingon"))["error"]
    assert error.startswith("Discord has no language 'Klingon'; it has: ")
    state = await page.get("/api/state")
    assert {"de", "en-US", "tr"} < set(state["locales"])


async def test_a_page_sends_commands_and_clicks_and_gets_pictures(page: Page) -> None:
    sent = (await page.post("/api/slash", path="show", options={}))["interaction"]
    assert (sent["status"], sent["failed"], sent["kind"]) == ("answered", None, "slash")
    (message,) = (await page.get("/api/messages", channel=page.lobby))["messages"]
    assert message["id"] == sent["response_id"]
    assert message["command"]["name"] == "/show"
    (attachment,) = message["attachments"]
    assert attachment["description"] == "An empty board"
    async with page.session.get(page.url(attachment["url"])) as response:
        assert (await response.read(), response.content_type) == (PNG, "image/png")
    clicked = await page.post("/api/click", message=message["id"], custom_id="update")
    assert clicked["interaction"]["status"] == "updated"
    (message,) = (await page.get("/api/messages", channel=page.lobby))["messages"]
    assert message["content"] == "updated"


async def test_a_page_sends_choices_and_forms_and_gets_suggestions(page: Page) -> None:
    shown = (await page.post("/api/slash", path="show"))["interaction"]["response_id"]
    chosen = await page.post("/api/choose", message=shown, custom_id="pick", values=["a"])
    assert chosen["interaction"]["status"] == "answered"
    asked = (await page.post("/api/click", message=shown, custom_id="ask"))["interaction"]
    assert (asked["status"], asked["modal"]["title"]) == ("modal", "Your move")
    sent = await page.post("/api/submit", interaction=asked["id"], values={"typed": "c3"})
    assert sent["interaction"]["status"] == "answered"
    found = await page.post("/api/autocomplete", path="table close", option="name", value="o")
    assert found == {"choices": [{"name": "Table one", "value": "one"}]}
    messages = (await page.get("/api/messages", channel=page.lobby))["messages"]
    assert [each["content"] for each in messages] == ["shown", "picked a", "typed c3"]
    assert messages[1]["reply_to"]["id"] == shown


async def test_refusals_are_sentences(page: Page) -> None:
    shown = (await page.post("/api/slash", path="show"))["interaction"]["response_id"]
    answer = await page.post("/api/click", 400, message=shown, custom_id="never")
    assert answer == {"error": "'Never' is disabled"}
    answer = await page.post("/api/slash", 400, path="echo", options={})
    assert answer == {"error": "/echo needs the option 'text'"}
    await page.post("/api/click", 404, message="1", custom_id="a")
    await page.post("/api/slash", 404, person="1", path="show")
    await page.post("/api/slash", 400, options={})


async def frames(socket: aiohttp.ClientWebSocketResponse, until: str) -> list[Any]:
    seen: list[Any] = []
    while not seen or seen[-1]["event"] != until:
        seen.append(await socket.receive_json())
    return seen


async def test_a_page_hears_of_changes_live(page: Page, server: Loopback) -> None:
    bo = Page(server, page.session, "Bo")
    query = {"person": bo.me}
    async with page.session.ws_connect(page.url("/api/live"), params=query) as theirs:
        shown = (await page.post("/api/slash", path="show"))["interaction"]["response_id"]
        await page.post("/api/click", message=shown, custom_id="whisper")
        await page.post("/api/click", message=shown, custom_id="update")
        seen = await frames(theirs, "message_updated")
        assert [each["event"] for each in seen] == ["hello", "message", "message_updated"]
        assert seen[2]["message"]["content"] == "updated"
        server.gateway.invalidate(resumable=False)
        seen = await frames(theirs, "bot")
        assert not seen[-1]["online"]
        seen = await frames(theirs, "bot")
        assert seen[-1]["online"]


async def test_live_shows_ones_own_interactions(page: Page, server: Loopback) -> None:
    query = {"person": page.me}
    async with page.session.ws_connect(page.url("/api/live"), params=query) as mine:
        await page.post("/api/slash", path="think", options={"ephemeral": True})
        seen = await frames(mine, "message_updated")
        assert [(each["event"], each.get("interaction", {}).get("status")) for each in seen] == [
            ("hello", None),
            ("interaction", "waiting"),
            ("message", None),
            ("interaction", "thinking"),
            ("message_updated", None),
        ]
        assert seen[2]["message"]["loading"]
        assert seen[2]["message"]["ephemeral"]
        assert seen[4]["message"]["names"] == {f"<@{page.me}>": "@Ann"}
        silent = asyncio.create_task(page.post("/api/slash", path="silent"))
        while (await frames(mine, "interaction"))[-1]["interaction"]["status"] != "waiting":
            pass
        server.clock.advance(3.1)
        failed = (await silent)["interaction"]
        assert failed["failed"] == "The application did not respond"
        pending = (await page.get("/api/messages", channel=page.lobby))["pending"]
        assert [each["id"] for each in pending] == [failed["id"]]
        bo = str(server.person("Bo").id)
        await page.post("/api/dismiss", 404, person=bo, interaction=failed["id"])
        await page.post("/api/dismiss", interaction=failed["id"])
        assert (await page.get("/api/messages", channel=page.lobby))["pending"] == []


async def test_a_page_sends_messages_and_reads_older_ones(page: Page) -> None:
    said = [(await page.post("/api/say", content=f"line {n}"))["message"]["id"] for n in range(3)]
    newest = await page.get("/api/messages", channel=page.lobby, limit="2")
    assert ([each["id"] for each in newest["messages"]], newest["more"]) == (said[1:], True)
    older = await page.get("/api/messages", channel=page.lobby, before=said[1])
    assert ([each["id"] for each in older["messages"]], older["more"]) == (said[:1], False)
    dm = (await page.post("/api/dm"))["channel"]
    assert (dm["type"], dm["name"]) == ("dm", "Sample")
    state = await page.get("/api/state")
    assert [each["id"] for each in state["dms"]] == [dm["id"]]


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ],
)
async def test_other_sites_are_kept_out(page: Page, headers: dict[str, str]) -> None:
    for path in ("/", "/api/state", "/api/live"):
        async with page.session.get(page.url(path), headers=headers) as response:
            assert response.status == 403


async def test_only_json_acts(page: Page) -> None:
    body = json.dumps({"person": page.me, "channel": page.lobby, "content": "x"})
    headers = {"Content-Type": "text/plain"}
    async with page.session.post(page.url("/api/say"), data=body, headers=headers) as response:
        assert response.status == 415
    for data in ("{", "[]"):
        headers = {"Content-Type": "application/json"}
        async with page.session.post(page.url("/api/say"), data=data, headers=headers) as response:
            assert response.status == 400


async def test_only_the_pages_files_are_served(page: Page) -> None:
    for path in ("/..%2fserver.py", "/server.py", "/.hidden", "/page"):
        async with page.session.get(page.url(path)) as response:
            assert response.status == 404


async def test_the_bot_of_another_process_is_not_needed(server: Loopback) -> None:
    async with aiohttp.ClientSession() as session:
        page = Page(server, session, "Di")
        assert not (await page.get("/api/state"))["application"]["online"]
