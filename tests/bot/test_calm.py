"""Limits on what one person does to others: at each limit, and one above it, over the wire."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_table
from bot.messages.controls.message import Button
from bot.messages.controls.message import Message as Post
from bot.messages.panels.lists import my_games
from bot.messages.panels.lists.my_games import Kind
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.boards import Boards
from bot.model.caller import Place
from bot.model.limits import Limits
from bot.model.lists import OLDEST, Cursor, TableSummary
from bot.model.table import Status
from loopback import Loopback, Message, Person
from rules.time.duration import HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    answered,
    card_of,
    delivered,
    keep_earlier,
    labels,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.table_service import ANN, BO
from tests.bot.test_anywhere import private_place
from tests.bot.test_forged_controls import one_button
from tests.bot.test_names import called
from tests.bot.who import person_of, somebody

LIMITS = Limits()
LEEWAY = 10 * MINUTE
"""Longer than any test lasts: the server's clock goes on by itself."""
OFFER = "Offer it to anyone"


async def test_a_host_has_at_most_twenty_unfinished_tables_in_a_server(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    most = LIMITS.tables or 0
    cards = [public(await ann.slash("play", game="czech")) for _ in range(most)]
    refused = private(await ann.slash("play", game="czech"))
    assert f"You have {most} unfinished games here" in refused.content
    assert "Finish or cancel one first" in refused.content
    public(await bo.slash("play", game="czech"))
    await ann.click(cards[3], "Cancel game")
    public(await ann.slash("play", game="czech"))
    private(await ann.slash("play", game="czech"))
    assert len(await bot.store.lists.of_user(await person_of(bot, ann))) == most


async def test_a_host_has_at_most_twenty_unfinished_tables_in_private(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """Those of a server don't count there."""
    most = LIMITS.tables or 0
    place = private_place(server, ann, server.person("Bo"))
    public(await ann.slash("play", game="czech"))
    for _ in range(most):
        answered(await ann.slash("play", game="czech", channel=place.id))
    refused = answered(await ann.slash("play", game="czech", channel=place.id))
    assert "in DMs and groups" in refused.content
    assert len(await bot.store.lists.of_user(await person_of(bot, ann))) == most + 1


async def test_two_commands_at_once_do_not_pass_a_limit(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    most = LIMITS.tables or 0
    for _ in range(most - 1):
        public(await ann.slash("play", game="czech"))
    channels = [server.world.add_channel(server.world.guild(), f"room-{n}").name for n in range(4)]
    pressed = [ann.start_slash("play", channel, {"game": "czech"}) for channel in channels]
    replies = await asyncio.gather(*(ann.outcome(each) for each in pressed))
    assert sum(answered(reply).ephemeral for reply in replies) == 3
    assert len(await bot.store.lists.of_user(await person_of(bot, ann))) == most


async def test_a_guest_gets_three_invitations_of_one_host_and_one_ping_an_hour(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    cards = [public(await ann.slash("play", game="czech", opponent=bo)) for _ in range(3)]
    assert [card.pings for card in cards] == [{bo.id}, set(), set()]
    refused = private(await ann.slash("play", game="czech", opponent=bo))
    assert "Bo hasn't answered 3 of your invitations yet" in refused.content
    assert "Wait for an answer" in refused.content
    assert public(await cy.slash("play", game="czech", opponent=bo)).pings == {bo.id}
    await bo.click(cards[1], "Decline")
    await delivered(bot)
    server.clock.advance(HOUR - LEEWAY)
    assert not public(await ann.slash("play", game="czech", opponent=bo)).pings
    await ann.click(cards[0], "Cancel game")
    server.clock.advance(LEEWAY)
    assert public(await ann.slash("play", game="czech", opponent=bo)).pings == {bo.id}


async def test_a_host_who_closes_and_opens_pings_nobody_again(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    pings = list[int]()
    for _ in range(12):
        card = public(await ann.slash("play", game="czech", opponent=bo))
        pings += card.pings
        await ann.click(card, "Cancel game")
    assert pings == [bo.id]
    card = public(await ann.slash("play", game="czech", opponent=bo))
    public(await bo.click(card, "Accept"))
    await ann.click(private(await ann.slash("game resign")), "Resign")
    await bot.idle()
    assert public(await ann.slash("play", game="czech", opponent=bo)).pings == {bo.id}, (
        "they have played"
    )


async def test_ten_invitations_of_a_host_wait_for_an_answer(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """A declined place may be given to somebody else, but not beyond the limit."""
    guests = [called(server, f"Guest {number}") for number in range(12)]
    cards = [public(await ann.slash("play", game="czech", opponent=guest)) for guest in guests[:10]]
    refused = private(await ann.slash("play", game="czech", opponent=guests[10]))
    assert "10 of your invitations have no answer yet" in refused.content
    await guests[0].click(cards[0], "Decline")
    await delivered(bot)
    question = next(m for m in reversed(ann.sees("lobby")) if "declined" in m.content)
    public(await ann.slash("play", game="czech", opponent=guests[10]))
    refused = private(await ann.choose(question, guests[11]))
    assert "10 of your invitations have no answer yet" in refused.content
    await guests[1].click(cards[1], "Decline")
    await delivered(bot)
    answered(await ann.choose(question, guests[11]))
    await delivered(bot)
    newest = next(m for m in reversed(ann.sees("lobby")) if guests[11].id in m.pings)
    assert "Czech" in newest.content


async def test_a_new_card_pings_only_the_new_guest(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    di = server.person("Di")
    chosen = {"variant": "players=3"}
    opening = await ann.slash("play", game="rematch", values=chosen, opponent=bo, opponent2=cy)
    card = await card_of(bot, ann, opening)
    assert card.pings == {bo.id, cy.id}
    await bo.click(card, "Decline")
    await delivered(bot)
    question = next(m for m in reversed(ann.sees("lobby")) if "declined" in m.content)
    answered(await ann.choose(question, di))
    await delivered(bot)
    newest = next(m for m in reversed(ann.sees("lobby")) if m.pings)
    assert newest.pings == {di.id}


async def test_a_board_is_shown_to_everybody_once_a_minute(
    server: Loopback, database: Path, cy: Person
) -> None:
    """Whoever asks, and in whichever way: several strangers can't flood a channel either.

    Here it is once an hour, so that the test may take its time.
    """
    assert LIMITS.between_public_boards == MINUTE
    di = server.person("Di")
    async with bot_on(server, database, limits=Limits(between_public_boards=HOUR)) as bot:
        await keep_earlier(bot, server, Boards.ALL)
        driver = await sit_down(server, bot, database)
        board = public(await cy.slash("board"))
        for person in (cy, di, driver.due):
            refused = private(await person.slash("board"))
            assert "You shared this board a moment ago" in refused.content
            assert "just for you" in refused.content
            assert refused.attachments
        menu = private(await driver.due.click(board, "Menu"))
        shown = answered(await driver.due.click(menu, "Share the board"))
        assert "You shared this board a moment ago" in shown.content
        server.clock.advance(HOUR - LEEWAY)
        private(await cy.slash("board"))
        server.clock.advance(LEEWAY)
        menu = private(await driver.due.click(board, "Menu"))
        await driver.due.click(menu, "Share the board")
        await bot.idle()
        private(await cy.slash("board"))
        boards = [each for each in cy.sees("lobby") if each.attachments and not each.ephemeral]
        assert len(boards) == 3, "the first board, and two that were asked for"


async def decline_and_mute(bot: Postboard, guest: Person, card: Message) -> None:
    """Decline an invitation of Ann's or another's, and mute them below that."""
    await guest.click(card, "Decline")
    await bot.idle()
    told = next(m for m in reversed(guest.sees(card.channel_id)) if m.ephemeral)
    assert told.content == "You declined."
    (label,) = labels(told)
    assert label.startswith("Mute ")
    answered(await guest.click(told, label))
    await bot.idle()


async def test_decline_and_mute_reaches_in_all_places_until_it_is_taken_back(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    server.world.add_channel(server.world.guild(), "elsewhere")
    card = public(await ann.slash("play", game="czech", opponent=bo))
    await decline_and_mute(bot, bo, card)
    await delivered(bot)
    (told,) = (m for m in bo.sees("lobby") if m.ephemeral)
    assert "Ann can't invite you any more" in told.content
    hosts = [m.content for m in ann.sees("lobby")]
    assert any("Bo declined" in content for content in hosts)
    assert not any("mute" in content.lower() for content in hosts)
    await _reads_only_declined(server, bot, ann, bo)
    assert public(await cy.slash("play", game="czech", opponent=bo)).pings == {bo.id}, (
        "only Ann is muted"
    )
    panel = private(await bo.slash("notify"))
    assert "**Muted**: Ann" in panel.content
    (muted,) = await bot.store.personal.mutes(await person_of(bot, bo))
    await bo.choose(panel, str(muted.id), placeholder="Unmute someone …")
    assert "Muted" not in private(await bo.slash("notify")).content
    server.clock.advance(LIMITS.between_invitation_pings)
    assert public(await ann.slash("play", game="czech", opponent=bo)).pings == {bo.id}


async def _reads_only_declined(server: Loopback, bot: Postboard, ann: Person, bo: Person) -> None:
    """Let a muted host invite: by a command, in the place of somebody who declined, in private."""
    server.clock.advance(LIMITS.between_invitation_pings)
    again = public(await ann.slash("play", game="turkish", opponent=bo, channel="elsewhere"))
    assert not again.pings
    assert "Bo" in again.content
    assert "declined" in again.content
    await delivered(bot)
    asked = next(m for m in reversed(ann.sees("elsewhere")) if "declined" in m.content)
    assert asked.pings == {ann.id}
    answered(await ann.choose(asked, bo))
    await delivered(bot)
    newer = next(m for m in reversed(ann.sees("elsewhere")) if "declined" in m.content)
    assert newer.id != asked.id
    assert newer.pings == {ann.id}
    assert "elsewhere" not in private(await bo.slash("games")).content
    assert not any(bo.id in m.pings for m in ann.sees("elsewhere"))
    place = private_place(server, ann, bo)
    unseen = answered(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    assert not unseen.pings
    assert "invitation" not in private(await bo.slash("games")).content


async def test_a_call_for_a_seat_does_not_ping_somebody_who_muted_the_caller(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    giver = driver.due
    server.world.add_channel(server.world.guild(), "elsewhere")
    card = public(await giver.slash("play", game="czech", opponent=cy, channel="elsewhere"))
    await decline_and_mute(bot, cy, card)
    panel = private(await giver.slash("game seats"))
    post = await shown(bot, giver, await giver.choose(panel, cy))
    assert f"<@{cy.id}>" in post.content
    assert not post.pings
    public(await cy.click(post, "Take over"))


async def test_only_who_is_invited_mutes(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo))
    for person in (cy, ann):
        refused = private(await person.click(card, "Decline"))
        assert not refused.buttons()
        assert await bot.store.personal.mutes(await person_of(bot, person)) == []
    await decline_and_mute(bot, bo, card)
    assert [each.user.id for each in await bot.store.personal.mutes(await person_of(bot, bo))] == [
        await person_of(bot, ann)
    ]


async def test_a_seat_is_offered_to_everybody_once_in_twelve_hours(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.due, driver.idle
    await _offered_and_kept(bot, giver)
    refused = private(await giver.click(private(await giver.slash("game seats")), OFFER))
    assert "less than 12 hours ago" in refused.content
    assert "Ask everyone again <t:" in refused.content
    await _offered_and_kept(bot, rival)
    server.clock.advance(12 * HOUR - LEEWAY)
    private(await giver.click(private(await giver.slash("game seats")), OFFER))
    server.clock.advance(LEEWAY)
    await _offered_and_kept(bot, giver)


async def _offered_and_kept(bot: Postboard, giver: Person) -> None:
    """Offer a seat to everybody, and stop looking again."""
    panel = private(await giver.slash("game seats"))
    await shown(bot, giver, await giver.click(panel, OFFER))
    await _kept(bot, giver)


async def _kept(bot: Postboard, giver: Person) -> None:
    panel = private(await giver.slash("game seats"))
    (stop,) = (b.label for b in panel.buttons() if (b.label or "").startswith("Stop looking"))
    assert stop is not None
    answered(await giver.click(panel, stop))
    await bot.idle()


async def test_one_person_is_called_to_seats_three_times_a_day(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    """By whomever, from whichever table."""
    di = server.person("Di")
    driver = await sit_down(server, bot, database)
    server.world.add_channel(server.world.guild(), "second")
    other = await sit_down(server, bot, database, channel="second")
    for caller, channel in (
        (driver.due, "lobby"), (driver.idle, "lobby"), (other.due, "second"),
    ):  # fmt: skip
        panel = private(await caller.slash("game seats", channel=channel))
        post = await shown(bot, caller, await caller.choose(panel, cy))
        assert post.pings == {cy.id}
    panel = private(await other.idle.slash("game seats", channel="second"))
    refused = private(await other.idle.choose(panel, cy))
    assert "Cy was asked 3 times in a day" in refused.content
    assert "again <t:" in refused.content
    assert (await shown(bot, other.idle, await other.idle.choose(panel, di))).pings == {di.id}
    server.clock.advance(24 * HOUR)
    panel = private(await other.due.slash("game seats", channel="second"))
    (stop, *_) = (b.label for b in panel.buttons() if (b.label or "").startswith("Stop looking"))
    assert stop is not None
    panel = answered(await other.due.click(panel, stop))
    assert (await shown(bot, other.due, await other.due.choose(panel, cy))).pings == {cy.id}


def a_table(number: int, **more: object) -> TableSummary:
    base = TableSummary(
        id=number, place=Place(10**18 + number, 10**18), game="czech", status=Status.PLAYING,
        host_id=BO.id, names=(somebody(1, "Bo"), somebody(2, "x" * 32)),
        due_person=BO.id, due_name="Ann",
        turn_since=1000 + number, due_at=None, message_id=10**18 + number, set_apart=None,
    )  # fmt: skip
    return replace(base, **more)  # type: ignore[arg-type]


def later_of(page: Post) -> Cursor | None:
    """Return the cursor of the button to later games, if there is one."""
    for button in page.rows[0]:
        if isinstance(button, Button) and button.label.english() == "Later":
            _, _, is_later, time, number = button.custom_id.arguments
            return Cursor(int(time), int(number), bool(is_later))
    return None


@settings(max_examples=10)
@given(
    turns=st.lists(st.none() | st.integers(10_000, 10_100), max_size=20),
    invitations=st.integers(0, 40),
    others=st.integers(0, 20),
)
def test_no_kind_of_table_hides_another(
    turns: list[int | None], invitations: int, others: int
) -> None:
    """Turns come first, by their deadlines, and each kind is shown as far as its own room goes."""
    mine = [a_table(n, due_person=ANN.id, due_at=due) for n, due in enumerate(turns, 300)]
    asked = [
        a_table(n, is_invited=True, status=Status.OPEN, due_person=None, turn_since=None)
        for n in range(100, 100 + invitations)
    ]
    rest = [a_table(n) for n in range(200, 200 + others)]
    message = my_games.games_message([*asked, *rest, *mine], ANN.id)
    text = locale_of(DEFAULT).message(message.text)
    numbers = [int(n) - 10**18 for n in re.findall(r"\d{19}/\d{19}/(\d{19})", text)]
    by_deadline = sorted(mine, key=lambda t: (t.due_at is None, t.due_at or 0, t.turn_since or 0))
    shown_turns = [n for n in numbers if n >= 300]
    assert numbers == [
        *shown_turns,
        *(n for n in numbers if 100 <= n < 200),
        *(n for n in numbers if 200 <= n < 300),
    ]
    assert shown_turns == [table.id for table in by_deadline][: len(shown_turns)]
    for low, tables in ((300, mine), (100, asked), (200, rest)):
        found = sum(low <= n < low + 100 for n in numbers)
        assert found >= min(len(tables), 2)
        assert found == len(tables) or f"and {len(tables) - found} more" in text
    for kind, tables in ((Kind.TURNS, mine), (Kind.INVITATIONS, asked), (Kind.OTHERS, rest)):
        pages = list[int]()
        cursor: Cursor | None = OLDEST
        while cursor is not None:
            page = my_games.page([*asked, *rest, *mine], ANN.id, kind, cursor)
            content = locale_of(DEFAULT).message(page.text)
            found_here = re.findall(r"\d{19}/\d{19}/(\d{19})", content)
            assert len(found_here) <= 10
            pages += [int(n) - 10**18 for n in found_here]
            cursor = later_of(page)
        assert sorted(pages) == sorted(table.id for table in tables)


async def test_forty_invitations_hide_no_turn(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    victim, rival = driver.due, driver.idle
    server.world.add_channel(server.world.guild(), "elsewhere")
    for number in range(14):
        host = called(server, f"Host {number}")
        for _ in range(3):
            public(await host.slash("play", game="czech", opponent=victim, channel="elsewhere"))
    await bot.idle()
    panel = private(await victim.slash("games"))
    first, second, third, *_ = panel.content.splitlines()
    assert "Your turn in 1 game" in first
    assert rival.name in second
    assert "42 invitations" in third
    panel = answered(await victim.click(panel, "All invitations"))
    seen = panel.content.count(") from Host ")
    assert seen == 10
    while "Later" in {button.label for button in panel.buttons()}:
        panel = answered(await victim.click(panel, "Later"))
        seen += panel.content.count(") from Host ")
    assert seen == 42
    panel = answered(await victim.click(panel, "Earlier"))
    assert panel.content.count(") from Host ") == 10
    assert "Your turn" in answered(await victim.click(panel, "All games")).content


async def test_an_old_card_mutes_nobody_after_its_host_has_left(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    """The game has begun without the host, whose seat another person has taken since."""
    card = public(await ann.slash("play", game="czech", opponent=bo, side="white"))
    public(await bo.click(card, "Accept"))
    post = await shown(bot, ann, await ann.choose(private(await ann.slash("game seats")), cy))
    asking = public(await cy.click(post, "Take over"))
    await bo.click(asking, "Agree")
    await bot.idle()
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    place = bot.get_partial_messageable(ann.place("lobby").id)
    button = encode(for_table(verbs.DECLINE_MUTE, table))
    posted = await place.send("A button", view=one_button(button))
    old = next(each for each in bo.sees("lobby") if each.id == posted.id)
    assert "has already started" in private(await bo.click(old, "Old")).content
    assert await bot.store.personal.mutes(await person_of(bot, bo)) == []
