"""A moderator's decisions which games count for ratings: the choice, and the message about one."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.extensions.standing.values import Corrected, Correction
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Menu, MenuChoice, Message, Style
from bot.messages.words import sentences
from bot.messages.words.text import (
    NOTHING,
    in_a_row,
    lines,
    mention,
    named,
    reason_given,
    table_link,
)
from bot.model.table import Player, Reason, Table
from rules.contract.sentence import Sentence, say, say_n
from rules.registry import all_games

__all__ = ["ACTIONS", "done", "panel", "player_in", "question", "told"]

ACTIONS: Final = {"strike": False, "count": True}
"""The words of choices, with whether games count then; a player's number may stand behind them."""


def panel(
    table: Table, correction: Correction | None, *, can_count: bool, moderates_all: bool
) -> Message:
    """Return the panel of what a moderator can decide about the ratings of a game that is over.

    `can_count` is false if no decision makes it count, `moderates_all` true for who can decide
    about all games of a player in the server. `correction` is the decision that holds.
    """
    counts = correction is None or correction.counts
    actions = [("strike" if counts else "count")] if can_count else []
    if moderates_all:
        actions += [f"{word}-{each.id}" for each in _people(table) for word in ACTIONS]
    menu = Menu(
        say("What do you decide?"),
        tuple(MenuChoice(_title(table, action), action) for action in actions),
        for_position(verbs.MODERATE, table),
    )
    note = say(
        "-# You give a reason, which is posted in the channels of the games. Ratings are computed "
        "again; earlier messages stay as they are."
    )
    return Message(
        lines(
            sentences.terms_line(table),
            sentences.state_line(table),
            _standing(correction, can_count=can_count),
            note if actions else NOTHING,
        ),
        rows=((menu,),) if actions else (),
    )


def question(table: Table, action: str) -> Message:
    """Return the question to confirm a moderator's choice."""
    row = [
        Button(
            say("Yes, with a reason …"), for_position(verbs.MODERATE_FORM, table, action),
            Style.DANGER,
        ),
        Button(say("Back"), for_position(verbs.MODERATION, table)),
    ]  # fmt: skip
    return Message(say("**{decision}?**", decision=_title(table, action)), rows=(row,))


def _title(table: Table, action: str) -> Sentence:
    """Return the words for an action."""
    word, player = action.partition("-")[0], player_in(table, action)
    if player is None:
        if ACTIONS[word]:
            return say("Count this game for ratings again")
        return say("Don't count this game for ratings")
    if ACTIONS[word]:
        return say("Count the games of {who} again", who=named(player.user))
    return say("Count no game of {who} of the last 90 days", who=named(player.user))


def player_in(table: Table, action: str) -> Player | None:
    """Return the player whom an action is about, if it is about one at this table."""
    number = action.partition("-")[2]
    return next((each for each in _people(table) if str(each.id) == number), None)


def done(games: int) -> Message:
    """Return what a moderator is told who has decided."""
    return Message(
        say_n(
            "Decided about 1 game. Its channel is told.",
            "Decided about {count} games. Their channels are told.",
            games,
        )
    )


def told(correction: Correction, games: Sequence[Corrected], count: int) -> Message:
    """Return the message to a channel about a decision on so many games, some of which it names."""
    if correction.of is None:
        return Message(_about_game(correction, _link(games[0])))
    who, by = mention(correction.of), mention(correction.by)
    decided = (
        say("{by} decided that these games of {who} count for ratings again.", by=by, who=who)
        if correction.counts
        else say("{by} decided that these games of {who} don't count for ratings.", by=by, who=who)
    )
    listed = [say("- {game}", game=_link(game)) for game in games]
    if count > len(games):
        listed.append(say_n("… and 1 more.", "… and {count} more.", count - len(games)))
    return Message(lines(in_a_row(decided, _reason(correction)), *listed))


def _about_game(correction: Correction, game: Sentence) -> Sentence:
    """Return a decision about one game, and its reason."""
    by = mention(correction.by)
    decided = (
        say("{by} decided that {game} counts for ratings again.", by=by, game=game)
        if correction.counts
        else say("{by} decided that {game} doesn't count for ratings.", by=by, game=game)
    )
    return in_a_row(decided, _reason(correction))


def _reason(correction: Correction) -> Sentence:
    return reason_given(Reason(correction.by, correction.reason) if correction.reason else None)


def _link(game: Corrected) -> Sentence:
    found = all_games().get(game.game)
    name = found.spec.title if found else say("a game")
    return table_link(name, game.table_id, game.place, game.board_id)


def _standing(correction: Correction | None, *, can_count: bool) -> Sentence:
    if not can_count:
        return say("This game can't count for ratings.")
    if correction is None:
        return say("This game counts for ratings.")
    return _about_game(correction, say("this game"))


def _people(table: Table) -> Iterator[Player]:
    """Yield everybody who held a seat."""
    everybody = (*table.players, *table.others)
    return (each for each in everybody if each.seat is not None and not each.is_engine)
