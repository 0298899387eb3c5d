"""Terms that change after people took their places: who has to agree, and what begins the game."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.channel.cards import REPLACED
from bot.model.boards import Boards
from bot.model.caller import Caller, Place, PlaceKind
from bot.model.errors import Stale, TableError, TermsChanged
from bot.model.queues import AGREEMENT, TimerKind
from bot.model.table import PlayerStatus, Request, Status, Table, Terms, User
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    AddEngine,
    Agree,
    Close,
    Command,
    Join,
    Leave,
    OfferSeat,
    Open,
    SetOptions,
    Start,
    TakeSeat,
)
from loopback import Loopback, Message, Person
from tests.bot.game_driver import (
    delivered,
    labels,
    private,
    public,
    set_options,
    shown,
)
from tests.bot.table_service import ANN, BO, CHANNEL, CY, CZECH, Service, caller
from tests.bot.test_forged_controls import one_button
from tests.bot.test_lobby import as_it_stands, open_table, table_of
from tests.bot.timed_host import NOON, Host, host_on
from tests.bot.who import somebody
from tests.loopback.waiting import until

TEAM = Terms("rematch", {}, seating=1)
DICE = Terms("hypergammon", {})
DI = somebody(4, "Di")


def options(
    *, hints: bool = True, vacation: bool = True, boards: Boards | None = None
) -> SetOptions:
    return SetOptions(hints, vacation, boards)


async def asked(service: Service, terms: Terms = TEAM) -> Table:
    """Return a table of three where Bo has a place, on terms that Ann has changed since."""
    table = await service.opened(terms=terms)
    await service.do(table, BO, Join())
    return await service.do(table, ANN, options())


async def test_a_change_keeps_the_seats_and_takes_back_consent(service: Service) -> None:
    table = await asked(service)
    assert [each.user for each in table.seated] == [ANN, BO]
    assert [each.user for each in table.to_agree] == [BO]
    full = await service.do(table, CY, Join(table.terms.digest))
    assert full.status is Status.OPEN
    with pytest.raises(TableError, match="Waiting for Bo to agree"):
        await service.do(table, ANN, Start(table.terms.digest))
    begun = await service.do(table, BO, Agree(table.terms.digest))
    assert begun.status is Status.PLAYING
    assert {each.agreed for each in begun.players} == {begun.terms.digest}


async def test_the_last_seat_begins_the_game_once_all_have_agreed(service: Service) -> None:
    table = await asked(service)
    agreed = await service.do(table, BO, Agree(table.terms.digest))
    assert agreed.status is Status.OPEN
    assert (await service.do(table, CY, Join(table.terms.digest))).status is Status.PLAYING


@pytest.mark.parametrize("command", [Join, Accept])
async def test_any_button_of_the_new_card_agrees(
    service: Service, command: type[Join | Accept]
) -> None:
    table = await asked(service)
    after = await service.do(table, BO, command(table.terms.digest))
    assert not after.to_agree
    assert len(after.seated) == 2


async def test_terms_that_are_changed_back_ask_again(service: Service) -> None:
    table = await service.opened(terms=TEAM)
    before = await service.do(table, BO, Join())
    await service.do(table, ANN, options())
    back = await service.do(table, ANN, options(hints=False))
    assert back.terms == before.terms
    assert [each.user for each in back.to_agree] == [BO]


async def test_who_agrees_names_the_terms_seen(service: Service) -> None:
    first = await asked(service)
    second = await service.do(first, ANN, options(vacation=False))
    with pytest.raises(TermsChanged):
        await service.do(first, BO, Agree(first.terms.digest))
    assert (await service.lookup.get(first.id)).to_agree
    assert second.terms_change is not None
    assert second.terms_change.fields == ("vacation", "hints")
    assert not (await service.do(first, BO, Agree(second.terms.digest))).to_agree


async def test_only_who_is_asked_agrees(service: Service) -> None:
    table = await service.opened(CY, terms=TEAM)
    await service.do(table, BO, Join())
    table = await service.do(table, ANN, options())
    for who in (CY, DI):
        with pytest.raises(TableError, match="Only players are asked"):
            await service.do(table, who, Agree(table.terms.digest))
    for who in (ANN, BO):
        if who == BO:
            await service.do(table, BO, Agree(table.terms.digest))
        with pytest.raises(TableError, match="already agreed"):
            await service.do(table, who, Agree(table.terms.digest))


async def test_terms_change_five_times_at_most(service: Service) -> None:
    table = await service.opened(BO)
    for number in range(5):
        table = await service.do(table, ANN, options(hints=number % 2 == 0))
    with pytest.raises(TableError, match="can change 5 times"):
        await service.do(table, ANN, options(hints=False))
    kept = await service.do(table, ANN, options(boards=Boards.ALL))
    assert kept.terms.boards is Boards.ALL
    assert kept.terms.digest == table.terms.digest


async def test_what_becomes_of_boards_asks_nobody(service: Service) -> None:
    table = await service.opened(terms=TEAM)
    before = await service.do(table, BO, Join())
    after = await service.do(table, ANN, options(hints=False, boards=Boards.NEWEST))
    assert after.terms.boards is Boards.NEWEST
    assert not after.to_agree
    assert (after.cards, after.terms_change) == (before.cards, None)


async def test_no_boards_are_deleted_where_the_bot_cannot_do_it(service: Service) -> None:
    private_messages = Caller(ANN, Place(CHANNEL, kind=PlaceKind.PRIVATE))
    keeping = Open(replace(CZECH, boards=Boards.NEWEST), (BO,))
    with pytest.raises(TableError, match="can't delete old boards here"):
        await service.tables.open(keeping, private_messages, service.request())
    table = await service.tables.open(Open(CZECH, (BO,)), private_messages, service.request())
    with pytest.raises(TableError, match="can't delete old boards here"):
        await service.tables.execute(
            table.id, private_messages, options(boards=Boards.NEWEST), service.request()
        )


async def test_the_computer_does_not_begin_what_somebody_has_not_agreed_to(
    service: Service,
) -> None:
    table = await asked(service)
    full = await service.do(table, ANN, AddEngine(1))
    assert full.is_full
    assert full.status is Status.OPEN
    assert (await service.do(table, BO, Agree(full.terms.digest))).status is Status.PLAYING


async def test_dice_take_the_number_of_the_press_that_completes_the_agreement(
    opened: Database, service: Service
) -> None:
    full = await service.full(DICE)
    changed = await service.do(full, ANN, options())
    assert changed.dice == full.dice
    begun = await service.do(full, BO, Agree(changed.terms.digest))
    assert begun.status is Status.PLAYING
    row = await opened.row("SELECT begun_by FROM tables WHERE id = ?", full.id)
    assert row is not None
    assert row["begun_by"] == service.requests
    seals = await opened.rows("SELECT 1 FROM outbox WHERE kind = 'seal' AND table_id = ?", full.id)
    assert len(seals) == 1


async def test_an_agreement_with_a_lower_number_rolls_no_dice(service: Service) -> None:
    full = await service.full(DICE)
    changed = await service.do(full, ANN, options())
    service.requests = 1
    with pytest.raises(TableError, match="press again"):
        await service.do(full, BO, Agree(changed.terms.digest))


async def test_another_process_reads_who_has_agreed_and_what_changed(service: Service) -> None:
    table = await asked(service)
    other = service.in_another_process()
    assert await other.lookup.get(table.id) == table
    agreed = await other.do(table, BO, Agree(table.terms.digest))
    assert await service.lookup.reread(table.id) == agreed


async def test_a_consent_that_another_process_wrote_is_not_lost(
    opened: Database, service: Service
) -> None:
    table = await asked(service)
    await service.in_another_process().do(table, BO, Agree(table.terms.digest))
    service.clock.time += AGREEMENT
    with pytest.raises(Stale):
        await service.tables.end_agreement(table.id, lambda _: None)
    assert not (await Store(opened).tables.load(table.id, 0) or table).to_agree


async def test_who_takes_a_seat_later_agrees_to_its_terms(service: Service) -> None:
    """So that the next game of a series, which has the same terms, can begin with **Start**."""
    table = await service.playing()
    await service.do(table, BO, OfferSeat(CY))
    seat = table.seat(BO.id)
    assert seat is not None
    await service.do(table, CY, TakeSeat(seat))
    rows = (await service.lookup.reread(table.id)).others
    assert [each.agreed for each in rows if each.user == CY] == [table.terms.digest]


# After 72 hours


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


async def agreements(host: Host) -> Sequence[int]:
    timers = await host.queues.timers()
    return [each.due - NOON for each in timers if each.kind == TimerKind.AGREEMENT]


async def test_who_does_not_agree_leaves_and_an_invitation_stays_personal(host: Host) -> None:
    table = await host.opened(BO, terms=TEAM)
    await host.do(table, BO, Accept())
    table = await host.do(table, ANN, options())
    assert await agreements(host) == [AGREEMENT]
    await host.do(table, CY, Join(table.terms.digest))
    await host.at(AGREEMENT - 1)
    assert len((await host.lookup.reread(table.id)).seated) == 3
    await host.at(AGREEMENT)
    after = await host.lookup.reread(table.id)
    assert [each.user for each in after.seated] == [ANN, CY]
    assert [(each.user, each.status) for each in after.invited] == [(BO, PlayerStatus.INVITED)]
    assert await agreements(host) == []
    with pytest.raises(TableError, match="taken or reserved"):
        await host.do(table, DI, Join(after.terms.digest))
    begun = await host.do(table, BO, Accept(after.terms.digest))
    assert begun.status is Status.PLAYING


async def test_who_only_joined_is_off_the_table(host: Host) -> None:
    table = await asked(host)
    await host.at(AGREEMENT)
    after = await host.lookup.reread(table.id)
    assert [each.user for each in after.players] == [ANN]
    assert (await host.do(table, DI, Join(after.terms.digest))).seated[-1].user == DI


async def test_the_timer_waits_for_72_hours_after_the_last_change(host: Host) -> None:
    table = await asked(host)
    await host.at(AGREEMENT - 10)
    await host.do(table, ANN, options(vacation=False))
    assert await agreements(host) == [2 * AGREEMENT - 10]
    assert await host.tables.end_agreement(table.id, lambda _: None) == NOON + 2 * AGREEMENT - 10
    assert len((await host.lookup.reread(table.id)).seated) == 2


@pytest.mark.parametrize(
    ("who", "command"),
    [(BO, Agree()), (BO, Leave()), (ANN, Close())],
    ids=["agreed", "left", "closed"],
)
async def test_no_timer_is_left(host: Host, who: User, command: Command) -> None:
    table = await asked(host)
    await host.do(table, who, command)
    assert await agreements(host) == []
    assert await host.services.reconciling.reconcile(table.id) == []


# On Discord


async def team_table(ann: Person, bo: Person) -> Message:
    """Return the card of a table of three at which Bo has a place."""
    card = await open_table(ann, "rematch", variant="players=3")
    return public(await bo.click(card, "Join"))


async def newest(bot: Postboard, person: Person) -> Message:
    """Return the newest message of the channel."""
    await delivered(bot)
    return [each for each in person.sees() if not each.ephemeral][-1]


async def test_a_new_card_names_the_change_and_pings_who_must_agree(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    card = public(
        await ann.slash("play", game="rematch", opponent=cy, values={"variant": "players=3"})
    )
    assert card.pings == {cy.id}
    card = public(await bo.click(card, "Join"))
    await set_options(ann, card, {"Hints": "yes"})
    new = await newest(bot, bo)
    assert new.id != card.id
    assert new.pings == {bo.id}
    assert "**Ann changed the settings.** Hints are allowed now." in new.content
    assert "The game is unrated now." in new.content
    assert {"Agree", "Accept", "Leave", "Options"} <= labels(new)
    old = as_it_stands(bo, card)
    assert old.content == "The settings changed. New card below."
    assert not old.buttons()
    new = public(await cy.click(new, "Accept"))
    assert "Start" not in labels(new)
    begun = await bo.click(new, "Agree")
    assert " – " in public(begun).content
    assert "and move first" in (await shown(bot, bo, begun)).content


async def test_a_press_on_an_older_card_is_answered_with_the_button_again(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    """The card could not be changed, or the press was on its way."""
    card = await team_table(ann, bo)
    await set_options(ann, card, {"Vacation": "no"})
    first = await newest(bot, bo)
    (agree,) = (each for each in first.buttons() if each.label == "Agree")
    await set_options(ann, first, {"Hints": "yes"})
    second = await newest(bot, bo)
    assert "Hints are allowed now." in second.content
    assert "Vacation doesn't stop the clock any more." in second.content
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    old = await lobby.send("An old card", view=one_button(agree.custom_id or ""))
    kept = next(each for each in bo.sees() if each.id == old.id)
    refused = private(await bo.click(kept, "Old"))
    assert refused.content.startswith("The settings changed:")
    assert labels(refused) == {"Agree"}
    agreed = private(await bo.click(refused, "Agree"))
    assert "You agreed. Your game is in" in agreed.content
    await bot.idle()
    assert not (await table_of(bot, bo)).to_agree
    assert "Agree" not in labels(as_it_stands(bo, second))


async def test_a_game_in_a_busy_channel_gets_a_thread_below_the_newest_card(
    bot: Postboard, ann: Person, bo: Person, cy: Person, di: Person
) -> None:
    card = await team_table(ann, bo)
    await cy.slash("play", game="czech", values={"level": 1})
    await set_options(ann, card, {"Hints": "yes"})
    new = await newest(bot, bo)
    await di.click(new, "Join")
    await bo.click(new, "Agree")
    await bot.idle()
    table = await table_of(bot, bo)
    assert table.status is Status.PLAYING
    assert table.channel_id == new.id != card.id


async def test_a_card_that_a_fault_has_kept_back_comes_and_the_old_one_shrinks(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    """The change was written, but its form was never answered, as when the process dies."""
    card = await team_table(ann, bo)
    table = await table_of(bot, ann)
    host = Caller(table.host, table.place)
    await bot.tables.execute(table.id, host, options(), Request("1"))
    new = await newest(bot, bo)
    assert "Agree" in labels(new)
    assert new.pings == {bo.id}
    told = REPLACED.text.english()
    await until(lambda: as_it_stands(bo, card).content == told)
    assert not as_it_stands(bo, card).buttons()


async def test_a_later_card_pings_nobody_to_agree_again(
    bot: Postboard, ann: Person, bo: Person, cy: Person, di: Person
) -> None:
    card = public(
        await ann.slash("play", game="rematch", opponent=cy, values={"variant": "players=3"})
    )
    await bo.click(card, "Join")
    await set_options(ann, card, {"Hints": "yes"})
    declined = await cy.click(await newest(bot, cy), "Decline")
    await ann.choose(await shown(bot, cy, declined), di)
    later = await newest(bot, bo)
    assert later.pings == {di.id}
    assert {"Agree", "Accept"} <= labels(later)


async def test_who_does_not_agree_is_off_the_card(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    await set_options(ann, await team_table(ann, bo), {"Hints": "yes"})
    card = await newest(bot, ann)
    server.clock.advance(AGREEMENT + 1)
    await bot.scheduler.run_due()
    await bot.outbox.table_messages.worker.rests()
    card = as_it_stands(ann, card)
    assert "Bo" not in card.content
    assert "Agree" not in labels(card)
    assert card.content.startswith("**Ann is looking for 2 opponents**")


@pytest.mark.parametrize(
    "meanwhile", [Leave(), Close(), SetOptions(hints=True, vacation=False, boards=None)], ids=str
)
async def test_no_game_begins_in_a_thread_for_a_table_that_changed_while_it_was_made(
    service: Service, meanwhile: Leave | Close | SetOptions
) -> None:
    """The table isn't held while Discord makes the thread."""
    table = await service.full()
    assert table.is_ready
    who = BO if isinstance(meanwhile, Leave) else ANN
    before = await service.do(table, who, meanwhile)
    with pytest.raises(TableError):
        await service.tables.begin_under_card(table.id, caller(BO), service.request(), 99)
    after = await service.lookup.reread(table.id)
    assert (after.status, after.place) == (before.status, table.place)
    assert after.match is None
