"""Moderators' decisions that finished games don't count for ratings, or count again."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from bot.extensions.standing.rows import CorrectionStore
from bot.extensions.standing.values import MOST_TOLD, Corrected, Correction, read_correction
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Menu, MenuChoice, Message, Style
from bot.messages.words import sentences
from bot.messages.words.text import (
    NOTHING,
    in_a_row,
    lines,
    link,
    mention,
    named,
    reason_given,
)
from bot.model.caller import Caller, Person
from bot.model.errors import TableError
from bot.model.queues import OutboxItem
from bot.model.table import Player, Reason, Status, Table
from bot.tables.checks import require_reason
from bot.tables.moderation import require_moderator
from rules.contract.sentence import Sentence, say, say_n
from rules.registry import all_games

__all__ = ["Corrections", "told"]

_ACTIONS: Final = {"strike": False, "count": True}
"""The words of choices, and whether games count then. A player's number may follow."""
_ACTION: Final = re.compile(rf"({'|'.join(_ACTIONS)})(-[0-9]{{1,19}})?")


class Corrections:
    """The choices of moderators, and their execution. `now` returns Unix seconds."""

    def __init__(self, store: CorrectionStore, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now

    async def panel(self, table: Table, caller: Caller, /) -> Message:
        """Return the panel of a moderator's choices about a finished game.

        Moderators of the whole server can also decide about all games of a player there.
        """
        can_count, correction = await self._store.of_table(table.id)
        counts = correction is None or correction.counts
        actions = [("strike" if counts else "count")] if can_count else []
        if caller.may_moderate_all:
            actions += [f"{word}-{each.id}" for each in _people(table) for word in _ACTIONS]
        menu = Menu(
            say("What do you want to change?"),
            tuple(MenuChoice(_title(table, action), action) for action in actions),
            for_position(verbs.MODERATE, table),
        )
        note = say(
            "-# Your reason is posted where the games were played. Ratings are recalculated."
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

    def knows(self, action: str, /) -> bool:
        """Return True for the word of a choice of these."""
        return _ACTION.fullmatch(action) is not None

    def question(self, table: Table, action: str, /) -> Message:
        """Return the question to confirm a choice."""
        row = [
            Button(
                say("Yes, with a reason …"), for_position(verbs.MODERATE_FORM, table, action),
                Style.DANGER,
            ),
            Button(say("Back"), for_position(verbs.MODERATION, table)),
        ]  # fmt: skip
        return Message(say("**{decision}?**", decision=_title(table, action)), rows=(row,))

    async def decide(
        self, table: Table, caller: Caller, action: str, reason: str, /
    ) -> Message | None:
        """Carry out a choice. Return None if its person wasn't in the game.

        Raises TableError.
        """
        word, _, number = action.partition("-")
        counts, games = _ACTIONS[word], 1
        if not number:
            await self.correct_game(table, caller, counts=counts, reason=reason)
        else:
            player = _player_in(table, action)
            if player is None:
                return None
            games = await self.correct_person(
                table, caller, player.user.id, counts=counts, reason=reason
            )
        return Message(
            say_n(
                "Done: 1 game. Your reason is posted in its channel.",
                "Done: {count} games. Your reason is posted in their channels.",
                games,
            )
        )

    async def correct_game(
        self, table: Table, caller: Caller, *, counts: bool, reason: str
    ) -> None:
        """Decide whether the game of a table counts for ratings.

        Raises TableError if the caller may not, if that would change nothing, or without a reason.
        """
        _require(table, caller)
        correction = Correction(counts, caller.user.id, require_reason(reason))
        if not await self._store.correct_game(table.id, correction, int(self._now())):
            raise TableError(
                say(
                    "Nothing to change: this game can't be rated, ended over 90 days ago, or is "
                    "that way already."
                )
            )

    async def correct_person(
        self, table: Table, caller: Caller, of: Person, *, counts: bool, reason: str
    ) -> int:
        """Decide about all rated games of a person in the table's server in the last 90 days.

        `of` is at the table. Return the number of games. Raises the same errors, also if the caller
        moderates only some channels of the server.
        """
        _require(table, caller)
        if not caller.may_moderate_all:
            raise TableError(
                say("Only moderators of the whole server can decide about that many games.")
            )
        assert table.guild_id is not None, "only servers have moderators"
        correction = Correction(counts, caller.user.id, require_reason(reason), of)
        found = await self._store.correct_person(table.guild_id, correction, int(self._now()))
        if not found:
            raise TableError(
                say(
                    "Nothing to change: no such game of theirs here in the last 90 days that you "
                    "didn't play in."
                )
            )
        return found

    async def tell(self, item: OutboxItem, _table: Table | None) -> Message:
        """Return the message of a row that tells a channel about a decision."""
        number, tables = read_correction(item)
        correction, games = await self._store.decision(number, tables[:MOST_TOLD])
        return told(correction, games, len(tables))


def _require(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller moderates where a game ended, and had no part in it."""
    require_moderator(table, caller)
    if table.status is not Status.OVER:
        raise TableError(say("This game isn't finished. After that you can decide if it counts."))


def _people(table: Table) -> Iterator[Player]:
    """Yield everyone who held a seat."""
    everybody = (*table.players, *table.others)
    return (each for each in everybody if each.seat is not None and not each.is_engine)


def _player_in(table: Table, action: str) -> Player | None:
    """Return the player of an action, or None if it is about no one at this table."""
    number = action.partition("-")[2]
    return next((each for each in _people(table) if str(each.id) == number), None)


def _title(table: Table, action: str) -> Sentence:
    """Return the words for an action."""
    counts, player = _ACTIONS[action.partition("-")[0]], _player_in(table, action)
    if player is None:
        if counts:
            return say("Count this game for ratings again")
        return say("Don't count this game for ratings")
    if counts:
        return say("Count {who}'s games again", who=named(player.user))
    return say("Count none of {who}'s games of the last 90 days", who=named(player.user))


def told(correction: Correction, games: Sequence[Corrected], count: int) -> Message:
    """Return the message about a decision on so many games, some of which it names."""
    if correction.of is None:
        return Message(_about_game(correction, _link(games[0])))
    who, by = mention(correction.of), mention(correction.by)
    decided = (
        say("{by} put these games of {who} back into the ratings.", by=by, who=who)
        if correction.counts
        else say("{by} removed these games of {who} from the ratings.", by=by, who=who)
    )
    listed = [say("- {game}", game=_link(game)) for game in games]
    if count > len(games):
        listed.append(say_n("… and 1 more.", "… and {count} more.", count - len(games)))
    return Message(lines(in_a_row(decided, _reason(correction)), *listed))


def _link(game: Corrected) -> Sentence:
    found = all_games().get(game.game)
    name = found.spec.title if found else say("a game")
    return link(name, game.place, game.board_id)


def _standing(correction: Correction | None, *, can_count: bool) -> Sentence:
    if not can_count:
        return say("This game can't be rated.")
    if correction is None:
        return say("This game counts for ratings.")
    return _about_game(correction, say("this game"))


def _about_game(correction: Correction, game: Sentence) -> Sentence:
    """Return a decision about one game, and its reason."""
    by = mention(correction.by)
    decided = (
        say("{by} put {game} back into the ratings.", by=by, game=game)
        if correction.counts
        else say("{by} removed {game} from the ratings.", by=by, game=game)
    )
    return in_a_row(decided, _reason(correction))


def _reason(correction: Correction) -> Sentence:
    return reason_given(Reason(correction.by, correction.reason) if correction.reason else None)
