"""Reading multipart/form-data in one go.

aiohttp's streaming reader is made for bodies too large to hold and parses each part's headers with
the machinery of e-mail: it took a quarter of the whole server's time. A bot's request is at most a
few pictures and is held in memory anyway.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from loopback.errors import ApiError, ErrorCode

_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_NAME = re.compile(r'[; ]name="([^"]*)"')
_FILENAME = re.compile(r'filename="([^"]*)"')
_ENCODED_FILENAME = re.compile(r"filename\*=utf-8''([^;\s]+)", re.IGNORECASE)
_CONTENT_TYPE = re.compile(r"^content-type:\s*(\S+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Part:
    """One field of a form; `filename` is None unless it is a file."""

    name: str
    filename: str | None
    content_type: str
    content: bytes


def parts(content_type: str, body: bytes) -> Iterator[Part]:
    """Iterate over the fields of a body (RFC 7578); ApiError 50109 if it is malformed."""
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ApiError(ErrorCode.INVALID_JSON)
    opening, *raw_parts = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())
    if opening or not raw_parts or not raw_parts.pop().startswith(b"--"):
        raise ApiError(ErrorCode.INVALID_JSON)
    for raw in raw_parts:
        raw_headers, separator, content = raw.partition(b"\r\n\r\n")
        headers = raw_headers.decode("utf-8", "replace")
        name = _NAME.search(headers)
        if not separator or name is None:
            raise ApiError(ErrorCode.INVALID_JSON)
        kind = _CONTENT_TYPE.search(headers)
        yield Part(
            name[1],
            _filename(headers),
            "application/octet-stream" if kind is None else kind[1],
            content,
        )


def _filename(headers: str) -> str | None:
    encoded = _ENCODED_FILENAME.search(headers)
    if encoded is not None:
        return unquote(encoded[1])
    plain = _FILENAME.search(headers)
    return None if plain is None else unquote(plain[1])
