"""The acts: what can be done at a table besides moving, by a command, by a button, or by its word.

Each act is declared here once. `bot.interactions.components.table.acts` carries it out.
"""

from enum import Enum

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Style
from bot.messages.controls.verbs import Verb
from bot.model.table import Table
from rules.contract.sentence import Sentence, say

__all__ = ["Act"]


class Act(Enum):
    """An act: its subcommand of `/game`, its button, and what the list of commands says of it."""

    RESIGN = "resign", verbs.GIVE_UP, say("Resign …"), say(
        "Resign this channel's game; you're asked once more"
    )  # fmt: skip
    DRAW = "draw", verbs.DRAW, say("Offer a draw"), say(
        "Offer a draw, or accept the one that was offered"
    )  # fmt: skip
    TAKE_BACK = "takeback", verbs.TAKE_BACK, say("Ask to take back"), say(
        "Ask to take your last move back, or agree to it"
    )  # fmt: skip
    COUNT = "count", verbs.COUNT, say("Stop and count"), say(
        "Propose to stop and count, or agree to it"
    )  # fmt: skip
    ABORT = "abort", verbs.ABORT, say("End without a result"), say(
        "Propose to end the game without a result, or agree to it"
    )  # fmt: skip
    CLAIM = "claim", verbs.CLAIM_TIME, say("Claim the game"), say(
        "Claim the game when the time has run out"
    )  # fmt: skip
    PAUSE = "pause", verbs.PAUSE_FORM, say("Propose a pause …"), say(
        "Propose to pause this channel's game, or to go on again"
    )  # fmt: skip
    TIME = "time", verbs.TIME, say("Time …"), say(
        "See what you can do about the time, such as giving others more"
    )  # fmt: skip
    SEATS = "seats", verbs.SEATS, say("Seats"), say(
        "Hand your seat over, or replace somebody who is gone"
    )  # fmt: skip
    HISTORY = "history", verbs.HISTORY, say("History"), say(
        "The moves so far, and the board after any of them"
    )  # fmt: skip
    REPLAY = "replay", verbs.REPLAY, say("Replay"), say(
        "The game, or some of its moves, as a moving picture"
    )  # fmt: skip
    ANALYSIS = "analysis", verbs.ANALYSIS, say("Analysis"), say(
        "What each move of this channel's last game was worth"
    )  # fmt: skip
    HINT = "hint", verbs.HINT, say("Hint"), say(
        "See the best move, against the computer or where hints are agreed"
    )  # fmt: skip
    PLAN = "plan", verbs.PLANS, say("Plan ahead"), say(
        "Try moves out for yourself, and plan your answers"
    )  # fmt: skip
    NOTE = "note", verbs.NOTE, say("My note"), say(
        "Your note about this channel's game; nobody else sees it"
    )  # fmt: skip
    DICE = "dice", verbs.DICE, say("Check the dice"), say(
        "Check the dice of this channel's game, or add words to them"
    )  # fmt: skip

    FOLLOW = "follow", verbs.FOLLOW, say("Follow"), say(
        "Hear by direct message how this channel's game ends"
    )  # fmt: skip

    def __init__(self, word: str, verb: Verb, label: Sentence, description: Sentence) -> None:
        self.word = word
        self.verb = verb
        self.label = label
        self.description = description

    def button(self, table: Table, style: Style = Style.SECONDARY) -> Button:
        """Return the button for the act in the table's present position."""
        return Button(self.label, for_position(self.verb, table), style)
