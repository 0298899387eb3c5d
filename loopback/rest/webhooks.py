"""Webhooks of channels (reference, "Webhook Resource").

Interactions have webhooks at the same addresses, with the application's id.
"""

import secrets
from collections.abc import Mapping

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.interactions.responses import check_edit, check_new
from loopback.model.channels import Channel, Webhook
from loopback.model.messages import Message, MessageFlag
from loopback.model.people import User
from loopback.model.permissions import Permission
from loopback.payload import Payload
from loopback.rest import interactions
from loopback.rest.call import Answer, Call, Handler, Route, webhook
from loopback.validation.form import Form
from loopback.validation.messages import flags_of
from loopback.world import archiving, posting
from loopback.world.feed import WebhooksChanged

MOST_WEBHOOKS = 15
_MAY_SET = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


async def create(call: Call) -> Payload:
    """Create a webhook; ApiError 30007 for the sixteenth of a channel."""
    channel = call.channel(Permission.MANAGE_WEBHOOKS)
    body = await call.body()
    form = Form()
    form.text(body, "name", 1, 80)
    form.finish()
    if channel.guild_id is None or channel.thread is not None:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    if len(_of(call, channel.id)) >= MOST_WEBHOOKS:
        raise ApiError(ErrorCode.TOO_MANY_WEBHOOKS)
    made = Webhook(
        call.world.ids.next(),
        secrets.token_urlsafe(51),
        channel.guild_id,
        channel.id,
        body["name"],
        call.world.bot.id,
    )
    call.world.webhooks[made.id] = made
    call.platform.feed.publish(WebhooksChanged(channel))
    return _written(call, made)


def _of(call: Call, channel_id: int) -> list[Webhook]:
    return [each for each in call.world.webhooks.values() if each.channel_id == channel_id]


def _written(call: Call, what: Webhook) -> Payload:
    return {
        "id": str(what.id),
        "type": 1,
        "name": what.name,
        "avatar": None,
        "guild_id": str(what.guild_id),
        "channel_id": str(what.channel_id),
        "application_id": str(call.world.application_id),
        "token": what.token,
        "url": f"https://discord.com/api/webhooks/{what.id}/{what.token}",
        "user": wire.user_of_rest(call.world.users[what.creator_id]),
    }


async def of_channel(call: Call) -> list[Payload]:
    """Return the webhooks of a channel."""
    channel = call.channel(Permission.MANAGE_WEBHOOKS)
    return [_written(call, each) for each in _of(call, channel.id)]


async def of_guild(call: Call) -> list[Payload]:
    """Return the webhooks of a guild."""
    guild = call.guild()
    call.need_in(guild, Permission.MANAGE_WEBHOOKS)
    found = [each for each in call.world.webhooks.values() if each.guild_id == guild.id]
    return [_written(call, each) for each in found]


async def change(call: Call) -> Payload:
    """Rename a webhook. Moving it to another channel isn't supported here, nor a picture."""
    found, form, body = _webhook(call), Form(), await call.body()
    form.text(body, "name", 1, 80, required=False)
    form.not_kept(body, ("avatar", "channel_id"))
    form.finish()
    found.name = body.get("name") or found.name
    call.platform.feed.publish(WebhooksChanged(call.world.channels[found.channel_id]))
    return await fetch(call)


def _webhook(call: Call) -> Webhook:
    """Return the webhook in the path; ApiError 10015, or 50027 for a wrong token."""
    found = call.world.webhooks.get(call.id("application"))
    if found is None:
        raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
    token = call.request.match_info.get("token")
    if token is None:
        call.need(call.world.channels[found.channel_id], Permission.MANAGE_WEBHOOKS)
    elif not secrets.compare_digest(token, found.token):
        raise ApiError(ErrorCode.INVALID_TOKEN)
    return found


async def fetch(call: Call) -> Payload:
    """Return a webhook; with its token, without who made it."""
    written = _written(call, _webhook(call))
    if "token" in call.request.match_info:
        del written["user"]
    return written


async def remove(call: Call) -> None:
    """Delete a webhook."""
    found = _webhook(call)
    del call.world.webhooks[found.id]
    call.platform.feed.publish(WebhooksChanged(call.world.channels[found.channel_id]))


async def execute(call: Call) -> Payload | None:
    """Send a message through a webhook, perhaps into a thread; 204 unless the bot waits for it."""
    found = _webhook(call)
    place = _place(call, found)
    if archiving.takes_no_webhook(call.world, place) and place.thread and place.thread.locked:
        raise ApiError(ErrorCode.ARCHIVED_THREAD)
    body = await call.body()
    form = Form()
    form.text(body, "username", 1, 80, required=False)
    flags = flags_of(body, _MAY_SET)
    check_new(form, body, call.files, flags)
    name = str(body.get("username") or found.name)
    message = posting.post(
        call.world,
        place,
        User(found.id, name, name, bot=True),
        body,
        call.files,
        flags=flags,
        webhook_id=found.id,
    )
    return wire.message(call.world, message) if call.flag("wait") else None


def _place(call: Call, found: Webhook) -> Channel:
    thread_id = call.query_id("thread_id")
    place = call.world.channels[found.channel_id]
    if thread_id is None:
        return place
    thread = call.world.channels.get(thread_id)
    if thread is None or thread.parent_id != place.id:
        raise ApiError(ErrorCode.UNKNOWN_CHANNEL)
    return thread


def _message(call: Call) -> Message:
    found = _webhook(call)
    message = call.world.messages.get(call.id("message"))
    if message is None or message.webhook_id != found.id:
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    return message


async def fetch_message(call: Call) -> Payload:
    """Return a message of a webhook."""
    return wire.message(call.world, _message(call))


async def edit_message(call: Call) -> Payload:
    """Edit a message of a webhook."""
    message = _message(call)
    body = await call.body()
    check_edit(Form(), message, body, call.files)
    return wire.message(call.world, posting.edit(call.world, message, body, call.files))


async def delete_message(call: Call) -> None:
    """Delete a message of a webhook."""
    posting.delete(call.world, _message(call))


def _either(of_interaction: Handler, of_channel: Handler) -> Handler:
    """Return a handler for the webhooks of interactions and of channels alike."""

    async def handle(call: Call) -> Answer:
        if call.id("application") in call.world.webhooks:
            return await of_channel(call)
        return await of_interaction(call)

    return handle


follow_up = _either(interactions.follow_up, execute)
_PATH = "/webhooks/{application}/{token}"
_MESSAGE = _PATH + "/messages/{message}"
_OPEN: Mapping[tuple[str, str], Handler] = {
    ("POST", _PATH): follow_up,
    ("GET", _PATH): fetch,
    ("PATCH", _PATH): change,
    ("DELETE", _PATH): remove,
    ("GET", _MESSAGE): _either(interactions.fetch, fetch_message),
    ("PATCH", _MESSAGE): _either(interactions.edit, edit_message),
    ("DELETE", _MESSAGE): _either(interactions.delete, delete_message),
}

ROUTES = (
    *(
        Route(method, path, handler, ("application", "token"), open=True, window=webhook)
        for (method, path), handler in _OPEN.items()
    ),
    Route("POST", "/channels/{channel}/webhooks", create, ("channel",)),
    Route("GET", "/channels/{channel}/webhooks", of_channel, ("channel",)),
    Route("GET", "/guilds/{guild}/webhooks", of_guild, ("guild",)),
    Route("GET", "/webhooks/{application}", fetch, ("application",)),
    Route("PATCH", "/webhooks/{application}", change, ("application",)),
    Route("DELETE", "/webhooks/{application}", remove, ("application",)),
)
