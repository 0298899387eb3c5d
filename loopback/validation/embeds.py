"""Embeds (reference, "Embed Limits")."""

from loopback.payload import Payload, as_payload, as_payloads
from loopback.validation.form import Form

# resources/message.mdx, "Embed Limits".
MOST_EMBEDS = 10
MOST_CHARACTERS = 6000


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
    if embed.get("footer") is not None:
        form.at("footer").text(as_payload(embed["footer"]), "text", 0, 2048)
    if embed.get("author") is not None:
        form.at("author").text(as_payload(embed["author"]), "name", 0, 256)
    for place, line in form.each(embed, "fields", 0, 25):
        place.text(line, "name", 1, 256)
        place.text(line, "value", 1, 1024)


def _characters(embed: Payload) -> int:
    counted = [embed.get("title"), embed.get("description")]
    counted += [as_payload(embed.get("footer")).get("text")]
    counted += [as_payload(embed.get("author")).get("name")]
    for line in as_payloads(embed.get("fields")):
        counted += [line.get("name"), line.get("value")]
    return sum(len(each) for each in counted if isinstance(each, str))
