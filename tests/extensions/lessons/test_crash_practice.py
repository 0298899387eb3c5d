"""The bot is killed around each thing that lessons and practice store: nothing is lost or doubled.

Each scene leads to a press during which the bot dies. The same press, repeated after the restart,
leads to what it would have led to at first.
"""

import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, NamedTuple

import pytest

from bot.extensions.lessons.game import ENOUGH, advanced, own_moves, start
from engine.choose import choose, seed_of
from engine.levels import EASES
from loopback import Message, Person
from rules.contract.core import Seat
from rules.match.match import Match
from rules.registry import all_games
from tests.bot.child_bot import CrashPoint
from tests.bot.game_driver import private
from tests.bot.killable_bot import KillableBot
from tests.conformance.configured import SOAK
from tests.extensions.lessons.test_lessons import chosen
from tests.stored import change, rows

pytestmark = pytest.mark.crash

KEY: Final = "rematch"
TITLE: Final = "ReMatch"
SEED: Final = 41
SEAT: Final = Seat(0)
STORED: Final = "SELECT step, line, transcript, is_helped, is_over FROM studies"
COUNTED: Final = "SELECT step, last, games, won FROM ease"


class Scene(NamedTuple):
    """A press during which the bot dies, and what leads to it."""

    of: str
    """What it stores, as `doom` names it."""
    before: Callable[[KillableBot, Person], Awaitable[Message]]
    """Leads to the message with the button."""
    label: str
    least: int = 1
    """The rows of studies after it."""
    goes_on: bool = False
    """True if the repeated press stores more, such as the computer's first move."""


async def helped(_bot: KillableBot, ann: Person) -> Message:
    """Show the buttons of the games."""
    return private(await ann.slash("help"))


async def lesson(_bot: KillableBot, ann: Person) -> Message:
    """Show the first step of the lessons."""
    return await chosen(ann, TITLE)


async def found(bot: KillableBot, ann: Person) -> Message:
    """Solve the first step."""
    return private(await ann.click(await lesson(bot, ann), "c2xc4"))


async def practice(bot: KillableBot, ann: Person) -> Message:
    """Begin a practice game with a known seed."""
    panel = private(await ann.click(await lesson(bot, ann), "Skip to a game"))
    change(bot.database, "UPDATE studies SET seed = ? WHERE aim = 'practice'", SEED)
    return panel


def played(moves: int) -> Match:
    """Return a game with so many own moves, each with the first answer there is."""
    chance, match = Random(7), start(all_games()[KEY], SEED)
    while own_moves(match, SEAT) < moves or match.seat_due != SEAT or len(match.legal) == 1:
        assert match.seat_due is not None
        move = match.game.notate(chance.choice(match.legal))
        match = advanced(match.play(match.seat_due, move), SEED)
    return match


async def in_play(bot: KillableBot, ann: Person, moves: int = ENOUGH) -> Message:
    """Continue a practice game after some own moves."""
    await practice(bot, ann)
    turns = [ply.notation for ply in played(moves).plies]
    ((kept,),) = rows(bot.database, "SELECT transcript FROM studies WHERE aim = 'practice'")
    written = json.dumps(json.loads(str(kept)) | {"turns": turns}, separators=(",", ":"))
    change(bot.database, "UPDATE studies SET transcript = ? WHERE aim = 'practice'", written)
    again = private(await ann.slash("help"))
    return private(await ann.click(private(await ann.click(again, TITLE)), "Continue"))


async def more(bot: KillableBot, ann: Person) -> Message:
    """Show what else can be done in a practice game that counts."""
    return private(await ann.click(await in_play(bot, ann), "More"))


SCENES: Final = (
    Scene("studies.begin", helped, TITLE),
    Scene("studies.keep_found", lesson, "c2xc4"),
    Scene("studies.go_to", found, "Next"),
    Scene("studies.begin", lesson, "Skip to a game", 2, goes_on=True),
    Scene("PracticeStore.go_on", in_play, "Hint", 2),
    Scene("PracticeStore.go_on", in_play, "Take back", 2),
    Scene("PracticeStore.end", more, "Give up", 2),
)
POINTS: Final = (CrashPoint.BEFORE, CrashPoint.WITHIN, CrashPoint.AFTER)
ALL: Final = [(scene, point) for scene in SCENES for point in POINTS]
WALKED: Final = ALL if SOAK else Random(SEED).sample(ALL, 3)


def named(value: object) -> str:
    return f"{value.of} {value.label}" if isinstance(value, Scene) else str(value)


async def died(
    bot: KillableBot, ann: Person, panel: Message, scene: Scene, point: CrashPoint
) -> None:
    """Let the bot die during the press of a scene, and start it again."""
    await bot.kill()
    await bot.start(point, scene.of)
    press = ann.start_click(panel, scene.label)
    await bot.dead()
    assert (await ann.outcome(press)).failed
    await bot.start()


@pytest.mark.parametrize(("scene", "point"), WALKED, ids=named)
async def test_a_repeated_press_leads_to_what_it_would_have_led_to(
    killable_bot: KillableBot, ann: Person, scene: Scene, point: CrashPoint
) -> None:
    panel = await scene.before(killable_bot, ann)
    before = rows(killable_bot.database, STORED)
    await died(killable_bot, ann, panel, scene, point)
    after = rows(killable_bot.database, STORED)
    assert (after != before) == (point is CrashPoint.AFTER)
    told = private(await ann.click(panel, scene.label))
    stored = rows(killable_bot.database, STORED)
    assert len(stored) == scene.least
    if point is CrashPoint.AFTER and not scene.goes_on:
        assert stored == after
    assert stored != before
    assert told.content
    counted = rows(killable_bot.database, COUNTED)
    assert counted == ([(0, "lost", 1, 0)] if scene.label == "Give up" else [])


MOVING: Final = (CrashPoint.THINKING, *POINTS)


@pytest.mark.parametrize("point", MOVING if SOAK else MOVING[2:])
async def test_a_move_and_its_answer_are_kept_together_or_not_at_all(
    killable_bot: KillableBot, ann: Person, point: CrashPoint
) -> None:
    """The answer is the same, whenever the bot died."""
    panel = await in_play(killable_bot, ann, 2)
    before = played(2)
    move = before.game.notate(before.legal[0])
    form = (await ann.click(panel, "Type it")).modal
    assert form is not None
    await killable_bot.kill()
    await killable_bot.start(point, "PracticeStore.go_on")
    press = ann.start_submit(form, {"text": move})
    await killable_bot.dead()
    assert (await ann.outcome(press)).failed
    await killable_bot.start()
    kept = turns(killable_bot)
    expected = [ply.notation for ply in answered(before, move).plies]
    assert kept == (expected if point is CrashPoint.AFTER else [p.notation for p in before.plies])
    private(await ann.submit(form, {"text": move}))
    assert turns(killable_bot) == expected


def turns(bot: KillableBot) -> list[str]:
    """Return the turns of the practice game as they are stored."""
    ((kept,),) = rows(bot.database, "SELECT transcript FROM studies WHERE aim = 'practice'")
    return list(json.loads(str(kept))["turns"])


def answered(match: Match, move: str) -> Match:
    """Return the game after a move and what the computer answers."""
    match = advanced(match.play(SEAT, move), SEED)
    while match.outcome is None and match.seat_due != SEAT:
        assert match.seat_due is not None
        seed = seed_of(SEED, len(match.plies))
        reply = choose(match.game, match.state, EASES[1], seed).move
        match = advanced(match.play(match.seat_due, match.game.notate(reply)), SEED)
    return match
