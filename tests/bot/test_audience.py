"""Games shown only where everybody who reads of them can see their channels."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import pytest

from bot.model.audience import CONNECT, VIEW, ChannelRules, Overwrite, is_shown, may_show
from bot.model.caller import Place, PlaceKind

EVERYONE: Final = 1
ROLES: Final = (2, 3, 4)
PEOPLE: Final = (11, 12, 13)
OTHER: Final = 1 << 11
"""A permission that has nothing to do with reading."""
PAIRS: Final = 10_000


def permissions(
    person: int, roles: Sequence[int], base: Mapping[int, int], channel: ChannelRules
) -> int:
    """Return what a person may do in a channel (Discord reference, "Permission Overwrites").

    Nobody here owns the server or is an administrator, who would read everything.
    """
    granted = base[EVERYONE]
    for role in roles:
        granted |= base[role]
    by_target = {each.target: each for each in channel.overwrites}
    if (everyone := by_target.get(EVERYONE)) is not None:
        granted = granted & ~everyone.denied | everyone.allowed
    allowed = denied = 0
    for role in roles:
        if (overwrite := by_target.get(role)) is not None:
            allowed |= overwrite.allowed
            denied |= overwrite.denied
    granted = granted & ~denied | allowed
    if (own := by_target.get(person)) is not None:
        granted = granted & ~own.denied | own.allowed
    return granted


def reads(person: int, roles: Sequence[int], base: Mapping[int, int], rules: ChannelRules) -> bool:
    return permissions(person, roles, base, rules) & rules.needed == rules.needed


def some_channel(random: Random, number: int) -> ChannelRules:
    targets = random.sample((EVERYONE, *ROLES, *PEOPLE), random.randint(0, 3))
    bits = VIEW, CONNECT, VIEW | CONNECT, OTHER, VIEW | OTHER, 0
    overwrites = tuple(
        Overwrite(target, random.choice(bits), random.choice(bits)) for target in targets
    )
    return ChannelRules(number, overwrites, random.choice((VIEW, VIEW, VIEW | CONNECT)))


def test_nobody_reads_of_a_game_whose_channel_they_cannot_see() -> None:
    """By Discord's published way of computing permissions, in random servers."""
    random = Random(5)
    shown = 0
    for _ in range(PAIRS):
        base = {
            target: random.choice((0, VIEW, VIEW | CONNECT, OTHER)) for target in (EVERYONE, *ROLES)
        }
        board, game = some_channel(random, 100), some_channel(random, 101)
        if random.random() < 0.3:
            game = ChannelRules(101, tuple(reversed(board.overwrites)), game.needed)
        if not may_show(game, board, EVERYONE, base[EVERYONE]):
            continue
        shown += 1
        for person in (*PEOPLE, 14):
            for chosen in range(2 ** len(ROLES)):
                roles = [role for number, role in enumerate(ROLES) if chosen >> number & 1]
                if reads(person, roles, base, board):
                    assert reads(person, roles, base, game), (base, board, game, person, roles)
    assert PAIRS // 4 < shown < PAIRS * 3 // 4


STAFF: Final = (Overwrite(EVERYONE, 0, VIEW), Overwrite(2, VIEW))


@pytest.mark.parametrize(
    ("game", "board", "expected"),
    [
        pytest.param(ChannelRules(7, STAFF), ChannelRules(7, STAFF), True, id="same channel"),
        pytest.param(ChannelRules(8, STAFF), ChannelRules(7, STAFF), True, id="same overwrites"),
        pytest.param(
            ChannelRules(8, STAFF),
            ChannelRules(7, (*STAFF[::-1], Overwrite(3, OTHER, 0))),
            True,
            id="other permissions don't matter",
        ),
        pytest.param(ChannelRules(8), ChannelRules(7, STAFF), True, id="Anyone can join now"),
        pytest.param(ChannelRules(8, STAFF), ChannelRules(7), False, id="closed"),
        pytest.param(
            ChannelRules(8, (Overwrite(3, 0, VIEW),)), ChannelRules(7), False, id="one role less"
        ),
        pytest.param(
            ChannelRules(8, (), VIEW | CONNECT), ChannelRules(7), False, id="nobody may connect"
        ),
        pytest.param(
            ChannelRules(8, (Overwrite(EVERYONE, CONNECT),), VIEW | CONNECT),
            ChannelRules(7),
            True,
            id="everybody may connect",
        ),
        pytest.param(ChannelRules(8), None, True, id="to the whole server"),
        pytest.param(ChannelRules(8, STAFF), None, False, id="not to the whole server"),
    ],
)
def test_a_game_is_shown_by_its_channel(
    game: ChannelRules, board: ChannelRules | None, *, expected: bool
) -> None:
    assert may_show(game, board, EVERYONE, VIEW) is expected


def test_in_a_server_where_everyone_sees_nothing_a_channel_can_be_opened() -> None:
    opened = ChannelRules(8, (Overwrite(EVERYONE, VIEW),))
    assert may_show(opened, ChannelRules(7), EVERYONE, 0)
    assert not may_show(ChannelRules(8, (Overwrite(2, VIEW),)), ChannelRules(7), EVERYONE, 0)


def test_a_public_thread_counts_as_its_parent_and_what_is_private_is_never_shown() -> None:
    assert is_shown(Place(7, 1), {7})
    assert is_shown(Place(9, 1, parent_id=7), {7})
    assert not is_shown(Place(9, 1, parent_id=7, is_secret=True), {7, 9})
    assert not is_shown(Place(7, 1, parent_id=8), {7})
    assert not is_shown(Place(7, kind=PlaceKind.BOT_DM), {7})
    assert not is_shown(Place(7, kind=PlaceKind.PRIVATE), {7})
