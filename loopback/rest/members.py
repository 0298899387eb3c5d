"""The members of a guild and their roles (reference, "Guild Resource", "Permissions")."""

from collections import Counter

from loopback import wire
from loopback.errors import ApiError, ErrorCode
from loopback.model import permissions
from loopback.model.people import Guild, Member, Role
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_payload
from loopback.rest.call import Call, Route
from loopback.validation.form import Form
from loopback.world import membership

LONGEST_TIME_OUT = 28 * 24 * 3600
MOST_LISTED = 1000
MOST_ID = 1 << 64


def _member(call: Call, guild: Guild) -> Member:
    found = guild.members.get(call.id("user"))
    if found is None:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return found


def _role(call: Call, guild: Guild) -> Role:
    found = guild.roles.get(call.id("role"))
    if found is None:
        raise ApiError(ErrorCode.UNKNOWN_ROLE)
    return found


def _outrank(call: Call, guild: Guild, user_id: int) -> None:
    """Raise ApiError 50013 unless the bot stands above a member ("Permission Hierarchy")."""
    if user_id != call.world.bot.id and guild.rank(call.world.bot.id) <= guild.rank(user_id):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)


def _master(call: Call, guild: Guild, role: Role) -> None:
    """Raise ApiError 50013 unless the bot may manage roles and stands above this one."""
    call.need_in(guild, Permission.MANAGE_ROLES)
    if guild.rank(call.world.bot.id) <= role.position:
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)


def _given_by_hand(guild: Guild, role: Role) -> None:
    """Raise ApiError 50028 for the role of everyone and for those that Discord manages."""
    if role.id == guild.id or role.bot_id is not None:
        raise ApiError(ErrorCode.INVALID_ROLE)


async def fetch(call: Call) -> Payload:
    """Return a member of a guild."""
    return wire.member_of_rest(_member(call, call.guild()))


async def fetch_all(call: Call) -> list[Payload]:
    """Return members by their ids, in pages."""
    limit, after = call.limit(MOST_LISTED, default=1), call.query_id("after") or 0
    found = sorted(call.guild().members.values(), key=lambda each: each.user.id)
    return [wire.member_of_rest(each) for each in found if each.user.id > after][:limit]


async def search(call: Call) -> list[Payload]:
    """Return members whose names begin so."""
    wanted, limit = call.request.query.get("query", "").lower(), call.limit(MOST_LISTED, default=1)
    return [
        wire.member_of_rest(each)
        for each in call.guild().members.values()
        if each.user.username.startswith(wanted) or (each.nick or "").lower().startswith(wanted)
    ][:limit]


async def change(call: Call) -> Payload:
    """Change a member's nickname, roles or time-out."""
    guild = call.guild()
    return await _changed(call, guild, _member(call, guild))


async def change_me(call: Call) -> Payload:
    """Change the bot's own nickname."""
    guild = call.guild()
    return await _changed(call, guild, guild.members[call.world.bot.id])


async def _changed(call: Call, guild: Guild, member: Member) -> Payload:
    body = await call.body()
    form = Form()
    form.text(body, "nick", 0, 32, required=False)
    _outrank(call, guild, member.user.id)
    nick, role_ids, until = member.nick, member.role_ids, member.silent_until
    if "nick" in body:
        if member.user is not call.world.bot:
            call.need_in(guild, Permission.MANAGE_NICKNAMES)
        nick = body["nick"] or None
    wanted = set(form.ids(body, "roles"))
    form.boolean(body, "mute")
    form.boolean(body, "deaf")
    form.id(body, "channel_id")
    form.not_kept(body, ("flags", "avatar", "banner", "bio"))
    form.finish()
    if any(body.get(key) is not None for key in ("mute", "deaf", "channel_id")):
        raise ApiError(ErrorCode.NOT_IN_VOICE)
    if body.get("roles") is not None:
        for role_id in wanted ^ role_ids:
            if role_id not in guild.roles:
                raise ApiError(ErrorCode.UNKNOWN_ROLE)
            _master(call, guild, guild.roles[role_id])
        role_ids = wanted
    if "communication_disabled_until" in body:
        call.need_in(guild, Permission.MODERATE_MEMBERS)
        is_mighty = permissions.in_guild(guild, member.user.id) & Permission.ADMINISTRATOR
        if is_mighty and body["communication_disabled_until"] is not None:
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)
        until = _end(call, form, body)
    form.finish()
    membership.change(call.world, guild, member, nick=nick, role_ids=role_ids, silent_until=until)
    return wire.member_of_rest(member)


def _end(call: Call, form: Form, body: Payload) -> float:
    """Read the end of a time-out, at most 28 days from now; a null ends it."""
    end = form.moment(body, "communication_disabled_until") or 0.0
    if end > call.world.clock.now() + LONGEST_TIME_OUT:
        place = form.at("communication_disabled_until")
        place.wrong("INVALID_COMMUNICATION_DISABLED_TIMESTAMP", "Invalid timestamp")
    return end


async def give_role(call: Call) -> None:
    """Give a member a role."""
    _set_role(call, held=True)


async def take_role(call: Call) -> None:
    """Take a role from a member."""
    _set_role(call, held=False)


def _set_role(call: Call, *, held: bool) -> None:
    guild = call.guild()
    member, role = _member(call, guild), _role(call, guild)
    call.need_in(guild, Permission.MANAGE_ROLES)
    _given_by_hand(guild, role)
    _master(call, guild, role)
    membership.set_role(call.world, guild, member, role, held=held)


async def kick(call: Call) -> None:
    """Remove a member."""
    guild = call.guild()
    member = _member(call, guild)
    call.need_in(guild, Permission.KICK_MEMBERS)
    _outrank(call, guild, member.user.id)
    membership.leave(call.world, guild, member.user)


async def ban(call: Call) -> None:
    """Ban a user, member or not."""
    guild, user = call.guild(), call.user()
    call.need_in(guild, Permission.BAN_MEMBERS)
    _outrank(call, guild, user.id)
    membership.ban(call.world, guild, user)


def _ban(call: Call, user_id: int) -> Payload:
    return {"user": wire.user_of_rest(call.world.users[user_id]), "reason": None}


async def fetch_bans(call: Call) -> list[Payload]:
    """Return the bans of a guild by the ids of the users, in pages."""
    guild = call.guild()
    call.need_in(guild, Permission.BAN_MEMBERS)
    limit, after = call.limit(MOST_LISTED, default=MOST_LISTED), call.query_id("after") or 0
    before = call.query_id("before") or MOST_ID
    found = [each for each in sorted(guild.banned) if after < each < before]
    return [_ban(call, each) for each in found[:limit]]


async def fetch_ban(call: Call) -> Payload:
    """Return a ban; the reason isn't kept."""
    guild, user_id = call.guild(), call.id("user")
    call.need_in(guild, Permission.BAN_MEMBERS)
    if user_id not in guild.banned:
        raise ApiError(ErrorCode.UNKNOWN_BAN)
    return _ban(call, user_id)


async def leave(call: Call) -> None:
    """Let the bot leave a guild."""
    membership.leave(call.world, call.guild(), call.world.bot)


async def unban(call: Call) -> None:
    """Let a user come back."""
    guild, user = call.guild(), call.user()
    call.need_in(guild, Permission.BAN_MEMBERS)
    if user.id not in guild.banned:
        raise ApiError(ErrorCode.UNKNOWN_BAN)
    membership.unban(call.world, guild, user)


async def roles(call: Call) -> list[Payload]:
    """Return a guild's roles."""
    return [wire.role_of_rest(each) for each in call.guild().roles.values()]


async def fetch_role(call: Call) -> Payload:
    """Return a role."""
    return wire.role_of_rest(_role(call, call.guild()))


async def count_roles(call: Call) -> Payload:
    """Return the numbers of members by their roles, without everyone's."""
    guild = call.guild()
    counts = Counter(each for member in guild.members.values() for each in member.role_ids)
    return {str(each): counts[each] for each in guild.roles if each != guild.id}


async def create_role(call: Call) -> Payload:
    """Create a role."""
    guild = call.guild()
    call.need_in(guild, Permission.MANAGE_ROLES)
    body = await call.body()
    _check_role(call, guild, body)
    usual = guild.roles[guild.id].permissions
    granted = usual if body.get("permissions") is None else int(body["permissions"])
    role = membership.add_role(call.world, guild, body.get("name") or "new role", granted)
    _fill(role, body)
    return wire.role_of_rest(role)


async def change_role(call: Call) -> Payload:
    """Change a role."""
    guild = call.guild()
    role = _role(call, guild)
    _master(call, guild, role)
    body = await call.body()
    _check_role(call, guild, body)
    role.name = body.get("name") or role.name
    if body.get("permissions") is not None:
        role.permissions = int(body["permissions"])
    _fill(role, body)
    membership.note_changed_role(call.world, guild, role)
    return wire.role_of_rest(role)


def _check_role(call: Call, guild: Guild, body: Payload) -> None:
    """Check a role: a bot can't give what it hasn't got (ApiError 50013)."""
    form = Form()
    form.text(body, "name", 1, 100, required=False)
    form.number(body, "color", 0, 0xFFFFFF, default=0)
    colours, place = form.part(body, "colors"), form.at("colors")
    place.number(colours, "primary_color", 0, 0xFFFFFF, default=0)
    place.not_kept(colours, ("secondary_color", "tertiary_color"))
    form.not_kept(body, ("icon", "unicode_emoji"))
    form.boolean(body, "hoist")
    form.boolean(body, "mentionable")
    granted = form.permissions(body, "permissions")
    form.finish()
    own = permissions.in_guild(guild, call.world.bot.id)
    if not own & Permission.ADMINISTRATOR and (granted or 0) & ~own:
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)


def _fill(role: Role, body: Payload) -> None:
    main = as_payload(body.get("colors")).get("primary_color", body.get("color"))
    role.colour = role.colour if main is None else main
    role.hoist = bool(body.get("hoist", role.hoist))
    role.mentionable = bool(body.get("mentionable", role.mentionable))


async def remove_role(call: Call) -> None:
    """Delete a role."""
    guild = call.guild()
    role = _role(call, guild)
    call.need_in(guild, Permission.MANAGE_ROLES)
    _given_by_hand(guild, role)
    _master(call, guild, role)
    membership.remove_role(call.world, guild, role)


_GUILD = ("guild",)
_MEMBERS, _ROLES = "/guilds/{guild}/members", "/guilds/{guild}/roles"
_BAN = "/guilds/{guild}/bans/{user}"

_OF_GUILDS = (
    ("GET", _MEMBERS, fetch_all),
    ("GET", _MEMBERS + "/search", search),
    ("PATCH", _MEMBERS + "/@me", change_me),
    ("GET", _MEMBERS + "/{user}", fetch),
    ("PATCH", _MEMBERS + "/{user}", change),
    ("DELETE", _MEMBERS + "/{user}", kick),
    ("PUT", _MEMBERS + "/{user}/roles/{role}", give_role),
    ("DELETE", _MEMBERS + "/{user}/roles/{role}", take_role),
    ("GET", "/guilds/{guild}/bans", fetch_bans),
    ("GET", _BAN, fetch_ban),
    ("PUT", _BAN, ban),
    ("DELETE", _BAN, unban),
    ("GET", _ROLES, roles),
    ("POST", _ROLES, create_role),
    ("GET", _ROLES + "/member-counts", count_roles),
    ("GET", _ROLES + "/{role}", fetch_role),
    ("PATCH", _ROLES + "/{role}", change_role),
    ("DELETE", _ROLES + "/{role}", remove_role),
)

ROUTES = (
    Route("DELETE", "/users/@me/guilds/{guild}", leave),
    *(Route(method, path, handler, _GUILD) for method, path, handler in _OF_GUILDS),
)
