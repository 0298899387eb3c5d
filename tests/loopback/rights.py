"""Rights for the bot."""

from loopback import Loopback
from loopback.model.people import Role
from loopback.world import membership


def grant(server: Loopback, permissions: int, *, position: int = 5) -> Role:
    """Give the bot a role with these permissions; its other roles stay."""
    world = server.world
    guild = world.guild()
    role = membership.add_role(world, guild, "Granted", int(permissions))
    role.position = position
    membership.set_role(world, guild, guild.members[world.bot.id], role, held=True)
    return role
