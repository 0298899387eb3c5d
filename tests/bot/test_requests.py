"""How many requests each act takes, and that none of them counts under Discord's global limit.

First answers to interactions and follow-ups are outside that limit; all else is sent with the bot's
token and counts. After an act such a request only tidies up: it takes the controls off the board
before, or says in the message of an offer or of a missed deadline what came of it. It is sent once
and may be left out.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Final, cast

from bot.interactions.client import Postboard
from loopback import Loopback, Person, Reply
from loopback.exchange import Exchange
from rules.time.clock import DELIVERY
from tests.bot.game_driver import card_of, late, live_through, private, public, shown, sit_down

ANSWER, FOLLOW_UP, GLOBAL = "answer", "follow-up", "global"
BUTTONS, QUESTION = "buttons", "question"
_BESIDE: Final = re.compile(r"/users/@me/guilds$|/oauth2/applications/@me$")
"""The path of what is asked beside all acts: which servers there are, and Discord's time."""
_MESSAGE: Final = re.compile(r"/channels/\d+/messages/\d+$")
DAY: Final = 24 * 60 * 60
ONE: Final = {ANSWER: 1}
BOARD: Final = {ANSWER: 1, BUTTONS: 1}
"""A board as the answer, and the board before made what is to be left of it."""
TURNED: Final = {ANSWER: 1, FOLLOW_UP: 1}
"""The message pressed is turned, and what is public follows."""
DECLINED: Final = {ANSWER: 1, FOLLOW_UP: 2}
"""The card is turned, the host is asked, and who declined is answered in private."""


_LINE = re.compile(r"\d+\\. |.* – |.* started as |.* took back ")
"""Matches the words of a line of the record."""


def kind(exchange: Exchange) -> str:
    """Return what a request is."""
    if exchange.path.endswith("/callback"):
        return ANSWER
    if exchange.method == "POST" and "/webhooks/" in exchange.path:
        return FOLLOW_UP
    if exchange.method != "PATCH" or not _MESSAGE.search(exchange.path):
        return GLOBAL
    body = cast("Mapping[str, object]", exchange.body)
    if body["components"] != []:
        return GLOBAL
    return BUTTONS if _LINE.match(str(body.get("content", "1\\. "))) else QUESTION


class Count:
    """Counts the requests of acts."""

    def __init__(self, server: Loopback, bot: Postboard) -> None:
        self._bot = bot
        self._made: list[str] = []
        server._platform.observers.append(  # pyright: ignore[reportPrivateUsage]
            lambda exchange: (
                None if _BESIDE.search(exchange.path) else self._made.append(kind(exchange))
            )
        )

    async def takes(self, budget: Mapping[str, int], act: Awaitable[Reply]) -> Reply:
        """Return what came of an act that takes just these requests."""
        await self._settled()
        self._made.clear()
        reply = await act
        await self._settled()
        assert Counter(self._made) == budget
        return reply

    async def _settled(self) -> None:
        await self._bot.idle()
        await self._bot.store.queues.flush()
        await self._bot.outbox.table_messages.worker.rests()


async def test_a_table_opens_and_its_game_begins(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    count = Count(server, bot)
    card = await count.takes(ONE, ann.slash("play", game="czech", opponent=bo, side="white"))
    await count.takes(DECLINED, bo.click(public(card), "Decline"))
    card = await count.takes(ONE, ann.slash("play", game="czech", opponent=bo, side="white"))
    await count.takes(TURNED, bo.click(public(card), "Accept"))


async def test_moves_take_the_documented_requests(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The presses of the panel are counted in `test_taps`."""
    count, driver = Count(server, bot), await sit_down(server, bot, database)
    ann, bo = driver.due, driver.idle
    await count.takes(BOARD, ann.slash("move", move="c3-d4"))
    await count.takes(ONE, bo.slash("move", move="d6-d5"))
    await count.takes(BOARD, bo.slash("move", move="b6-a5"))
    board = await count.takes(BOARD, ann.slash("board"))
    for command in ("game history", "games"):
        await count.takes(ONE, ann.slash(command))
    await count.takes(ONE, ann.click(public(board), "Menu"))


async def test_offers_take_the_documented_requests(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    count, driver = Count(server, bot), await sit_down(server, bot, database)
    ann, bo = driver.due, driver.idle
    await count.takes(BOARD, ann.slash("move", move="c3-d4"))
    await count.takes(BOARD, bo.slash("move", move="b6-a5"))
    offer = await count.takes(ONE, ann.slash("game draw"))
    await count.takes(ONE, bo.click(public(offer), "Decline"))
    await count.takes(ONE, ann.slash("game takeback"))
    await count.takes(BOARD | {QUESTION: 1}, bo.slash("game takeback"))
    await count.takes(BOARD, ann.slash("move", move="c3-d4"))
    offer = await count.takes(ONE, bo.slash("game draw"))
    await count.takes(TURNED | {BUTTONS: 1}, ann.click(public(offer), "Agree"))


async def test_an_end_and_a_rematch_take_the_documented_requests(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    count, driver = Count(server, bot), await sit_down(server, bot, database)
    ann, bo = driver.due, driver.idle
    question = await count.takes(ONE, ann.slash("game resign"))
    end = await count.takes(TURNED | {BUTTONS: 1}, ann.click(private(question), "Resign"))
    asked = await count.takes(ONE, bo.click(await shown(bot, ann, end), "Rematch"))
    await count.takes(TURNED, ann.click(await card_of(bot, bo, asked), "Accept"))


async def test_time_is_claimed(server: Loopback, bot: Postboard, database: Path) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    await live_through(bot, server, DAY + DELIVERY + 1)
    await Count(server, bot).takes(BOARD, driver.idle.slash("game claim"))


async def test_a_late_move_also_says_so_in_the_notice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await late(server, bot, database)
    count = Count(server, bot)
    mover, rival = driver.due, driver.idle
    await count.takes(BOARD | {QUESTION: 1}, mover.slash("move", move="d4-c5"))
    await count.takes(BOARD, rival.slash("move", move="d6xb4"))


async def test_a_game_of_a_series_is_followed_by_the_next(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = await ann.slash("play", game="czech", opponent=bo, series="first-to-3", side="white")
    await bo.click(public(card), "Accept")
    question = await ann.slash("game resign")
    count = Count(server, bot)
    reply = await count.takes(TURNED | {BUTTONS: 1}, ann.click(private(question), "Resign"))
    assert len((await shown(bot, ann, reply)).attachments) == 2


async def test_whose_turn_it_is_elsewhere_is_told_so(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    for channel in ("lobby", "games"):
        card = await ann.slash("play", game="czech", channel=channel, opponent=bo, side="white")
        await bo.click(public(card), "Accept")
    await Count(server, bot).takes(TURNED | {BUTTONS: 1}, ann.slash("move", move="c3-d4"))
