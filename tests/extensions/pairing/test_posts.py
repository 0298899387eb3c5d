"""The post of the games of a daily round, and the word that a wish sleeps."""

import pytest

from bot.extensions.pairing.rounds import Rounds
from bot.interactions.client import Postboard
from bot.model.caller import Person as Number
from loopback import Loopback, Person
from tests.bot.game_driver import labels, private
from tests.bot.who import person_of
from tests.extensions.pairing.pairing_driver import opened_room, paired


@pytest.fixture
def only_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no round be held at a press."""

    async def nobody(_rounds: Rounds, _guild_id: int, _person: Number) -> bool:
        return False

    monkeypatch.setattr(Rounds, "try_for", nobody)


@pytest.mark.usefixtures("only_daily")
async def test_a_daily_round_is_told_in_one_silent_message(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    club = await opened_room(server, bot)
    await club.pair_me(ann, ["game:rematch"])
    await club.pair_me(bo, ["game:rematch"])
    await club.pair_me(cy, ["game:punt-match"])
    await club.pair_me(di, ["game:czech"])
    await bot.store.personal.hide(await person_of(bot, bo), 0, hidden=True)
    await club.next_round()
    (thread,) = club.threads
    told = [m for m in ann.sees("games") if m.content.startswith("**New games**")]
    assert len(told) == 1
    first, _, second = thread.name.partition(" · ")[0].partition(" – ")
    names = " – ".join("a member" if each == "Bo" else each for each in (first, second))
    address = f"https://discord.com/channels/{club.guild_id}/{thread.id}"
    assert told[0].content == (
        f"**New games** · ReMatch: [{names}]({address})\n"
        "-# 2 people are up for a game: Czech draughts and Punt-Match"
    )
    assert told[0].pings == frozenset()
    assert labels(told[0]) == {"Join a game (2)", "Pair me"}


async def test_rounds_at_a_press_and_rounds_without_games_post_nothing(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, _, _ = await paired(server, bot, ann, bo)
    await club.next_round()
    assert not [each for each in ann.sees("games") if each.content.startswith("**New games** ")]


async def test_who_missed_a_deadline_is_told_once_after_the_next_answer(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    club, _, table = await paired(server, bot, ann, bo)
    assert table.due is not None
    late = server.person(table.due.user.name)
    await club.run_out()
    before = {each.id for each in late.sees("lobby")}
    for _ in range(2):
        await late.slash("rules", game="czech")
        await bot.idle()
    told = [each for each in late.sees("lobby") if each.id not in before]
    asleep = [each for each in told if each.content.startswith("You're not being paired")]
    assert [each.content for each in asleep] == [
        "You're not being paired: you ran out of time in ReMatch."
    ]
    answer = private(await late.click(asleep[0], "Pair me"))
    assert "**You're up for a game.**" in answer.content
