"""`/game stats` over the wire: what a server may know of a game, and what is missing for it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.extensions.standing.figures import figures
from bot.extensions.standing.values import ENOUGH_PEOPLE, REFUSED, Fact, GameFacts, within
from bot.interactions.client import Postboard
from bot.messages.words.locale import DEFAULT, locale_of
from bot.tables.setup import variants
from loopback import Loopback, Person
from rules.contract.core import AnyGame
from rules.match.table_rules import COMMON
from rules.registry import all_games
from tests.bot.game_driver import MOST_CONTENT, labels, private, sit_down
from tests.stored import change, opened

ELSEWHERE = 4242
"""A server that the bot isn't in."""
PLAYED = "INSERT INTO played VALUES (?, ?, 'czech', ?, 0, 0, 0, 0, 0, 0, 9, 1)"


async def resigned(server: Loopback, bot: Postboard, database: Path) -> Person:
    """Let Ann and Bo play a game with a refused move, until one resigns; return who did."""
    driver = await sit_down(server, bot, database, side="white")
    await driver.due.slash("move", move="c3-d5")
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    loser = driver.due
    await loser.click(private(await loser.slash("game resign")), "Resign")
    await bot.idle()
    return loser


def played_before(database: Path, guild_id: int, games: int, people: Sequence[int]) -> None:
    """Store what as many games of Czech draughts leave behind, each won by White."""
    facts = (("won", "", 0), ("lost", "", 1), ("ended", "common.draw.agreed", 30), ("left", "", 7))
    with opened(database, "rw") as tx:
        for fact in facts:
            tx.do(
                "INSERT INTO game_facts VALUES (?, 'czech', 1, 0, '{}', ?, ?, ?, ?)",
                guild_id, *fact, games,
            )  # fmt: skip
        tx.each(PLAYED, [(person, guild_id, 1) for person in people])


async def stats(person: Person, game: str = "czech") -> str:
    return private(await person.slash("game stats", game=game)).content


async def test_figures_are_shown_from_ten_games_and_four_people_on(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    (guild,) = server.world.guilds.values()
    assert "Still missing: 10 more games and 4 more people." in await stats(ann)
    await resigned(server, bot, database)
    assert "Still missing: 9 more games and 2 more people." in await stats(ann)
    played_before(database, ELSEWHERE, 9, (901, 902))
    assert "Still missing: 9 more games and 2 more people." in await stats(ann)
    played_before(database, guild.id, 9, (901,))
    few = await stats(ann)
    assert "Still missing: 1 more person." in few
    assert "Score" not in few
    change(database, PLAYED, 902, guild.id, 0)
    assert "1 more person" in await stats(ann), "who only left a game has finished none"
    change(database, "UPDATE played SET lost = 1 WHERE person = 902")
    told = await stats(ann)
    assert told.startswith("**Czech draughts in this server** · 10 games\n")
    for line in (
        "**Score**: ⚪ White 90%, ⚫ Black 10%.",
        "**Draws**: 0 (0%).",
        "**Length**: half of the games took up to 30 moves, 9 of 10 up to 30.",
        "**Left**: 9 times, half of them by move 7.",
        "- 9 × The game is drawn when everyone agrees to it.",
        "**How games ended, by rule**\n",
        "- 1 × If you resign, you lose at once and your opponent wins.\n",
        "**Moves refused, by rule**\n- 1 × ",
    ):
        assert line in told
    assert "Ann" not in told
    assert "Bo" not in told


@pytest.mark.usefixtures("bot")
async def test_a_name_of_several_games_is_asked_about(ann: Person) -> None:
    reply = private(await ann.slash("game stats", game="punt"))
    assert {"Punt-Match", "Punt-Heks-Match"} <= labels(reply)
    chosen = private(await ann.click(reply, "Punt-Match"))
    assert "figures of Punt-Match" in chosen.content


@pytest.mark.usefixtures("bot")
async def test_figures_belong_to_servers(ann: Person) -> None:
    told = private(await ann.slash("game stats", channel=ann.dm(), game="czech")).content
    assert told == "Use this in a server: the figures are about its games."


def test_seats_of_different_sides_are_told_apart() -> None:
    facts = GameFacts(
        tuple(
            Fact(each.seating, each.options, what, "", number, 5)
            for each in variants(all_games()["punt-heks"])
            for what, number in (("won", 0), ("lost", 1), ("lost", 2), ("ended", 40))
        ),
        people=ENOUGH_PEOPLE,
    )
    told = locale_of(DEFAULT).message(figures(all_games()["punt-heks"], facts).text)
    assert "**Score**: ⚪ White 100%, ⚫ Black 0%.\n" in told
    assert "**Score**: ⚪ White 100%, ⚫ Black 0%, 🔴 Red 0%.\n" in told


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_the_most_figures_fit(game: AnyGame) -> None:
    rules = sorted((*COMMON, *game.spec.rulebook), key=lambda rule: -len(rule.text.english()))
    every = (
        *(("ended", rule.key, 1234) for rule in rules),
        *((what, "", seat) for what in ("won", "drawn", "lost") for seat in range(4)),
        ("turn", "", 86400 * 9), ("left", "", 1234), ("void", "", 3),
    )  # fmt: skip
    facts = GameFacts(
        tuple(
            Fact(each.seating, each.options, *fact, 12345)
            for each in variants(game)
            for fact in every
        ),
        tuple((rule.key, 12345) for rule in rules[:REFUSED]),
        ENOUGH_PEOPLE,
    )
    assert len(locale_of(DEFAULT).message(figures(game, facts).text)) < MOST_CONTENT / 1.3


def test_shares_of_what_was_counted() -> None:
    assert within({}) is None
    assert within({60: 1, 20: 1}) == 20
    assert within({20: 9, 60: 1}, 90) == 20
    assert within({20: 8, 60: 2}, 90) == 60
