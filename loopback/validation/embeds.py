"""Embeds (reference, "Embed Limits")."""

import re

from loopback.payload import Payload, as_payload, as_payloads
from loopback.validation.form import Form

# resources/message.mdx, "Embed Limits".
MOST_EMBEDS = 10
MOST_CHARACTERS = 6000
_URL = re.compile(r"(https?|attachment)://\S+")


def check(form: Form, body: Payload) -> None:
    """Check `embeds` of a message's body."""
    embeds = form.items(body, "embeds", 0, MOST_EMBEDS)
    for index, embed in enumerate(embeds):
        _check_one(form.at("embeds", index), embed)
    if sum(_characters(embed) for embed in embeds) > MOST_CHARACTERS:
        form.at("embeds").wrong(
            "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_CHARACTERS}"
        )


def _check_one(form: Form, embed: Payload) -> None:
    form.text(embed, "title", 0, 256, required=False)
    form.text(embed, "description", 0, 4096, required=False)
    form.number(embed, "color", 0, 0xFFFFFF, default=0)
    form.moment(embed, "timestamp")
    _check_url(form, embed, "url")
    for part in ("image", "thumbnail"):
        _check_url(form.at(part), form.part(embed, part), "url")
    footer, author = form.part(embed, "footer"), form.part(embed, "author")
    if footer:
        form.at("footer").text(footer, "text", 0, 2048)
        _check_url(form.at("footer"), footer, "icon_url")
    if author:
        form.at("author").text(author, "name", 0, 256)
        _check_url(form.at("author"), author, "url")
        _check_url(form.at("author"), author, "icon_url")
    for place, line in form.each(embed, "fields", 0, 25):
        place.text(line, "name", 1, 256)
        place.text(line, "value", 1, 1024)
        place.boolean(line, "inline")


def _check_url(form: Form, raw: Payload, key: str) -> None:
    url = form.text(raw, key, 0, 2048, required=False)
    if url and not _URL.fullmatch(url):
        form.at(key).wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.")


def _characters(embed: Payload) -> int:
    counted = [embed.get("title"), embed.get("description")]
    counted += [as_payload(embed.get("footer")).get("text")]
    counted += [as_payload(embed.get("author")).get("name")]
    for line in as_payloads(embed.get("fields")):
        counted += [line.get("name"), line.get("value")]
    return sum(len(each) for each in counted if isinstance(each, str))
