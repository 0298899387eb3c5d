"""The CDN: attachments at signed addresses."""

import hmac
from typing import Final

from aiohttp import web

from loopback import wire
from loopback.model.messages import Attachment
from loopback.rest.call import Call
from loopback.world.state import World

PATH: Final = r"/attachments/{channel:\d+}/{attachment:\d+}/{filename}"


def find(world: World, request: web.Request) -> Attachment | None:
    """Return the attachment of a path /attachments/channel/id/name."""
    wanted = request.match_info["attachment"]
    if uploaded := world.uploads.get(int(wanted)):
        return uploaded
    channel = world.channels.get(int(request.match_info["channel"]))
    for message_id in reversed(channel.message_ids) if channel else ():
        for attachment in world.messages[message_id].attachments:
            if str(attachment.id) == wanted:
                return attachment
    return None


async def fetch(call: Call) -> web.Response:
    """Return an attachment's bytes, if the address is signed and has not expired."""
    query = call.request.query
    expiry = query.get("ex", "")
    signed = wire.signature(call.request.path, expiry)
    attachment = find(call.world, call.request)
    valid = (
        attachment is not None
        and hmac.compare_digest(signed, query.get("hm", ""))
        and int(expiry, 16) > call.platform.clock.now()
    )
    if attachment is None or not valid:
        return web.Response(status=404, text="This content is no longer available.")
    return web.Response(body=attachment.bytes, headers={"Content-Type": attachment.content_type})
