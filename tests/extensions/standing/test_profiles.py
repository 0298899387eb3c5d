"""`/profile` over the wire: what people see of themselves and of each other, and hiding."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.extensions.standing import profile as profile_panel
from bot.extensions.standing.leaderboard import leaderboard
from bot.extensions.standing.values import Board, Listed, Played, Record
from bot.interactions.client import Postboard
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import NOBODY, User
from bot.model.preferences import Preferences
from bot.model.ratings import Standing
from bot.store.sql.transaction import Value
from loopback import Loopback, Message, Person
from loopback.model.channels import Channel
from rules.contract.sentence import Stranger, say
from tests.bot.game_driver import MOST_CONTENT, labels, private, public, shown, sit_down
from tests.bot.who import person_of
from tests.render.pixels import opened
from tests.stored import change

ELSEWHERE = 4242
"""A server that the bot isn't in."""
SOME = Played(
    guild_id=1, pool="czech", won=1, drawn=1, lost=1, timed_out=0, given_up=0, turns=0, late=0,
    longest=9, since=1,
)  # fmt: skip


async def finished(
    server: Loopback, bot: Postboard, database: Path
) -> tuple[Message, Person, Person]:
    """Let Ann and Bo play a rated game; return the message of its end, who won and who lost."""
    driver = await sit_down(server, bot, database, time="1d")
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    winner, loser = driver.idle, driver.due
    reply = await loser.click(private(await loser.slash("game resign")), "Resign")
    return await shown(bot, loser, reply), winner, loser


def guild_of(server: Loopback) -> int:
    (guild,) = server.world.guilds.values()
    return guild.id


async def profile(
    person: Person, of: Person | None = None, channel: str | Channel = "lobby"
) -> Message:
    if of is None:
        return private(await person.slash("profile", channel=channel))
    return private(await person.slash("profile", channel=channel, person=of))


def write(database: Path, sql: str, *rows: tuple[Value, ...]) -> None:
    for row in rows:
        change(database, sql, *row)


async def played_elsewhere(database: Path, bot: Postboard, person: Person) -> None:
    """Let somebody have played 77 games of Turkish draughts in another server."""
    known = await person_of(bot, person)
    write(
        database, "INSERT INTO played VALUES (?, ?, 'turkish', 77, 0, 0, 0, 0, 9, 3, 99, 1)",
        (known, ELSEWHERE),
    )  # fmt: skip
    write(
        database, "INSERT INTO ratings VALUES (?, 'turkish', ?, 198700, 5000, 20, 1700000000)",
        (ELSEWHERE, known),
    )  # fmt: skip


async def test_people_see_their_games_and_ratings(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, loser = await finished(server, bot, database)
    mine = await profile(winner)
    assert mine.content.startswith(f"**{winner.name}** · 1 game since ")
    assert "- Czech draughts **1607?** · 1 of 10 rated games · 1 won · 0 lost" in mine.content
    assert "Last games: won." in mine.content
    assert "**On time**: 100% (1 of 1 moves)." in mine.content
    assert "20 days left (20 days" in mine.content
    assert labels(mine) == {"Leaderboard", "Share", "Hide me", "My data"}
    (picture,) = mine.attachments
    assert opened(picture.bytes).size == (1100, 372)
    assert picture.description is not None
    assert picture.description.startswith(f"{winner.name}: 1 game since ")
    assert "Czech draughts, rating 1607?: 1 won · 0 lost." in picture.description
    assert "· 0 won · 1 lost" in (await profile(loser)).content


@pytest.mark.usefixtures("bot")
async def test_without_games_there_is_a_sentence_and_no_picture(ann: Person) -> None:
    mine = await profile(ann)
    assert "No finished games in this server yet." in mine.content
    assert mine.attachments == ()
    assert labels(mine) == {"Leaderboard", "Share", "Hide me", "My data"}
    assert "No ratings here yet" in private(await ann.click(mine, "Leaderboard")).content


async def test_others_see_this_servers_games_and_nothing_private(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, loser = await finished(server, bot, database)
    await played_elsewhere(database, bot, winner)
    await winner.slash("notify", zone="prague", quiet="22:30-7")
    seen = await profile(loser, winner)
    assert "- Czech draughts **1607?** · 1 of 10 rated games · 1 won" in seen.content
    (picture,) = seen.attachments
    for text in (seen.content, picture.description or ""):
        for secret in ("Turkish", "77", "1987", "Vacation", "Quiet", "Prague", "direct messages"):
            assert secret not in text
    assert labels(seen) == {"Leaderboard", "Head to head"}
    both = private(await loser.click(seen, "Head to head")).content
    assert both.startswith(f"**You and {winner.name}**\n")
    assert "- Czech draughts: 0–1, 0 drawn" in both
    mine = await profile(winner)
    assert "another server · Turkish draughts **1987** · 77 won" in mine.content
    assert "Turkish" not in (mine.attachments[0].description or "")


async def test_in_direct_messages_are_all_of_ones_own_games_and_nobody_elses(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, loser = await finished(server, bot, database)
    await played_elsewhere(database, bot, winner)
    mine = await profile(winner, channel=winner.dm())
    assert "Postboard · Czech draughts" in mine.content
    assert "another server · Turkish draughts" in mine.content
    assert labels(mine) == {"Hide me", "My data"}
    refused = await profile(loser, winner, channel=loser.dm())
    assert "in a server you share" in refused.content
    assert refused.attachments == ()


async def test_who_hides_is_refused_to_others_and_listed_nowhere(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, loser = await finished(server, bot, database)
    mine = await profile(winner)
    hidden = private(await winner.click(mine, "Hide me"))
    assert "You're hidden" in hidden.content
    assert "Stop hiding" in labels(hidden)
    refused = await profile(loser, winner)
    assert refused.content == f"{winner.name}'s profile is hidden."
    assert refused.attachments == ()
    back = private(await winner.click(hidden, "Stop hiding"))
    assert "You're hidden" not in back.content
    assert "1 won" in (await profile(loser, winner)).content


async def test_a_message_tells_no_rating_of_who_hides(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    await ann.click(await profile(ann), "Hide me")
    end, winner, loser = await finished(server, bot, database)
    other = next(each for each in (winner, loser) if each.name != "Ann")
    assert f"-# {other.name}: 1 of 10 rated games" in end.content
    assert "Ann:" not in end.content


async def test_a_profile_can_be_shown_to_all(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, _ = await finished(server, bot, database)
    await played_elsewhere(database, bot, winner)
    mine = await profile(winner)
    post = public(await winner.click(mine, "Share"))
    assert post.content.startswith(f"**{winner.name}** · 1 game since ")
    assert "Vacation" not in post.content
    assert "Turkish" not in post.content
    assert post.attachments[0].description
    assert labels(post) == set()
    again = private(await winner.click(mine, "Share"))
    assert "a moment ago" in again.content


async def test_strangers_and_bots_have_no_profile(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, _ = await finished(server, bot, database)
    di = server.person("Di")
    assert "Di hasn't played here" in (await profile(winner, di)).content
    assert await bot.store.people.find(di.id) is None, "asking about somebody meets nobody"
    await di.slash("games")
    assert "no finished games" in (await profile(winner, di)).content
    own = await profile(winner, winner)
    assert "My data" in labels(own)


async def test_a_leaderboard_has_pages_and_pools(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, _ = await finished(server, bot, database)
    guild, now, people = guild_of(server), int(bot.now()), range(1, 26)
    write(database, "INSERT INTO ratings VALUES (?, 'turkish', 1, 1, 1, 1, ?)", (guild, now))
    write(database, "UPDATE people SET user_id = ? WHERE person = ?", *((n, n) for n in people))
    write(
        database, "INSERT INTO ratings VALUES (?, 'czech', ?, ?, 1, 12, ?)",
        *((guild, number, 190000 - 1000 * number, now) for number in people),
    )  # fmt: skip
    write(
        database, "INSERT INTO steps VALUES (?, 'czech', ?, ?, 1, 1, 1, 1, 1, 1, ?)",
        *(
            (guild, 1000 + 10 * number + further, person, team)
            for number in people
            for further in (1, 2, 3)
            for team, person in enumerate((number, (number + further - 1) % 25 + 1))
        ),
    )  # fmt: skip
    board = private(await winner.click(await profile(winner), "Leaderboard"))
    assert "**Czech draughts leaderboard**" in board.content
    assert "\n1. a former player **1890** · 0 games\n" in board.content
    assert "\n20. " in board.content
    assert "\n21. " not in board.content
    assert opened(board.attachments[0].bytes).size == (1100, 700)
    assert (board.attachments[0].description or "").startswith("Czech draughts leaderboard. 1. ")
    lower = private(await winner.click(board, "Lower"))
    assert "\n25. " in lower.content
    assert lower.attachments == ()
    assert "\n1. " in private(await winner.click(lower, "Higher")).content
    refused = private(await winner.click(board, "Around me"))
    assert "You're not ranked yet" in refused.content
    known = await person_of(bot, winner)
    write(database, "UPDATE ratings SET games = 12, rating = 150000 WHERE person = ?", (known,))
    write(database, "UPDATE steps SET person = ? WHERE person = 25", (known,))
    near = private(await winner.click(board, "Around me"))
    assert f"\n25. {winner.name} **1500** · 1 game · on time: 100%" in near.content
    assert "\n14. " not in near.content


async def test_pictures_without_names_have_none_on_profiles(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, loser = await finished(server, bot, database)
    before = await profile(loser, winner)
    write(
        database, "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
        (guild_of(server), '{"unnamed": true}'),
    )  # fmt: skip
    after = await profile(loser, winner)
    assert (after.attachments[0].description or "").startswith("A member: 1 game")
    assert after.attachments[0].bytes != before.attachments[0].bytes
    assert after.content == before.content


async def test_a_profile_opened_before_hiding_can_not_be_shown_to_all(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    _, winner, _ = await finished(server, bot, database)
    mine = await profile(winner)
    await bot.store.personal.hide(await person_of(bot, winner), int(bot.now()), hidden=True)
    assert "You're hidden. Press" in private(await winner.click(mine, "Share")).content
    hidden = private(await winner.click(mine, "Hide me"))
    assert "You're hidden" in hidden.content, "the button names the new state"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (-1, ""),
        (0, ""),
        (1, "\n1 more game counted: one of three resigned, and a computer took over.\n"),
        (2, "\n2 more games counted: one of three resigned, and a computer took over.\n"),
    ],
)
def test_a_profile_says_why_more_games_moved_ratings(more: int, said: str) -> None:
    played = replace(SOME, standing=Standing(1500_00, 50_00, SOME.games + more, 1))
    person = profile_panel.Profiled(user=User(NOBODY, "Ann"), record=Record((played,)))
    told = profile_panel.public(person).text.english()
    assert said in told
    assert said or "resigned" not in told


def test_twenty_long_names_fit_on_a_page() -> None:
    lines = tuple(
        Listed(place=20 + n, user=User(NOBODY, "_" * 32), points=2512, games=1234, turns=9, late=0)
        for n in range(20)
    )
    board = leaderboard(Board("punt-heks-3", lines, 20, 500), ["czech"], is_unnamed=False)
    text = locale_of(DEFAULT).message(board.text)
    assert text.count("\\_… **2512** · 1234 games · on time: 100%") == 20
    assert len(text) <= MOST_CONTENT


def test_what_one_played_elsewhere_hides_nothing_that_matters() -> None:
    """Somebody who plays in very many servers still reads how they are seen, and their vacation."""
    ann = User(NOBODY, "*" * 32)
    far = profile_panel.Profiled(
        user=ann,
        record=Record(tuple(replace(SOME, guild_id=n) for n in range(100))),
        places={n: say("{server}", server=Stranger("*" * 41)) for n in range(100)},
    )
    here = profile_panel.Profiled(user=ann, record=Record((SOME,) * 9))
    post = profile_panel.own(here, far, Preferences(), 1, 0, in_server=True, is_hidden=True)
    text = locale_of(DEFAULT).message(post.text)
    assert len(text) <= MOST_CONTENT
    for words in ("Vacation", "Quiet hours", "You're hidden", "Elsewhere"):
        assert words in text
