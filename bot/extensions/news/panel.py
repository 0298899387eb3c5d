"""Panels about followed games: the answer to **Follow**, and the list of them."""

from collections.abc import Sequence

from bot.extensions.news.values import Followed
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Menu, MenuChoice, Message
from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, lines, named, table_link
from bot.messages.words.turns import versus
from bot.model.table import Table
from rules.contract.sentence import Sentence, all_of, say, say_n

__all__ = ["followed", "listed"]


def followed(table: Table, follows: Sequence[Followed], *, pings: bool) -> Message:
    """Return the answer to somebody who follows a game.

    `follows` are all games that they follow, and `pings` is false if nothing is to reach them.
    """
    moves = any(each.moves for each in follows if each.table.id == table.id)
    told = (
        say(
            "You follow **{players} · {game}**. A direct message tells you of its moves, at most "
            "one an hour for all games that you follow, and of its end.",
            players=versus(table), game=table.started.game.spec.title,
        )
        if moves
        else say(
            "You follow **{players} · {game}**. A direct message tells you how it ends.",
            players=versus(table), game=table.started.game.spec.title,
        )
    )  # fmt: skip
    off = say("Your pings are off, so nothing comes until `/notify` turns them on.")
    row = [
        Button(
            say("Only the end") if moves else say("Moves too"),
            for_text(verbs.FOLLOWING, table.id, int(not moves)),
        ),
        Button(say("Stop"), for_text(verbs.UNFOLLOW, table.id)),
    ]
    if len(follows) > 1:
        row.append(Button(say("All that I follow"), for_text(verbs.FOLLOWED)))
    on = say("In a series, you follow the next games, too.")
    onward = on if table.terms.series_format else NOTHING
    return Message(lines(told, onward, NOTHING if pings else off), rows=(row,))


def listed(follows: Sequence[Followed], above: Sentence = NOTHING) -> Message:
    """Return the games that somebody follows, with a menu that stops one; `above` stands first."""
    if not follows:
        return Message(lines(above, say("You follow no game.")))
    heading = say_n("**You follow 1 game**", "**You follow {count} games**", len(follows))
    choices = tuple(MenuChoice(_title(each), str(each.table.id)) for each in follows)
    menu = Menu(say("Stop following"), choices, for_text(verbs.UNFOLLOW_ONE))
    return Message(lines(above, heading, *map(_line, follows)), rows=([menu],))


def _title(followed: Followed) -> Sentence:
    table = followed.table
    return say("{game}, table {number}", game=title_or_key(table.game), number=table.id)


def _line(followed: Followed) -> Sentence:
    table = followed.table
    game = table_link(title_or_key(table.game), table.id, table.place, table.message_id)
    names = all_of(named(user) for user in table.names)
    if followed.moves:
        return say("- {game}: {names}, with moves", game=game, names=names)
    return say("- {game}: {names}", game=game, names=names)
