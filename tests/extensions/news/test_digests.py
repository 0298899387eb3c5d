"""The digest: when it comes, what it names, and what is sent besides."""

import random
from collections import defaultdict
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.extensions.news.rows import NewsStore, refuse_digest
from bot.extensions.news.values import (
    DIGEST,
    FOLLOWED,
    LEAST,
    Digest,
    has_digest,
    next_digest,
    out_of_quiet_hours,
    read_digest,
)
from bot.interactions.client import Postboard
from bot.messages.controls.message import Link, Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import User
from bot.model.preferences import Preferences, preferences_text, read_preferences
from bot.model.queues import ItemKind, OutboxItem, read_reminder
from bot.model.quiet_hours import QuietHours, read_time
from bot.model.table import Table, Terms
from bot.store.sql.errors import Busy
from bot.tables.commands import Join, Open, Play, Propose, Resign
from loopback import Loopback, Person
from loopback.faults import Faults
from rules.log.events import OfferKind
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.game_driver import GameDriver, delivered, live_through, private, sit_down
from tests.bot.table_service import ANN, BO, CY, caller
from tests.bot.timed_host import NOON, Host
from tests.bot.who import person_of, somebody
from tests.extensions.news.news_host import NewsHost, composer, follow, follows, host_on

NIGHT = QuietHours("UTC", 22 * 60, 7 * 60)
SEVEN = Preferences(zone="UTC", digest=7 * 60)
FIRST = 19 * HOUR
"""Seconds from noon to the first digest at seven."""


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[NewsHost]:
    async with host_on(tmp_path) as opened:
        yield opened


def rows(items: list[OutboxItem], kind: str, who: User) -> list[OutboxItem]:
    return [
        each
        for each in items
        if each.kind == kind
        and who.id == (each.person if kind != ItemKind.REMINDER else read_reminder(each)[0])
    ]


async def digests(host: Host, who: User = ANN) -> dict[int, Digest]:
    """Return somebody's digests, by the seconds after noon when they were written."""
    items = rows(await host.queues.waiting(10_000), DIGEST, who)
    found = {each.created_at - NOON: read_digest(each) for each in items}
    assert len(found) == len(items)
    return found


async def reminded(host: Host, who: User = ANN) -> list[tuple[int, str]]:
    """Return when somebody was reminded, in seconds after noon, and of what."""
    items = rows(await host.queues.waiting(10_000), ItemKind.REMINDER, who)
    return [(each.created_at - NOON, read_reminder(each)[1][0].about) for each in items]


def turns(digest: Digest) -> list[int]:
    return [each.told.table_id for each in digest.turns]


async def composed(host: Host, item: OutboxItem) -> Message | None:
    return await composer(host).compose(item)


async def text_of(host: Host, who: User = ANN) -> str:
    """Return the words of somebody's last digest."""
    item = rows(await host.queues.waiting(10_000), DIGEST, who)[-1]
    message = await composed(host, item)
    assert message is not None
    return locale_of(DEFAULT).message(message.text)


async def another(host: Host, channel: int, white: User = ANN, black: User = BO) -> Table:
    """Return one more game without a time limit, in a channel of its own."""
    return await timed(host, channel, white, black, "none")


async def play(host: Host, table: Table, who: User, text: str) -> None:
    here = caller(who, table.channel_id)
    await host.tables.execute(table.id, here, Play(text), host.request())


# When it comes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("7", 420), ("07:30", 450), ("7.30", 450), ("19", 1140), ("7 pm", 1140), ("12am", 0),
        ("24", 0), ("25", None), ("7:60", None), ("13 pm", None), ("soon", None), ("", None),
    ],
)  # fmt: skip
def test_hours_are_read_as_people_type_them(text: str, minutes: int | None) -> None:
    assert read_time(text) == minutes


def at(zone: str, day: str, clock: str) -> int:
    return int(datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZoneInfo(zone)).timestamp())


def test_an_hour_that_the_clocks_skip_is_the_end_of_the_gap() -> None:
    chosen = Preferences(zone="Europe/Prague", digest=150)
    found = next_digest(chosen, at("Europe/Prague", "2027-03-28", "00:10"))
    assert found == at("Europe/Prague", "2027-03-28", "03:00")


def test_an_hour_that_comes_twice_is_the_second_one() -> None:
    chosen = Preferences(zone="Europe/Prague", digest=150)
    now = at("Europe/Prague", "2026-10-25", "00:10")
    found = next_digest(chosen, now)
    second = int(datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp())
    assert found == second
    assert next_digest(chosen, second - 1, None) == second
    assert next_digest(chosen, second) == at("Europe/Prague", "2026-10-26", "02:30")


def test_no_day_has_two_digests_though_hour_and_zone_change() -> None:
    sent = at("Asia/Tokyo", "2026-11-24", "07:00")
    later = next_digest(Preferences(zone="Asia/Tokyo", digest=20 * 60), sent, sent)
    assert later == at("Asia/Tokyo", "2026-11-25", "20:00")
    west = next_digest(Preferences(zone="America/Denver", digest=18 * 60), sent, sent)
    assert west == at("America/Denver", "2026-11-24", "18:00"), "there it was sent on the 23rd"


def test_a_digest_within_quiet_hours_comes_at_their_end() -> None:
    assert out_of_quiet_hours(Preferences(zone="UTC", quiet=NIGHT, digest=6 * 60)).digest == 420
    for digest in (420, 21 * 60, None):
        same = Preferences(zone="UTC", quiet=NIGHT, digest=digest)
        assert out_of_quiet_hours(same) == same


def test_the_digest_is_stored_with_the_other_choices() -> None:
    assert read_preferences(preferences_text(SEVEN), "UTC").digest == 420
    assert not has_digest(read_preferences("{}", "UTC"))
    assert not has_digest(Preferences(zone="UTC", digest=7, pings=False))


# What it names


async def test_one_a_day_names_the_games_that_wait_longest_first(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    second = await another(host, 77, BO, ANN)
    first = await host.game("7d")
    await host.at(HOUR)
    await play(host, second, BO, "c3-d4")
    await host.at(FIRST - 1)
    assert await digests(host) == {}
    await host.at(FIRST + DAY)
    found = await digests(host)
    assert list(found) == [FIRST, FIRST + DAY]
    assert [turns(each) for each in found.values()] == [[first.id, second.id]] * 2
    said = await text_of(host)
    assert said.startswith("**Your turn in 2 games**\n- [Czech draughts](https://")
    assert "with Bo · due <t:" in said
    assert "with Bo · since <t:" in said
    item = rows(await host.queues.waiting(), DIGEST, ANN)[-1]
    message = await composed(host, item)
    assert message is not None
    ((button,),) = message.rows
    assert isinstance(button, Link)
    assert button.label.english() == "Next"


async def test_nothing_to_say_sends_nothing(host: Host) -> None:
    await host.prefers(BO.id, SEVEN)
    await host.game("7d")
    await host.at(3 * DAY)
    assert await digests(host, BO) == {}


async def test_turns_and_ends_ping_nobody_at_once_but_offers_do(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    table = await host.game("7d")
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Play("b6-a5"))
    assert await host.store.table_messages.pinged(table.id, 3) == frozenset()
    await host.do(table, BO, Propose(OfferKind.DRAW))
    assert await host.store.table_messages.pinged(table.id, 4) == frozenset({ANN.id})
    await host.at(FIRST)
    said = await text_of(host)
    assert "**1 offer to answer**" in said
    assert ": please answer the draw offer" in said
    await host.do(table, BO, Resign())
    assert await host.store.table_messages.pinged(table.id, 5) == frozenset()
    await host.at(FIRST + DAY)
    said = await text_of(host)
    assert said.startswith("**Finished**\n- [Czech draughts")
    assert "**Ann beat Bo**" in said
    await host.at(FIRST + 3 * DAY)
    assert list(await digests(host)) == [FIRST, FIRST + DAY]
    assert await reminded(host) == []


async def test_a_short_turn_pings_at_once_and_is_reminded_of(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    short = await host.game("35h")
    assert await host.store.table_messages.pinged(short.id, 1) == frozenset({ANN.id})
    await host.at(2 * DAY)
    assert (28 * HOUR, "turn") in await reminded(host)
    long = await timed(host, 77, ANN, BO, "36h")
    assert await host.store.table_messages.pinged(long.id, 1) == frozenset()


async def test_a_digest_that_named_a_turn_is_its_reminder(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    await host.game("5d")
    await host.at(FIRST + 3 * DAY + 1)
    await host.prefers(ANN.id, replace(SEVEN, leads=(20,)))  # Plans the reminders anew.
    await host.at(6 * DAY)
    assert await reminded(host) == []
    assert len(await digests(host)) >= 5


async def test_without_a_digest_the_reminder_comes_again(host: Host) -> None:
    """The digest is switched off after it has named the turn, or was refused."""
    await host.prefers(ANN.id, SEVEN)
    await host.game("5d")
    await host.at(FIRST + 1)
    await host.prefers(ANN.id, Preferences(zone="UTC"))
    await host.at(6 * DAY)
    assert await reminded(host) == [(4 * DAY, "turn")]


async def test_a_refused_digest_is_off_and_reminders_come_as_ever(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    await host.game("5d")
    await host.at(FIRST)
    (item,) = rows(await host.queues.waiting(), DIGEST, ANN)
    now = int(host.clock.time)
    await host.database.transact(lambda tx: refuse_digest(tx, item, now))
    assert (await host.store.personal.preferences(ANN.id)).digest is None
    assert await NewsStore(host.database).refused() == [ANN.id]
    await host.at(6 * DAY)
    assert await reminded(host) == [(4 * DAY, "turn")]
    assert await digests(host) == {}
    await host.prefers(ANN.id, SEVEN)
    assert await NewsStore(host.database).refused() == []


async def test_a_ping_left_to_the_digest_is_not_lost_if_that_is_switched_off(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    await host.game("7d")
    await host.at(HOUR)
    await host.prefers(ANN.id, Preferences(zone="UTC"))
    await host.at(FIRST)
    assert await reminded(host) == [(FIRST, "turn")]


async def test_a_ping_near_the_deadline_does_not_wait_for_the_digest(host: Host) -> None:
    """A pause ends when less is left than until the digest."""
    await host.prefers(ANN.id, SEVEN)
    table = await host.game("2d")
    await host.at(DAY + 20 * HOUR)
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 1))
    await host.do(table, BO, Propose(OfferKind.PAUSE, 1))
    await host.at(2 * DAY + 20 * HOUR)
    entry = len((await host.lookup.get(table.id)).started.entries)
    assert await host.store.table_messages.pinged(table.id, entry) == frozenset({ANN.id})


async def test_nothing_that_quiet_hours_hold_back_is_sent_twice(host: Host) -> None:
    """They end with the hour of the digest, which names what they held back."""
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=NIGHT, digest=7 * 60))
    short, long = await host.game("30h"), await another(host, 77)
    await host.do(short, ANN, Play("c3-d4"))
    await play(host, long, ANN, "c3-d4")
    await host.at(12 * HOUR)
    await host.do(short, BO, Play("b6-a5"))
    await play(host, long, BO, "b6-a5")
    await host.do(short, BO, Propose(OfferKind.DRAW))
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=NIGHT))
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=NIGHT, digest=7 * 60))
    await host.at(FIRST + 2 * HOUR)
    (digest,) = (await digests(host)).values()
    assert turns(digest) == [short.id, long.id]
    assert [each.table_id for each in digest.offers] == [short.id]
    assert await reminded(host) == []


async def test_muted_and_paused_games_are_left_out(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    muted, paused = await host.game("7d"), await another(host, 77)
    await host.store.personal.mute(ANN.id, muted.id, int(host.clock.time), muted=True)
    for who in (BO, ANN):
        here = caller(who, 77)
        pause = Propose(OfferKind.PAUSE, 5)
        await host.tables.execute(paused.id, here, pause, host.request())
    await host.at(FIRST)
    assert await digests(host) == {}


async def test_what_one_follows_waits_for_the_digest(host: Host) -> None:
    await host.prefers(CY.id, SEVEN)
    table = await host.game("7d")
    await follow(host, table, caller(CY), moves=True)
    await host.do(table, ANN, Play("c3-d4"))
    await host.scheduler.run_due()
    await host.at(FIRST)
    said = await text_of(host, CY)
    assert "**Games you follow**\n- [Czech draughts" in said
    assert "Ann c3-d4" in said
    await host.do(table, BO, Resign())
    await host.at(FIRST + DAY)
    assert "**Ann beat Bo**" in await text_of(host, CY)
    assert await follows(host).of_person(CY.id) == []
    await host.at(FIRST + 3 * DAY)
    assert list(await digests(host, CY)) == [FIRST, FIRST + DAY]
    assert not rows(await host.queues.waiting(), FOLLOWED, CY)


async def test_a_digest_fits_into_one_message_and_counts_what_it_leaves_out(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    long_name = somebody(2, "*B*" * 10)
    tables = [await another(host, 100 + n, ANN, long_name) for n in range(18)]
    await host.at(FIRST)
    (digest,) = (await digests(host)).values()
    assert digest.more_turns == len(tables) - len(digest.turns) > 0
    assert turns(digest) == [table.id for table in tables[: len(digest.turns)]]
    said = await text_of(host)
    assert "Your turn in 18 games" in said
    assert f"… and {digest.more_turns} more." in said
    assert len(said) <= 2000


async def test_a_digest_says_no_more_what_was_done_meanwhile(host: Host) -> None:
    await host.prefers(ANN.id, SEVEN)
    table = await host.game("7d")
    await host.at(FIRST)
    (item,) = rows(await host.queues.waiting(), DIGEST, ANN)
    await host.do(table, ANN, Play("c3-d4"))
    assert await composed(host, item) is None


async def test_a_late_digest_waits_for_the_end_of_quiet_hours(host: Host) -> None:
    """The bot was down at its hour."""
    await host.prefers(ANN.id, Preferences(zone="UTC", quiet=NIGHT, digest=21 * 60))
    await host.game("7d")
    host.clock.time = NOON + 11 * HOUR
    await host.lived()
    await host.scheduler.run_due()
    assert await digests(host) == {}
    await host.at(FIRST)
    assert list(await digests(host)) == [FIRST]
    await host.at(2 * DAY)
    assert list(await digests(host)) == [FIRST, DAY + 9 * HOUR][:1], "that day has had its digest"


# Simulated weeks

ZONES = ("UTC", "Europe/Prague", "America/New_York", "Asia/Kathmandu", "Pacific/Auckland")
CHANGES = 1_792_800_000
"""Some days before clocks change in Europe and in America, in 2026."""


def random_choice(chance: random.Random) -> Preferences:
    """Return somebody's choices, of which two thirds have a digest."""
    zone = chance.choice(ZONES)
    starts = chance.randrange(24) * 60
    quiet = QuietHours(zone, starts, (starts + chance.randint(1, 10) * 60) % 1440)
    chosen = Preferences(
        zone=zone,
        quiet=quiet if chance.random() < 0.6 else None,
        digest=chance.randrange(48) * 30 if chance.random() < 0.7 else None,
        leads=chance.choice(((), (24, 3))),
    )
    return out_of_quiet_hours(chosen)


class Weeks:
    """People who play and change their choices at random, and all that reaches them."""

    def __init__(self, host: Host, chance: random.Random) -> None:
        self.host = host
        self.chance = chance
        self.choices: dict[int, Preferences] = {}
        self.changed: dict[int, int] = {}
        self.days: set[tuple[int, str, str]] = set()
        self.named: dict[tuple[int, int], list[int]] = defaultdict(list)
        """When digests named a turn, by its table and beginning."""
        self.told: dict[tuple[int, int], list[int]] = defaultdict(list)
        """When digests or reminders told of it."""

    async def choose(self, who: User) -> None:
        self.choices[who.id] = chosen = random_choice(self.chance)
        self.changed[who.id] = int(self.host.clock.time)
        await self.host.prefers(who.id, chosen)

    async def read(self) -> None:
        """Check all that was sent since the last time."""
        for item in await self.host.queues.waiting(10_000):
            if item.kind == DIGEST:
                self.read_digest(item)
            elif item.kind == ItemKind.REMINDER:
                await self.read_reminder(item)
        await self.host.database.transact(lambda tx: tx.do("DELETE FROM outbox"))

    def read_digest(self, item: OutboxItem) -> None:
        assert item.person is not None
        chosen = self.choices[item.person]
        assert chosen.zone is not None
        day = datetime.fromtimestamp(item.created_at, ZoneInfo(chosen.zone)).date()
        here = (item.person, chosen.zone, str(day))
        assert here not in self.days, "two digests on one day"
        self.days.add(here)
        assert chosen.quiet is None or chosen.quiet.at(item.created_at) is None
        for turn in read_digest(item).turns:
            self.named[turn.told.table_id, turn.begun].append(item.created_at)
            self.told[turn.told.table_id, turn.begun].append(item.created_at)

    async def read_reminder(self, item: OutboxItem) -> None:
        """Check that no reminder comes after a digest that named a long turn, as is chosen now."""
        whom, subjects = read_reminder(item)
        for each in subjects:
            turn = (await self.host.lookup.get(each.table_id)).clock.turn
            if each.about != "turn" or turn is None:
                continue
            key = each.table_id, turn.begun
            self.told[key].append(item.created_at)
            is_long = turn.allowed is not None and turn.allowed >= LEAST
            since = [at for at in self.named[key] if at > self.changed[whom]]
            assert not (is_long and since), "named by a digest and reminded of"

    async def move(self, number: int) -> None:
        """Let the player due move at random; shortly before the deadline they have been told."""
        table = await self.host.lookup.get(number)
        match, turn = table.started, table.clock.turn
        if table.due is None or turn is None or table.due_at is None:
            return
        is_late = table.due_at - self.host.clock.time < HOUR
        if is_late:
            assert self.told[number, turn.begun], "nobody told of this deadline"
        if is_late or self.chance.random() < 0.012:
            legal = match.game.notate(self.chance.choice(match.game.legal(match.state)))
            await play(self.host, table, table.due.user, legal)


@pytest.mark.parametrize("seed", range(3))
async def test_weeks_go_without_a_digest_too_many_or_a_reminder_too_few(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    async with host_on(tmp_path) as host:
        host.clock.time = CHANGES
        weeks = Weeks(host, chance)
        people = (ANN, BO, CY)
        for who in people:
            await weeks.choose(who)
        tables = [
            await timed(host, 200 + number, white, black, chance.choice(("1d", "2d", "4d", "7d")))
            for number, (white, black) in enumerate(((ANN, BO), (BO, CY), (CY, ANN), (ANN, CY)))
        ]
        for hour in range(24 * 18):
            await host.at(CHANGES - NOON + hour * HOUR)
            await weeks.read()
            for table in tables:
                await weeks.move(table.id)
            if chance.random() < 0.01:
                await weeks.choose(chance.choice(people))
        assert weeks.days
        assert weeks.told


async def timed(host: Host, channel: int, white: User, black: User, time: str) -> Table:
    """Return a game with this time for a turn, in a channel of its own."""
    terms = Terms("czech", {}, time=read_time_control(time), vacation=False)
    opening = Open(terms, (), "white")
    table = await host.tables.open(opening, caller(white, channel), host.request())
    joining = host.tables.execute(table.id, caller(black, channel), Join(), host.request())
    return (await joining).table


# Over the wire


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await sit_down(server, bot, database, side="white", time="7d")


async def until_digest(bot: Postboard, server: Loopback) -> None:
    """Let time pass until the next digest is due, and what is due then be sent."""
    timers = await bot.store.queues.timers(1000)
    (due,) = (each.due for each in timers if each.kind == DIGEST)
    await live_through(bot, server, due - int(server.clock.now()) + 1)
    await bot.scheduler.run_due()
    for _ in range(3):
        await bot.outbox.deliver_due()


def heard(who: Person) -> list[str]:
    return [each.content for each in who.sees(who.dm()) if each.author.bot]


async def test_the_digest_is_switched_on_moved_and_off(bot: Postboard, ann: Person) -> None:
    asked = private(await ann.slash("notify", daily="7", quiet="22-6"))
    assert "What's your time zone?" in asked.content
    panel = private(await ann.choose(asked, "Asia/Tokyo", placeholder="Your time zone"))
    assert "**Daily summary**: 07:00" in panel.content
    assert "22:00-06:00 (Asia/Tokyo, now " in panel.content.replace("\\", "")
    assert "Daily summary**: off" in private(await ann.slash("notify", daily="off")).content
    private(await ann.slash("notify", zone="Europe/Prague", quiet="23-7"))
    refused = private(await ann.slash("notify", daily="6"))
    assert "06:00 is in your quiet hours (23:00-07:00)." in refused.content.replace("\\", "")
    assert "Try 07:00." in refused.content.replace("\\", "")
    assert "isn't an hour. Use 0 to 23" in private(await ann.slash("notify", daily="dawn")).content
    panel = private(await ann.slash("notify", daily="7"))
    assert "**Daily summary**: 07:00" in panel.content
    panel = private(await ann.slash("notify", quiet="23-8"))
    assert "**Daily summary**: 08:00" in panel.content
    panel = private(await ann.choose(panel, "00:00-09:00", placeholder="Quiet hours"))
    assert "**Daily summary**: 09:00" in panel.content
    panel = private(await ann.slash("notify", daily="off"))
    assert "**Daily summary**: off" in panel.content
    kinds = {each.kind for each in await bot.store.queues.timers(1000)}
    assert DIGEST not in kinds


async def test_a_digest_comes_by_direct_message_with_a_link_to_the_next_game(
    server: Loopback, bot: Postboard, driver: GameDriver, ann: Person
) -> None:
    private(await ann.slash("notify", zone="UTC", daily="7"))
    await until_digest(bot, server)
    (message,) = (each for each in ann.sees(ann.dm()) if each.author.bot)
    assert message.content.startswith("**Your turn in 1 game**\n- [Czech draughts](")
    assert not message.attachments
    (link,) = message.buttons()
    assert link.label == "Next"
    assert (link.url or "").endswith(f"/{driver.board.id}")
    await until_digest(bot, server)
    assert len(heard(ann)) == 2


async def test_a_refused_digest_is_off_and_the_next_answer_says_so(
    server: Loopback,
    bot: Postboard,
    driver: GameDriver,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def busy(*_: object) -> None:
        raise Busy("planted")

    private(await ann.slash("notify", zone="UTC", daily="7"))
    ann.user.accepts_dms = False
    await until_digest(bot, server)
    assert (await bot.store.personal.preferences(await person_of(bot, ann))).digest is None
    await driver.people[max(driver.people)].slash("games")
    with monkeypatch.context() as patched:
        patched.setattr(NewsStore, "told_of_refusal", busy)
        private(await ann.slash("games"))
        await bot.idle()
    assert not [each for each in ann.sees("lobby") if "your daily summary" in each.content]
    await ann.slash("games")
    await bot.idle()
    told = [each for each in ann.sees("lobby") if "deliver your daily summary" in each.content]
    assert [each.ephemeral for each in told] == [True]
    await ann.slash("games")
    await bot.idle()
    told = [each for each in ann.sees("lobby") if "deliver your daily summary" in each.content]
    assert len(told) == 1


async def test_a_lost_reply_doubles_no_digest(
    server: Loopback, bot: Postboard, driver: GameDriver, ann: Person
) -> None:
    private(await ann.slash("notify", zone="UTC", daily="7"))
    server.faults = Faults(dropped_after=1, channels=frozenset({ann.dm().id}))
    await until_digest(bot, server)
    assert server.faults_happened["dropped_after"]
    server.faults = Faults()
    await live_through(bot, server, 600)
    await bot.outbox.deliver_due()
    await delivered(bot)
    assert len(heard(ann)) == 1
    assert driver.match.outcome is None
