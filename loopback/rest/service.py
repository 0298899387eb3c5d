"""The web application that a bot talks to: routes, authority, limits, faults, errors."""

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from typing import Final, Literal

from aiohttp import web
from aiohttp.typedefs import Handler

from loopback.errors import ApiError, ErrorCode
from loopback.exchange import Exchange
from loopback.origin import is_from_another_site
from loopback.payload import compact
from loopback.platform import Platform
from loopback.rest import (
    account,
    cdn,
    channels,
    commands,
    interactions,
    members,
    messages,
    reactions,
    webhooks,
)
from loopback.rest.call import Answer, Call, Route

log = logging.getLogger(__name__)

ROUTES: Final = (
    *account.ROUTES,
    *commands.ROUTES,
    *interactions.ROUTES,
    *messages.ROUTES,
    *channels.ROUTES,
    *members.ROUTES,
    *reactions.ROUTES,
    *webhooks.ROUTES,
)
_NOT_HERE: Final = (("GET", "/applications/{application}/guilds/{guild}/commands/permissions"),)
"""Routes that aren't here and would be taken for others, with a word in place of an id."""
_VERSIONS = ("v10", "v9")
_IN_API = re.compile(r"/api(/|$)")
_BODY_LIMIT = 64 * 1024 * 1024
_VIA = {"Via": "1.1 loopback"}
"""The header without which discord.py takes a 429 for a ban by Cloudflare."""


class Service:
    """The answers to the requests of bots."""

    def __init__(self, platform: Platform) -> None:
        self._platform = platform

    def application(self, *, plain: bool = False) -> web.Application:
        """Build the application: REST under /api/v10, the CDN, and the gateway at /.

        `plain`: it is served over plain HTTP, where the pages of other sites could send requests.
        """
        app = web.Application(
            client_max_size=_BODY_LIMIT, middlewares=[_keep_out_pages] if plain else []
        )
        for version in _VERSIONS:
            for method, path in _NOT_HERE:
                app.router.add_route(method, f"/api/{version}{path}", self._unknown)
            for route in ROUTES:
                app.router.add_route(
                    route.method, f"/api/{version}{route.path}", self._handler(route)
                )
        attachment = Route("GET", cdn.PATH, cdn.fetch, open=True)
        app.router.add_get(cdn.PATH, self._handler(attachment))
        app.router.add_get("/", self._platform.gateway.serve)
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        app.on_response_prepare.append(self._date)
        return app

    async def _date(self, _request: web.Request, response: web.StreamResponse) -> None:
        """Date every answer by the clock that also makes the ids."""
        response.headers["Date"] = formatdate(self._platform.clock.now(), usegmt=True)

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        bucket = hashlib.md5(  # noqa: S324 - a name, not a secret
            f"{route.method} {route.path}".encode()
        ).hexdigest()

        async def answer(call: Call) -> web.Response:
            request, headers = call.request, dict[str, str]()
            try:
                headers = self._admit(route, bucket, request)
                call.check_outage()
                if route.path in self._platform.refusals:
                    raise ApiError(self._platform.refusals[route.path])
                if self._platform.fault_injector.is_idle:
                    return _response(await route.handler(call), call.status, headers)
                return await self._with_faults(route, call, headers)
            except _Rejected as rejected:
                return rejected.response
            except ApiError as error:
                return _error_response(error, headers)
            except web.HTTPException as error:
                return _error_response(ApiError(_error_code_of(error)), headers)
            except ConnectionError:
                return web.Response(status=502)  # The bot has left and reads no answer.
            except Exception:
                log.exception("%s %s broke", request.method, request.path)
                return _error_response(ApiError(ErrorCode.INTERNAL), headers)

        async def handle(request: web.Request) -> web.Response:
            call = Call(self._platform, request)
            self._platform.requests += 1
            self._platform.open_requests += 1
            try:
                response = await answer(call)
            finally:
                self._platform.open_requests -= 1
            if self._platform.observers:
                await self._observe(route, call, response)
            return response

        return handle

    async def _observe(self, route: Route | None, call: Call, response: web.Response) -> None:
        """Pass an exchange to the observers before its answer is sent."""
        request, answer = call.request, response.body
        try:
            body = await call.json() if request.body_exists else None
        except (ApiError, web.HTTPException, ConnectionError):
            body = None
        exchange = Exchange(
            request.method,
            request.path,
            None if route is None else route.path,
            request.query,
            body,
            response.status,
            answer if isinstance(answer, bytes) else b"",
        )
        for observer in self._platform.observers:
            observer(exchange)

    def _admit(self, route: Route, bucket: str, request: web.Request) -> dict[str, str]:
        """Check authority and limits; return the rate-limit headers of the answer."""
        platform = self._platform
        if not route.open and request.headers.get("Authorization") != f"Bot {platform.token}":
            raise ApiError(ErrorCode.UNAUTHORIZED)
        limits = platform.limits
        if not route.open:
            overall = platform.ratelimiter.take("overall", limits.overall)
            if not overall.allowed:
                raise _Rejected(_too_many(overall.resets_after, {}, "global"))
        if route.window is None:
            return {}
        major = ":".join(request.match_info[each] for each in route.major)
        standing = platform.ratelimiter.take(f"{bucket}:{major}", route.window(limits))
        headers = standing.headers(bucket)
        if not standing.allowed:
            raise _Rejected(_too_many(standing.resets_after, headers, "user"))
        if limits.follow_ups and route.handler is webhooks.follow_up:
            channel_id = platform.interactions.channel_id(request.match_info["token"])
            together = platform.ratelimiter.take(f"follow-ups:{channel_id}", limits.follow_ups)
            if not together.allowed:
                raise _Rejected(_too_many(together.resets_after, headers, "shared"))
        return headers

    async def _unknown(self, request: web.Request) -> web.Response:
        sentence = f"The loopback has no route {request.method} {request.path}."
        log.warning(sentence)
        self._platform.note_shortcoming(sentence)
        code = ErrorCode.NOT_SUPPORTED if _IN_API.match(request.path) else ErrorCode.NOT_FOUND
        response = _error_response(ApiError(code, message=sentence), {})
        if self._platform.observers:
            await self._observe(None, Call(self._platform, request), response)
        return response

    async def _with_faults(self, route: Route, call: Call, headers: dict[str, str]) -> web.Response:
        injector = self._platform.fault_injector
        faults = injector.faults
        if not injector.concerns(call.channel_id, route.path):
            return _response(await route.handler(call), call.status, headers)
        if injector.should_fail_request("dropped_before"):
            return _dropped(call.request)
        if faults.hangs:
            await call.request.read()  # nothing more can be read once the bot has left
        if injector.should_fail_request("hangs"):
            self._platform.open_requests -= 1
            try:
                await injector.replaced.wait()
            finally:
                self._platform.open_requests += 1
        await asyncio.sleep(injector.delay())
        if injector.should_fail_request("server_errors"):
            return _bad_gateway()
        if injector.should_fail_request("too_many_requests"):
            return _too_many(faults.retry_after, headers, "user")
        answer = await route.handler(call)
        if injector.should_fail_request("dropped_after"):
            return _dropped(call.request)
        if injector.should_fail_request("server_errors_after"):
            return _bad_gateway()
        return _response(answer, call.status, headers)


_JSON = {"Content-Type": "application/json"}


@web.middleware
async def _keep_out_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    if is_from_another_site(request):
        return web.Response(status=403, text="This server is only for this machine.")
    return await handler(request)


class _Rejected(Exception):
    def __init__(self, response: web.Response) -> None:
        super().__init__()
        self.response = response


def _response(answer: Answer, status: int, headers: dict[str, str]) -> web.Response:
    if isinstance(answer, web.Response):
        return answer
    if answer is None:
        return web.Response(status=204, headers=headers)
    return web.Response(status=status, body=compact(answer), headers=headers | _JSON)


def _error_response(error: ApiError, headers: dict[str, str]) -> web.Response:
    if error.error_code.status == 429:
        headers = headers | _VIA
    if error.retry_after is not None:
        headers = headers | {"Retry-After": f"{error.retry_after:.3f}"}
    return web.Response(
        status=error.error_code.status, body=compact(error.payload()), headers=headers | _JSON
    )


def _too_many(
    retry_after: float, headers: dict[str, str], scope: Literal["user", "shared", "global"]
) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(max(retry_after, 0.001), 3),
        "global": scope == "global",
    }
    headers = headers | _VIA | _JSON | {"Retry-After": f"{retry_after:.3f}"}
    headers["X-RateLimit-Scope"] = scope
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return web.Response(status=429, body=compact(body), headers=headers)


def _bad_gateway() -> web.Response:
    body = b'{"message": "502: Bad Gateway", "code": 0}'
    return web.Response(status=502, body=body, headers=_JSON)


def _dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=502)


def _error_code_of(error: web.HTTPException) -> ErrorCode:
    return ErrorCode.FILES_TOO_LARGE if error.status == 413 else ErrorCode.INTERNAL
