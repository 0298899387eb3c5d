"""First answers to interactions, and the webhook that an interaction has for 15 minutes.

Discord's first answers have no rate-limit headers: hikari, which runs in production, logs an error
where a header names a bucket of that route.
"""

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.interactions.lifecycle import Interaction
from loopback.interactions.responses import MESSAGE, UPDATE
from loopback.model.messages import Message
from loopback.payload import Payload
from loopback.rest.call import Call, Route


async def answer(call: Call) -> Payload | None:
    """Accept the first answer; 204 unless the bot asks for a body.

    Only types 4 and 7 have a `resource` (receiving-and-responding.mdx, "Interaction Callback
    Resource Object"; the description of the API says so too).
    """
    interactions = call.platform.interactions
    token = call.request.match_info["token"]
    interactions.to_answer(call.id("interaction"), token)
    body = await call.body()
    interaction = interactions.to_answer(call.id("interaction"), token)
    message = call.platform.responses.first(interaction, body, call.files)
    if not call.flag("with_response"):
        return None
    written: Payload = {
        "interaction": {"id": str(interaction.id), "type": int(interaction.kind)},
    }
    if message is not None:
        written["interaction"] |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
    if message is not None and body["type"] in (MESSAGE, UPDATE):
        written["resource"] = {"type": body["type"], "message": wire.message(call.world, message)}
    return written


def _interaction(call: Call) -> Interaction:
    if call.id("application") != call.world.application_id:
        raise ApiError(ErrorCode.UNKNOWN_WEBHOOK)
    return call.platform.interactions.of_token(call.request.match_info["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    if call.request.match_info.get("message", "@original") == "@original":
        return call.platform.responses.original(interaction)
    return call.platform.responses.made(interaction, call.id("message"))


async def follow_up(call: Call) -> Payload:
    """Send a follow-up message. It is always returned, whatever `wait` says."""
    interaction = _interaction(call)
    body = await call.body()
    message = call.platform.responses.follow_up(interaction, body, call.files)
    return wire.message(call.world, message)


async def fetch(call: Call) -> Payload:
    """Return a message of this interaction."""
    return wire.message(call.world, _message(call, _interaction(call)))


async def edit(call: Call) -> Payload:
    """Edit a message of this interaction."""
    interaction = _interaction(call)
    body = await call.body()
    message = _message(call, interaction)
    return wire.message(
        call.world, call.platform.responses.edit(interaction, message, body, call.files)
    )


async def delete(call: Call) -> None:
    """Delete a message of this interaction."""
    interaction = _interaction(call)
    call.platform.responses.delete(interaction, _message(call, interaction))


ROUTES = (
    Route("POST", "/interactions/{interaction}/{token}/callback", answer, open=True, window=None),
)
