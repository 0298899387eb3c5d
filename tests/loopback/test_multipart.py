import aiohttp
import pytest

from loopback.errors import ApiError
from loopback.rest.multipart import Part, parts


async def written(form: aiohttp.FormData) -> tuple[str, bytes]:
    payload = form()
    assert payload.content_type.startswith("multipart/form-data")
    return payload.headers["Content-Type"], await payload.as_bytes()


@pytest.mark.parametrize("quoted", [True, False])
async def test_what_aiohttp_writes_is_read(quoted: bool) -> None:
    content = bytes(range(256)) * 4 + b"\r\n--\r\n\r\n"
    form = aiohttp.FormData(quote_fields=quoted)
    form.add_field("payload_json", '{"content": "ž"}')
    form.add_field(
        "files[0]", content, filename="bo ard.png", content_type="application/octet-stream"
    )
    form.add_field("files[1]", b"", filename="žaludy.png")
    read = list(parts(*await written(form)))
    assert [each.filename for each in read] == [None, "bo ard.png", "žaludy.png"]
    assert read[0].content.decode() == '{"content": "ž"}'
    assert read[1].content == content
    assert read[2].content == b""


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--x--\r\n"),
        ("multipart/form-data; boundary=x", b"nothing"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"'),
        ("multipart/form-data; boundary=x", b"--x\r\nA: b\r\n\r\nc\r\n--x--\r\n"),
    ],
)
def test_what_is_broken_is_refused(content_type: str, body: bytes) -> None:
    with pytest.raises(ApiError):
        list(parts(content_type, body))


def test_the_smallest_form() -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    assert list(parts('multipart/form-data; boundary="x"', body)) == [
        Part("a", None, "application/octet-stream", b"b")
    ]
