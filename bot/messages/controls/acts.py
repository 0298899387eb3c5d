"""The acts: what can be done at a table besides moving, by a command, by a button, or by its word.

Acts are declared here once. `bot.interactions.components.table.acts` carries them out.
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
        "Resign this channel's game (you'll be asked again)"
    )  # fmt: skip
    DRAW = "draw", verbs.DRAW, say("Offer a draw"), say(
        "Offer a draw, or accept one"
    )  # fmt: skip
    TAKE_BACK = "takeback", verbs.TAKE_BACK, say("Ask to take back"), say(
        "Ask to take back your last move, or agree"
    )  # fmt: skip
    COUNT = "count", verbs.COUNT, say("Stop and count"), say(
        "Ask to stop and count, or agree"
    )  # fmt: skip
    ABORT = "abort", verbs.ABORT, say("Call off …"), say(
        "Ask to call the game off, or agree to it"
    )  # fmt: skip
    CLAIM = "claim", verbs.CLAIM_TIME, say("Claim the win"), say(
        "Claim the win when their time is up"
    )  # fmt: skip
    PAUSE = "pause", verbs.PAUSE_FORM, say("Ask for a pause …"), say(
        "Ask to pause this channel's game, or to resume it"
    )  # fmt: skip
    TIME = "time", verbs.TIME, say("Time …"), say(
        "See what you can do about the time"
    )  # fmt: skip
    SEATS = "seats", verbs.SEATS, say("Seats"), say(
        "Hand over your seat, or replace a player who's gone"
    )  # fmt: skip
    HISTORY = "history", verbs.HISTORY, say("History"), say(
        "The moves so far, and the board after each"
    )  # fmt: skip
    REPLAY = "replay", verbs.REPLAY, say("Replay"), say(
        "Replay the game, or a part of it"
    )  # fmt: skip
    ANALYSIS = "analysis", verbs.ANALYSIS, say("Analysis"), say(
        "What each move of the last game was worth"
    )  # fmt: skip
    HINT = "hint", verbs.HINT, say("Hint"), say(
        "See the best move, where hints are allowed"
    )  # fmt: skip
    PLAN = "plan", verbs.PLANS, say("Plan ahead"), say(
        "Try out moves, and plan your answers"
    )  # fmt: skip
    NOTE = "note", verbs.NOTE, say("My note"), say(
        "A private note about this channel's game"
    )  # fmt: skip
    DICE = "dice", verbs.DICE, say("Check the dice"), say(
        "Check this game's dice, or add words to them"
    )  # fmt: skip

    FOLLOW = "follow", verbs.FOLLOW, say("Follow"), say(
        "Get a DM when this channel's game ends"
    )  # fmt: skip

    def __init__(self, word: str, verb: Verb, label: Sentence, description: Sentence) -> None:
        self.word = word
        self.verb = verb
        self.label = label
        self.description = description

    def button(self, table: Table, style: Style = Style.SECONDARY) -> Button:
        """Return the button for the act in the table's present position."""
        return Button(self.label, for_position(self.verb, table), style)
