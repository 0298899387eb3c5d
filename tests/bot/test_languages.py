"""Whose language: the table's for all, the reader's for one, the person's in direct messages."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery import rendering
from bot.delivery.outbox.composing import RowKind
from bot.interactions.client import Postboard
from bot.interactions.publish import refresh_card
from bot.messages.controls.message import Message, Picture
from bot.messages.words.locale import languages, locale_of
from bot.model.queues import OutboxItem
from bot.model.server import Club
from bot.model.table import Table
from bot.store.queues.queues import enqueue
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.contract.sentence import say
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, private, tidied
from tests.bot.tongues import planted, said, spoken_to


@pytest.fixture(autouse=True)
def tongues(ann: Person, bo: Person) -> Generator[None]:
    """Let Ann read Czech and Bo Turkish."""
    ann.user.locale, bo.user.locale = "cs", "tr"
    with planted():
        yield


async def choose(server: Loopback, bot: Postboard, language: str | None) -> None:
    await bot.store.servers.change_settings(
        server.world.guild().id, lambda was: replace(was, language=language), 0
    )


async def play(server: Loopback, bot: Postboard, code: str, moves: list[str]) -> None:
    """Let Ann and Bo play at a table in this language, with an offer and a shared board."""
    ann, bo = server.person("Ann"), server.person("Bo")
    card = (await ann.slash("play", game="czech", opponent=bo, values={"side": "white"})).message
    assert card is not None
    await bo.click(card, said(code, "Accept"))
    await delivered(bot)
    await play_on(bot, ann, bo, moves)


async def play_on(bot: Postboard, ann: Person, bo: Person, moves: list[str]) -> None:
    for number, move in enumerate(moves):
        await (bo if number % 2 else ann).slash("move", move=move)
        await delivered(bot)
    await ann.slash("game draw")
    await bo.slash("board")
    await ann.slash("move", move="a1-a1")
    await tidied(bot)


def check(server: Loopback, **expected: str) -> None:
    """Check the languages of all messages: in the lobby, to each person, and in their DMs."""
    people = {"Ann": server.person("Ann"), "Bo": server.person("Bo")}
    found = spoken_to(server, people)
    assert found.pop("lobby") == {expected["lobby"]}
    assert found.pop("to Ann", {"cs"}) == {"cs"}
    assert found.pop("to Bo", {"tr"}) == {"tr"}
    assert found == {}


MOVES = ["c3-d4", "b6-a5", "b2-c3", "c7-b6"]


async def test_a_table_speaks_the_language_that_its_server_chose(
    server: Loopback, database: Path
) -> None:
    async with bot_on(server, database) as bot:
        await choose(server, bot, "de")
        await play(server, bot, "de", MOVES)
        check(server, lobby="de")
        await choose(server, bot, "fr")
        ann, bo = server.person("Ann"), server.person("Bo")
        await play_on(bot, ann, bo, ["d4-e5", "b8-c7"])
        check(server, lobby="de")
    async with bot_on(server, database) as bot:  # after a restart
        await bot.wait_until_ready()
        await play_on(bot, ann, bo, ["c3-d4", "f6-g5"])
        await ann.slash("game resign")
        await tidied(bot)
        check(server, lobby="de")


@pytest.mark.parametrize(("community", "code"), [(True, "de"), (False, "cs")])
async def test_without_a_chosen_language_the_communitys_or_the_hosts_is_spoken(
    server: Loopback, database: Path, community: bool, code: str
) -> None:
    guild = server.world.guild()
    guild.locale, guild.is_community = "de", community
    async with bot_on(server, database) as bot:
        await play(server, bot, code, MOVES)
        check(server, lobby=code)


async def test_a_message_that_changes_later_stays_in_the_tables_language(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    await choose(server, bot, "de")
    await ann.slash("play", game="czech", opponent=bo)
    await delivered(bot)
    await choose(server, bot, "fr")
    await refresh_card(bot, await bot.lookup.get(1))
    check(server, lobby="de")


async def test_a_computers_answers_and_thoughts_are_the_tables(
    server: Loopback, database: Path, ann: Person
) -> None:
    async with bot_on(server, database) as bot:
        await choose(server, bot, "de")
        values: dict[str, str | int] = {"level": 1, "side": "white"}
        await ann.slash("play", game="czech", values=values)
        await delivered(bot)
        await ann.slash("move", move="c3-d4")
        await delivered(bot)
        await tidied(bot)
        check(server, lobby="de")


async def test_in_direct_messages_it_stays_that_of_who_opened_the_table(
    server: Loopback, database: Path, ann: Person
) -> None:
    async with bot_on(server, database) as bot:
        for move in (None, "c3-d4"):
            values: dict[str, str | int] = {"level": 1, "side": "white"}
            if move is None:
                await ann.slash("play", game="czech", channel=ann.dm(), values=values)
            else:
                ann.user.locale = "tr"
                await ann.slash("move", move=move, channel=ann.dm())
            await delivered(bot)
        await ann.slash("board", channel=ann.dm())
        assert spoken_to(server, {"Ann": ann}) == {"DM of Ann": {"cs"}}


async def test_in_a_group_it_is_that_of_who_opened_the_table(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    group = server.world.add_private_channel(ann.user, bo.user)
    ann.user.has_installed = True
    card = (await ann.slash("play", game="czech", opponent=bo, channel=group)).message
    assert card is not None
    await bo.click(card, said("cs", "Accept"))
    await delivered(bot)
    assert spoken_to(server, {"Ann": ann, "Bo": bo}) == {"DM of Ann": {"cs"}}


async def test_an_admin_chooses_among_the_languages_there_are(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    guild = server.world.guild()
    role = guild.add_role("admins", int(Permission.MANAGE_GUILD))
    guild.members[cy.id].role_ids.add(role.id)
    first = private(await cy.slash("server settings"))
    panel = private(await cy.click(first, said("en", "Settings")))
    more = private(await cy.click(panel, said("en", "More …")))
    (menu,) = [each for row in more.components for each in row.children if each.options]
    assert [each.label.split("›")[-1] for each in menu.options] == [
        "Same as Discord", "English", "Čeština", "Deutsch", "Français", "Türkçe",
    ]  # fmt: skip
    for code in languages():
        await cy.choose(more, code, custom_id=menu.custom_id)
        assert (await bot.store.servers.settings(guild.id)).language == code
    await cy.choose(more, "discord", custom_id=menu.custom_id)
    assert (await bot.store.servers.settings(guild.id)).language is None


async def test_a_person_is_written_to_in_their_last_language(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    people = bot.store.people
    for code in ("cs", "de"):
        ann.user.locale = code
        await ann.slash("games")
        person = await people.find(ann.id)
        assert person is not None
        assert await people.locale_of(person) == code

    async def compose(_item: OutboxItem, _table: Table | None) -> Message:
        return Message(say("It's your turn."))

    bot.outbox.add("test", RowKind(compose))
    item = OutboxItem(kind="test", dedupe="test", created_at=0, person=person)
    await bot.store.queues.transact(lambda tx: enqueue(tx, item))
    await delivered(bot)
    assert spoken_to(server, {"Ann": ann})["DM of Ann"] == {"de"}


async def test_a_thread_is_named_in_its_tables_language(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    await choose(server, bot, "de")
    await ann.slash("play", game="czech", opponent=bo, thread=True)
    await delivered(bot)
    (thread,) = server.world.threads_of(server.world.guild())
    assert thread.name.startswith("‹de›")
    assert spoken_to(server, {"Ann": ann, "Bo": bo}) == {
        "lobby": {"de"}, thread.name: {"de"}, "to Ann": {"cs"},
    }  # fmt: skip


async def test_no_picture_in_one_language_is_shown_in_another(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, real = list[Picture](), rendering.drawn

    async def noted(message: Message, code: str) -> Message:
        shown = (message.picture, message.second_picture, *message.more_pictures)
        pictures.extend(filter(None, shown))
        return await real(message, code)

    monkeypatch.setattr(rendering, "drawn", noted)
    async with bot_on(server, database) as bot:
        await play(server, bot, "cs", MOVES)
        await server.person("Ann").slash("help")
    assert len(pictures) > len(MOVES)
    for picture in pictures:
        first, other, again = (picture.draw(locale_of(code).plain) for code in ("cs", "tr", "cs"))
        assert first == again != other


async def test_the_club_board_changes_its_language_with_the_server(
    server: Loopback, bot: Postboard
) -> None:
    guild = server.world.guild()
    hall = server.world.add_channel(guild, "hall", topic="")
    ann, bo = server.person("Ann"), server.person("Bo")
    club = Club(board=hall.id)
    await bot.store.servers.change_settings(guild.id, lambda was: replace(was, club=club), 0)
    await bot.outbox.deliver_due()
    for code in ("en", "de", "fr"):
        if code != "en":
            await choose(server, bot, code)
        server.clock.advance(HOUR)
        await bot.outbox.displays.run_due()
        assert spoken_to(server, {"Ann": ann, "Bo": bo}) == {"hall": {code}}


async def test_the_owner_reads_their_own_language(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    await ann.slash("games")
    late = OutboxItem(kind="board", dedupe="late", created_at=int(server.clock.now()), channel_id=1)
    waiting = replace(late, not_before=late.created_at + DAY)
    await bot.store.queues.transact(lambda tx: enqueue(tx, waiting))
    server.clock.advance(2 * HOUR)
    await bot.work.owner.look()
    assert spoken_to(server, {"Ann": ann}) == {"to Ann": {"cs"}, "DM of Ann": {"cs"}}
