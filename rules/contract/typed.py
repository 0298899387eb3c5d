"""Typed moves of every game, read as people write them.

A text that isn't a whole move is read only if it abbreviates exactly one legal move: as its
beginning, as its destination, or as its path without cells that follow from the others. Everything
else is refused with a reason, because a refusal is better than a guess.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from rules.contract.core import (
    AmbiguousMove,
    AnyGame,
    AnyMove,
    AnyState,
    IllegalMove,
    NotationError,
)
from rules.contract.notation import abbreviated
from rules.contract.sentence import Argument, Notation, Sentence, Stranger, say
from rules.contract.spelling import Typed, is_numbered, reading

__all__ = ["LONGEST", "Abbreviated", "names_in", "place_in", "read_typed", "wanted_act"]

LONGEST: Final = 200
"""The most characters of a typed move."""


@runtime_checkable
class Abbreviated(Protocol):
    """A game whose moves aren't simply paths from cell to cell, written in one way."""

    def abbreviated(self, state: AnyState, read: Typed) -> Sequence[AnyMove]:
        """Return the legal moves that the text abbreviates, as `read_typed` defines it."""
        ...


def read_typed(game: AnyGame, state: AnyState, legal: Sequence[AnyMove], text: str) -> AnyMove:
    """Return the legal move that the text names; `legal` are the moves that may be played.

    Raises NotationError, AmbiguousMove or IllegalMove.
    """
    if len(text) > LONGEST:
        raise _refusal(game, legal, _too_long(text))
    read = reading(game, text)
    _require_own_side(game, state, read)
    _require_own_dice(game, state, read)
    why: Sentence | None = None
    meant: AnyMove | None = None
    try:
        meant = game.parse(state, read.plain)
    except AmbiguousMove as refused:
        raise AmbiguousMove(read.text, refused.candidates) from None
    except NotationError as refused:
        why = _as_typed(refused.sentence, read)
    if why is None and not read.is_open and meant in legal:
        return meant
    _require_one_move(read)
    found: Sequence[AnyMove] = () if read.words else _abbreviated(game, state, legal, read)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousMove(read.text, tuple(sorted(map(game.notate, found))))
    _require_no_beginning(game, state, legal, read)
    why = _misspelled(game, read, why) or why
    if why:
        raise _refusal(game, legal, why)
    violation = game.violation(state, meant)
    assert violation is not None, f"{text!r} is refused without a reason"
    raise IllegalMove(violation)


def _abbreviated(
    game: AnyGame, state: AnyState, legal: Sequence[AnyMove], read: Typed
) -> Sequence[AnyMove]:
    """Return the legal moves that the text abbreviates."""
    if not read.names:
        return []
    if isinstance(game, Abbreviated):
        return game.abbreviated(state, read)
    fitting = abbreviated(game.geometry, read, ((game.path(move), move) for move in legal))
    return [move for move in fitting if not read.takes or "x" in game.notate(move)]


def names_in(notation: str) -> tuple[str, ...]:
    """Return the names in a canonical notation, in order."""
    return tuple(_NAME.findall(notation))


_NAME: Final = re.compile(r"[a-z0-9]+")


def place_in(read: Typed, names: Sequence[str]) -> int | None:
    """Return where in a move's names the text stands, or None if it doesn't.

    Its last word may still be incomplete: `c3-d` stands at the beginning of `c3-d4`.
    """
    words = names_in(read.plain)
    *whole, last = words or ("",)
    size = len(whole)
    for place in range(len(names) - size):
        if tuple(names[place : place + size]) != tuple(whole):
            continue
        after = names[place + size]
        if after.startswith(last) and not read.is_open:
            return place
        if after == last and len(names) > place + size + 1:
            return place
    return None


# Refusals


def _too_long(text: str) -> Sentence:
    return say(
        "That has {count} characters. No move has more than {most}.",
        count=len(text),
        most=LONGEST,
    )


def _require_own_side(game: AnyGame, state: AnyState, read: Typed) -> None:
    """Raise NotationError if the text names a side whose turn it isn't."""
    due = game.turn(state)
    if read.side is None or not isinstance(due, str) or read.side == due:
        return
    raise NotationError(
        say(
            "It's {side}'s turn, not {other}'s.",
            side=game.spec.side(due).title,
            other=game.spec.side(read.side).title,
        )
    )


def _require_own_dice(game: AnyGame, state: AnyState, read: Typed) -> None:
    """Raise NotationError if the text names other dice than those rolled."""
    rolled = [die.pips for die in game.view(state).dice] if read.dice else []
    if not rolled or sorted(read.dice) == sorted(rolled):
        return
    raise NotationError(
        say(
            "The dice show {rolled}, not {dice}.",
            rolled=Notation("-".join(map(str, rolled))),
            dice=Notation("-".join(map(str, read.dice))),
        )
    )


def _require_one_move(read: Typed) -> None:
    """Raise NotationError if several moves are written one after another."""
    if read.moves == 2:
        raise NotationError(say("That's two moves. Play one."))
    if read.moves > 2:
        raise NotationError(say("That's {count} moves. Play one.", count=read.moves))


_ACTS: Final[dict[str, str]] = {
    **dict.fromkeys(("draw", "remis", "tie"), "draw"),
    **dict.fromkeys(("resign", "surrender", "concede", "forfeit", "give up"), "resign"),
    **dict.fromkeys(("takeback", "undo"), "takeback"),
    **dict.fromkeys(("abort", "cancel"), "abort"),
    "pause": "pause",
    "resume": "pause",
    "count": "count",
    "claim": "claim",
    "hint": "hint",
    "help": "help",
    "rules": "rules",
    "board": "board",
}
_ACT: Final = re.compile(rf"\b({'|'.join(_ACTS)})(?:s|ed|ing)?\b")
_TAKE_BACK: Final = re.compile(r"\btake (?:\w+ )?back\b")


def wanted_act(text: str) -> str | None:
    """Return what the text asks for besides a move, such as `draw`, or None if it names any cell.

    It is `draw`, `resign`, `takeback`, `abort`, `pause`, `count`, `claim`, `hint`, `help`, `rules`
    or `board`.
    """
    if len(text) > LONGEST or any(sign.isdecimal() for sign in text):
        return None
    words = " ".join(re.findall(r"[a-z]+", text.lower()))
    found = _ACT.search(_TAKE_BACK.sub("takeback", words))
    return _ACTS[found[1]] if found else None


def _require_no_beginning(
    game: AnyGame, state: AnyState, legal: Sequence[AnyMove], read: Typed
) -> None:
    """Raise NotationError if the first half of the names is a legal move, as in `c3 d4 b6 a5`."""
    if len(read.names) != 4 or len(read.rows) == 2 or is_numbered(game):
        return
    half: AnyMove | None = None
    with suppress(NotationError):
        half = game.parse(state, " ".join(read.names[:2]))
    if half in legal:
        _require_one_move(replace(read, moves=2))


def _misspelled(game: AnyGame, read: Typed, why: Sentence | None) -> Sentence | None:
    """Return the reason why the text can't be a move, where the game's own wouldn't help.

    `why` is the game's own, if the game can't read the text.
    """
    text = Stranger(read.text)
    if read.is_open:
        return say(
            "“{text}” stops halfway. Add the next cell.",
            text=text,
        )
    if why is None:
        return None
    if wanted_act(read.text):
        return say("“{text}” isn't a move.", text=text)
    if read.names and any(_ACTS.get(word) in ("draw", "resign") for word in read.words):
        return say("“{text}” is more than a move. Type the move alone.", text=text)
    if read.words == ("pass",):
        return say("You can't pass in {game}.", game=game.spec.title)
    labels = [game.geometry.label(cell) for cell in game.geometry.cells]
    if (
        not is_numbered(game)
        and not read.names
        and read.words
        and all(map(str.isdecimal, read.words))
    ):
        return say(
            "Cells are called {first} to {last} here. A number alone isn't one.",
            first=Notation(labels[0]),
            last=Notation(labels[-1]),
        )
    if len(read.names) == 1 and not read.words and read.names[0] in labels:
        if is_numbered(game) and not read.names[0].isdecimal():  # The bar, or off the board.
            return None
        cell = Notation(read.names[0])
        if read.takes:
            return say("You have no capture from or to {cell}.", cell=cell)
        return say("You have no move from or to {cell}.", cell=cell)
    return None


def _refusal(game: AnyGame, legal: Sequence[AnyMove], why: Sentence) -> NotationError:
    """Return the refusal for this reason, with a move that could be played instead."""
    if not legal:
        return NotationError(why)
    move = Notation(game.notate(legal[0]))
    return NotationError(say("{why} You could play {move}.", why=why, move=move))


def _as_typed(sentence: Sentence, read: Typed) -> Sentence:
    """Return the sentence with texts quoted as they were typed, not as they were understood."""
    return replace(
        sentence,
        arguments=tuple((name, _quoted(value, read)) for name, value in sentence.arguments),
    )


def _quoted(value: Argument, read: Typed) -> Argument:
    if not isinstance(value, Stranger):
        return value
    word = rf"(?<![^\W_]){re.escape(value.text)}(?![^\W_])"
    found = re.search(word, read.text, re.IGNORECASE)
    return Stranger(found[0] if found and found[0] else read.text)
