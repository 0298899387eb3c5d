"""Options of a table, and the terms to which people agree with a button."""

import pytest

from bot.interactions.client import Postboard
from bot.model.boards import Boards
from bot.model.errors import Stale, TableError, TermsChanged
from bot.model.table import Status, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import Accept, AddEngine, Join, SetOptions, Start
from loopback import Loopback, Person
from tests.bot.game_driver import labels, private, public, set_options, shown
from tests.bot.table_service import ANN, BO, Service, caller
from tests.bot.test_forged_controls import one_button

HINTS = SetOptions(hints=True, vacation=True, boards=None)
TEAM = Terms("rematch", {}, seating=1)
DICE = Terms("hypergammon", {})


async def test_a_card_with_other_terms_takes_no_seat(service: Service) -> None:
    table = await service.opened(BO)
    seen = table.terms.digest
    changed = await service.do(table, ANN, HINTS)
    assert changed.terms.hints
    for command in (Join(seen), Accept(seen)):
        with pytest.raises(TermsChanged):
            await service.do(table, BO, command)
    assert (await service.lookup.get(table.id)).status is Status.OPEN
    begun = await service.do(table, BO, Accept(changed.terms.digest))
    assert begun.status is Status.PLAYING
    assert begun.terms.hints


async def test_a_game_begins_on_the_terms_that_were_seen(service: Service) -> None:
    table = await service.opened(terms=DICE)
    full = await service.do(table, ANN, AddEngine(1))
    changed = await service.do(table, ANN, HINTS)
    with pytest.raises(TermsChanged):
        await service.do(table, ANN, Start(full.terms.digest))
    begun = await service.do(table, ANN, Start(changed.terms.digest))
    assert begun.status is Status.PLAYING


async def test_only_the_host_changes_options(service: Service) -> None:
    table = await service.opened(BO)
    with pytest.raises(TableError, match="Only Ann can do that"):
        await service.do(table, BO, HINTS)
    assert not (await service.lookup.get(table.id)).terms.hints


async def test_options_that_are_as_they_were_change_nothing(service: Service) -> None:
    table = await service.opened(terms=TEAM)
    table = await service.do(table, BO, Join())
    same = SetOptions(hints=False, vacation=True, boards=None)
    assert await service.do(table, ANN, same) == table


async def test_another_process_may_have_changed_the_terms(
    opened: Database, service: Service
) -> None:
    table = await service.opened(BO)
    other = Service(Store(opened), service.clock)
    await other.lookup.get(table.id)
    changed = await service.do(table, ANN, HINTS)
    with pytest.raises((Stale, TermsChanged)):
        await other.tables.execute(
            table.id, caller(BO), Accept(table.terms.digest), service.request()
        )
    assert (await service.lookup.reread(table.id)).terms == changed.terms
    assert (await service.lookup.get(table.id)).status is Status.OPEN


def test_boards_that_go_are_no_term() -> None:
    terms = Terms("czech", {"men": "12"})
    others = [
        Terms("turkish", {"men": "12"}), Terms("czech", {"men": "8"}),
        Terms("czech", {"men": "12"}, seating=1), Terms("czech", {"men": "12"}, hints=True),
        Terms("czech", {"men": "12"}, vacation=False), Terms("czech", {"men": "12"}, rated=True),
        Terms("czech", {"men": "12"}, series_format="best-of-3"),
    ]  # fmt: skip
    assert len({each.digest for each in (terms, *others)}) == len(others) + 1
    assert Terms("czech", {"men": "12"}, boards=Boards.NEWEST).digest == terms.digest


async def test_who_saw_other_terms_is_shown_the_new_ones_with_the_button_again(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """A press that was on its way while the host changed the options."""
    card = public(await ann.slash("play", game="czech", opponent=bo, side="white"))
    (accept,) = (each for each in card.buttons() if each.label == "Accept")
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    await set_options(ann, card, {"Hints": "yes"})
    assert "hints allowed" in ann.present(card).content
    old = await lobby.send("An old card", view=one_button(accept.custom_id or ""))
    kept = next(each for each in bo.sees() if each.id == old.id)
    refused = private(await bo.click(kept, "Old"))
    assert refused.content.startswith("The settings changed:")
    assert "hints allowed" in refused.content
    assert labels(refused) == {"Join"}
    assert await bot.lookup.running_in(ann.place("lobby").id) is None
    await bo.click(refused, "Join")
    await bot.idle()
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    assert table.terms.hints
    assert server.person("Bo").sees()


async def test_the_form_shows_what_is_set_and_the_same_changes_nothing(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo))
    assert "Only Ann" in private(await bo.click(card, "Options")).content
    await set_options(ann, card, {"Vacation": "no"})
    form = (await ann.click(card, "Options")).modal
    assert form is not None
    chosen = [o.value for each in form.inputs() for o in each.options if o.default]
    assert chosen == ["no", "no", "server"]
    before = ann.present(card).content
    await ann.submit(form, {})
    assert ann.present(card).content == before
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    assert "and move first" in board.content
