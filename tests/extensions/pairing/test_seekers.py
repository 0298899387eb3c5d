"""Who is up for a game: counted and never named, joined from lists, and kept out by moderators."""

import asyncio
from pathlib import Path

import pytest

from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.verbs import BAR, UNBAR
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import encode, for_text
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from tests.bot.conftest import bot_on
from tests.bot.game_driver import labels, moderating, private
from tests.bot.test_club_attack import press
from tests.bot.test_owners_wire import granted
from tests.bot.who import person_of
from tests.extensions.pairing.pairing_driver import PairingDriver, opened_room, paired


async def test_who_waits_is_counted_in_the_list_of_open_games_and_never_named(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:rematch", "game:czech"])
    own = private(await ann.slash("games", values={"show": "open"}))
    assert "up for it" not in own.content, "nobody joins themselves"
    await club.pair_me(bo, ["game:turkish"])
    listed = private(await cy.slash("games", values={"show": "open"}))
    assert "- ReMatch · 1 person is up for it" in listed.content
    assert "- Turkish draughts · 1 person is up for it" in listed.content
    assert not {"Ann", "Bo"} & set(listed.content.split())
    assert {"Join ReMatch", "Pair me"} <= labels(listed)
    form = await cy.click(listed, "Join ReMatch")
    assert form.modal is not None
    assert "**You have a game!**" in private(await cy.submit(form.modal, {})).content
    await club.opened()
    (table,) = await club.tables()
    assert table.terms.game == "rematch"


async def test_who_has_a_wish_adds_the_game_that_they_join(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:rematch"], "pace:SLOW")
    await club.pair_me(bo, ["game:turkish"])
    listed = private(await bo.slash("games", values={"show": "open"}))
    joined = private(await bo.click(listed, "Join ReMatch"))
    assert "**You have a game!**" in joined.content
    held = (await club.store.standing(club.guild_id, await person_of(bot, bo))).held
    assert held is not None
    assert held.wish.systems == {"rematch", "turkish"}
    await club.opened()
    (table,) = await club.tables()
    assert table.terms.time.text == "5d+2d<=14d hard", "the slower pace counts"


async def test_a_moderator_keeps_a_player_from_being_paired(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    club, thread, _ = await paired(server, bot, ann, bo)
    granted(server, cy, Permission.MANAGE_MESSAGES)
    panel = await moderating(cy, thread.id)
    assert {"Don't pair Ann", "Don't pair Bo"} <= labels(panel)
    done = private(await cy.click(panel, "Don't pair Ann"))
    assert done.content == "Done. No one is paired with Ann here."
    question = private(await bo.click(bo.sees(thread)[-1], "Not now"))
    await bo.click(question, "Don't play")
    for _ in range(3):
        await club.next_round()
    await club.pair_me(di)
    await club.opened()
    assert len(club.threads) == 1, "Ann waits, and nobody knows"
    panel = await moderating(cy, thread.id)
    await cy.click(panel, "Pair Ann again")
    await club.next_round()
    assert len(club.threads) == 2


async def test_nobody_else_decides_who_is_paired_whatever_they_forge(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, _ = people
    club, thread, table = await paired(server, bot, ann, bo)
    rival = next(each for each in table.persons if each.user.name == "Bo")

    bar, unbar = (encode(for_text(verb, table.id, rival.id)) for verb in (BAR, UNBAR))
    assert await press(bot, cy, bar, thread) == "Only moderators can do that."
    granted(server, ann, Permission.MANAGE_MESSAGES)
    refused = "You're in this game, so someone else has to decide."
    assert await press(bot, ann, bar, thread) == refused
    assert await club.store.unpaired(club.guild_id) == set()
    await club.store.bar(club.guild_id, rival.user.id, barred=True)
    assert await press(bot, ann, unbar, thread) == refused
    assert await club.store.unpaired(club.guild_id) == {rival.user.id}


async def test_the_game_over_menu_and_the_board_offer_it_where_it_is_on(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    _, thread, _ = await paired(server, bot, ann, bo)
    question = private(await bo.click(bo.sees(thread)[-1], "Not now"))
    await bo.click(question, "Don't play")
    await bot.idle()
    more = private(await ann.click(ann.sees(thread)[-1], "More"))
    assert "Pair me" in labels(more)


async def test_a_kill_between_plan_and_thread_or_thread_and_table_loses_nothing(
    server: Loopback,
    database: Path,
    ann: Person,
    bo: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(PairedGames, "_open", hang)
        async with bot_on(server, database) as bot:
            club = await opened_room(server, bot)
            await club.pair_me(ann)
            await club.pair_me(bo)
    assert not club.threads
    for step in ("_table", "_create"):
        with monkeypatch.context() as patch:
            patch.setattr(PairedGames, step, hang)
            async with bot_on(server, database) as bot:
                await bot.wait_until_ready()
                while not club.threads:  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.01)
    async with bot_on(server, database) as bot:
        await PairingDriver(server, bot, club.first).opened()
        assert len(club.threads) == 1
        rows = await bot.store.database.rows("SELECT channel_id FROM tables")
        assert [row["channel_id"] for row in rows] == [club.threads[0].id]


async def test_nothing_of_a_wish_is_left_once_somebody_is_forgotten(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club = await opened_room(server, bot)
    await club.pair_me(ann)
    number = await person_of(bot, ann)
    await bot.services.forgetting.ask(number)
    await bot.services.forgetting.carry_out(number)
    rows = await bot.store.database.rows("SELECT * FROM wishes")
    assert not rows
    await club.pair_me(bo)
    assert not club.threads
