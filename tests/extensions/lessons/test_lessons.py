"""Lessons on the wire: each button of each step, and everything private in one message."""

import asyncio
import random
import re
from pathlib import Path
from typing import Final

import pytest

from bot.extensions.lessons.course import Course, Refused
from bot.extensions.lessons.values import LESSON
from bot.extensions.lessons.verbs import NEXT, SHOW, TRY, TYPE
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_study, for_text
from bot.model.caller import Person as PersonId
from bot.model.study import Study
from loopback import Loopback, Message, Person
from loopback.errors import ErrorCode
from loopback.model.people import Member
from loopback.model.permissions import Permission
from loopback.world import archiving, threads
from rules.contract.core import AnyGame
from rules.registry import all_games
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, labels, live_through, private, public, sit_down
from tests.bot.test_anywhere import private_place
from tests.bot.test_forged_controls import press
from tests.bot.who import person_of
from tests.conformance.configured import SOAK
from tests.loopback.waiting import until
from tests.stored import rows

CROWD: Final = 200 if SOAK else 20
"""The people who press in one channel within a minute."""


def courses(game: AnyGame) -> list[Course]:
    """Return the lessons of a game at each of their steps."""
    assert game.spec.lesson is not None
    begun = Study(1, PersonId(1), LESSON, None, None, lesson=game.spec.key)
    return [
        Course(game, Study(1, begun.person, LESSON, None, None, lesson=game.spec.key, step=number))
        for number in range(len(game.spec.lesson.steps))
    ]


async def chosen(person: Person, title: str, channel: str | int = "lobby") -> Message:
    """Press the button of a game below the answer to `/help`, which the lessons replace."""
    told = private(await person.slash("help", channel=channel))
    return private(await person.click(told, title))


async def typed(person: Person, panel: Message, move: str) -> Message:
    form = (await person.click(panel, "Type it")).modal
    assert form is not None
    return private(await person.submit(form, {"text": move}))


async def solved(person: Person, panel: Message, course: Course) -> Message:
    """Find the move of a step, and turn to the next."""
    panel = private(await person.click(panel, course.shown()))
    assert course.step.after.english() in panel.content
    return private(await person.click(panel, "Next"))


def described(panel: Message) -> str:
    (picture,) = panel.attachments
    return picture.description or ""


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("key", all_games())
async def test_every_button_is_answered_with_the_sentence_of_the_data(
    database: Path, ann: Person, key: str
) -> None:
    game = all_games()[key]
    panel = await chosen(ann, game.spec.title.english())
    first = panel.id
    for course in courses(game):
        step = course.step
        assert step.before.english() in panel.content
        assert f"Lesson {course.lesson} of {course.count}: " in described(panel)
        assert step.before.english() not in described(panel), "it is read above the picture"
        assert labels(panel) == {*step.tries, "Show me", "Type it", "Skip to a game"}
        for wrong in (each for each in step.tries if each not in course.right):
            panel = private(await ann.click(panel, wrong))
            assert panel.content == answer_to(course, wrong)
            assert ("Look at" in described(panel)) == bool(cells_of(course, wrong))
            assert labels(panel) == {*step.tries, "Show me", "Type it", "Skip to a game"}
        panel = private(await ann.click(panel, course.shown()))
        assert panel.content.replace("\\", "") == f"✓ {step.after.english()}"
        assert labels(panel) == {"Next"}
        panel = private(await ann.click(panel, "Next"))
    assert panel.content == f"**That's {game.spec.title.english()}.**"
    further = {"Play the computer", "Join a game", "Rules", "More games", "From the start"}
    assert labels(panel) == further
    assert [each.id for each in ann.sees("lobby")] == [first], "one private message that changes"
    assert rows(database, "SELECT aim, lesson FROM studies") == [(LESSON, key)]


def answer_to(course: Course, wrong: str) -> str:
    """Return what the data and the rules say of a wrong move."""
    words = course.step.wrong.get(wrong)
    broken = course.game.violation(course.state, course.game.parse(course.state, wrong))
    why = words or (broken.detail if broken else None)
    hint = course.step.hint.english()
    return f"{why.english()}\n{hint}" if why else hint


def cells_of(course: Course, wrong: str) -> bool:
    try:
        course.chosen(course.step.tries.index(wrong))
    except Refused as refusal:
        return bool(refusal.cells)
    return False


@pytest.mark.usefixtures("bot")
async def test_a_typed_move_is_judged_and_a_shown_one_is_no_find(ann: Person) -> None:
    panel = await chosen(ann, "ReMatch")
    (course, *_) = courses(all_games()["rematch"])
    hint = course.step.hint.english()
    for text in ("nonsense", "c2-c1", "c2-b1"):
        panel = await typed(ann, panel, text)
        assert panel.content.endswith(hint)
        assert panel.content != hint
    panel = private(await ann.click(panel, "Show me"))
    assert panel.content.startswith("**c2xc4**: Captured")
    panel = private(await ann.click(panel, "Next"))
    panel = await typed(ann, panel, "C1:C3:E3")
    assert panel.content.startswith("✓ Two captives.")


@pytest.mark.usefixtures("bot")
async def test_who_comes_back_is_asked_where_to_go_on(ann: Person) -> None:
    course = courses(all_games()["rematch"])[0]
    await ann.click(await chosen(ann, "ReMatch"), course.shown())
    back = await chosen(ann, "ReMatch")
    assert back.content == "**ReMatch**: you were at lesson 2 of 4."
    second = private(await ann.click(back, "Continue"))
    back = await chosen(ann, "ReMatch")
    assert back.content == "**ReMatch**: you were at lesson 2 of 4."
    again = private(await ann.click(back, "Continue"))
    assert again.content == second.content
    start = private(await ann.click(await chosen(ann, "ReMatch"), "From the start"))
    assert start.content.startswith("**ReMatch.** Nothing you capture is gone")
    assert (await chosen(ann, "ReMatch")).content == start.content


async def test_an_old_message_answers_with_the_present_step(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    first, second, *_ = courses(all_games()["rematch"])
    await solved(ann, await chosen(ann, "ReMatch"), first)
    right, wrong = first.step.tries.index(first.shown()), 0
    for old in (
        for_text(TRY, "rematch", 0, right), for_text(TRY, "rematch", 0, wrong),
        for_text(NEXT, "rematch", 0), for_text(SHOW, "rematch", 0), for_text(TYPE, "rematch", 0),
        for_text(TRY, "rematch", 9, 9),
    ):  # fmt: skip
        assert await press(bot, ann, encode(old)) == second.step.before.english()
    missed = await press(bot, ann, encode(for_text(TRY, "rematch", 1, 99)))
    assert second.step.hint.english() in missed
    await live_through(bot, server, 31 * DAY)
    await bot.scheduler.run_due()
    gone = await press(bot, ann, encode(for_text(TRY, "rematch", 1, 1)))
    assert first.step.before.english() in gone, "nothing is kept for longer, so they begin anew"


async def test_a_study_of_lessons_has_no_board_to_look_at(bot: Postboard, ann: Person) -> None:
    """Nothing else can be made of it: no hint of the computer, no free trying of moves."""
    await chosen(ann, "ReMatch")
    person = await person_of(bot, ann)
    study = await bot.studies.teaching(person, LESSON, "rematch")
    assert study is not None
    for verb, *words in ((verbs.STUDY_HINT,), (verbs.STUDY_MOVE,), (verbs.STUDY_AT, "back")):
        custom_id = for_study(verb, study.id, study.at(0), *words)
        assert "expired" in await press(bot, ann, encode(custom_id))


async def test_a_crowd_learns_in_one_channel_and_nobody_sees_anything(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    """The game that runs there is neither asked for nor touched."""
    driver = await sit_down(server, bot, database)
    before = [each.id for each in ann.sees("lobby")]
    crowd = [server.world.add_user(f"Learner {number}") for number in range(CROWD)]
    for user in crowd:
        server.world.guild().members[user.id] = Member(user, server.clock.now())
    chance = random.Random(41)

    async def learn(person: Person) -> None:
        key = chance.choice([*all_games()])
        panel = await chosen(person, all_games()[key].spec.title.english())
        panel = private(await person.click(panel, courses(all_games()[key])[0].shown()))
        mine = [each for each in person.sees("lobby") if each.ephemeral]
        assert [each.id for each in mine] == [panel.id]

    await asyncio.gather(*(learn(server.person(user)) for user in crowd))
    assert [each.id for each in ann.sees("lobby")] == before
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    assert (table.id, table.started.events) == (driver.table_id, driver.match.events)


async def test_a_press_before_the_bot_died_is_kept(
    server: Loopback, database: Path, ann: Person
) -> None:
    course = courses(all_games()["rematch"])[0]
    async with bot_on(server, database):
        panel = await chosen(ann, "ReMatch")
        panel = private(await ann.click(panel, course.shown()))
    async with bot_on(server, database):
        panel = private(await ann.click(panel, "Next"))
        assert panel.content == courses(course.game)[1].step.before.english()


@pytest.mark.parametrize("place", ["dm", "group", "without rights", "archived"])
async def test_lessons_are_the_same_everywhere(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, place: str
) -> None:
    channel: str | int = "lobby"
    world = server.world
    if place == "dm":
        channel = ann.dm().id
    elif place == "group":
        channel = private_place(server, ann, bo).id
    elif place == "without rights":
        world.set_overwrite(
            world.channel("lobby"), world.bot,
            deny=Permission.SEND_MESSAGES | Permission.EMBED_LINKS | Permission.ATTACH_FILES,
        )  # fmt: skip
    thread = threads.open_thread(world, world.channel("lobby"), "old", ann.user)
    if place == "archived":
        await until(lambda: bot.get_channel(thread.id) is not None)
        channel = thread.id
    panel = await chosen(ann, "Punt-Match", channel)
    archiving.set_archived(world, thread, archived=True)
    for course in courses(all_games()["punt-match"]):
        panel = await solved(ann, panel, course)
    assert panel.content.startswith("**That's Punt-Match.**")
    alone = "in a server, a group chat, or your DMs with them" in panel.content
    assert alone == (place in {"dm", "group"})
    assert ("Join a game" in labels(panel)) != alone


@pytest.mark.usefixtures("bot")
async def test_the_end_says_how_many_wait_for_a_player(ann: Person, bo: Person, cy: Person) -> None:
    """One's own open game, and those of other games, aren't counted."""
    for person, key in ((ann, "rematch"), (bo, "rematch"), (cy, "czech")):
        public(await person.slash("play", game=key))
    panel = await chosen(ann, "ReMatch")
    for course in courses(all_games()["rematch"]):
        panel = await solved(ann, panel, course)
    listed = private(await ann.click(panel, "Join a game (1)"))
    assert "Bo" in listed.content
    assert "Ann" not in listed.content
    back = private(await ann.click(listed, "Learn by playing"))
    assert back.content == panel.content
    listed = private(await ann.click(back, "Join a game (1)"))
    joined = private(await ann.click(listed, "Join 1"))
    assert "You're in!" in joined.content


async def test_whoever_lets_anyone_join_occupies_no_channel(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    listed = private(await ann.slash("games", show="open", game="rematch"))
    assert listed.content == "No one is waiting for ReMatch right now."
    assert labels(listed) == {"Let anyone join", "Learn by playing"}
    opened = private(await ann.click(listed, "Let anyone join"))
    (thread,) = re.findall(r"<#(\d+)>", opened.content)
    await delivered(bot)
    assert await bot.lookup.present_in(ann.place("lobby").id) is None
    again = private(await ann.slash("games", show="open", game="rematch"))
    refused = private(await ann.click(again, "Let anyone join"))
    assert refused.content == f"Your game of ReMatch waits in <#{thread}>."
    others = private(await bo.slash("games", show="open", game="rematch"))
    assert labels(others) == {"Join 1", "Let anyone join", "Learn by playing"}


async def test_presses_at_once_let_anyone_join_one_game(
    database: Path, bot: Postboard, ann: Person
) -> None:
    listed = private(await ann.slash("games", show="open", game="rematch"))
    answers = await asyncio.gather(*(ann.click(listed, "Let anyone join") for _ in range(3)))
    await delivered(bot)
    ((place, status),) = rows(database, "SELECT channel_id, status FROM tables")
    where, waits = f"<#{place}>", "Your game of ReMatch waits in"
    assert status == "open"
    assert sorted(private(each).content for each in answers) == [
        f"Your game is in {where}.", f"{waits} {where}.", f"{waits} {where}.",
    ]  # fmt: skip


async def test_a_game_whose_thread_was_refused_gets_it_with_the_next_press(
    server: Loopback, database: Path, bot: Postboard, ann: Person
) -> None:
    listed = private(await ann.slash("games", show="open", game="rematch"))
    server.refusals["/channels/{channel}/threads"] = ErrorCode.TOO_MANY_THREADS
    refused = private(await ann.click(listed, "Let anyone join"))
    assert "Archive some" in refused.content
    server.refusals.clear()
    again = private(await ann.slash("games", show="open", game="rematch"))
    opened = private(await ann.click(again, "Let anyone join"))
    await delivered(bot)
    ((place,),) = rows(database, "SELECT channel_id FROM tables")
    assert opened.content == f"Your game is in <#{place}>."


@pytest.mark.usefixtures("bot")
async def test_a_place_without_threads_says_so(server: Loopback, ann: Person) -> None:
    world = server.world
    thread = threads.open_thread(world, world.channel("lobby"), "old", ann.user)
    listed = private(await ann.slash("games", show="open", game="rematch", channel=thread.id))
    refused = private(await ann.click(listed, "Let anyone join"))
    assert "can't open a thread here. Use" in refused.content
