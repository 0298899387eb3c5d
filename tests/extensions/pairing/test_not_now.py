"""Games that are let go, games that nobody answers, and wishes that sleep."""

from bot.interactions.client import Postboard
from bot.model.table import Status
from loopback import Loopback, Message, Person
from loopback.model.channels import Channel
from rules.club.wish import Asleep, Wish
from rules.time.duration import DAY
from tests.bot.game_driver import delivered, labels, live_through, private
from tests.bot.who import person_of
from tests.extensions.pairing.pairing_driver import PairingDriver, opened_room, paired


async def wish_of(club: PairingDriver, who: Person) -> Wish:
    held = (await club.store.standing(club.guild_id, await person_of(club.bot, who))).held
    assert held is not None
    return held.wish


def newest(who: Person, thread: Channel) -> Message:
    return who.sees(thread)[-1]


async def moved(server: Loopback, club: PairingDriver, thread: Channel) -> None:
    (table,) = await club.tables()
    assert table.due is not None
    move = table.started.game.notate(table.started.legal[0])
    await server.person(table.due.user.name).slash("move", channel=thread, move=move)


async def test_until_ones_first_move_a_game_can_be_let_go(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, table = await paired(server, bot, ann, bo)
    assert table.due is not None
    first = server.person(table.due.user.name)
    second = bo if first.id == ann.id else ann
    await moved(server, club, thread)
    assert labels(newest(ann, thread)) == {"Move", "My view", "Menu", "Not now"}
    too_late = private(await first.click(newest(first, thread), "Not now"))
    assert too_late.content == "It's too late to let this game go. You can resign."
    question = private(await second.click(newest(second, thread), "Not now"))
    assert question.content == (
        f"Don't play this game? {first.name} is first in line again, and you aren't paired until "
        "you press **Pair me**."
    )
    await second.click(question, "Keep it")
    (table,) = await club.tables()
    assert table.status is Status.PLAYING
    question = private(await second.click(newest(second, thread), "Not now"))
    before = await wish_of(club, first)
    told = private(await second.click(question, "Don't play"))
    assert told.content == "You let it go. **Pair me** puts you back in line."
    await delivered(bot)
    (table,) = await club.tables()
    assert table.status is Status.OVER
    assert table.started.outcome is not None
    assert table.started.outcome.rule.key == "common.declined"
    end = newest(ann, thread)
    assert end.content.startswith("**No result** for ")
    assert f"No game this time, {first.name}. You're first in line for the next." in end.content
    assert end.pings == frozenset()
    assert (await wish_of(club, second)).asleep is Asleep.NOT_NOW
    after = await wish_of(club, first)
    assert (after.asleep, after.since) == (None, before.before)


async def test_after_both_have_moved_the_button_is_gone(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, _ = await paired(server, bot, ann, bo)
    for _ in range(2):
        assert "Not now" in labels(newest(ann, thread))
        await moved(server, club, thread)
    assert "Not now" not in labels(newest(ann, thread))


async def test_with_dice_a_game_can_be_let_go_until_the_start(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, _ = await paired(server, bot, ann, bo, "game:hypergammon")
    card = newest(ann, thread)
    assert labels(card) == {"Start", "Not now"}
    question = private(await bo.click(card, "Not now"))
    await bo.click(question, "Don't play")
    await delivered(bot)
    assert "No game this time, Ann." in ann.present(card).content
    assert not labels(ann.present(card))
    (table,) = await club.tables()
    assert table.status is Status.CLOSED
    assert (await wish_of(club, bo)).asleep is Asleep.NOT_NOW
    assert (await wish_of(club, ann)).asleep is None


async def test_two_people_are_kept_apart_after_one_let_a_game_go(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, _ = await paired(server, bot, ann, bo)
    question = private(await ann.click(newest(ann, thread), "Not now"))
    await ann.click(question, "Don't play")
    await club.press(ann, club.first, "Pair me")
    assert (await wish_of(club, ann)).asleep is None
    for _ in range(7):
        await club.next_round()
    assert len(club.threads) == 1


async def test_who_was_left_gets_another_opponent_at_the_next_round(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club, thread, _ = await paired(server, bot, ann, bo)
    await club.pair_me(cy)
    question = private(await ann.click(newest(ann, thread), "Not now"))
    await ann.click(question, "Don't play")
    await club.opened()
    assert len(club.threads) == 1, "Bo has had the new game of this day"
    await club.next_round()
    assert len(club.threads) == 2
    assert "Bo" in club.threads[-1].name
    assert "Cy" in club.threads[-1].name


async def test_the_third_time_within_thirty_days_a_wish_sleeps_for_a_week(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, *others = people
    club = await opened_room(server, bot)
    standing = await club.pair_me(ann)
    for count, other in enumerate(others, 1):
        await club.press(ann, club.first, "Pair me")
        await club.pair_me(other, number="number:once")
        await club.next_round()
        thread = club.threads[-1]
        assert len(club.threads) == count
        question = private(await ann.click(newest(ann, thread), "Not now"))
        await ann.click(question, "Don't play")
        await club.press(other, await club.press(other, club.first, "Pair me"), "Stop")
    for refused in (await ann.click(standing, "Stop"), await ann.click(club.first, "Pair me")):
        assert private(refused).content.startswith("You let 3 games go. You can be paired again ")
    assert (await wish_of(club, ann)).asleep is Asleep.NOT_NOW
    await live_through(bot, server, 7 * DAY)
    await club.press(ann, club.first, "Pair me")
    assert (await wish_of(club, ann)).asleep is None


async def test_the_first_missed_deadline_puts_that_one_to_sleep_and_nobody_else(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, _, table = await paired(server, bot, ann, bo)
    assert table.due is not None
    late = server.person(table.due.user.name)
    other = bo if late.id == ann.id else ann
    before = await wish_of(club, other)
    await club.run_out()
    await delivered(bot)
    (table,) = await club.tables()
    assert table.status is Status.OVER
    assert table.started.outcome is not None
    assert table.started.outcome.is_void
    assert (await wish_of(club, late)).asleep is Asleep.MISSED
    after = await wish_of(club, other)
    assert (after.asleep, after.since) == (None, before.before)


async def test_a_game_with_dice_that_nobody_starts_puts_both_to_sleep(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, _, _ = await paired(server, bot, ann, bo, "game:hypergammon")
    await live_through(bot, server, 3 * DAY + 1)
    await bot.scheduler.run_due()
    (table,) = await club.tables()
    assert table.status is Status.CLOSED
    assert [(await wish_of(club, each)).asleep for each in (ann, bo)] == 2 * [Asleep.MISSED]
