"""Tables of endgames: solved in seconds with few pieces, and held to the rules in three ways.

In a soak whole tables are tested, those of `make exact` where it has made them.
"""

import random
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import pytest

from engine.analyse import analyse
from engine.choose import Method, choose, investigate
from engine.endgames import (
    EndgameTable,
    Foreseen,
    endgame_configurations,
    endgame_path,
    first_gap,
    foreseen_after,
    line_of_play,
)
from engine.exact import Shelf
from engine.levels import LEVELS
from engine.preparation import prepare_endgames
from engine.report import read_report
from engine.report_text import report_text
from engine.retrograde import analyse_backwards
from engine.search import LATER, search
from engine.table_file import TableError
from engine.verdict import verdict
from rules.contract.capabilities import HasEndgames
from rules.contract.core import AnyGame, AnyState
from rules.records.transcript import Transcript, Turn
from rules.registry import find
from tests.conformance.configured import SOAK, every_game
from tests.engine.small_endgames import GAMES, key_of, solved_endgames, solved_whole_endgames
from tests.rules.draughts import naive

LISTINGS: Final[dict[str, naive.Listing]] = {
    "czech-endgames": naive.czech,
    "turkish-endgames": partial(naive.turkish, crown="stop"),
    "turkish-crown-continue-endgames": partial(naive.turkish, crown="continue"),
}


class Solved(NamedTuple):
    """A game, its table, and the folder in which that is."""

    game: AnyGame
    table: EndgameTable
    folder: Path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved_endgames(tmp_path_factory)


@pytest.fixture(scope="module")
def czech(small: Path) -> Solved:
    return solved(find("czech"), small)


@pytest.fixture(scope="module", params=GAMES, ids=key_of)
def each(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Solved:
    """Return each table: the whole one in a soak."""
    folder = solved_whole_endgames if SOAK else solved_endgames
    return solved(request.param, folder(tmp_path_factory))


def solved(game: AnyGame, folder: Path) -> Solved:
    table = Shelf(folder).endgames(game)
    assert table is not None
    return Solved(game, table, folder)


def positions(each: Solved, seed: int, number: int) -> Iterator[AnyState]:
    """Yield positions of the table drawn at random, half of them with Black to move."""
    chance = random.Random(seed)
    while number:
        state = each.table.endgames.state(chance.randrange(each.table.endgames.size))
        if state is not None:
            number -= 1
            yield state if number % 2 else turned(each.game, state)


def turned(game: AnyGame, state: AnyState) -> AnyState:
    """Return the same position with the sides exchanged, by way of its text."""
    board, side = naive.read(written(state))
    swapped: naive.Board = {
        (9 - file, 9 - rank): (("b" if piece in "wW" else "w") if piece.islower() else
                               ("B" if piece == "W" else "W"))
        for (file, rank), piece in board.items()
    }  # fmt: skip
    return game.position(naive.write(swapped, "b" if side == "w" else "w"))


def written(state: AnyState) -> str:
    white, black, kings, white_to_move = state.position
    board: naive.Board = {}
    for cell in range(64):
        if (white | black) >> cell & 1:
            piece = "w" if white >> cell & 1 else "b"
            crowned = kings >> cell & 1
            board[cell % 8 + 1, cell // 8 + 1] = piece.upper() if crowned else piece
    return naive.write(board, "w" if white_to_move else "b")


def test_every_index_is_that_of_its_position(each: Solved) -> None:
    endgames, found = each.table.endgames, 0
    indices = range(0, endgames.size, 101 if SOAK else 37)
    for index in indices:
        state = endgames.state(index)
        if state is None:
            continue
        found += 1
        assert endgames.index(state) == index
        assert endgames.index(turned(each.game, state)) == index
    assert found > 0.8 * len(indices)


def test_stages_hold_every_index_once_and_lead_to_no_later_one(each: Solved) -> None:
    endgames = each.table.endgames
    parts = [part for stage in endgames.stages for part in stage]
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == endgames.size
    chance = random.Random(3)
    for stage in endgames.stages:
        last = max(part.stop for part in stage)
        for _ in range(50):
            state = endgames.state(chance.choice(chance.choice(stage)))
            if state is None:
                continue
            for move in each.game.legal(state):
                after = endgames.index(each.game.apply(state, move))
                assert after is None or after < last


def test_codes_follow_from_the_rules_own_moves(each: Solved) -> None:
    assert first_gap(each.game, each.table, samples=100_000 if SOAK else 3_000, seed=5) is None


def test_codes_follow_from_the_slow_rules(each: Solved) -> None:
    """The second implementation lists the moves, and its boards are looked up after them."""
    listing = LISTINGS[each.table.key]
    for state in positions(each, 6, 100_000 if SOAK else 2_000):
        board, side = naive.read(written(state))
        other = "b" if side == "w" else "w"
        found: list[Foreseen] = []
        one_each = each.table.key != "czech-endgames" and len(board) == 2
        moves = naive.distinct(listing(board, side)).values()
        if moves and one_each and not any(move.captured for move in moves):
            assert each.table.foreseen(state) == Foreseen(0, 0)  # drawn by rule
            continue
        for move in moves:
            after = naive.play(board, move)
            if not any(piece.lower() == other for piece in after.values()):
                found.append(Foreseen(1, 1))
                continue
            rivals = each.table.foreseen(each.game.position(naive.write(after, other)))
            assert rivals is not None
            plies = rivals.plies + 1 if rivals.result else 0
            found.append(Foreseen(-rivals.result, plies))
        best = max(found, key=lambda end: end.value, default=Foreseen(-1, 0))
        assert each.table.foreseen(state) == best


def test_the_search_finds_no_other_result(each: Solved) -> None:
    """Where it proves one, it's the table's; an end as near as its depth is proven."""
    proven = 0
    for state in positions(each, 7, 100_000 if SOAK else 400):
        if each.game.outcome(state) is not None:
            continue
        foreseen = each.table.foreseen(state)
        assert foreseen is not None
        finding = search(each.game, state, positions=150, seed=1)
        value = finding.ranking[0].value
        if abs(value) > 0.99:
            proven += 1
            assert foreseen.result == (1 if value > 0 else -1)
            # Lines that captures prolong may be longer than the shortest.
            assert abs(value) <= abs(foreseen.value) + LATER / 2 or value < 0
        else:
            assert not foreseen.result or foreseen.plies > finding.depth
    assert proven > 20


def test_the_figures_are_those_of_the_documents() -> None:
    """With 2 pieces; docs/engine.md has those of the whole tables."""
    by_key = {key_of(game): game for game in GAMES}
    czech = analyse_backwards(
        by_key["czech-endgames"], cast("Any", by_key["czech-endgames"]).endgames(2)
    )
    assert str(czech) == (
        "3,488 positions, 1,200 won, 1,615 drawn and 673 lost by the side to move, in at most 13 "
        "plies"
    )
    turkish = analyse_backwards(
        by_key["turkish-endgames"], cast("Any", by_key["turkish-endgames"]).endgames(2)
    )
    assert str(turkish) == (
        "14,176 positions, 1,554 won, 12,622 drawn and 0 lost by the side to move, in at most 1 "
        "plies"
    )


@pytest.mark.skipif(not SOAK, reason="the whole table is solved in a soak")
def test_three_kings_catch_one_as_the_books_say(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Kings of Russian draughts move and capture as those of Czech draughts do.

    A book on them says that three kings that hold the main road catch a lone one in twelve moves
    as a rule, in thirteen from a few positions.
    """
    table = solved(find("czech"), solved_whole_endgames(tmp_path_factory)).table
    longest = 0
    for index in range(table.endgames.size):
        code = table.code(index)
        if not code or code % 2:
            continue
        state = table.endgames.state(index)
        assert state is not None
        white, black, kings, _ = state.position
        if (white.bit_count(), black.bit_count(), kings.bit_count()) == (3, 1, 4):
            longest = max(longest, code // 2)
    assert longest == 13


def test_best_play_ends_as_foreseen(czech: Solved) -> None:
    for state in positions(czech, 8, 20_000 if SOAK else 200):
        if czech.game.outcome(state) is not None:
            continue
        foreseen = czech.table.foreseen(state)
        assert foreseen is not None
        moves, outcome = line_of_play(czech.game, state, czech.table)
        assert outcome is not None
        assert bool(outcome.winners) == bool(foreseen.result)
        if foreseen.result:
            assert len(moves) == foreseen.plies
            assert (czech.game.turn(state) in outcome.winners) == (foreseen.result > 0)


def test_a_repetition_is_seen_before_the_table(czech: Solved) -> None:
    """The second of two positions that have come up twice is drawn at once."""
    state = czech.game.position("W:WKc7,Kf2:BKa7")
    line, _ = line_of_play(czech.game, state, czech.table)
    after = czech.game.apply(state, line[0])
    assert foreseen_after(czech.game, czech.table, after) == czech.table.foreseen(state)
    repeated = after._replace(history=(after.position, after.position))
    assert foreseen_after(czech.game, czech.table, repeated) == Foreseen(0, 0)


def test_a_verdict_names_winner_and_line(czech: Solved) -> None:
    game = czech.game
    state = game.position("W:WKc7,Kf2:BKa7")
    given = verdict(game, state, czech.table)
    assert given is not None
    assert given.winners == {"white"}
    assert given.is_sure
    for move in given.line:
        assert move in game.legal(state)
        state = game.apply(state, move)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == given.winners
    assert verdict(game, state, czech.table) is None  # It's over.
    assert verdict(game, game.start(), czech.table) is None


def test_a_verdict_says_where_a_draw_by_rule_is_possible(czech: Solved) -> None:
    """Kings that win in five plies, where three more without a capture draw the game."""
    game = czech.game
    state = game.position("W:WKc7,Kf2:BKa7")
    fresh = verdict(game, state, czech.table)
    assert fresh is not None
    assert fresh.is_sure
    assert len(fresh.line) == 5
    assert not any(move.captured for move in fresh.line[:3])
    elsewhere = game.position("W:WKa1:BKh8").position
    late = state._replace(history=(elsewhere,) * 27)
    given = verdict(game, late, czech.table)
    assert given is not None
    assert given.winners == fresh.winners
    assert not given.is_sure
    _, finding = investigate(game, late, 100, 1, czech.table)
    assert 0 < finding.ranking[0].value < 0.97  # Nobody resigns for it.


def test_a_drawn_verdict_ends_drawn(czech: Solved) -> None:
    given = verdict(czech.game, czech.game.position("W:WKa1:BKg1"), czech.table)
    assert given is not None
    assert given.winners == frozenset()
    assert given.is_sure


def test_the_strongest_level_plays_by_the_table_and_no_other_does(czech: Solved) -> None:
    winning = czech.game.position("W:WKc7,Kf2:BKa7")
    strongest = choose(czech.game, winning, LEVELS[-1], 1, czech.table)
    assert strongest.method is Method.ENDGAMES
    assert strongest.value == cast("Foreseen", czech.table.foreseen(winning)).value
    for level in LEVELS[:-1]:
        with_table = choose(czech.game, winning, level, 1, czech.table)
        assert with_table.method is Method.SEARCH
        assert with_table == choose(czech.game, winning, level, 1)


def test_the_strongest_level_never_gives_away_a_result(czech: Solved) -> None:
    """It searches among moves that draw, which takes its time."""
    drawn = 0
    for state in positions(czech, 10, 3_000 if SOAK else 150):
        foreseen = czech.table.foreseen(state)
        assert foreseen is not None
        drawn += not foreseen.result
        if czech.game.outcome(state) is not None or (drawn > 3 and not SOAK):
            continue
        choice = choose(czech.game, state, LEVELS[-1], 1, czech.table)
        end = foreseen_after(czech.game, czech.table, czech.game.apply(state, choice.move))
        assert end == foreseen


def test_a_search_looks_ahead_into_the_table(czech: Solved) -> None:
    """From four pieces on, with few positions: an exchange that leads to a won ending is found."""
    seen: list[AnyState] = []

    def foresight(state: AnyState) -> Foreseen | None:
        foreseen = czech.table.foreseen(state)
        seen.extend([state] if foreseen else [])
        return foreseen

    state = czech.game.position("W:Wc3,Kh2:Bd4,Kb8")
    with_table = search(czech.game, state, positions=300, seed=1, foresight=foresight)
    assert seen
    assert with_table == search(
        czech.game, state, positions=300, seed=1, foresight=czech.table.foreseen
    )
    ends = {
        foreseen_after(czech.game, czech.table, czech.game.apply(state, move))
        for move in czech.game.legal(state)
    }
    (end,) = ends - {None}
    assert end is not None
    assert with_table.ranking[0].value == end.value


class Played(Transcript):
    """A game that begins with a position."""

    __slots__ = ()

    def turns(self) -> tuple[Turn, ...]:
        state, found = self.game.position("W:WKc7,Kf2:BKa7"), list[Turn]()
        for text in self.texts:
            side = self.game.turn(state)
            move = self.game.parse(state, text)
            after = self.game.apply(state, move)
            found.append(Turn(cast("Any", side), move, text, state, after))
            state = after
        return tuple(found)

    def ending(self) -> None:
        return None


def test_an_analysis_names_a_win_that_was_missed(czech: Solved) -> None:
    state = czech.game.position("W:WKc7,Kf2:BKa7")
    foreseen = czech.table.foreseen(state)
    assert foreseen is not None
    assert foreseen.result == 1
    wrong = next(
        move
        for move in czech.game.legal(state)
        if foreseen_after(czech.game, czech.table, czech.game.apply(state, move)) == (0, 0)
    )
    right = line_of_play(czech.game, state, czech.table).moves[0]
    report = analyse(Played("czech", {}, (czech.game.notate(wrong),)), LEVELS[3], czech.table)
    (ply,) = report.plies
    assert ply.missed == (foreseen.plies + 1) // 2
    assert ply.mark == "??"
    assert f"missed a win in {ply.missed} moves" in report_text(czech.game, report)
    assert read_report(asdict(report)) == report
    report = analyse(Played("czech", {}, (czech.game.notate(right),)), LEVELS[3], czech.table)
    assert report.plies[0].missed == 0
    assert report.plies[0].loss == 0


@pytest.mark.parametrize(
    ("place", "reason"),
    [(0, "isn't a table"), (20, "another game"), (64, "other rules"), (500, "damaged")],
)
def test_a_changed_byte_is_noticed(czech: Solved, tmp_path: Path, place: int, reason: str) -> None:
    content = bytearray(endgame_path(czech.folder, cast("Any", czech.game)).read_bytes())
    content[place] ^= 1
    path = tmp_path / "czech-endgames.exact"
    path.write_bytes(content)
    with pytest.raises(TableError, match=reason):
        EndgameTable(path, czech.game)
    shelf = Shelf(tmp_path)
    assert reason in shelf.checked()[1][0]


def wrong(*_: object, **__: object) -> int:
    return 7


def drawn(*_: object) -> int:
    return 0


def test_a_file_takes_its_place_once_it_has_been_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("czech")
    path = endgame_path(tmp_path, cast("HasEndgames", game))
    path.write_bytes(b"the one before")
    with monkeypatch.context() as patch:
        patch.setattr("engine.preparation.first_gap", wrong)
        with pytest.raises(TableError, match="position 7"):
            prepare_endgames(game, tmp_path, 2)
    assert path.read_bytes() == b"the one before"
    prepare_endgames(game, tmp_path, 2)
    assert Shelf(tmp_path).checked() == (frozenset({"czech-endgames"}), ())


def test_a_wrong_code_is_found_by_the_check(czech: Solved, tmp_path: Path) -> None:
    game = czech.game
    path, _ = prepare_endgames(game, tmp_path, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EndgameTable, "code", drawn)
        assert first_gap(game, EndgameTable(path, game), samples=200, seed=1) is not None


def test_a_game_without_options_has_its_table_too() -> None:
    """Options that change no move share one; without any there is one all the same."""
    assert [key_of(game) for game in GAMES] == [
        "czech-endgames", "turkish-endgames", "turkish-crown-continue-endgames",
    ]  # fmt: skip
    czech: Any = find("czech")
    plain = replace(czech, spec=replace(czech.spec, options=()), variations=())
    assert [key_of(game) for game in endgame_configurations(plain)] == ["czech-endgames"]


@every_game
def test_other_games_have_no_endgames(game: AnyGame, tmp_path: Path) -> None:
    assert Shelf(tmp_path).best(game) is None
    if not isinstance(game, HasEndgames):
        with pytest.raises(ValueError, match="no table of endgames"):
            prepare_endgames(game, tmp_path, 2)
    else:
        for pieces in (1, game.endgame_pieces + 1):
            with pytest.raises(ValueError, match=f"2 to {game.endgame_pieces} pieces"):
                prepare_endgames(cast("AnyGame", game), tmp_path, pieces)
