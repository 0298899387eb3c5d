"""What one sick game, card or channel costs everybody else: nothing."""

import re
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Person
from loopback.interactions.commands import Option
from loopback.model.permissions import Permission
from loopback.world import posting
from rules.registry import find
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, logged, owes_nothing, private, public, shown, sit_down
from tests.loopback.waiting import until
from tests.stored import change, rows

FILE = 11
"""Discord's number of options that take a file: such a command is about no table."""


async def test_a_game_that_cannot_be_read_holds_up_nothing(
    server: Loopback, database: Path, ann: Person, bo: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """`/games` lists the others, its channel can host a new game, and its players close it."""
    server.world.add_channel(server.world.guild(), "other")
    async with bot_on(server, database) as bot:
        broken = await sit_down(server, bot, database)
        await sit_down(server, bot, database, "turkish", channel="other")
    change(database, "UPDATE tables SET game = 'chess' WHERE id = ?", broken.table_id)
    caplog.clear()
    async with bot_on(server, database) as bot:
        listed = private(await ann.slash("games")).content
        assert "Turkish draughts" in listed
        assert "chess" in listed
        refused = private(await ann.click(broken.board, "Menu"))
        assert "This game is stuck" in refused.content
        card = public(await ann.slash("play", game="czech", opponent=bo))
        public(await bo.click(card, "Accept"))
        assert "cancelled" in private(await ann.click(refused, "End it for good")).content
        assert "chess" not in private(await bo.slash("games")).content
        await delivered(bot)
    assert not [each for each in caplog.records if each.exc_info]


async def test_a_game_that_fails_to_show_a_move_is_set_apart_at_once(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is stored; what failed is its answer. It goes on once a version can show it."""
    driver = await sit_down(server, bot, database)
    await delivered(bot)
    game = type(find("czech"))
    real, mover = game.view, driver.due
    move = driver.game.notate(driver.game.legal(driver.match.state)[0])

    def view(self: object, state: object, last: object = None) -> object:
        if last is not None:
            raise ZeroDivisionError
        return real(self, state, last)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(game, "view", view)
        assert "went wrong" in private(await mover.slash("move", move=move)).content
        told = private(await mover.slash("board")).content
        assert "This game is stuck: I can't read its moves" in told
    assert len(logged(database, driver.table_id)) == 2
    bot.lookup.cache.drop(driver.table_id)
    await bot.lookup.get(driver.table_id)
    await delivered(bot)
    assert any(move in message.content for message in mover.sees())


@pytest.mark.parametrize(
    "damage",
    [
        "INSERT INTO entries SELECT id, entry_count + 1, 0, 'seat', 0, 1, '5', 'sung', 'la'"
        " FROM tables",
        "UPDATE tables SET options = '{'",
        "UPDATE tables SET options = '[]'",
        "UPDATE tables SET game = 'chess'",
    ],
)
async def test_every_command_about_a_game_that_cannot_be_read_says_so(
    server: Loopback, database: Path, ann: Person, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    async with bot_on(server, database) as bot:
        await sit_down(server, bot, database)
    change(database, damage)
    caplog.clear()
    said = dict[str, str]()
    async with bot_on(server, database):
        for leaf in ann.usable_commands():
            if leaf.path == "play" or any(option.type == FILE for option in leaf.options):
                continue
            needed = [option for option in leaf.options if option.required]
            values = {option.name: _any_value(option, ann) for option in needed}
            reply = await ann.slash(leaf.path, values=values)
            said[leaf.path] = reply.message.content if reply.message else ""
    assert not [each for each in caplog.records if each.exc_info]
    assert not [path for path, text in said.items() if "went wrong" in text]
    acts = ("history", "draw", "analysis", "plan", "pause")
    for path in ("board", "move", *(f"game {act}" for act in acts)):
        assert "This game is stuck" in said[path], said[path]


async def test_the_games_of_a_deleted_channel_end_and_leave_the_list(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    await sit_down(server, bot, database)
    other = server.world.add_channel(server.world.guild(), "other")
    gone = await sit_down(server, bot, database, "turkish", channel="other")
    server.world.remove_channel(other)
    table = await bot.lookup.get(gone.table_id)
    await until(lambda: not bot.lookup.cache.get(table.id) or _is_over(database, table.id))
    listed = private(await ann.slash("games")).content
    assert "Czech draughts" in listed
    assert re.search(r"\[Turkish draughts\]\(\S+\) with Bo: no result", listed)


def _is_over(database: Path, table_id: int) -> bool:
    return rows(database, "SELECT status FROM tables WHERE id = ?", table_id) == [("over",)]


async def test_the_next_game_of_a_series_is_shown_where_the_bot_may_not_post(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """It goes out with the answer to the press that ended the game before."""
    card = public(await ann.slash("play", game="czech", opponent=bo, series="first-to-3"))
    public(await bo.click(card, "Accept"))
    lobby = ann.place("lobby")
    server.world.set_overwrite(lobby, server.world.bot, deny=int(Permission.SEND_MESSAGES))
    question = private(await ann.slash("game resign"))
    last = await shown(bot, ann, await ann.click(question, "Resign"))
    assert len(last.attachments) == 2
    running = await bot.lookup.running_in(lobby.id)
    assert running is not None
    assert running.game_number == 2
    await bot.idle()
    await owes_nothing(bot)


async def test_a_table_without_its_card_is_closed_by_its_host(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo))
    posting.delete(server.world, card)
    listed = private(await ann.slash("games"))
    assert "Czech draughts" in listed.content
    (menu,) = listed.selects()
    (option,) = menu.options
    await ann.choose(listed, option.value)
    for person in (ann, bo):
        assert "Czech draughts" not in private(await person.slash("games")).content
    await delivered(bot)


async def test_a_card_whose_answer_was_lost_is_shown_once(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """The card arrives, Discord says 500, and refuses the answer that is sent again."""
    server.faults = Faults(server_errors_after=1.0)
    interaction = ann.start_slash("play", "lobby", {"game": "czech", "opponent": bo})
    await until(lambda: any(each.buttons() for each in bo.sees("lobby")))
    server.faults = Faults()
    await ann.outcome(interaction)
    await delivered(bot)
    assert len([each for each in bo.sees("lobby") if each.buttons()]) == 1


def _any_value(option: Option, person: Person) -> str | int | bool | Person:
    """Return a value that a required option may have."""
    if option.choices:
        value = option.choices[0].value
        return value if isinstance(value, int) else str(value)
    values: dict[int, str | int | bool | Person] = {4: 1, 5: True, 6: person}
    return values.get(option.type, "c3-d4")


async def test_a_start_mends_what_does_not_follow_from_a_log(
    server: Loopback, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot_on(server, database) as bot:
        table_id = (await sit_down(server, bot, database, time="3d")).table_id
        await delivered(bot)

    def found() -> list[tuple[str, int]]:
        return rows(database, "SELECT dedupe, due FROM timers ORDER BY dedupe")

    timers = found()
    change(database, "DELETE FROM timers WHERE table_id IS NOT NULL")
    change(database, "UPDATE tables SET due_at = NULL")
    assert found() != timers
    async with bot_on(server, database) as bot:
        await until(lambda: found() == timers)
        assert (await bot.lookup.get(table_id)).due_at
    told = [each.getMessage() for each in caplog.records if each.name == "bot.tables.reconciling"]
    assert any(each.startswith(f"table={table_id} did not follow") for each in told)
