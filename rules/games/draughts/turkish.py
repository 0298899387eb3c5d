"""Turkish draughts (dama)."""

from dataclasses import replace
from typing import Final

from rules.contract.core import Choice, Game, Option
from rules.contract.rule import Rule
from rules.contract.sentence import say
from rules.contract.view import Pattern
from rules.games.draughts.game import Variation, draughts
from rules.games.draughts.judgement import Worths
from rules.games.draughts.lessons import STRAIGHT
from rules.games.draughts.position import Move, State
from rules.games.draughts.ruleset import RuleSet

__all__ = ["GAME"]

_PAGE: Final = "“Turkish checkers”, rules page of a game site"
_CHAMPIONSHIP: Final = "Rules of the International Turkish Dama Championship 2021"
_WIKIPEDIA: Final = "Wikipedia, “Turkish draughts”"

_RULES: Final = RuleSet(
    start_ranks=(2, 3),
    dark_cells_only=False,
    man=Rule(
        "turkish.man",
        say(
            "A man moves one cell straight forward or sideways to an empty cell. It captures in"
            " the same three directions: over an adjacent opposing piece to the empty cell right"
            " behind it."
        ),
        _PAGE,
    ),
    man_directions=("n", "e", "w"),
    king=Rule(
        "turkish.king",
        say(
            "A king moves any distance along an open row or column. It captures an opposing piece"
            " at any distance, with only empty cells between, and lands on any empty cell behind it"
            " up to the next piece."
        ),
        _PAGE,
    ),
    king_directions=("n", "e", "s", "w"),
    mandatory=Rule(
        "turkish.capture.mandatory",
        say("You must capture if you can, and continue with the same piece as long as it can."),
        _PAGE,
    ),
    majority=Rule(
        "turkish.capture.majority",
        say(
            "You must choose a capture that takes the most pieces of all that any of your pieces"
            " can make. Men and kings count alike. Among equals, choose freely."
        ),
        _PAGE,
    ),
    removal=Rule(
        "turkish.capture.removal",
        say(
            "Each captured piece leaves the board at once, before the next jump, so it can open"
            " the way to more captures."
        ),
        _PAGE,
    ),
    removed_at_once=True,
    half_turn=Rule(
        "turkish.capture.half-turn",
        say(
            "Between two jumps of the same move, a piece may not turn straight back (by 180"
            " degrees)."
        ),
        _PAGE,
    ),
    crown=Rule(
        "turkish.crown",
        say(
            "A man that reaches the last row becomes a king and its move ends there, even in the"
            " middle of a capture. The most pieces are counted under this rule. With an option, it"
            " keeps capturing as a man and is crowned when the move is complete."
        ),
        f"{_PAGE}; {_CHAMPIONSHIP}",
    ),
    crown_ends_move=True,
    one_each=Rule(
        "turkish.draw.one-each",
        say("If each side has one piece and the side to move can't capture, the game is a draw."),
        _WIKIPEDIA,
        say("The sources don't say what happens when the side to move can capture."),
    ),
    idle=Rule(
        "turkish.draw.idle",
        say(
            "After 50 moves by each side in a row without a capture and without a man's forward"
            " move, the game is a draw."
        ),
        _PAGE,
        say("The published rules don't give a number of moves."),
    ),
    idle_plies=100,
    idle_words=say("each side made 50 moves without a capture or a man's forward move"),
)

_PREPARATION: Final = (
    Rule(
        "turkish.board",
        say(
            "The board has 8 by 8 cells, and all of them are used. A side's last row is the one"
            " farthest from it."
        ),
        _PAGE,
    ),
    Rule(
        "turkish.start",
        say(
            "Each side starts with 16 men on its second and third rows. Its first row is empty."
            " White moves first."
        ),
        _PAGE,
    ),
)

_CROWN: Final = Option(
    "crown",
    say("Captures that reach the last row"),
    (
        Choice("stop", say("A capture ends on the last row")),
        Choice("continue", say("A capture continues from the last row (2021)")),
    ),
)

_VARIATIONS: Final[tuple[Variation, ...]] = (
    Variation("crown", "stop", lambda rules: replace(rules, crown_ends_move=True)),
    Variation("crown", "continue", lambda rules: replace(rules, crown_ends_move=False)),
)

GAME: Final[Game[State, Move]] = draughts(
    key="turkish",
    title=say("Turkish draughts"),
    summary=say("Checkers along rows and columns. Always take as many as you can."),
    preparation=_PREPARATION,
    lesson=STRAIGHT,
    rules=_RULES,
    pattern=Pattern.PLAIN,
    options=(_CROWN,),
    variations=_VARIATIONS,
    also=("turkish checkers", "turk damasi"),
    minutes=6,
    typical_turns="30-50",
    worths=Worths(king=3.0, advance=0.03),
    endgame_pieces=3,
    pdn_type=30,
)
