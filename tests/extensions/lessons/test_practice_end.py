"""The end of a practice game: a reason in words, and the way to people."""

import asyncio
from typing import Final

import pytest

from bot.delivery.answering import advice
from bot.extensions.lessons.ease import Result
from bot.extensions.lessons.rows import PracticeStore
from bot.extensions.lessons.values import PRACTICE
from bot.extensions.lessons.verbs import MORE
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import encode, for_study
from bot.messages.controls.message import Style
from bot.model.table import Table
from engine.analyse import analyse
from engine.levels import find_level
from engine.pool import WorkerError
from engine.report import Report
from loopback import Loopback, Message, Person
from rules.contract.core import Seat, Side
from rules.records.transcript import Ending, Transcript
from rules.registry import find
from tests.bot.game_driver import answered, labels, private
from tests.bot.test_anywhere import private_place
from tests.bot.test_forged_controls import one_button
from tests.bot.who import person_of
from tests.engine.test_why import EXAMPLES
from tests.extensions.lessons.test_lessons import chosen

WON, LOST = Ending(frozenset({Side("white")})), Ending(frozenset({Side("black")}))
EXAMPLE: Final = EXAMPLES[0]
TURNS: Final = (*EXAMPLE["turns"], EXAMPLE["played"])
"""Nine turns of Czech draughts, of which White's last is a mistake."""
REASON: Final = "Costliest move: 5. f4-e5?\nThen d6xf4 takes 1 piece for nothing. c3-d4 is 1 for 1."


@pytest.fixture
def rough(bot: Postboard, monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Let the report be made here and now; return the games of reports."""
    asked: list[Table] = []

    async def glance(table: Table) -> Report:
        asked.append(table)
        return analyse(Transcript.of(table.started, table.terms.options), find_level(3))

    monkeypatch.setattr(bot.advice, "glance", glance)
    return asked


async def ended(bot: Postboard, person: Person, ending: Ending) -> Message:
    """Return the end of White's practice game, as an old button of it shows it."""
    await person.slash("games")
    game, number = find("czech"), await person_of(bot, person)
    options = {option.key: option.default for option in game.spec.options}
    transcript = Transcript("czech", options, TURNS, ending, game.spec.version)
    study = await bot.studies.teach(
        number, PRACTICE, "czech", transcript, seed=1, level=1, seat=Seat(0)
    )
    result = Result.WON if ending == WON else Result.LOST
    assert await bot.service(PracticeStore).end(study, transcript, 0, result)
    control = encode(for_study(MORE, study.id, study.at(len(TURNS))))
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(control))
    message = next(each for each in person.sees("lobby") if each.id == posted.id)
    return answered(await person.click(message, "Old"))


async def test_the_end_tells_a_reason_and_leads_to_people(
    bot: Postboard, ann: Person, rough: list[Table]
) -> None:
    told = await ended(bot, ann, LOST)
    assert told.content.replace("\\", "").endswith(REASON)
    assert labels(told) == {"Again", "Join a game", "Mistakes", "Explore the game"}
    assert primary(told) == {"Again"}
    assert len(rough) == 1


async def test_after_a_win_people_come_first(
    bot: Postboard, ann: Person, bo: Person, rough: list[Table]
) -> None:
    await bo.slash("play", game="czech")
    told = await ended(bot, ann, WON)
    assert told.content.replace("\\", "").endswith(REASON)
    assert labels(told) >= {"Again", "Join a game (1)", "Mistakes", "Share"}
    assert primary(told) == {"Join a game (1)"}
    listed = private(await ann.click(told, "Join a game (1)"))
    assert {"Join 1", "Let anyone join"} <= labels(listed)
    assert rough


@pytest.mark.usefixtures("bot", "rough")
async def test_where_no_games_are_listed_the_end_says_how_to_play_people(
    server: Loopback, ann: Person
) -> None:
    panel = await chosen(ann, "Czech draughts", private_place(server, ann).id)
    for label in ("Skip to a game", "More", "Give up"):
        panel = private(await ann.click(panel, label))
    assert "in a server, a group chat, or your DMs with them" in panel.content
    assert labels(panel) == {"Again"}
    assert primary(panel) == {"Again"}


async def test_an_end_whose_report_fails_or_takes_long_has_no_reason(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> Report:
        raise WorkerError("dead")

    async def never(*_: object) -> Report:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(advice, "_WAIT_FOR_GLANCE", 0.01)
    for asked in (fails, never):
        monkeypatch.setattr(bot.pool, "ask", asked)
        told = await ended(bot, ann, LOST)
        assert "Costliest" not in told.content
        assert "Again" in labels(told)


async def test_no_reason_is_told_where_it_would_help_in_a_game(
    bot: Postboard, ann: Person, bo: Person, rough: list[Table]
) -> None:
    card = answered(await ann.slash("play", game="czech", opponent=bo))
    await bo.click(card, "Accept")
    table = await bot.lookup.get(1)
    people = {player.user.name: player.seat for player in table.players}
    for number, move in enumerate(TURNS):
        mover = ann if people["Ann"] == Seat(number % 2) else bo
        await mover.slash("move", move=move)
    told = await ended(bot, ann, LOST)
    assert "Costliest" not in told.content
    assert not rough


def primary(message: Message) -> set[str]:
    """Return the labels of the buttons that stand out."""
    blue = [each for each in message.buttons() if each.style == Style.PRIMARY.value]
    return {each.label or "" for each in blue}
