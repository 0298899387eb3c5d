"""The message that tells a channel how games of its server ended."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message
from bot.messages.words.locale import DEFAULT, reader
from bot.messages.words.sides import public_name
from bot.messages.words.text import NOTHING, lines, table_link
from bot.model.caller import Person, Place
from bot.model.lists import NEWEST
from bot.model.table import Table
from rules.contract.sentence import Sentence, all_of, say, say_n

__all__ = ["Ended", "told"]

_FINISHED: Final = for_text(verbs.GAMES_LIST, "finished", "any", 0, 0, NEWEST.time, NEWEST.table)
_ROOM: Final = 1800
"""The most characters of the lines, in English."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, and the message that shows its last board."""

    table: Table
    place: Place
    """The place of that message."""
    board_id: int | None


def told(ends: Sequence[Ended], hidden: Collection[Person]) -> Message | None:
    """Return a line for each game, with the last board if it is one; None if there are no games.

    `hidden` are the people whom it doesn't name. Nobody is pinged.
    """
    if not ends:
        return None
    said, room = list[Sentence](), _ROOM
    for end in ends:
        line = _line(end, hidden)
        room -= len(reader(DEFAULT).message(line)) + 1
        if room < 0:
            break
        said.append(line)
    more = len(ends) - len(said)
    rest = say_n("… and 1 more.", "… and {count} more.", more) if more else NOTHING
    button = Button(say("All results"), _FINISHED)
    message = Message(lines(*said, rest), rows=([button],), is_silent=True)
    if len(ends) > 1:
        return message
    return replace(message, picture=pictures.draw_present(_shown(ends[0].table, hidden)))


def _shown(table: Table, hidden: Collection[Person]) -> Table:
    """Return the table as its picture may show it: without names if it has one to hide."""
    is_hiding = any(player.user.id in hidden for player in table.players)
    return replace(table, unnamed=table.unnamed or is_hiding)


def _line(end: Ended, hidden: Collection[Person]) -> Sentence:
    table, match = end.table, end.table.started
    names = {seat: public_name(table, seat, hidden) for seat in match.seats}
    game = table_link(match.game.spec.title, table.id, end.place, end.board_id)
    moves = say_n("1 move", "{count} moves", match.round)
    if not match.winners:
        return say(
            "{players} drew {game} after {moves}.",
            players=all_of(names.values()), game=game, moves=moves,
        )  # fmt: skip
    winners = all_of(names[seat] for seat in match.winners)
    losers = all_of(name for seat, name in names.items() if seat not in match.winners)
    if len({match.team_of(seat) for seat in match.winners}) > 1:
        return say(
            "**{winners}** share the win in {game} against {losers} after {moves}.",
            winners=winners, game=game, losers=losers, moves=moves,
        )  # fmt: skip
    return say(
        "**{winners}** won {game} against {losers} after {moves}.",
        winners=winners, game=game, losers=losers, moves=moves,
    )  # fmt: skip
