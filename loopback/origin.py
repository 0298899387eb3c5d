"""Requests that the page of another site sends to a server on this machine, by a browser."""

from typing import Final

from aiohttp import web

HOST: Final = "127.0.0.1"
"""The address of a server that only this machine can reach."""


def is_from_another_site(request: web.Request) -> bool:
    """Return whether a browser sent a request for a page of another site.

    Such a page has another `Origin`, or another `Host` where its name leads to this machine (DNS
    rebinding).
    """
    port = None if request.transport is None else request.transport.get_extra_info("sockname")[1]
    hosts = (f"{HOST}:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    is_foreign = origin is not None and origin.removeprefix("http://") not in hosts
    return is_foreign or request.host not in hosts
