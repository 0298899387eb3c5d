"""Requests that a page of another site makes to a server on this machine, through a browser."""

from typing import Final

from aiohttp import web

HOST: Final = "127.0.0.1"
"""Where a server listens that only this machine can reach."""


def is_from_another_site(request: web.Request) -> bool:
    """Tell whether a browser sent a request for a page of another site.

    Such a page has another `Origin`, or another `Host` where its name leads to this machine (DNS
    rebinding).
    """
    port = None if request.transport is None else request.transport.get_extra_info("sockname")[1]
    hosts = (f"{HOST}:{port}", f"localhost:{port}")
    origin = request.headers.get("Origin")
    is_foreign = origin is not None and origin.removeprefix("http://") not in hosts
    return is_foreign or request.host not in hosts
