"""Whole games that are followed by their alt text alone: what may be played follows from it."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest

from render import alt_text, change_text
from rules.contract.core import AnyGame, Dice, Roll
from rules.contract.view import seen_from
from rules.registry import find

_PLACE: Final = re.compile(r"(\d) checkers? (?:on (the bar|\d+)|(off))")


def checkers(text: str, side: str) -> list[str]:
    """Return where a side's checkers are, as the numbers of the text say."""
    found = re.search(rf"{side}, \d+ pips? to go: (.*?)\.", text)
    if found is None:
        return ["off"] * 3
    spots: list[str] = []
    for count, place, off in _PLACE.findall(found[1]):
        spots += [off or place.replace("the ", "")] * int(count)
    return spots


def heard_points(text: str) -> str:
    """Return the position of Hypergammon that the words describe."""
    due = re.search(r"(White|Black) to play (\d-\d)", text) or re.search(
        r"(White|Black) can't play (\d-\d)", text
    )
    counter = re.search(r"numbered for (White|Black)", text)
    assert due
    assert counter
    armies: list[str] = []
    for side in ("White", "Black"):
        spots = checkers(text, side)
        if side != counter[1]:
            spots = [str(25 - int(spot)) if spot.isdigit() else spot for spot in spots]
        armies.append(side[0] + ",".join(spots))
    return f"{due[1][0]}[{due[2]}]:{':'.join(armies)}"


def turn(text: str) -> str:
    """Return who is to move."""
    due = re.search(r"(\w+) to move", text)
    assert due
    return due[1]


def armies(text: str) -> Iterator[tuple[str, str]]:
    """Yield each side that has pieces on top, and a group of them."""
    for side, army in re.findall(r"(\w+)(?:, \d+ on end row \w+ to \w+)?: (.*?)\.", text):
        for group in army.split("; "):
            if not group.startswith("no "):
                yield side, group


def heard_pieces(text: str) -> str:
    """Return the position of draughts that the words describe."""
    told: dict[str, list[str]] = {"White": [], "Black": []}
    for side, group in armies(text):
        _, kind, cells = group.split(maxsplit=2)
        told[side] += ["K" * kind.startswith("king") + cell for cell in cells.split(", ")]
    return f"{turn(text)[0]}:W{','.join(told['White'])}:B{','.join(told['Black'])}"


def heard_claims(text: str) -> str:
    """Return the position of Rekushu that the words describe."""
    told: dict[str, list[str]] = {"Black": [], "White": []}
    for side, spans in re.findall(r"(\w+) has claimed .*?: (.*?)\.", text):
        told[side] += spans.replace(":", "=").split(", ")
    stones = text.rpartition(f"{turn(text)}: ")
    for side, group in armies("".join(stones[1:])):
        told[side] += re.sub(r"\d+ stones? ", "", group).split(", ")
    return f"{turn(text)[0]}:B{','.join(told['Black'])}:W{','.join(told['White'])}"


def heard_stacks(text: str) -> str:
    """Return the position of ReMatch or of a race that the words describe."""
    due = turn(text)[0].lower()
    if following := re.search(r"(White|Orange) is next", text):
        due = f"r-{following[1][0].lower()}"
    stacks: list[str] = []
    for side, group in armies(text):
        if singles := re.fullmatch(r"\d+ (?:piece|pawn)s? (.*)", group):
            stacks += [f"{cell}={side[0].lower()}" for cell in singles[1].split(", ")]
        elif stack := re.search(r"(\w\d) (\w+) on (.*), \d+ high", group):
            below = re.findall(r"(\d*) ?\b([a-z]+)", stack[3])
            letters = "".join(int(count or 1) * colour[0] for count, colour in below)
            stacks.append(f"{stack[1]}={stack[2][0]}{letters}")
    return f"{due}:{','.join(stacks)}"


@pytest.mark.parametrize(
    ("key", "heard"),
    [
        ("czech", heard_pieces),
        ("turkish", heard_pieces),
        ("hypergammon", heard_points),
        ("rematch", heard_stacks),
        ("punt-match", heard_stacks),
        ("punt-heks players=2", heard_stacks),
        ("punt-heks players=3", heard_stacks),
        ("rekushu", heard_claims),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_can_be_followed_by_ear(key: str, heard: Callable[[str], str], seed: int) -> None:
    name, *options = key.split()
    game = find(name).configured(dict(option.split("=") for option in options))
    random, compared = Random(seed), 0
    state = game.start()
    while (due := game.turn(state)) is not None:
        moves = list(game.legal(state))
        if not isinstance(due, Dice):
            view = game.view(state)
            for shown in (view, seen_from(view, far=False), seen_from(view, far=True)):
                text = alt_text(shown)
                position = game.position(heard(text))
                barred = re.search(r"but not on (\w+)", text)
                free = [n for n in names(game, position) if not barred or n[:2] != barred[1]]
                assert free == names(game, state), text
            compared += 1
        state = game.apply(state, random.choice(moves))
    assert compared > 5


def standing(text: str) -> dict[str, str]:
    """Return by cell the piece or stack that the words put there."""
    told: dict[str, str] = {}
    for side, group in armies(re.sub(r"\w+ (?:has )?claim[^.]*\.", "", text)):
        if stack := re.search(r"(\w\d+) (\w+ .*\bon .*, \d+ high)", group):
            told[stack[1]] = f"{side} {stack[2]}"
        else:
            _, kind, cells = group.split(maxsplit=2)
            told |= dict.fromkeys(
                cells.split(", "), f"{side} {kind.replace('men', 'man').removesuffix('s')}"
            )
    return told


@pytest.mark.parametrize(
    "key", ["czech", "turkish", "rematch", "punt-match", "punt-heks players=3", "rekushu"]
)
def test_a_tried_move_tells_all_that_it_changes(key: str) -> None:
    name, *options = key.split()
    game = find(name).configured(dict(option.split("=") for option in options))
    random, state, compared = Random(3), game.start(), 0
    while game.outcome(state) is None and compared < 80:
        move = random.choice(list(game.legal(state)))
        before, after = game.view(state), game.view(game.apply(state, move), move)
        text = change_text(before, after)
        assert text.endswith("Nothing else changes.")
        heard = standing(alt_text(before)) | standing(text.partition("Now empty")[0])
        for cell in re.findall(r"Now empty: (.*?)\.", text)[0:1]:
            heard = {
                place: piece for place, piece in heard.items() if place not in cell.split(", ")
            }
        whole = alt_text(after)
        assert heard == standing(whole), text
        counts = re.compile(r"\w+, \d+ on end row|\w+ has claimed [^.:]*")
        was, now = set(counts.findall(alt_text(before))), set(counts.findall(whole))
        assert now - was <= set(counts.findall(text)), text
        state, compared = game.apply(state, move), compared + 1


def names(game: AnyGame, state: object) -> list[str]:
    """Return the legal moves as they are typed, sorted."""
    return sorted(game.notate(move) for move in game.legal(state))


def test_a_hit_is_told_in_words() -> None:
    game = find("hypergammon")
    state = game.position("W[4-2]:W13,8,6:B16,5,3")
    move = game.parse(state, "13/9* 8/6")
    assert not isinstance(move, Roll)
    view = game.view(game.apply(state, move), move)
    assert "Hit on 16." in alt_text(view)
    assert "Hit on 9." in alt_text(seen_from(view, far=False))
