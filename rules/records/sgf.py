"""Games of dice as SGF, as GNU Backgammon writes and reads it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rules.contract.core import AnyGame, Dice, Side
from rules.contract.formats import HasSgf
from rules.match.table_rules import LATE, RESIGNED
from rules.records.configurations import configured_games
from rules.records.game_record import GameRecord
from rules.records.transcript import MOST_TURNS, Ending, RecordError, Transcript
from rules.records.turns import read_turn

__all__ = ["as_text", "can_be_written", "read"]

_BACKGAMMON: Final = "6"
"""The number of the game in the property GM."""
_SPACE: Final = re.compile(r"\s*")
_NAME: Final = re.compile(r"[A-Z]{1,8}")
_VALUE: Final = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_RESULT: Final = re.compile(r"([WB])\+[1-9][0-9]?R?")
_DRAWN: Final = ("0", "Draw")
_UNTOLD: Final = ("", "?", "Void")
_CUBE: Final = ("double", "take", "drop")
_SIDES: Final = ("W", "B")


def can_be_written(game: AnyGame) -> bool:
    """Return True for the games that GNU Backgammon plays."""
    return isinstance(game, HasSgf)


def as_text(record: GameRecord) -> str:
    """Return a game that GNU Backgammon plays as a file. Opening rolls of equal dice are lost."""
    match, game = record.match, record.match.game
    assert isinstance(game, HasSgf)
    letters = dict(zip((side.key for side in game.spec.sides), _SIDES, strict=True))
    white, black = (_escaped(record.name_of(side.key)) for side in game.spec.sides)
    head = (
        f"FF[4]GM[{_BACKGAMMON}]CA[UTF-8]AP[Postboard]"
        f"MI[length:{game.sgf.length}][game:0][ws:0][bs:0]PW[{white}]PB[{black}]"
        f"DT[{record.day}]RU[NoCube:{game.sgf.variation}]{_result(record, letters)}"
    )
    turns = list[str]()
    before = game.start()
    for ply in match.plies:
        if ply.side is not None:
            turns.append(f";{letters[ply.side]}[{game.sgf_turn(before, ply.move)}]")
        before = ply.state
    return "\n".join((f"(;{head}", *turns)) + ")\n"


def _result(record: GameRecord, letters: Mapping[Side, str]) -> str:
    """Return the property of the result; nothing in a game without one."""
    outcome = record.match.outcome
    if outcome is None or outcome.is_void:
        return ""
    if not outcome.winners:
        return f"RE[{_DRAWN[0]}]"
    (winner,) = outcome.winners
    early = "R" if outcome.rule in (RESIGNED, LATE) else ""
    return f"RE[{letters[winner]}+{outcome.worth}{early}]"


def _escaped(value: str) -> str:
    one_line = " ".join(value.split())
    return re.sub(r"([\]\\])", r"\\\1", one_line)


def read(text: str) -> Transcript:
    """Return the turns of the one game that a file holds. Raises RecordError or RulesError."""
    nodes = _nodes(text)
    head = dict(nodes[0])
    key, options, game = _configuration(head)
    assert isinstance(game, HasSgf)
    sides = {letter: side.key for letter, side in zip(_SIDES, game.spec.sides, strict=True)}
    state, texts = game.start(), list[str]()
    for node in nodes:
        moves = [(name, values[0]) for name, values in node if name in sides]
        names = {name for name, _ in node}
        # A side to move with its dice is the roll that is due, as in a game that was resigned then.
        if names & {"AB", "AW", "AE"} or ("PL" in names and "DI" not in names):
            raise RecordError("it begins with a position of its own")
        if len(texts) >= MOST_TURNS:
            raise RecordError(f"a game has at most {MOST_TURNS} turns and rolls")
        for letter, value in moves:
            if value in _CUBE:
                raise RecordError("it has a doubling cube, which isn't played here")
            for turn in game.read_sgf_turn(state, sides[letter], value):
                due = game.turn(state)
                if not isinstance(due, Dice) and due != sides[letter]:
                    raise RecordError(f"the turn {letter}[{value}] is not due")
                state = game.apply(state, read_turn(game, state, turn))
                texts.append(turn)
    return _with_end(Transcript(key, options, tuple(texts)), head, sides, game)


def _with_end(
    played: Transcript,
    head: Mapping[str, Sequence[str]],
    sides: Mapping[str, Side],
    game: AnyGame,
) -> Transcript:
    """Return the game with the end in the file, unless the turns lead to it."""
    told = head.get("RE", ("",))[0]
    reached = played.checked().ending()
    if told in _UNTOLD:
        return played
    result = _RESULT.fullmatch(told)
    if not result and told not in _DRAWN:
        raise RecordError(f"“{told[:20]}” is no result")
    winners = frozenset({sides[result[1]]} if result else ())
    if reached is not None and reached.winners != winners:
        raise RecordError("its moves lead to another result")
    if reached is not None:
        return played
    points = int(told.rstrip("R")[2:]) if result else 1
    ending = Ending(winners, min(points, game.spec.highest_worth))
    return Transcript(played.key, played.options, played.texts, ending).checked()


def _configuration(head: Mapping[str, Sequence[str]]) -> tuple[str, Mapping[str, str], AnyGame]:
    """Return the game with its options from the first node."""
    if tuple(head.get("GM", ())) != (_BACKGAMMON,):
        raise RecordError("it isn't a game of backgammon")
    words = head.get("RU", ("",))[0].split(":")
    length = 1 if "length:1" in head.get("MI", ()) else 0
    for key, options, game in configured_games():
        if isinstance(game, HasSgf) and game.sgf.variation in words and game.sgf.length == length:
            return key, options, game
    raise RecordError("it is a variation of backgammon that isn't played here")


def _nodes(text: str) -> list[list[tuple[str, list[str]]]]:
    """Return the nodes of the one game in a file, as properties with their values."""
    nodes, at = list[list[tuple[str, list[str]]]](), _after_space(text, 0)
    if text[at : at + 1] != "(":
        raise RecordError("it doesn't begin as SGF does, with “(;”")
    at = _after_space(text, at + 1)
    while text[at : at + 1] == ";":
        properties, at = list[tuple[str, list[str]]](), _after_space(text, at + 1)
        while found := _NAME.match(text, at):
            values, at = list[str](), found.end()
            while value := _VALUE.match(text, at):
                values.append(re.sub(r"\\(.)", r"\1", value[1], flags=re.DOTALL))
                at = value.end()
            if not values:
                raise RecordError(f"the property {found[0]} has no value")
            properties.append((found[0], values))
            at = _after_space(text, at)
        nodes.append(properties)
    if text[at : at + 1] == "(":
        raise RecordError("it has variations, which aren't read")
    if not nodes or text[at : at + 1] != ")":
        raise RecordError("it ends in the middle, or with what isn't SGF")
    if text[at + 1 :].strip():
        raise RecordError("more than one game is in it")
    return nodes


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
