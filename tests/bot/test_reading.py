"""`/board`, `/history`, `/rules`, `/games`, `/help`, My view: what is shown, and to whom."""

import re
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls.acts import Act
from bot.messages.panels.newcomers import rulebook
from loopback import Loopback, Message, Person
from rules.geometry.hexagon import Hexagon
from rules.match.series import RULES
from rules.match.table_rules import COMMON
from rules.registry import all_games
from tests.bot.game_driver import (
    MOST_CONTENT,
    GameDriver,
    check_board,
    check_picture,
    delivered,
    labels,
    private,
    public,
    sit_down,
)

LINK = re.compile(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)")
every_game = pytest.mark.parametrize("key", list(all_games()))


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    seated = await sit_down(server, bot, database, side="white")
    for text in ("c3-d4", "b6-a5", "d4-c5"):
        await seated.move(text)
    return seated


# /board and My view


async def test_a_board_for_all_pings_nobody(driver: GameDriver, cy: Person) -> None:
    board = public(await cy.slash("board"))
    check_board(board, [])
    assert labels(board) == labels(driver.board)
    assert driver.due.name in board.content
    again = await driver.due.click(board, "Play d6xb4 (only move)")
    assert "**d6xb4**" in public(again).content


async def test_a_private_board_is_turned_and_leads_to_letters(driver: GameDriver) -> None:
    bo = driver.due
    view = private(await bo.slash("board", private=True))
    check_picture(view)
    letters = private(await bo.click(view, "As text")).content
    assert letters.index("\n1 ") < letters.index("\n8 ")
    same = private(await bo.click(driver.board, "My view"))
    assert same.content == view.content
    assert same.attachments[0].bytes == view.attachments[0].bytes
    other = private(await driver.idle.click(driver.board, "My view"))
    letters = private(await driver.idle.click(other, "As text")).content
    assert letters.index("\n8 ") < letters.index("\n1 ")
    assert other.attachments[0].bytes != view.attachments[0].bytes
    assert driver.board.attachments[0].bytes == other.attachments[0].bytes


async def test_the_last_game_is_shown_after_its_end(driver: GameDriver, cy: Person) -> None:
    question = private(await driver.due.slash("game resign"))
    await driver.due.click(question, "Resign")
    assert public(await cy.slash("board")).content.startswith("**Ann beat Bo**")
    check_picture(private(await cy.slash("game history")))


@pytest.mark.usefixtures("bot")
async def test_a_channel_without_games_says_so(ann: Person) -> None:
    for command in ("board", "game history"):
        told = private(await ann.slash(command, channel="quiet"))
        assert "No game has been played" in told.content
        assert "/play" in told.content
    told = private(await ann.slash("rules", channel="quiet"))
    assert labels(told) == {game.spec.title.english() for game in all_games().values()}


# /history


@pytest.mark.usefixtures("driver")
async def test_history_steps_through_the_game(cy: Person) -> None:
    latest = private(await cy.slash("game history"))
    check_picture(latest)
    assert "1. c3-d4 b6-a5  2. d4-c5" in latest.content
    assert "2\\. Ann **d4-c5**" in latest.content
    disabled = {button.label for button in latest.buttons() if button.disabled}
    assert disabled == {"Next ▶", "Latest ⏭"}
    pictures: list[bytes] = [latest.attachments[0].bytes]
    shown = latest
    for label, where in (
        ("◀ Back", "1\\. Bo **b6-a5**"),
        ("◀ Back", "1\\. Ann **c3-d4**"),
        ("◀ Back", "the start"),
        ("Next ▶", "1\\. Ann **c3-d4**"),
        ("⏮ Start", "the start"),
        ("Latest ⏭", "2\\. Ann **d4-c5**"),
    ):
        reply = await cy.click(shown, label)
        assert reply.updated
        shown = private(reply)
        assert where in shown.content
        check_picture(shown)
        pictures.append(shown.attachments[0].bytes)
    assert len(set(pictures[:4])) == 4
    assert pictures[3] == pictures[5]
    assert pictures[0] == pictures[6]


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("1", "1\\. Bo **b6-a5**"),
        ("2", "2\\. Ann **d4-c5**"),
        ("1 white", "1\\. Ann **c3-d4**"),
        ("1. W", "1\\. Ann **c3-d4**"),
        ("1 black", "1\\. Bo **b6-a5**"),
        ("0", "the start"),
    ],
)
async def test_history_goes_straight_to_a_move(cy: Person, move: str, shown: str) -> None:
    heading = private(await cy.slash("game history", move=move)).content.splitlines()[0]
    assert heading.endswith(f" · {shown}")


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize("move", ["1 bílý", "1 BIL", "1. white"])
async def test_a_side_is_understood_in_the_language_of_who_types(cy: Person, move: str) -> None:
    cy.user.locale = "cs"
    heading = private(await cy.slash("game history", move=move)).content.splitlines()[0]
    assert heading.endswith(" · 1\\. Ann **c3-d4**")


@pytest.mark.usefixtures("driver")
@pytest.mark.parametrize("move", ["77", "2 black", "c3", "1 green"])
async def test_a_move_that_the_game_has_not_is_explained(cy: Person, move: str) -> None:
    told = private(await cy.slash("game history", move=move)).content
    assert f"This game has no move “{move}” yet, only 2." in told
    assert "`1 white` or `1 black`" in told


async def test_the_history_of_a_game_without_moves_is_its_start(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    told = private(await driver.due.slash("game history")).content
    assert told.splitlines()[0].endswith(" · the start")
    await driver.move("c3-d4")
    told = private(await driver.due.slash("game history", move="0")).content
    assert told.splitlines()[0].endswith(" · the start")


async def test_history_opens_from_the_menu(driver: GameDriver) -> None:
    menu = private(await driver.due.click(driver.board, "Menu"))
    shown = private(await driver.due.click(menu, "History"))
    assert "2\\. Ann **d4-c5**" in shown.content
    check_picture(shown)


# /rules


async def sections(person: Person, first: Message) -> dict[str, list[str]]:
    """Turn all pages of a rulebook and return their texts by the button that leads to them."""
    texts: dict[str, list[str]] = {"How to play": [first.content]}
    page = first
    for label in ("Full rules", "Rules for every game", "Sources"):
        reply = await person.click(page, label)
        assert reply.updated
        page = private(reply)
        texts[label] = [page.content]
        while any(button.label == "Next ▶" for button in page.buttons()):
            page = private(await person.click(page, "Next ▶"))
            texts[label].append(page.content)
        assert [button.label for button in page.buttons() if button.disabled] == [label]
        assert not page.attachments
    return texts


@every_game
@pytest.mark.usefixtures("bot")
async def test_a_rulebook_has_every_rule_and_source_and_marks_our_readings(
    ann: Person, key: str
) -> None:
    spec = all_games()[key].spec
    book = await sections(ann, private(await ann.slash("rules", game=key)))
    assert all(len(page) <= MOST_CONTENT for pages in book.values() for page in pages)
    for rule in (*spec.preparation, *spec.rulebook):
        (page,) = [page for page in book["Full rules"] if f"- {rule.text.english()}" in page]
        line = next(line for line in page.split("\n") if line[2:].startswith(rule.text.english()))
        if rule.reading is None:
            assert line == f"- {rule.text.english()}"
        else:
            assert f"-# {line[-1]} Our reading. {rule.reading.english()}" in page
        assert all(title in book["Sources"][0] for title in rule.source.split("; "))
    table = "\n".join(book["Rules for every game"])
    assert all(f"- {rule.text.english()}" in table for rule in (*COMMON, *RULES))


@every_game
@pytest.mark.usefixtures("bot")
async def test_the_first_page_teaches_with_the_start_and_an_example(ann: Person, key: str) -> None:
    spec = all_games()[key].spec
    assert spec.lesson is not None
    first = private(await ann.slash("rules", game=key))
    heading, *said = first.content.split("\n")
    assert heading == f"**{spec.title.english()}: how to play**"
    assert len(said) <= 8
    assert len(first.content.split()) <= 220, "a page that is read in a minute"
    for line, point in zip(said, spec.lesson.points, strict=False):
        assert line == f"**{point.heading.english()}**: {point.text.english()}"
    assert said[-1].endswith(spec.lesson.example.words.english())
    start, example = first.attachments
    assert "played" not in (start.description or "")
    assert f"played {spec.lesson.example.move}." in (example.description or "")
    other = private(await ann.click(first, "Sources"))
    back = private(await ann.click(other, "How to play"))
    assert back.content == first.content
    assert len(back.attachments) == 2


@every_game
@pytest.mark.usefixtures("bot")
async def test_the_second_page_tells_what_beginners_miss(ann: Person, key: str) -> None:
    lesson = all_games()[key].spec.lesson
    assert lesson is not None
    first = private(await ann.slash("rules", game=key))
    told = private(await ann.click(first, "What beginners miss"))
    assert len(lesson.missed) == 3
    for number, thing in enumerate(lesson.missed, 1):
        assert f"{number}. {thing.english()}" in told.content
    assert lesson.spoken is not None
    assert lesson.spoken.english() in told.content
    assert len(told.attachments) == (lesson.picture is not None)


async def test_the_picture_of_the_mirrors_names_them(ann: Person, bot: Postboard) -> None:
    del bot
    first = private(await ann.slash("rules", game="rekushu"))
    told = private(await ann.click(first, "What beginners miss"))
    (picture,) = told.attachments
    assert "Choices: h f2, r f7, v c7." in (picture.description or "")


@every_game
def test_neighbours_are_told_as_the_board_has_them(key: str) -> None:
    """Sentences such as “c3 touches c2 and c4”, which nothing else would notice if they erred."""
    game = all_games()[key]
    assert game.spec.lesson is not None
    assert game.spec.lesson.spoken is not None
    said = re.search(r"([a-i]\d) touches ([^.]*)\.", game.spec.lesson.spoken.english())
    board = game.geometry
    if said is None:
        assert not isinstance(board, Hexagon)
        return
    cell = board.find(said[1])
    assert cell is not None
    around = {board.step(cell, direction) for direction in board.directions} - {None}
    named = {board.find(label) for label in re.findall(r"[a-i]\d", said[2])}
    assert named <= around
    assert named == around if isinstance(board, Hexagon) else len(named) == 4


@pytest.mark.usefixtures("bot")
async def test_pages_turn_back_too(ann: Person) -> None:
    lesson = private(await ann.slash("rules", game="czech"))
    first = private(await ann.click(lesson, "Full rules"))
    assert "◀ Back" not in {button.label for button in first.buttons()}
    second = private(await ann.click(first, "Next ▶"))
    assert second.content != first.content
    assert private(await ann.click(second, "◀ Back")).content == first.content


async def test_the_rules_of_the_game_here_are_the_usual_ones(
    driver: GameDriver, cy: Person
) -> None:
    assert "Czech draughts: how to play" in private(await cy.slash("rules")).content
    menu = private(await cy.click(driver.board, "Menu"))
    assert "Czech draughts: how to play" in private(await cy.click(menu, "Rules")).content


def test_a_rulebook_has_no_empty_page() -> None:
    for key in all_games():
        for page in rulebook.pages(key):
            is_lesson = page.section in (rulebook.Section.LESSON, rulebook.Section.MISSED)
            assert page.rules or page.sources or is_lesson


# /games


async def test_my_games_are_listed_with_links_that_lead_somewhere(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    assert "You're not in any game" in private(await ann.slash("games")).content
    mine = await sit_down(server, bot, database, channel="lobby", side="white")
    theirs = await sit_down(server, bot, database, "turkish", channel="games", side="black")
    waiting = public(await ann.slash("play", game="czech", channel="quiet", opponent=bo, time="2d"))
    await delivered(bot)
    await bot.store.queues.flush()
    listed = private(await ann.slash("games", channel="quiet")).content
    lines = listed.splitlines()
    assert "Your turn in 1 game" in lines[0]
    assert "Czech" in lines[1]
    assert "against Bo · move 1 · due <t:" in lines[1]
    assert any("Turkish" in line and "Bo's turn" in line for line in lines[2:])
    assert any("waiting for players" in line for line in lines[2:])
    rows = re.findall(r"- \[.+ draughts\]\(https.+", listed)
    assert len(set(rows)) == 3
    asked = private(await bo.slash("games", channel="quiet")).content.splitlines()
    assert "Your turn in 1 game" in asked[0]
    assert "Turkish" in asked[1]
    assert "1 invitation" in asked[2]
    assert asked[3].endswith(" from Ann")
    linked = [tuple(map(int, found)) for found in LINK.findall(listed)]
    boards = [mine.board, theirs.board, waiting]
    assert {message for _, _, message in linked} == {message.id for message in boards}
    for guild, channel, message in linked:
        assert guild == server.world.guild().id
        assert server.world.messages[message].channel_id == channel


async def test_links_lead_to_the_latest_board(bot: Postboard, driver: GameDriver) -> None:
    await bot.store.queues.flush()
    (linked,) = LINK.findall(private(await driver.due.slash("games")).content)
    assert int(linked[2]) == driver.board.id


async def test_games_that_are_over_are_not_listed(driver: GameDriver) -> None:
    person = driver.due
    question = private(await person.slash("game resign"))
    await person.click(question, "Resign")
    assert "You're not in any game" in private(await person.slash("games")).content


async def test_a_game_in_a_thread_is_linked_there(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech"))
    await cy.click(offer, "Open a thread")
    await delivered(bot)
    await bot.store.queues.flush()
    (linked,) = LINK.findall(private(await cy.slash("games")).content)
    message = server.world.messages[int(linked[2])]
    assert message.channel_id == int(linked[1])
    assert server.world.channel(message.channel_id).thread is not None


# /help


@pytest.mark.usefixtures("bot")
async def test_help_shows_every_game_and_the_first_commands(ann: Person) -> None:
    told = private(await ann.slash("help"))
    (boards,) = told.attachments
    for game in all_games().values():
        assert game.spec.title.english() in (boards.description or "")
    for command in ("play", "rules", "games"):
        assert f"</{command}:" in told.content
    assert labels(told) == {game.spec.title.english() for game in all_games().values()}


@pytest.mark.usefixtures("bot")
async def test_every_command_is_explained(ann: Person) -> None:
    usable = ann.usable_commands()
    assert {leaf.path.split()[0] for leaf in usable} == {
        "play", "move", "board", "games", "rules", "help", "profile", "notify", "puzzle", "game",
        "event",
    }  # fmt: skip
    assert all(leaf.description.strip() for leaf in usable)
    assert {leaf.path for leaf in usable if leaf.path.startswith("game ")} == {
        f"game {act.word}" for act in Act
    } | {"game stats", "game verify"}
