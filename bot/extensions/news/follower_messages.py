"""The direct message to somebody who follows games: names, a move and a link, and no position."""

from collections.abc import Iterable
from dataclasses import replace

from bot.extensions.news.values import Told
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message
from bot.messages.words.endings import verdict
from bot.messages.words.text import NOTHING, lines, table_link
from bot.messages.words.turns import turns, versus
from bot.model.past import table_after
from bot.model.table import Table
from rules.contract.sentence import Sentence, say, say_n
from rules.log.events import Played, Rolled

__all__ = ["line", "told"]


def told(lines_of: Iterable[Sentence]) -> Message | None:
    """Return the message with these lines about games; None if there are none."""
    said = lines(*lines_of)
    if said == NOTHING:
        return None
    button = Button(say("All that I follow"), for_text(verbs.FOLLOWED))
    return Message(said, rows=([button],), in_lines=True)


def line(table: Table, news: Told) -> Sentence:
    """Return the news of a followed game in the words of then, or nothing.

    A move that was taken back is none.
    """
    then = table_after(table, news.number)
    match, game = then.started, then.started.game.spec.title
    place = replace(table.place, channel_id=news.channel_id or table.channel_id)
    where = table_link(game, table.id, place, news.board_id)
    if match.outcome is not None:
        moves = say_n("1 move", "{count} moves", match.round)
        return say("{game}: {result} {moves}.", game=where, result=verdict(then), moves=moves)
    event = match.entries[match.position_number - 1].event
    is_news = match.position_number > news.since and isinstance(event, Played | Rolled)
    if not is_news or len(table.started.plies) < len(match.plies):
        return NOTHING
    last = max(each.number for each in match.entries if isinstance(each.event, Played))
    *_, move = turns(then, last - 1, last)
    return say("{game}, {players}: {move}", game=where, players=versus(then), move=move)
