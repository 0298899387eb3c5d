"""Somebody who watches a channel and reads the file, and knows what must be there."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.messages.controls import verbs
from bot.model import caller
from bot.model.table import Table
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from bot.store.store import Store
from loopback import Loopback, Message, Person, Reply
from render import alt_text
from rules.match.match import Match
from tests.bot.as_sent import as_sent
from tests.bot.game_driver import host_is_due, pinged_at_end
from tests.bot.known_verbs import decode
from tests.bot.who import user_ids


@dataclass(frozen=True, slots=True)
class ChannelChecker:
    """Watches one channel. The file is opened for each look, so that a dead bot's is left alone."""

    server: Loopback
    database: Path
    channel: str

    async def table(self) -> Table:
        """Return the channel's latest table, with its match folded from the log."""
        async with Database.open(self.database) as opened:
            store = Store(opened)
            number = await store.places.latest_in(self.server.world.channel(self.channel).id)
            assert number is not None
            table = await store.tables.load(number, 0)
        assert table is not None
        return table

    async def match(self) -> Match:
        """Return the channel's latest match, folded from the log."""
        return (await self.table()).started

    async def due(self) -> Person:
        """Return who is to move."""
        player = (await self.table()).due
        assert player is not None
        return self.server.person(player.user.name)

    async def settled(self) -> None:
        """Wait until the outbox is empty."""
        async with Database.open(self.database) as opened:
            while await Queues(opened).waiting():  # noqa: ASYNC110 - another process empties it
                await asyncio.sleep(0.01)

    def messages(self) -> list[Message]:
        """Return what everybody sees of the bot, oldest first."""
        world = self.server.world
        channel = world.channel(self.channel)
        return [m for m in world.history(channel, 0) if m.author is world.bot]

    def boards(self, table_id: int) -> Mapping[int, list[Message]]:
        """Return the public boards of a table by the position that their buttons named.

        A board loses its buttons once a newer one stands below it.
        """
        found: defaultdict[int, list[Message]] = defaultdict(list)
        for message in self.messages():
            for button in as_sent(self.server, message).buttons():
                custom_id = decode(button.custom_id or "")
                if custom_id.verb is verbs.MENU and custom_id.table == table_id:
                    assert custom_id.position is not None
                    found[custom_id.position.number].append(message)
        return found

    def board(self) -> Message:
        """Return the newest public message with a board; a greeting has a picture too."""
        newest = reversed(self.messages())
        return next(
            m for m in newest if any(a.filename.startswith("entry-") for a in m.attachments)
        )

    async def check(self, *, every: bool = True) -> Match:
        """Check that the channel shows each position of a game once, and the present one last.

        While players only move each event leads to a position, and is shown unless the host goes
        on at once with a roll. `every`: none was passed over, as is right where players went on
        before the channel was paid.
        """
        table = await self.table()
        match, boards = table.started, self.boards(table.id)
        assert all(len(same) == 1 for same in boards.values())
        then, shown = Match.of(match.game, match.seating), set[int]()
        for event in (*match.events, None):
            if not host_is_due(then):
                shown.add(then.position_number)
            for board in boards.get(then.position_number, ()):
                if not board.attachments:
                    continue  # A board that came late is a line of the record.
                assert _alt(board) == described(table, then)
                pinged = user_ids(self.database)
                assert board.pings == {pinged[each] for each in _pinged(table, then)}
            then = then.add(event) if event else then
        assert set(boards) == shown if every else set(boards) <= shown
        assert self.board() == boards[match.position_number][0]
        return match


async def begin(server: Loopback, key: str = "czech", channel: str = "lobby") -> Message:
    """Let Ann invite Bo, as White, and Bo accept; return the first board."""
    ann, bo = server.person("Ann"), server.person("Bo")
    opening = await ann.slash("play", game=key, channel=channel, opponent=bo, side="white")
    accepting = await bo.click(await _with_buttons(ann, opening), "Accept")
    return await _with_buttons(bo, accepting)


async def _with_buttons(person: Person, reply: Reply) -> Message:
    """Return the card or board that an answer led to; a seal of dice or a turned card is none."""
    made, channel = reply.interaction.made_ids, reply.interaction.channel
    while True:
        for message in person.sees(channel):
            if message.id in made and message.buttons():
                return message
        await asyncio.sleep(0.01)


def described(table: Table, match: Match) -> str:
    """Return what the picture of a match's present position says in words."""
    number = len(match.entries)
    people = {
        side: table.holder(seat, number).user.name
        for seat in match.seats
        for side in match.seating[seat]
    }
    last = match.last or (match.plies[-1] if match.plies else None)
    view = match.game.view(match.state, last.move if last else None)
    return alt_text(view, people=people)


def _alt(board: Message) -> str | None:
    (picture,) = board.attachments
    return picture.description


def _pinged(table: Table, match: Match) -> frozenset[caller.Person]:
    """Return who is due or, at the end, everybody but who played last."""
    if match.outcome is None:
        seat = match.seat_due
        return frozenset() if seat is None else frozenset({table.at(seat).user.id})
    return pinged_at_end(table)
