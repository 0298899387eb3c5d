import pytest

from loopback import CannotDo, Choice, Loopback, Person
from tests.loopback.sample_bot import PNG, SampleBot


async def test_a_command_answers_with_a_picture_and_buttons(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    reply = await ann.slash("show")
    message = reply.message
    assert message is not None
    assert (message.content, message.author.id) == ("shown", server.world.bot.id)
    (attachment,) = message.attachments
    assert (attachment.filename, attachment.description) == ("board.png", "An empty board")
    assert (attachment.bytes, attachment.width, attachment.height) == (PNG, 800, 600)
    labels = [button.label for button in message.buttons()]
    assert labels == ["Update", "Later", "Whisper", "Ask", "Never"]
    assert [select.custom_id for select in message.selects()] == ["pick", "whom"]
    assert ann.sees("lobby") == [message]
    assert reply.acknowledged_after is not None
    assert (reply.ephemeral, reply.failed, reply.updated) == (False, None, False)
    assert len(bot.contexts) == 1


async def test_options_arrive_as_the_bot_declared_them(
    bot: SampleBot, ann: Person, bo: Person
) -> None:
    reply = await ann.slash("echo", text="ab", times=2, mood="sad", to=bo)
    assert reply.message is not None
    assert reply.message.content == f"abab sad <@{bo.id}>"
    assert reply.message.pings == {bo.id}
    context = bot.contexts[0]
    assert context.guild is not None
    assert (context.guild.name, context.user.display_name) == ("Server", "Ann")
    assert context.filesize_limit == 10 * 1024 * 1024
    assert context.app_permissions.attach_files


async def test_subcommands_have_their_path(bot: SampleBot, ann: Person) -> None:
    reply = await ann.slash("/table open", name="four")
    assert reply.message is not None
    assert reply.message.content == "opened four"
    assert reply.message.source is not None
    assert reply.message.source.name == "table open"
    assert bot.contexts


async def test_autocomplete_suggests_and_binds_nobody(bot: SampleBot, ann: Person) -> None:
    assert await ann.autocomplete("table close", "name", "t") == [
        Choice("Table two", "two"),
        Choice("Table three", "three"),
    ]
    reply = await ann.slash("table close", name="five")
    assert reply.message is not None
    assert reply.message.content == "closed five"
    assert len(bot.contexts) == 2


@pytest.mark.parametrize(
    ("path", "options", "reason"),
    [
        ("shout", {}, "there is no command /shout here"),
        ("echo", {}, "needs the option 'text'"),
        ("echo", {"text": "a"}, "length 1 is not between 2 and 20"),
        ("echo", {"text": "abc", "times": 4}, "value 4 is not between 1 and 3"),
        ("echo", {"text": "abc", "times": True}, "takes integer values"),
        ("echo", {"text": "abc", "mood": "angry"}, "takes one of"),
        ("echo", {"text": "abc", "to": "Nobody"}, "takes a user"),
        ("echo", {"text": "abc", "colour": "red"}, "has no option 'colour'"),
        ("think", {"ephemeral": "yes"}, "takes true or false"),
    ],
)
@pytest.mark.usefixtures("impatient")
async def test_a_client_does_not_send_what_the_command_forbids(
    bot: SampleBot, ann: Person, path: str, options: dict[str, str | int], reason: str
) -> None:
    with pytest.raises(CannotDo, match=reason):
        await ann.slash(path, values=options)
    assert bot.contexts == []


async def test_a_suggestion_is_sent_as_its_value_or_as_its_name(
    bot: SampleBot, ann: Person
) -> None:
    """A client sends the name if it was typed and not chosen."""
    (suggestion,) = await ann.autocomplete("table close", "name", "on")
    for sent in (suggestion.value, suggestion.name):
        reply = await ann.slash("table close", name=sent)
        assert reply.message is not None
        assert reply.message.content == f"closed {sent}"
    assert len(bot.contexts) == 3


async def test_autocomplete_only_where_there_is_one(bot: SampleBot, ann: Person) -> None:
    with pytest.raises(CannotDo, match="has no autocomplete"):
        await ann.autocomplete("echo", "text", "a")
    assert bot.contexts == []


async def test_commands_work_in_direct_messages(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    reply = await ann.slash("echo", channel=ann.dm(), text="ab", to=bo)
    assert reply.message is not None
    assert reply.message.content.startswith("ab glad")
    assert bot.contexts[0].guild is None
    assert ann.sees(ann.dm()) == [reply.message]
    with pytest.raises(CannotDo, match="does not see"):
        bo.sees(ann.dm())
    assert server.person("Ann").sees("lobby") == []


async def test_resyncing_keeps_the_ids(bot: SampleBot) -> None:
    before = {each.name: each.id for each in await bot.tree.fetch_commands()}
    after = {each.name: each.id for each in await bot.tree.sync()}
    assert before == after
    assert "table" in before
