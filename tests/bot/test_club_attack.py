"""People who try to see or do in a club what they may not, over the wire."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.extensions.events import verbs as event_verbs
from bot.extensions.events.acts import Events
from bot.extensions.puzzles.messages import SHARE, SOLUTION, SOLVE
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import encode, for_text
from bot.messages.controls.verbs import Verb
from loopback import Loopback, Permission, Person
from loopback.model.channels import Channel
from rules.club.groups import State
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, labels, private
from tests.bot.test_forged_controls import one_button
from tests.bot.test_owners_wire import granted
from tests.extensions.events.test_events_wire import begun, posted, quick, settled
from tests.extensions.puzzles.test_puzzles import day, opened_club

__all__ = ["quick"]

FAR = "far-away"


@pytest.fixture
async def club(server: Loopback, database: Path) -> AsyncGenerator[Postboard]:
    async with bot_on(server, database) as bot:
        yield bot


async def press(
    bot: Postboard, person: Person, custom_id: str, channel: str | Channel = "lobby"
) -> str:
    """Let somebody press a button with this custom_id, and return what they alone are told."""
    place = bot.get_partial_messageable(person.place(channel).id)
    sent = await place.send("A button", view=one_button(custom_id))
    message = next(m for m in person.sees(channel) if m.id == sent.id)
    return private(await person.click(message, "Old")).content


def far_away(server: Loopback, *people: Person) -> None:
    """Let there be another server, in which the bot and these people are, too."""
    guild = server.world.add_guild("Far away", *(person.user for person in people))
    server.world.add_channel(guild, FAR)
    guild.owner_id = people[0].id


EVENT_VERBS = {
    event_verbs.JOIN: (), event_verbs.LEAVE: (0,), event_verbs.TABLE: (0,), event_verbs.MINE: (),
    event_verbs.DIRECT: (), event_verbs.BEGIN: (0,), event_verbs.STOP: (0,),
    event_verbs.CANCEL: (0,), event_verbs.CHALLENGE: (0,), event_verbs.CHECK_DRAW: (0,),
}  # fmt: skip
_CHOSEN = {
    event_verbs.OUT, event_verbs.OUT_FORM, event_verbs.OUT_PERSON, event_verbs.HAND_OVER,
    event_verbs.POST, event_verbs.POST_FULL, event_verbs.POST_SEASON, event_verbs.SEASON,
    event_verbs.SEASON_GAME, event_verbs.SET_DIRECTORS,
}  # fmt: skip
"""Verbs of menus and forms, and of what is no event yet."""


def test_no_button_of_an_event_is_left_out() -> None:
    verbs = {each for each in vars(event_verbs).values() if isinstance(each, Verb)}
    assert EVENT_VERBS.keys() | _CHOSEN == verbs


async def test_an_event_in_a_hidden_channel_looks_like_no_event(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    world, (ann, bo, cy, di) = server.world, people
    hidden = world.add_channel(world.guild(), "secret")
    granted(server, ann, Permission.MANAGE_MESSAGES)
    preview = private(
        await ann.slash("event new", channel=hidden, game="czech", values={"kind": "ladder"})
    )
    await ann.click(preview, "Post")
    await delivered(club)
    card = next(m for m in ann.sees(hidden) if "Join" in labels(m))
    for person in (ann, bo):
        await person.click(card, "Join")
    assert "Bo" in await press(club, ann, encode(for_text(event_verbs.TABLE, 1, 0)))
    world.set_overwrite(hidden, cy.user, deny=int(Permission.VIEW_CHANNEL))
    before = await club.service(Events).get(1)
    for verb, arguments in EVENT_VERBS.items():
        for sure in (arguments, tuple(1 for _ in arguments)):
            told = [await press(club, cy, encode(for_text(verb, n, *sure))) for n in (1, 9)]
            assert told[0] == told[1], verb
    told = [
        private(await cy.slash("event challenge", person=person, ladder=number)).content
        for person, number in ((bo, 1), (di, 1), (bo, 9))
    ]
    assert len(set(told)) == 1
    assert "This tournament is gone" in told[0]
    assert (await club.service(Events).get(1)).log == before.log


async def test_an_event_is_closed_to_other_servers(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    """Whoever runs one server neither sees nor directs what goes on in another."""
    ann, bo, *_ = people
    await begun(server, club, people)
    await settled(club)
    far_away(server, bo, ann)
    before = await club.service(Events).get(1)
    for verb, arguments in EVENT_VERBS.items():
        for sure in (arguments, tuple(1 for _ in arguments)):
            told = await press(club, bo, encode(for_text(verb, 1, *sure)), FAR)
            assert "in another server" in told, verb
    after = await club.service(Events).get(1)
    assert after.log == before.log
    assert after.director == before.director


async def test_only_directors_direct_whatever_they_press(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, *_ = people
    await begun(server, club, people)
    await settled(club)
    before = await club.service(Events).get(1)
    for verb in (event_verbs.BEGIN, event_verbs.STOP, event_verbs.CANCEL, event_verbs.DIRECT):
        for sure in ((0,), (1,)) if verb is not event_verbs.DIRECT else ((),):
            told = await press(club, bo, encode(for_text(verb, 1, *sure)))
            assert "Only its organizers" in told
    preview = private(await ann.slash("event new", game="czech"))
    (post,) = preview.buttons()
    assert "Only organizers can" in await press(club, bo, post.custom_id or "")
    assert (await club.service(Events).get(1)).log == before.log
    listed = await club.service(Events).listed_in(server.world.guild().id)
    assert [each.id for each in listed] == [before.id]


async def test_pressed_at_once_it_is_done_once(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, _ = people
    card = await posted(server, club, ann, meetings=1)
    for person in (ann, bo, cy):
        await asyncio.gather(*(person.click(card, "Join") for _ in range(3)))
    event = await club.service(Events).get(1)
    assert len(event.present) == 3
    question = private(await ann.click(private(await ann.click(card, "Manage")), "Start …"))
    await asyncio.gather(*(ann.click(question, "Start") for _ in range(3)))
    await settled(club)
    event = await club.service(Events).get(1)
    assert event.state is State.GROUPS
    assert len([c for c in server.world.channels.values() if c.thread]) == 3
    stages = [m for m in ann.sees("lobby") if "your games are opening" in m.content]
    assert len(stages) == 1


async def test_an_event_pings_nobody_who_wants_no_pings(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    panel = private(await bo.slash("notify"))
    assert "Pings**: off" in private(await bo.click(panel, "Pings: on")).content
    await begun(server, club, people)
    await settled(club)
    (stage,) = (m for m in ann.sees("lobby") if "your games are opening" in m.content)
    assert stage.pings == {ann.id, cy.id, di.id}
    for person in (ann, cy, di):
        mine = private(await person.click(stage, "My games"))
        await person.click(private(await person.click(mine, "Drop out …")), "Drop out")
        await settled(club)
    await delivered(club)
    (over,) = (m for m in ann.sees("lobby") if "Congratulations" in m.content)
    assert over.pings == frozenset()


async def test_a_puzzle_is_solved_in_its_own_server_alone(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await opened_club(server, bot, cy)
    post = await day(server, bot)
    far_away(server, bo, ann)
    for verb in (SOLVE, SOLUTION, SHARE):
        (own,) = (b.custom_id for b in post.buttons() if (b.label or "") == "Solve")
        number = int((own or "").rpartition(":")[2])
        told = await press(bot, bo, encode(for_text(verb, number)), FAR)
        assert "another server" in told, verb
