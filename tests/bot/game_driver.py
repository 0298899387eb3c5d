"""People at a table of the bot, and what must hold after every turn they take."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.interactions.client import Postboard
from bot.model import caller
from bot.model.boards import Boards
from bot.model.table import Table
from loopback import Loopback, Message, Person, Reply
from rules.contract.core import AnyGame, Dice, Seat
from rules.log.entries import decode
from rules.log.events import Begun, Event, Played, Rolled
from rules.match.match import Match
from rules.registry import find
from rules.time.clock import DELIVERY
from rules.time.duration import DAY
from tests.stored import rows

MOST_CONTENT = 2000
MOST_ALT_TEXT = 1024
MOST_PICTURE = 40 * 1024
_SLOWEST = 30
"""Seconds after which what is still owed is stuck, however busy the machine."""


@dataclass(slots=True)
class GameDriver:
    """A game in progress. `match` is what the rules core says should have happened."""

    bot: Postboard
    database: Path
    channel: str
    table_id: int
    people: Mapping[Seat, Person]
    card: Message
    board: Message
    match: Match

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def due(self) -> Person:
        """Who is to move."""
        assert self.match.seat_due is not None
        return self.people[self.match.seat_due]

    @property
    def idle(self) -> Person:
        """Somebody who plays and is not to move."""
        return next(person for person in self.people.values() if person is not self.due)

    async def move(self, text: str) -> Message:
        """Let the player due type a legal move, and check what comes of it."""
        assert self.match.seat_due is not None
        after = self.match.play(self.match.seat_due, text)
        reply = await self.due.slash("move", channel=self.channel, move=text)
        if reply.message and "Claim nothing" in labels(reply.message):
            reply = await self.due.click(reply.message, "Claim nothing")
        return await self.became(after, reply)

    def _told(self, reply: Reply) -> list[Person]:
        """Return who is told of the end: everybody but the one who caused it."""
        cause = reply.interaction.user.id
        return [person for person in self.people.values() if person.id != cause]

    async def became(self, after: Match, reply: Reply) -> Message:
        """Check that the reply shows the match after a change, and that the log holds it."""
        await self.bot.idle()
        log = logged(self.database, self.table_id)
        after = self.match = host_did(after, log)
        self.board = await shown(self.bot, self.people[Seat(0)], reply)
        causer = reply.interaction.user.id
        others = [person for person in self.people.values() if person.id != causer]
        check_board(self.board, others if after.outcome else [self.due])
        assert log == list(after.events)
        held = (await self.bot.lookup.get(self.table_id)).started
        assert (held.events, held.plies, held.position_number) == (
            after.events,
            after.plies,
            after.position_number,
        )
        assert (held.offer, held.outcome) == (after.offer, after.outcome)
        await owes_nothing(self.bot)
        return self.board


async def keep_earlier(bot: Postboard, server: Loopback, boards: Boards) -> None:
    """Let the server decide what becomes of earlier boards."""
    guild = server.world.guild().id
    await bot.store.servers.change_settings(guild, lambda was: replace(was, boards=boards), 0)


async def tidied(bot: Postboard) -> None:
    """Wait until each earlier board is what is to be left of it."""
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()


async def live_through(bot: Postboard, server: Loopback, seconds: int) -> None:
    """Let time pass in which the bot ran: its heart has beaten all along.

    It has heard of all servers before, or else the time would count as silence of the gateway.
    """
    await bot.wait_until_ready()
    await asyncio.sleep(0)  # The bot notes it in a task of its own.
    await bot.scheduler.worker.rests()
    await bot.store.metadata.set("heartbeat", str(int(server.clock.now()) + seconds))
    server.clock.advance(seconds)


async def late(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Return a game in which the player to move has let their time run out."""
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    await live_through(bot, server, DAY + DELIVERY + 1)
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    return driver


def pinged_at_end(table: Table) -> frozenset[caller.Person]:
    """Return whom the end of a game pings: everybody but the person who acted last."""
    acted = (e.player for e in reversed(table.started.entries) if e.player is not None)
    last = next(acted, None)
    return frozenset(player.user.id for player in table.seated if player.id != last)


def host_did(match: Match, log: Sequence[Event]) -> Match:
    """Return the match after what the log says that the host did by itself.

    It may roll when dice are due, and pass for a side that can do nothing else, no more and no
    less.
    """
    while host_is_due(match):
        event = log[len(match.events)]
        assert isinstance(event, Rolled if isinstance(match.turn, Dice) else Played)
        match = match.add(event)
    return match


def host_is_due(match: Match) -> bool:
    """Whether dice are due, or a pass that is the only legal move."""
    if match.outcome or isinstance(match.turn, Dice):
        return match.outcome is None
    return list(map(match.game.notate, match.game.legal(match.state))) == ["pass"]


async def sit_down(
    server: Loopback,
    bot: Postboard,
    database: Path,
    key: str = "czech",
    *,
    channel: str = "lobby",
    options: Mapping[str, str] | None = None,
    side: str | None = None,
    time: str | None = None,
    players: int | None = None,
    vacation: bool = True,
) -> GameDriver:
    """Let Ann invite as many as the game needs, and everybody accept."""
    game = find(key).configured(options or {})
    seating = next(s for s in game.spec.seatings if players in {None, len(s)})
    host, *rivals = [server.person(name) for name in ("Ann", "Bo", "Cy", "Di")[: len(seating)]]
    named = ("opponent", "opponent2", "opponent3")
    asked = dict(zip(named, rivals, strict=False))
    terms = {k: v for k, v in (("side", side), ("time", time)) if v is not None}
    values: dict[str, str | Person] = {**asked, **terms}
    if options:
        values["variant"] = variant(options)
    opening = await host.slash("play", game=key, channel=channel, values=values)
    card = await card_of(bot, host, opening)
    if not vacation:
        await set_options(host, card, {"Vacation": "no"})
    reply = None
    for rival in rivals:
        reply = await rival.click(card, "Accept")
    assert reply is not None
    table = await bot.lookup.running_in(host.place(channel).id)
    assert table is not None
    opened = Match.of(game, seating).add(Begun())
    people = {seat: server.person(table.at(seat).user.name) for seat in opened.seats}
    driver = GameDriver(bot, database, channel, table.id, people, card, card, opened)
    await driver.became(opened, reply)
    return driver


def variant(options: Mapping[str, str]) -> str:
    """Return what somebody types for these options of a game."""
    return ",".join(f"{key}={value}" for key, value in options.items())


async def set_options(host: Person, card: Message, chosen: Mapping[str, str]) -> Reply:
    """Let the host choose in the form of the card's Options, by the questions in it."""
    asked = await host.click(card, "Options")
    assert asked.modal is not None
    return await host.submit(asked.modal, chosen)


async def card_of(bot: Postboard, host: Person, reply: Reply) -> Message:
    """Return the card of a table that was opened; the seal of its dice stands before it."""
    first = public(reply)
    if first.buttons():
        return first
    await bot.idle()
    made = [m for m in host.sees(reply.interaction.channel) if m.id in reply.interaction.made_ids]
    assert [message.id for message in made[:-1]] == [first.id]
    return made[-1]


def answered(reply: Reply) -> Message:
    """Return the message of a reply that did not fail."""
    assert reply.failed is None, reply.failed
    assert reply.message is not None
    return reply.message


async def delivered(bot: Postboard) -> None:
    """Wait until the bot owes nothing to any channel."""
    await bot.idle()
    while await bot.store.queues.waiting():
        await bot.outbox.deliver_due()
        await asyncio.sleep(0.01)


async def owes_nothing(bot: Postboard) -> None:
    """Wait until the bot itself has sent all it owes: some of it follows an answer."""
    async with asyncio.timeout(_SLOWEST):
        await bot.idle()
        while await bot.store.queues.waiting():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.002)


async def owed(bot: Postboard, count: int = 1) -> None:
    """Wait until the bot owes so many messages: what leads to them is in the log."""
    while len(await bot.store.queues.waiting()) < count:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.002)


async def shown(bot: Postboard, person: Person, reply: Reply) -> Message:
    """Return what everybody sees of a change: the answer, or what follows a panel that turned."""
    await bot.idle()
    if not reply.updated:
        return public(reply)
    return followed(person, reply)


def followed(person: Person, reply: Reply) -> Message:
    """Return the public message that followed an answer."""
    assert reply.failed is None, reply.failed
    made = [m for m in person.sees(reply.interaction.channel) if m.id in reply.interaction.made_ids]
    (message,) = (m for m in made if not m.ephemeral)
    return message


def private(reply: Reply) -> Message:
    """Return the message of a reply that only this person sees."""
    message = answered(reply)
    assert message.ephemeral, message.content
    assert message.pings == frozenset()
    return message


async def settings_of(person: Person) -> Message:
    """Return the settings of the server, which are behind the set-up while the club is off."""
    shown = private(await person.slash("server settings"))
    return private(await person.click(shown, "Settings")) if "Settings" in labels(shown) else shown


async def moderating(person: Person, channel: str | int = "lobby") -> Message:
    """Return what somebody may decide as a moderator, from the menu of the newest board."""
    board = next(m for m in reversed(person.sees(channel)) if {"Menu", "More"} & labels(m))
    return private(await person.click(await menu_of(person, board), "Moderate …"))


async def menu_of(person: Person, board: Message) -> Message:
    """Return the menu of a board, which is called otherwise below a finished game."""
    (label,) = {"Menu", "More"} & labels(board)
    return private(await person.click(board, label))


async def says_yes(person: Person, act: str, channel: str | int = "lobby") -> Reply:
    """Let somebody type the command of a rival's offer to end the game, and say yes."""
    question = private(await person.slash(f"game {act}", channel=channel))
    return await person.click(question, "Agree")


def public(reply: Reply) -> Message:
    """Return the message of a reply that everybody sees."""
    message = answered(reply)
    assert not message.ephemeral, message.content
    return message


def check_board(message: Message, pinged: list[Person]) -> None:
    """Check that everybody sees a board in the message, and that just these people are pinged."""
    assert not message.ephemeral
    assert message.pings == {person.id for person in pinged}
    assert 0 < len(message.content) <= MOST_CONTENT
    check_picture(message)
    assert {"My view", "Menu"} <= labels(message) or "More" in labels(message)


def check_picture(message: Message) -> None:
    """Check that the message shows one sound picture, described in words."""
    (attachment,) = message.attachments
    assert attachment.size <= MOST_PICTURE
    with Image.open(BytesIO(attachment.bytes)) as picture:
        picture.verify()
        assert picture.format == "PNG"
        assert picture.width == 800
    assert attachment.description
    assert len(attachment.description) <= MOST_ALT_TEXT


def labels(message: Message) -> set[str]:
    """Return what the buttons of a message say."""
    return {button.label or "" for button in message.buttons()}


def choices(panel: Message) -> dict[str, str]:
    """Return what the numbered buttons or the menu of a panel choose, in order, and their labels.

    Choices of the same words count as one.
    """
    given = [option.label for menu in panel.selects() for option in menu.options]
    given += [button.label or "" for button in panel.buttons()]
    numbered = [label for label in given if re.match(r"\d+ ", label)]
    assert [label.split(" ")[0] for label in numbered] == [
        str(number) for number in range(1, len(numbered) + 1)
    ]
    return {label.partition(" ")[2]: label for label in numbered}


def asks(panel: Message, words: str) -> bool:
    """Whether the picture of a panel asks this of the person."""
    return (panel.attachments[0].description or "").startswith(words)


async def chosen(person: Person, panel: Message, choice: str) -> Reply:
    """Press the numbered button of a choice, or take it in the menu."""
    label = choices(panel)[choice]
    values = [o.value for menu in panel.selects() for o in menu.options if o.label == label]
    return await (person.choose(panel, *values) if values else person.click(panel, label))


async def pick(person: Person, panel: Message, choice: str) -> Message:
    """Take a choice, and return what the panel turns into."""
    reply = await chosen(person, panel, choice)
    assert reply.updated
    return private(reply)


async def choose_and_play(person: Person, panel: Message, move: str) -> Reply:
    """Choose a whole move in a panel, and play it."""
    return await person.click(await pick(person, panel, move), f"Play {move}")


def logged(database: Path, table_id: int) -> list[Event]:
    """Return a table's log as another program reads it from the file."""
    sql = "SELECT kind, text FROM entries WHERE table_id = ? ORDER BY number"
    return [decode(kind, text) for kind, text in rows(database, sql, table_id)]
