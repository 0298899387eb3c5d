"""Whatever is typed is read, or refused in words."""

from rules.contract.core import AmbiguousMove, AnyGame, NotationError
from rules.testing.walk import require

__all__ = ["reads_or_refuses_move", "reads_or_refuses_position"]


def reads_or_refuses_move(game: AnyGame, text: str) -> None:
    """Require that a text is a move at the start, or is refused."""
    state = game.start()
    try:
        move = game.parse(state, text)
    except (NotationError, AmbiguousMove) as refused:
        require(str(refused), f"{text!r} is refused without a word")
        return
    same = game.parse(state, game.notate(move)) == move
    require(same, f"{text!r} is read as a move whose notation is read as another")


def reads_or_refuses_position(game: AnyGame, text: str) -> None:
    """Require that a text is a position in which the game goes on or is over, or is refused."""
    try:
        state = game.position(text)
    except NotationError as refused:
        require(str(refused), f"{text!r} is refused without a word")
        return
    known = game.legal(state) or game.outcome(state)
    require(known, f"{text!r} is read as a position without moves or outcome")
