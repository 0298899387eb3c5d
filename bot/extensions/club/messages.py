"""The club board of a server, a game to watch, and the questions behind its button **Play**."""

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from bot.extensions.club.picture import ClubBoard, drawn, look_of
from bot.extensions.club.verbs import ALL, GAME, INVITE, PLAY, SET_BOARD, WATCH
from bot.messages import captions, pictures
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import (
    Button,
    Menu,
    MenuChoice,
    Message,
    PersonMenu,
    Row,
    ServerKind,
    Style,
    in_rows,
)
from bot.messages.panels.lists.games_list import (
    Show,
    Wanted,
    join_button,
    let_anyone_join,
    to,
)
from bot.messages.panels.lists.which_game import ask
from bot.messages.panels.servers.club_settings import ClubSetting
from bot.messages.words.game_names import title_or_key
from bot.messages.words.sides import public_name
from bot.messages.words.text import NOTHING, channel_link, dotted, lines, link, named
from bot.messages.words.turns import opposed
from bot.model.caller import Person, User
from bot.model.lists import TableSummary
from bot.model.moments import time_left
from bot.model.table import Table
from rules.contract.core import AnyGame
from rules.contract.sentence import Argument, Sentence, Stranger, all_of, say
from rules.registry import all_games

__all__ = ["SETTING", "against_whom", "board", "lost", "watched", "which_game"]

SETTING: Final = ClubSetting(
    place=1,
    field="board",
    kind=ServerKind.CHAT,
    verb=SET_BOARD,
    off=say("Club board: choose a channel"),
    line=lambda _, where: say("- Club board: {where}", where=where),
    shows_games=True,
    title=say("the games in progress"),
)
_LINKS: Final = 5
"""The most open tables to which the words lead."""


def board(shown: ClubBoard) -> Message:
    """Return the message of a club board, with the digest of its contents."""
    waiting = shown.waiting
    links = all_of(
        link(title_or_key(each.game), each.place, each.card_id) for each, _ in waiting[:_LINKS]
    )
    text = lines(
        say("Looking for players: {tables}", tables=links) if waiting else NOTHING,
        *shown.lines,
    )
    count = len(waiting) + (shown.up or 0)
    row = [
        Button(say("Play"), for_text(PLAY), Style.PRIMARY),
        Button(
            say("Join a game ({count})", count=count) if count else say("Join a game"),
            to(Wanted(Show.OPEN)),
        ),
        *shown.pairing,
        Button(say("My games"), for_text(verbs.GAMES)),
        *shown.buttons,
    ]  # fmt: skip
    choices = [_choice(each, shown) for each in shown.facts.watched]
    menu = [
        (each.value, each.label.english(), each.description and each.description.english())
        for each in choices
    ]
    told = repr((look_of(shown), text.english(), count, menu))
    digest = hashlib.sha256(told.encode()).hexdigest()
    rows = (*_menu(choices), *in_rows(row))
    return Message(text, drawn(shown), rows=rows, digest=digest, is_silent=True)


def _menu(choices: Sequence[MenuChoice]) -> tuple[Row, ...]:
    """Return the menu of games to watch, or None without any. Its last row lists all games."""
    if not choices:
        return ()
    all_games_too = MenuChoice(say("All games"), ALL)
    return ([Menu(say("Watch …"), (*choices, all_games_too), for_text(WATCH))],)


def _choice(game: TableSummary, shown: ClubBoard) -> MenuChoice:
    """Return the row of a game in the menu, without names of hidden people."""
    title, move = title_or_key(game.game), say("move {round}", round=game.round)
    if shown.is_unnamed:
        return MenuChoice(say("{game}", game=title), str(game.id), move)
    players = opposed([_shown_name(user, shown.hidden) for user in game.names])
    turn = NOTHING
    if game.due_name is not None:
        is_hidden = game.due_person in shown.hidden
        who = say("a member") if is_hidden else Stranger(game.due_name)
        turn = say("{who} to move", who=who)
    label = say("{players} · {game}", players=players, game=title)
    return MenuChoice(label, str(game.id), dotted(move, turn))


def _shown_name(user: User, hidden: Collection[Person]) -> Argument:
    return say("a member") if user.id in hidden else named(user)


def watched(table: Table, hidden: Collection[Person], *, can_follow: bool) -> Message:
    """Return the answer to a person who watches other people's game.

    The picture has sides in place of names if someone of `hidden` plays.
    """
    match = table.started
    seat = match.seat_due
    due = NOTHING if table.due_at is None else say("due {left}", left=time_left(table.due_at))
    turn = NOTHING if seat is None else say("{who} to move", who=public_name(table, seat, hidden))
    told = dotted(
        say("**{players}**", players=opposed([public_name(table, s, hidden) for s in match.seats])),
        link(match.game.spec.title, table.place, table.board_id),
        captions.result(table) if match.outcome else captions.move(match),
        NOTHING if match.outcome else dotted(turn, due),
    )
    picture = pictures.draw_present(table)
    if any(player.user.id in hidden for player in table.players):
        picture = pictures.draw(pictures.board(table))
    follow = Button(Act.FOLLOW.label, for_text(verbs.FOLLOW_GAME, table.id))
    return Message(told, picture, rows=([follow],) if can_follow else ())


def which_game() -> Message:
    """Return the question of which game a person wants to play."""
    return ask(say("Which game?"), all_games().values(), lambda key: for_text(GAME, key))


def against_whom(game: AnyGame, waiting: int) -> Message:
    """Return the question of whom to play; so many of the game's open games are `waiting`."""
    key = game.spec.key
    row = [
        Button(say("The computer"), for_text(verbs.FIRST_GAME, key), Style.PRIMARY),
        *([join_button(key, waiting)] if waiting else []),
        let_anyone_join(key),
    ]
    person = PersonMenu(say("A person …"), for_text(INVITE, key))
    said = say("**{game}**: with whom?", game=game.spec.title)
    return Message(said, rows=(row, (person,)))


def lost(channel_id: int) -> Sequence[Sentence]:
    """Return the line of the diagnosis about a board that is off, as its channel was closed."""
    told = say(
        "- The club board is off: I couldn't post in {channel} any more. Choose a channel in "
        "`/server settings` › **Club …**.",
        channel=channel_link(channel_id),
    )
    return [say("**The club board**"), told]
