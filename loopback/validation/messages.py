"""Bodies that make or change a message (reference, "Create Message")."""

from collections.abc import Mapping
from dataclasses import dataclass

from loopback.errors import ApiError, ErrorCode
from loopback.model.messages import Attachment, MessageFlag
from loopback.payload import Payload, as_list, as_payload, as_payloads, snowflake
from loopback.validation import components, embeds
from loopback.validation.form import Form

# resources/message.mdx, "Create Message".
MOST_CONTENT = 2000
MOST_FILES = 10
MOST_NONCE = 25
FILE_LIMIT = 10 * 1024 * 1024
REQUEST_LIMIT = 25 * 1024 * 1024


def check(
    form: Form,
    body: Payload,
    files: Mapping[int, "Upload"],
    *,
    kept: tuple[Attachment, ...] = (),
    v2: bool = False,
) -> None:
    """Check the body of a message; `kept` are the files that it has already.

    `v2`: the message is, and stays, one of Components V2.
    """
    form.text(body, "content", 0, MOST_CONTENT, required=False)
    form.boolean(body, "tts")
    embeds.check(form, body)
    _check_attachments(form, body, files, kept)
    components.check(form, body, v2=v2, files=_filenames(body, files, kept))
    _check_mentions(form, body)
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > MOST_NONCE:
        form.at("nonce").wrong("BASE_TYPE_MAX_LENGTH", f"Must be {MOST_NONCE} or fewer in length.")


FORWARD = 1


def check_supported(form: Form, body: Payload) -> None:
    """Check that a new message has nothing that this server lacks: ApiError 50035."""
    for key, what in (("poll", "polls"), ("sticker_ids", "stickers")):
        if body.get(key):
            form.at(key).wrong("NOT_SUPPORTED", f"The loopback has no {what}.")
    if as_payload(body.get("message_reference")).get("type") == FORWARD:
        place = form.at("message_reference", "type")
        place.wrong("NOT_SUPPORTED", "The loopback has no forwarded messages.")
    form.finish()


@dataclass(frozen=True, slots=True)
class Upload:
    """A file: one that came with a request, or that a person gives to a command."""

    filename: str
    content_type: str
    content: bytes


def check_legacy_fields(form: Form, parts: Payload) -> None:
    """Check that a message of Components V2 has nothing but components and files."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if parts.get(key):
            form.at(key).wrong(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def check_sizes(files: Mapping[int, Upload]) -> None:
    """Raise ApiError 40005 if a file or the whole request is too large."""
    sizes = [len(each.content) for each in files.values()]
    if any(size > FILE_LIMIT for size in sizes) or sum(sizes) > REQUEST_LIMIT:
        raise ApiError(ErrorCode.FILES_TOO_LARGE)


def _check_attachments(
    form: Form, body: Payload, files: Mapping[int, Upload], kept: tuple[Attachment, ...]
) -> None:
    if len(files) > MOST_FILES:
        form.at("files").bad_length(0, MOST_FILES)
    known = {each.id for each in kept}
    for place, raw in form.each(body, "attachments", 0, MOST_FILES):
        place.text(raw, "description", 0, 1024, required=False)
        number = snowflake(raw.get("id"))
        if number is None or (number not in files and number not in known):
            place.at("id").wrong("ATTACHMENT_NOT_FOUND", "Attachment not found")


def _filenames(
    body: Payload, files: Mapping[int, Upload], kept: tuple[Attachment, ...]
) -> set[str]:
    renamed = [each.get("filename") for each in as_payloads(body.get("attachments"))]
    names = {each.filename for each in files.values()} | {each.filename for each in kept}
    return names | {each for each in renamed if isinstance(each, str)}


def _check_mentions(form: Form, body: Payload) -> None:
    allowed = as_payload(body.get("allowed_mentions"))
    parse = as_list(allowed.get("parse"))
    place = form.at("allowed_mentions")
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            place.at("parse", index).wrong(
                "BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles')."
            )
    for kind in ("users", "roles"):
        if len(as_list(allowed.get(kind))) > 100:
            place.at(kind).bad_length(0, 100)
        if kind in parse and allowed.get(kind):
            place.wrong(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def is_empty(body: Payload, files: Mapping[int, Upload]) -> bool:
    """Return whether a new message would be empty (error 50006)."""
    keys = ("content", "embeds", "components", "sticker_ids", "poll", "attachments")
    return not files and not any(body.get(key) for key in keys)


def flags_of(body: Payload, allowed: MessageFlag) -> MessageFlag:
    """Read the flags that a bot may set, and ignore others, as Discord does."""
    value = body.get("flags") or 0
    return MessageFlag(value) & allowed if isinstance(value, int) else MessageFlag(0)
