"""Each limit of a message, one below and one above, in Discord's own terms."""

from typing import Any

import pytest

from loopback import Loopback, Person
from loopback.payload import Payload
from loopback.platform import TOKEN
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import PNG


def row(*components: Payload) -> Payload:
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "a", **fields: object) -> Payload:
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id} | fields


def select(options: int = 1, **fields: object) -> Payload:
    lines = [{"label": f"{n}", "value": f"{n}"} for n in range(options)]
    return {"type": 3, "custom_id": "s", "options": lines} | fields


def embed(**fields: object) -> Payload:
    return {"embeds": [{"title": "t"} | fields]}


def components(*rows: Payload) -> Payload:
    return {"content": "x", "components": list(rows)}


def v2(*parts: Payload) -> Payload:
    return {"flags": 1 << 15, "components": list(parts)}


def text(content: str = "t") -> Payload:
    return {"type": 10, "content": content}


def option(**fields: object) -> Payload:
    return select(options=0) | {"options": [{"label": "l", "value": "v"} | fields]}


ACCEPTED: list[Payload] = [
    {"content": "x" * 2000},
    {"embeds": [{"title": "t"}] * 10},
    embed(title="x" * 256),
    embed(description="x" * 4096),
    embed(footer={"text": "x" * 2048}, author={"name": "x" * 256}),
    embed(fields=[{"name": "n", "value": "v"}] * 25),
    embed(fields=[{"name": "x" * 256, "value": "x" * 1024}]),
    components(*[row(*[button(f"{r}{c}") for c in range(5)]) for r in range(5)]),
    components(row(button("x" * 100, label="x" * 80))),
    components(row(button("a"), {"type": 2, "style": 5, "label": "L", "url": "https://a.example"})),
    components(row({"type": 2, "style": 2, "custom_id": "a", "emoji": {"name": "x"}})),
    components(row(select(25, max_values=25, min_values=0, placeholder="x" * 150))),
    components(row(option(label="x" * 100, value="x" * 100, description="x" * 100))),
    components(row({"type": 5, "custom_id": "u"})),
    v2(*[text()] * 40),
    v2(text("x" * 4000)),
    v2({"type": 17, "components": [text(), row(button())]}),
    v2({"type": 9, "components": [text()] * 3, "accessory": button()}),
    v2({"type": 14}, {"type": 12, "items": [{"media": {"url": "https://a.example/b.png"}}]}),
    {"content": "x", "nonce": "x" * 25},
]

V1 = "components.0.components"
REFUSED: list[tuple[Payload, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
    (embed(title="x" * 257), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    (embed(description="x" * 4097), "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    (embed(author={"name": "x" * 257}), "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"),
    (embed(color="red"), "embeds.0.color", "NUMBER_TYPE_COERCE"),
    (embed(timestamp="soon"), "embeds.0.timestamp", "DATETIME_TYPE_PARSE"),
    (embed(url="nowhere"), "embeds.0.url", "URL_TYPE_INVALID_URL"),
    (embed(image="a.png"), "embeds.0.image", "MODEL_TYPE_CONVERT"),
    (embed(fields=[{"name": "n", "value": "v"}] * 26), "embeds.0.fields", "BASE_TYPE_BAD_LENGTH"),
    (embed(fields=[{"value": "v"}]), "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"),
    (embed(fields=[{"name": "n", "value": ""}]), "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
    (
        {"embeds": [{"description": "x" * 3001}] * 2},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    (components(*[row(button(str(n))) for n in range(6)]), "components", "BASE_TYPE_BAD_LENGTH"),
    (components(row(*[button(str(n)) for n in range(6)])), V1, "BASE_TYPE_BAD_LENGTH"),
    (components(row()), V1, "BASE_TYPE_BAD_LENGTH"),
    (components(button()), "components.0.type", "BASE_TYPE_CHOICES"),
    (components(text()), "components.0.type", "BASE_TYPE_CHOICES"),
    (components(row(text())), f"{V1}.0.type", "BASE_TYPE_CHOICES"),
    (components(row(select(), button())), V1, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        components(row(button("a"), button("a"))),
        f"{V1}.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (components(row(button("x" * 101))), f"{V1}.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
    (components(row(button(""))), f"{V1}.0.custom_id", "BASE_TYPE_REQUIRED"),
    (components(row(button(label="x" * 81))), f"{V1}.0.label", "BASE_TYPE_MAX_LENGTH"),
    (components(row(button(label=""))), f"{V1}.0", "BUTTON_COMPONENT_INVALID"),
    (components(row(button(style=7))), f"{V1}.0.style", "BASE_TYPE_CHOICES"),
    (
        components(row(button(style=5, url="https://a.example"))),
        f"{V1}.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
    ),
    (
        components(row({"type": 2, "style": 5, "label": "L", "url": "ftp://a.example"})),
        f"{V1}.0.url",
        "BASE_TYPE_SCHEME",
    ),
    (components(row(select(0))), f"{V1}.0.options", "BASE_TYPE_BAD_LENGTH"),
    (components(row(select(26))), f"{V1}.0.options", "BASE_TYPE_BAD_LENGTH"),
    (components(row(select(2, min_values=2))), f"{V1}.0.min_values", "BASE_TYPE_BAD_RANGE"),
    (
        components(row(select(1, max_values=2))),
        f"{V1}.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_EXCEEDED",
    ),
    (components(row(select(1, max_values=26))), f"{V1}.0.max_values", "NUMBER_TYPE_MAX"),
    (
        components(row(select(1, placeholder="x" * 151))),
        f"{V1}.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (components(row(option(label="x" * 101))), f"{V1}.0.options.0.label", "BASE_TYPE_BAD_LENGTH"),
    (components(row(option(value="x" * 101))), f"{V1}.0.options.0.value", "BASE_TYPE_BAD_LENGTH"),
    (
        components(row(option(description="x" * 101))),
        f"{V1}.0.options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        components(row(select(0) | {"options": [{"label": "l", "value": "v"}] * 2})),
        f"{V1}.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        v2(*[row(button(str(n))) for n in range(21)]),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (
        v2(text("x" * 2001), text("x" * 2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        v2(text()) | {"content": "x"},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        v2(text()) | {"embeds": [{"title": "t"}]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (v2({"type": 9, "components": [text()]}), "components.0.accessory", "BASE_TYPE_REQUIRED"),
    (
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        v2({"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}),
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (v2(text() | {"id": 1}, text() | {"id": 1}), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    ({"content": "x", "nonce": "x" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "REPLIES_UNKNOWN_MESSAGE",
    ),
]


def codes(answer: Any, path: str) -> list[str]:
    place = answer["errors"]
    for step in path.split("."):
        place = place[step]
    return [each["code"] for each in place["_errors"]]


@pytest.mark.parametrize("body", ACCEPTED, ids=range(len(ACCEPTED)))
async def test_what_just_fits_is_sent(bare: Bare, ann: Person, body: Payload) -> None:
    await bare.send(body)
    assert len(ann.sees()) == 1


@pytest.mark.parametrize(("body", "path", "code"), REFUSED)
async def test_what_does_not_fit_is_refused(
    bare: Bare, ann: Person, body: Payload, path: str, code: str
) -> None:
    status, answer = await bare("POST", f"{bare.channel()}/messages", body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert codes(answer, path) == [code]
    assert ann.sees() == []


async def test_errors_of_an_answer_stand_under_data(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    interaction = await _interaction(server, bare, ann)
    body = {"type": 4, "data": {"content": "x" * 2001}}
    status, answer = await bare("POST", interaction, body, token=None)
    assert (status, codes(answer, "data.content")) == (400, ["BASE_TYPE_MAX_LENGTH"])


MODAL: Payload = {
    "custom_id": "m",
    "title": "t",
    "components": [row({"type": 4, "custom_id": "i", "label": "l", "style": 1})],
}


def text_input(**fields: object) -> Payload:
    held = {"type": 4, "custom_id": "i", "label": "l", "style": 1} | fields
    return MODAL | {"components": [row(held)]}


def radio_group(*options: Payload) -> Payload:
    held = {"type": 21, "custom_id": "r", "options": [*options]}
    return MODAL | {"components": [{"type": 18, "label": "l", "component": held}]}


def radio(value: str, **fields: object) -> Payload:
    return {"label": value, "value": value} | fields


MODALS: list[tuple[Payload, str, str]] = [
    (MODAL | {"title": "x" * 46}, "title", "BASE_TYPE_BAD_LENGTH"),
    (MODAL | {"custom_id": "x" * 101}, "custom_id", "BASE_TYPE_BAD_LENGTH"),
    (MODAL | {"components": []}, "components", "BASE_TYPE_BAD_LENGTH"),
    (MODAL | {"components": MODAL["components"] * 6}, "components", "BASE_TYPE_BAD_LENGTH"),
    (
        MODAL | {"components": MODAL["components"] * 2},
        f"{V1.replace('.0.', '.1.')}.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (MODAL | {"components": [row(button())]}, f"{V1}.0.type", "BASE_TYPE_CHOICES"),
    (text_input(label="x" * 46), f"{V1}.0.label", "BASE_TYPE_BAD_LENGTH"),
    (text_input(style=3), f"{V1}.0.style", "BASE_TYPE_CHOICES"),
    (text_input(max_length=4001), f"{V1}.0.max_length", "NUMBER_TYPE_MAX"),
    (text_input(placeholder="x" * 101), f"{V1}.0.placeholder", "BASE_TYPE_MAX_LENGTH"),
    (
        text_input(min_length=5, max_length=4),
        f"{V1}.0.min_length",
        "TEXT_INPUT_COMPONENT_MIN_LENGTH_GREATER_THAN_MAX_LENGTH",
    ),
    (
        MODAL | {"components": [{"type": 18, "label": "l"}]},
        "components.0.component",
        "BASE_TYPE_REQUIRED",
    ),
    (radio_group(radio("a")), "components.0.component.options", "BASE_TYPE_BAD_LENGTH"),
    (
        radio_group(*map(radio, "abcdefghijk")),
        "components.0.component.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        radio_group(radio("a"), radio("x" * 101)),
        "components.0.component.options.1.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        radio_group(radio("a", default=True), radio("b", default=True)),
        "components.0.component.options",
        "RADIO_GROUP_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    *(
        (
            MODAL | {"components": [{"type": 18, "label": "l", "component": {"type": kind}}]},
            "components.0.component.type",
            "NOT_SUPPORTED",
        )
        for kind in (19, 22, 23)
    ),
]


@pytest.mark.parametrize(("modal", "path", "code"), MODALS)
async def test_modals_have_limits(
    server: Loopback, bare: Bare, ann: Person, *, modal: Payload, path: str, code: str
) -> None:
    interaction = await _interaction(server, bare, ann)
    status, answer = await bare("POST", interaction, {"type": 9, "data": modal}, token=None)
    assert (status, codes(answer, f"data.{path}")) == (400, [code])
    status, _ = await bare("POST", interaction, {"type": 9, "data": MODAL}, token=None)
    assert status == 204


async def _interaction(server: Loopback, bare: Bare, ann: Person) -> str:
    application = server.world.application_id
    command = {"name": "c", "description": "d"}
    assert (await bare("PUT", f"/applications/{application}/commands", [command]))[0] == 200
    interaction = ann.start_slash("c", "lobby", {})
    return f"/interactions/{interaction.id}/{interaction.token}/callback"


async def test_empty_messages_are_refused(bare: Bare, ann: Person) -> None:
    path = f"{bare.channel()}/messages"
    bodies: list[Payload] = [{}, {"content": ""}, {"embeds": []}]
    for body in bodies:
        status, answer = await bare("POST", path, body)
        assert (status, answer["code"]) == (400, 50006)
    sent = await bare.send({"content": "x"})
    status, answer = await bare("PATCH", f"{path}/{sent['id']}", {"content": ""})
    assert (status, answer["code"]) == (400, 50006)
    assert [each.content for each in ann.sees()] == ["x"]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"poll": {"question": {"text": "?"}, "answers": []}}, ["poll"]),
        ({"content": "x", "sticker_ids": ["1"]}, ["sticker_ids"]),
        (
            {"message_reference": {"type": 1, "message_id": "1", "channel_id": "1"}},
            ["message_reference", "type"],
        ),
    ],
)
async def test_what_the_loopback_lacks_is_refused_and_not_dropped(
    bare: Bare, ann: Person, body: Payload, place: list[str]
) -> None:
    status, answer = await bare("POST", f"{bare.channel()}/messages", body)
    assert (status, answer["code"]) == (400, 50035)
    where = answer["errors"]
    for step in place:
        where = where[step]
    (error,) = where["_errors"]
    assert error["code"] == "NOT_SUPPORTED"
    assert error["message"].startswith("The loopback has no ")
    assert ann.sees() == []


async def test_a_message_does_not_leave_components_v2(bare: Bare) -> None:
    sent = await bare.send(v2(text()))
    path = f"{bare.channel()}/messages/{sent['id']}"
    status, answer = await bare("PATCH", path, {"content": "x", "flags": 0})
    assert (status, answer["code"]) == (400, 50035)
    sent = await bare.send({"content": "x"})
    path = f"{bare.channel()}/messages/{sent['id']}"
    status, answer = await bare("PATCH", path, v2(text()))
    assert codes(answer, "content") == ["MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"]
    status, _ = await bare("PATCH", path, v2(text()) | {"content": None})
    assert status == 200


async def test_files_beyond_the_limits_are_refused(bare: Bare, ann: Person) -> None:
    path = f"{bare.channel()}/messages"
    body: Payload = {"attachments": [{"id": 0, "description": "x" * 1024}]}
    status, _ = await bare("POST", path, body, {"board.png": PNG})
    assert status == 200
    body = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    status, answer = await bare("POST", path, body, {"board.png": PNG})
    assert (status, codes(answer, "attachments.0.description")) == (400, ["BASE_TYPE_MAX_LENGTH"])
    body = {"attachments": [{"id": 1}]}
    status, answer = await bare("POST", path, body, {"board.png": PNG})
    assert (status, codes(answer, "attachments.0.id")) == (400, ["ATTACHMENT_NOT_FOUND"])
    status, answer = await bare("POST", path, {}, {f"{n}.txt": b"x" for n in range(11)})
    assert (status, codes(answer, "files")) == (400, ["BASE_TYPE_BAD_LENGTH"])
    status, answer = await bare("POST", path, {}, {"big.bin": bytes(10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)
    many = {f"{n}.bin": bytes(9 * 1024 * 1024) for n in range(3)}
    status, answer = await bare("POST", path, {}, many)
    assert (status, answer["code"]) == (413, 40005)
    assert [len(each.attachments) for each in ann.sees()] == [1]


async def test_bodies_that_are_no_json_are_refused(bare: Bare) -> None:
    headers = {"Authorization": f"Bot {TOKEN}", "Content-Type": "application/json"}
    url = f"https://discord.com/api/v10{bare.channel()}/messages"
    for data in ("{", "[]", "7"):
        async with bare.session.post(url, data=data, headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_unknown_routes_and_tokens_are_refused(
    bare: Bare, caplog: pytest.LogCaptureFixture
) -> None:
    """What is missing here is no 404, which would say that something on Discord is missing."""
    for method, path in (("GET", "/nowhere"), ("DELETE", "/users/@me")):
        sentence = f"The loopback has no route {method} /api/v10{path}."
        assert await bare(method, path) == (501, {"message": sentence, "code": 0})
        assert caplog.messages.pop() == sentence
    async with bare.session.get("https://discord.com/nowhere") as response:
        assert response.status == 404
    assert (await bare("GET", "/users/@me", token="wrong"))[0] == 401
    status, answer = await bare("GET", "/channels/lobby")
    assert (status, answer["code"]) == (400, 50035)
