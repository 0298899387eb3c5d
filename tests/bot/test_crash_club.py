"""The bot dies around what a club sees: nothing of it is lost, doubled or stuck."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.extensions.events.rows import wrong_events
from bot.extensions.events.values import CLOSE, MESSAGE
from bot.extensions.news.values import DIGEST, FOLLOWED
from bot.extensions.puzzles.values import POST
from bot.model.queues import ItemKind
from bot.store.queues.queues import LEASE
from loopback import Loopback, Message, Person
from loopback.model.channels import Channel
from loopback.model.permissions import Permission
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.channel_checker import begin
from tests.bot.child_bot import CrashPoint
from tests.bot.game_driver import labels, private, public
from tests.bot.killable_bot import KillableBot
from tests.bot.test_owners_wire import club_panel, granted
from tests.conformance.configured import third
from tests.extensions.puzzles.test_puzzles import FIRST, posts, typed, wrong
from tests.stored import opened

pytestmark = pytest.mark.crash

WRITING = (CrashPoint.WITHIN, CrashPoint.AFTER)
IN_TIMER = (CrashPoint.TIMER_WRITING, CrashPoint.TIMER_WRITTEN)
OWED = (
    "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM timers WHERE due <= ?)"
    " + (SELECT count(*) FROM event_games WHERE task IS NOT NULL)"
    " + (SELECT count(*) FROM displays WHERE due_at <= ? OR old_message_id IS NOT NULL)"
)


@pytest.fixture(autouse=True)
def evening(server: Loopback) -> None:
    """Begin at seven in the evening, an hour after puzzles, whenever the test is run."""
    server.clock.advance((19 * HOUR - server.clock.now()) % DAY)


async def settled(server: Loopback, killable_bot: KillableBot) -> None:
    """Wait until nothing is owed, and check what the logs of events lead to.

    A follower's turn may be put off by a second, again and again while others are served.
    """
    now = int(server.clock.now())
    while asked(killable_bot.database, OWED, now + MINUTE // 2, now)[0] != (0,):  # noqa: ASYNC110
        await asyncio.sleep(0.01)  # Another process does it.
    with opened(killable_bot.database, "ro") as tx:
        assert wrong_events(tx) == []


def asked(database: Path, sql: str, *values: int) -> list[tuple[object, ...]]:
    with opened(database, "ro") as tx:
        return [tuple(row) for row in tx.do(sql, *values)]


async def reborn(
    server: Loopback,
    killable_bot: KillableBot,
    seconds: float,
    crash_point: CrashPoint,
    of: str,
) -> None:
    """Let the bot die at a point that comes within this time, and start it again."""
    await killable_bot.sleep(seconds, crash_point, of)
    await killable_bot.dead()
    await recovered(server, killable_bot)


async def recovered(server: Loopback, killable_bot: KillableBot) -> None:
    """Start a bot that has died, once the leases of the dead one are over."""
    await killable_bot.sleep(LEASE)
    await settled(server, killable_bot)


async def opened_event(
    server: Loopback, killable_bot: KillableBot, people: Sequence[Person], **terms: int
) -> Message:
    """Let Ann open an event in the lobby and everybody join; return its card."""
    ann = server.person("Ann")
    granted(server, ann, Permission.MANAGE_MESSAGES)
    preview = private(await ann.slash("event new", game="czech", values={"meetings": 1, **terms}))
    await ann.click(preview, "Post")
    await settled(server, killable_bot)
    for person in people:
        public(await person.click(card(server), "Join"))
    await settled(server, killable_bot)
    return card(server)


def card(server: Loopback) -> Message:
    """Return the only card of an event in the lobby."""
    (found,) = (m for m in server.person("Di").sees("lobby") if "Manage" in labels(m))
    return found


def told(server: Loopback, words: str) -> list[Message]:
    return [m for m in server.person("Di").sees("lobby") if words in m.content]


def threads(server: Loopback) -> list[Channel]:
    return [each for each in server.world.channels.values() if each.thread]


def heard(person: Person) -> list[str]:
    return [each.content for each in person.sees(person.dm()) if each.author.bot]


@pytest.mark.parametrize("crash_point", third(WRITING))
async def test_an_event_is_opened_once_though_somebody_presses_again(
    server: Loopback, killable_bot: KillableBot, ann: Person, crash_point: CrashPoint
) -> None:
    granted(server, ann, Permission.MANAGE_MESSAGES)
    await killable_bot.kill()
    await killable_bot.start(crash_point, "EventStore.open")
    preview = private(await ann.slash("event new", game="czech"))
    ann.start_click(preview, "Post")
    await killable_bot.dead()
    await killable_bot.start()
    await ann.click(preview, "Post")
    await settled(server, killable_bot)
    assert " tournament**" in card(server).content
    assert len(told(server, "sealed in advance")) == 1


@pytest.mark.parametrize("crash_point", third(WRITING))
async def test_somebody_joins_an_event_once(
    server: Loopback, killable_bot: KillableBot, bo: Person, crash_point: CrashPoint
) -> None:
    await opened_event(server, killable_bot, ())
    await killable_bot.kill()
    await killable_bot.start(crash_point, "EventStore.enter")
    bo.start_click(card(server), "Join")
    await killable_bot.dead()
    await killable_bot.start()
    await bo.click(card(server), "Join")
    await settled(server, killable_bot)
    assert asked(killable_bot.database, "SELECT count(*) FROM entrants") == [(1,)]
    await killable_bot.sleep(10 * MINUTE)
    await settled(server, killable_bot)
    assert "In: Bo (" in card(server).content


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third(
        [
            *((each, CLOSE) for each in IN_TIMER),
            *((each, "tables.create") for each in (CrashPoint.BEFORE, *WRITING)),
            (CrashPoint.SENT, MESSAGE),
        ]
    ),
)
async def test_an_event_begins_once_and_everybody_finds_their_games(
    server: Loopback,
    killable_bot: KillableBot,
    people: Sequence[Person],
    crash_point: CrashPoint,
    of: str,
) -> None:
    ann, bo, cy, _ = people
    await opened_event(server, killable_bot, (ann, bo, cy))
    await reborn(server, killable_bot, 7 * DAY + 1, crash_point, of)
    assert len(told(server, "has started!**")) == 1
    games = threads(server)
    assert len(games) == 3
    for thread in games:
        name = thread.name.partition(" · ")[0].split(" – ")
        named = {person.id for person in (ann, bo, cy) if person.name in name}
        assert thread.thread is not None
        assert len(named) == 2
        assert thread.thread.member_ids == {*named, server.world.bot.id}
        boards = [m for m in ann.sees(thread.id) if "Move" in labels(m)]
        assert len(boards) == 1
        assert boards[0].pings == frozenset()
    await killable_bot.sleep(10 * MINUTE)
    await settled(server, killable_bot)
    assert "0 of 3 games" in card(server).content


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third(
        [
            *((each, "EventStore.change") for each in WRITING),
            (CrashPoint.SENT, ItemKind.DISPLAY),
            (CrashPoint.BEFORE, "displays.old_is_gone"),
            (CrashPoint.AFTER, "displays.old_is_gone"),
        ]
    ),
)
async def test_who_withdraws_loses_all_games_and_the_end_is_told_once(
    server: Loopback,
    killable_bot: KillableBot,
    people: Sequence[Person],
    crash_point: CrashPoint,
    of: str,
) -> None:
    """With two of three withdrawn the event is over: it gets a new card."""
    ann, bo, cy, _ = people
    await opened_event(server, killable_bot, (ann, bo, cy))
    await killable_bot.sleep(7 * DAY + 1)
    await settled(server, killable_bot)
    (stage,) = told(server, "has started!**")
    for person in (bo, cy):
        mine = private(await person.click(stage, "My games"))
        question = private(await person.click(mine, "Drop out …"))
        if person is cy:
            await killable_bot.kill()
            await killable_bot.start(crash_point, of)
        person.start_click(question, "Drop out")
        if person is cy:
            await killable_bot.dead()
            await killable_bot.start()
            await person.click(question, "Drop out")
        await settled(server, killable_bot)
    running = "SELECT count(*) FROM tables WHERE status <> 'over'"
    assert asked(killable_bot.database, running) == [(0,)]
    (last,) = told(server, "run by")
    assert "won!**" in last.content


async def chosen(server: Loopback, cy: Person, what: str) -> None:
    """Let Cy choose the lobby for something of the club that is off."""
    granted(server, cy, Permission.MANAGE_GUILD)
    lobby = str(server.world.channel("lobby").id)
    await cy.choose(await club_panel(cy), lobby, placeholder=f"{what}: choose a channel")


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third(
        [
            (CrashPoint.SENT, ItemKind.DISPLAY),
            (CrashPoint.BEFORE, "displays.edited"),
            (CrashPoint.AFTER, "displays.edited"),
            *((each, "ClubStore.keep") for each in (CrashPoint.BEFORE, *WRITING)),
        ]
    ),
)
async def test_a_club_board_is_one_message_that_shows_the_present(
    server: Loopback, killable_bot: KillableBot, cy: Person, crash_point: CrashPoint, of: str
) -> None:
    if crash_point is CrashPoint.SENT:
        await killable_bot.kill()
        await killable_bot.start(crash_point, of)
        await chosen(server, cy, "Club board")
        await killable_bot.dead()
        await killable_bot.start()
        await begin(server, channel="games")
    else:
        await chosen(server, cy, "Club board")
        await settled(server, killable_bot)
        await begin(server, channel="games")
        await reborn(server, killable_bot, MINUTE, crash_point, of)
    await killable_bot.sleep(MINUTE)
    await settled(server, killable_bot)
    (board,) = (m for m in cy.sees("lobby") if "Join a game" in labels(m))
    assert "Czech draughts: Ann and Bo" in (board.attachments[0].description or "")
    assert asked(killable_bot.database, "SELECT tiles FROM club_boards") == [("[1, null, null]",)]


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third([*((each, DIGEST) for each in IN_TIMER), (CrashPoint.SENT, DIGEST)]),
)
async def test_a_digest_comes_once_a_day(
    server: Loopback, killable_bot: KillableBot, ann: Person, crash_point: CrashPoint, of: str
) -> None:
    private(await ann.slash("notify", zone="UTC", daily="7"))
    await begin(server)
    before = len(heard(ann))
    await reborn(server, killable_bot, DAY, crash_point, of)
    assert len(heard(ann)) == before + 1
    assert "Your turn in 1 game" in heard(ann)[-1]
    await killable_bot.sleep(DAY)
    await settled(server, killable_bot)
    digests = [each for each in heard(ann) if "Your turn in 1 game" in each]
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third([*((each, FOLLOWED) for each in IN_TIMER), (CrashPoint.SENT, FOLLOWED)]),
)
async def test_a_follower_hears_of_an_end_once(
    server: Loopback, killable_bot: KillableBot, people: Sequence[Person],
    crash_point: CrashPoint, of: str,
) -> None:  # fmt: skip
    ann, _, cy, _ = people
    await begin(server)
    private(await cy.slash("game follow"))
    question = private(await ann.slash("game resign"))
    await killable_bot.kill()
    await killable_bot.start(crash_point, of)
    ann.start_click(question, "Resign")
    await killable_bot.dead()
    await recovered(server, killable_bot)
    assert len(heard(cy)) == 1
    assert "**Bo beat Ann**" in heard(cy)[0]
    assert asked(killable_bot.database, "SELECT count(*) FROM follows") == [(0,)]


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third([*((each, POST) for each in IN_TIMER), (CrashPoint.SENT, ItemKind.DISPLAY)]),
)
async def test_a_puzzle_is_posted_once_a_day(
    server: Loopback, killable_bot: KillableBot, cy: Person, crash_point: CrashPoint, of: str
) -> None:
    await chosen(server, cy, "Puzzle of the day")
    await reborn(server, killable_bot, DAY, crash_point, of)
    assert len(posts(server)) == 1
    await killable_bot.sleep(DAY)
    await settled(server, killable_bot)
    assert [post.content.count("Puzzle 2") for post in posts(server)] == [0, 1]


@pytest.mark.parametrize("of", ["PuzzleStore.solve", "studies.keep_line"])
@pytest.mark.parametrize("crash_point", third(WRITING))
async def test_a_puzzle_is_solved_once_and_counts_for_the_streak(
    server: Loopback,
    killable_bot: KillableBot,
    people: Sequence[Person],
    crash_point: CrashPoint,
    of: str,
) -> None:
    ann, _, cy, _ = people
    await chosen(server, cy, "Puzzle of the day")
    await killable_bot.sleep(DAY)
    await settled(server, killable_bot)
    (post,) = posts(server)
    panel = await typed(ann, private(await ann.click(post, "Solve")), wrong(FIRST))
    found = FIRST.solution
    while (then := next(iter(found.values())).then) is not None:
        panel, found = await typed(ann, panel, next(iter(found))), then
    form = (await ann.click(panel, "Type it")).modal
    assert form is not None
    await killable_bot.kill()
    await killable_bot.start(crash_point, of)
    ann.start_submit(form, {"text": next(iter(found))})
    await killable_bot.dead()
    await killable_bot.start()
    if not (of == "PuzzleStore.solve" and crash_point is CrashPoint.AFTER):
        panel = await typed(ann, panel, next(iter(found)))
        assert "**Yes, " in panel.content
    counted = "SELECT tries, solved_at IS NOT NULL, streak FROM puzzle_tries"
    assert asked(killable_bot.database, counted) == [(2, 1, 1)]
    assert "Share" in labels(private(await ann.click(post, "Solve")))
    await killable_bot.sleep(DAY)
    await settled(server, killable_bot)
    assert "1 person solved puzzle 1." in posts(server)[-1].content
