"""The defaults that Discord fills into the parts of a message."""

from collections.abc import Collection
from itertools import count

from loopback.model.components import SELECTS, ComponentType, parse, walk
from loopback.payload import Payload, as_payload, as_payloads
from loopback.snowflake import Snowflakes

_DEFAULTS: dict[int, Payload] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    ComponentType.THUMBNAIL: {"description": None, "spoiler": False},
    ComponentType.FILE: {"name": None, "size": None, "spoiler": False},
    ComponentType.SEPARATOR: {"divider": True, "spacing": 1},
    ComponentType.CONTAINER: {"accent_color": None, "spoiler": False},
}
_ITEM: Payload = {"description": None, "spoiler": False}


def embeds(ids: Snowflakes, given: object) -> tuple[Payload, ...]:
    """Return embeds with an `id`, a `type` and so on, and without what a bot can't set."""
    return tuple(_embed(ids, each) for each in as_payloads(given))


_OF_EMBEDS = ("title", "description", "url", "timestamp", "color")
# A part without the first of its fields is left out.
_OF_EMBED_PARTS = {
    "image": ("url",),
    "thumbnail": ("url",),
    "footer": ("text", "icon_url"),
    "author": ("name", "url", "icon_url"),
}


def _embed(ids: Snowflakes, embed: Payload) -> Payload:
    filled: Payload = {"id": str(ids.next()), "content_scan_version": 0, "type": "rich"}
    filled |= _known(embed, _OF_EMBEDS)
    for part, keys in _OF_EMBED_PARTS.items():
        held = _known(as_payload(embed.get(part)), keys)
        if keys[0] in held:
            filled[part] = held
    if embed.get("fields"):
        filled["fields"] = [
            {"inline": False} | _known(each, ("name", "value", "inline"))
            for each in as_payloads(embed["fields"])
        ]
    return filled


def _known(raw: Payload, keys: Collection[str]) -> Payload:
    """Return what is there under these keys, without nulls and empty texts."""
    return {key: raw[key] for key in keys if raw.get(key) not in (None, "")}


def components(ids: Snowflakes, given: object) -> tuple[Payload, ...]:
    """Return components with an `id` on each, from 1 up, and with their defaults.

    Media get an id and a `proxy_url`. A select in a message has no `required`, which counts only
    in modals.
    """
    rows = as_payloads(given)
    return tuple(_Filling(ids, rows).filled(each) for each in rows) if rows else ()


class _Filling:
    """The components of one message while they are filled in."""

    def __init__(self, ids: Snowflakes, rows: list[Payload]) -> None:
        self._ids = ids
        taken = {each.raw.get("id") for each in walk(parse(rows))}
        self._free = (number for number in count(1) if number not in taken)

    def filled(self, raw: Payload) -> Payload:
        """Return one component, and all in it, with defaults filled in."""
        given = {key: value for key, value in raw.items() if value is not None}
        whole: Payload = _DEFAULTS.get(given["type"], {}) | given
        if whole["type"] in SELECTS:
            whole.pop("required", None)
        if not whole.get("id"):
            whole["id"] = next(self._free)
        if "components" in whole:
            whole["components"] = [self.filled(each) for each in as_payloads(whole["components"])]
        if "accessory" in whole:
            whole["accessory"] = self.filled(as_payload(whole["accessory"]))
        if "default_values" in whole:
            chosen = as_payloads(whole["default_values"])
            whole["default_values"] = [each | {"id": str(each["id"])} for each in chosen]
        for key in ("media", "file"):
            if key in whole:
                whole[key] = self._media(as_payload(whole[key]))
        if "items" in whole:
            whole["items"] = [
                _ITEM | each | {"media": self._media(as_payload(each.get("media")))}
                for each in as_payloads(whole["items"])
            ]
        return whole

    def _media(self, given: Payload) -> Payload:
        url = given.get("url")
        return {"id": str(self._ids.next()), "url": url, "proxy_url": url}
