"""A wish that sleeps, in the daily summary, and **Pair me** in My games."""

from functools import partial

from bot.extensions.pairing.messages import EXPIRED
from bot.extensions.pairing.rows import change_wish
from bot.interactions.client import Postboard
from loopback import Loopback, Person
from rules.club.wish import Asleep, Put, Spoiled
from rules.time.duration import HOUR
from tests.bot.game_driver import labels, private
from tests.bot.test_club_attack import press
from tests.bot.who import person_of
from tests.extensions.news.test_digests import until_digest
from tests.extensions.pairing.pairing_driver import opened_room, paired
from tests.extensions.pairing.test_not_now import wish_of


async def test_a_daily_summary_tells_of_a_wish_that_sleeps_until_that_is_known(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club, _, table = await paired(server, bot, ann, bo)
    assert table.due is not None
    late = server.person(table.due.user.name)
    private(await late.slash("notify", zone="UTC", daily="7"))
    await club.run_out()
    assert (await wish_of(club, late)).asleep is Asleep.MISSED
    await until_digest(bot, server)
    message = late.sees(late.dm())[-1]
    assert message.content.splitlines()[-2].startswith("You're not being paired: ")
    assert labels(message) == {"Pair me"}
    (button,) = message.buttons()
    assert button.custom_id is not None
    assert await press(bot, cy, button.custom_id) == EXPIRED.english()
    assert (await wish_of(club, late)).asleep is Asleep.MISSED
    answer = private(await late.click(message, "Pair me"))
    assert "**You're up for a game.**" in answer.content
    assert (await wish_of(club, late)).asleep is None
    again = private(await late.click(message, "Pair me"))
    assert "**You're up for a game.**" in again.content


async def test_another_game_that_comes_to_nothing_does_not_keep_it_from_being_told(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    person, now = await person_of(bot, ann), int(bot.now())
    slept = partial(change_wish, guild_id=club.guild_id, person=person, now=now)
    missed = partial(slept, change=Put(Asleep.MISSED), system="czech")
    spoiled = partial(slept, change=Spoiled(), system="rematch", now=now + HOUR)
    for change in (missed, spoiled):
        await bot.store.database.transact(change)
    held = await club.store.asleep(club.guild_id, person)
    assert held is not None, "she was never told"
    assert (held.wish.asleep, held.asleep_in) == (Asleep.MISSED, "czech")


async def test_my_games_has_the_button_where_people_are_paired(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    assert "Pair me" not in labels(private(await ann.slash("games")))
    club = await opened_room(server, bot)
    mine = private(await ann.slash("games"))
    assert "Pair me" in labels(mine)
    form = await ann.click(mine, "Pair me")
    assert form.modal is not None
    assert not labels(private(await ann.slash("games", channel=ann.dm()))) & {"Pair me"}
    await club.pair_me(ann)
    shown = private(await ann.click(private(await ann.slash("games")), "Pair me"))
    assert shown.content.startswith("**You're up for a game.**")
