"""The puzzle of the day: posted once, solved in private, told in one line."""

from typing import Final

from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.messages import SHARE, task
from bot.extensions.puzzles.rows import PuzzleStore
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_study, for_text
from engine.posed import Posed, main_line
from engine.stock import stock
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import (
    answered,
    choices,
    delivered,
    labels,
    live_through,
    pick,
    private,
    public,
)
from tests.bot.test_forged_controls import one_button, press
from tests.bot.test_owners_wire import club_panel, granted
from tests.bot.who import person_of

FIRST: Final[Posed] = stock()["czech"][0]
"""The puzzle that a server gets first."""


async def opened_club(
    server: Loopback, bot: Postboard, cy: Person, hour: int | None = None
) -> None:
    """Let a server have its puzzle in the lobby, at this hour in UTC.

    Without one it is due a few hours before a day has passed, so that it isn't too late then.
    """
    hour = int(server.clock.now() // HOUR + 20) % 24 if hour is None else hour
    granted(server, cy, Permission.MANAGE_GUILD)
    panel = await club_panel(cy)
    lobby = str(server.world.channel("lobby").id)
    await cy.choose(panel, lobby, placeholder="Puzzle of the day: choose a channel")
    form = (await cy.click(panel, "Puzzle time …")).modal
    assert form is not None
    await cy.submit(form, {"text": f"{hour} UTC"})
    del bot


async def forged(bot: Postboard, person: Person, control: str) -> str:
    """Let a person press a button with this custom_id, and return what its message turns into."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(control))
    message = next(m for m in person.sees("lobby") if m.id == posted.id)
    return answered(await person.click(message, "Old")).content


def posts(server: Loopback) -> list[Message]:
    """Return the posts of puzzles in the lobby, oldest first."""
    return [each for each in server.person("Bo").sees("lobby") if "Solve" in labels(each)]


async def day(server: Loopback, bot: Postboard) -> Message:
    """Let a day pass; return its post."""
    count = len(posts(server))
    await passed(server, bot, DAY)
    found = posts(server)
    assert len(found) == count + 1
    return found[-1]


async def passed(server: Loopback, bot: Postboard, seconds: int) -> None:
    """Let time pass, with all that is due then."""
    await live_through(bot, server, seconds)
    await bot.scheduler.run_due()
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.displays.run_due()


async def typed(person: Person, panel: Message, move: str) -> Message:
    """Type a move in the panel of a puzzle, and return what it turns into."""
    form = (await person.click(panel, "Type it")).modal
    assert form is not None
    return private(await person.submit(form, {"text": move}))


def wrong(posed: Posed) -> str:
    """Return a move that doesn't solve a puzzle."""
    game, state = posed.transcript.game, posed.transcript.state()
    moves = map(game.notate, game.legal(state))
    return next(move for move in moves if move not in posed.solution)


async def solve(person: Person, panel: Message, posed: Posed) -> Message:
    """Play the solution."""
    found = posed.solution
    while True:
        move, step = next(iter(found.items()))
        panel = await typed(person, panel, move)
        if step.then is None:
            return panel
        assert f"**{' '.join(step.replies)}**" in panel.content
        found = step.then


async def test_a_server_gets_a_puzzle_a_day_and_people_solve_it(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await opened_club(server, bot, cy)
    post = await day(server, bot)
    assert "**Puzzle 1 · Czech draughts**" in post.content
    assert "to move: win 2 men in" in post.content
    (picture,) = post.attachments
    assert picture.description
    assert labels(post) == {"Solve", "Rules"}
    panel = private(await ann.click(post, "Solve"))
    assert "**Puzzle 1 · Czech draughts**" in panel.content
    panel = await typed(ann, panel, wrong(FIRST))
    assert "doesn't work. Try again." in panel.content
    panel = await solve(ann, panel, FIRST)
    assert "**Yes, " in panel.content
    assert "Solved in 2 tries" in panel.content
    line = public(await ann.click(panel, "Share"))
    assert line.content == "Ann: Puzzle 1 · Czech draughts · solved in 2 tries"
    await passed(server, bot, HOUR)
    assert "Solved by 1 person" in posts(server)[0].content
    await solve(cy, private(await cy.click(post, "Solve")), FIRST)
    await passed(server, bot, HOUR)
    assert "Solved by 2 people" in posts(server)[0].content
    following = await day(server, bot)
    assert "-# 2 people solved puzzle 1." in following.content
    assert "Yesterday's solution" in labels(following)
    told = private(await bo.click(following, "Yesterday's solution"))
    assert "step through the solution" in told.content
    assert main_line(FIRST.solution)[0] in told.content
    total = sum(map(len, stock().values()))
    diagnosed = private(await cy.slash("server diagnose")).content
    assert f"{total - 2} of my {total} are new to you." in diagnosed


async def test_a_post_that_was_deleted_stays_away(
    server: Loopback, bot: Postboard, ann: Person, cy: Person
) -> None:
    await opened_club(server, bot, cy)
    post = await day(server, bot)
    panel = private(await ann.click(post, "Solve"))
    await bot.get_partial_messageable(post.channel_id).get_partial_message(post.id).delete()
    assert "**Yes, " in (await solve(ann, panel, FIRST)).content
    assert await bot.store.displays.get(1) is not None
    await passed(server, bot, HOUR)
    assert posts(server) == []
    assert await bot.store.displays.get(1) is None
    await day(server, bot)


async def test_the_solution_ends_a_puzzle_as_not_solved(
    server: Loopback, bot: Postboard, ann: Person, cy: Person
) -> None:
    await opened_club(server, bot, cy)
    post = await day(server, bot)
    panel = private(await ann.click(post, "Solve"))
    told = private(await ann.click(panel, "Give up and see it"))
    assert "step through the solution" in told.content
    assert "Share" not in labels(told)
    again = private(await ann.click(post, "Solve"))
    assert "step through the solution" in again.content
    puzzle = await bot.service(Puzzles).present(server.world.guild().id)
    me = await person_of(bot, ann)
    assert not (await bot.service(PuzzleStore).solve(puzzle, me, 1)).solved_at
    share = encode(for_text(SHARE, puzzle.id))
    assert "Solve it first" in await press(bot, ann, share)


async def test_a_puzzle_gives_no_help_before_it_is_solved(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await opened_club(server, bot, cy)
    await ann.click(await day(server, bot), "Solve")
    study = await bot.studies.find(await person_of(bot, ann), 1)
    start = study.at(len(FIRST.transcript.texts))
    for verb, arguments in ((verbs.STUDY_HINT, ()), (verbs.STUDY_AT, ("on",))):
        control = encode(for_study(verb, study.id, start, *arguments))
        said = await forged(bot, ann, control)
        assert "win 2 men in" in said
        assert "best move" not in said
        assert "someone else's private board" in await press(bot, bo, control)


async def test_where_no_puzzle_is_posted_everybody_gets_one_in_private(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    first = private(await ann.slash("puzzle"))
    assert "**Puzzle 1 · Czech draughts**" in first.content
    direct = answered(await bo.slash("puzzle", channel=bo.dm()))
    assert "**Puzzle 1 · Czech draughts**" in direct.content
    solved = await solve(ann, first, FIRST)
    assert "Solved on the first try" in solved.content
    assert "Share" in labels(solved)
    await bot.idle()


async def pressed(person: Person, panel: Message, posed: Posed) -> int:
    """Play the solution with the buttons and menus of the panel; return how many that took."""
    game, found, presses = posed.transcript.game, posed.solution, 0
    state = posed.transcript.state()
    while found:
        move, step = next(iter(found.items()))
        cells = [game.geometry.label(cell) for cell in game.path(game.parse(state, move))]
        for choice in (move,) if move in choices(panel) else cells:
            panel = await pick(person, panel, choice)
            presses += 1
        for played in (move, *step.replies):
            state = game.apply(state, game.parse(state, played))
        found = step.then or {}
    assert "**Yes, " in panel.content
    return presses


async def test_who_has_never_moved_here_solves_a_puzzle_with_few_presses(
    server: Loopback, bot: Postboard, ann: Person, cy: Person
) -> None:
    """Two moves take at most six presses, **Solve** among them."""
    await opened_club(server, bot, cy)
    for _ in stock():
        post = await day(server, bot)
        posed = (await bot.service(Puzzles).present(server.world.guild().id)).posed
        if posed.moves == 2:
            panel = private(await ann.click(post, "Solve"))
            assert 1 + await pressed(ann, panel, posed) <= 6


def test_the_task_names_the_roll_as_people_do() -> None:
    posed = stock()["hypergammon"][0]
    assert posed.transcript.texts[-1] == "[5-5]"
    assert task(posed).english() == "White rolled 5-5. Find the best play"
