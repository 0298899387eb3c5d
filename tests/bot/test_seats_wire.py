"""Seats that change hands, over the real wire: the panel, the posts and whom they ping."""

from pathlib import Path

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from loopback.model.messages import Message
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from tests.bot.game_driver import answered, delivered, private, public, shown, sit_down

_LOOKED = "⚪ White was open."


def _labels(message: Message) -> list[str]:
    return [button.label or "" for button in message.buttons()]


async def _offered(bot: Postboard, giver: Person) -> Message:
    """Let somebody offer their seat to all, and return the message that says so."""
    panel = private(await giver.slash("game seats"))
    return await shown(bot, giver, await giver.click(panel, "Offer it to anyone"))


async def _now(bot: Postboard, reader: Person, post: Message) -> str:
    """Return the words and buttons of the message of a seat once it says what came of it."""
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    return " ".join((reader.present(post).content, *_labels(reader.present(post))))


async def test_a_seat_is_handed_to_somebody_who_then_plays_on(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    menu = private(await giver.click(driver.board, "Menu"))
    panel = private(await giver.click(menu, "Seats"))
    post = await shown(bot, giver, await giver.choose(panel, cy))
    assert post.pings == {cy.id}
    refused = private(await rival.click(post, "Take over"))
    assert "You've already had a seat" in refused.content
    asking = public(await cy.click(post, "Take over"))
    assert asking.pings == {rival.id}
    taken = await shown(bot, rival, await rival.click(asking, "Agree"))
    assert taken.pings == {cy.id}, "the newcomer is due"
    assert giver.name in taken.content
    assert taken.attachments
    await driver.bot.idle()
    game = driver.game
    notation = game.notate(game.legal(driver.match.state)[0])
    moved = public(await cy.slash("move", move=notation))
    assert moved.pings == {rival.id}
    assert "can watch" in private(await giver.slash("move", move=notation)).content
    await delivered(bot)


async def test_the_message_of_a_seat_says_what_came_of_it(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]

    kept = await _offered(bot, giver)
    assert "Take over" in await _now(bot, cy, kept)
    panel = private(await giver.slash("game seats"))
    label = next(label for label in _labels(panel) if label.startswith("Stop looking"))
    await giver.click(panel, label)
    assert await _now(bot, cy, kept) == f"{_LOOKED} **{giver.name} has the seat.**"

    panel = private(await giver.slash("game seats"))
    only_cy = await shown(bot, giver, await giver.choose(panel, cy))
    asking = public(await cy.click(only_cy, "Take over"))
    assert "Take over" in await _now(bot, cy, only_cy), "the rival has yet to agree"
    await rival.click(asking, "Agree")
    assert await _now(bot, cy, only_cy) == f"{_LOOKED} **Cy has the seat.**"


async def test_the_message_of_a_seat_shows_what_a_newcomer_would_take(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    """The game with its move, score and time, and the board with its players as it stands."""
    card = public(
        await ann.slash("play", game="czech", opponent=bo, series="first-to-3", time="3d")
    )
    await bo.click(card, "Accept")
    await ann.click(private(await ann.slash("game resign")), "Resign")
    await bot.idle()
    post = await _offered(bot, ann)
    assert "Czech draughts, move 1." in post.content
    assert " · unrated from here on · if the other players agree" in post.content
    assert "**Game 2** · " in post.content
    (picture,) = post.attachments
    assert "Czech draughts" in (picture.description or "")
    assert post.pings == frozenset()
    assert "Czech draughts, move 1." in cy.present(post).content


async def test_a_seat_beside_a_computer_has_nobody_to_agree(bot: Postboard, ann: Person) -> None:
    await ann.slash("play", game="czech", level=1)
    await bot.idle()
    panel = private(await ann.slash("game seats"))
    assert "No one else here could agree" in panel.content
    assert not panel.components


async def test_the_message_of_a_seat_says_that_the_game_is_over(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    post = await _offered(bot, giver)
    question = private(await rival.slash("game resign"))
    await shown(bot, rival, await rival.click(question, "Resign"))
    assert await _now(bot, giver, post) == f"{_LOOKED} **The game is finished.**"


async def test_the_message_of_a_seat_says_that_a_newer_one_took_its_place(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    """A rival who had asked before looks for one person where the holder looked for anybody."""
    driver = await sit_down(server, bot, database)
    gone, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    question = await rival.click(private(await rival.slash("game seats")), f"Replace {gone.name} …")
    panel = private(await gone.slash("game seats"))
    to_all = await shown(bot, gone, await gone.click(panel, "Offer it to anyone"))
    assert _labels(to_all) == ["Take over"]
    (guild,) = server.world.guilds.values()
    del guild.members[gone.id]
    to_cy = await shown(bot, rival, await rival.choose(private(question), cy))
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    assert cy.present(to_all).content == f"{_LOOKED} **A newer message says who can take over.**"
    assert not cy.present(to_all).buttons()
    assert _labels(cy.present(to_cy)) == ["Take over"]


async def test_who_left_the_server_is_found_gone_when_a_rival_asks(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    gone, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    panel = private(await rival.slash("game seats"))
    question = await rival.click(panel, f"Replace {gone.name} …")
    assert question.message is not None
    refused = await rival.click(question.message, "Anyone")
    assert refused.message is not None
    assert "isn't out of time and hasn't left the server" in refused.message.content
    (guild,) = server.world.guilds.values()
    del guild.members[gone.id]
    panel = private(await rival.slash("game seats"))
    question = await rival.click(panel, f"Replace {gone.name} …")
    assert question.message is not None
    post = await shown(bot, rival, await rival.click(question.message, "Anyone"))
    listed = private(await cy.slash("games", show="open")).content
    assert "Seats to take over" in listed
    assert gone.name in listed
    taken = await shown(bot, cy, await cy.click(post, "Take over"))
    assert taken.pings == {cy.id}
    table = await bot.lookup.get(driver.table_id)
    assert table.at(Seat(0)).user.name == cy.name
    assert "Seats to take" not in private(await cy.slash("games", show="open")).content
    await delivered(bot)


async def test_a_seat_or_place_is_not_kept_for_somebody_who_does_not_see_the_channel(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    (guild,) = server.world.guilds.values()
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    server.world.set_overwrite(cy.place("lobby"), cy.user, deny=int(Permission.VIEW_CHANNEL))
    panel = private(await giver.slash("game seats"))
    refused = private(await giver.choose(panel, cy))
    assert "Cy can't see this channel" in refused.content
    assert (await bot.lookup.get(driver.table_id)).vacancies == ()
    hall = server.world.add_channel(guild, "hall", topic="")
    server.world.set_overwrite(hall, cy.user, deny=int(Permission.VIEW_CHANNEL))
    card = public(await giver.slash("play", game="czech", channel=hall.id, opponent=rival))
    asked = await shown(bot, rival, await rival.click(card, "Decline"))
    refused = private(await giver.choose(asked, cy))
    assert "Cy can't see this channel" in refused.content
    del guild.members[giver.id]
    panel = private(await rival.slash("game seats"))
    question = answered(await rival.click(panel, f"Replace {giver.name} …"))
    refused = private(await rival.choose(question, cy))
    assert "Cy can't see this channel" in refused.content
    assert (await bot.lookup.get(driver.table_id)).vacancies == ()
    await delivered(bot)
