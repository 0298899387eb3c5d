"""Requests of a bot on the gateway: members of a guild, soundboards (gateway-events.mdx)."""

from collections.abc import Iterator

from loopback import wire
from loopback.gateway.session import Close, Closed, Intent, Session
from loopback.model.people import Guild, Member
from loopback.payload import Payload, as_payload, is_list, is_payload, snowflake
from loopback.world.state import World

IN_A_CHUNK = 1000
MOST_FOUND = 100
LONGEST_NONCE = 32
"""Bytes; a longer nonce is ignored."""


def member_chunks(world: World, session: Session, data: object) -> Iterator[Payload]:
    """Go through the answers to a request for members; Closed 4001 if it is malformed.

    Without the intent GUILD_MEMBERS, a request for all is not answered (discord-api-docs issue
    5855).
    """
    if not is_payload(data):
        raise Closed(Close.UNKNOWN_OPCODE)
    guild_id, query, limit = snowflake(data.get("guild_id")), data.get("query"), data.get("limit")
    wanted = _wanted(data.get("user_ids"))
    if guild_id is None or not isinstance(query, str | None) or not isinstance(limit, int | None):
        raise Closed(Close.UNKNOWN_OPCODE)
    if query is None and wanted is None:
        raise Closed(Close.UNKNOWN_OPCODE)
    guild = world.guilds.get(guild_id)
    if guild is None or world.bot.id not in guild.members or not session.serves(guild_id):
        return
    if wanted is not None:
        found = [guild.members[each] for each in wanted[:MOST_FOUND] if each in guild.members]
    elif query or session.intents & Intent.GUILD_MEMBERS:
        found = _named(guild, query or "", limit or 0)
    else:
        return
    missing = [str(each) for each in wanted or () if each not in guild.members]
    yield from _chunks(guild, found, missing, data.get("nonce"))


def _wanted(user_ids: object) -> list[int] | None:
    """Read one id or a list of them; None if there is none, Closed 4001 for anything else."""
    if user_ids is None:
        return None
    found = [snowflake(each) for each in (user_ids if is_list(user_ids) else [user_ids])]
    if None in found:
        raise Closed(Close.UNKNOWN_OPCODE)
    return [each for each in found if each is not None]


def _named(guild: Guild, beginning: str, limit: int) -> list[Member]:
    """Return the members whose names begin so: at most 100, or all for an empty beginning."""
    low = beginning.lower()
    found = [each for each in guild.members.values() if each.user.username.startswith(low)]
    most = MOST_FOUND if beginning else len(found)
    return found[: min(limit, most) if limit > 0 else most]


def _chunks(
    guild: Guild, found: list[Member], missing: list[str], nonce: object
) -> Iterator[Payload]:
    count = max(1, -(-len(found) // IN_A_CHUNK))
    for index in range(count):
        held = found[index * IN_A_CHUNK : (index + 1) * IN_A_CHUNK]
        written: Payload = {
            "guild_id": str(guild.id),
            "members": [wire.member_with_user(each) for each in held],
            "chunk_index": index,
            "chunk_count": count,
            "not_found": missing,
        }
        if isinstance(nonce, str) and len(nonce.encode()) <= LONGEST_NONCE:
            written["nonce"] = nonce
        yield written


def soundboards(world: World, session: Session, data: object) -> Iterator[Payload]:
    """Go through the soundboards of guilds, all of which are empty; Closed 4001 for no list."""
    asked = as_payload(data).get("guild_ids")
    if not is_list(asked):
        raise Closed(Close.UNKNOWN_OPCODE)
    for guild_id in asked:
        guild = world.guilds.get(snowflake(guild_id) or 0)
        if guild is not None and world.bot.id in guild.members and session.serves(guild.id):
            yield {"guild_id": str(guild.id), "soundboard_sounds": []}
