"""Pairing over the wire: the form, the round, the threads, and the settings."""

from dataclasses import replace
from pathlib import Path

from discord import ChannelType, TextChannel

from bot.interactions.client import Postboard
from bot.model.table import Status
from loopback import Loopback, Person
from rules.club.wish import Pace
from rules.contract.core import Seat
from tests.bot.conftest import bot_on
from tests.bot.game_driver import labels, private
from tests.bot.who import person_of
from tests.extensions.pairing.pairing_driver import PairingDriver, opened_room, paired


async def test_two_who_press_get_a_game_in_a_thread_at_once(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    alone = await club.pair_me(ann)
    assert "**You're up for a game.**" in alone.content
    assert alone.content.startswith("No one fits right now.")
    assert labels(alone) == {"Change …", "Stop"}
    told = await club.pair_me(bo)
    assert told.content.startswith("**You have a game!**")
    await club.opened()
    (thread,) = club.threads
    assert thread.name in {"Ann – Bo · ReMatch", "Bo – Ann · ReMatch"}
    (table,) = await club.tables()
    assert (table.status, table.terms.time.text) == (Status.PLAYING, "3d+1d<=7d hard")
    assert table.terms.vacation
    assert not table.terms.hints
    (board,) = [each for each in ann.sees(thread) if each.attachments]
    assert table.due is not None
    first = server.person(table.due.user.name)
    assert list(board.pings) == [first.id], "who is due, and nobody else"
    assert "-# Paired game · 3 days on the clock, +1 day per move, up to 7 days" in board.content
    assert board.content.count("rated") == 1


async def test_two_meet_again_once_they_have_waited_for_a_day(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, thread, table = await paired(server, bot, ann, bo)
    for _ in range(2):  # Before both have moved, nobody can lose.
        assert table.due is not None
        due, move = server.person(table.due.user.name), table.started.legal[0]
        await due.slash("move", channel=thread, move=table.started.game.notate(move))
        (table,) = await club.tables()
    question = private(await ann.slash("game resign", channel=thread))
    await ann.click(question, "Resign")
    await club.next_round()
    assert len(club.threads) == 1, "they have met, and have waited for less than a day"
    await club.next_round()
    assert len(club.threads) == 2
    first, second = await club.tables()
    seats = [[table.at(Seat(seat)).user.id for seat in (0, 1)] for table in (first, second)]
    assert seats[0] == seats[1][::-1], "who began less often begins"


async def test_a_form_can_be_changed_and_brings_a_game_at_once(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:punt-match"])
    await club.pair_me(bo, ["game:czech"])
    await club.opened()
    assert not club.threads, "no two want the same"
    standing = await club.press(bo, club.first, "Pair me")
    form = await bo.click(standing, "Change …")
    assert form.modal is not None
    values = {"Which games?": ["game:rematch", "game:punt-match"]}
    told = private(await bo.submit(form.modal, values))
    assert "**You have a game!**" in told.content
    await club.opened()
    assert len(club.threads) == 1


async def test_one_new_game_a_day(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club = await opened_room(server, bot)
    for person in (ann, bo, cy):
        await club.pair_me(person)
    await club.opened()
    assert len(club.threads) == 1, "Cy waits for the next round: Ann and Bo had theirs today"


async def test_dice_are_sealed_before_the_start_and_nobody_has_to_accept(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:hypergammon"])
    await club.pair_me(bo, ["game:hypergammon"])
    await club.opened()
    (thread,) = club.threads
    seal, card = ann.sees(thread)
    assert "sealed" in seal.content or "🎲" in seal.content
    assert labels(card) == {"Start", "Not now"}
    assert set(card.pings) == {ann.id, bo.id}, "one of them has to press"
    (table,) = await club.tables()
    assert table.status is Status.OPEN
    await bo.click(card, "Start")
    (table,) = await club.tables()
    assert table.status is Status.PLAYING


async def test_a_form_that_asks_for_what_is_not_offered_is_refused(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:czech", "game:rematch"], "pace:SLOW", "number:once")
    standing = await club.store.standing(club.guild_id, await person_of(bot, ann))
    assert standing.held is not None
    wish = standing.held.wish
    assert wish.systems == {"czech", "rematch"}
    assert (wish.pace, wish.at_once) == (Pace.SLOW, 1)
    assert wish.once
    assert wish.rated
    assert standing.slots == 1


async def test_who_stops_is_not_paired(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    answer = await club.pair_me(ann)
    stopped = await club.press(ann, answer, "Stop")
    assert stopped.content == "You're not being paired any more."
    await club.pair_me(bo)
    await club.next_round()
    assert not club.threads


async def test_who_left_the_server_is_off_and_the_other_is_first_again(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    del server.world.guild().members[ann.id]
    await club.pair_me(bo)
    await club.opened()
    assert not club.threads
    assert (await club.store.standing(club.guild_id, await person_of(bot, ann))).held is None
    await club.pair_me(cy)
    await club.opened()
    assert len(club.threads) == 1, "a game that was never opened is none of the day"


async def test_without_a_room_nobody_is_paired_and_wishes_sleep(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    await _set_room(club, None)
    refused = private(await bo.click(club.first, "Pair me"))
    assert refused.content == "No one is paired in this server. An admin can change that."
    number = await person_of(bot, ann)
    held = (await club.store.standing(club.guild_id, number)).held
    assert held is not None
    assert held.wish.asleep is not None
    await _set_room(club, server.world.channel("games").id)
    held = (await club.store.standing(club.guild_id, number)).held
    assert held is not None
    assert held.wish.asleep is None


async def test_a_thread_that_was_made_before_a_kill_is_found_again(
    server: Loopback, database: Path, ann: Person, bo: Person
) -> None:
    async with bot_on(server, database) as bot:
        club = await opened_room(server, bot)
        await club.pair_me(ann)
    # The thread of the game to come, of which the dead process stored nothing.
    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        channel = bot.get_channel(server.world.channel("games").id)
        assert isinstance(channel, TextChannel)
        await channel.create_thread(name="Ann – Bo · ReMatch", type=ChannelType.public_thread)
        await channel.create_thread(name="Bo – Ann · ReMatch", type=ChannelType.public_thread)
        club = PairingDriver(server, bot, club.first)
        await club.pair_me(bo)
        await club.opened()
        assert len(club.threads) == 2
        assert len(await club.tables()) == 1


async def _set_room(club: PairingDriver, room: int | None) -> None:
    await club.bot.store.servers.change_settings(
        club.guild_id,
        lambda was: replace(was, club=replace(was.club, pairing=room)),
        int(club.bot.now()),
    )
