"""Games of draughts as PDN 3.0, the format of draughts programs."""

import re
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Final

from rules.contract.core import AnyGame
from rules.contract.formats import HasPdn
from rules.records.configurations import configured_games
from rules.records.game_record import GameRecord
from rules.records.transcript import MOST_TURNS, Ending, RecordError, Transcript

__all__ = ["as_text", "can_be_written", "read"]

_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN: Final = re.compile(
    r"\s+|\{[^{}]*\}|\$[0-9]+|[0-9]+\.+(?:\s*\.\.\.)?"
    r"|(?P<result>1-0|0-1|1/2-1/2|2-0|0-2|1-1|\*)(?=\s|$)"
    r"|(?P<move>[A-Za-z][1-9][A-Za-z0-9:x-]*)[!?]*"
)
_NO_RESULT: Final = "*"
_WINNERS: Final = {"1-0": (0,), "2-0": (0,), "0-1": (1,), "0-2": (1,), "1/2-1/2": (), "1-1": ()}


def can_be_written(game: AnyGame) -> bool:
    """Return True for the games that PDN knows."""
    return isinstance(game, HasPdn)


def as_text(record: GameRecord) -> str:
    """Return a game that PDN knows as a file."""
    game, first = record.match.game, record.match.game.spec.sides[0].key
    assert isinstance(game, HasPdn)
    white, black = (record.name_of(side.key) for side in game.spec.sides)
    result = record.points or _NO_RESULT
    tags = {
        "Event": "Postboard",
        "Date": record.day.replace("-", "."),
        "Round": str(record.number),
        "White": white,
        "Black": black,
        "Result": result,
        "GameType": game.pdn.game_type,
        **({"SetUp": "1", "FEN": game.pdn.fen} if game.pdn.fen else {}),
        **game.pdn.tags,
    }
    words = list[str]()
    for number, ply in enumerate(record.match.plies):
        words += [f"{number // 2 + 1}."] if ply.side == first else []
        words.append(ply.notation)
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())
    moves = fill(" ".join((*words, result)), 79, break_on_hyphens=False, break_long_words=False)
    return f"{head}\n{moves}\n"


def _escaped(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> Transcript:
    """Return the turns of the one game that a file holds. Raises RecordError or RulesError."""
    tags, at = dict[str, str](), 0
    while found := _TAG.match(text, at):
        tags[found[1]], at = re.sub(r"\\(.)", r"\1", found[2]), found.end()
    key, options, game = _configuration(tags)
    moves, result = list[str](), None
    for kind, word in _words(text, at):
        if result is not None:
            raise RecordError("more than one game is in it")
        if kind == "result":
            result = word
        else:
            moves.append(word)
        if len(moves) > MOST_TURNS:
            raise RecordError(f"a game has at most {MOST_TURNS} turns")
    result = result or tags.get("Result", _NO_RESULT)
    if tags.get("Result", result) != result:
        raise RecordError("its tag “Result” and its end tell two results")
    if result not in (*_WINNERS, _NO_RESULT):
        raise RecordError(f"“{result[:20]}” is no result")
    played = Transcript(key, options, tuple(moves))
    if result == _NO_RESULT:
        return played.checked()
    sides = [side.key for side in game.spec.sides]
    ending = Ending(frozenset(sides[number] for number in _WINNERS[result]))
    reached = played.checked().ending()
    if reached is None:
        return Transcript(key, options, tuple(moves), ending).checked()
    if reached.winners != ending.winners:
        raise RecordError("its moves lead to another result")
    return played


def _words(text: str, at: int) -> Iterator[tuple[str, str]]:
    """Yield the moves and results of a game; comments and numbers are passed over."""
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise RecordError(f"“{text[at : at + 20]}” is no move; variations aren't read")
        if found.lastgroup:
            yield found.lastgroup, found[found.lastgroup]
        at = found.end()


def _configuration(tags: Mapping[str, str]) -> tuple[str, Mapping[str, str], AnyGame]:
    """Return the game with its options that the tags tell."""
    number = tags.get("GameType", "").split(",")[0].strip()
    forms = [
        (key, options, game, game.pdn)
        for key, options, game in configured_games()
        if isinstance(game, HasPdn) and game.pdn.game_type.split(",")[0] == number
    ]
    if not forms:
        raise RecordError(f"the tag GameType names none of our games: “{number[:20]}”")
    own = {name for _, _, _, form in forms for name in form.tags}
    told = {name: value for name, value in tags.items() if name in own}
    for key, options, game, form in forms:
        if told == dict(form.tags) and _begins(game, tags.get("FEN")):
            return key, options, game
    raise RecordError("it begins with another position than the game does")


def _begins(game: AnyGame, fen: str | None) -> bool:
    """Return True if the game starts in the position; without one, if it is the usual start."""
    assert isinstance(game, HasPdn)
    if fen is None:
        return game.pdn.fen is None
    try:
        return bool(game.position(fen.strip().rstrip(".")) == game.start())
    except ValueError:
        return False
