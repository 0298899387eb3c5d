"""Events whose channel was deleted while the bot was down, over the wire."""

from pathlib import Path

from loopback import Loopback, Permission, Person
from loopback.model.channels import Channel
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, labels, private
from tests.bot.test_owners_wire import granted
from tests.loopback.waiting import until
from tests.stored import rows


def states(database: Path) -> list[str]:
    return [state for (state,) in rows(database, "SELECT state FROM events ORDER BY id")]


async def posted(ann: Person, channel: Channel, kind: str) -> None:
    preview = private(await ann.slash("event new", channel=channel, game="czech", kind=kind))
    answered(await ann.click(preview, "Post"))


async def test_a_ladder_and_groups_end_with_their_channel(
    server: Loopback, database: Path, ann: Person, bo: Person
) -> None:
    """Nobody could end them by hand: who sees no channel sees none of its events."""
    world = server.world
    attic, lobby = world.add_channel(world.guild(), "attic"), world.channel("lobby")
    granted(server, ann, Permission.MANAGE_MESSAGES)
    async with bot_on(server, database) as bot:
        for channel, kind in ((attic, "ladder"), (attic, "groups"), (lobby, "groups")):
            await posted(ann, channel, kind)
            await delivered(bot)
        (card,) = [each for each in ann.sees("attic") if "Challenge …" in labels(each)]
        for person in (ann, bo):
            await person.click(card, "Join")
        await delivered(bot)
    assert states(database) == ["groups", "open", "open"]
    world.remove_channel(attic)
    async with bot_on(server, database) as bot:
        await until(lambda: states(database) == ["cancelled", "cancelled", "open"])
        await posted(ann, lobby, "ladder")
        await delivered(bot)
    assert states(database)[3:] == ["groups"], "another ladder of this game can be opened"
