"""Every page of the Move panel, and every hint, within Discord's limits, in any position."""

import re
from dataclasses import replace
from io import BytesIO
from string import ascii_lowercase
from typing import Final

import pytest
from PIL import Image

from bot.interactions.components.table.move_panel.choices import MOST
from bot.interactions.components.table.move_panel.state import InStudy, Turn
from bot.interactions.components.table.move_panel.steps import are_open, claiming, pointing, step
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_study
from bot.messages.controls.message import Button, Menu, Message
from bot.messages.controls.verbs import Verb
from bot.messages.panels.table import claims
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.position import PositionId
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry
from rules.contract.core import (
    AnyGame,
)
from rules.contract.sentence import say
from rules.match.match import Match, Ply
from rules.registry import all_games, find
from tests.bot.test_limits import check, plain, said, table, wandered
from tests.conformance.configured import most_configurations
from tests.render.caches import caches
from tests.render.test_labels import listened

CLAIMING: Final = [
    game.configured({option.key: choice.value})
    for game in all_games().values()
    if isinstance(game, ClaimsRegions)
    for option in game.spec.options
    for choice in option.choices
]
"""Every game with claims, once with each value of each of its options."""
PHONE: Final = 616
"""The height that a phone of 400 by 800 pixels leaves to a panel, in its pixels."""
LINE, AROUND = 48, 12
"""The height of a line of buttons, and the room around the picture."""
BOX: Final = ((0, 0), (1, 0), (0, 1), (1, 1))


def turned(game: AnyGame, plies: int, seed: int) -> Turn | None:
    """Return a turn in the midst of a random game; None where it is over."""
    match = wandered(game, plies, seed)
    if match.outcome or match.seat_due is None:
        return None
    seated = table(match, game.spec.key)
    return Turn(seated, match, match.seat_due, match.game.legal(match.state))


def offered(post: Message, verb: Verb) -> list[str]:
    """Return the last arguments of a post's buttons of a verb, such as the clicks they lead to.

    What a menu offers in their place is among them.
    """
    items = [item for row in post.rows for item in row if isinstance(item, Button | Menu)]
    found: list[str] = []
    for item in items:
        if item.custom_id.verb is not verb:
            continue
        if isinstance(item, Menu):
            found += [choice.value for choice in item.choices]
        else:
            found.append(str(item.custom_id.arguments[-1]))
    return found


@most_configurations
async def test_what_a_panel_asks_stands_in_its_picture_uncut(game: AnyGame) -> None:
    turns = (turned(game, 4, seed) for seed in range(9))
    turn = next(each for each in turns if each and each.entered(()).choices)
    whole = pointing(turn, turn.entered(()))
    parts = [pointing(turn, turn.entered(()), part) for part in offered(whole, verbs.PART)]
    for cache in caches():
        cache.cache_clear()
    with listened() as labels:
        for post in (whole, *parts[:1]):
            assert post.picture is not None
            post.picture.draw(locale_of(DEFAULT).plain)
    assert [each.text for each in labels if each.text.startswith("Pick ")]
    assert [each.text for each in labels if each.text.endswith("…")] == []


@most_configurations
@pytest.mark.parametrize("plies", [0, 9, 60])
async def test_each_step_fits_on_a_phone(game: AnyGame, plies: int) -> None:
    turn = turned(game, plies, plies)
    if turn is None or not turn.entered(()).choices:
        return
    first = step(turn, turn.entered(()))
    parts = [pointing(turn, turn.entered(()), part) for part in offered(first, verbs.PART)]
    starts = {game.path(move)[:1] for move in turn.legal if game.path(move)}
    later = [step(turn, turn.entered(path)) for path in sorted(starts)[:4]]
    for post in (first, *parts[:2], *later):
        assert post.picture is not None
        drawn = Image.open(BytesIO(post.picture.draw(locale_of(DEFAULT).plain)))
        assert drawn.width == 800, "a phone shows it half as large"
        assert drawn.height / 2 + LINE * len(post.rows) + AROUND <= PHONE


@most_configurations
@pytest.mark.parametrize("plies", [0, 60, 200])
async def test_every_choice_of_points_is_offered_once(game: AnyGame, plies: int) -> None:
    turn = turned(game, plies, plies)
    if turn is None:
        return
    entry = turn.entered(())
    if not entry.choices:
        assert len(turn.legal) == 1
        return
    post = pointing(turn, entry)
    check(post)
    if len(entry.choices) > MOST:
        inside = [pointing(turn, entry, part) for part in offered(post, verbs.PART)]
        for each in inside:
            check(each)
        values = [value for each in inside for value in offered(each, verbs.CLICKS)]
    else:
        values = offered(post, verbs.CLICKS)
    assert sorted(values) == sorted(map(game.geometry.label, entry.choices))


@most_configurations
async def test_a_second_step_tells_what_is_new_and_not_the_board_again(game: AnyGame) -> None:
    """Who listens has heard the position in the first step."""
    turns = (turned(game, 4, seed) for seed in range(9))
    turn = next(each for each in turns if each and each.entered(()).choices)
    title = plain(game.spec.title)
    first = pointing(turn, turn.entered(()))
    assert first.picture is not None
    assert title in plain(first.picture.alt)
    later = [turn.entered((cell,)) for cell in turn.entered(()).choices]
    for entry in (each for each in later if each.choices):
        post = claiming(turn, entry, 0) if are_open(turn, entry) else pointing(turn, entry)
        assert post.picture is not None
        told = plain(post.picture.alt)
        chosen = re.fullmatch(r"(.+) chosen\. Choices: (.+)\. Board unchanged\.", told)
        assert chosen, told
        assert chosen[1] == " → ".join(map(turn.board.label, entry.clicked))
        assert chosen[2].startswith("1 ")
        assert title not in told


@pytest.mark.parametrize("game", CLAIMING, ids=[str(game.geometry) for game in CLAIMING])
@pytest.mark.parametrize("plies", [30, 61, 120, 250])
async def test_the_most_claims_at_once_fit(game: AnyGame, plies: int) -> None:
    turn = turned(game, plies, plies)
    if turn is None:
        return
    check(claims.hint(turn.table, turn.seat))
    stones = {game.path(move)[0] for move in turn.legal}
    busiest = max(stones, key=lambda cell: len(turn.beginning((cell,))))
    entry = turn.entered((busiest,))
    if are_open(turn, entry):
        post = claiming(turn, entry, 0)
        check(post)
        found = len(turn.beginning((busiest,)))
        assert len(offered(post, verbs.CHOOSE)) == min(found, MOST + 1)


def busy() -> tuple[Turn, MoveEntry]:
    """Return a turn with more claims of one stone than a menu holds, after the click on it.

    No game has been seen to come so far: Black has 36 squares, and what lies between them.
    """
    corners = [(3 * x + right, 3 * y + up) for x in range(6) for y in range(6) for right, up in BOX]
    stones = ",".join(f"{ascii_lowercase[x]}{y + 1}" for x, y in corners)
    game = find("rekushu").configured({"size": "20"})
    state = game.position(f"B:B{stones}:W")
    match = Match(
        game, game.spec.seatings[0], plies=(Ply(None, None, "", state, game.turn(state)),)
    )
    assert match.seat_due is not None
    turn = Turn(table(match, "rekushu"), match, match.seat_due, game.legal(state))
    stone = game.geometry.find("t20")
    assert stone is not None
    return turn, turn.entered((stone,))


async def test_more_claims_than_a_menu_holds_are_on_several_pages() -> None:
    turn, entry = busy()
    claimable = len(turn.beginning(entry.clicked)) - 1
    assert claimable > 36
    pages = -(-claimable // MOST)
    values: list[str] = []
    for page in range(pages):
        post = claiming(turn, entry, page)
        check(post)
        values += offered(post, verbs.CHOOSE)
        labels = {plain(item.label) for item in post.rows[-1] if isinstance(item, Button)}
        more = f"More ({page + 1} of {pages})"
        assert labels == {"Claim nothing", "Back", more, "Type it"}
    assert len(set(values)) == claimable + 1
    assert len(values) == claimable + pages
    told = claims.hint(turn.table, turn.seat)
    check(told)
    assert "more, no larger" in said(told.text)


async def test_a_study_leaves_out_its_first_ways_where_a_row_has_no_room() -> None:
    turn, entry = busy()
    place = PositionId(0, "AAAAAA")
    ways = tuple(
        Button(say(name), for_study(verbs.STUDY_AT, 7, place, name))
        for name in ("Hint", "Take back", "Last")
    )
    turn = replace(turn, study=InStudy(7, place, say("A study."), ways))
    for post, left in (
        (step(turn, turn.entered(())), {"Hint", "Take back", "Last"}),
        (claiming(turn, entry, 0), {"Last"}),
    ):
        check(post)
        labels = {plain(item.label) for item in post.rows[-1] if isinstance(item, Button)}
        assert labels & {"Hint", "Take back", "Last"} == left
        assert "Type it" in labels
