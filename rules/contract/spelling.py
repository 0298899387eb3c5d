"""The text of a typed move in plain signs, and the names of cells in it.

People type moves on phones, paste them from chats and lists, and say them in words. The move is in
the names of the cells and in the signs between them; numbers of moves, the dice rolled, marks such
as `!`, comments, quotes, mark-up, pictures and words such as `please` don't change it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rules.contract.core import AnyGame, Side
from rules.contract.folding import folded

__all__ = ["Rows", "Typed", "is_numbered", "reading"]

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""Names of cells as the text joins them: `24/22 23/18` has two rows of two."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed text, and the move that it spells."""

    text: str
    """The text as typed, without the blanks around it."""
    plain: str
    """The names and words in plain notation, for `Game.parse`."""
    rows: Rows = ()
    words: tuple[str, ...] = ()
    """The words besides names of cells, in lower case."""
    side: Side | None = None
    """The side that the text begins with, as in `White: c3-d4`."""
    is_open: bool = False
    """True if it stops at a sign after which a cell has to follow, as in `d2xb4x`."""
    takes: bool = False
    """True if it has a sign of capture."""
    moves: int = 1
    """The number of moves that are written one after another."""
    dice: tuple[int, ...] = ()
    """The dice that the text begins with, as in `31: 8/5 6/5`."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names of cells, in order."""
        return tuple(name for row in self.rows for name in row)


def reading(game: AnyGame, text: str) -> Typed:
    """Return the move that a text spells on the board of a game.

    The work grows with the length of the text, which isn't bounded here.
    """
    plain = _plain(text)
    if is_numbered(game):
        return _points(game, text.strip(), plain)
    return _cells(game, text.strip(), plain)


def is_numbered(game: AnyGame) -> bool:
    """Return True if cells are named by numbers, as the points of backgammon are."""
    return game.geometry.label(game.geometry.cells[0]).isdecimal()


# Signs

_SIGNS: Final[dict[str, str]] = {
    **dict.fromkeys("×✕✖✗✘⨉⨯╳☓❌❎🗙", "x"),
    **dict.fromkeys("→⇒⇨➔➙➛➜➝➞➟➠➡➤➥➦➨➩➪➫➬➭➮➯➱➲➳➵➸➺➻➼➽➾⟶⟹⟼⟾↦↣↪⇀⇁⇢⇾►▶▸▷▹", ">"),
    **dict.fromkeys("←⇐⇦⟵⟸↤↞⇠⬅⭠", "<"),
    **dict.fromkeys("‐‒–—―−⁃⎯─━➖〜∼ー", "-"),
    **dict.fromkeys("⁄∕⧸", "/"),
    **dict.fromkeys("'’‘‛ʼ`′", ""),
    **dict(zip("АВЕКМНОРСТХІЈЅ", "ABEKMHOPCTXIJS", strict=True)),
    **dict(zip("асеохркмтіјѕһԁ", "aceoxpkmtijshd", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
    **dict(zip("αβεικορςτχ", "abeikopctx", strict=True)),
    **dict(zip("ɑɡ℮∶", "age:", strict=True)),
}
"""Signs that look like a plain one or stand for it. Letters that only sound like a Latin one are
left alone: `в` may be a B or a V."""
_INVISIBLE: Final = ("Cf", "Mn", "Me")
_COMMENT: Final = re.compile(r"\{[^{}]*\}|\$[0-9]{1,3}(?![0-9])")
"""The things that programs write besides the moves, such as `{a good one}` and `$1` for a mark."""
_MOST: Final = 1_000
"""The most plain signs that are read: `ﷺ` alone stands for 18, and no move is so long."""
_SMILEY: Final = re.compile(r"(?:[:;]-?[()]|(?<=\s)(?:[:;]-?[dp]|<3+))(?![^\W_])")


def _plain(text: str) -> str:
    """Return the text folded, in plain signs, without comments and what can't be seen."""
    signs = unicodedata.normalize("NFKC", text)[:_MOST]
    seen = (sign for sign in signs if unicodedata.category(sign) not in _INVISIBLE)
    plain = folded("".join(_SIGNS.get(sign, sign) for sign in seen))
    without = _COMMENT.sub(" ", plain)
    return _SMILEY.sub(" ", without if any(map(str.isalnum, without)) else plain)


# Words

_ADDING: Final = ("claim", "claims", "claiming", "plus")
"""Words that follow a name."""
_MEANING: Final[dict[str, str]] = {
    **dict.fromkeys(("move", "moves", "play", "plays", "playing", "go", "goes", "from"), " "),
    **dict.fromkeys(("i", "ill", "im", "lets", "my", "is", "ok", "okay", "yes"), " "),
    **dict.fromkeys(("please", "pls", "plz", "thanks", "thx"), " "),
    **dict.fromkeys(("the", "piece", "stone", "rectangle", "put", "place", "on", "at"), " "),
    **dict.fromkeys(("x", "take", "takes", "capture", "captures", "jump", "jumps"), "x"),
    **dict.fromkeys(("to", "onto", "into"), ">"),
    **dict.fromkeys(_ADDING, "+"),
    **dict.fromkeys(["and", "then"], ";"),
}
"""Words that say no more than a sign does."""
_GLUED: Final = re.compile(r"(x|to)")
_OPEN: Final = frozenset("x>-:/+")
"""Signs after which another name has to follow."""
_SILENT: Final = ' \t\n"“”„«»_~|*'


class _Piece(NamedTuple):
    """A name or a word, and the signs before it."""

    gap: str
    word: str
    is_name: bool = False


_NOTHING: Final = _Piece("", "")


def _pieces(
    game: AnyGame, token: re.Pattern[str], text: str, names_in: Callable[[str], Sequence[str]]
) -> tuple[Sequence[_Piece], str, Side | None]:
    """Return the names and words of a text, the signs after the last, and the side it begins with.

    `names_in` returns the names of which a word consists, or none.
    """
    sides = {spec.title.english().lower(): spec.key for spec in game.spec.sides}
    found: list[_Piece] = []
    gap, side = " ", None
    words: list[str] = token.findall(text)
    for each in words:
        if not found and side is None and each in sides:
            gap, side = " ", sides[each]
            continue
        is_said = each in _MEANING and (found or each not in _ADDING)
        if is_said or not each[0].isalnum():
            gap += "<" if found and each == "from" else _MEANING.get(each, each)
            continue
        glued = [part for part in _GLUED.split(each) if part]
        if not all(_GLUED.fullmatch(p) or p.isdecimal() or names_in(p) for p in glued):
            glued = [each]
        for part in glued:
            if _GLUED.fullmatch(part):
                gap += _MEANING[part]
                continue
            names = names_in(part)
            for word in names or (part,):
                found.append(_Piece(gap, word, bool(names)))
                gap = ""
    return _forward(found), gap, side


def _forward(found: Sequence[_Piece]) -> Sequence[_Piece]:
    """Return two names in the order of the move if they stand the other way round: `d4 from c3`.

    Where there are more, no one knows which of them are turned, so the text can't be read.
    """
    if not any("<" in piece.gap and ">" not in piece.gap for piece in found[1:]):
        return found
    if len(found) == 2 and all(piece.is_name for piece in found):
        end, start = found
        return [start._replace(gap=" "), end._replace(gap=start.gap.replace("<", "-"))]
    return [*found, _Piece(" ", "from")]


def _stops(found: Sequence[_Piece], rest: str) -> bool:
    """Return True if the signs after the last name ask for another one.

    Signs that also stand before the first name are a frame, as in `<c3-d4>`.
    """
    if not found or not found[-1].is_name:
        return False
    before = found[0].gap
    frame = {*before.replace(">", "").replace("x", "").replace("<", ">")}
    return rest.lstrip(_SILENT)[:1] in _OPEN - frame


def _rows(found: Sequence[_Piece], joins: Callable[[_Piece, _Piece], bool]) -> Iterator[list[str]]:
    """Yield the names that are joined to one another; `joins` takes two neighbours."""
    row: list[str] = []
    for before, piece in pairwise((_NOTHING, *found)):
        if row and not (before.is_name and piece.is_name and joins(before, piece)):
            yield row
            row = []
        if piece.is_name:
            row.append(piece.word)
    if row:
        yield row


# Boards whose cells have a letter and a number

_WORD: Final = re.compile(r"[^\W_]+|[\W_]")
_CELL: Final = re.compile(r"[a-z][0-9]{1,3}")
_CELLS: Final = re.compile(r"(?:[a-z][0-9]{1,3})+")
_MISTYPED: Final = re.compile(r"[a-z](?:l[0-9o]?|[0-9][lo])")
_DIGITS: Final = str.maketrans("lo", "10")
_NUMBER: Final = re.compile(r"\W*(?:no|nr|move|ply)?\W*[0-9]{1,3}[\s.,)\]:]+")
_LATER_NUMBER: Final = re.compile(r"\s[0-9]{1,3}[.)]+\s*")
_SPACED: Final = re.compile(r"(?<![^\W_])([a-wyz])[^\S\n]+(?=[0-9]{1,3}(?![^\W_]))")
_TIES: Final = frozenset("x>-:=+\\")


def _cells(game: AnyGame, text: str, plain: str) -> Typed:
    """Return what a text spells on a board whose cells have a letter and a number."""
    number = _NUMBER.match(plain)
    if number and _CELL.search(plain, number.end()):
        plain = plain[number.end() :]
    halves = len(_LATER_NUMBER.findall(plain))
    plain = _SPACED.sub(r"\1", _LATER_NUMBER.sub(";", plain))
    has_cells = bool(_CELL.search(plain))

    def names_in(word: str) -> Sequence[str]:
        if _CELLS.fullmatch(word):
            return _CELL.findall(word)
        if has_cells and _MISTYPED.fullmatch(word):
            name = word[0] + word[1:].translate(_DIGITS)
            return (name,) if game.geometry.find(name) is not None else ()
        return ()

    found, rest, side = _pieces(game, _WORD, plain, names_in)
    rows = list(_rows(found, _ties))
    takes = "x" in rest or any("x" in piece.gap for piece in found)
    are_moves = len(rows) > 1 and all(len(row) > 1 for row in rows)
    moves = len(rows) if are_moves else 1 + bool(halves)
    if are_moves and takes and all(a[-1] == b[0] for a, b in pairwise(rows)):
        # A capture written jump by jump, such as `c3xe5 e5xg7`.
        moves, rows = 1, [[*rows[0], *(name for row in rows[1:] for name in row[1:])]]
        found = [_Piece("-", name, is_name=True) for name in rows[0]]
    return Typed(
        text,
        " ".join(piece.word for piece in found),
        tuple(map(tuple, rows)),
        tuple(piece.word for piece in found if not piece.is_name),
        side,
        is_open=_stops(found, rest),
        takes=takes,
        moves=moves,
    )


def _ties(before: _Piece, piece: _Piece) -> bool:
    del before
    return not piece.gap or bool(_TIES & set(piece.gap)) or piece.gap.strip() in ("*", "_")


# Boards whose cells are points with a number

_POINT_TOKEN: Final = re.compile(r"[^\W_]+(?:\s*\*)?(?:\s*\(\s*[0-9]+\s*\))?|[\W_]")
"""A point may be followed by the sign of a hit and by the number of checkers."""
_POINT: Final = re.compile(r"([0-9]{1,3}|bar|off|b|o)\s*(\*?)\s*(?:\(\s*([0-9]+)\s*\))?")
_MISTYPED_POINT: Final = re.compile(r"[0-9][lo]|l[0-9]")
_POINT_NUMBER: Final = re.compile(r"\W*[0-9]{1,3}[.)][\s.)]*")
_ROLL: Final = re.compile(r"\[[0-9\s,-]*(?:\]|$)")
_DICE: Final = re.compile(
    r"[^\w\[]*(?:roll(?:ed)?\b[^\w\[]*)?"
    r"(?:\[\s*([1-6])[\s,-]*([1-6])\s*\]\W*|\(\s*([1-6])[\s,-]+([1-6])\s*\)\W*"
    r"|([1-6])[\s,-]*([1-6])\s*:\s+|([3-6])([1-6])\s*:)"
    r"(?=(?:[0-9]{1,2}|bar|b)\s*(?:[-/>]|to\b)|(?:pass|no|cant|cannot)\b)"
)
"""Dice before a play. `24:22` is a move of a checker, `34:22/19` can't be."""
_PASS: Final = re.compile(r"\W*(?:i )?(?:no|cant|cannot) (?:legal )?(?:move|play)s?\W*")
_TIMES: Final = re.compile(r"([-/>:]\s*(?:[0-9]+|off))\s*x\s*([2-4])(?![\w/])")
_STARS: Final = re.compile(r"(?<![0-9a-z)])\*+")
_STEPS: Final = frozenset("x>-:/")


def _points(game: AnyGame, text: str, plain: str) -> Typed:
    """Return what a text spells on a board of numbered points."""
    number = _POINT_NUMBER.match(plain)
    if number:
        read = _unnumbered(game, text, plain[number.end() :])
        if read.plain == "pass" or any(len(row) > 1 for row in read.rows):
            return read
    return _unnumbered(game, text, plain)


def _unnumbered(game: AnyGame, text: str, plain: str) -> Typed:
    rolled = _DICE.match(plain)
    if rolled:
        dice = tuple(int(pips) for pips in rolled.groups() if pips)
        return replace(_unrolled(game, text, plain[rolled.end() :]), dice=dice)
    return _unrolled(game, text, plain)


def _unrolled(game: AnyGame, text: str, plain: str) -> Typed:
    roll = _ROLL.search(plain)
    if roll:  # It isn't a move from point to point.
        return Typed(text, roll[0], words=(roll[0],))
    if _PASS.fullmatch(plain):
        return Typed(text, "pass", words=("pass",))
    plain = _TIMES.sub(r"\1(\2)", _without_emphasis(plain))
    found, rest, side = _pieces(game, _POINT_TOKEN, plain, _points_in)
    rows = tuple(map(tuple, _rows(found, _steps)))
    written = "".join(
        ("/" if before.is_name and piece.is_name and _steps(before, piece) else " ") + piece.word
        for before, piece in pairwise((_NOTHING, *found))
    )
    words = tuple(piece.word for piece in found if not piece.is_name)
    return Typed(text, written.strip(), rows, words, side, is_open=_stops(found, rest))


def _without_emphasis(plain: str) -> str:
    """Return the text without stars around it, since a star after a point is a hit."""
    found = _STARS.search(plain)
    end = plain.rfind(found[0]) if found else 0
    if found is None or end <= found.start():
        return plain
    return plain[: found.start()] + plain[found.end() : end] + plain[end + len(found[0]) :]


def _points_in(word: str) -> Sequence[str]:
    if _MISTYPED_POINT.fullmatch(word):
        return (word.translate(_DIGITS),)
    point = _POINT.fullmatch(word)
    if point is None:
        return ()
    name, hit, times = point.groups()
    return (f"{name}{hit}{f'({times})' if times else ''}",)


def _steps(before: _Piece, piece: _Piece) -> bool:
    if piece.gap.isspace():
        return before.word in ("bar", "b") or piece.word in ("off", "o")
    return bool(_STEPS & set(piece.gap))
