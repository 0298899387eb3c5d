"""The rules of ReMatch, in the order in which they are told."""

from typing import Final

from rules.core import Rule

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
    "RULEBOOK",
    "SOURCE",
    "STEP",
]

SOURCE: Final = "Dorsonczky József, ReMATCH rules, Mind Fitness Games 2013"

IDLE_PLIES: Final = 40
"""Plies in a row without a capture that make a draw."""

LONGEST: Final = 400
"""Plies after which a game is a draw."""

COLOUR: Final = Rule(
    "rematch.turn.colour",
    "The team and Red move by turns, and the team must move the colour that it did not move last:"
    " White, Red, Orange, Red, White and so on.",
    SOURCE,
)
CAPTURED_COLOUR: Final = Rule(
    "rematch.turn.captured-colour",
    "A colour without a piece on top of any stack can't move: its partner moves instead, until a"
    " piece of that colour is on top again. Then the two alternate as before: it is always the turn"
    " of the colour that the team did not move last, if it has a piece on top.",
    SOURCE,
)
OWN: Final = Rule(
    "rematch.own",
    "A stack belongs to the colour of its top piece and moves as one piece.",
    SOURCE,
)
STEP: Final = Rule(
    "rematch.step",
    "Without a capture, a stack moves one step in any of the six directions onto an empty cell.",
    SOURCE,
)
CAPTURE: Final = Rule(
    "rematch.capture",
    "A jump goes over a neighbouring stack whose top piece has another colour, the partner's colour"
    " too, onto the empty cell right behind it. It takes the top piece alone, which goes to the"
    " bottom of the jumping stack at once. A cell that is emptied so is empty at once, and so is"
    " the cell where the jumping stack began.",
    SOURCE,
)
MANDATORY: Final = Rule(
    "rematch.capture.mandatory",
    "If the colour that is to move can capture by a jump over a neighbouring stack, its turn must"
    " be a capture.",
    SOURCE,
)
CONTINUE: Final = Rule(
    "rematch.capture.continue",
    "After a jump the same stack must jump on as long as it can jump over a neighbouring stack."
    " The whole sequence is one move.",
    SOURCE,
)
ONCE: Final = Rule(
    "rematch.capture.once",
    "A stack may be jumped only once in a sequence.",
    SOURCE,
)
CHOICE: Final = Rule(
    "rematch.capture.choice",
    "Among several captures the choice is free, however many pieces they take.",
    SOURCE,
)
FLY: Final = Rule(
    "rematch.fly",
    "Only Red may fly: over a stack whose top piece has another colour, two or more cells away in a"
    " straight line with only empty cells between, onto the cell right behind it, which must be"
    " empty.",
    SOURCE,
    interpretation=True,
)
FLY_OPTIONAL: Final = Rule(
    "rematch.fly.optional",
    "A flying jump is never compulsory. If Red can jump over a neighbouring stack, Red must"
    " capture, but may begin with a flying jump instead; if Red can only fly, Red may step.",
    SOURCE,
    interpretation=True,
)
FLY_SEQUENCE: Final = Rule(
    "rematch.fly.sequence",
    "Flying jumps and others may be mixed in a sequence. After any jump Red must go on, by either"
    " kind, if Red can jump over a neighbouring stack; if Red can only fly, Red may stop.",
    SOURCE,
    interpretation=True,
)
CAPTURED: Final = Rule(
    "rematch.end.captured",
    "A team with no piece on top of any stack loses.",
    SOURCE,
)
BLOCKED: Final = Rule(
    "rematch.end.blocked",
    "A side that is to move and has no move loses, and its team with it, with three players too.",
    SOURCE,
    interpretation=True,
)
DRAW: Final = Rule(
    "rematch.end.draw",
    "After 20 rounds, 40 turns, in a row without a capture the game is a draw.",
    SOURCE,
)
LENGTH: Final = Rule(
    "rematch.end.length",
    "After 400 turns the game is a draw.",
    SOURCE,
    interpretation=True,
)

RULEBOOK: Final = (
    COLOUR, CAPTURED_COLOUR, OWN, STEP, CAPTURE, MANDATORY, CONTINUE, ONCE, CHOICE,
    FLY, FLY_OPTIONAL, FLY_SEQUENCE, CAPTURED, BLOCKED, DRAW, LENGTH,
)  # fmt: skip
