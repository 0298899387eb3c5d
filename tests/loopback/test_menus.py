"""Commands in the menus of messages and users."""

import discord
import pytest

from loopback import CannotDo, Person
from loopback.model.messages import MessageType
from tests.loopback.sample_bot import Context, SampleBot


@pytest.fixture
async def menus(bot: SampleBot) -> SampleBot:
    @bot.tree.context_menu(name="As text")
    async def as_text(context: Context, message: discord.Message) -> None:
        await context.response.send_message(f"was: {message.content}", ephemeral=True)

    @bot.tree.context_menu(name="Invite")
    async def invite(context: Context, user: discord.User | discord.Member) -> None:
        is_member = isinstance(user, discord.Member)
        await context.response.send_message(f"{user.mention} {is_member}")

    await bot.tree.sync()
    return bot


async def test_a_message_command_gets_its_message(
    menus: SampleBot, ann: Person, bo: Person
) -> None:
    said = bo.say("my board")
    reply = await ann.use("As text", said)
    assert reply.message is not None
    assert (reply.message.content, reply.ephemeral) == ("was: my board", True)
    assert reply.message.type == MessageType.CONTEXT_MENU_COMMAND
    assert reply.message.source is not None
    assert reply.message.source.target_message_id == said.id
    assert menus.contexts[-1].type is discord.InteractionType.application_command


async def test_a_user_command_gets_its_user(menus: SampleBot, ann: Person, bo: Person) -> None:
    reply = await ann.use("Invite", bo)
    assert reply.message is not None
    assert reply.message.content == f"{bo.mention} True"
    private = await ann.use("Invite", bo, channel=ann.dm())
    assert private.message is not None
    assert private.message.content == f"{bo.mention} False"
    answer = await menus.contexts[-1].original_response()
    metadata = answer.interaction_metadata
    assert metadata is not None
    assert metadata.target_user is not None
    assert metadata.target_user.id == bo.id


@pytest.mark.usefixtures("menus")
@pytest.mark.usefixtures("impatient")
async def test_a_menu_has_only_its_own_commands(ann: Person, bo: Person) -> None:
    with pytest.raises(CannotDo, match="no command 'Invite'; it has: 'As text'"):
        await ann.use("Invite", ann.say("x"))
    with pytest.raises(CannotDo, match="no command 'As text'; it has: 'Invite'"):
        await ann.use("As text", bo)
    assert "As text" not in [each.path for each in ann.usable_commands()]
