"""Who is who: one table knows Discord's users, and everything else holds random numbers."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.delivery.people import addressed, users_in
from bot.interactions.client import Postboard
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.text import lines, mention, named
from bot.model.caller import FORMER_PLAYER, NOBODY, Person, User
from bot.model.pings import PingClass
from bot.model.queues import Reminded, reminder_item
from bot.store.people.accounts import People
from bot.store.queues.queues import enqueue
from bot.store.sql.database import Database
from loopback import Loopback
from loopback import Person as Somebody
from rules.contract.sentence import Stranger, say
from tests.bot.game_driver import answered, delivered, labels, private, public, sit_down
from tests.bot.other_language import spoken
from tests.bot.table_service import ANN, BO, Service
from tests.bot.test_forged_controls import one_button
from tests.bot.test_rematch import finished
from tests.bot.test_strangers_everywhere import played
from tests.bot.who import nobody_named, person_of, require_no_user_ids, user_ids
from tests.every_table import EVERY_TABLE
from tests.privacy import PAGE, page
from tests.stored import change, needs_file, rows

MOST = 2000
SNOWFLAKE = 10**19 - 1
"""The greatest number of Discord's that has 19 digits."""


@pytest.fixture
async def unknown(opened: Database) -> Database:
    """Return a database that knows nobody."""
    await opened.write("DELETE FROM people")
    return opened


async def test_a_person_is_a_random_number_of_62_bits(unknown: Database) -> None:
    people = People(unknown)
    drawn = [await people.meet(user_id) for user_id in range(1, 101)]
    assert len(set(drawn)) == 100
    assert all(0 < person < 2**62 for person in drawn)
    for bit in range(62):
        assert 10 < sum(person >> bit & 1 for person in drawn) < 90, f"bit {bit} isn't random"
    assert [await people.meet(user_id) for user_id in range(1, 101)] == drawn
    assert await people.user_ids([*drawn[:3], Person(1)]) == dict(
        zip(drawn[:3], (1, 2, 3), strict=True)
    )
    assert await people.find(101) is None, "nobody becomes known by being looked up"


async def test_a_number_that_somebody_has_is_drawn_again(
    unknown: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter([5, 5, NOBODY, 5, 7])

    def next_of(bits: int) -> int:
        assert bits == 62
        return next(drawn)

    monkeypatch.setattr(secrets, "randbits", next_of)
    people = People(unknown)
    assert (await people.meet(1), await people.meet(2)) == (5, 7)
    assert (await people.meet(1), await people.meet(2)) == (5, 7)


async def test_two_presses_at_once_of_somebody_new_are_one_persons(
    unknown: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are looked up before either is written."""
    people = People(unknown)
    find, looked, go_on = people.find, list[int](), asyncio.Event()

    async def slow(user_id: int) -> Person | None:
        found = await find(user_id)
        looked.append(user_id)
        if len(looked) == 2:
            go_on.set()
        await go_on.wait()
        return found

    monkeypatch.setattr(people, "find", slow)
    first, second = await asyncio.gather(people.meet(1), people.meet(1))
    assert first == second
    assert len(await unknown.rows("SELECT * FROM people")) == 1


async def test_two_commands_at_once_of_somebody_new_are_one_persons(
    server: Loopback, bot: Postboard, database: Path, di: Somebody
) -> None:
    started = [di.start_slash("games", di.place("lobby").id, {}) for _ in range(2)]
    for each in started:
        assert "You're not in any game" in private(await di.outcome(each)).content
    assert list(user_ids(database).values()).count(di.id) == 1
    assert bot.user is not None
    assert server.world.bot.id not in user_ids(database).values()


# Only one table


@pytest.mark.usefixtures("bot")
async def test_only_one_table_knows_users_whatever_people_do(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The fixture of the bot checks the same after each test that talks to it."""
    await played(server, bot)
    known = user_ids(database)
    assert len(known) >= 4
    assert {*map(len, map(str, known))} & {18, 19}, "a number here is as long as one of Discord's"
    require_no_user_ids(database, set(known.values()))


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO notes (table_id, person, text) VALUES (1, 2, 'by ' || ?)",
        "UPDATE tables SET host = ?",
        "UPDATE players SET accepted_request = 'of:' || ?",
        "INSERT INTO timers (due, kind, dedupe) VALUES (1, 'cleaning', 'of:' || ?)",
    ],
)
async def test_a_number_of_discords_elsewhere_is_noticed(
    service: Service, database: Path, sql: str
) -> None:
    await service.opened(BO)
    require_no_user_ids(database, {SNOWFLAKE})
    change(database, sql, SNOWFLAKE // 10)
    with pytest.raises(AssertionError, match="holds"):
        require_no_user_ids(database, {SNOWFLAKE // 10})


@pytest.mark.parametrize("by_user", [True, False])
async def test_a_control_that_names_somebody_is_noticed(
    server: Loopback, bot: Postboard, database: Path, ann: Somebody, *, by_user: bool
) -> None:
    person = await person_of(bot, ann)
    place = bot.get_partial_messageable(ann.place("lobby").id)
    view = one_button(f"old:{ann.id if by_user else person}")
    with pytest.raises(AssertionError, match="a control names"), nobody_named(server, database):
        await place.send("A button", view=view)
    # The fixture would find it as well.
    change(database, "DELETE FROM people")
    ann.user.bot = True


# Mentions


@pytest.mark.parametrize("person", [Person(1), Person(2**62 - 1)])
async def test_a_mention_is_no_longer_than_what_stands_for_it(
    unknown: Database, person: Person
) -> None:
    """Lines are left out of a long message before people are mentioned in it."""
    post = Message(lines(*(say("{who}", who=mention(person)) for _ in range(200))))
    text = locale_of(DEFAULT).message(post.text)
    assert len(addressed(text, {person: SNOWFLAKE}, locale_of(DEFAULT))) <= len(text) <= MOST
    assert len(addressed(text, {}, locale_of(DEFAULT))) <= MOST
    await unknown.write("INSERT INTO people (person, user_id) VALUES (?, ?)", person, 12)
    users = await users_in(People(unknown), post)
    assert set(addressed(text, users, locale_of(DEFAULT)).splitlines()) - {"…"} == {"<@12>"}


@pytest.mark.parametrize(
    "typed",
    ["<@p000000000000000001>", "<@1>", "<@000000000000000001>", "@p1", "p000000000000000001"],
)
def test_nobody_mentions_a_person_by_typing(typed: str) -> None:
    said = say("{who}: {words}", who=mention(ANN.id), words=Stranger(typed))
    text = locale_of(DEFAULT).message(said)
    _, _, typed_part = text.partition(": ")
    assert addressed(text, {ANN.id: 77}, locale_of(DEFAULT)) == f"<@77>: {typed_part}"
    assert addressed(text, {}, locale_of(DEFAULT)) == f"A former player: {typed_part}"


def test_a_former_player_stands_in_the_middle_of_a_sentence_too() -> None:
    said = say("Ask {who}.\n{who}: it's your turn.", who=mention(ANN.id))
    text = addressed(locale_of(DEFAULT).message(said), {}, locale_of(DEFAULT))
    assert text == "Ask a former player.\nA former player: it's your turn."


def test_a_former_player_is_one_in_every_language() -> None:
    with spoken() as heard:
        locale = locale_of(DEFAULT)
        known = mention(ANN.id), named(User(ANN.id, FORMER_PLAYER))
        said = [locale.message(say("{who} has moved.", who=who)) for who in known]
        by_mention, by_name = (addressed(each, {}, locale) for each in said)
        heard.hear("message", by_name)
    assert by_mention == by_name
    assert heard.bare == set()


# Who is gone


async def test_who_is_gone_is_a_former_player(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Their row in `people` is deleted, and then their name."""
    driver = await finished(server, bot, database, "czech", 2)
    gone, rival = driver.due, driver.idle
    number = await person_of(bot, gone)
    change(database, "DELETE FROM people WHERE person = ?", number)
    await _require_called(rival, gone.name)
    assert "no rematch" in private(await rival.click(driver.board, "Rematch")).content
    change(database, "UPDATE players SET name = '', words = '' WHERE person = ?", number)
    bot.lookup.cache.drop(driver.table_id)
    await _require_called(rival, FORMER_PLAYER)
    assert await person_of(bot, gone) != number, "who comes back begins anew"
    assert "You're not in any game" in private(await gone.slash("games")).content
    assert "Only its players" in private(await gone.click(driver.board, "Rematch")).content


async def _require_called(rival: Somebody, name: str) -> None:
    """Let the rival look at the game that they won; the other one has this name there."""
    for command in ("game history", "games"):
        shown = answered(await rival.slash(command))
        assert name in shown.content, command
        assert not shown.pings
    assert name in private(await rival.slash("board", private=True)).content


async def test_who_is_gone_is_not_pinged_in_a_running_game(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    mover, rival = driver.due, driver.idle
    change(database, "DELETE FROM people WHERE user_id = ?", rival.id)
    board = public(await mover.slash("move", move="c3-d4"))
    assert board.content.startswith(f"{FORMER_PLAYER.capitalize()} {mover.name} **c3-d4**")
    assert not board.pings
    assert {"Move", "Menu"} <= labels(board)


async def test_a_direct_message_to_who_is_gone_is_dropped(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    told = Reminded(driver.table_id, PingClass.TURN, len(driver.match.events))
    person = await person_of(bot, driver.due)
    for name in ("known", "gone"):
        if name == "gone":
            change(database, "DELETE FROM people WHERE person = ?", person)
        item = reminder_item(name, person, None, [told], int(bot.now()))
        await bot.store.queues.transact(lambda tx, item=item: enqueue(tx, item))  # type: ignore[misc]
        assert json.loads(item.payload or "")["person"] == person
        await delivered(bot)
        await bot.store.queues.flush()
        assert rows(database, "SELECT * FROM outbox") == []


# Classes of columns


async def test_every_column_says_what_it_holds_of_people(opened: Database) -> None:
    needs_file()
    tables = await opened.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    there = list[tuple[str, str]]()
    for row in tables:
        columns = await opened.rows(f"PRAGMA table_info({row['name']})")
        there += ((row["name"], column["name"]) for column in columns)
    assert differences(there, classified()) == []


def classified() -> Sequence[tuple[str, str]]:
    return [(kept.table, column) for kept in EVERY_TABLE for column, _ in kept.columns]


def differences(
    there: Sequence[tuple[str, str]], said: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the columns without a class, the classes without a column, and what is said twice."""
    twice = [each for each in said if said.count(each) > 1]
    return sorted({*there} ^ {*said}) + twice


def test_every_column_of_a_person_says_what_becomes_of_it() -> None:
    """Whoever is forgotten leaves no name, no writing and no choice, and numbers where said."""
    for kept in EVERY_TABLE:
        emptied = {name for _, columns in kept.emptied for name in columns}
        by = {name for name, _ in kept.emptied}
        people = set(kept.person.split())
        assert {*kept.deleted_by.split()} <= people | {"player_id"}, kept.table
        assert people == {*kept.deleted_by.split(), *kept.stays.split(), *by} - {"player_id"} or (
            kept.table == "plans"
        ), kept.table
        writing = set(kept.writing.split()) - {"words_digest"}
        assert kept.deleted_by or emptied == writing, kept.table
        assert kept.deleted_by or not kept.entered, kept.table


def test_a_column_without_a_class_is_noticed() -> None:
    said = classified()
    assert differences(said, said) == []
    assert differences([*said, ("players", "age")], said) == [("players", "age")]
    assert differences(said[1:], said) == [said[0]]
    assert differences(said, [*said, said[0]])


def test_the_page_about_privacy_is_made_from_the_classes() -> None:
    """`python -m tests.privacy` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()
