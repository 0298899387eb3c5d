"""Games of draughts as PDN 3.0, the format of draughts programs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import fill
from typing import Final

from rules.contract.core import AnyGame
from rules.contract.formats import HasPdn
from rules.records.configurations import configured_games
from rules.records.game_record import GameRecord
from rules.records.transcript import MOST_TURNS, Ending, RecordError, Transcript

__all__ = ["as_text", "can_be_written", "is_told_by", "read"]

_BLANK: Final = r"(?:\s|[%;][^\n\r]*+)"
_TAG: Final = re.compile(
    rf'(?:{_BLANK}|\{{[^}}]*\}})*+\[{_BLANK}*+(\w+){_BLANK}*+"((?:[^"\\]|\\.)*+)"{_BLANK}*+\]'
)
_FIRST_TAG: Final = re.compile(r'^[ \t]*\[\s*[A-Za-z]\w*\s*"', re.MULTILINE)
_SQUARE: Final = "[A-Za-z][1-9]"
_TOKEN: Final = re.compile(
    rf"{_BLANK}++|\{{[^}}]*\}}|\$[0-9]+|[0-9]+\.+(?:\s*\.\.\.)?|\.\.\.|[!?+#]+|\([!?]+\)"
    r"|(?P<result>1-0|0-1|1/2(?:-1/2)?|2-0|0-2|1-1|0-0|\*)(?![^\s%;{*])"
    r"|(?P<numbers>[0-9]{1,2}\s*[-xX:]\s*[0-9])"
    r"|(?P<setup>/[^/]*/)"
    rf"|(?P<move>{_SQUARE}(?:\s*[-xX:]\s*{_SQUARE}|{_SQUARE})*)(?![A-Za-z0-9])"
)
_VARIATION: Final = re.compile(rf"\({_BLANK}*+(?:[0-9]|{_SQUARE})")
_NO_RESULT: Final = "*"
_WINNERS: Final = {
    "1-0": (0,), "2-0": (0,), "0-1": (1,), "0-2": (1,), "1/2-1/2": (), "1/2": (),
    "1-1": (), "0-0": (),
}  # fmt: skip
"""The winners by the results in files; `0-0` means that both have lost."""


_SIGNS: Final = str.maketrans(
    {**dict.fromkeys("‐‑–—−", "-"), "×": "x", "…": "...", "½": "1/2", "\0": " ", "\x1a": " "}
)
"""Signs that word processors and old systems write for the format's own."""


def is_told_by(text: str) -> bool:
    """Return True if a text has a line that begins with a tag, as only PDN does."""
    return _FIRST_TAG.search(text) is not None


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
    text = text.translate(_SIGNS)
    first = _FIRST_TAG.search(text)
    tags, at = dict[str, str](), first.start() if first else 0
    while found := _TAG.match(text, at):
        tags[found[1]], at = re.sub(r"\\(.)", r"\1", found[2]), found.end()
    key, options, game = _configuration(tags)
    moves, result = list[str](), None
    for kind, word in _words(text, at):
        if kind == "move" and result is None:
            moves.append(word)
        elif kind == "result" and (result is None or word == _NO_RESULT):
            result = result or word
        else:
            raise RecordError("more than one game is in it")
        if len(moves) > MOST_TURNS:
            raise RecordError(f"a game has at most {MOST_TURNS} turns")
    played = Transcript(key, options, tuple(moves)).checked()
    told = [_WINNERS[each] for each in (result, tags.get("Result")) if each in _WINNERS]
    if not told:
        return played
    if told[0] != told[-1]:
        raise RecordError("its tag “Result” and its end tell two results")
    sides = [side.key for side in game.spec.sides]
    ending, reached = Ending(frozenset(sides[number] for number in told[0])), played.ending()
    if reached is None:
        return replace(played, early=ending).checked()
    if reached.winners != ending.winners:
        raise RecordError("its moves lead to another result")
    return played


def _words(text: str, at: int) -> Iterator[tuple[str, str]]:
    """Yield the moves and results of a game; comments, numbers and marks are passed over."""
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise RecordError(_unread(text, at))
        kind = found.lastgroup
        if kind == "numbers":
            raise RecordError("squares by number aren't read: write them as a1 to h8")
        if kind == "setup":
            raise RecordError("it begins with a position of its own")
        if kind:
            yield kind, re.sub("[X:]", "x", "".join(found[kind].split()))
        at = found.end()


def _unread(text: str, at: int) -> str:
    """Return the reason why a text can't be read from there on."""
    if _TAG.match(text, at):
        return "more than one game is in it"
    why = "; variations aren't read" if _VARIATION.match(text, at) else ""
    return f"“{text[at : at + 20]}” is no move{why}"


def _configuration(tags: Mapping[str, str]) -> tuple[str, Mapping[str, str], AnyGame]:
    """Return the game with its options from the tags."""
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
    """Return True if the game starts in the position or, without one, at its usual start."""
    assert isinstance(game, HasPdn)
    if fen is None:
        return game.pdn.fen is None
    try:
        return bool(game.position(fen.strip().rstrip(".")) == game.start())
    except ValueError:
        return False
