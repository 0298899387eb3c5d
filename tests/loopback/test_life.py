"""3 seconds to acknowledge, 15 minutes of follow-ups, one first answer."""

import aiohttp
import discord
import pytest

from loopback import Limits, Loopback, Person, Window
from loopback.interactions.lifecycle import Interaction, Status
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import Context, SampleBot, picture, running, sample_server
from tests.loopback.waiting import until


def start(ann: Person, path: str = "silent") -> Interaction:
    return ann.start_slash(path, "lobby", {})


async def heard(bot: SampleBot) -> Context:
    await until(lambda: bool(bot.contexts))
    return bot.contexts[-1]


async def test_after_three_seconds_the_person_sees_a_failure_and_the_bot_10062(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    interaction = start(ann)
    context = await heard(bot)
    server.clock.advance(3.1)
    reply = await ann.outcome(interaction)
    assert reply.failed == "The application did not respond"
    assert (reply.message, reply.acknowledged_after) == (None, None)
    with pytest.raises(discord.NotFound) as caught:
        await context.response.send_message("too late")
    assert caught.value.code == 10062
    assert ann.sees() == []


async def test_a_button_fails_with_its_own_words(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    shown = await ann.slash("show")
    assert shown.message is not None
    await bot.close()
    interaction = ann.start_click(shown.message, custom_id="update")
    server.clock.advance(3.1)
    assert (await ann.outcome(interaction)).failed == "This interaction failed"


async def test_a_second_answer_is_40060(bot: SampleBot, ann: Person) -> None:
    interaction = start(ann)
    context = await heard(bot)
    await context.response.send_message("first")
    another_process = discord.InteractionResponse(context)
    with pytest.raises(discord.HTTPException) as caught:
        await another_process.send_message("second")
    assert (caught.value.status, caught.value.code) == (400, 40060)
    reply = await ann.outcome(interaction)
    assert [each.content for each in ann.sees()] == ["first"]
    assert reply.message is not None


async def test_the_token_ends_after_a_quarter_of_an_hour(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    start(ann)
    context = await heard(bot)
    await context.response.send_message("first")
    server.clock.advance(14 * 60)
    await context.followup.send("in time")
    server.clock.advance(61)
    with pytest.raises(discord.HTTPException) as caught:
        await context.followup.send("late")
    assert (caught.value.status, caught.value.code) == (401, 50027)
    assert [each.content for each in ann.sees()] == ["first", "in time"]


async def test_no_follow_up_before_the_first_answer(bot: SampleBot, ann: Person) -> None:
    start(ann)
    context = await heard(bot)
    with pytest.raises(discord.NotFound) as caught:
        await context.followup.send("early")
    assert caught.value.code == 10015


async def test_a_deferral_shows_thinking_until_it_is_filled(bot: SampleBot, ann: Person) -> None:
    bot.slow = 0.05
    interaction = start(ann, "think")
    await interaction.acknowledged.wait()
    (loading,) = ann.sees()
    assert loading.loading
    assert interaction.status is Status.THINKING
    reply = await ann.outcome(interaction)
    assert reply.message is not None
    assert (reply.message.id, reply.message.loading) == (loading.id, False)
    assert reply.message.content == f"thought, <@{ann.id}>"
    assert len(reply.message.attachments) == 1
    assert reply.message.edited is None


async def test_filling_a_deferral_names_and_does_not_ping(bot: SampleBot, ann: Person) -> None:
    """An edit notifies nobody, and filling a deferral is one (discord-api-docs issue 5497)."""
    reply = await ann.slash("think")
    assert reply.message is not None
    assert (reply.message.mentions, reply.message.pings) == ((ann.id,), frozenset())
    assert bot.contexts


async def test_the_first_follow_up_fills_the_deferral(bot: SampleBot, ann: Person) -> None:
    reply = await ann.slash("think", follow=True, ephemeral=True)
    assert reply.message is not None
    assert reply.ephemeral
    assert ann.sees() == [reply.message]
    assert bot.contexts


async def test_a_promise_not_kept_fails_at_the_tokens_end(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    bot.slow = 60
    interaction = start(ann, "think")
    await interaction.acknowledged.wait()
    server.clock.advance(15 * 60 + 1)
    reply = await ann.outcome(interaction)
    assert reply.failed == "The application did not respond"


async def test_follow_ups_are_read_edited_and_deleted(bot: SampleBot, ann: Person) -> None:
    start(ann)
    context = await heard(bot)
    await context.response.send_message("first", ephemeral=True)
    further = await context.followup.send("more", wait=True, file=picture(), ephemeral=True)
    await further.edit(content="changed", attachments=[])
    assert [(each.content, len(each.attachments)) for each in ann.sees()] == [
        ("first", 0),
        ("changed", 0),
    ]
    assert (await context.followup.fetch_message(further.id)).content == "changed"
    await further.delete()
    await context.edit_original_response(content="last")
    assert (await context.original_response()).content == "last"
    await context.delete_original_response()
    assert ann.sees() == []
    with pytest.raises(discord.NotFound) as caught:
        await context.edit_original_response(content="gone")
    assert caught.value.code == 10008


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_deleting_a_deferral_does_not_change_who_sees_what_follows(
    bot: SampleBot, ann: Person, ephemeral: bool
) -> None:
    """Discord's documentation says nothing of it, so no bot should rely on it."""
    start(ann)
    context = await heard(bot)
    await context.response.defer(ephemeral=ephemeral, thinking=True)
    await context.delete_original_response()
    first = await context.followup.send("first", wait=True)
    second = await context.followup.send("second", wait=True)
    assert (first.flags.ephemeral, second.flags.ephemeral) == (ephemeral, False)


async def test_an_unacknowledged_refused_answer_can_be_repeated(
    bot: SampleBot, ann: Person
) -> None:
    interaction = start(ann)
    context = await heard(bot)
    with pytest.raises(discord.HTTPException) as caught:
        await context.response.send_message("x" * 2001)
    assert caught.value.code == 50035
    await context.response.send_message("short")
    reply = await ann.outcome(interaction)
    assert reply.message is not None
    assert reply.message.content == "short"


async def test_an_empty_answer_counts_as_an_answer(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    interaction = start(ann)
    context = await heard(bot)
    for code in (50006, 40060):
        with pytest.raises(discord.HTTPException) as caught:
            await discord.InteractionResponse(context).send_message("")
        assert caught.value.code == code
    server.clock.advance(3.1)
    assert (await ann.outcome(interaction)).failed == "The application did not respond"


@pytest.mark.parametrize("kind", [6, 7, 8, 1, None])
async def test_a_command_cannot_be_answered_with_an_update(
    server: Loopback, bare: Bare, ann: Person, kind: int | None
) -> None:
    interaction = await _wire_interaction(bare, server, ann)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, answer = await bare("POST", path, {"type": kind}, token=None)
    assert (status, answer["code"]) == (400, 50035)
    assert "type" in answer["errors"]
    status, answer = await bare("POST", path, {"type": 4, "data": {"content": "well"}}, token=None)
    assert (status, answer) == (204, None)


async def _wire_interaction(bare: Bare, server: Loopback, ann: Person) -> Interaction:
    commands = [{"name": "silent", "description": "Stay silent"}]
    application = server.world.application_id
    status, _ = await bare("PUT", f"/applications/{application}/commands", commands)
    assert status == 200
    return start(ann)


async def test_a_first_answer_has_no_rate_limit_headers(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    """Hikari logs an error where they come; its bots run on Discord without one."""
    interaction = await _wire_interaction(bare, server, ann)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    await bare("POST", path, {"type": 4, "data": {"content": "well"}}, token=None)
    assert not [each for each in bare.headers if each.startswith("X-RateLimit")]
    webhook = f"/webhooks/{server.world.application_id}/{interaction.token}"
    await bare("POST", webhook, {"content": "more"}, token=None)
    assert "X-RateLimit-Bucket" in bare.headers


async def test_another_token_answers_nothing(server: Loopback, bare: Bare, ann: Person) -> None:
    interaction = await _wire_interaction(bare, server, ann)
    path = f"/interactions/{interaction.id}/wrong/callback"
    status, answer = await bare("POST", path, {"type": 5}, token=None)
    assert (status, answer["code"]) == (404, 10062)
    status, answer = await bare(
        "POST", f"/webhooks/{server.world.application_id}/wrong", {"content": "x"}, token=None
    )
    assert (status, answer["code"]) == (401, 50027)


async def test_follow_ups_of_one_channel_may_share_a_limit() -> None:
    """No header tells of it before: reported by bots, not documented."""
    limits = Limits(follow_ups=Window(2, 60))
    async with sample_server(limits=limits) as server, running(server) as bot:
        ann = server.person("Ann")
        contexts: list[Context] = []
        for _ in range(2):
            bot.contexts.clear()
            start(ann)
            contexts.append(await heard(bot))
            await contexts[-1].response.send_message("first")
            await contexts[-1].followup.send("within")
        refused: list[str] = []
        async with aiohttp.ClientSession(connector=server.connector()) as session:
            bare = Bare(server, session)
            for context in contexts:
                path = f"/webhooks/{server.world.application_id}/{context.token}"
                status, answer = await bare("POST", path, {"content": "one more"}, token=None)
                assert (status, answer["global"]) == (429, False)
                refused.append(bare.headers["X-RateLimit-Scope"])
        assert refused == ["shared", "shared"]
        assert [each.content for each in ann.sees()] == ["first", "within"] * 2
