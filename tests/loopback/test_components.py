import asyncio
import re
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import ui

from loopback import CannotDo, ComponentType, Loopback, Message, Modal, Person
from loopback.model.channels import ChannelType
from tests.loopback.sample_bot import SampleBot
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until


@pytest.fixture
async def panel(bot: SampleBot, ann: Person) -> Message:
    reply = await ann.slash("show")
    bot.contexts.clear()
    assert reply.message is not None
    return reply.message


async def test_a_button_updates_its_message(panel: Message, ann: Person, bo: Person) -> None:
    reply = await bo.click(panel, label="Update")
    assert reply.updated
    assert reply.message is not None
    assert (reply.message.id, reply.message.content) == (panel.id, "updated")
    assert reply.message.edited is not None
    assert ann.sees() == [reply.message]
    assert panel.content == "shown"


async def test_a_deferred_update_is_waited_for(panel: Message, ann: Person) -> None:
    reply = await ann.click(panel, custom_id="later")
    assert reply.updated
    assert reply.message is not None
    assert reply.message.content == "updated later"


async def test_an_ephemeral_answer_is_seen_by_one(panel: Message, ann: Person, bo: Person) -> None:
    reply = await ann.click(panel, label="Whisper")
    assert reply.ephemeral
    assert reply.message is not None
    assert ann.sees()[-1] == reply.message
    assert bo.sees() == [panel]
    with pytest.raises(CannotDo, match="does not see"):
        await bo.click(reply.message, label="Update")
    ann.dismiss(reply.message)
    assert ann.sees() == [panel]


async def test_a_modal_is_filled_in(panel: Message, ann: Person) -> None:
    asked = await ann.click(panel, label="Ask")
    assert asked.message is None
    modal = asked.modal
    assert modal is not None
    assert (modal.title, [each.custom_id for each in modal.inputs()]) == (
        "Your move",
        ["typed", "remark", "side"],
    )
    reply = await ann.submit(modal, {"typed": "c3-d4"})
    assert reply.message is not None
    assert reply.message.content == "typed c3-d4"


async def test_an_input_is_named_by_its_label_too(panel: Message, ann: Person) -> None:
    modal = await _asked(ann, panel)
    reply = await ann.submit(modal, {"Move": "c3-d4", "Remark": "!"})
    assert reply.message is not None
    assert reply.message.content == "typed c3-d4!"


async def test_one_option_of_a_radio_group_is_picked(panel: Message, ann: Person) -> None:
    modal = await _asked(ann, panel)
    reply = await ann.submit(modal, {"Move": "c3-d4", "Side": "B"})
    assert reply.message is not None
    assert reply.message.content == "typed c3-d4B"


async def test_a_label_of_two_inputs_names_neither(panel: Message, ann: Person) -> None:
    modal = await _asked(ann, panel)
    other = {"type": 18, "label": "Move", "component": {"type": 4, "custom_id": "other"}}
    components = [*modal.raw["components"], other]
    twice = replace(modal, raw=modal.raw | {"components": components})
    with pytest.raises(CannotDo, match="has more than one input 'Move'"):
        await ann.submit(twice, {"Move": "c3"})


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({}, "'Move' must be filled in"),
        ({"typed": "c"}, "takes 2 to 10 characters, not 1"),
        ({"typed": "c3", "other": "x"}, "has no input 'other'"),
        ({"typed": ["c3"]}, "takes a text"),
        ({"typed": "c3", "side": "Red"}, "has no option 'Red'; it has: ['W', 'B']"),
        ({"typed": "c3", "side": ["W", "B"]}, "takes one option, not 2"),
    ],
)
async def test_a_modal_is_not_sent_with_what_it_forbids(
    bot: SampleBot, panel: Message, ann: Person, values: dict[str, str | list[str]], reason: str
) -> None:
    modal = await _asked(ann, panel)
    bot.contexts.clear()
    with pytest.raises(CannotDo, match=re.escape(reason)):
        await ann.submit(modal, values)
    assert bot.contexts == []


async def _asked(person: Person, panel: Message) -> Modal:
    modal = (await person.click(panel, label="Ask")).modal
    assert modal is not None
    return modal


async def test_nobody_sends_another_persons_modal(panel: Message, ann: Person, bo: Person) -> None:
    modal = await _asked(ann, panel)
    with pytest.raises(CannotDo, match="does not see the modal"):
        await bo.submit(modal, {"typed": "c3"})


async def test_values_are_chosen(panel: Message, ann: Person, bo: Person) -> None:
    reply = await ann.choose(panel, "a", "c", custom_id="pick")
    assert reply.message is not None
    assert reply.message.content == "picked a,c"
    reply = await ann.choose(panel, bo, placeholder="Whom")
    assert reply.message is not None
    assert reply.message.content == "chose Bo"


async def test_a_client_refuses_what_no_person_can_press(
    bot: SampleBot, panel: Message, ann: Person
) -> None:
    with pytest.raises(CannotDo, match="'Never' is disabled"):
        await ann.click(panel, label="Never")
    with pytest.raises(CannotDo, match="no button 'Missing'"):
        await ann.click(panel, label="Missing")
    with pytest.raises(CannotDo, match="has no option 'd'"):
        await ann.choose(panel, "d", custom_id="pick")
    with pytest.raises(CannotDo, match="takes 1 to 2 values, not 3"):
        await ann.choose(panel, "a", "b", "c", custom_id="pick")
    with pytest.raises(CannotDo, match="only once"):
        await ann.choose(panel, "a", "a", custom_id="pick")
    with pytest.raises(CannotDo, match="more than one select"):
        await ann.choose(panel, "a")
    assert bot.contexts == []


async def test_a_deleted_message_has_no_buttons(
    bot: SampleBot, panel: Message, ann: Person
) -> None:
    channel = bot.get_partial_messageable(panel.channel_id)
    await channel.get_partial_message(panel.id).delete()
    with pytest.raises(CannotDo, match="was deleted"):
        await ann.click(panel, label="Update")


async def test_components_v2(bot: SampleBot, ann: Person) -> None:
    reply = await ann.slash("layout")
    message = reply.message
    assert message is not None
    assert message.texts() == ("Look at **this**",)
    assert [each.kind for each in message.components] == [
        ComponentType.TEXT_DISPLAY,
        ComponentType.MEDIA_GALLERY,
        ComponentType.ACTION_ROW,
    ]
    assert [each.label for each in message.buttons()] == ["Fine"]
    original = await bot.contexts[0].original_response()
    gallery = original.components[1].to_dict()
    assert gallery["items"][0]["media"]["url"] == original.attachments[0].url  # type: ignore[typeddict-item]


async def test_a_menu_of_channels_takes_its_kinds_alone(
    server: Loopback, bot: SampleBot, ann: Person
) -> None:
    voice = server.world.add_channel(server.world.guild(), "voice", type=ChannelType.VOICE)
    text = server.world.channel("lobby")
    kinds = [discord.ChannelType.text]
    view = ui.View(timeout=None).add_item(ui.ChannelSelect(channel_types=kinds, custom_id="some"))
    view.add_item(ui.ChannelSelect(custom_id="any"))
    await lobby(bot).send("Where?", view=view)
    asked = ann.sees()[-1]
    with pytest.raises(CannotDo, match="cannot take"):
        ann.start_choose(asked, [str(voice.id)], custom_id="some")
    ann.start_choose(asked, [str(text.id)], custom_id="some")
    ann.start_choose(asked, [str(voice.id)], custom_id="any")


async def test_a_menu_takes_what_it_lists_itself(
    server: Loopback, bot: SampleBot, ann: Person
) -> None:
    guild, channel = server.world.guild(), server.world.channel("lobby")
    role = guild.add_role("Winner", 0)
    view = ui.View(timeout=None).add_item(ui.ChannelSelect(custom_id="where"))
    view.add_item(ui.RoleSelect(custom_id="whose"))
    await lobby(bot).send("?", view=view)
    asked = ann.sees()[-1]
    for chosen, custom_id in ((channel, "where"), (role, "whose")):
        bot.contexts.clear()
        task = asyncio.create_task(ann.choose(asked, chosen, custom_id=custom_id))
        await until(lambda: bool(bot.contexts))
        data: Any = bot.contexts[-1].data
        assert data["values"] == [str(chosen.id)]
        server.clock.advance(3.1)
        await task


async def test_what_an_act_came_to_fits_a_line(panel: Message, ann: Person) -> None:
    asked = await ann.click(panel, label="Ask")
    assert repr(asked) == ("Reply(modal=Modal('Your move', inputs=['typed', 'remark', 'side']))")
    shown = await ann.click(panel, label="Whisper")
    assert repr(shown) == "Reply(message='only you', ephemeral)"
