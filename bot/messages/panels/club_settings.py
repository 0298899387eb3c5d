"""The panel with which a server's owners decide what there is for all its players."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Form, Message, ServerKind, ServerMenu
from bot.messages.controls.verbs import Verb
from bot.messages.words.text import lines, own
from bot.model.server import Club
from rules.contract.sentence import Notation, Sentence, say

__all__ = ["panel", "puzzle_time_form"]

_LONGEST_TIME: Final = 70
"""Characters of an hour and a time zone."""


def panel(club: Club) -> Message:
    """Return what a server has for all its players, with the controls that change it."""
    directors = ServerMenu(
        say("Who directs events: people who moderate"), ServerKind.ROLE, club.directors,
        for_text(verbs.SET_DIRECTORS),
    )  # fmt: skip
    row = [
        Button(say("Puzzle time …"), for_text(verbs.SET_PUZZLE_TIME)),
        Button(say("Back"), for_text(verbs.SET_MORE, 0)),
    ]
    time = say(
        "Third menu: the channel of the puzzle of the day, which comes at {hour} ({zone}).",
        hour=Notation(f"{club.puzzle_hour}:00"), zone=own(club.puzzle_zone),
    )  # fmt: skip
    return Message(
        lines(
            say("**The club of this server**"),
            say("First menu: the channel of the club board, one message with games that run."),
            say("Second menu: the channel that is told how games between people ended."),
            time,
            say("Fourth menu: the roles that direct events. None: people who moderate."),
            say(
                "The board and the results show only games that everybody in their channel can see."
            ),
        ),
        rows=(
            (_channel(say("Club board: off"), club.board, verbs.SET_CLUB_BOARD),),
            (_channel(say("Results: off"), club.results, verbs.SET_CLUB_RESULTS),),
            (_channel(say("Puzzle of the day: off"), club.puzzle, verbs.SET_CLUB_PUZZLE),),
            (directors,),
            row,
        ),
    )


def puzzle_time_form(club: Club) -> Form:
    """Return the form for the hour of the puzzle and its time zone."""
    return Form(
        say("Puzzle time"), say("Hour (0 to 23) and time zone"),
        say("{time}", time=Notation("18 Europe/Prague")), _LONGEST_TIME,
        for_text(verbs.SET_PUZZLE_TIME_TO), written=f"{club.puzzle_hour} {club.puzzle_zone}",
    )  # fmt: skip


def _channel(off: Sentence, chosen: int | None, verb: Verb) -> ServerMenu:
    held = () if chosen is None else (chosen,)
    return ServerMenu(off, ServerKind.CHAT, held, for_text(verb), most=1)
