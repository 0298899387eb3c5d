"""Tables before their game: joining, leaving, inviting, starting, and moving to a thread."""

import re
from collections import Counter
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms
from bot.tables.commands import Close
from bot.tables.seating import draw_seats
from loopback import Loopback, Message, Person
from rules.contract.core import Seat, Side
from rules.registry import all_games
from tests.bot.game_driver import check_board, delivered, labels, private, public, shown, sit_down
from tests.bot.table_service import ANN
from tests.bot.who import person_of, somebody


async def open_table(host: Person, game: str = "czech", **options: str | int | Person) -> Message:
    return public(await host.slash("play", game=game, channel="lobby", values=options))


async def table_of(bot: Postboard, person: Person) -> Table:
    (summary,) = await bot.store.lists.of_user(await person_of(bot, person))
    return await bot.lookup.get(summary.id)


def as_it_stands(person: Person, message: Message, channel: str | int = "lobby") -> Message:
    return next(each for each in person.sees(channel) if each.id == message.id)


# An open table


async def test_anybody_may_join_and_the_last_join_begins_the_game(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    card = await open_table(ann)
    assert card.pings == frozenset()
    assert card.content.startswith("**Ann is looking for an opponent** · Czech draughts\n")
    assert labels(card) == {"Join", "Cancel game", "Play the computer", "Options"}
    joined = await bo.click(card, "Join")
    assert joined.updated
    card = public(joined)
    assert re.fullmatch(r"\*\*(Ann – Bo|Bo – Ann)\*\* · Czech draughts · .*", card.content)
    assert not card.buttons()
    board = await shown(bot, bo, joined)
    assert board.id > card.id
    due = (await table_of(bot, ann)).due
    assert due is not None
    check_board(board, [p for p in (ann, bo) if p.name == due.user.name])
    assert board in cy.sees()


@pytest.mark.usefixtures("bot")
async def test_nobody_sits_down_twice(ann: Person) -> None:
    card = await open_table(ann)
    assert "already in this game" in private(await ann.click(card, "Join")).content


async def test_a_full_table_has_no_room(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    card = await open_table(ann)
    joining = [bo.start_click(card, "Join"), cy.start_click(card, "Join")]
    replies = [await bo.outcome(joining[0]), await cy.outcome(joining[1])]
    refused = [private(reply) for reply in replies if reply.ephemeral]
    assert len(refused) == 1
    assert "already started" in refused[0].content
    assert len((await table_of(bot, ann)).seated) == 2


async def test_leaving_frees_the_place(ann: Person, bo: Person, cy: Person, bot: Postboard) -> None:
    card = await open_table(ann, "rematch", variant="players=3")
    card = public(await bo.click(card, "Join"))
    assert card.content.startswith("**Ann and Bo** · 1 open seat · ReMatch\n")
    assert "Leave" in labels(card)
    card = public(await bo.click(card, "Leave"))
    assert card.content.startswith("**Ann is looking for 2 opponents** · ReMatch\n")
    assert labels(card) == {"Join", "Cancel game", "Play the computer", "Options"}
    assert await bot.store.lists.of_user(await person_of(bot, bo)) == []
    card = public(await cy.click(card, "Join"))
    reply = await bo.click(card, "Join")
    assert "and move first" in (await shown(bot, bo, reply)).content


async def test_who_does_not_sit_there_can_not_leave(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    card = await open_table(ann, "rematch", variant="players=3")
    card = public(await bo.click(card, "Join"))
    assert "not in this game" in private(await cy.click(card, "Leave")).content
    assert (await table_of(bot, ann)).status is Status.OPEN


async def test_the_table_closes_when_its_host_leaves(
    ann: Person, bo: Person, bot: Postboard
) -> None:
    card = await open_table(ann, "rematch", variant="players=3")
    card = public(await bo.click(card, "Join"))
    closing = await ann.click(card, "Leave")
    assert closing.updated
    closed = public(closing)
    assert "cancelled" in closed.content
    assert not closed.buttons()
    assert await bot.store.lists.of_user(await person_of(bot, bo)) == []


@pytest.mark.usefixtures("bot")
async def test_buttons_of_a_closed_table_say_so(ann: Person, bo: Person) -> None:
    card = await open_table(ann)
    leaving = ann.start_click(card, "Cancel game")
    joining = bo.start_click(card, "Join")
    await ann.outcome(leaving)
    reply = await bo.outcome(joining)
    assert "was cancelled" in private(reply).content


# Invitations


async def test_an_invited_player_is_pinged_and_accepts(
    ann: Person, bo: Person, bot: Postboard
) -> None:
    card = await open_table(ann, opponent=bo)
    assert card.pings == {bo.id}
    assert {"Accept", "Decline"} <= labels(card)
    assert "Join" not in labels(card)
    await bo.click(card, "Accept")
    table = await table_of(bot, bo)
    assert table.status is Status.PLAYING
    assert {player.user.name for player in table.players} == {ann.name, bo.name}


async def declined(bot: Postboard, card: Message, person: Person) -> tuple[Message, Message]:
    """Let somebody decline; return the card as it is now, and what the host is asked."""
    reply = await person.click(card, "Decline")
    assert reply.updated
    return public(reply), await shown(bot, person, reply)


async def test_who_declines_keeps_the_place_from_others_until_the_host_decides(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    card = await open_table(ann, opponent=bo)
    card, asked = await declined(bot, card, bo)
    assert "Bo declined" in card.content
    assert "Join" not in labels(card)
    assert asked.pings == {ann.id}
    assert "Bo declined Czech draughts" in asked.content
    assert labels(asked) == {"Let anyone join", "Cancel the game"}
    assert await bot.store.lists.of_user(await person_of(bot, bo)) == []
    assert "already declined" in private(await bo.click(card, "Decline")).content
    for press in (cy.click(asked, "Let anyone join"), cy.choose(asked, cy)):
        assert "Only Ann decides" in private(await press).content
    opened = await ann.click(asked, "Let anyone join")
    assert "Anyone can join now" in public(opened).content
    assert not public(opened).buttons()
    await bot.idle()
    card = as_it_stands(ann, card)
    assert "**Ann is looking for an opponent**" in card.content
    reply = await cy.click(card, "Join")
    assert "and move first" in (await shown(bot, cy, reply)).content


async def test_somebody_else_is_invited_in_the_place(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    old, asked = await declined(bot, await open_table(ann, opponent=bo), bo)
    turned = await ann.choose(asked, cy)
    assert "Cy is invited instead" in public(turned).content
    await delivered(bot)
    (card,) = [m for m in cy.sees() if cy.id in m.pings]
    assert card.id != old.id
    assert "Accept" in labels(card)
    reply = await cy.click(card, "Accept")
    assert "and move first" in (await shown(bot, cy, reply)).content


async def test_who_declined_may_still_come(ann: Person, bo: Person, bot: Postboard) -> None:
    card, asked = await declined(bot, await open_table(ann, opponent=bo), bo)
    reply = await bo.click(card, "Accept")
    assert "and move first" in (await shown(bot, bo, reply)).content
    assert "already started" in private(await ann.click(asked, "Let anyone join")).content


async def test_the_host_closes_the_table_after_a_decline(
    ann: Person, bo: Person, bot: Postboard
) -> None:
    card, asked = await declined(bot, await open_table(ann, opponent=bo), bo)
    assert "cancelled" in public(await ann.click(asked, "Cancel the game")).content
    await bot.idle()
    assert not as_it_stands(ann, card).buttons()


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_nobody_answers_for_another(
    ann: Person, bo: Person, cy: Person, bot: Postboard, label: str
) -> None:
    card = await open_table(ann, opponent=bo)
    assert "Only Bo can answer" in private(await cy.click(card, label)).content
    await ann.click(card, label)
    table = await table_of(bot, ann)
    assert table.status is Status.OPEN
    assert [player.user.name for player in table.invited] == [bo.name]


async def test_a_place_that_is_kept_is_not_taken_by_others(
    ann: Person, bo: Person, cy: Person, bot: Postboard
) -> None:
    open_card = await open_table(ann)
    kept = await open_table(cy, opponent=bo)
    assert "Join" not in labels(kept)
    assert "Join" in labels(open_card)
    assert len((await table_of(bot, cy)).players) == 2


async def test_nobody_invites_themselves(ann: Person, bot: Postboard) -> None:
    reply = private(await ann.slash("play", game="czech", opponent=ann))
    assert "can't play yourself" in reply.content
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


async def test_nobody_invites_another_bot(server: Loopback, ann: Person, bot: Postboard) -> None:
    robot = server.world.add_user("Robot", bot=True)
    reply = private(await ann.slash("play", game="czech", values={"opponent": robot}))
    assert "is a bot" in reply.content
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


@pytest.mark.parametrize("key", list(all_games()))
def test_there_are_as_many_opponents_as_other_seats(key: str) -> None:
    """Every seating can be filled by invitation."""
    spec = all_games()[key].spec
    assert 2 <= max(map(len, spec.seatings)) <= 4


# Sides


@pytest.mark.parametrize("key", list(all_games()))
async def test_the_side_asked_for_is_given(
    server: Loopback, bot: Postboard, database: Path, key: str
) -> None:
    for channel, side in zip(("lobby", "games"), all_games()[key].spec.sides, strict=False):
        driver = await sit_down(server, bot, database, key, channel=channel, side=side.key)
        ann = next(seat for seat, person in driver.people.items() if person.name == "Ann")
        assert side.key in driver.match.seating[ann]
        assert side.title.english() in driver.card.content


def waiting(*wishes: str | None) -> Table:
    spec = all_games()["czech"].spec
    players = tuple(
        Player(somebody(number, f"p{number}"), PlayerStatus.SEATED, preferred_side)
        for number, preferred_side in enumerate(wishes, 1)
    )
    return Table(
        id=1, place=Place(1, 1), terms=Terms("czech", {}), version=1, status=Status.OPEN,
        host_id=ANN.id, players=players, seating=spec.seatings[0],
    )  # fmt: skip


def sides_drawn(*wishes: str | None) -> list[str]:
    """Return the side that each player gets."""
    table = waiting(*wishes)
    drawn = draw_seats(table)
    assert sorted(player.seat or 0 for player in drawn) == [0, 1]
    return [next(iter(table.seating[player.seat or 0])) for player in drawn]


@pytest.mark.parametrize(
    ("wishes", "given"),
    [
        (("white", "black"), ["white", "black"]),
        (("black", "white"), ["black", "white"]),
        (("black", None), ["black", "white"]),
        ((None, "white"), ["black", "white"]),
        (("white", "white"), ["white", "black"]),
        (("black", "black"), ["black", "white"]),
    ],
)
def test_wishes_are_heeded_and_the_first_prevails(
    wishes: tuple[str | None, ...], given: list[str]
) -> None:
    for _ in range(20):
        assert sides_drawn(*wishes) == given


def test_without_wishes_the_sides_are_drawn() -> None:
    """Each way of driver comes up; 2^-100 is the chance that it does not."""
    firsts = Counter(sides_drawn(None, None)[0] for _ in range(100))
    assert set(firsts) == {Side("white"), Side("black")}


def test_players_keep_their_order_when_seats_are_drawn() -> None:
    table = waiting("black", None)
    assert [p.user for p in draw_seats(table)] == [p.user for p in table.players]
    assert draw_seats(table)[0].seat == Seat(1)


# Closing


async def test_the_host_closes_a_table_by_its_button(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = await open_table(ann)
    assert "host" in private(await bo.click(card, "Cancel game")).content
    closed = public(await ann.click(card, "Cancel game"))
    assert "cancelled" in closed.content
    assert not closed.buttons()
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


async def test_the_host_closes_a_table_from_the_list_in_another_channel(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    await open_table(ann)
    listed = private(await ann.slash("games", channel="games"))
    assert not private(await bo.slash("games")).selects()
    (menu,) = listed.selects()
    after = private(await ann.choose(listed, menu.options[0].value))
    assert "You're not in any game" in after.content
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


async def test_a_forged_choice_closes_nothing(bot: Postboard, ann: Person, bo: Person) -> None:
    await open_table(ann)
    own = public(await bo.slash("play", game="czech", channel="games"))
    assert own.content
    table = await table_of(bot, ann)
    with pytest.raises(TableError):
        await bot.tables.execute(
            table.id, Caller(somebody(bo.id, "Bo"), Place(1, 1), may_moderate=True), Close(),
            Request("77"),
        )  # fmt: skip
    assert (await bot.lookup.get(table.id)).status is Status.OPEN
