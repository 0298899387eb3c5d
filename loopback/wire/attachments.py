"""Attachments in Discord's JSON, and their addresses on the CDN."""

import hashlib
import hmac

from loopback.model.messages import Attachment
from loopback.payload import Payload, is_list, is_payload
from loopback.world.state import World

_URL_LIFE = 24 * 3600
_URL_KEY = b"loopback attachment urls"


def attachment_path(channel_id: int, what: Attachment) -> str:
    """Return the path of an attachment on the CDN."""
    return f"/attachments/{channel_id}/{what.id}/{what.filename}"


def signature(path: str, expiry: str) -> str:
    """Sign a path of the CDN until a time (hexadecimal Unix seconds)."""
    return hmac.new(_URL_KEY, f"{path}?{expiry}".encode(), hashlib.sha256).hexdigest()


def attachment_url(world: World, channel_id: int, what: Attachment) -> str:
    """Return a signed address that works for a day (reference, "Signed Attachment CDN URLs")."""
    path = attachment_path(channel_id, what)
    now = int(world.clock.now())
    expiry = f"{now + _URL_LIFE:x}"
    return f"{world.addresses.cdn}{path}?ex={expiry}&is={now:x}&hm={signature(path, expiry)}"


def attachment(world: World, channel_id: int, what: Attachment, *, ephemeral: bool) -> Payload:
    """Write an attachment."""
    url = attachment_url(world, channel_id, what)
    written: Payload = {
        "id": str(what.id),
        "filename": what.filename,
        "size": what.size,
        "url": url,
        "proxy_url": url.replace(world.addresses.cdn, world.addresses.media, 1),
        "content_type": what.content_type,
    }
    if what.description is not None:
        written["description"] = what.description
    if what.width is not None:
        written |= {"width": what.width, "height": what.height}
    if ephemeral:
        written["ephemeral"] = True
    return written


def with_urls(value: object, urls: dict[str, str]) -> object:
    """Return JSON with every string that is a key of `urls` replaced."""
    if isinstance(value, str):
        return urls.get(value, value)
    if is_list(value):
        return [with_urls(each, urls) for each in value]
    if is_payload(value):
        return {key: with_urls(each, urls) for key, each in value.items()}
    return value
