"""Members and roles of a guild: joining, leaving, changing, and their events."""

from loopback.model.people import Guild, Member, Role, User
from loopback.world.feed import (
    BanChanged,
    MemberChanged,
    MemberJoined,
    MemberLeft,
    RoleChanged,
    RoleCreated,
    RoleDeleted,
    ThreadMembersChanged,
)
from loopback.world.state import World


def join(world: World, guild: Guild, user: User) -> Member:
    """Let a user join a guild, or return the member that they are; the bot is added with a role."""
    if user is world.bot and user.id not in guild.members:
        world.add_bot(guild)
    elif user.id not in guild.members:
        member = guild.members[user.id] = Member(user, world.clock.now())
        world.feed.publish(MemberJoined(guild, member))
    return guild.members[user.id]


def leave(world: World, guild: Guild, user: User) -> None:
    """Let a member leave a guild and its threads, as a person does who is kicked.

    The bot leaves as `World.remove_bot` says.
    """
    if user is world.bot and user.id in guild.members:
        world.remove_bot(guild)
    elif guild.members.pop(user.id, None) is not None:
        _leave_threads(world, guild, user)
        world.feed.publish(MemberLeft(guild, user))


def _leave_threads(world: World, guild: Guild, user: User) -> None:
    for thread in tuple(world.threads_of(guild)):
        if thread.thread is not None and user.id in thread.thread.member_ids:
            thread.thread.member_ids.remove(user.id)
            world.feed.publish(ThreadMembersChanged(thread, removed=(user.id,)))


def ban(world: World, guild: Guild, user: User) -> None:
    """Ban a user, who leaves."""
    guild.banned.add(user.id)
    world.feed.publish(BanChanged(guild, user, banned=True))
    leave(world, guild, user)


def unban(world: World, guild: Guild, user: User) -> None:
    """Let a user come back."""
    guild.banned.discard(user.id)
    world.feed.publish(BanChanged(guild, user, banned=False))


def change(
    world: World,
    guild: Guild,
    member: Member,
    *,
    nick: str | None,
    role_ids: set[int],
    silent_until: float,
) -> None:
    """Change a member, and publish it if anything is new."""
    before = member.nick, member.role_ids, member.silent_until
    member.nick, member.role_ids, member.silent_until = nick, role_ids, silent_until
    if before != (nick, role_ids, silent_until):
        world.feed.publish(MemberChanged(guild, member))


def set_role(world: World, guild: Guild, member: Member, role: Role, *, held: bool) -> None:
    """Give a member a role or take it."""
    role_ids = member.role_ids | {role.id} if held else member.role_ids - {role.id}
    change(
        world,
        guild,
        member,
        nick=member.nick,
        role_ids=role_ids,
        silent_until=member.silent_until,
    )


def time_out(world: World, guild: Guild, member: Member, seconds: float) -> None:
    """Time a member out for some seconds; 0 ends it."""
    change(
        world,
        guild,
        member,
        nick=member.nick,
        role_ids=member.role_ids,
        silent_until=world.clock.now() + seconds if seconds else 0.0,
    )


def add_role(world: World, guild: Guild, name: str, permissions: int) -> Role:
    """Add a role right above everyone's, as Discord does with one that a bot makes."""
    for each in guild.roles.values():
        each.position += each.id != guild.id
    role = Role(world.ids.next(), name, permissions, 1)
    guild.roles[role.id] = role
    world.feed.publish(RoleCreated(guild, role))
    return role


def note_changed_role(world: World, guild: Guild, role: Role) -> None:
    """Publish that a role is not as it was."""
    world.feed.publish(RoleChanged(guild, role))


def remove_role(world: World, guild: Guild, role: Role) -> None:
    """Delete a role; whoever has it loses it."""
    del guild.roles[role.id]
    for member in guild.members.values():
        member.role_ids.discard(role.id)
    world.feed.publish(RoleDeleted(guild, role))
