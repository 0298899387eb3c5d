"""Where Discord's description of its API is wrong or behind its documentation.

Files are those of the repository discord/discord-api-docs, under `developers/`.
"""

from typing import Final

from loopback.payload import Payload

_BOOLEAN: Final[Payload] = {"type": "boolean"}

_TTS = 'interactions/receiving-and-responding.mdx, "Interaction Callback Data Structure": `tts?`'
_UNKNOWN = "discord.py 2.7 sends it; Discord ignores keys that it does not know"
_NSFW = 'interactions/application-commands.mdx, "Application Command Structure": `nsfw?`'
_PERMISSIONS = (
    'interactions/application-commands.mdx, "Application Command Structure": '
    "`default_member_permissions` is a string; discord.py 2.7 sends a number, which Discord takes"
)
_COMMAND: Final[tuple[tuple[str, Payload, str], ...]] = (
    ("nsfw", _BOOLEAN, _NSFW),
    (
        "default_member_permissions",
        {"type": ["string", "integer", "null"], "pattern": "^[0-9]+$"},
        _PERMISSIONS,
    ),
)

_RECORDED = "answers of Discord recorded in 2025 and 2026 have it, see tests/loopback/recorded.json"
_USER: Final[tuple[tuple[str, Payload, str], ...]] = tuple(
    (key, {"type": "null"}, _RECORDED) for key in ("banner_color", "clan", "display_name_styles")
)
_MEMBER: Final[tuple[tuple[str, Payload, str], ...]] = tuple(
    (key, {"type": "null"}, _RECORDED)
    for key in ("display_name_styles", "unusual_dm_activity_until")
)
_GRANTED: Final[tuple[str, Payload, str]] = (
    "permissions",
    {"type": ["string", "integer", "null"]},
    'resources/guild.mdx, "Create Guild Role": `permissions` is a string',
)

PROPERTIES: Final[dict[str, tuple[tuple[str, Payload, str], ...]]] = {
    "ApplicationCommandCreateRequest": _COMMAND,
    "ApplicationCommandUpdateRequest": _COMMAND,
    "ApplicationFormPartial": (
        (
            "description",
            {"type": "string", "maxLength": 400},
            'resources/application.mdx, "Edit Current Application": `description` is a string',
        ),
    ),
    "IncomingWebhookInteractionRequest": (("tts", _BOOLEAN, _TTS),),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": (("tts", _BOOLEAN, _TTS),),
    "IncomingWebhookUpdateRequestPartial": (("tts", _BOOLEAN, _UNKNOWN),),
    "MessageEditRequestPartial": (("tts", _BOOLEAN, _UNKNOWN),),
    "MessageAttachmentRequest": tuple(
        (key, {}, _UNKNOWN)
        for key in ("content_type", "height", "proxy_url", "size", "spoiler", "url", "width")
    ),
    "UserResponse": _USER,
    "UserPIIResponse": (*_USER, ("bio", {"type": "string"}, _RECORDED)),
    "GuildMemberResponse": _MEMBER,
    "PrivateGuildMemberResponse": _MEMBER,
    "CreateRoleRequest": (_GRANTED,),
    "UpdateRoleRequestPartial": (_GRANTED,),
    "GuildChannelResponse": tuple(
        (key, {"type": ["object", "null"]}, _RECORDED) for key in ("theme_color", "icon_emoji")
    ),
    "GuildRoleResponse": (("description", {"type": ["string", "null"]}, _RECORDED),),
    "GuildWithCountsResponse": tuple(
        (key, {}, _RECORDED)
        for key in (
            "embed_channel_id",
            "embed_enabled",
            "hub_type",
            "inventory_settings",
            "latest_onboarding_question_id",
            "owner_configured_content_level",
        )
    ),
    "MessageEmbedResponse": (
        ("id", {"type": "string"}, _RECORDED),
        ("content_scan_version", {"type": "integer"}, _RECORDED),
    ),
    "PrivateApplicationResponse": (
        ("summary", {"const": ""}, "interactions.py 5.16, which serves many bots, reads it"),
    ),
    "RichEmbed": (
        ("flags", {"type": "integer"}, 'resources/message.mdx, "Embed Structure": `flags?`'),
    ),
    "BaseCreateMessageCreateRequest": (("tts", _BOOLEAN, _UNKNOWN),),
    "CreateForumThreadRequest": (("type", {"const": 11}, _UNKNOWN),),
    "CreatedThreadResponse": (
        (
            "message",
            {"$ref": "#/components/schemas/MessageResponse"},
            'resources/channel.mdx, "Start Thread in Forum or Media Channel": a nested message',
        ),
    ),
}
"""By schema: properties that it lacks or gets wrong, how they are, and where that is said."""

PARAMETERS: Final[dict[tuple[str, str], tuple[tuple[str, str], ...]]] = {
    ("POST", "/channels/{}/threads"): (("use_nested_fields", _UNKNOWN),),
    ("PUT", "/guilds/{}/bans/{}"): (("delete_message_seconds", _UNKNOWN),),
}
"""By method and shape of path: query parameters that it does not name, and where they are said."""

SCHEMAS: Final[dict[str, tuple[Payload, str]]] = {
    "InnerErrors": (
        {
            "type": "object",
            "properties": {
                "_errors": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
                        "required": ["code", "message"],
                    },
                }
            },
            "required": ["_errors"],
        },
        'reference.mdx, "Error Messages": the codes inside `_errors` are words',
    ),
    "RatelimitedResponse": (
        {
            "type": "object",
            "properties": {
                "message": {"type": "string"},
                "retry_after": {"type": "number"},
                "global": _BOOLEAN,
                "code": {"type": "integer"},
            },
            "required": ["message", "retry_after", "global"],
        },
        'topics/rate-limits.mdx, "Rate Limit Response Structure": `code?` is optional',
    ),
}
"""By name: schemas that are wrong as a whole, how they are, and where that is said."""
