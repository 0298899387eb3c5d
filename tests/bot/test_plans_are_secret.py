"""Nobody but its owner learns of a plan: nothing that others see, ask for or take away tells of it.

Some tests compare everything with and without a plan. Others hand out a table whose plans cannot
be looked at, so that a message for others that reads them fails whatever it says.
"""

import json
import logging
import random
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.outbox.composing import Composer
from bot.extensions.replays.messages import exported
from bot.interactions.client import Postboard
from bot.messages.channel import boards, dice, moderation, reminders, score_card, seats
from bot.messages.controls.message import Message
from bot.messages.panels.lists import my_games
from bot.messages.panels.lists import tables as lists
from bot.messages.panels.table import analysis, history, menu, own_view
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.dice_secret import DiceSecret, new_secret
from bot.model.errors import TableError
from bot.model.pings import PingClass, pings_of
from bot.model.queues import ItemKind, Reminded
from bot.model.table import Status, Table, Terms, User
from bot.store.people.pings import fall_back
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables import seating
from bot.tables import tables as opening
from bot.tables.commands import Accept, Play, Resign
from bot.tables.plans import Try
from engine.analyse import analyse
from engine.levels import LEVELS
from loopback import Loopback, Person
from rules.contract.core import AnyGame, Seat
from rules.match.plans import Node, Plan
from rules.records.transcript import Transcript
from tests.bot.game_driver import answered, delivered, private, sit_down
from tests.bot.known_people import opened_among_people
from tests.bot.plans import edit, line, plan
from tests.bot.table_service import ANN, BO, CY, NOW, Clock, Service

READ = locale_of(DEFAULT)


class Closed(Mapping[Seat, Plan]):
    """Plans that fail the test which looks at them."""

    def __getitem__(self, key: Seat) -> Plan:
        raise AssertionError(f"somebody looked at the plans of seat {key}")

    def __iter__(self) -> Iterator[Seat]:
        raise AssertionError("somebody looked through all plans")

    def __len__(self) -> int:
        raise AssertionError("somebody counted the plans")


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as database:
        yield database


@pytest.fixture
def service(opened: Database) -> Service:
    return Service(Store(opened), Clock())


async def shown(table: Table, other: User) -> list[Message]:
    """Return every message that another person can be shown about a table."""
    match, seat = table.started, table.seat(other.id)
    posts = [
        boards.board(table), boards.shown_again(table),
        history.at_ply(table, len(match.plies), seat),
        own_view.own_view(table, other.id),
        menu.menu(table, other.id, overdue=False, at_once=False, moderates=False),
        seats.panel(table, other.id, match.seat_due), seats.replacement(table, Seat(0)),
        moderation.panel(table), moderation.question(table, "void"),
        lists.open_tables([table], [table]),
    ]  # fmt: skip
    for number in range(1, len(match.entries) + 1):
        post = boards.message_for(table, number)
        posts += [post] if post else []
    for about in set(PingClass) - {PingClass.PLAN}:
        subject = reminders.Subject(table, Reminded(table.id, about, len(match.entries)))
        posts += [p for p in [reminders.reminder(other.id, [subject], direct=False)] if p]
    if table.dice is not None:
        posts.append(dice.dice_message(table, None))
    if table.terms.series_format is not None:
        posts.append(Message(score_card.full(table)))
    return posts


async def taken_away(service: Service, table: Table, database: Database, other: User) -> list[str]:
    """Return what others see, request or take away, as texts: messages, files, lists, rows."""
    posts = await shown(table, other)
    said = [READ.message(post.text) for post in posts]
    said += [READ.label(post.picture.alt, 2000) for post in posts if post.picture]
    said += [str(post.rows) for post in posts]
    said += [str(post.documents) for post in posts]
    said.append(
        READ.message(
            my_games.games_message(await service.store.lists.of_user(other.id), other.id).text
        )
    )
    said.append(str(Transcript.of(table.started, table.terms.options)))
    said.append(str(pings_of(table)))
    work = await service.store.servers.work(0)
    said.append(str(replace(work, size=0)))
    for name in ("tables", "players", "entries", "requests", "results", "outbox", "timers"):
        rows = await database.rows(f"SELECT * FROM {name} ORDER BY 1, 2")
        said.append(json.dumps([tuple(row) for row in rows], default=str))
    return said


GAMES = [
    Terms("czech", {}),
    Terms("rematch", {}, series_format="first-to-2"),
    Terms("punt-heks", {"players": "2"}),
]
DICE = Terms("hypergammon", {})


async def two(service: Service, terms: Terms) -> Table:
    """Return a game of Ann and Bo in which it is not Bo's turn, so that he can plan."""
    table = await service.playing(terms) if terms.game == "czech" else await _drawn(service, terms)
    due = table.due
    assert due is not None
    if due.user == BO:
        table = await service.do(table, BO, Play(_first(table)))
    return table


def _first(table: Table) -> str:
    match = table.started
    return match.game.notate(match.game.legal(match.state)[0])


async def _drawn(service: Service, terms: Terms) -> Table:
    return await service.do(await service.opened(BO, terms=terms), BO, Accept())


@pytest.mark.parametrize("terms", GAMES, ids=[terms.game for terms in GAMES])
async def test_a_plan_leaves_no_trace_that_others_can_see(
    service: Service, opened: Database, caplog: pytest.LogCaptureFixture, terms: Terms
) -> None:
    caplog.set_level(logging.DEBUG)
    table = await two(service, terms)
    before = [await taken_away(service, table, opened, user) for user in (ANN, CY)]
    logged = len(caplog.records)
    planned = await plan(service, table, BO, *line(table))
    assert planned.plans
    ours = [each for each in caplog.records[logged:] if each.name.startswith("bot")]
    assert ours == []
    after = [await taken_away(service, planned, opened, user) for user in (ANN, CY)]
    assert before == after
    own = my_games.games_message(await service.store.lists.of_user(BO.id), BO.id).text
    assert "2 answers planned" in READ.message(own)


async def test_what_a_side_with_dice_tries_out_is_seen_by_nobody_either(
    service: Service, opened: Database
) -> None:
    table = await two(service, DICE)
    due = table.due
    assert due is not None
    other = next(user for user in (ANN, BO) if user != due.user)
    before = [await taken_away(service, table, opened, user) for user in (other, CY)]
    tried, _ = await edit(service, table, due.user, Try((), _first(table)))
    assert tried.plans
    assert before == [await taken_away(service, tried, opened, user) for user in (other, CY)]


@pytest.mark.parametrize("terms", [*GAMES, DICE], ids=lambda t: t.game)
async def test_no_message_for_others_looks_at_the_plans(service: Service, terms: Terms) -> None:
    table = replace(await two(service, terms), plans=Closed())
    for user in (ANN, BO, CY):
        assert await shown(table, user)
        pings_of(table)


async def test_the_same_is_shown_with_and_without_a_plan_that_does_not_come_true(
    service: Service, opened: Database
) -> None:
    table = await service.playing()
    table = await plan(service, table, BO, *line(table))
    (other,) = line(table, length=1, start=1)
    table = await service.do(table, ANN, Play(other))
    with_plan = await taken_away(service, table, opened, ANN)
    bare = replace(table, plans={})
    assert with_plan == await taken_away(service, bare, opened, ANN)


async def test_the_owner_alone_is_told_that_a_planned_answer_is_refused(
    service: Service, opened: Database
) -> None:
    """The rules of a game may have changed since the answer was planned."""
    table = await service.playing()
    first, *_ = line(table)
    start = table.started
    impossible = Plan(
        start.position_number, start.digest_at(start.position_number),
        (Node(first, (Node("a1-h8", is_queued=True),)),),
    )  # fmt: skip
    seat = table.seat(BO.id)
    assert seat is not None
    planned = replace(table, plans={seat: impossible})
    await service.store.tables.keep_plans(table, planned)
    await service.lookup.reread(table.id)
    table = await service.do(table, ANN, Play(first))
    assert (len(table.started.plies), table.plans) == (1, {})
    queues = Queues(opened)
    (item,) = [each for each in await queues.waiting() if each.kind == ItemKind.REMINDER]
    assert (item.person, item.channel_id) == (BO.id, None)
    post = await Composer(service.lookup, service.store).compose(item)
    assert post is not None
    assert "I deleted the plan" in READ.message(post.text)
    await opened.transact(lambda tx: fall_back(tx, item, NOW))
    left = await queues.waiting()
    assert all(each.kind != ItemKind.REMINDER for each in left), "no channel is told"


# What is handed out once a game is over


async def played_on(service: Service, table: Table, plies: int) -> Table:
    """Let everybody play the first move there is, this many times."""
    for _ in range(plies):
        due = table.due
        assert due is not None
        table = await service.do(table, due.user, Play(_first(table)))
    return table


async def handed_out(table: Table) -> list[object]:
    """Return what anybody is handed after a game: the proof of the dice, the report, the files."""
    transcript = Transcript.of(table.started, table.terms.options)
    report = analyse(transcript, LEVELS[0])
    found: list[object] = [report, transcript]
    posts = [analysis.analysis(table, report, private=private) for private in (True, False)]
    if table.dice is not None:
        proven = dice.dice_message(table, None)
        assert proven.documents, "the game is finished"
        found.append(proven.documents[0].text)
        posts.append(proven)
    posts.append(exported(table))
    for post in posts:
        drawn = post.picture and (post.picture.draw(READ.plain), post.picture.alt)
        found += [READ.message(post.text), drawn, post.rows, post.documents, post.pings]
    return found


async def over(folder: Path, terms: Terms, *, planned: bool) -> tuple[list[object], Table]:
    """Play a game whose loser gives up in their turn, while the other has plans or has none.

    Return what is handed out after it.
    """
    async with opened_among_people(folder / f"planned-{planned}.sqlite3") as database:
        service = Service(Store(database), Clock())
        table = await played_on(service, await two(service, terms), 4)
        due = table.due
        assert due is not None
        planner = due.user if table.dice else next(p.user for p in table.players if p != due)
        if planned and table.dice:
            table, _ = await edit(service, table, planner, Try((), _first(table)))
        elif planned:
            table = await plan(service, table, planner, *line(table))
        assert bool(table.plans) == planned
        ended = await service.do(table, due.user, Resign())
        assert ended.status is Status.OVER
        return await handed_out(ended), ended


@pytest.mark.parametrize("terms", [*GAMES, DICE], ids=lambda t: t.game)
async def test_proofs_and_reports_are_the_same_whether_or_not_somebody_planned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terms: Terms
) -> None:
    """Chance and the numbers of the presses are the same in both games."""

    def drawn(game: AnyGame, *, in_series: bool) -> DiceSecret | None:
        secret = new_secret(game, in_series=in_series)
        return secret and replace(secret, chain_root=bytes(32))

    monkeypatch.setattr(opening, "new_secret", drawn)
    found: list[list[object]] = []
    for planned in (False, True):
        monkeypatch.setattr(seating, "_random", random.Random(5))
        handed, _ = await over(tmp_path, terms, planned=planned)
        found.append(handed)
    assert found[0] == found[1]


@pytest.mark.parametrize("terms", [*GAMES, DICE], ids=lambda t: t.game)
async def test_no_proof_and_no_report_looks_at_the_plans(tmp_path: Path, terms: Terms) -> None:
    _, ended = await over(tmp_path, terms, planned=True)
    assert await handed_out(replace(ended, plans=Closed()))


async def asked(person: Person) -> dict[str, str]:
    """Return what each command answers a person that shows something, in words."""
    commands = (
        "board", "games", "profile", "notify",
        "game history", "game seats", "game dice", "game hint", "game analysis", "game plan",
        "game note", "game time",
    )  # fmt: skip
    said: dict[str, str] = {}
    for name in commands:
        values: dict[str, str | bool | Person] = {"private": True} if name == "board" else {}
        reply = await person.slash(name, values=values)
        said[name] = (
            reply.message.content if reply.message else str(reply.modal and reply.modal.raw)
        )
    return said


async def test_every_command_answers_others_the_same_while_somebody_plans(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    first, planner = driver.people[Seat(0)], driver.people[Seat(1)]
    await delivered(bot)
    await bot.store.queues.flush()
    before = [await asked(person) for person in (first, cy)]
    seen = len(cy.sees("lobby"))
    game, match = driver.game, driver.match
    move = game.notate(game.legal(match.state)[0])
    after = match.play(Seat(0), move)
    reply = game.notate(game.legal(after.state)[0])
    panel = private(await planner.slash("game plan"))
    panel = answered(await planner.choose(panel, move, placeholder="Try …"))
    panel = answered(await planner.choose(panel, reply, placeholder="Try …"))
    await planner.click(panel, "Queue this answer")
    assert "1 answer planned" in private(await planner.slash("games")).content
    assert len(cy.sees("lobby")) == seen, "nothing was posted"
    for person, earlier in zip((first, cy), before, strict=True):
        for name, said in (await asked(person)).items():
            assert said == earlier[name], f"/{name} of {person.name}"
    await delivered(bot)


async def test_a_stranger_to_the_table_cannot_plan_there(service: Service) -> None:
    table = await service.playing()
    with pytest.raises(TableError):
        await edit(service, table, CY, Try((), line(table)[0]))
