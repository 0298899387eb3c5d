"""The draw of a tournament, proved by a stranger who reads the channel and presses two buttons."""

import hashlib
import re

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.model.messages import MessageFlag
from loopback.model.people import Member
from tests.bot.game_driver import labels, private, public
from tests.extensions.events.test_events_wire import club, now_of, posted, quick, settled

__all__ = ["club", "quick"]

MORE = ("Eva", "Flo", "Gus")
SPOILER = re.compile(r"\|\|([0-9a-f]{64})\|\|")
_NOISE = re.compile(rf"{SPOILER.pattern}|<[@#]\d+>|<t:\d+:\w>")


def crowd(server: Loopback, people: list[Person]) -> list[Person]:
    """Return seven people of the server: they make two groups."""
    (guild,) = server.world.guilds.values()
    for name in MORE:
        user = server.world.add_user(name)
        guild.members[user.id] = Member(user, server.clock.now())
    return [*people, *(server.person(name) for name in MORE)]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def names_in(message: Message, people: list[Person]) -> set[str]:
    """Return whom the standings of a group name, which are a picture with words."""
    said = message.attachments[0].description or ""
    return {person.name for person in people if re.search(rf"\b{person.name}\b", said)}


async def test_a_stranger_proves_the_draw_from_the_channel(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, *_ = everyone = crowd(server, people)
    card = await posted(server, club, ann, meetings=1)
    (sealed,) = [m for m in bo.sees("lobby") if SPOILER.search(m.content)]
    (seal,) = SPOILER.findall(sealed.content)
    assert sealed.id < card.id, "it was there before anybody could join"
    assert MessageFlag.SUPPRESS_NOTIFICATIONS in sealed.flags
    assert f"draw sealed {seal[:8]}" in card.content
    for person in everyone:
        await person.click(card, "Join")
    panel = private(await ann.click(card, "Manage"))
    await ann.click(private(await ann.click(panel, "Start …")), "Start")
    await settled(club)

    (started,) = [m for m in bo.sees("lobby") if "has started!**" in m.content]
    standings = private(await bo.click(started, "Standings"))
    checked = private(await bo.click(standings, "Check the draw"))
    secret, press = re.search(r"secret `([0-9a-f]{64})`, press `(\d+)`", checked.content).groups()  # type: ignore[union-attr]
    numbers = {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", checked.content)
               if name in {person.name for person in everyone}}  # fmt: skip
    assert digest(secret) == seal
    assert now_of(bo, sealed).edited is None
    assert now_of(bo, sealed).content == sealed.content

    lots = {name: digest(f"postboard-lot-1 {secret} {press} {numbers[name]}") for name in numbers}
    order = sorted(lots, key=lots.__getitem__)
    ids = {person.id: person.name for person in everyone}
    assert [ids[int(found)] for found in re.findall(r"<@(\d+)>", started.content)] == order
    for label, drawn in (("Group A", order[:4]), ("Group B", order[4:])):
        group = standings
        if label in labels(standings):
            button = next(each for each in standings.buttons() if each.label == label)
            if not button.disabled:
                group = private(await bo.click(standings, label))
        assert names_in(group, everyone) == set(drawn)


async def test_who_shares_the_draw_shows_all_of_it_to_all(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, *_ = people
    card = await posted(server, club, ann, meetings=1)
    for person in people:
        await person.click(card, "Join")
    panel = private(await ann.click(card, "Manage"))
    await ann.click(private(await ann.click(panel, "Start …")), "Start")
    await settled(club)
    started = next(m for m in bo.sees("lobby") if "has started!**" in m.content)
    checked = private(
        await bo.click(private(await bo.click(started, "Standings")), "Check the draw")
    )
    for message in people[3].sees("lobby"):
        assert not re.search(r"[0-9a-f]{9}", _NOISE.sub("", message.content)), "no digits unasked"
    shared = public(await bo.click(checked, "Share"))
    assert shared.content == checked.content
    assert "Share" not in labels(shared)
    again = private(await bo.click(checked, "Share"))
    assert "a moment ago" in again.content
