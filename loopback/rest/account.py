"""The bot itself: /users/@me, its application, the gateway's address; other users."""

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.model import permissions
from loopback.payload import Payload, as_list, as_payload, snowflake
from loopback.rest.call import Call, Route
from loopback.validation.form import REQUIRED, Form
from loopback.world import threads

_DESCRIPTION = 400
_TAGS = 5
_TAG = 20
"""The most characters of a description, tags, and characters of a tag."""


async def me(call: Call) -> Payload:
    """Return the bot's user."""
    return wire.user_of_rest(call.world.bot) | {
        "bio": "",
        "premium_type": 0,
        "verified": True,
        "mfa_enabled": False,
        "email": None,
        "locale": call.world.bot.locale,
    }


async def application(call: Call) -> Payload:
    """Return the bot's application."""
    world = call.world
    owner = next((each for each in world.users.values() if not each.bot), world.bot)
    usual: Payload = {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "00" * 32,
        "owner": wire.user_of_rest(owner),
        "team": None,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "approximate_guild_count": len(world.installed_guilds()),
        "approximate_user_install_count": sum(each.has_installed for each in world.users.values()),
        "approximate_user_authorization_count": 0,
        "integration_types_config": {str(kind): chosen for kind, chosen in world.installs.items()},
        "bot": wire.user_of_rest(world.bot),
    }
    return usual | world.portal


async def edit_application(call: Call) -> Payload:
    """Change the installs, the description and the tags; other settings are not taken here."""
    body = await call.body()
    form = Form()
    form.not_kept(body, body.keys() - {"integration_types_config", "description", "tags"})
    keys = ("description", "tags")
    words: Payload = {key: body[key] for key in keys if body.get(key) is not None}
    form.text(words, "description", 0, _DESCRIPTION, required=False)
    form.texts(words, "tags", _TAGS, _TAG)
    configuration = form.at("integration_types_config")
    installs: dict[int, Payload] = {}
    for kind, chosen in as_payload(body.get("integration_types_config") or {}).items():
        place = configuration.at(kind)
        if kind not in ("0", "1"):
            place.wrong("BASE_TYPE_CHOICES", "Value must be one of ('0', '1').")
        elif chosen is not None:
            installs[int(kind)] = _install(place, as_payload(chosen))
    form.finish()
    if installs:
        call.world.installs = installs
    call.world.portal = {**call.world.portal, **words}
    return await application(call)


def _install(place: Form, chosen: Payload) -> Payload:
    """Read the settings of one kind of install. Users can't install a bot's user."""
    params = chosen.get("oauth2_install_params")
    if params is None:
        return {}
    scopes = place.at("oauth2_install_params", "scopes")
    asked = as_list(as_payload(params).get("scopes"))
    if "applications.commands" not in asked:
        scopes.wrong("APPLICATION_INSTALL_PARAMS", "applications.commands is required.")
    if place.path[-1] == "1" and asked != ["applications.commands"]:
        scopes.wrong("APPLICATION_INSTALL_PARAMS", "Users install applications.commands alone.")
    granted = str(as_payload(params).get("permissions") or 0)
    return {"oauth2_install_params": {"scopes": asked, "permissions": granted}}


async def gateway(call: Call) -> Payload:
    """Return the gateway's address."""
    return {"url": call.world.addresses.gateway}


async def gateway_for_bots(call: Call) -> Payload:
    """Return the gateway's address, the shards to use, and the sessions that may be started."""
    starts = call.platform.gateway.starts
    return {
        "url": call.world.addresses.gateway,
        "shards": starts.limits.shards,
        "session_start_limit": {
            "total": starts.limits.starts,
            "remaining": starts.remaining,
            "reset_after": round(1000 * starts.reset_after),
            "max_concurrency": starts.limits.max_concurrency,
        },
    }


async def guilds(call: Call) -> list[Payload]:
    """Return the guilds that the bot is in: up to `limit` after one of them, in their order."""
    after, limit = call.query_id("after") or 0, call.limit(200, default=200)
    found = sorted(call.world.installed_guilds(), key=lambda each: each.id)
    return [
        {
            "id": str(each.id),
            "name": each.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(permissions.in_guild(each, call.world.bot.id)),
            "features": [],
        }
        | call.counts(each)
        for each in [each for each in found if each.id > after][:limit]
    ]


async def user(call: Call) -> Payload:
    """Return any user."""
    return wire.user_of_rest(call.user())


async def open_dm(call: Call) -> Payload:
    """Open direct messages with a user. Sending fails later if the user takes none."""
    body = await call.body()
    recipient = snowflake(body.get("recipient_id"))
    if recipient is None:
        raise Form(("recipient_id",)).refusal(*REQUIRED)
    found = call.world.users.get(recipient)
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
    Route("PATCH", "/applications/@me", edit_application),
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_for_bots),
)
