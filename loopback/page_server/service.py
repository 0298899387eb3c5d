"""The chat page's server: people over HTTP. `protocol.md` describes its protocol."""

import asyncio
import base64
import binascii
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from aiohttp import WSMsgType, web

from loopback.client.modals import Modal
from loopback.client.person import Person
from loopback.errors import CannotDo
from loopback.interactions.commands import CommandType
from loopback.interactions.lifecycle import Interaction, Status
from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import LOCALES
from loopback.origin import is_from_another_site
from loopback.page_server.feed import PageFeed
from loopback.page_server.view import PageView, command, user
from loopback.payload import Payload, as_payload, compact, is_list, is_payload, snowflake
from loopback.platform import Platform
from loopback.rest import cdn
from loopback.validation.messages import Upload

PAGE: Final = Path(__file__).parent.parent / "page"
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_PAGE_LENGTH = 50
_MOST_MESSAGES = 200

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Unknown(LookupError):
    """An id of nothing that this person sees."""


class PageServer:
    """The server of the chat page and its protocol, for this machine only."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._world = platform.world

    def application(self) -> web.Application:
        """Build the application: the page at /, its protocol under /api, and attachments."""
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/api/state", self._state)
        app.router.add_get("/api/messages", self._messages)
        app.router.add_get("/api/commands", self._commands)
        app.router.add_get("/api/live", self._live)
        for name, act in (
            ("slash", self._slash),
            ("use", self._use),
            ("click", self._click),
            ("choose", self._choose),
            ("submit", self._submit),
            ("autocomplete", self._autocomplete),
            ("say", self._say),
            ("dismiss", self._dismiss),
            ("language", self._language),
            ("dm", self._dm),
            ("thread", self._thread),
        ):
            app.router.add_post(f"/api/{name}", _acting(act))
        app.router.add_get(cdn.PATH, self._attachment)
        app.router.add_get("/", _page)
        app.router.add_get(r"/{file:[\w.-]+}", _page)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep out the pages of other sites, and answer refused acts with their reason."""
        if is_from_another_site(request):
            return _error(403, "This page is only for this machine.")
        try:
            response = await handler(request)
        except CannotDo as error:
            response = _error(400, str(error))
        except _Unknown as error:
            response = _error(404, str(error))
        if not response.prepared:
            response.headers.update(_HEADERS)
        return response

    def _person(self, value: object) -> Person:
        user = self._world.users.get(snowflake(value) or 0)
        if value is None:
            user = next(each for each in self._world.users.values() if not each.bot)
        if user is None or user.bot:
            raise _Unknown(f"There is no person {value!r}.")
        return Person(self._platform, user)

    def _channel(self, person: Person, value: object) -> Channel:
        channel = self._world.channels.get(snowflake(value) or 0)
        if channel is None or not self._world.may_see(person.id, channel):
            raise _Unknown(f"There is no channel {value!r}.")
        return channel

    async def _state(self, request: web.Request) -> web.Response:
        person = self._person(request.query.get("person"))
        return _json(PageView(self._platform, person.user).state())

    async def _messages(self, request: web.Request) -> web.Response:
        person = self._person(request.query.get("person"))
        channel = self._channel(person, request.query.get("channel"))
        before = snowflake(request.query.get("before"))
        limit = min(snowflake(request.query.get("limit")) or _PAGE_LENGTH, _MOST_MESSAGES)
        found = [
            each
            for each in self._world.history(channel, person.id)
            if before is None or each.id < before
        ]
        view = PageView(self._platform, person.user)
        pending = self._platform.interactions.of(person.user, channel)
        return _json(
            {
                "messages": [view.message(each) for each in found[-limit:]],
                "more": len(found) > limit,
                "pending": [view.interaction(each) for each in pending],
            }
        )

    async def _commands(self, request: web.Request) -> web.Response:
        person = self._person(request.query.get("person"))
        channel = self._channel(person, request.query.get("channel"))
        return _json(
            {
                "commands": [
                    command(each, person.user.locale) for each in person.usable_commands(channel)
                ],
                "message_menu": person.menu_commands(CommandType.MESSAGE, channel),
                "person_menu": person.menu_commands(CommandType.USER, channel),
            }
        )

    async def _attachment(self, request: web.Request) -> web.Response:
        attachment = cdn.find(self._world, request)
        if attachment is None:
            raise _Unknown("There is no such attachment.")
        headers = {"Content-Type": attachment.content_type, "Cache-Control": "max-age=31536000"}
        if not attachment.content_type.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=attachment.bytes, headers=headers)

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        person = self._person(request.query.get("person"))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        feed = PageFeed(self._platform, person.user)
        with feed.listening():
            sending = asyncio.create_task(_send_all(socket, feed))
            try:
                async for frame in socket:
                    if frame.type is WSMsgType.ERROR:
                        break
            finally:
                sending.cancel()
        return socket

    async def _outcome(self, person: Person, interaction: Interaction) -> Payload:
        await interaction.acknowledged.wait()
        view = PageView(self._platform, person.user)
        return {"interaction": view.interaction(interaction)}

    async def _slash(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        channel = self._channel(person, body["channel"])
        path, options = str(body["path"]), as_payload(body.get("options"))
        options = {name: _uploaded(value) for name, value in options.items()}
        return await self._outcome(person, person.start_slash(path, channel, options))

    async def _use(self, body: Payload) -> Payload:
        person, name = self._person(body["person"]), str(body["name"])
        if "message" in body:
            interaction = person.start_use(name, self._message(body["message"]), "")
        else:
            channel = self._channel(person, body["channel"])
            interaction = person.start_use(name, self._person(body["target"]), channel)
        return await self._outcome(person, interaction)

    async def _click(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        message = self._message(body["message"])
        interaction = person.start_click(message, custom_id=str(body["custom_id"]))
        return await self._outcome(person, interaction)

    async def _choose(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        message = self._message(body["message"])
        values = [str(each) for each in _array(body["values"])]
        interaction = person.start_choose(message, values, custom_id=str(body["custom_id"]))
        return await self._outcome(person, interaction)

    async def _submit(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        opener = self._platform.interactions.get(snowflake(body["interaction"]) or 0)
        if opener is None or opener.modal is None:
            raise _Unknown("This modal is no longer open.")
        modal = Modal(opener, opener.modal)
        interaction = person.start_submit(modal, as_payload(body.get("values")))
        return await self._outcome(person, interaction)

    async def _autocomplete(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        choices = await person.autocomplete(
            str(body["path"]),
            str(body["option"]),
            str(body.get("value", "")),
            channel=self._channel(person, body["channel"]),
            values=as_payload(body.get("options")),
        )
        return {"choices": [{"name": each.name, "value": each.value} for each in choices]}

    async def _say(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        message = person.say(str(body["content"]), self._channel(person, body["channel"]))
        return {"message": PageView(self._platform, person.user).message(message)}

    async def _dismiss(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        if "message" in body:
            person.dismiss(self._message(body["message"]))
            return {}
        interaction = self._platform.interactions.get(snowflake(body["interaction"]) or 0)
        if interaction is None or interaction.user is not person.user:
            raise _Unknown("There is no such notice.")
        if interaction.status is not Status.FAILED:
            raise CannotDo("Only the notice of a failure can be dismissed.")
        interaction.dismissed = True
        return {}

    async def _language(self, body: Payload) -> Payload:
        person, locale = self._person(body["person"]), str(body["locale"])
        if locale not in LOCALES:
            raise CannotDo(f"Discord has no language {locale!r}; it has: {', '.join(LOCALES)}")
        person.user.locale = locale
        return {"person": user(person.user)}

    async def _dm(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        return {"channel": PageView(self._platform, person.user).channel(person.dm())}

    async def _thread(self, body: Payload) -> Payload:
        person = self._person(body["person"])
        channel = self._channel(person, body["thread"])
        if body["joined"]:
            person.join(channel)
        else:
            person.leave(channel)
        return {"channel": PageView(self._platform, person.user).channel(channel)}

    def _message(self, value: object) -> Message:
        message = self._world.messages.get(snowflake(value) or 0)
        if message is None:
            raise _Unknown("This message was deleted.")
        return message


def _uploaded(value: Any) -> Any:  # noqa: ANN401 - the values of options are of several types
    """Return the value of an option; a file comes as its name and its bytes in base64."""
    if not is_payload(value):
        return value
    try:
        content = base64.b64decode(str(value["content"]), validate=True)
    except binascii.Error:
        raise CannotDo("The content of a file is base64.") from None
    return Upload(str(value["filename"]), "application/octet-stream", content)


def _array(value: object) -> list[object]:
    if not is_list(value):
        raise CannotDo("values must be a list.")
    return value


def _acting(act: Callable[[Payload], Awaitable[Payload]]) -> Handler:
    """Wrap an action: JSON in, JSON out, and the name of a missing field."""

    async def handle(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return _error(415, "Send JSON, as application/json.")
        try:
            body: object = json.loads(await request.read())
        except ValueError:
            return _error(400, "This is not JSON.")
        if not is_payload(body):
            return _error(400, "Send a JSON object.")
        try:
            return _json(await act(body))
        except KeyError as error:
            return _error(400, f"The field {error.args[0]!r} is missing.")

    return handle


async def _page(request: web.Request) -> web.StreamResponse:
    file = PAGE / request.match_info.get("file", "index.html")
    if file.name.startswith(".") or not file.is_file():
        return _error(404, "There is no such page.")
    return web.FileResponse(file, headers={"Cache-Control": "no-cache"})


async def _send_all(socket: web.WebSocketResponse, feed: PageFeed) -> None:
    with suppress(ConnectionError):
        while True:
            await socket.send_str((await feed.next()).decode())


def _json(body: Payload) -> web.Response:
    return web.Response(body=compact(body), headers={"Content-Type": "application/json"})


def _error(status: int, sentence: str) -> web.Response:
    body = compact({"error": sentence})
    headers = {"Content-Type": "application/json"} | _HEADERS
    return web.Response(status=status, body=body, headers=headers)
