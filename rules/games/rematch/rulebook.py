"""The rules of ReMatch, in the order of the rulebook."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

__all__ = [
    "BLOCKED",
    "CAPTURE",
    "CAPTURED",
    "CAPTURED_COLOUR",
    "COLOUR",
    "CONTINUE",
    "DRAW",
    "FLY",
    "FLY_SEQUENCE",
    "IDLE_PLIES",
    "LENGTH",
    "LONGEST",
    "MANDATORY",
    "ONCE",
    "OWN",
    "PREPARATION",
    "RULEBOOK",
    "SOURCE",
    "STEP",
]

SOURCE: Final = "Dorsonczky József, ReMATCH rules, Mind Fitness Games 2013"

IDLE_PLIES: Final = 40
"""The number of plies in a row without a capture that makes a draw."""

LONGEST: Final = 400
"""The number of plies after which a game is a draw."""

PREPARATION: Final = (
    Rule(
        "rematch.board",
        say(
            "The board is a hexagon of 19 cells, three on each edge. Its rows are lettered from"
            " the bottom, and the cells of a row are numbered from the left. Red has four pieces"
            " and plays alone. White and Orange have four each and play together."
        ),
        SOURCE,
    ),
    Rule(
        "rematch.players",
        say(
            "With two players, one moves Red and the other moves White and Orange. With three"
            " players, each moves one color, and White and Orange win and lose together."
        ),
        SOURCE,
    ),
    Rule(
        "rematch.start",
        say(
            "Each color starts in a block (rhombus), or all start along the rim (ring), as you"
            " choose. White moves first, then Red, Orange, Red and so on."
        ),
        SOURCE,
        say("The published picture of the start is lost, so both set-ups are our own."),
    ),
    Rule(
        "rematch.aim",
        say(
            "You win when the other team has no piece on top of any stack, or has no legal move on"
            " its turn."
        ),
        SOURCE,
    ),
    Rule(
        "rematch.match",
        say(
            "The author plays matches to 3 points. With two players, a win counts 1 and a draw"
            " ½ each, and after each game they swap armies. With three, Red's win counts 1, the"
            " team's ½ for each of its players, and a draw half of what winning would. After"
            " each game, Red's player gets White, White's gets Orange, and Orange's gets Red."
            " All who reach 3 in the same game share the win."
        ),
        SOURCE,
        say(
            "It concerns which neighbor is on the right, the points for a draw among three players,"
            " and shared wins."
        ),
    ),
)

COLOUR: Final = Rule(
    "rematch.turn.colour",
    say(
        "The team and Red take turns, and the team must move the color that it did not move last:"
        " White, Red, Orange, Red, White and so on."
    ),
    SOURCE,
)
CAPTURED_COLOUR: Final = Rule(
    "rematch.turn.captured-colour",
    say(
        "A color without a piece on top of any stack can't move. Its partner moves instead, until"
        " a piece of that color is on top again. Then the two alternate as before: the next to move"
        " is the color that the team did not move last, if it has a piece on top."
    ),
    SOURCE,
)
OWN: Final = Rule(
    "rematch.own",
    say("A stack belongs to the color of its top piece and moves as one piece."),
    SOURCE,
)
STEP: Final = Rule(
    "rematch.step",
    say("Without a capture, a stack moves one step in any of the six directions to an empty cell."),
    SOURCE,
)
CAPTURE: Final = Rule(
    "rematch.capture",
    say(
        "A jump takes a stack over a neighboring one whose top piece has another color, even the"
        " partner's, to the empty cell right behind it. It takes only the top piece, which goes to"
        " the bottom of the jumping stack at once. A cell emptied in this way is empty at once, and"
        " so is the cell where the jumping stack started."
    ),
    SOURCE,
    say("The published rules don't say when an emptied cell counts as empty."),
)
MANDATORY: Final = Rule(
    "rematch.capture.mandatory",
    say(
        "If the color to move can capture by jumping over a neighboring stack, its turn must be a"
        " capture."
    ),
    SOURCE,
)
CONTINUE: Final = Rule(
    "rematch.capture.continue",
    say(
        "After a jump, the same stack must keep jumping as long as it can jump over a neighboring"
        " stack. The whole sequence is one move."
    ),
    SOURCE,
)
ONCE: Final = Rule(
    "rematch.capture.once",
    say("A stack may be jumped only once in a sequence."),
    SOURCE,
)
CHOICE: Final = Rule(
    "rematch.capture.choice",
    say("You may choose freely among several captures, however many pieces they take."),
    SOURCE,
)
FLY: Final = Rule(
    "rematch.fly",
    say(
        "Only Red may fly: over a stack whose top piece has another color, two or more cells away"
        " in a straight line with only empty cells between, to the cell right behind it, which must"
        " be empty."
    ),
    SOURCE,
    say("The published rules don't say where a flying jump may land."),
)
FLY_OPTIONAL: Final = Rule(
    "rematch.fly.optional",
    say(
        "You never have to fly. If Red can jump over a neighboring stack, Red must capture, but"
        " may begin with a flying jump instead. If Red can only fly, Red may step."
    ),
    SOURCE,
    say("The published rules don't say how flying jumps fit with the duty to capture."),
)
FLY_SEQUENCE: Final = Rule(
    "rematch.fly.sequence",
    say(
        "Flying jumps and others may be mixed in a sequence. After any jump, Red must continue, by"
        " either kind, if Red can jump over a neighboring stack. If Red can only fly, Red may stop."
    ),
    SOURCE,
    say("The published rules don't say when a sequence with flying jumps must continue."),
)
CAPTURED: Final = Rule(
    "rematch.end.captured",
    say("A team with no piece on top of any stack loses."),
    SOURCE,
)
BLOCKED: Final = Rule(
    "rematch.end.blocked",
    say(
        "A color that has no move on its turn loses, and its team with it. If White has a piece"
        " on top but can't move, the team loses even if Orange could move: Orange moves instead"
        " only if White has no piece on top."
    ),
    SOURCE,
    say("The published rules don't say whether the partner moves instead of a blocked color."),
)
DRAW: Final = Rule(
    "rematch.end.draw",
    say("After 20 rounds (40 turns) in a row without a capture, the game is a draw."),
    SOURCE,
)
LENGTH: Final = Rule(
    "rematch.end.length",
    say("After 400 turns, the game is a draw."),
    SOURCE,
    say("The published rules have no such limit. No real game comes near it."),
)

RULEBOOK: Final = (
    COLOUR, CAPTURED_COLOUR, OWN, STEP, CAPTURE, MANDATORY, CONTINUE, ONCE, CHOICE,
    FLY, FLY_OPTIONAL, FLY_SEQUENCE, CAPTURED, BLOCKED, DRAW, LENGTH,
)  # fmt: skip
