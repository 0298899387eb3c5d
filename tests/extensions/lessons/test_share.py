"""The line that tells a channel of a won practice game."""

import pytest

from bot.extensions.lessons.values import PRACTICE
from bot.extensions.lessons.verbs import SHARE
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import encode, for_text
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat, Side
from rules.records.transcript import Ending, Transcript
from rules.registry import find
from tests.bot.game_driver import public
from tests.bot.test_forged_controls import one_button, press
from tests.bot.who import person_of

WON = Ending(frozenset({Side("white")}), 1)
LOST = Ending(frozenset({Side("black")}), 1)


async def practised(bot: Postboard, person: Person, ending: Ending | None) -> str:
    """Return the button that shares a practice game with this end."""
    game = find("czech")
    transcript = Transcript("czech", {}, ("c3-d4",), ending, game.spec.version)
    number = await person_of(bot, person)
    study = await bot.studies.teach(
        number, PRACTICE, "czech", transcript, seed=1, level=1, seat=Seat(0)
    )
    return encode(for_text(SHARE, study.id))


async def test_a_win_is_told_once_without_a_ping(bot: Postboard, ann: Person, bo: Person) -> None:
    await ann.slash("games")
    button = await practised(bot, ann, WON)
    assert "someone else's" in await press(bot, bo, button)
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    await lobby.send("A button", view=one_button(button))
    told = public(await ann.click(ann.sees("lobby")[-1], "Old"))
    assert told.content == "Ann won a game of Czech draughts against the computer."
    assert told.pings == frozenset()
    assert "already shared" in await press(bot, ann, button)


@pytest.mark.parametrize("ending", [LOST, None])
async def test_nothing_but_a_win_is_told(
    bot: Postboard, ann: Person, ending: Ending | None
) -> None:
    await ann.slash("games")
    assert "Win it first" in await press(bot, ann, await practised(bot, ann, ending))


async def test_nothing_is_told_where_the_bot_cant_post(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    await ann.slash("games")
    button = await practised(bot, ann, WON)
    lobby, world = server.world.channel("lobby"), server.world
    posted = await bot.get_partial_messageable(lobby.id).send("A", view=one_button(button))
    world.set_overwrite(lobby, world.bot, deny=Permission.ATTACH_FILES)
    message = next(each for each in ann.sees("lobby") if each.id == posted.id)
    refused = await ann.click(message, "Old")
    assert refused.message is not None
    assert refused.message.content == "I can't post here."
