"""Games as files: written, read by programs that are not ours, and read back."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from rules.contract.core import Side
from rules.contract.formats import HasPdn, HasSgf
from rules.records import json_form, pdn, sgf
from rules.records.configurations import configured_games
from rules.records.game_record import FORMER_PLAYER, GameRecord
from rules.records.reading import (
    LARGEST,
    FileGame,
    first_difference,
    read_file,
    replayed,
    written_out,
)
from rules.records.transcript import MOST_TURNS, Ending, RecordError, Transcript
from rules.records.turns import read_turn
from rules.registry import find
from tests.conformance.configured import SOAK
from tests.rules.sample_records import random_record
from tests.rules.test_command_line import run

SCHEMA: Final = json.loads(
    (Path(__file__).parents[2] / "docs" / "game.schema.json").read_text("utf-8")
)
VALIDATOR: Final = jsonschema_rs.validator_for(SCHEMA)
GAMES: Final = list(configured_games())
NUMBER: Final = 1_000 if SOAK else 50
"""Games that are exported and read back."""


def sample(number: int) -> GameRecord:
    """Return a random game, each of another configuration than the one before."""
    key, options, game = GAMES[number % len(GAMES)]
    most = 5_000 if SOAK or key != "rekushu" else 60
    return random_record(game, options, number, most=most)


SAMPLES: Final = [pytest.param(number, id=str(number)) for number in range(NUMBER)]


def read(text: str) -> FileGame:
    return read_file(text.encode())


@pytest.mark.parametrize("number", SAMPLES)
def test_a_game_is_read_back_from_every_format(number: int) -> None:
    record = sample(number)
    game, told = record.match.game, record.transcript
    text = json_form.as_text(record)
    assert len(text.encode()) <= LARGEST
    VALIDATOR.validate(json.loads(text))
    found = read(text)
    assert (found.kind, found.record) == ("JSON", record)
    assert read(json_form.as_line(record)).record == record
    assert "\n" not in json_form.as_line(record)
    written = {"text": told.text}
    if isinstance(game, HasPdn):
        written["PDN"] = pdn.as_text(record)
    if isinstance(game, HasSgf):
        written["SGF"] = sgf.as_text(record)
    for kind, text in written.items():
        found = read(text)
        assert found.kind == kind
        assert first_difference(replayed(written_out(found.transcript)), record.match) is None
        ending = found.transcript.ending()
        assert (ending and ending.winners) == (told.ending() and told.ending().winners)  # type: ignore[union-attr]
        assert found.transcript.state()[:2] == record.match.state[:2] or kind != "SGF"
        assert dict(found.transcript.options) == dict(record.options)


@pytest.mark.parametrize("number", range(20))
def test_a_game_that_differs_is_told_apart_by_its_first_other_turn(number: int) -> None:
    record = sample(number)
    turns = record.transcript.turns()
    cut = replace(record.transcript, texts=record.transcript.texts[: len(turns) // 2], early=None)
    moves = [turn for turn in turns if turn.side]
    kept = [turn for turn in turns[: len(turns) // 2] if turn.side]
    expected = None if len(moves) == len(kept) else len(kept) + 1
    assert first_difference(record.match, replayed(written_out(cut))) == expected
    assert first_difference(replayed(written_out(cut)), record.match) == expected


def test_another_move_is_the_first_difference() -> None:
    game = Transcript("czech", {}, ("c3-d4", "d6-e5", "b2-c3"))
    other = replace(game, texts=("c3-d4", "d6-e5", "d2-c3"))
    assert first_difference(replayed(game), replayed(other)) == 3
    fewer = Transcript("czech", {"men": "8"}, ())
    assert first_difference(replayed(game), replayed(fewer)) == 1


# Programs that are not ours


def test_pydraughts_replays_our_turkish_games() -> None:
    """It has no rules of Czech draughts; of those it reads the moves."""
    draughts = pytest.importorskip("draughts", reason="pydraughts is in the extra “test”")
    reader = pytest.importorskip("draughts.PDN").PDNReader
    replayed = 0
    for number, (key, options, game) in enumerate(GAMES * (NUMBER // 10)):
        if not isinstance(game, HasPdn):
            continue
        record = random_record(game, options, number)
        (found,) = reader(pdn_text=pdn.as_text(record)).games
        assert found.moves == [ply.notation for ply in record.match.plies]
        assert found.game_ending == (record.points or "*")
        assert found.variant == key
        if key != "turkish" or options["crown"] != "continue":
            continue
        board = draughts.Board("turkish")
        for ply in record.match.plies:
            move = draughts.Move(board, pdn_move=ply.notation)
            assert move.board_move in [each.board_move for each in board.legal_moves()]
            board.push(move)
        replayed += 1
    assert replayed >= NUMBER // 10


GNU: Final = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")


@pytest.mark.skipif(GNU is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_reads_our_games_of_hypergammon(tmp_path: Path) -> None:
    assert GNU is not None
    records = list[GameRecord]()
    forms = [form for form in GAMES if isinstance(form[2], HasSgf)]
    for number in range(NUMBER):
        _, options, game = forms[number % len(forms)]
        record = random_record(game, options, number)
        if any(ply.side for ply in record.match.plies):
            records.append(record)
    commands = ["set lang C"]
    for number, record in enumerate(records):
        (tmp_path / f"{number}.sgf").write_text(sgf.as_text(record), encoding="utf-8")
        out = tmp_path / f"{number}.txt"
        commands += [f'load match "{tmp_path / f"{number}.sgf"}"', f'export match text "{out}"']
    done = subprocess.run(
        [GNU, "-t", "-q"], input="\n".join((*commands, "")), capture_output=True, text=True,
        timeout=600, check=False, env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    for number, record in enumerate(records):
        shown = (tmp_path / f"{number}.txt").read_text("utf-8", "replace")
        told = re.findall(r"^\* .* (?:moves (.+)|(cannot move))$", shown, re.M)
        rolls = re.findall(r"to play (\d\d)$", shown, re.M)
        assert _as_played(record, [move or "pass" for move, _ in told]), done.stdout[-500:]
        assert [sorted(map(int, roll)) for roll in rolls] == _rolls(record)
        outcome = record.match.outcome
        if outcome and outcome.winners:
            assert re.search(r"wins? .*(?:point|game|gammon)", shown), shown[-3000:]


def _as_played(record: GameRecord, moves: list[str]) -> bool:
    """Whether moves as another program writes them lead through the same positions."""
    game, state = record.match.game, record.match.game.start()
    for ply in record.match.plies:
        if ply.side is None:
            state = ply.state
            continue
        move = read_turn(game, state, moves.pop(0))
        state = game.apply(state, move)
        if state != ply.state:
            return False
    return not moves


def _rolls(record: GameRecord) -> list[list[int]]:
    played = list[list[int]]()
    pips: tuple[int, ...] = ()
    for ply in record.match.plies:
        if ply.side is None:
            pips = ply.move.pips
        else:
            played.append(sorted(pips))
    return played


# Names, and what is not in a file


def test_a_name_that_is_gone_is_that_of_a_former_player() -> None:
    for number, (_, options, game) in enumerate(GAMES):
        record = random_record(game, options, number)
        members = json.loads(json_form.as_text(record))
        assert members["holders"][0]["name"] is None
        if isinstance(game, HasPdn):
            assert f'[White "{FORMER_PLAYER}"]' in pdn.as_text(record)
        if isinstance(game, HasSgf):
            assert f"PW[{FORMER_PLAYER}]" in sgf.as_text(record)


# Files that hold no game


@cache
def _czech() -> GameRecord:
    _, options, game = next(form for form in GAMES if form[0] == "czech")
    return next(
        record
        for seed in range(100)
        if (record := random_record(game, options, seed)).match.outcome and record.points == "1-0"
    )


def _members() -> dict[str, Any]:
    return json.loads(json_form.as_text(_czech()))  # type: ignore[no-any-return]


def _changed(name: str, value: object, *path: Any) -> str:
    members = _members()
    place: Any = members
    for step in path:
        place = place[step]
    place[name] = value
    return json.dumps(members)


HOSTILE: Final[Mapping[str, tuple[str, str]]] = {
    "another format": (_changed("format", "postboard-game-9"), "its format"),
    "an unknown game": (_changed("game", "chess"), "no game chess"),
    "an old version": (_changed("version", 99), "Version 99"),
    "a version that is a word": (_changed("version", "1"), "“version”"),
    "true for a number": (_changed("seating", True), "“seating”"),
    "an option of another game": (_changed("options", {"size": "8"}), "size"),
    "an option that is no text": (_changed("options", {"men": 8}), "option"),
    "no such seating": (_changed("seating", 7), "seating"),
    "other seats": (_changed("seats", [["black"], ["white"]]), "seats"),
    "a strange time": (_changed("time", "whenever"), "whenever"),
    "a holder too few": (_changed("holders", []), "holder"),
    "a move that breaks a rule": (_changed("text", "a1-a5", "entries", 1), "a1"),
    "a move that is written otherwise": (_changed("kind", "moved", "entries", 1), "moved"),
    "a later time before": (_changed("at", 1, "entries", 1), "out of order"),
    "a time after the end of the world": (_changed("at", 10**30, "entries", 1), "time"),
    "an entry by a seat that there isn't": (_changed("seat", 9, "entries", 1), "seat"),
    "a member too many": (_changed("words", "hello", "entries", 1), "other members"),
    "an entry that was changed": (_changed("request", "1", "entries", 1), "digest"),
    "another digest": (_changed("digest", "0" * 64), "digest"),
    "another winner": (_changed("winners", ["black"], "outcome"), "outcome"),
    "another rank": (_changed("rank", 1, "results", 1), "result"),
    "a proof that isn't one": (_changed("dice", {"format": "postboard-dice-2"}), "proof"),
    "no JSON": ("{" + "]" * 10, "JSON"),
    "a member twice": ('{"format":"a","format":"b"}', "twice"),
    "deep nesting": ("{" + '"a":{' * 5_000, "nested"),
    "a number of many digits": (_changed("number", 1)[:-1] + ',"x":' + "9" * 5_000 + "}", "holds"),
    "infinity": (_changed("number", 1).replace('"number": 1', '"number": Infinity', 1), "holds"),
    "PDN of another game": ('[GameType "20,W,10,10,N2,0"]\n1. 32-28 *', "GameType"),
    "PDN without its type": ('[White "Ann"]\n1. c3-d4 *', "GameType"),
    "PDN with another start": (
        '[GameType "29,W,8,8,A0,0"]\n[SetUp "1"]\n[FEN "W:Wa1:Bh8"]\n1. a1-b2 *', "position",
    ),
    "PDN with a broken position": ('[GameType "29,W,8,8,A0,0"]\n[FEN "?"]\n1. c3-d4 *', "position"),
    "PDN with a bad move": ('[GameType "29,W,8,8,A0,0"]\n1. c3-c4 *', "c3"),
    "PDN with variations": ('[GameType "29,W,8,8,A0,0"]\n1. c3-d4 (1. a3-b4) *', "variations"),
    "PDN with two games": ('[GameType "29,W,8,8,A0,0"]\n1. c3-d4 * 1. c3-d4 *', "more than one"),
    "PDN with two results": (
        '[GameType "29,W,8,8,A0,0"]\n[Result "1-0"]\n1. c3-d4 0-1', "two results",
    ),
    "PDN with two games and tags": (
        '[GameType "29"]\n1. c3-d4 *\n[GameType "29"]\n1. c3-d4 *', "more than one",
    ),
    "PDN with squares by number": ('[GameType "29,W,8,8,N1,0"]\n1. 11-15 22-17 *', "by number"),
    "PDN with a position among its moves": ('[GameType "29"]\n/W:Wa1:Bh8/ 1. a1-b2 *', "position"),
    "PDN with a bracket": ('[GameType "29"]\n1. c3-d4 (good) *', "“(good) *” is no move."),
    "PDN of percent signs": ("%" * 100_000 + '\n[GameType "29', "GameType"),
    "PDN without an end of its tag": ('[GameType "29,W' + "x" * 1_000, "GameType"),
    "SGF of go": ("(;GM[1]FF[4];B[aa])", "backgammon"),
    "SGF of backgammon": ("(;GM[6]MI[length:1];W[31ab])", "variation"),
    "SGF that ends": ("(;GM[6]MI[length:1]RU[NoCube:Hypergammon3];W[62wqpn]", "ends"),
    "SGF with a cube": ("(;GM[6]MI[length:1]RU[NoCube:Hypergammon3];W[double])", "cube"),
    "SGF with a bad turn": ("(;GM[6]MI[length:1]RU[NoCube:Hypergammon3];W[pass])", "roll"),
    "SGF with a side to move": ("(;GM[6]RU[Hypergammon3]PL[W])", "position"),
    "SGF with a bad move": ("(;GM[6]MI[length:1]RU[NoCube:Hypergammon3];W[62aaaa])", "holds"),
    "SGF with the other side": (
        "(;GM[6]MI[length:1]RU[NoCube:Hypergammon3];W[62wqxv];W[31vuqn])", "due",
    ),
    "SGF with variations": ("(;GM[6]RU[Hypergammon3](;W[62wqxv])(;W[62wqxv]))", "variations"),
    "SGF with an open bracket": ("(;GM[6" + "x" * 1_000, "holds"),
    "SGF with a position": ("(;GM[6]RU[Hypergammon3]AW[a])", "position"),
    "SGF with two games": ("(;GM[6]RU[Hypergammon3])(;GM[6])", "more than one"),
    "SGF with a strange result": ("(;GM[6]RU[Hypergammon3]RE[Ann])", "Ann"),
    "no game": ("hello\nworld\n", "missing"),
    "nothing": ("", "missing"),
    "text with a winner who isn't": ("game: czech\nended: purple\n", "won by some"),
    "text that everybody wins": ("game: czech\nended: black+white\n", "won by some"),
    "text with too many turns": ("game: czech\n" + "c3-d4\n" * (MOST_TURNS + 1), "at most"),
    "text with a long number": ("game: czech\nversion: " + "9" * 5_000, "holds"),
    "zeros": ("\0" * 100, "missing"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_holds_no_game_is_refused_with_a_sentence(name: str) -> None:
    text, reason = HOSTILE[name]
    with pytest.raises(RecordError, match=re.escape(reason)) as refused:
        read(text)
    said = str(refused.value)
    assert said.endswith(".")
    assert said.isprintable()
    assert len(said) < 400


_HEAD: Final = '[GameType "29,W,8,8,A0,0"]\n'
_MOVES: Final = "1. c3-d4 b6-a5 2. b2-c3"


@pytest.mark.parametrize(
    ("tag", "end", "winners"),
    [
        ("2-0", "*", "white"), ("1-0", "2-0", "white"), ("0-2", "0-1", "black"),
        ("1/2-1/2", "1-1", ""), ("0-0", "0-0", ""), ("0-0", "*", ""),
        ("?", "*", None), ("", "*", None), ("*", "", None), ("Ann won", "*", None),
        ("?", "1-0", "white"), ("*", "0-1", "black"), (None, "1-0 *", "white"),
        ("½-½", "½-½", ""), ("1/2", "1/2", ""), (None, "1–0", "white"), (None, "1-0;", "white"),
        ("1-0", "", "white"), (None, "1-0%", "white"), (None, "1-0{resigned}", "white"),
    ],
)  # fmt: skip
def test_results_of_pdn_are_compared_by_who_won(
    tag: str | None, end: str, winners: str | None
) -> None:
    told = "" if tag is None else f'[Result "{tag}"]\n'
    found = read(f"{_HEAD}{told}{_MOVES} {end}").transcript
    assert found.texts == ("c3-d4", "b6-a5", "b2-c3")
    ending = found.ending()
    assert (None if ending is None else " ".join(ending.winners)) == winners


def test_a_result_to_which_the_moves_of_pdn_do_not_lead_is_refused() -> None:
    game, chance, moves = find("czech"), random.Random(1), list[str]()
    state = game.start()
    while (outcome := game.outcome(state)) is None:
        move = chance.choice(game.legal(state))
        moves.append(game.notate(move))
        state = game.apply(state, move)
    for end, winners in (("2-0", {"white"}), ("0-2", {"black"}), ("1-1", set[str]())):
        text = f"{_HEAD}{' '.join(moves)} {end}"
        if winners == set(map(str, outcome.winners)):
            assert read(text).transcript.texts == tuple(moves)
        else:
            with pytest.raises(RecordError, match="lead to another result"):
                read(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{_HEAD}1. c3-d4(!) b6-a5 (?!) 2. b2-c3 ! *",
        f"{_HEAD}1. c3-d4!? $1 b6-a5?? {{a {{ brace}} 2. b2-c3 $14 *",
        f"{_HEAD}1. c3 - d4 1... b6-a5 2.b2:c3 *".replace("b2:c3", "b2 -c3"),
        f"{_HEAD}1.c3d4 b6a5 2.B2C3 *",
        f"% from a program\n{_HEAD}1. c3-d4 % the usual\n b6-a5 2. b2-c3 *",
        f"{_HEAD}1. c3–d4 ; the usual\n1… b6−a5 2. b2—c3+ *\x1a",
        f"{_HEAD}1. c3-d4 b6-a5# 2. b2-c3 *\0\0",
        f"{{a comment}}\n{_HEAD}% between\n[White \"C:\\\\ann\"]\n{_MOVES} *",
        f"From: somebody\n\n{_HEAD}{_MOVES}",
        f"\ufeff{_HEAD.replace(chr(10), chr(13) + chr(10))}{_MOVES}",
        f'[Event "x"][GameType "29"]\n\n{_MOVES} *',
    ],
)  # fmt: skip
def test_pdn_is_read_as_its_grammars_say(text: str) -> None:
    found = read(text)
    assert found.kind == "PDN"
    assert written_out(found.transcript).texts == ("c3-d4", "b6-a5", "b2-c3")


def test_pdn_may_name_the_pieces_that_a_capture_takes() -> None:
    moves = "1. a3-a4 b6-b5 2. d3-d4 d6-d5 3. d4xd5xc6xb7 *"
    found = read(f'[GameType "30"]\n{moves}').transcript
    for sign in "X×:":
        other = read(f'[GameType "30"]\n{moves.replace("x", sign)}').transcript
        assert written_out(other) == written_out(found)
    assert written_out(found).texts[-1] == "d4xd6xb6xb8"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Dvořák, Jiří", "cp1250"), ("Şükrü Işık", "cp1254"), ("Şükrü Işık", "utf-16"),
        ("Zoë", "latin-1"), ("Анна", "cp1251"), ("Анна", "utf-8-sig"), ("Jiří", "iso8859-2"),
    ],
)  # fmt: skip
def test_names_may_be_in_another_encoding(name: str, encoding: str) -> None:
    pdn_text = f'{_HEAD}[White "{name}"]\n{_MOVES} {{{name}}} *'
    sgf_text = f"(;GM[6]MI[length:1]RU[NoCube:Hypergammon3]PW[{name}]C[{name}])"
    for text in (pdn_text, sgf_text):
        assert read_file(text.encode(encoding)) == read(text)


def test_sgf_tells_an_encoding_with_signs_of_ascii_within_a_letter() -> None:
    """The second byte of this letter is a backslash."""
    head = "(;GM[6]CA[Shift_JIS]MI[length:1]RU[NoCube:Hypergammon3]PW[表]PB[Bo])"
    assert b"\\" in head.encode("shift_jis")
    assert read_file(head.encode("shift_jis")).transcript.texts == ()


def test_a_roll_that_is_due_as_gnu_backgammon_saves_a_game_is_passed_over() -> None:
    head = "(;FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:1]RU[NoCube:Hypergammon3]"
    begun = read(f"{head}RE[B+1R];PL[W]DI[42])").transcript
    assert (begun.texts, begun.ending()) == ((), Ending(frozenset({Side("black")})))


def test_a_draw_and_a_game_without_a_result_are_told_by_sgf() -> None:
    head = "(;GM[6]MI[length:1]RU[NoCube:Hypergammon3]"
    assert read(f"{head}RE[0])").transcript.ending() == Ending(frozenset())
    assert read(f"{head}RE[Draw])").transcript.ending() == Ending(frozenset())
    for told in ("?", "Void", ""):
        assert read(f"{head}RE[{told}])").transcript.ending() is None


def test_a_large_file_and_one_in_another_encoding_are_refused() -> None:
    with pytest.raises(RecordError, match="256 KiB"):
        read_file(b" " * (LARGEST + 1))
    with pytest.raises(RecordError, match="UTF-8"):
        read_file(b"\xff\xfe{\x00")


def test_whatever_is_done_to_a_file_it_is_read_or_refused() -> None:
    """Bytes are dropped, doubled and changed at random; no other error comes of it."""
    chance = random.Random(4)
    files = list[bytes]()
    for number in range(24):
        record = sample(number)
        game = record.match.game
        files += [json_form.as_text(record).encode(), record.transcript.text.encode()]
        files += [pdn.as_text(record).encode()] if isinstance(game, HasPdn) else []
        files += [sgf.as_text(record).encode()] if isinstance(game, HasSgf) else []
    refused = 0
    for _ in range(15_000 if SOAK else 400):
        content = bytearray(chance.choice(files))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(content))
            match chance.randrange(4):
                case 0:
                    del content[at : at + chance.randrange(1, 9)]
                case 1:
                    content[at:at] = content[at : at + chance.randrange(1, 40)]
                case 2:
                    content[at] = chance.randrange(256)
                case _:
                    content[at:at] = chance.choice((b"9" * 30, b"[[[[", b"\\", b'"', b"null", b"-"))
        try:
            read_file(bytes(content))
        except RecordError:
            refused += 1
    assert refused


# The command line


def test_the_command_line_checks_a_file(tmp_path: Path) -> None:
    record = _czech()
    file = tmp_path / "game.json"
    file.write_text(json_form.as_text(record), encoding="utf-8")
    done = run("check", str(file))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("consistent: JSON, Czech draughts\n")
    assert record.match.digest[:16] in done.stdout
    assert "genuine" not in done.stdout
    file.write_text(HOSTILE["another winner"][0], encoding="utf-8")
    done = run("check", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert "outcome" in done.stderr
    assert run("check", str(tmp_path / "none.json")).returncode == 1
