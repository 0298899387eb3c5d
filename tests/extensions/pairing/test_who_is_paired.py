"""Who is in a round, what keeps two apart, and rounds and games that can't be."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from bot.delivery.threads import NoThread
from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.values import ROUND, ROUND_FOR, Planned, round_for
from bot.interactions.client import Postboard
from bot.model.caller import Person as Number
from bot.model.errors import Conflict
from bot.store.people.forgetting import mark_forgotten
from bot.store.queues.queues import set_timer
from bot.store.sql.transaction import Transaction
from loopback import Loopback, Permission, Person
from rules.club.rounds import Game
from rules.club.wish import Asleep
from rules.contract.sentence import say
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import live_through, private
from tests.bot.test_owners_wire import granted
from tests.bot.who import person_of
from tests.extensions.pairing.pairing_driver import PairingDriver, opened_room, paired

_Keep = Callable[[Transaction, Number, Number, int], object]
APART: Final[dict[str, _Keep]] = {
    "muted": lambda tx, ann, bo, now: tx.do(
        "INSERT INTO mutes (person, muted, name, at) VALUES (?, ?, 'Ann', ?)", bo, ann, now
    ),
    "on vacation": lambda tx, ann, _, now: tx.do(
        "INSERT INTO vacations (person, starts, ends) VALUES (?, ?, ?)", ann, now, now + 12 * HOUR
    ),
    "barred": lambda tx, ann, _, __: tx.do(
        "INSERT INTO unpaired (guild_id, person) SELECT guild_id, ? FROM wishes", ann
    ),
    "paces apart": lambda tx, ann, _, __: tx.do(
        "UPDATE wishes SET pace = 'quick' WHERE person = ?", ann
    ),
    "idle": lambda tx, ann, _, now: tx.do(
        "UPDATE wishes SET set_at = ? WHERE person = ?", now - 31 * DAY, ann
    ),
    "asleep": lambda tx, ann, _, now: tx.do(
        "UPDATE wishes SET asleep = 'missed', asleep_at = ? WHERE person = ?", now, ann
    ),
}


@pytest.mark.parametrize("why", [*APART, "nothing"])
async def test_what_keeps_two_apart(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, why: str
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    one, other = await person_of(bot, ann), await person_of(bot, bo)
    if why in APART:
        now = int(bot.now())
        await bot.store.database.transact(lambda tx: APART[why](tx, one, other, now))
    await club.pair_me(bo, pace="pace:SLOW")
    await club.opened()
    assert len(club.threads) == (why == "nothing")
    if why == "idle":
        held = (await club.store.standing(club.guild_id, one)).held
        assert held is not None
        assert held.wish.asleep is Asleep.IDLE


async def test_a_round_over_wishes_that_have_changed_gives_nothing(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, games=["game:rematch"])
    answer = await club.pair_me(bo, games=["game:czech"])
    now = int(bot.now())
    facts = await club.store.facts(club.guild_id, now)
    assert facts is not None
    await club.press(bo, answer, "Stop")
    one, other = sorted([await person_of(bot, ann), await person_of(bot, bo)])
    game = Game((one, other), "rematch")
    with pytest.raises(Conflict):
        await club.store.give(facts, [game], now)
    assert await club.store.next_planned(()) is None


async def seeking_late(club: PairingDriver) -> set[int]:
    """Return the persons who seek a game a day and a half later, none of whom is new."""
    await club.bot.store.database.write(
        "INSERT INTO played SELECT person, guild_id, 'rematch', 1, 0, 0, 0, 0, 1, 0, 1, 1"
        " FROM wishes"
    )
    await live_through(club.bot, club.server, 37 * HOUR)
    facts = await club.store.facts(club.guild_id, int(club.bot.now()))
    assert facts is not None
    return {each.person for each in facts.seekers}


async def test_who_is_behind_in_a_paired_game_gets_no_other(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club, _, table = await paired(server, bot, ann, bo)
    assert table.due is not None
    due = table.due.user.id
    assert await seeking_late(club) == {await person_of(bot, each) for each in (ann, bo)} - {due}
    await club.pair_me(cy)
    await club.opened()
    assert len(club.threads) == 2


async def test_nobody_is_behind_in_a_game_that_is_paused(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, _ = await paired(server, bot, ann, bo)
    await ann.slash("game pause", channel=thread, days=5)
    await bo.slash("game pause", channel=thread, days=5)
    assert await seeking_late(club) == {await person_of(bot, each) for each in (ann, bo)}


@pytest.mark.parametrize("hours", [11, 13])
async def test_a_round_that_is_twelve_hours_late_is_left_out(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, hours: int
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, pace="pace:QUICK")
    await club.pair_me(bo, pace="pace:SLOW")
    (timer,) = [each for each in await bot.store.queues.timers() if each.kind == ROUND]
    await bot.store.database.write("UPDATE wishes SET pace = 'usual'")
    await live_through(bot, server, timer.due - int(server.clock.now()) + hours * HOUR)
    await bot.scheduler.run_due()
    await club.opened()
    assert len(club.threads) == (hours == 11)
    (after,) = [each for each in await bot.store.queues.timers() if each.kind == ROUND]
    assert after.due == timer.due + DAY


async def test_a_round_for_one_pairs_nobody_else(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    """The others get their opponents at the hour of the club, as they were told."""
    ann, bo, cy, _ = people
    club = await opened_room(server, bot)
    await club.pair_me(ann, pace="pace:QUICK")
    await club.pair_me(bo, pace="pace:SLOW")
    await club.pair_me(cy, ["game:czech"])
    await bot.store.database.write("UPDATE wishes SET pace = 'usual'")
    timer = round_for(club.guild_id, await person_of(bot, cy), int(bot.now()))
    await bot.store.database.transact(lambda tx: set_timer(tx, timer))
    await bot.scheduler.run_due()
    assert await club.store.next_planned(()) is None
    assert ROUND_FOR not in {each.kind for each in await bot.store.queues.timers()}
    await club.next_round()
    assert len(club.threads) == 1


async def test_who_no_longer_sees_the_room_is_off_and_shown_to_nobody(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    room = server.world.channel("games")
    server.world.set_overwrite(room, ann.user, deny=Permission.VIEW_CHANNEL)
    await bot.idle()
    await club.pair_me(bo)
    await club.opened()
    assert not club.threads
    assert (await club.store.standing(club.guild_id, await person_of(bot, ann))).held is None
    held = (await club.store.standing(club.guild_id, await person_of(bot, bo))).held
    assert held is not None, "he is first in line again"


async def test_a_game_of_somebody_who_was_forgotten_lately_is_not_rated(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, now = await opened_room(server, bot), int(bot.now())
    await bot.store.database.transact(lambda tx: mark_forgotten(tx, bo.id, now))
    await club.pair_me(ann)
    await club.pair_me(bo)
    await club.opened()
    (table,) = await club.tables()
    assert not table.terms.rated


@pytest.mark.parametrize("unrated", [0, 1, None])
async def test_a_game_is_rated_if_both_want_that(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, unrated: int | None
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, pace="pace:QUICK")
    await club.pair_me(bo, pace="pace:SLOW")
    await bot.store.database.write("UPDATE wishes SET pace = 'usual'")
    if unrated is not None:
        without = await person_of(bot, (ann, bo)[unrated])
        await bot.store.database.write("UPDATE wishes SET rated = 0 WHERE person = ?", without)
    await club.next_round()
    (table,) = await club.tables()
    assert table.terms.rated == (unrated is None)


async def test_a_game_that_gets_no_thread_for_a_day_is_given_up_and_both_are_first(
    server: Loopback,
    bot: Postboard,
    ann: Person,
    bo: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refused(_games: PairedGames, _game: Planned) -> None:
        raise NoThread(say("Planted."), 50013)

    monkeypatch.setattr(PairedGames, "_open", refused)
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    before = (await club.store.standing(club.guild_id, await person_of(bot, ann))).held
    await club.pair_me(bo)
    assert await club.store.next_planned(()) is not None
    await live_through(bot, server, DAY + 1)
    await club.opened()
    assert not club.threads
    held = (await club.store.standing(club.guild_id, await person_of(bot, ann))).held
    assert held is not None
    assert before is not None
    assert held.wish.before == before.wish.since, "they were first, and were given another"


async def test_a_room_that_is_gone_brings_no_games_and_no_harm(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, pace="pace:QUICK")
    await club.pair_me(bo, pace="pace:SLOW")
    await bot.store.database.write("UPDATE wishes SET pace = 'usual'")
    await bot.store.servers.change_settings(
        club.guild_id, lambda was: replace(was, club=replace(was.club, pairing=7)), int(bot.now())
    )
    await club.next_round()
    assert not club.threads
    assert await club.store.next_planned(()) is None
    assert {each.kind for each in await bot.store.queues.timers()} >= {ROUND}


async def test_nothing_is_left_of_a_server_that_is_erased(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, _ = people
    club = await opened_room(server, bot)
    for who in (ann, bo, cy):
        await club.pair_me(who)
    await club.opened()
    await club.store.bar(club.guild_id, await person_of(bot, cy), barred=True)
    await bot.store.servers.erase(club.guild_id)
    for table in ("wishes", "unpaired", "pairings", "pairing_seats"):
        assert not await bot.store.database.rows(f"SELECT * FROM {table}")
    kinds = {each.kind for each in await bot.store.queues.timers()}
    assert not kinds & {ROUND, ROUND_FOR}
    rows = await bot.store.database.rows("SELECT pairing_id FROM tables")
    assert [row["pairing_id"] for row in rows] == [None], "the game goes on by itself"


async def test_a_wish_sleeps_for_ninety_days_where_pairing_is_off(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    await club.pair_me(bo)
    missed = await person_of(bot, bo)
    await bot.store.database.write(
        "UPDATE wishes SET asleep = 'missed', asleep_at = 1 WHERE person = ?", missed
    )
    await bot.store.servers.change_settings(
        club.guild_id,
        lambda was: replace(was, club=replace(was.club, pairing=None)),
        int(bot.now()),
    )
    (useless,) = [each for each in bot.store.database.hooks.useless if "pairing" in each.__module__]
    for days, left in ((89, 1), (91, 0)):
        sql, values = useless(int(bot.now()) + days * DAY)
        await bot.store.database.write(sql, *values, 100)
        rows = await bot.store.database.rows("SELECT * FROM wishes WHERE asleep = 'off'")
        assert len(rows) == left
    assert await bot.store.database.column("SELECT person FROM wishes") == [missed], (
        "his wish sleeps until he wakes it"
    )


async def test_the_diagnosis_names_what_a_room_without_threads_lacks(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    await opened_room(server, bot)
    granted(server, ann, Permission.MANAGE_GUILD)
    assert "New games" not in private(await ann.slash("server diagnose")).content
    room, denied = server.world.channel("games"), Permission.CREATE_PUBLIC_THREADS
    server.world.set_overwrite(room, server.world.bot, deny=denied)
    await bot.idle()
    told = private(await ann.slash("server diagnose")).content
    assert f"- New games: I'm missing Create Public Threads in <#{room.id}>." in told
