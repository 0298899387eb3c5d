"""Czech draughts (česká dáma)."""

from dataclasses import replace
from typing import Final

from rules.contract.core import Choice, Game, Option
from rules.contract.rule import Rule
from rules.contract.sentence import say
from rules.contract.view import Pattern
from rules.games.draughts.game import Variation, draughts
from rules.games.draughts.judgement import Worths
from rules.games.draughts.lessons import DIAGONAL
from rules.games.draughts.position import Move, State
from rules.games.draughts.ruleset import RuleSet

__all__ = ["GAME"]

_FMJD: Final = "FMJD, Rules of Czech draughts"
_FEDERATION: Final = "Czech draughts federation, as quoted by the Czech Wikipedia, “Dáma”"
_PAGE: Final = "“Czech 8x8 checkers”, rules page of a game site"

_RULES: Final = RuleSet(
    start_ranks=(1, 2, 3),
    dark_cells_only=True,
    man=Rule(
        "czech.man",
        say(
            "A man moves one cell diagonally forward to an empty cell. It captures forward only:"
            " over an adjacent opposing piece, man or king, to the empty cell right behind it. Only"
            " the dark cells are used."
        ),
        _PAGE,
    ),
    man_directions=("ne", "nw"),
    king=Rule(
        "czech.king",
        say(
            "A king moves any distance along an open diagonal. It captures an opposing piece at"
            " any distance, with only empty cells between, and lands on any empty cell behind it up"
            " to the next piece. But if the capture can continue from some of these cells, the king"
            " must choose one of them."
        ),
        f"{_PAGE}; {_FMJD}",
    ),
    king_directions=("ne", "se", "sw", "nw"),
    king_lands_to_go_on=True,
    mandatory=Rule(
        "czech.capture.mandatory",
        say("You must capture if you can, and continue with the same piece as long as it can."),
        _PAGE,
    ),
    king_first=Rule(
        "czech.capture.king-first",
        say(
            "If a king can capture, a king must capture. Otherwise choose freely: you don't have"
            " to take the most pieces."
        ),
        _PAGE,
    ),
    removal=Rule(
        "czech.capture.removal",
        say(
            "Captured pieces leave the board when the move is complete. Until then they block the"
            " way, and none of them may be jumped twice."
        ),
        f"{_FMJD}; {_FEDERATION}",
    ),
    removed_at_once=False,
    crown=Rule(
        "czech.crown",
        say(
            "A man that ends its move on the last row becomes a king. It never continues as a king"
            " in the same move."
        ),
        f"{_PAGE}; {_FMJD}",
    ),
    crown_ends_move=True,
    idle=Rule(
        "czech.draw.idle",
        say(
            "After 15 moves by each side in a row without a capture or a man's move, the game is a"
            " draw."
        ),
        f"{_FMJD}; {_FEDERATION}",
    ),
    idle_plies=30,
    idle_words=say("each side made 15 moves without a capture or a man's move"),
)

_PREPARATION: Final = (
    Rule(
        "czech.board",
        say(
            "The board has 8 by 8 cells, of which only the dark ones are used. Each player has a"
            " dark corner on the left. A side's last row is the one farthest from it."
        ),
        f"{_PAGE}; {_FEDERATION}",
    ),
    Rule(
        "czech.start",
        say(
            "Each side starts with 12 men on the dark cells of its first three rows, or with 8 on"
            " its first two if that option is chosen. White moves first."
        ),
        f"{_FMJD}; {_PAGE}",
        say("The rules page of a game site says 8 men; all other sources say 12."),
    ),
)

_MEN: Final = Option(
    "men",
    say("Men on each side"),
    (
        Choice("12", say("12 men each, on three rows")),
        Choice("8", say("8 men each, on two rows")),
    ),
)

_VARIATIONS: Final[tuple[Variation, ...]] = (
    Variation("men", "12", lambda rules: replace(rules, start_ranks=(1, 2, 3))),
    Variation("men", "8", lambda rules: replace(rules, start_ranks=(1, 2))),
)

GAME: Final[Game[State, Move]] = draughts(
    key="czech",
    title=say("Czech draughts"),
    summary=say("Checkers with flying kings. Captures are forced, and kings capture first."),
    preparation=_PREPARATION,
    lesson=DIAGONAL,
    rules=_RULES,
    pattern=Pattern.CHEQUERED,
    options=(_MEN,),
    variations=_VARIATIONS,
    minutes=5,
    typical_turns="25-40",
    also=("czech checkers", "ceska dama", "bohemian draughts"),
    is_familiar=True,
    worths=Worths(king=2.8, advance=0.04, guard=0.06),
    endgame_pieces=4,
    pdn_type=29,
)
