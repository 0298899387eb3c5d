"""The bot itself: /users/@me, its application, the gateway's address; other users."""

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.gateway.service import URL
from loopback.payload import Payload, snowflake
from loopback.rest.call import Call, Route
from loopback.validation.form import Form
from loopback.world import threads


async def me(call: Call) -> Payload:
    """Return the bot's user."""
    return wire.user(call.world.bot) | {
        "verified": True,
        "mfa_enabled": False,
        "email": None,
        "flags": 0,
        "locale": call.world.bot.locale,
    }


async def application(call: Call) -> Payload:
    """Return the bot's application."""
    world = call.world
    owner = next((each for each in world.users.values() if not each.bot), world.bot)
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00" * 32,
        "owner": wire.user(owner),
        "team": None,
        "flags": 0,
        "interactions_endpoint_url": None,
        "approximate_guild_count": len(world.guilds),
        "integration_types_config": {"0": {}},
        "bot": wire.user(world.bot),
    }


async def gateway(_: Call) -> Payload:
    """Return where the gateway is."""
    return {"url": URL}


async def gateway_for_bots(_: Call) -> Payload:
    """Return where the gateway is and how often it may be entered."""
    return {
        "url": URL,
        "shards": 1,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 86_400_000,
            "max_concurrency": 1,
        },
    }


async def guilds(call: Call) -> list[Payload]:
    """Return the guilds the bot is in."""
    return [
        {"id": str(each.id), "name": each.name, "icon": None, "owner": False, "features": []}
        for each in call.world.guilds.values()
    ]


async def user(call: Call) -> Payload:
    """Return any user."""
    found = call.world.users.get(call.id("user"))
    if found is None:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    return wire.user(found)


async def open_dm(call: Call) -> Payload:
    """Open direct messages with a user. Whether the user takes any shows when one is sent."""
    body = await call.body()
    form = Form()
    recipient = snowflake(body.get("recipient_id"))
    if recipient is None:
        form.at("recipient_id").wrong("BASE_TYPE_REQUIRED", "This field is required")
    form.finish()
    found = call.world.users.get(recipient or 0)
    if found is None:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    if found.bot:
        raise ApiError(ErrorCode.INVALID_RECIPIENT)
    return wire.channel(call.world, threads.open_dm(call.world, found))


ROUTES = (
    Route("GET", "/users/@me", me),
    Route("GET", "/users/@me/guilds", guilds),
    Route("POST", "/users/@me/channels", open_dm),
    Route("GET", "/users/{user}", user),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/@me", application),
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_for_bots),
)
