"""Computer opponents at tables, over the real wire, with worker processes."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from bot.delivery.outbox import outbox
from bot.interactions.client import Postboard
from bot.model.engines import EngineRecord
from engine.levels import LEVELS
from engine.pool import Pool, Purpose
from engine.tasks import Answer, Request, request_line
from loopback import Loopback, Message, Person
from rules.contract.core import Dice
from rules.log.entries import Actor
from rules.log.events import Declined, Offered, Played
from rules.registry import all_games
from tests.bot.engine_driver import newest_board, playing_computer, rested
from tests.bot.game_driver import check_board, delivered, labels, owed, private, public, shown
from tests.bot.test_faults_slow import unpainted
from tests.loopback.waiting import until

_T = TypeVar("_T")


@dataclass
class Listening(Pool):
    """A pool that remembers what it was asked."""

    lines: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__init__()

    async def ask(self, request: Request, purpose: Purpose, read: Callable[[Answer], _T]) -> _T:
        self.lines.append(request_line(0, request))
        return await super().ask(request, purpose, read)


def dice_free() -> list[str]:
    """Return the games without dice."""
    return [k for k, g in all_games().items() if not isinstance(g.turn(g.start()), Dice)]


async def card_after(bot: Postboard, person: Person, key: str, level: int = 1) -> Message:
    """Let somebody open a table with dice against the computer; the seal stands before its card."""
    public(await person.slash("play", game=key, values={"level": level}))
    await delivered(bot)
    return next(m for m in reversed(person.sees("lobby")) if "Start" in labels(m))


async def test_a_game_against_the_computer_begins_at_once(bot: Postboard, ann: Person) -> None:
    board = await playing_computer(bot, ann, level=1, side="white")
    assert board.content.startswith("**Ann – Pebble** · Czech draughts\n")
    check_board(board, [ann])
    moved = public(await ann.slash("move", move="c3-d4"))
    assert moved.pings == frozenset()
    assert moved.content == "1\\. Ann **c3-d4**", "no line that stays tells who is thinking"
    assert labels(moved) == {"My view", "Menu"}
    table = await rested(bot, ann)
    entries = table.started.entries
    assert [entry.actor for entry in entries] == [Actor.HOST, Actor.SEAT, Actor.ENGINE]
    answer = newest_board(ann)
    check_board(answer, [])
    assert isinstance(entries[-1].event, Played)
    assert entries[-1].event.notation in answer.content
    assert entries[-1].request == f"engine:{table.id}:2"
    assert table.due_at is None


async def test_an_engine_that_is_quicker_than_an_answer_is_shown_right_after_it(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its board waits for the one before, and not for the next regular look at the outbox."""
    monkeypatch.setattr(outbox, "_LOOK", 3600.0)
    await playing_computer(bot, ann, level=1, side="white")
    with unpainted():
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await owed(bot, 2)
        for _ in range(3):
            await bot.store.queues.waiting()  # By now the outbox has looked too.
    await ann.outcome(move)
    await until(lambda: "1\\. Ann c3-d4 · 🤖 Pebble **" in newest_board(ann).content)


async def test_moves_of_several_engines_are_one_message(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    """Red, played by Ann, moves before white and orange."""
    me = server.world.bot
    board = public(
        await ann.slash(
            "play",
            game="rematch",
            values={"opponent": me, "opponent2": me, "level": 1, "side": "red"},
        )
    )
    table = await rested(bot, ann)
    assert [player.user.name for player in table.engines] == ["🤖 Pebble", "🤖 Pebble II"]
    for _ in range(3):
        older = len(ann.sees("lobby"))
        table = await rested(bot, ann)
        before, board = len(table.started.plies), newest_board(ann)
        check_board(board, [])
        move = table.started.game.notate(table.started.game.legal(table.started.state)[0])
        await ann.slash("move", move=move)
        table = await rested(bot, ann)
        plies = table.started.plies[before:]
        if table.started.outcome:
            return
        assert len(ann.sees("lobby")) == older + 1, [m.content for m in ann.sees("lobby")]
        assert all(ply.notation in ann.sees("lobby")[-1].content for ply in plies[1:])


async def test_the_host_lets_the_computer_play_on_an_open_card(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", side="white"))
    refused = private(await bo.click(card, "Play the computer"))
    assert "Only the host" in refused.content
    card = public(await ann.click(card, "Play the computer"))
    assert "Pick a level" in (card.selects()[0].placeholder or "")
    refused = private(await bo.choose(card, "1"))
    assert "Only the host" in refused.content
    board = await shown(bot, ann, await ann.choose(card, "1"))
    assert "You're ⚪ White and move first" in board.content
    table = await rested(bot, ann)
    players = "**Ann – Pebble** · Czech draughts"
    assert ann.present(card).content == f"{players} · 7 days per move"
    assert table.engines[0].level == 1


async def test_a_game_with_dice_begins_with_start(bot: Postboard, ann: Person) -> None:
    (key,) = set(all_games()) - set(dice_free())
    card = await card_after(bot, ann, key)
    assert "\nPebble (computer, easiest)\n" in card.content
    board = await shown(bot, ann, await ann.click(card, "Start"))
    table = await rested(bot, ann)
    assert table.started.plies
    assert board.attachments


async def test_the_computer_lets_moves_be_taken_back(bot: Postboard, ann: Person) -> None:
    await playing_computer(bot, ann, level=1, side="white")
    await ann.slash("move", move="c3-d4")
    await rested(bot, ann)
    board = public(await ann.slash("game takeback"))
    assert board.content.startswith("Ann took back c3-d4")
    table = await rested(bot, ann)
    assert table.started.plies == ()
    check_board(board, [])  # She has asked for it just now.


async def test_the_computer_answers_an_offer_of_a_draw(bot: Postboard, ann: Person) -> None:
    """It is too early in the game."""
    await playing_computer(bot, ann, level=1, side="white")
    offer = public(await ann.slash("game draw"))
    assert offer.pings == frozenset()
    assert not offer.buttons()
    table = await rested(bot, ann)
    kinds = [type(entry.event) for entry in table.started.entries[1:]]
    assert kinds == [Offered, Declined]
    assert table.started.entries[-1].actor is Actor.ENGINE
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    assert ann.present(offer).content == "Ann offered a draw (move 1): declined."
    assert ann.sees("lobby")[-1].id == offer.id


async def test_an_engine_that_declines_beside_a_person_closes_the_question(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    """The person is asked no more; the question says who declined."""
    values: dict[str, str | int] = {"level": 1, "variant": "players=3", "side": "red"}
    card = public(await ann.slash("play", game="rematch", opponent=bo, values=values))
    await bo.click(card, "Accept")
    await rested(bot, ann)
    offer = public(await ann.slash("game draw"))
    assert offer.pings == {bo.id}
    await rested(bot, ann)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    closed = ann.present(offer)
    assert closed.content == "Ann offered a draw (move 1): declined by 🤖 Pebble."
    assert not closed.buttons()
    assert sum("declined" in m.content for m in ann.sees("lobby")) == 1


@pytest.mark.usefixtures("bot")
async def test_the_strongest_level_plays_two_games_a_person(server: Loopback, ann: Person) -> None:
    strongest = LEVELS[-1].number
    for channel in ("den", "attic", "cellar"):
        server.world.add_channel(server.world.guild(), channel)
    for channel in ("den", "attic"):
        public(
            await ann.slash(
                "play", game="czech", channel=channel, values={"level": strongest, "side": "white"}
            )
        )
    reply = await ann.slash("play", game="czech", channel="cellar", values={"level": strongest})
    assert "2 games against Owl" in private(reply).content
    weaker = await ann.slash(
        "play", game="czech", channel="cellar", values={"level": 1, "side": "white"}
    )
    assert public(weaker).attachments


@pytest.mark.usefixtures("bot")
async def test_a_level_needs_a_seat(ann: Person, bo: Person) -> None:
    reply = await ann.slash("play", game="czech", values={"opponent": bo, "level": 2})
    assert "no seat left" in private(reply).content


@pytest.mark.parametrize("level", [0, -1, 10**9])
async def test_a_level_that_no_engine_has_is_refused_in_a_sentence(
    bot: Postboard, ann: Person, caplog: pytest.LogCaptureFixture, level: int
) -> None:
    """Levels are only suggested, so that Discord takes any number."""
    told = private(await ann.slash("play", game="czech", values={"level": level}))
    assert f"There's no level {level}. Pick " in told.content
    assert await bot.lookup.running_in(ann.place("lobby").id) is None
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


@pytest.mark.usefixtures("bot")
async def test_levels_are_suggested(ann: Person) -> None:
    choices = await ann.autocomplete("play", "level", "pik", channel="lobby", game="czech")
    assert [choice.value for choice in choices] == [3]
    assert choices[0].name == "3 · Pike, medium: sees your answer"


async def levels(person: Person) -> str:
    """Return what somebody reads about the computer's levels."""
    rules = private(await person.slash("rules", game="czech"))
    return private(await person.click(rules, "Computer")).content


async def test_results_are_the_engines_own(bot: Postboard, ann: Person) -> None:
    untried = "No one here has finished a game"
    before = await levels(ann)
    assert before.count(untried) == 1
    await playing_computer(bot, ann, level=1, side="white")
    question = private(await ann.slash("game resign"))
    ended = await shown(bot, ann, await ann.click(question, "Resign"))
    assert "Pebble beat " in ended.content
    assert await bot.store.engines.records("czech") == [EngineRecord(1, won=1, drawn=0, lost=0)]
    listed = await levels(ann)
    pebble = "1 · Pebble, easiest: overlooks most of its moves."
    assert f"{pebble} Against players here: 1 won, 0 drawn, 0 lost.\n" in listed
    assert untried not in listed


async def test_a_worker_is_told_nothing_but_the_game(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No secret of the dice, no name, no number of a person goes to a worker."""
    pool = Listening()
    monkeypatch.setattr(bot.work.engine_turns, "_pool", pool)
    monkeypatch.setattr(bot.advice, "_pool", pool)
    await pool.start()
    (key,) = set(all_games()) - set(dice_free())
    card = await card_after(bot, ann, key)
    await ann.click(card, "Start")
    for _ in range(6):
        table = await rested(bot, ann)
        match = table.started
        if match.outcome:
            break
        await ann.slash("game hint")
        await ann.slash("move", move=match.game.notate(match.game.legal(match.state)[0]))
    table = await rested(bot, ann)
    await pool.stop()
    assert table.dice is not None
    members = {
        "id", "task", "game", "version", "options", "turns", "ended", "level", "seed", "ease",
    }  # fmt: skip
    assert len(pool.lines) > 6
    for line in pool.lines:
        assert set(json.loads(line)) == members
        turns = json.loads(line)["turns"]
        assert turns == [ply.notation for ply in table.started.plies][: len(turns)]
        for hidden in (
            table.dice.secret.hex(), table.dice.chain_root.hex(), str(ann.id), "Ann",
            str(table.channel_id),
        ):  # fmt: skip
            assert hidden not in line
