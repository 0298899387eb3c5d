"""Registering application commands, everywhere or for one guild."""

from loopback.errors import ApiError, ErrorCode
from loopback.interactions.commands import CommandsChanged
from loopback.payload import Payload, as_payloads, is_list, is_payload
from loopback.rest.call import Call, Route
from loopback.validation import commands
from loopback.validation.form import Form


def _scope(call: Call) -> int | None:
    if call.id("application") != call.world.application_id:
        raise ApiError(ErrorCode.MISSING_ACCESS)
    return call.guild().id if "guild" in call.request.match_info else None


async def fetch_all(call: Call) -> list[Payload]:
    """Return the commands of a scope."""
    found = call.platform.commands.of(_scope(call))
    return [each.payload(call.world.application_id) for each in found]


async def fetch(call: Call) -> Payload:
    """Return one command."""
    wanted = call.id("command")
    for each in call.platform.commands.of(_scope(call)):
        if each.id == wanted:
            return each.payload(call.world.application_id)
    raise ApiError(ErrorCode.UNKNOWN_COMMAND)


async def overwrite(call: Call) -> list[Payload]:
    """Replace all commands with these."""
    body = await call.json()
    if not is_list(body) or not all(is_payload(each) for each in body):
        raise Form().refusal("LIST_TYPE_CONVERT", "Only iterables of objects may be used here")
    return _replace(call, as_payloads(body))


async def create(call: Call) -> Payload:
    """Add a command, or replace the one of this name."""
    body = await call.body()
    others = [each.raw for each in call.platform.commands.of(_scope(call))]
    key = (body.get("type") or 1, body.get("name"))
    staying = [each for each in others if (each.get("type") or 1, each.get("name")) != key]
    call.status = 200 if len(staying) < len(others) else 201
    return _replace(call, [*staying, body])[-1]


async def remove(call: Call) -> None:
    """Remove a command."""
    wanted = call.id("command")
    found = call.platform.commands.of(_scope(call))
    if all(each.id != wanted for each in found):
        raise ApiError(ErrorCode.UNKNOWN_COMMAND)
    _replace(call, [each.raw for each in found if each.id != wanted])


def _replace(call: Call, raw: list[Payload]) -> list[Payload]:
    scope = _scope(call)
    form = Form()
    commands.check_all(form, raw, call.world.install_types)
    form.finish()
    found = call.platform.commands.replace(scope, raw)
    call.platform.feed.publish(CommandsChanged())
    return [each.payload(call.world.application_id) for each in found]


_GLOBAL = "/applications/{application}/commands"
_GUILD = "/applications/{application}/guilds/{guild}/commands"

ROUTES = tuple(
    Route(method, path, handler, major)
    for scope, major in ((_GLOBAL, ()), (_GUILD, ("guild",)))
    for method, path, handler in (
        ("GET", scope, fetch_all),
        ("PUT", scope, overwrite),
        ("POST", scope, create),
        ("GET", scope + "/{command}", fetch),
        ("DELETE", scope + "/{command}", remove),
    )
)
